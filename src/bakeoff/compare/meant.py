"""What words on a command line mean: labels, columns in messages."""

from collections.abc import Iterable
from typing import Any

from bakeoff.core.exceptions import InputError
from bakeoff.read.values import as_number


def label_meant(word: object, labels: Iterable[Any]) -> Any:
    """The label that a word means: 1 or 1.0 for "1", True for "true"; the word itself where none is.

    >>> label_meant("1", [0.0, 1.0]), label_meant("true", [False, True]), label_meant("cat", [1])
    (1.0, True, 'cat')
    """
    if not isinstance(word, str):
        return word
    number, every = as_number(word), dict.fromkeys(labels)
    for same in (
        lambda label: str(label) == word,
        lambda label: number is not None and label == number,
        lambda label: isinstance(label, bool) and str(label).casefold() == word.casefold(),
    ):
        for label in every:
            if same(label):
                return label
    return word


def with_columns(problem: InputError, source: str, *, two: bool, **columns: str | None) -> InputError:
    """An error about an item, with the names of the columns truth, a and b and the way rows are counted."""
    if not problem.role or problem.source:
        return problem
    if problem.column:  # it is called by its own name
        return problem.worded(f"{problem} ({source})")
    usual = {"truth": "truth", "a": "prediction" if two else "a", "b": "prediction" if two else "b"}
    named = ", ".join(f"{role} is column {columns[role] or usual[role]!r}" for role in usual)
    return problem.worded(f"{problem} ({source}: {named}; position 0 is the first row of data)")
