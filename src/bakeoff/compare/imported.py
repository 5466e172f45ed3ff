"""Comparison of what an importer found: scores by item, or by fold of one or several data sets."""

import math
from dataclasses import replace
from functools import partial
from typing import Any

from bakeoff.compare.item_scores import described, item_material
from bakeoff.compare.samples import compare_datasets
from bakeoff.compare.scores import compare_scores
from bakeoff.core.design import in_words
from bakeoff.core.exceptions import InputError
from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import DatasetScores
from bakeoff.core.suggest import unknown_column
from bakeoff.core.verdict import Verdict
from bakeoff.designs.reading import read_design
from bakeoff.judge.material import judge
from bakeoff.judge.slices import with_slices
from bakeoff.methods import METHODS
from bakeoff.metrics import METRICS
from bakeoff.read.fold_scores import ScoreTable
from bakeoff.read.importers.found import FoldTables, Imported, ItemScores

MOST_FOLDS = 10  # in one run, as a rule
DATASETS = ("dataset", "data set")


def compare_imported(
    found: Imported,
    *,
    by: str | None = None,
    method: str = "auto",
    resamples: int = 10_000,
    design: str | None = None,
    test: float | None = None,
    runs: int | None = None,
    **common: Any,
) -> Verdict:
    """The verdict on what `bakeoff.read.importers.recognise` found; its notes are those of the verdict.

    Scores by item are compared as they are, sliced ``by`` one of the columns that came with them. Fold
    scores of one data set are compared by a method for such; of several, the mean scores are compared over
    the data sets, and each data set is a slice. ``design`` is the key of the design that made the folds;
    ``runs`` is how often these were repeated, where the file has them in one row.

    Examples
    --------
    >>> import numpy as np
    >>> found = ItemScores(
    ...     a=np.array([1.0, 0.5, 0.9]), b=np.array([0.5, 0.5, 0.8]), metric="rouge", names=("old", "new"),
    ...     source="logs", ids=np.arange(3),
    ... )
    >>> verdict = compare_imported(found)
    >>> verdict.unit.subject, verdict.names
    ('rouge', ('old', 'new'))
    """
    common.setdefault("names", found.names)
    if runs is not None and runs < 1:
        raise InputError(f"runs is {runs}; expected at least 1")
    if runs is not None and isinstance(found, ItemScores):
        raise InputError(f"runs is {runs}, but there are no folds in {found.source}; leave it out")
    if isinstance(found, ItemScores):
        verdict = _items(found, by, method=method, resamples=resamples, **common)
    else:
        if by is not None and by not in DATASETS:
            raise InputError(
                f"by is {by!r}, but there are fold scores in {found.source}, without such a column"
            )
        tables = {name: _in_runs(table, runs, design) for name, table in found.tables.items()}
        verdict = _folds(replace(found, tables=tables), method, design, test, common)
    return replace(verdict, result=replace(verdict.result, notes=(*verdict.result.notes, *found.notes)))


def _items(found: ItemScores, by: str | None, **asked: Any) -> Verdict:
    if by is not None and by not in found.slices:
        raise unknown_column(by, found.slices, found.source)
    metric = described(METRICS["score" if found.higher_is_better else "loss"], found.a, found.b, found.metric)
    column = None if by is None else found.slices[by]
    material = item_material(found.a, found.b, metric, clusters=found.clusters, by=column)
    return judge(material, metric=metric, by=by or "", **asked)


def _folds(
    found: FoldTables, method: str, design: str | None, test: float | None, common: dict[str, Any]
) -> Verdict:
    metric = METRICS[found.metric] if found.metric in METRICS else _own(found)
    over_sets = method != "auto" and DatasetScores in METHODS[method].kinds

    def one(table: ScoreTable, *, tell: bool = True, **asked: Any) -> Verdict:
        sizes: dict[str, Any] = {"n_train": table.n_train, "n_test": table.n_test}
        made, guessed = read_design(table.a_scores.shape, **sizes, key=design or found.design, test=test)
        key = "auto" if over_sets else method
        verdict = compare_scores(
            table.a_scores, table.b_scores, design=made, metric=metric, method=key, **sizes, **common | asked
        )
        told = f"read as {in_words(made)}; say so if it is another design"
        notes = (*verdict.result.notes, *([told] if guessed and tell else []))
        return replace(verdict, result=replace(verdict.result, notes=notes))

    tables = list(found.tables.values())
    if len(tables) == 1 and not over_sets:
        return one(tables[0])
    a, b = ([float(side.mean()) for side in sides] for sides in zip(*map(_sides, tables), strict=True))
    overall = compare_datasets(a, b, metric=metric, method=method if over_sets else "auto", **common)

    parts = (
        (name, table.a_scores.size, partial(one, table, tell=False, opinions=False))
        for name, table in found.tables.items()
    )
    return with_slices(overall, parts, by="data set", tried=common.get("tried", 1))


def _in_runs(table: ScoreTable, runs: int | None, design: str | None) -> ScoreTable:
    """A row of scores as so many runs of folds, one run after the other.

    So many that hardly anyone has as many folds must be said to be folds: taken for one run, the repetitions
    would pass for evidence.
    """
    rows, scores = table.a_scores.shape
    if runs is None:
        if rows == 1 and scores > MOST_FOLDS and table.n_test is None and design is None:
            raise InputError(
                f"each learner of {table.source} has {scores} scores in one row, and nothing tells how often "
                f"the folds were repeated; say so by --runs (1 if they are {scores} folds of one run)"
            )
        return table
    if rows > 1 or scores % runs or scores // runs < 2:
        raise InputError(
            f"each learner of {table.source} has {rows} x {scores} scores, which are not {runs} runs of "
            f"as many folds; expected runs that divide the number of scores"
        )
    shape = (runs, scores // runs)
    n_train, n_test = (None if n is None else n.reshape(shape) for n in (table.n_train, table.n_test))
    a, b = table.a_scores.reshape(shape), table.b_scores.reshape(shape)
    return replace(table, a_scores=a, b_scores=b, n_train=n_train, n_test=n_test)


def _sides(table: ScoreTable) -> tuple[Any, Any]:
    return table.a_scores, table.b_scores


def _own(found: FoldTables) -> Metric:
    """A metric that is none of ours: its direction and its name are all that is known."""
    record = METRICS["score" if found.higher_is_better else "loss"]
    sides = [side for table in found.tables.values() for side in _sides(table)]
    values = [float(value) for side in sides for value in side.flat]
    inside = found.higher_is_better and min(values) >= 0 and max(values) <= 1
    return replace(
        record, title=found.metric, low=0.0 if inside else -math.inf, high=1.0 if inside else math.inf
    )
