"""The few different values of a column that an engine has counted, read by the rules for cells."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Ints
from bakeoff.core.panel import LabelPanel
from bakeoff.read.alike import Written, comparable
from bakeoff.read.columns import to_array
from bakeoff.read.engine.grouped import Apart, told_apart
from bakeoff.read.engine.keys import refuse_repeated, unmatched
from bakeoff.read.engine.plan import Plan
from bakeoff.read.engine.sources import Source, find, from_json, gap, quoted
from bakeoff.read.values import MISSING, Column, as_number, missing_positions, parse_cells, shown, stripped

EXAMPLES = 3  # ids in a message


@dataclass(frozen=True, kw_only=True, eq=False)
class Distinct:
    """Different values, and for each row which of them it has."""

    written: Written
    codes: Ints


def distinct(source: Source, name: str, values: Column | Apart, counts: Ints) -> Distinct:
    """Read a column of which each row stands for so many items; none may be missing."""
    different, codes = told_apart(values)
    cells, gaps = cells_of(source, name, different)
    if gaps:
        count = int(counts[np.isin(codes, gaps)].sum())
        raise gap(source, name, cells[gaps[0]], count, int(counts.sum()))
    refuse_change(source, name, cells)
    if source.spelled:
        return Distinct(written=(parse_cells(cells), np.array(cells, dtype=object)), codes=codes)
    given = cells if source.json else different

    def where(at: int) -> str:
        found = find(source, [name], lambda row: row[0] == cells[at])
        return "in some rows" if found is None else str(found[0])

    return Distinct(written=(to_array(given, source.label(name), place=where), None), codes=codes)


def cells_of(source: Source, name: str, different: Column) -> tuple[list[Any], list[int]]:
    """The values as they were written in the files, and which of them are missing."""
    if source.spelled:
        cells = [stripped(value) for value in different.tolist()]
        nul = next((cell for cell in cells if "\0" in cell), None)
        if nul is not None:
            said = f"has a NUL byte in {nul!r}, so it is not text in UTF-8; save the table as CSV in UTF-8"
            raise source.fault(name, said)
        return cells, [at for at, cell in enumerate(cells) if cell in MISSING]
    if source.json:
        read = [None if value is None else from_json(source, value) for value in different.tolist()]
        different = np.fromiter(read, dtype=object, count=len(read))
    return different.tolist(), missing_positions(different).tolist()


FIRST = 10_000  # different values of a file that are looked at


def refuse_change(source: Source, name: str, cells: Iterable[object]) -> None:
    """Refuse a column that is numbers alone in one file and text alone in another.

    ``cells`` are the values in all files; only if they are of both kinds the files are looked at one by one.
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
    return [from_json(part, value) if part.json else stripped(value) for value in there]


def _kinds(cells: Iterable[object]) -> set[str]:
    """Which kinds of values there are; at most two are told."""
    kinds: set[str] = set()
    for cell in cells:
        if cell is None or (isinstance(cell, str) and cell in MISSING):
            continue
        text = isinstance(cell, bool) or (isinstance(cell, str) and as_number(cell) is None)
        kinds.add("text" if text else "numbers")
        if len(kinds) == 2:
            break
    return kinds


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
    """Refuse two sources that say different things about one item."""
    roles = [role, again]
    chosen = ", ".join(map(quoted, roles))
    answer = plan.engine.fetch(
        f'SELECT {chosen}, COUNT(*) AS "n", MIN(CAST("id" AS VARCHAR)) AS "id" FROM {plan.rows(roles)} AS r '
        f"GROUP BY {chosen}",
        wanted=f"comparing {plan.name}",
    )
    counts = answer["n"].astype(np.int64)
    found = [distinct(*plan.columns[each], answer[each], counts) for each in roles]
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
        f"the two disagree on {plan.columns[role][1]!r} for {int(counts[differ].sum())} item(s): id "
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
    """Refuse a class that one of several files knows alone: true of no item, and said by no other model.

    Mostly a slip in writing it, which would count as so many errors.
    """
    true, said = np.unique(panel.truth), [np.unique(codes) for codes in panel.answers]
    for at, source in enumerate(sources):
        others = np.unique(np.concatenate([true, *said[:at], *said[at + 1 :]]))
        lone = np.setdiff1d(said[at], others)
        if len(lone):
            count = int(panel.counts[panel.answers[at] == lone[0]].sum())
            more = f" (and {len(lone) - 1} more such class(es))" if len(lone) > 1 else ""
            known = ", ".join(shown(panel.labels[code]) for code in others[:5])
            two = len(sources) == 2
            raise InputError(
                f"class {shown(panel.labels[lone[0]])} is predicted {count} time(s) in {source} and occurs "
                f"neither in {sources[1 - at] if two else 'the other files'} nor in the truth{more}; "
                f"expected the same classes in {'both' if two else 'all'}, such as {known}: correct the "
                f"label, or put {'both' if two else 'all'} predictions into one file if it is meant",
                source=source,
                value=panel.labels[lone[0]],
            )
