"""Pick a legal method, run it, decide, and say what limits the verdict."""
