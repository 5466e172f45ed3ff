"""Monte-Carlo studies of methods and learners in worlds whose truth is known."""

from bakeoff.lab.fold_errors import fold_assignment, fold_errors

__all__ = ["fold_assignment", "fold_errors"]
