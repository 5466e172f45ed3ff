"""Comparison by tables that were read: predictions, or scores that items have already."""

import os
from collections.abc import Sequence
from typing import Any

from bakeoff.compare.item_scores import described, item_material
from bakeoff.compare.predictions import column_material, label_tally, tally_material
from bakeoff.core.exceptions import InputError
from bakeoff.core.metric import Metric
from bakeoff.core.predictions import Predictions
from bakeoff.core.tally import Tally
from bakeoff.core.verdict import Verdict
from bakeoff.judge.material import Material, judge
from bakeoff.judge.numbers import number_column
from bakeoff.judge.tallied import no_class
from bakeoff.read.columns import to_labels
from bakeoff.read.engine.matching import refuse_lone_classes
from bakeoff.read.engine.reading import Columns
from bakeoff.read.meant import label_meant, with_columns
from bakeoff.read.predictions import read_predictions
from bakeoff.read.table import Table
from bakeoff.read.tables import read_table

Path = str | os.PathLike[str]


def compare_read(files: Sequence[Path | Table], columns: Columns, *, metric: Metric, **asked: Any) -> Verdict:
    """Compare by files or tables small enough to be read row by row: errors say in which line they are."""
    tables = [each if isinstance(each, Table) else read_table(each) for each in files]
    read = read_predictions(*tables, **columns, scored=metric.is_given)
    try:
        sides = tuple(each.source for each in tables)
        return judged_rows(read, columns["by"], metric=metric, sides=sides, **asked)
    except InputError as problem:
        named = {"truth": columns["truth"], "a": columns["a"], "b": columns["b"]}
        raise with_columns(problem, read.source, **named, two=len(tables) > 1) from None


def judged_tally(tally: Tally, by: str | None, *, metric: Metric, positive: Any, **asked: Any) -> Verdict:
    """The verdict on joint counts; ``positive`` may be the word for a class."""
    material = tally_material(tally, metric, positive=label_meant(positive, tally.labels))
    return judge(material, metric=metric, by=by or "", **asked)


def judged_rows(
    read: Predictions,
    by: str | None,
    *,
    metric: Metric,
    positive: Any,
    sides: tuple[str, ...] = (),
    **asked: Any,
) -> Verdict:
    """The verdict on rows; two ``sides`` of which one alone knows a class are refused."""
    if read.truth is None:
        return _judged_scores(read, by, metric=metric, positive=positive, **asked)
    slices = None
    if read.slices is not None:
        codes, names = to_labels(by=read.slices)
        slices = codes["by"], tuple(map(str, names))
    if metric.kind == "labels":
        tally = label_tally(read.truth, read.a, read.b, read.clusters, slices)
        if len(sides) == 2:
            refuse_lone_classes(tally, sides[0], sides[1])
        return judged_tally(tally, by, metric=metric, positive=positive, **asked)
    meant = None if positive is None else label_meant(positive, read.truth.tolist())
    columns = {"truth": read.truth, "a": read.a, "b": read.b, "clusters": read.clusters}
    material: Material = column_material(columns, metric, slices=slices, positive=meant)
    return judge(material, metric=metric, by=by or "", **asked)


def _judged_scores(
    read: Predictions, by: str | None, *, metric: Metric, positive: Any, **asked: Any
) -> Verdict:
    """Scores or losses that the items have already."""
    no_class(positive, metric)
    a, b = number_column(read.a, "a"), number_column(read.b, "b")
    record = described(metric, a, b, "")
    material = item_material(a, b, record, clusters=read.clusters, by=read.slices)
    return judge(material, metric=record, by=by or "", **asked)
