"""The fingerprint of the items of tables in an engine: DuckDB adds up the hashes itself."""

from collections.abc import Sequence

import numpy as np

from bakeoff.core.looks import TestItems
from bakeoff.read.engine.distinct import distinct
from bakeoff.read.engine.duck import DuckEngine
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.engine.sources import Source, literal, quoted
from bakeoff.read.item_marks import Sums, added, count_ids, items_of, text_of
from bakeoff.read.values import BLANK, Column

# Columns that name items unless one is given, the likeliest first.
NAMES = ("id", "item_id", "item", "uid", "uuid", "question_id", "example_id", "sample_id", "doc_id")
MOST_LABELS = 10_000  # more different truths are numbers, and ids do without them


def items_in(sources: Sequence[Source], wanted: Wanted, truth_source: Source | None = None) -> TestItems:
    """The items that tables are about, by their ids where they have some and by their labels otherwise."""
    every = [*([] if truth_source is None else [truth_source]), *sources]
    true = wanted.truth or "truth"
    home = next((each for each in every if true in each), every[0])
    truth = true if true in home else None
    name = wanted.id if wanted.id in home else next((each for each in NAMES if _usable(home, each)), None)
    if name is None or wanted.count is not None:
        return _by_labels(home, truth, wanted.count)
    if truth is not None and _different(home, truth) > MOST_LABELS:
        truth = None
    sums: dict[str, Sums] = {}
    if not isinstance(home.engine, DuckEngine):
        chosen = f"{home.column(name)} AS {quoted('id')}"
        chosen += "" if truth is None else f", {home.column(truth)} AS {quoted('t')}"
        for rows in home.engine.batches(f"SELECT {chosen} FROM {home.relation}", wanted="reading the ids"):
            count_ids(sums, ((row[0], row[1] if truth is not None else None) for row in rows))
    else:
        _add_in_duck(sums, home, name, truth)
    return items_of(sums, by_ids=True)


def _usable(home: Source, name: str) -> bool:
    return name in home and name not in home.faults and home.kinds[name] != "other"


def _different(home: Source, truth: str) -> int:
    found = home.engine.fetch(
        f'SELECT COUNT(*) AS "n" FROM (SELECT DISTINCT {home.column(truth)} AS "v" FROM {home.relation} '
        f"LIMIT {MOST_LABELS + 1}) AS d",
        wanted="counting the labels",
    )
    return int(found["n"][0])


def _add_in_duck(known: dict[str, Sums], home: Source, name: str, truth: str | None) -> None:
    text = _text(home, name)
    grouped = "NULL" if truth is None else home.column(truth)
    # the halves of one hash: DuckDB takes much longer to compute each separately
    halves = f"(x & {2**64 - 1}::UHUGEINT)", "(x >> 64)"
    sums = ", ".join(
        f"CAST(SUM({half}::HUGEINT) % {2**64} AS VARCHAR) AS {name}"
        for name, half in zip(("upper", "lower"), halves, strict=True)
    )
    found = home.engine.fetch(
        f"SELECT t, COUNT(*) AS n, {sums} "
        f"FROM (SELECT {grouped} AS t, md5_number({text}) AS x FROM {home.relation}) GROUP BY t",
        wanted="reading the ids",
    )
    counts = found["n"].astype(np.int64)
    labels = [""] * len(counts) if truth is None else _labels(home, truth, found["t"], counts)
    for label, *each in zip(labels, counts.tolist(), found["upper"], found["lower"], strict=True):
        added(known, label, (int(each[0]), int(each[1]), int(each[2])))


def _text(home: Source, name: str) -> str:
    """SQL of an id as `text_of` has it."""
    column, kind = home.column(name), home.kinds[name]
    if home.spelled:
        return rf"regexp_replace(TRIM({column}, {literal(BLANK)}), '^(-?\d+)\.0+$', '\1')"
    if home.json:
        plain = f"TRIM(json_extract_string({column}, '$'), {literal(BLANK)})"
        return f"CASE json_type({column}) WHEN 'DOUBLE' THEN {_real(plain)} ELSE {plain} END"
    if kind == "real":
        return _real(column)
    text = f"CAST({column} AS VARCHAR)"
    text = f"TRIM({text}, {literal(BLANK)})" if kind == "text" else text
    return f"regexp_replace({text}, ' 00:00:00$', '')" if kind == "date" else text


def _real(column: str) -> str:
    number = f"CAST({column} AS DOUBLE)"
    return (
        f"CASE WHEN {number} = TRUNC({number}) AND ABS({number}) < 1e15 "
        f"THEN CAST(CAST({number} AS BIGINT) AS VARCHAR) ELSE CAST({number} AS VARCHAR) END"
    )


def _labels(home: Source, truth: str, values: Column, counts: Column) -> list[str]:
    """The truth of each row, read by the rules for cells, as text."""
    read = distinct(home, truth, values, counts, names=False)
    texts = [f"={text_of(value)}" for value in read.written[0].tolist()]
    return [texts[code] for code in read.codes.tolist()]


def _by_labels(home: Source, truth: str | None, count: str | None) -> TestItems:
    """How many items there are of each label; without any, how many there are."""
    sums: dict[str, Sums] = {}
    if truth is None:
        added(sums, "", (home.rows(), 0, 0))
        return items_of(sums, by_ids=False)
    times = "1" if count is None else f"CAST({home.column(count)} AS BIGINT)"
    found = home.engine.fetch(
        f'SELECT "t", COUNT(*) AS "rows", CAST(SUM("k") AS BIGINT) AS "n" '
        f'FROM (SELECT {home.column(truth)} AS "t", {times} AS "k" FROM {home.relation}) AS r GROUP BY "t"',
        wanted="counting the labels",
    )
    labels = _labels(home, truth, found["t"], found["rows"].astype(np.int64))
    for label, n in zip(labels, found["n"].tolist(), strict=True):
        if n:
            added(sums, label, (int(n), 0, 0))
    return items_of(sums, by_ids=False)
