"""The answer to a GROUP BY with text as codes: of many rows, a string for each cell would take most room."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from bakeoff.read.engine.duck import DuckEngine, Engine
from bakeoff.read.engine.sources import literal, quoted
from bakeoff.read.values import Column

FEW = 3  # columns, of which a string for each cell is quicker
MOST = 200  # distinct texts that are coded


class Apart(NamedTuple):
    """The different values of a column, in an order of their own, and which of them each row has."""

    different: Column
    codes: Column


def told_apart(values: Column | Apart) -> Apart:
    """A column as its different values.

    JSON may have 1, 1.0 and true in one column, of which the first gives the class its name.
    """
    if isinstance(values, Apart):
        return values
    if values.dtype.kind != "O":
        numbers, places = np.unique(values, return_inverse=True)
        return Apart(numbers, places.astype(np.int64).reshape(-1))
    listed = values.tolist()
    different = _in_order(set(listed))
    at = {value: place for place, value in enumerate(different.tolist())}
    return Apart(different, np.fromiter(map(at.__getitem__, listed), dtype=np.int64, count=len(listed)))


def _in_order(different: set[object]) -> Column:
    return np.fromiter(sorted(different, key=str), dtype=object, count=len(different))


def grouped(
    engine: Engine, query: str, names: Sequence[str], *, wanted: str = ""
) -> Mapping[str, Column | Apart]:
    """The answer to a query; those of the named columns that are text may come told apart."""
    if not isinstance(engine, DuckEngine) or len(names) <= FEW:
        return engine.fetch(query, wanted=wanted)
    with engine.table(query, wanted=wanted) as table:
        found = engine.fetch(f'SELECT column_name AS "c", column_type AS "t" FROM (DESCRIBE {table})')
        kinds = dict(zip(found["c"].tolist(), found["t"].tolist(), strict=True))
        short = _texts(engine, table, [name for name in names if kinds[name] == "VARCHAR"])
        chosen = [_code(name, short[name]) if name in short else quoted(name) for name in kinds]
        answer = engine.fetch(f"SELECT {', '.join(chosen)} FROM {table}", wanted=wanted)
    return {**answer, **{name: _apart(texts, answer[name]) for name, texts in short.items()}}


def _texts(engine: DuckEngine, table: str, names: Sequence[str]) -> dict[str, Column]:
    """The different texts of the columns that have few, and none that SQL cannot spell."""
    if not names:
        return {}
    queries = (
        f'(SELECT DISTINCT {at} AS "at", {name} AS "text" FROM {table} WHERE {name} IS NOT NULL '
        f"LIMIT {MOST + 1})"
        for at, name in enumerate(map(quoted, names))
    )
    found = engine.fetch(" UNION ALL ".join(queries))
    texts: dict[str, set[object]] = {name: set() for name in names}
    for at, text in zip(found["at"].tolist(), found["text"].tolist(), strict=True):
        texts[names[at]].add(text)
    return {
        name: _in_order(own)
        for name, own in texts.items()
        if len(own) <= MOST and not any("\0" in str(each) for each in own)
    }


def _code(name: str, texts: Column) -> str:
    """SQL of the place of a text, and of one more for a gap."""
    cases = " ".join(f"WHEN {literal(text)} THEN {at}" for at, text in enumerate(texts))
    found = f"CASE {quoted(name)} {cases} ELSE {len(texts)} END" if cases else "0"
    return f"CAST({found} AS UTINYINT) AS {quoted(name)}"


def _apart(texts: Column, codes: Column) -> Apart:
    gaps = bool(np.any(codes == len(texts)))
    return Apart(np.append(texts, [None]) if gaps else texts, codes)
