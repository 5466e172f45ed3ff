"""Logs and tables of other programs, told apart by what is in them: one file for each format."""
