"""The ``cv_results_`` of a search by scikit-learn, as JSON or as a table.

There is a row for each candidate, with ``params``, ``param_*``, and ``split0_test_score`` (or
``split0_test_NAME``) and so on; train scores, means and ranks are not looked at.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.panel import FoldPanel
from bakeoff.core.pick import Pick
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.fold_scores import as_meant, metric_said, numbers, scorer_key
from bakeoff.read.importers._record import (
    Found,
    Glimpse,
    Importer,
    found_folds,
    metric_meant,
    only_one,
)
from bakeoff.read.json_values import JsonValues, unpacked
from bakeoff.read.table import Table, table_of
from bakeoff.read.values import plain, shown

SPLIT = re.compile(r"split(\d+)_test_(.+)")
FEW = 10  # candidates in a message
_LOOSE = str.maketrans({":": "=", **dict.fromkeys("{}'\" ", "")})


def recognises(glimpse: Glimpse) -> bool:
    """Whether it holds the table of a search."""
    if glimpse.first:
        return is_cv_results(glimpse.first)
    return is_cv_results(glimpse.columns) and bool(glimpse.table.rows)


def is_cv_results(names: Iterable[str]) -> bool:
    """Whether columns are those of ``cv_results_``."""
    return any(SPLIT.fullmatch(str(name)) for name in names)


def found_candidates(table: Table, wanted: Wanted) -> Found:
    """The scores of the candidates in a table."""
    scorers = list(dict.fromkeys(match[2] for name in table.names if (match := SPLIT.fullmatch(name))))
    metric, notes = metric_meant(scorers, wanted.measure)
    panel = candidates_panel(table, wanted.pick, metric)
    pairs = table.rows * (table.rows - 1) // 2
    told = (
        f"the table holds {table.rows} candidates: if you chose these two by looking at it, give --tried "
        f"{pairs}, the number of pairs"
    )
    return found_folds(panel, metric, scorers, (*notes, *((told,) if table.rows > 2 else ())))


def _table(glimpse: Glimpse) -> Table:
    """The candidates as a table: written as columns, as a list of rows, or one row a line."""
    if glimpse.head[:1] == b"[":
        with unpacked(glimpse.path, glimpse.called, expected="a table") as stream:
            rows = [each for each in JsonValues(stream, glimpse.called).rows() if isinstance(each, dict)]
        return table_of({name: [row.get(name) for row in rows] for name in glimpse.first}, glimpse.called)
    split = [each for name, each in glimpse.first.items() if name.startswith("split")]
    if not any(isinstance(each, list | dict) for each in split):
        return glimpse.table
    columns = {
        name: list(each.values()) if isinstance(each, dict) else each for name, each in glimpse.first.items()
    }
    return table_of(columns, glimpse.called)


def candidates_panel(table: Table, pick: Pick, metric: str | None) -> FoldPanel:
    """The rows of candidates as scores by split."""
    labels = [_label(table, row) for row in range(table.rows)]
    shared = Counter(map(plain, labels))
    names = [
        plain(label) if shared[plain(label)] == 1 else f"candidate {row}" for row, label in enumerate(labels)
    ]
    listed = "; ".join(f"{row}: {shown(label)}" for row, label in enumerate(labels[:FEW]))
    listed += "; ..." if len(labels) > FEW else ""

    def meant(name: str) -> str:
        return names[_row(name, labels, table.source, listed)]

    picked = pick(names, source=table.source, noun="candidate", meant=meant, also=" (a row number will do)")
    rows = [names.index(name) for name in picked]
    columns: dict[str, dict[int, str]] = {}
    for name in table.names:
        match = SPLIT.fullmatch(name)
        if match is not None:
            columns.setdefault(f"test_{match[2]}", {})[int(match[1])] = name
    key = scorer_key(list(columns), metric, table.source)
    splits = sorted(columns[key])
    given = np.array([numbers(table, columns[key][split], rows)[rows] for split in splits]).T
    said = metric_said(key)
    scores = as_meant(given, metric or said)[:, None, :]
    return FoldPanel(names=tuple(picked), scores=scores, source=table.source, metric=said)


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


def _row(name: str, labels: Sequence[str], source: str, listed: str) -> int:
    loose = [label.translate(_LOOSE) for label in labels]
    meant = [row for row, label in enumerate(loose) if label == str(name).translate(_LOOSE)]
    if len(meant) == 1:
        return meant[0]
    if str(name).isascii() and str(name).isdigit() and int(str(name)[:9]) < len(labels):
        return int(name)
    count = "several candidates are" if meant else "no candidate is"
    raise InputError(f"{count} called {str(name)!r} in {source}; give a row number: {listed}")


record = Importer(
    key="cv-results",
    title="a cv_results_ table of scikit-learn",
    recognises=recognises,
    read=lambda glimpses, wanted: found_candidates(_table(only_one(glimpses)), wanted),
)
