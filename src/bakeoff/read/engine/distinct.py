"""The few different values of a column that an engine has counted, read by the rules for cells.

Text of many rows comes as codes: a string for each cell would take most of the memory.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from bakeoff.core.arrays import Bools
from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Ints
from bakeoff.core.panel import LabelPanel
from bakeoff.core.written import plural
from bakeoff.read.alike import Written, comparable, refuse_spellings
from bakeoff.read.columns import to_array
from bakeoff.read.engine.duck import DuckEngine, Engine
from bakeoff.read.engine.keys import refuse_repeated, unmatched
from bakeoff.read.engine.plan import Plan
from bakeoff.read.engine.sources import Source, find, from_json, gap, literal, quoted, refuse_header
from bakeoff.read.values import (
    MISSING,
    Column,
    as_number,
    has_blanks,
    is_text,
    parse_cells,
    says_missing,
    shown,
    trimmed,
)

EXAMPLES = 3  # ids in a message
FEW = 3  # columns, of which a string for each cell is quicker
MOST = 200  # distinct texts that are coded


class Apart(NamedTuple):
    """The different values of a column, in any order, and which of them each row has."""

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
    """The answer to a query; those of the named columns that are text may come as codes."""
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
    return Apart(np.append(texts, np.array([None])) if gaps else texts, codes)


@dataclass(frozen=True, kw_only=True, eq=False)
class Distinct:
    """Different values, for each row which of them it has, and which were written with blanks around them.

    Rows that ``lacks`` marks have no value; their codes are those of any other.
    """

    written: Written
    codes: Ints
    spaced: Bools
    lacks: Bools | None = None

    def with_blanks(self, counts: Ints) -> int:
        """How many items have a value with blanks around it."""
        there = counts if self.lacks is None else np.where(self.lacks, 0, counts)
        return int(there[self.spaced[self.codes]].sum())


def distinct(
    source: Source,
    name: str,
    values: Column | Apart,
    counts: Ints,
    *,
    names: bool = True,
    answers: bool = False,
    lacking: bool = False,
) -> Distinct:
    """Read a column in which each row stands for a number of items; none may be missing unless ``lacking``.

    Of ``names``, such as labels and clusters, two spellings of one number are refused. For ``answers`` of
    models it can be chosen what missing ones count as.
    """
    different, codes = told_apart(values)
    raw, cells = cells_of(source, name, different)
    gaps = [at for at, cell in enumerate(cells) if says_missing(cell)]
    lacks = np.isin(codes, gaps) if gaps else None
    if gaps and (not lacking or len(gaps) == len(cells)):
        count = int(counts[lacks].sum())
        raise gap(source, name, cells[gaps[0]], count, int(counts.sum()), answers=answers and not lacking)
    if lacks is not None:
        there = ~np.isin(np.arange(len(cells)), gaps)
        places = np.cumsum(there) - 1
        different, codes = different[there], np.where(lacks, 0, places[codes])
        raw, cells = ([each for each, kept in zip(own, there, strict=True) if kept] for own in (raw, cells))
    refuse_change(source, name, cells)
    if names:
        refuse_spellings(cells, source.label(name), column=name)
    spaced = np.fromiter(map(has_blanks, raw), dtype=bool, count=len(raw))
    if source.spelled:
        texts = np.array(cells, dtype=object)
        return Distinct(written=(parse_cells(cells), texts), codes=codes, spaced=spaced, lacks=lacks)
    given = cells if source.json or different.dtype.kind == "O" else different

    def where(at: int) -> str:
        found = find(source, [name], lambda row: row[0] == cells[at])
        return "in some rows" if found is None else str(found[0])

    array = to_array(given, source.label(name), place=where)
    written = (array, array if is_text(array) else None)
    return Distinct(written=written, codes=codes, spaced=spaced, lacks=lacks)


def cells_of(source: Source, name: str, different: Column) -> tuple[list[Any], list[Any]]:
    """The values as they were written in the files, and without the blanks around text."""
    raw = different.tolist()
    if source.json:
        raw = [None if value is None else from_json(source, value) for value in raw]
    cells = [trimmed(value) for value in raw]
    nul = next((cell for cell in cells if isinstance(cell, str) and "\0" in cell and source.spelled), None)
    if nul is not None:
        said = f"has a NUL byte in {nul!r}, so it is not text in UTF-8; save the table as CSV in UTF-8"
        raise source.fault(name, said)
    return raw, cells


FIRST = 10_000  # different values of a file that are examined


def refuse_change(source: Source, name: str, cells: Iterable[object]) -> None:
    """Refuse a column that is numbers alone in one file and text alone in another.

    ``cells`` are the values in all files; the files are examined one by one only if there are both kinds.
    """
    if source.parts is None or len(_kinds(cells)) < 2:
        return
    seen: dict[str, str] = {}
    for part in source.parts():
        found = part.engine.fetch(
            f"SELECT DISTINCT {part.column(name)} AS v FROM {part.relation} LIMIT {FIRST}",
            wanted=f"reading {part.name}",
        )
        kinds = _kinds(_cells(part, found["v"].tolist()))
        if len(kinds) == 1:
            seen.setdefault(kinds.pop(), part.name)
        if len(seen) > 1:
            (one, here), (other, there) = list(seen.items())[:2]
            raise InputError(
                f"column {name!r} of {source.name} holds {one} in {here} and {other} in {there}; "
                f"expected one kind of values in all files: convert them, or compare the files separately"
            )


def _cells(part: Source, values: list[str | None]) -> list[object]:
    there = [value for value in values if value is not None]
    return [trimmed(from_json(part, value) if part.json else value) for value in there]


def _kinds(cells: Iterable[object]) -> set[str]:
    """Which kinds of values there are; at most two are named."""
    kinds: set[str] = set()
    for cell in cells:
        if cell is None or (isinstance(cell, str) and cell in MISSING):
            continue
        text = isinstance(cell, bool) or (isinstance(cell, str) and as_number(cell) is None)
        kinds.add("text" if text else "numbers")
        if len(kinds) == 2:
            break
    return kinds


def refuse_names(plan: Plan, answer: Mapping[str, Column | Apart], counts: Ints) -> None:
    """Refuse rows that hold the names of the columns: files put together with the header of each."""
    names = {role: plan.columns[role][1] for role in ("truth", *plan.models)}
    named = np.ones(len(counts), dtype=bool)
    for role, name in names.items():
        own = answer[role]
        named &= (own.different == name)[own.codes] if isinstance(own, Apart) else own == name
    refuse_header(plan.sources[0], list(names.values()), int(counts[named].sum()))


def rows_in_all(plan: Plan, answer: Mapping[str, Any]) -> dict[str, Any]:
    """The rows whose id is in all sources, once in each."""
    if plan.keys is not None:
        for source, key in zip(plan.sources, plan.keys.written, strict=True):
            refuse_repeated(source, key, plan.keys.name)
    there = answer["side"] == 0
    if not there.any():
        assert plan.keys is not None  # noqa: S101 - rows are joined on ids
        raise unmatched(plan.sources, plan.keys)
    return {name: _rows(each, there) for name, each in answer.items()}


def _rows(values: Column | Apart, there: Bools) -> Column | Apart:
    """Some of the rows; values that none of them has are forgotten."""
    if not isinstance(values, Apart):
        return values[there]
    used, codes = np.unique(values.codes[there], return_inverse=True)
    return Apart(values.different[used], codes.reshape(-1))


def refuse_mismatch(plan: Plan, side: Column, counts: Ints) -> None:
    """Refuse ids that are not in all sources, once in each.

    Where every row has its partners, as many of them as rows of each source mean that no id is repeated.
    """
    keys = plan.keys
    if keys is None or (not side.any() and set(keys.rows) == {int(counts.sum())}):
        return
    for source, key in zip(plan.sources, keys.written, strict=True):
        refuse_repeated(source, key, keys.name)
    raise unmatched(plan.sources, keys)


def agree(one: Distinct, other: Distinct) -> Column:
    """For each row whether both columns say the same."""
    left, right = comparable(one.written, other.written)
    return np.array(left[one.codes] == right[other.codes], dtype=bool)


def refuse_disagreement(plan: Plan, role: str, again: str) -> None:
    """Refuse two sources that disagree about an item."""
    roles = [role, again]
    chosen = ", ".join(map(quoted, roles))
    answer = plan.engine.fetch(
        f'SELECT {chosen}, COUNT(*) AS "n", MIN(CAST("id" AS VARCHAR)) AS "id" FROM {plan.rows(roles)} AS r '
        f"GROUP BY {chosen}",
        wanted=f"comparing {plan.name}",
    )
    counts = answer["n"].astype(np.int64)
    found = [distinct(*plan.columns[each], answer[each], counts, names=False) for each in roles]
    differ = ~agree(*found)
    if not differ.any():
        return
    whole = plan.keys is not None and plan.keys.kind == "whole"
    ids = [int(text) if whole else text for text in answer["id"][differ].tolist()]
    at = min(range(len(ids)), key=ids.__getitem__)
    both = comparable(found[0].written, found[1].written)
    a, b = (shown(values[each.codes[differ][at]]) for each, values in zip(found, both, strict=True))
    first, second = (plan.columns[each][0].name for each in roles)
    raise InputError(
        f"the two disagree on {plan.columns[role][1]!r} for {plural(int(counts[differ].sum()), 'item')}: id "
        f"{shown(ids[at])} has {a} in {first} and {b} in {second}{_also(plan, roles, ids[at])}; expected "
        f"predictions for the same items"
    )


def _also(plan: Plan, roles: Sequence[str], told: object) -> str:
    """Further ids of items about which two sources differ as they are written."""
    one, other = (f"CAST({quoted(each)} AS VARCHAR)" for each in roles)
    found = plan.engine.fetch(
        f'SELECT "id" FROM {plan.rows(roles)} AS r WHERE {one} <> {other} ORDER BY "id" LIMIT {EXAMPLES}',
        wanted=f"comparing {plan.name}",
    )
    more = [shown(each) for each in found["id"].tolist() if str(each) != str(told)][: EXAMPLES - 1]
    return f" (also {', '.join(more)})" if more else ""


def refuse_lone_classes(panel: LabelPanel, sources: Sequence[str]) -> None:
    """Refuse a class that only one of several files has: neither in the truth nor predicted by another model.

    It is mostly a misspelling, which would count as errors.
    """
    true, said = np.unique(panel.truth), [np.unique(codes) for codes in panel.answers]
    for at, source in enumerate(sources):
        others = np.unique(np.concatenate([true, *said[:at], *said[at + 1 :]]))
        lone = np.setdiff1d(said[at], others)
        if len(lone):
            count = int(panel.counts[panel.answers[at] == lone[0]].sum())
            more = f" (and {plural(len(lone) - 1, 'more such class')})" if len(lone) > 1 else ""
            known = ", ".join(shown(panel.labels[code]) for code in others[:5])
            two = len(sources) == 2
            raise InputError(
                f"class {shown(panel.labels[lone[0]])} is predicted {plural(count, 'time')} in {source} and "
                f"occurs neither in {sources[1 - at] if two else 'the other files'} nor in the truth{more}; "
                f"expected the same classes in {'both' if two else 'all'}, such as {known}: correct the "
                f"label, or put {'both' if two else 'all'} predictions into one file if it is meant",
                source=source,
                value=panel.labels[lone[0]],
            )
