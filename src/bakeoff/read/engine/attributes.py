"""Rows of a file or table that repeat the attributes of others: which columns these are, and how many."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.read.alike import names_items
from bakeoff.read.engine.plan import Plan, Wanted
from bakeoff.read.engine.sources import Source, literal, quoted
from bakeoff.read.values import BLANK, MISSING, Column, stripped

if TYPE_CHECKING:
    from bakeoff.core.copies import Copies

MOST_CELLS = 500_000  # that are examined by default: a second or two
MOST_TEXT = 1 << 27  # bytes of text in them: the same
LONG = 64  # characters of a text, of which parts are compared instead
FEWEST_CLASSES = 3  # from which a column that is mostly right can be distinguished from an attribute
ITEMS, TRUTH, CLUSTER = "i{}", "truth", "cluster"
Columns = Mapping[str, Column]


def copies_in(plan: Plan, wanted: Wanted, *, rows: int) -> "Copies | None":
    """How many rows repeat the attributes of others; None where there are no attributes.

    The attributes are those that are ``wanted``. Where none are named, they are the columns of a file that
    are for nothing else and are not called like numbers or names of items, if there are not too many; they
    are reported if more rows are equal than chance explains. A database is queried for none that is not
    named, because all rows have to leave it.
    """
    named = wanted.attributes
    if named == () or (named is None and (wanted.count is not None or plan.sources[0].origin == "database")):
        return None
    if wanted.count is not None:
        raise InputError(
            f"column {wanted.count!r} gives the number of items for each row, so equal rows are not "
            f"copies; leave out the attributes or the counts"
        )
    found = plan.unused(wanted)
    chosen = found if named is None else {name: _source_of(plan, name) for name in named}
    chosen = {name: at for name, at in chosen.items() if named is not None or not names_items(name)}
    others = {name: at for name, at in found.items() if names_items(name) and name not in chosen}
    if not chosen or (named is None and not _worth_reading(plan, chosen, rows)):
        return None
    others = {name: at for name, at in others.items() if plan.can_read({name: at})}
    return _counted(plan, chosen, others, asked=named is not None)


def _source_of(plan: Plan, name: str) -> Source:
    """The first source with a column, or the error of the first where none has it."""
    source = next((each for each in plan.sources if name in each), plan.sources[0])
    source.column(name)
    return source


def _with(plan: Plan, columns: Mapping[str, Source], role: str) -> tuple[Plan, list[str]]:
    """The plan with further columns, and their roles."""
    roles = {role.format(at): (source, name) for at, (name, source) in enumerate(columns.items())}
    return replace(plan, columns={**plan.columns, **roles}), list(roles)


def _worth_reading(plan: Plan, columns: Mapping[str, Source], rows: int) -> bool:
    """Whether there are few enough cells, and enough rows that are equal in all of them."""
    from bakeoff.read.duplicates import FEWEST, FEWEST_SHARE

    if rows * len(columns) > MOST_CELLS or not plan.can_read(columns):
        return False
    own, roles = _with(plan, columns, "x{}")
    lengths = [
        f"COALESCE(STRLEN(CAST({quoted(role)} AS VARCHAR)), 0)"
        for role, (name, source) in zip(roles, columns.items(), strict=True)
        if source.kinds[name] == "text"
    ]
    answer = plan.engine.fetch(
        f'SELECT COUNT(DISTINCT hash({", ".join(map(quoted, roles))})) AS "n", '
        f'CAST(SUM({" + ".join(["0", *lengths])}) AS DOUBLE) AS "text" FROM {own.rows(roles)} AS r',
        wanted=f"counting equal rows of {plan.name}",
    )
    if answer["text"][0] > MOST_TEXT:
        return False
    return rows - int(answer["n"][0]) >= max(FEWEST, FEWEST_SHARE * rows)


def _counted(
    plan: Plan, chosen: Mapping[str, Source], others: Mapping[str, Source], *, asked: bool
) -> "Copies | None":
    """The attributes, read and compared with each other."""
    from bakeoff.core.copies import Copies
    from bakeoff.read.duplicates import duplicates_of, shared_by_copies

    own, x = _with(plan, chosen, "x{}")
    own, more = _with(own, others, ITEMS)
    roles = [*x, *more, *(role for role in (TRUTH, CLUSTER) if role in plan.columns)]
    short = {role: sql for role in roles if (sql := _in_parts(*own.columns[role])) is not None}
    answer = plan.engine.fetch(
        f"SELECT {', '.join(map(quoted, roles))} FROM {own.rows(roles, short)} AS r",
        wanted=f"reading {plan.name}",
    )
    cells = {role: _cells(own.columns[role][0], answer[role]) for role in roles}
    truth = cells.get(TRUTH, np.zeros(len(cells[x[0]])))
    attributes = {
        name: cells[role]
        for name, role in zip(chosen, x, strict=True)
        if asked or not _predicts(cells[role], truth)
    }
    if not attributes:
        return None
    found = duplicates_of(attributes, truth, cells.get(CLUSTER))
    if not (asked or found.beyond_chance):
        return None
    named = {name: cells[role] for name, role in zip(others, more, strict=True)}
    return Copies(
        attributes=tuple(attributes),
        items=found.rows,
        repeated=found.repeated,
        relabelled=found.relabelled,
        beyond_chance=found.beyond_chance,
        false_alarms=None if CLUSTER in cells else found.false_alarms(),
        shared=shared_by_copies(attributes, named) if found.beyond_chance else "",
    )


def _in_parts(source: Source, name: str) -> str | None:
    """SQL of a text, or of the hashes of its quarters where it is long; None of other columns and databases.

    Texts are equal, and so are their quarters, where these hashes are.
    """
    if source.origin == "database" or source.kinds[name] != "text":
        return None
    text = f"CAST({source.column(name)} AS VARCHAR)"
    text = f"TRIM({text}, {literal(BLANK)})" if source.spelled else text
    ends = [f"LENGTH({text}) * {at} // 4" for at in range(5)]
    parts = (
        f"FORMAT('x{{:015x}}', hash(SUBSTR({text}, {start} + 1, {end} - {start})) >> 4)"
        for start, end in pairwise(ends)
    )
    return f"CASE WHEN LENGTH({text}) > {LONG} THEN CONCAT({', '.join(parts)}) ELSE {text} END"


def _cells(source: Source, values: Column) -> Column:
    """The values of a column, and None for what is missing."""
    if not source.spelled:
        return values
    texts = map(stripped, values.tolist())
    return np.array([None if text in MISSING else text for text in texts], dtype=object)


def _predicts(column: Column, truth: Column) -> bool:
    """Whether a column is right as often as predictions of another model are."""
    if len(set(truth.tolist())) < FEWEST_CLASSES:
        return False
    return 2 * sum(map(_same, column.tolist(), truth.tolist())) >= len(truth)


def _same(one: object, other: object) -> bool:
    return one == other
