"""How many items to label, whether a release may go out, when to stop, and how often a test set was used."""
