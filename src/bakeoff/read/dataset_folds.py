"""Tidy fold scores of learners on several data sets."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from bakeoff.core.exceptions import InputError, unknown_name
from bakeoff.core.outcomes import Floats
from bakeoff.read.fold_scores import grid_of, numbers
from bakeoff.read.table import Table

TIDY = frozenset(("learner", "fold", "score"))


def is_tidy(names: Collection[str]) -> bool:
    """Whether a table has a row for each learner and fold, instead of a column for each learner."""
    return TIDY.issubset(names)


def by_data_set(table: Table, naming: str, models: Sequence[str] = ()) -> Mapping[str, Mapping[str, Floats]]:
    """For each learner and data set its scores (runs, folds); all learners, or those chosen.

    >>> from bakeoff.read.table import table_of
    >>> columns = {"data": ["iris"] * 4, "learner": ["nb", "nb", "c45", "c45"], "fold": [1, 2, 2, 1]}
    >>> found = by_data_set(table_of({**columns, "score": [0.9, 0.8, 0.6, 0.7]}, "the table"), "data")
    >>> {learner: {data: own.tolist() for data, own in each.items()} for learner, each in found.items()}
    {'nb': {'iris': [[0.9, 0.8]]}, 'c45': {'iris': [[0.7, 0.6]]}}
    """
    learners, data = ([str(cell) for cell in table.column(name).tolist()] for name in ("learner", naming))
    for name in models:
        if name not in learners:
            raise unknown_name(f"learner in {table.source}", name, dict.fromkeys(learners))
    wanted = tuple(models) or tuple(dict.fromkeys(learners))
    rows: dict[str, dict[str, list[int]]] = {
        each: {name: [] for name in wanted} for each in dict.fromkeys(data)
    }
    for row, (learner, where) in enumerate(zip(learners, data, strict=True)):
        if learner in rows[where]:
            rows[where][learner].append(row)
    scores = numbers(table, "score", [row for own in rows.values() for each in own.values() for row in each])
    found: dict[str, dict[str, Floats]] = {name: {} for name in wanted}
    for where, own in rows.items():
        lacking = next((name for name, each in own.items() if not each), None)
        if lacking is not None:
            raise InputError(
                f"{table.source} has no score of {lacking} for data set {where!r}; expected scores of every "
                f"learner for each data set"
            )
        part = grid_of(replace(table, source=f"data set {where!r} of {table.source}"), own).pick(scores)
        for name, each in zip(wanted, part, strict=True):
            found[name][where] = each
    return found
