"""Verdicts in readable form."""
