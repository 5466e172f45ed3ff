"""Choose a valid method, run it, decide, and say what limits the verdict."""
