"""Columns that are called like ids and name several rows: copies of an item, or several answers to one."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bakeoff.read.alike import names_items, plain_name
from bakeoff.read.engine.plan import Plan, Wanted
from bakeoff.read.engine.sources import Source, literal, quoted
from bakeoff.read.values import BLANK, MISSING

if TYPE_CHECKING:
    from bakeoff.core.copies import Copies

# Columns whose repeated values are answers to one item; those of others may be groups, such as user_id.
ONE_ITEM = re.compile(
    r"(id|uid|uuid|guid|idx|index|item|question|example)"
    r"|(.*_)?(item|question|example|sample|doc|document|prompt|problem|query|task|instance)"
    r"_(id|uid|uuid|idx|index|key|nr|no|number)"
)
FEWEST_ITEMS = 10  # of fewer values, a column may count the answers to each question
MOST_IDS = 200_000  # ids that are compared at first: those of a long file would take much memory
SAME_TRUTH = 0.9  # share of repeated ids with one truth: of less, different items have one id


@dataclass(frozen=True, kw_only=True)
class Rows:
    """How the values of a column are distributed over rows.

    ``repeated`` values occur several times, ``varied`` of these with different truths; there are ``pairs``
    of rows with one value, and each value occurs ``fewest`` times or more.
    """

    name: str
    rows: int
    values: int
    repeated: int
    varied: int
    pairs: float
    fewest: int


def repeated_ids(plan: Plan, wanted: Wanted, *, rows: int) -> "Copies | None":
    """Rows that have one id, in a column that has no role; None where each has its own.

    It is not looked for where attributes are named, or none are wanted, nor in a database, which is asked for
    nothing but the counts.

    >>> bool(ONE_ITEM.fullmatch("question_id")), bool(ONE_ITEM.fullmatch("class_id"))
    (True, False)
    """
    if wanted.attributes is not None or wanted.count is not None or plan.sources[0].origin == "database":
        return None
    named = {name: at for name, at in plan.unused(wanted).items() if names_items(name)}
    named = {name: at for name, at in named.items() if _some_repeated(plan, name, at, rows)}
    found = [each for name, at in named.items() if (each := _rows_of(plan, name, at)) is not None]
    for each in sorted(found, key=lambda rows: -rows.values):
        copies = _copies_of(plan, wanted, each)
        if copies is not None:
            return copies
    return None


def _some_repeated(plan: Plan, name: str, source: Source, rows: int) -> bool:
    """Whether an id occurs twice; of a long file a part of the ids is compared, in all of their rows."""
    own, where = _with_id(plan, name, source), _there(source, "i0")
    where += f' AND hash("i0") % {rows // MOST_IDS} = 0' if rows > 2 * MOST_IDS else ""
    found = plan.engine.fetch(
        f'SELECT COUNT("i0") AS "n", COUNT(DISTINCT "i0") AS "k" FROM {own.rows(["i0"])} AS r WHERE {where}',
        wanted=f"looking at the ids of {plan.name}",
    )
    return bool(found["n"][0] > found["k"][0])


def _rows_of(plan: Plan, name: str, source: Source) -> Rows | None:
    """How often each value of a column occurs; None where none occurs twice, or within clusters only."""
    own, there = _with_id(plan, name, source), _there(source, "i0")
    roles = [role for role in ("truth", "cluster") if role in plan.columns]
    rows = own.rows(["i0", *roles])
    counted = ", ".join(['COUNT(*) AS "n"', *(f'COUNT(DISTINCT "{role}") AS "{role}"' for role in roles)])
    each = f'(SELECT {counted} FROM {rows} AS r WHERE {there} GROUP BY "i0")'
    varied = 'CASE WHEN "truth" > 1 THEN 1 ELSE 0 END' if "truth" in roles else "0"
    apart = 'CASE WHEN "cluster" > 1 THEN 1 ELSE 0 END' if "cluster" in roles else "1"
    sums = {
        "rows": '"n"',
        "repeated": 'CASE WHEN "n" > 1 THEN 1 ELSE 0 END',
        "varied": varied,
        "pairs": 'CAST("n" AS DOUBLE) * ("n" - 1) / 2',
        "apart": apart,
    }
    chosen = ", ".join(f'SUM({sql}) AS "{key}"' for key, sql in sums.items())
    answer = plan.engine.fetch(
        f'SELECT {chosen}, COUNT(*) AS "values", MIN("n") AS "fewest" FROM {each} AS e',
        wanted=f"looking at the ids of {plan.name}",
    )
    if not answer["apart"][0]:
        return None
    whole = {key: int(answer[key][0]) for key in ("rows", "values", "repeated", "varied", "fewest")}
    return Rows(name=name, pairs=float(answer["pairs"][0]), **whole)


def _with_id(plan: Plan, name: str, source: Source) -> Plan:
    return replace(plan, columns={**plan.columns, "i0": (source, name)})


def _there(source: Source, role: str) -> str:
    """SQL of whether there is an id."""
    column = quoted(role)
    if not source.spelled:
        return f"{column} IS NOT NULL" + (f" AND {column} <> 'null'" if source.json else "")
    words = ", ".join(literal(word) for word in sorted(MISSING))
    return f"{column} IS NOT NULL AND TRIM({column}, {literal(BLANK)}) NOT IN ({words})"


def _copies_of(plan: Plan, wanted: Wanted, ids: Rows) -> "Copies | None":
    """Rows with one id as copies where they are equal, or else as answers to one item."""
    from bakeoff.core.copies import Copies
    from bakeoff.read.duplicates import Duplicates

    n, more, pairs = ids.rows, ids.rows - ids.values, ids.pairs
    counted = Duplicates(
        rows=n, repeated=more, relabelled=0, pairs=pairs, alike=pairs, by_chance=0.0, evenly=False
    )
    if not counted.beyond_chance:
        return None
    equal = _different_rows(plan, wanted, ids.name) == ids.values
    if not equal and not _one_item(ids):
        return None
    return Copies(
        attributes=(ids.name,),
        items=n,
        repeated=more,
        relabelled=0,
        beyond_chance=True,
        false_alarms=counted.false_alarms() if equal and "cluster" not in plan.columns else None,
        shared=ids.name,
        answers=None if equal else ids.fewest,
    )


def _one_item(ids: Rows) -> bool:
    """Whether rows with one id are answers to one item: by the name, and by the truth where it is known."""
    called = ONE_ITEM.fullmatch(plain_name(ids.name)) is not None
    same = ids.repeated - ids.varied >= SAME_TRUTH * ids.repeated
    return called and ids.values >= FEWEST_ITEMS and same


def _different_rows(plan: Plan, wanted: Wanted, name: str) -> int:
    """How many rows with an id differ in any column."""
    unused = {other: at for other, at in plan.unused(wanted).items() if other != name}
    own = _with_id(plan, name, plan.unused(wanted)[name])
    roles: Sequence[str] = [*own.columns, *(f"x{at}" for at in range(len(unused)))]
    others = {f"x{at}": (source, other) for at, (other, source) in enumerate(unused.items())}
    rows = replace(own, columns={**own.columns, **others}).rows(roles)
    chosen = ", ".join(map(quoted, roles))
    there = _there(own.columns["i0"][0], "i0")
    found = plan.engine.fetch(
        f'SELECT COUNT(*) AS "n" FROM (SELECT DISTINCT {chosen} FROM {rows} AS r WHERE {there}) AS d',
        wanted=f"counting equal rows of {plan.name}",
    )
    return int(found["n"][0])
