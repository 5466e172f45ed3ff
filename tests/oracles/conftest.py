"""Scripts that make expected values are run by hand; the tests read only what they wrote."""

collect_ignore = ["tails.py", "weka"]
