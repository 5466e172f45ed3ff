"""What an engine sees of columns: how many numbers, from where to where, and whether a value occurs twice.

Nothing but counts leaves the engine, and none of its queries keeps the values of a column.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bakeoff.read.engine.sources import Source, first_rows, literal, quoted
from bakeoff.read.no_models import FEWEST_NUMBERS, FEWEST_TEXTS, NAMES_OF_LABELS, Look, role_named
from bakeoff.read.values import BLANK, EXACT, MISSING, Column

NUMERIC = ("whole", "real", "boolean")
MOST_DISTINCT = 200_000  # values that are compared at first: those of a long file would take much memory
LARGEST = 1e300


def looks_at(
    source: Source, names: Sequence[str], *, truth: str | None = None, scored: bool = False
) -> dict[str, Look]:
    """What the columns of a source hold; those that cannot be read are not looked at.

    ``truth`` is the column of the truth in the same source, in which the labels of columns with the names of
    items or models are looked for.
    """
    usable = [name for name in names if source.kinds[name] != "other" and name not in source.faults]
    if not usable:
        return {}
    found = _ranges(source, usable)
    rows = max((look.rows for look in found.values()), default=0)
    for name, look in found.items():
        if _may_differ(look, scored=scored):
            found[name] = replace(look, distinct=_all_different(source, name, rows))
    known = [name for name in usable if not scored and name != truth and role_named(name) in NAMES_OF_LABELS]
    for name in known if truth is not None and truth in found else ():
        found[name] = replace(found[name], known=_share_in(source, name, str(truth)))
    return found


def _may_differ(look: Look, *, scored: bool) -> bool:
    """Whether the values of a column can all be different whole numbers, or texts among labels."""
    if look.is_whole:
        return look.rows >= FEWEST_NUMBERS and look.high - look.low >= look.numbers - 1
    return not scored and look.is_text and look.rows >= FEWEST_TEXTS


def _ranges(source: Source, names: Sequence[str]) -> dict[str, Look]:
    """The numbers of all columns, in one pass."""
    cells = {name: source.column(name) for name in names}
    inner = ", ".join(
        f"CASE WHEN {_is_filled(source, cells[name])} THEN 1 ELSE 0 END AS {quoted(f't{at}')}, "
        f"{as_number(source, name, cells[name])} AS {quoted(f'v{at}')}"
        for at, name in enumerate(names)
    )
    outer = ", ".join(
        f'SUM("t{at}") AS "rows{at}", COUNT("x{at}") AS "numbers{at}", MIN("x{at}") AS "low{at}", '
        f'MAX("x{at}") AS "high{at}", SUM("x{at}") AS "sum{at}", '
        f'SUM(CASE WHEN ABS("x{at}") <= {EXACT} THEN CASE WHEN CAST(CAST("x{at}" AS BIGINT) AS DOUBLE) '
        f'= "x{at}" THEN 1 ELSE 0 END WHEN "x{at}" IS NOT NULL THEN 1 ELSE 0 END) AS "whole{at}"'
        for at in range(len(names))
    )
    finite = ", ".join(
        f'"t{at}" AS "t{at}", CASE WHEN "t{at}" = 1 AND ABS("v{at}") <= {LARGEST:.0e} '
        f'THEN "v{at}" END AS "x{at}"'
        for at in range(len(names))
    )
    rows = f"(SELECT {finite} FROM (SELECT {inner} FROM {source.relation}) AS c)"
    answer = source.engine.fetch(f"SELECT {outer} FROM {rows} AS r", wanted=f"looking at {source.name}")
    return {name: _look(answer, at) for at, name in enumerate(names)}


def _look(answer: Mapping[str, Column], at: int) -> Look:
    def value(key: str) -> float:
        (one,) = answer[f"{key}{at}"]
        return float(one) if one is not None and one == one else 0.0

    count = int(value("numbers"))
    return Look(
        rows=int(value("rows")),
        numbers=count,
        whole=int(value("whole")),
        low=value("low"),
        high=value("high"),
        middle=value("sum") / count if count else 0.0,
    )


def _is_filled(source: Source, column: str) -> str:
    """SQL of whether something is in a cell; words for missing values, which are rare, are not looked for."""
    empty = "''" if source.spelled else "'null'"
    return f"{column} IS NOT NULL" + (f" AND {column} <> {empty}" if source.spelled or source.json else "")


def _is_there(source: Source, column: str) -> str:
    """SQL of whether a cell has a value."""
    if source.spelled:
        words = ", ".join(literal(word) for word in sorted(MISSING))
        return f"{column} IS NOT NULL AND TRIM({column}, {literal(BLANK)}) NOT IN ({words})"
    return f"{column} IS NOT NULL" + (f" AND {column} <> 'null'" if source.json else "")


def as_number(source: Source, name: str, column: str) -> str:
    """SQL of a cell as a number, null where it is none."""
    kind = source.kinds[name]
    if source.json:
        text = f"TRIM({column}, '\"')"
        return f"CASE {column} WHEN 'true' THEN 1.0 WHEN 'false' THEN 0.0 ELSE TRY_CAST({text} AS DOUBLE) END"
    if source.spelled:
        return f"TRY_CAST(TRIM({column}, {literal(BLANK)}) AS DOUBLE)"
    if kind in NUMERIC:
        return f"CAST({f'CAST({column} AS INTEGER)' if kind == 'boolean' else column} AS DOUBLE)"
    if kind == "text" and source.origin == "files":
        return f"TRY_CAST({column} AS DOUBLE)"
    return "CAST(NULL AS DOUBLE)"


def _all_different(source: Source, name: str, rows: int) -> bool:
    """Whether no value occurs twice; of a long file a part of the values is compared, in all their rows."""
    column = source.column(name)
    where = _is_there(source, '"v"')
    if source.origin == "files" and rows > 2 * MOST_DISTINCT:
        where += f' AND hash("v") % {rows // MOST_DISTINCT} = 0'
    found = source.engine.fetch(
        f'SELECT COUNT("v") AS "n", COUNT(DISTINCT "v") AS "k" FROM (SELECT {column} AS "v" FROM '
        f"{source.relation}) AS r WHERE {where}",
        wanted=f"looking at {source.name}",
    )
    return bool(found["n"][0] == found["k"][0])


def _share_in(source: Source, name: str, truth: str) -> float | None:
    """The share of values of a column that occur in the truth; of a long file those in its first rows."""
    source = first_rows(source, MOST_DISTINCT) or source
    own, true = source.column(name), source.column(truth)
    if source.kinds[name] != source.kinds[truth]:
        own, true = (f"CAST({column} AS VARCHAR)" for column in (own, true))
    found = source.engine.fetch(
        f'SELECT COUNT("v") AS "n", SUM(CASE WHEN "t" IS NOT NULL THEN 1 ELSE 0 END) AS "k" FROM '
        f'(SELECT {own} AS "v" FROM {source.relation}) AS r LEFT JOIN (SELECT {true} AS "t" FROM '
        f'{source.relation} GROUP BY {true}) AS d ON r."v" = d."t" WHERE "v" IS NOT NULL',
        wanted=f"looking at {source.name}",
    )
    return float(found["k"][0]) / float(found["n"][0]) if found["n"][0] else None
