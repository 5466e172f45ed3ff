"""Choose a legal method, ask it, decide, and say what limits the verdict."""
