"""What scikit-learn's ``cross_validate`` returned, as JSON or as a table.

A dict has ``fit_time``, ``score_time`` and ``test_score`` (or ``test_NAME`` for each scorer), one number for
each split. A file holds the dict of one learner, which is named after it, or those of several by name.
"""

from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.panel import FoldPanel
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.fold_scores import same_folds, scores_of
from bakeoff.read.importers._record import Found, Glimpse, Importer, all_of, found_folds, metric_meant
from bakeoff.read.values import plain

TIMES = ("fit_time", "score_time")


def recognises(glimpse: Glimpse) -> bool:
    """Whether it holds the results of one learner or of several."""
    if glimpse.first:
        return is_cross_validate(glimpse.first) or is_several(glimpse.first)
    return is_cross_validate_table(glimpse.columns) and bool(glimpse.table.rows)


def is_cross_validate(found: object) -> bool:
    """Whether an object is what ``cross_validate`` returned for one learner."""
    if not isinstance(found, Mapping) or not set(TIMES) & found.keys():
        return False
    return any(str(key).startswith("test_") for key in found)


def is_cross_validate_table(names: Sequence[str]) -> bool:
    """Whether columns are those of what ``cross_validate`` returned, written as a table.

    >>> is_cross_validate_table(["", "fit_time", "score_time", "test_auc"])
    True
    """
    return is_cross_validate(dict.fromkeys(names)) and not {"learner", "truth"} & set(names)


def is_several(found: object) -> bool:
    """Whether an object holds what ``cross_validate`` returned for each of several learners, by name."""
    return (
        isinstance(found, Mapping) and bool(found) and all(is_cross_validate(each) for each in found.values())
    )


def read_cross_validate(glimpses: Sequence[Glimpse], wanted: Wanted) -> Found:
    """The scores of learners, as ``cross_validate`` returned them for each."""
    files = [(plain(PurePath(each.called).stem), _content(each)) for each in glimpses]
    return found_learners(learners_in(files), wanted, all_of(glimpses))


def found_learners(learners: Mapping[str, Any], wanted: Wanted, source: str) -> Found:
    """The scores of learners by name."""
    names = wanted.pick(list(learners), source=source)
    scorers = [str(key).removeprefix("test_") for key in learners[names[0]] if str(key).startswith("test_")]
    metric, notes = metric_meant(scorers, wanted.measure)
    first, *others = (scores_of(learners[name], metric, name=f"{name!r} of {source}") for name in names)
    for name, other in zip(names[1:], others, strict=True):
        same_folds(first, other)
        if first.scores.shape != other.scores.shape:
            raise InputError(
                f"{names[0]!r} has {first.scores.size} scores and {name!r} {other.scores.size} in {source}; "
                f"expected one of each for every split"
            )
    panel = FoldPanel(
        names=tuple(plain(name) for name in names),
        scores=np.array([np.atleast_2d(each.scores) for each in (first, *others)]),
        n_train=None if first.n_train is None else np.atleast_2d(first.n_train),
        n_test=None if first.n_test is None else np.atleast_2d(first.n_test),
        splits=first.splits or "",
        source=source,
    )
    return found_folds(panel, metric, scorers, notes)


def _content(glimpse: Glimpse) -> Mapping[str, Any]:
    """What ``cross_validate`` returned; out of a table times and scores, gaps and all."""
    return glimpse.first or {
        name: glimpse.table.columns.get(name, glimpse.table.faulty.get(name))
        for name in glimpse.table.names
        if name in TIMES or name.startswith("test_")
    }


def learners_in(files: Sequence[tuple[str, Mapping[str, Any]]]) -> dict[str, Any]:
    """All learners by name: those that a file holds by name, or the one that the file is named after."""
    found: dict[str, Any] = {}
    for at, (name, content) in enumerate(files, start=1):
        for key, each in (content if is_several(content) else {name: content}).items():
            label = plain(key)
            found[label if label not in found else f"{label} ({at})"] = each
    return found


record = Importer(
    key="cross-validate",
    title="what scikit-learn's cross_validate returned",
    recognises=recognises,
    read=read_cross_validate,
)
