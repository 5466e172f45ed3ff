"""Columns that name several rows: copies of an item, several answers to it, or items that belong together."""

import math
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bakeoff.read.alike import names_items, plain_name
from bakeoff.read.engine.column_looks import as_number, looks_at
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
# Columns whose repeated values are those of one person, series or document: the rows belong together.
GROUPS = re.compile(
    r"(.*_)?(user|person|patient|customer|client|participant|respondent|household|member|account|device|author"
    r"|speaker|student|series|unique|session|conversation|document|doc|repo|repository|group|cluster|visitor"
    r"|store|shop|site|hospital|clinic|school|company|sensor|machine|station)"
    r"(_(id|uid|uuid|idx|key|nr|no|number|name))?|subject_(id|uid|idx|key|nr|no|number)|sid"
)
# Columns whose values are data sets or parts of them: ids may start anew in each.
PARTS = re.compile(
    r"task|tasks|dataset|data_set|benchmark|subset|subject|topic|fold|split|part|file|source|shard"
)
BEYOND_CHANCE = 3.0  # standard errors
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

    It is not looked for where attributes are named, or none are wanted.

    >>> bool(ONE_ITEM.fullmatch("question_id")), bool(ONE_ITEM.fullmatch("class_id"))
    (True, False)
    """
    if wanted.attributes is not None or wanted.count is not None:
        return None
    named = {
        name: at
        for name, at in plan.unused(wanted).items()
        if _names_items_or_groups(name) and plan.can_read({name: at})
    }
    named = {name: at for name, at in named.items() if _some_repeated(plan, name, at, rows)}
    found = [each for name, at in named.items() if (each := _rows_of(plan, name, at)) is not None]
    for each in sorted(found, key=lambda rows: -rows.values):
        copies = _copies_of(plan, wanted, each)
        if copies is not None:
            return copies
    return None


def _names_items_or_groups(name: str) -> bool:
    return names_items(name) or GROUPS.fullmatch(plain_name(name)) is not None


def _some_repeated(plan: Plan, name: str, source: Source, rows: int) -> bool:
    """Whether an id occurs twice; of a long file a part of the ids is compared, in all of their rows."""
    own = _with_id(plan, name, source)
    found = plan.engine.fetch(
        f'SELECT COUNT(*) AS "n", COUNT(DISTINCT {_mark(source, "i0")}) AS "k" '
        f"FROM {own.rows(['i0'])} AS r WHERE {_some(source, rows)}",
        wanted=f"looking at the ids of {plan.name}",
    )
    return bool(found["n"][0] > found["k"][0])


def _some(source: Source, rows: int) -> str:
    """SQL of whether there is an id and, of a long file, whether it is among those that are compared."""
    part = ""
    if rows > 2 * MOST_IDS and source.origin == "files":
        part = f' AND hash("i0") % {rows // MOST_IDS} = 0'
    return _there(source, "i0") + part


def _mark(source: Source, *roles: str) -> str:
    """SQL of what is different where values are: of files a hash, which takes less memory."""
    listed = ", ".join(map(quoted, roles))
    return f"hash({listed})" if source.origin == "files" else listed


def _vary(source: Source, role: str) -> str:
    """SQL of whether a group of rows has several values."""
    if source.origin == "database":
        return f"COUNT(DISTINCT {quoted(role)}) > 1"
    mark = _mark(source, role)
    return f"MIN({mark}) <> MAX({mark})"


def _rows_of(plan: Plan, name: str, source: Source) -> Rows | None:
    """How often each value of a column occurs; None where none occurs twice, or within clusters only."""
    own, there = _with_id(plan, name, source), _there(source, "i0")
    roles = [role for role in ("truth", "cluster") if role in plan.columns]
    rows = own.rows(["i0", *roles])
    vary = (f'CASE WHEN {_vary(source, role)} THEN 1 ELSE 0 END AS "{role}"' for role in roles)
    counted = ", ".join(['COUNT(*) AS "n"', *vary])
    each = f"(SELECT {counted} FROM {rows} AS r WHERE {there} GROUP BY {_mark(source, 'i0')})"
    varied = '"truth"' if "truth" in roles else "0"
    apart = '"cluster"' if "cluster" in roles else "1"
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
    equal = _are_equal(plan, wanted, ids)
    answers = not equal and _one_item(ids)
    if not equal and not answers and not _belong_together(plan, wanted, ids):
        return None
    return Copies(
        attributes=(ids.name,),
        items=n,
        repeated=more,
        relabelled=0,
        beyond_chance=True,
        false_alarms=counted.false_alarms() if equal and "cluster" not in plan.columns else None,
        shared=ids.name,
        answers=ids.fewest if answers else None,
        together=not equal and not answers,
    )


def _one_item(ids: Rows) -> bool:
    """Whether rows with one id are answers to one item: by the name, and by the truth where it is known."""
    called = ONE_ITEM.fullmatch(plain_name(ids.name)) is not None
    same = ids.repeated - ids.varied >= SAME_TRUTH * ids.repeated
    return called and ids.values >= FEWEST_ITEMS and same


def _belong_together(plan: Plan, wanted: Wanted, ids: Rows) -> bool:
    """Whether rows with one id are different items that may belong together, such as visits of a patient.

    Ids of items may also start anew in each part of a file. These are not the same items: the parts may have
    a column, or the ids count from 0 or 1 and nothing is more alike within an id than elsewhere.
    """
    if ids.values < FEWEST_ITEMS:
        return False
    source = plan.unused(wanted)[ids.name]
    if GROUPS.fullmatch(plain_name(ids.name)):
        return True
    if not ONE_ITEM.fullmatch(plain_name(ids.name)) or _unique_in_parts(plan, wanted, ids.name, source):
        return False
    return not _counts_anew(plan, ids, source) or _alike_within(plan, ids.name, source)


def _unique_in_parts(plan: Plan, wanted: Wanted, name: str, source: Source) -> bool:
    """Whether no id occurs twice in a part of the rows, as another column names parts."""
    others = {other: at for other, at in plan.unused(wanted).items() if at is source}
    others |= {other: at for role, (at, other) in plan.columns.items() if role == "by" and at is source}
    for other in others:
        if other == name or not PARTS.fullmatch(plain_name(other)):
            continue
        own, part = source.column(name), source.column(other)
        found = plan.engine.fetch(
            f'SELECT {own} AS "i", COUNT(*) AS "n" FROM {source.relation} AS r WHERE {own} IS NOT NULL '
            f"GROUP BY {own}, {part} HAVING COUNT(*) > 1 LIMIT 1",
            wanted=f"looking at the ids of {plan.name}",
        )
        if not len(found["n"]):
            return True
    return False


def _counts_anew(plan: Plan, ids: Rows, source: Source) -> bool:
    """Whether ids are all whole numbers from 0 or 1 to their number, as rows of each part are counted."""
    look = looks_at(source, [ids.name], scored=True).get(ids.name)
    return (
        look is not None and look.is_whole and look.low in (0, 1) and look.high - look.low + 1 == ids.values
    )


def _alike_within(plan: Plan, name: str, source: Source) -> bool:
    """Whether truth or answers are more alike in rows with one id than in others, beyond chance.

    Of pairs of rows with one id, products of deviations from the mean have mean 0 if rows are independent.
    """
    own = _with_id(plan, name, source)
    roles = [role for role in ("truth", *plan.models) if role in plan.columns]
    rows, there = own.rows(["i0", *roles]), _there(source, "i0")
    values = [as_number(*plan.columns[role], quoted(role)) for role in roles]
    if "truth" in roles:
        values += [f'CASE WHEN "truth" = {quoted(model)} THEN 1.0 ELSE 0.0 END' for model in plan.models]
    return any(
        _correlated(plan, f'(SELECT "i0", {value} AS "y" FROM {rows} AS r WHERE {there})') for value in values
    )


def _correlated(plan: Plan, rows: str) -> bool:
    """Whether values y are correlated within ids i0."""
    each = (
        f'(SELECT SUM("y") AS "s", SUM("y" * "y") AS "q", COUNT("y") AS "n" FROM {rows} AS v '
        f'WHERE "y" IS NOT NULL GROUP BY "i0")'
    )
    sums = {"s": '"s"', "q": '"q"', "n": '"n"', "ss": '"s" * "s"', "sn": '"s" * "n"', "nn": '"n" * "n"'}
    chosen = ", ".join(f'SUM(CAST({sql} AS DOUBLE)) AS "{key}"' for key, sql in sums.items())
    answer = plan.engine.fetch(
        f"SELECT {chosen} FROM {each} AS e", wanted=f"looking at the ids of {plan.name}"
    )
    s, q, n, ss, sn, nn = (float(answer[key][0] or 0.0) for key in sums)
    if n < 2 or nn <= n:
        return False
    mean = s / n
    spread = q - n * mean**2
    products = ss - 2 * mean * sn + mean**2 * nn - spread
    return spread > 0 and products > BEYOND_CHANCE * math.sqrt(2 * (nn - n)) * spread / n


def _are_equal(plan: Plan, wanted: Wanted, ids: Rows) -> bool:
    """Whether rows with one id are equal in all columns; others than the judged ones are read only then."""
    unused = plan.unused(wanted)
    source = unused.pop(ids.name)
    own = _with_id(plan, ids.name, source)
    if not _as_many_as_ids(own, source, ids.rows):
        return False
    others = {f"x{at}": (home, other) for at, (other, home) in enumerate(unused.items())}
    whole = replace(own, columns={**own.columns, **others})
    return plan.can_read(unused) and (not others or _as_many_as_ids(whole, source, ids.rows))


def _as_many_as_ids(plan: Plan, source: Source, rows: int) -> bool:
    """Whether there are no more different rows than ids; of a long file among a part of the ids."""
    roles = list(plan.columns)
    n, ids = (
        f"SELECT COUNT(*) FROM (SELECT DISTINCT {_mark(source, *some)} FROM {plan.rows(roles)} AS r "
        f"WHERE {_some(source, rows)}) AS d"
        for some in (roles, ["i0"])
    )
    found = plan.engine.fetch(
        f'SELECT ({n}) AS "n", ({ids}) AS "ids"', wanted=f"counting equal rows of {plan.name}"
    )
    return bool(found["n"][0] == found["ids"][0])
