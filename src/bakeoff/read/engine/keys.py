"""Ids of items: read so that those of two sources can be equal, each once, and the same in both."""

import json
import math
from collections.abc import Sequence

from bakeoff.core.exceptions import InputError
from bakeoff.core.missing import COMMON
from bakeoff.core.written import plural
from bakeoff.read.engine.sources import Keys, Source, gap, literal, second_of
from bakeoff.read.values import BLANK, EXACT, MISSING, NUMBER, WHOLE, as_number, shown

SAMPLE = 100_000  # rows in which many repeated ids would show
SHOWN = 4  # examples: one more than a message shows
_NUMBERS = {"BIGINT": "whole", "UBIGINT": "whole", "DOUBLE": "real"}


def keys_of(sources: Sequence[Source], name: str, *, repeated: bool = False) -> Keys:
    """The ids as they can be compared; none may be missing, and those of a single source occur once.

    With ``repeated`` those of the first source may occur more than once, and those of the others may not.
    """
    found = [_kind(source, name) for source in sources]
    kinds = [kind for kind, _ in found]
    if all(kind in ("whole", "real") for kind in kinds):
        wanted = kinds
    else:
        plain = len(set(kinds)) == 1 and (kinds[0] != "mixed" or all(source.json for source in sources))
        wanted = kinds if plain else ["text"] * len(kinds)
    written = tuple(
        _written(source, source.column(name), kind, want)
        for source, kind, want in zip(sources, kinds, wanted, strict=True)
    )
    keys = Keys(name=name, written=written, rows=tuple(rows for _, rows in found), kind=wanted[0])
    for source, key in list(zip(sources, written, strict=True))[repeated:]:
        # Joining two tables with few different ids would take very long; a sample of rows shows them.
        if len(sources) == 1 or _repeats(
            source, f"(SELECT {key} AS id FROM {source.relation} LIMIT {SAMPLE})"
        ):
            refuse_repeated(source, key, name)
    return keys


def refuse_repeated(source: Source, key: str, name: str) -> None:
    """Refuse ids that occur more than once."""
    rows = f'(SELECT {key} AS "id" FROM {source.relation}) AS r'
    again = f'SELECT "id" FROM {rows} GROUP BY "id" HAVING COUNT(*) > 1'
    found = source.engine.fetch(f'{again} ORDER BY "id" LIMIT {SHOWN}', wanted="looking for repeated ids")
    examples = found["id"]
    if len(examples):
        count = source.engine.fetch(f'SELECT COUNT(*) AS "n" FROM ({again}) AS d')["n"]
        first = examples.tolist()[0]
        place = second_of(source, name, lambda cell: _is(source, cell, first))
        where = f" (the first is repeated {place})" if place else ""
        ids = plural(int(count[0]), "id")
        raise InputError(
            f"{source.name} has {ids} more than once: {_few(examples.tolist())}{where}; "
            f"expected each item once: remove repeated rows, or use --metric pass@1 (several answers) or "
            f"--cluster (rows of one group)"
        )


def _few(values: Sequence[object]) -> str:
    return ", ".join(shown(value) for value in values[:3]) + (", ..." if len(values) > 3 else "")


def _is(source: Source, cell: object, value: object) -> bool:
    """Whether a cell is an id that the engine has found, be it as a number or as text."""
    if source.spelled and isinstance(value, int | float):
        return as_number(str(cell)) == value
    return (
        cell == value
        or (source.json and isinstance(value, str) and json.dumps(cell) == value)
        or (isinstance(value, str) and str(cell) == value)
    )


def unmatched(sources: Sequence[Source], keys: Keys) -> InputError:
    """The error where ids are not in all sources: of the first and one that does not have the same."""
    first = (sources[0], keys.written[0])
    for other in zip(sources[1:], keys.written[1:], strict=True):
        parts = [_without_partner(first, other), _without_partner(other, first)]
        if any(count for count, *_ in parts):
            break
    listed = [f"{count} only in {source} ({_few(only)})" for count, only, source in parts if count]
    which = "the two" if len(sources) == 2 else f"{first[0].name} and {other[0].name}"
    return InputError(
        f"{which} do not hold the same ids: {' and '.join(listed)}; expected the same items in both: "
        f"remove or add rows, or {COMMON}"
    )


def refuse_unmatched(sources: Sequence[Source], keys: Keys) -> None:
    """Refuse two sources where one has ids that the other lacks."""
    one, other = zip(sources, keys.written, strict=True)
    if _without_partner(one, other)[0] or _without_partner(other, one)[0]:
        raise unmatched(sources, keys)


def _without_partner(here: tuple[Source, str], there: tuple[Source, str]) -> tuple[int, list[object], str]:
    """How many ids are only here, some of them, and where."""
    x, y = (f'(SELECT {key} AS "id" FROM {source.relation})' for source, key in (here, there))
    alone = f'FROM {x} AS x LEFT JOIN {y} AS y ON x."id" = y."id" WHERE y."id" IS NULL'
    engine, wanted = here[0].engine, "looking for ids without a partner"
    count = engine.fetch(f'SELECT COUNT(*) AS "n" {alone}', wanted=wanted)["n"]
    found = engine.fetch(f'SELECT x."id" AS "id" {alone} ORDER BY x."id" LIMIT {SHOWN}', wanted=wanted)
    return int(count[0]), found["id"].tolist(), here[0].name


def _repeats(source: Source, rows: str) -> bool:
    found = source.engine.fetch(
        f'SELECT COUNT(*) AS "n", COUNT(DISTINCT "id") AS "different" FROM {rows} AS r',
        wanted="looking at the ids",
    )
    return int(found["n"][0]) > int(found["different"][0])


def _kind(source: Source, name: str) -> tuple[str, int]:
    """What kind of ids a source has, and how many; an error where some are missing."""
    column = source.column(name)
    if source.json:
        kind, missing, rows = _json_kind(source, column, name)
    elif source.spelled:
        kind, missing, rows = _spelled_kind(source, column)
    else:
        kind = source.kinds[name]
        counted = f'COUNT(*) AS "n", COUNT({column}) AS "there"'
        counted += f', MIN({column}) AS "least", MAX({column}) AS "most"' if kind == "real" else ""
        found = source.engine.fetch(
            f"SELECT {counted} FROM {source.relation} AS r", wanted="looking at the ids"
        )
        rows = int(found["n"][0])
        missing = rows - int(found["there"][0])
        if kind == "real":
            _refuse_rounded(source, name, *(found[end].tolist()[0] for end in ("least", "most")))
    if missing:
        raise gap(source, name, None, missing, rows)
    return kind, rows


def _refuse_rounded(source: Source, name: str, *ends: object) -> None:
    """Refuse floats too large to distinguish whole numbers: different ids may be equal."""
    large = [end for end in ends if isinstance(end, float) and math.isfinite(end) and abs(end) >= EXACT]
    if large:
        raise source.fault(
            name,
            f"holds {large[0]!r}, a floating-point number that may be one of several ids; expected text or "
            f"whole numbers: convert the ids before they become floating point",
            value=large[0],
        )


def _spelled_kind(source: Source, column: str) -> tuple[str, int, int]:
    """Numbers if every cell is one, whole ones if all are whole."""
    words = ", ".join(literal(word) for word in sorted(MISSING))
    number = f"regexp_full_match(id, {literal(NUMBER.pattern)}) AND isfinite(TRY_CAST(id AS DOUBLE))"
    tests = {
        "missing": f"id IS NULL OR id IN ({words})",
        "text": f"NOT ({number})",
        "real": f"NOT regexp_full_match(id, {literal(WHOLE.pattern)})",
        "long": "TRY_CAST(id AS BIGINT) IS NULL",
        "large": f"ABS(TRY_CAST(id AS DOUBLE)) >= {EXACT}",
    }
    counted = ", ".join(f"COUNT(*) FILTER ({test}) AS {kind}" for kind, test in tests.items())
    found = source.engine.fetch(
        f"SELECT COUNT(*) AS n, {counted} FROM "
        f"(SELECT TRIM({column}, {literal(BLANK)}) AS id FROM {source.relation})",
        wanted="looking at the ids",
    )
    n, missing, text, real, long, large = (int(found[each][0]) for each in ("n", *tests))
    # numbers that a float does not distinguish are compared as they are written
    written = text or (large if real else long)
    return "text" if written else "real" if real else "whole", missing, n


def _json_kind(source: Source, column: str, name: str) -> tuple[str, int, int]:
    found = source.engine.fetch(
        f"SELECT COALESCE(json_type({column}), 'NULL') AS kind, COUNT(*) AS n, "
        f"COUNT(TRY_CAST({column} AS BIGINT)) AS narrow, "
        f"COUNT(*) FILTER (ABS(TRY_CAST({column} AS DOUBLE)) >= {EXACT}) AS large "
        f"FROM {source.relation} GROUP BY kind",
        wanted="looking at the ids",
    )
    counts: dict[str, int] = dict(zip(found["kind"].tolist(), found["n"].tolist(), strict=True))
    rows, missing = sum(counts.values()), counts.pop("NULL", 0)
    if counts.keys() & {"OBJECT", "ARRAY"}:
        raise source.fault(
            name, "holds lists or structures; expected text or a number that identifies each item"
        )
    kinds = {_NUMBERS.get(kind, "text" if kind == "VARCHAR" else "mixed") for kind in counts}
    if "real" in kinds and kinds <= {"whole", "real"}:
        # numbers that a float does not distinguish are compared as they are written
        kinds = {"mixed" if found["large"].any() else "real"}
    if kinds == {"whole"} and int(found["narrow"].sum()) < rows - missing:
        kinds = {"mixed"}  # too long for a number, so compared as they are written
    return kinds.pop() if len(kinds) == 1 else "mixed", missing, rows


def _written(source: Source, column: str, kind: str, wanted: str) -> str:
    """The SQL of ids as they are compared."""
    types = {"whole": "BIGINT", "real": "DOUBLE"}
    if source.spelled:
        column = f"TRIM({column}, {literal(BLANK)})"
        return f"CAST({column} AS {types[wanted]})" if wanted in types else column
    if source.json:
        if wanted == "text":
            return f"TRIM(json_extract_string({column}, '$'), {literal(BLANK)})"
        return f"CAST({column} AS {types[wanted]})" if wanted in types else column
    if kind == "text":
        return f"TRIM({column}, {literal(BLANK)})"
    return f"CAST({column} AS VARCHAR)" if wanted == "text" else column
