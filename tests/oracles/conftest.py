"""Scripts that make expected values are run by hand; the tests read only what they wrote."""

collect_ignore = ["bayes_signed_rank.py", "tails.py", "weka"]
