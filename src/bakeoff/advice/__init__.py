"""Dietterich's nine questions, and what to do about each."""
