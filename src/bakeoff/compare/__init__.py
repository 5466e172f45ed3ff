"""The public functions that compare two models."""
