"""Comparison by tables that were read: predictions, or scores that items have already."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from bakeoff.compare.item_scores import described, item_material
from bakeoff.compare.predictions import column_material, tally_material
from bakeoff.core.exceptions import InputError
from bakeoff.core.metric import Metric
from bakeoff.core.predictions import Predictions
from bakeoff.core.tally import Tally
from bakeoff.core.verdict import Verdict
from bakeoff.judge.material import Material, judge
from bakeoff.judge.numbers import number_column
from bakeoff.judge.tallied import no_class
from bakeoff.metrics._probabilities import ROUNDING
from bakeoff.read.columns import to_labels
from bakeoff.read.engine.blame import outside_of
from bakeoff.read.engine.duck import DuckEngine
from bakeoff.read.engine.files import files_source
from bakeoff.read.engine.held import table_source
from bakeoff.read.engine.reading import Columns, Others, read_items, read_labels
from bakeoff.read.engine.sources import Source
from bakeoff.read.meant import label_meant, with_columns
from bakeoff.read.table import Table

Path = str | os.PathLike[str]


def compare_sources(
    sources: Sequence[Source], columns: Columns, *, metric: Metric, count: str | None = None, **asked: Any
) -> Verdict:
    """Compare by rows in an engine: their joint counts, or for metrics of scores the rows themselves."""
    models = {"a": columns["a"], "b": columns["b"]}
    others: Others = {
        "truth": columns["truth"],
        "id": columns["id"],
        "cluster": columns["cluster"],
        "by": columns["by"],
    }
    with _named(sources, columns):
        if metric.kind == "labels":
            tally = read_labels(sources, models, count=count, **others).pair("a", "b")
            return judged_tally(tally, columns["by"], metric=metric, **asked)
        if count is not None:
            raise InputError(f"{metric.key} is computed from single rows, not from counts; leave --count out")
        rows = read_items(sources, models, scored=metric.is_given, **others).pair("a", "b")
        if metric.needs == "probabilities":
            _refuse_no_chances(rows, columns, sources)
        return judged_rows(rows, columns["by"], metric=metric, **asked)


@contextmanager
def _named(sources: Sequence[Source], columns: Columns) -> Iterator[None]:
    """Errors about a role say which column it is."""
    try:
        yield
    except InputError as problem:
        source = " and ".join(each.name for each in sources)
        named = {"truth": columns["truth"], "a": columns["a"], "b": columns["b"]}
        raise with_columns(problem, source, **named, two=len(sources) > 1) from None


def _refuse_no_chances(rows: Predictions, columns: Columns, sources: Sequence[Source]) -> None:
    """Refuse probabilities that are none, by their column and row."""
    for at, (role, values) in enumerate((("a", rows.a), ("b", rows.b))):
        outside = (values < -ROUNDING) | (values > 1 + ROUNDING)
        if outside.any():
            source = sources[at % len(sources)]
            usual = "prediction" if len(sources) > 1 else role
            name = (columns["a"] if role == "a" else columns["b"]) or usual
            raise outside_of(source, name, values[outside], "probabilities from 0 to 1")


def compare_read(files: Sequence[Path | Table], columns: Columns, *, metric: Metric, **asked: Any) -> Verdict:
    """Compare by files, or by tables that have been read."""
    engine = DuckEngine()
    try:
        sources = [
            table_source(each, engine) if isinstance(each, Table) else files_source(each, engine=engine)
            for each in files
        ]
        return compare_sources(sources, columns, metric=metric, **asked)
    finally:
        engine.close()


def judged_tally(tally: Tally, by: str | None, *, metric: Metric, positive: Any, **asked: Any) -> Verdict:
    """The verdict on joint counts; ``positive`` may be the word for a class."""
    material = tally_material(tally, metric, positive=label_meant(positive, tally.labels))
    return judge(material, metric=metric, by=by or "", **asked)


def judged_rows(read: Predictions, by: str | None, *, metric: Metric, positive: Any, **asked: Any) -> Verdict:
    """The verdict on rows of scores."""
    if read.truth is None:
        return _judged_scores(read, by, metric=metric, positive=positive, **asked)
    slices = None
    if read.slices is not None:
        codes, names = to_labels(by=read.slices)
        slices = codes["by"], tuple(map(str, names))
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
