"""Verdicts for people to read."""
