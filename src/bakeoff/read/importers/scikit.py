"""What scikit-learn's cross-validation leaves behind: ``cross_validate`` dicts and ``cv_results_`` tables.

A dict has ``fit_time``, ``score_time`` and ``test_score`` (or ``test_NAME`` for each scorer), one number for
each split. A table has a row for each candidate, with ``params``, ``param_*``, and ``split0_test_score`` (or
``split0_test_NAME``) and so on; train scores, means and ranks are not looked at.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.metrics import METRICS
from bakeoff.read.fold_scores import (
    ScoreTable,
    as_meant,
    choose,
    is_negated,
    same_folds,
    scorer_key,
    scores_of,
)
from bakeoff.read.importers.directions import direction
from bakeoff.read.importers.found import FoldTables, Wanted, plain
from bakeoff.read.score_grid import numbers
from bakeoff.read.table import Table
from bakeoff.read.values import shown

SPLIT = re.compile(r"split(\d+)_test_(.+)")
FEW = 10  # candidates in a message
USUAL = "accuracy"
_LOOSE = str.maketrans({":": "=", **dict.fromkeys("{}'\" ", "")})


def is_cross_validate(found: object) -> bool:
    """Whether an object is what ``cross_validate`` returned for one learner."""
    if not isinstance(found, Mapping) or not {"fit_time", "score_time"} & found.keys():
        return False
    return any(str(key).startswith("test_") for key in found)


def is_cross_validate_table(names: Sequence[str]) -> bool:
    """Whether columns are those of what ``cross_validate`` returned, written as a table.

    >>> is_cross_validate_table(["", "fit_time", "score_time", "test_auc"])
    True
    """
    return is_cross_validate(dict.fromkeys(names)) and not {"learner", "truth"} & set(names)


def scores_in(table: Table) -> dict[str, Any]:
    """The times and scores of such a table as ``cross_validate`` returned them, gaps and all."""
    return {
        name: table.columns.get(name, table.faulty.get(name))
        for name in table.names
        if name in ("fit_time", "score_time") or name.startswith("test_")
    }


def is_several(found: object) -> bool:
    """Whether an object holds what ``cross_validate`` returned for each of several learners, by name."""
    return (
        isinstance(found, Mapping) and bool(found) and all(is_cross_validate(each) for each in found.values())
    )


def is_cv_results(names: Sequence[str]) -> bool:
    """Whether columns are those of ``cv_results_``."""
    return any(SPLIT.fullmatch(str(name)) for name in names)


def read_cross_validate(learners: Mapping[str, Any], wanted: Wanted, source: str) -> FoldTables:
    """The scores of two learners, as ``cross_validate`` returned them for each."""
    names = _two(list(learners), wanted, source)
    scorers = [str(key).removeprefix("test_") for key in learners[names[0]] if str(key).startswith("test_")]
    metric, notes = metric_meant(scorers, wanted.metric)
    left, right = (scores_of(learners[name], metric, name=f"{name!r} of {source}") for name in names)
    same_folds(left, right)
    if left.scores.shape != right.scores.shape:
        raise InputError(
            f"{names[0]!r} has {left.scores.size} scores and {names[1]!r} {right.scores.size} in {source}; "
            f"expected one of each for every split"
        )
    table = ScoreTable(
        names=(plain(names[0]), plain(names[1])),
        a_scores=np.atleast_2d(left.scores),
        b_scores=np.atleast_2d(right.scores),
        n_train=None if left.n_train is None else np.atleast_2d(left.n_train),
        n_test=None if left.n_test is None else np.atleast_2d(left.n_test),
        source=source,
    )
    return _found(table, metric, scorers, source, notes)


def read_cv_results(table: Table, wanted: Wanted) -> FoldTables:
    """The scores of two candidates of a search."""
    scorers = list(dict.fromkeys(match[2] for name in table.names if (match := SPLIT.fullmatch(name))))
    metric, notes = metric_meant(scorers, wanted.metric)
    scores = cv_scores(table, wanted.a, wanted.b, metric)
    pairs = table.rows * (table.rows - 1) // 2
    told = (
        f"the table holds {table.rows} candidates: if these two were picked by looking at it, say so by "
        f"--tried {pairs}, the number of pairs"
    )
    return _found(scores, metric, scorers, table.source, (*notes, *((told,) if table.rows > 2 else ())))


def cv_scores(table: Table, a: str | int | None, b: str | int | None, metric: str | None) -> ScoreTable:
    """The rows of two candidates as scores by split."""
    labels = [_label(table, row) for row in range(table.rows)]
    rows = _candidates(labels, a, b, table.source)
    columns: dict[str, dict[int, str]] = {}
    for name in table.names:
        match = SPLIT.fullmatch(name)
        if match is not None:
            columns.setdefault(f"test_{match[2]}", {})[int(match[1])] = name
    key = scorer_key(list(columns), metric, table.source)
    splits = sorted(columns[key])
    given = np.array([numbers(table, columns[key][split], rows)[list(rows)] for split in splits]).T
    sides = as_meant(given, metric)
    names = [plain(labels[row]) for row in rows]
    same = names[0] == names[1]
    return ScoreTable(
        names=(f"candidate {rows[0]}", f"candidate {rows[1]}") if same else (names[0], names[1]),
        a_scores=sides[:1],
        b_scores=sides[1:],
        folds=tuple(splits),
        source=table.source,
    )


def metric_meant(scorers: Sequence[str], metric: str | None) -> tuple[str, tuple[str, ...]]:
    """The metric to compare by, ours where scikit-learn's scorer has one of ours; and what was supposed.

    >>> metric_meant(["f1_macro"], None), metric_meant(["r2", "max_error"], "r2")[0]
    (('macro-f1', ()), 'r2')
    """
    if metric is not None:
        return METRICS.key_of(metric) or metric, ()
    if list(scorers) == ["score"]:
        return USUAL, (
            "what test_score measures is not told; it is taken for accuracy, as of a classifier by default: "
            "name another by --metric",
        )
    chosen = scorers[0]
    others = f"compared by {plain(chosen)!r}; there is also {', '.join(map(plain, scorers[1:11]))}"
    return METRICS.key_of(chosen) or chosen, (others,) if len(scorers) > 1 else ()


def learners_in(files: Sequence[tuple[str, Mapping[str, Any]]]) -> dict[str, Any]:
    """All learners by name: those that a file holds by name, or the one that the file is named after."""
    found: dict[str, Any] = {}
    for at, (name, content) in enumerate(files, start=1):
        for key, each in (content if is_several(content) else {name: content}).items():
            label = plain(key)
            found[label if label not in found else f"{label} ({at})"] = each
    return found


def _found(
    table: ScoreTable, metric: str, scorers: Sequence[str], source: str, notes: tuple[str, ...]
) -> FoldTables:
    others = tuple(METRICS.key_of(scorer) or plain(scorer) for scorer in scorers)
    higher, unsure = direction(metric)
    if not higher and is_negated(np.concatenate([table.a_scores, table.b_scores])):
        higher = True
        unsure = (f"{plain(metric)} is never above 0: it was negated by the scorer, and higher is better",)
    return FoldTables(
        tables={"": table},
        metric=metric,
        source=source,
        higher_is_better=higher,
        other_metrics=tuple(each for each in others if each != metric),
        notes=(*notes, *unsure),
    )


def _label(table: Table, row: int) -> str:
    """What a candidate is called: its parameters as one text."""
    given = table.columns.get("params", table.faulty.get("params"))
    if given is not None and len(given) == table.rows and given[row] is not None:
        return _named(given[row])
    named = [name for name in table.names if name.startswith("param_")]
    values = [table.columns.get(name, table.faulty.get(name)) for name in named]
    return ", ".join(
        f"{name.removeprefix('param_')}={value[row]}"
        for name, value in zip(named, values, strict=True)
        if value is not None
    )


def _named(params: Any) -> str:
    text = str(params)
    return ", ".join(part.strip() for part in text.strip("{}").replace("'", "").replace(": ", "=").split(","))


def _candidates(
    labels: Sequence[str], a: str | int | None, b: str | int | None, source: str
) -> tuple[int, int]:
    """The rows of the two candidates: as named, or the only two."""
    listed = "; ".join(f"{row}: {shown(label)}" for row, label in enumerate(labels[:FEW]))
    listed += "; ..." if len(labels) > FEW else ""
    if a is None and b is None and len(labels) == 2:
        return 0, 1
    if a is None or b is None:
        raise InputError(
            f"{source} holds {len(labels)} candidate(s); name two of them as a and b, by row number or "
            f"parameters: {listed}"
        )
    rows = (_row(a, labels, source, listed), _row(b, labels, source, listed))
    if rows[0] == rows[1]:
        raise InputError(f"a and b both name candidate {rows[0]} of {source}; expected two different ones")
    return rows


def _row(name: str | int, labels: Sequence[str], source: str, listed: str) -> int:
    loose = [label.translate(_LOOSE) for label in labels]
    meant = [row for row, label in enumerate(loose) if label == str(name).translate(_LOOSE)]
    if len(meant) == 1:
        return meant[0]
    if str(name).isascii() and str(name).isdigit() and int(str(name)[:9]) < len(labels):
        return int(name)
    count = "several candidates are" if meant else "no candidate is"
    raise InputError(f"{count} called {str(name)!r} in {source}; give a row number: {listed}")


def _two(learners: list[str], wanted: Wanted, source: str) -> tuple[str, str]:
    a, b = (None if name is None else str(name) for name in (wanted.a, wanted.b))
    return choose(learners, a, b, source)
