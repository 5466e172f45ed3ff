"""The command line, a thin layer."""
