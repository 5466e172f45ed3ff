"""What words on a command line mean: columns in messages."""

from bakeoff.core.exceptions import InputError


def with_columns(problem: InputError, source: str, *, two: bool, **columns: str | None) -> InputError:
    """An error about an item, with the names of the columns truth, a and b and the way rows are counted."""
    if not problem.role or problem.source:
        return problem
    if problem.column:  # it is called by its own name
        return problem.worded(f"{problem} ({source})")
    usual = {"truth": "truth", "a": "prediction" if two else "a", "b": "prediction" if two else "b"}
    named = ", ".join(f"{role} is column {columns[role] or usual[role]!r}" for role in usual)
    return problem.worded(f"{problem} ({source}: {named}; position 0 is the first row of data)")
