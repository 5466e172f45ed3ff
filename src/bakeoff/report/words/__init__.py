"""Sentences and tables of words, made from typed facts."""
