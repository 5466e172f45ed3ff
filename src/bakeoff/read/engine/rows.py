"""Rows out of an engine, for metrics of scores: numbers for each item, and no objects."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.predictions import Predictions
from bakeoff.read.cells import NUMBER
from bakeoff.read.columns import missing_value, to_labels
from bakeoff.read.engine.distinct import cells_of, distinct
from bakeoff.read.engine.keys import BLANK
from bakeoff.read.engine.matching import refuse_disagreement, refuse_mismatch
from bakeoff.read.engine.plan import Plan
from bakeoff.read.engine.sources import Source, literal, quoted
from bakeoff.read.values import Column, missing_positions, shown

MOST_CLASSES = 10_000  # different truths; of more, each must be a number
SCORES = ("a", "b")
WORDS = {"text": "text", "date": "dates"}
NUMBERS = ("whole", "real", "boolean")


@dataclass(frozen=True, kw_only=True, eq=False)
class Coded:
    """A column that comes as codes from 1 upwards: the values in that order, their ranks, and SQL of both."""

    values: Column
    ranks: Column
    relation: str


def rows_of(plan: Plan) -> Predictions:
    """The rows of a plan, sorted by their values."""
    roles = [role for role in ("truth", "a", "b", "cluster", "by") if role in plan.columns]
    coded = {role: each for role in roles if role not in SCORES and (each := _coded(plan, role)) is not None}
    numbers = {role: _number(*plan.columns[role]) for role in roles if role not in coded}
    answer = plan.engine.fetch(_query(plan, roles, coded, numbers), wanted=f"reading {plan.name}")
    if not len(answer["a"]):
        raise InputError(f"{plan.name} has no items at all; expected one row for each item")
    if len(plan.sources) > 1:
        refuse_mismatch(plan, answer["side"], np.ones(len(answer["side"]), dtype=np.int64))
    for role in numbers:
        gaps = len(missing_positions(answer[role]))
        if gaps:
            raise _no_number(*plan.columns[role], numbers[role], gaps, len(answer[role]))
    for role in plan.twice:
        refuse_disagreement(plan, role)
    return _sorted(plan, roles, coded, answer)


def _coded(plan: Plan, role: str) -> Coded | None:
    """How the values of a column are coded; None where they come as the numbers that they are."""
    source, name = plan.columns[role]
    if source.kinds[name] in NUMBERS:
        return None
    ranked = (
        f'(SELECT "v", COUNT(*) AS "n", ROW_NUMBER() OVER (ORDER BY "v") AS "code" '
        f'FROM (SELECT {source.column(name)} AS "v" FROM {source.relation}) AS q GROUP BY "v")'
    )
    perhaps_numbers = role == "truth" and (source.spelled or source.json)
    limit = f" LIMIT {MOST_CLASSES + 1}" if perhaps_numbers else ""
    found = plan.engine.fetch(
        f'SELECT "v", "n", "code" FROM {ranked} AS d{limit}', wanted=f"reading {plan.name}"
    )
    if limit and len(found["v"]) > MOST_CLASSES:
        return None
    if not len(found["v"]):
        raise InputError(f"{source.name} has no items at all; expected one row for each item")
    read = distinct(source, name, found["v"], found["n"].astype(np.int64))
    values = read.written[0][read.codes][np.argsort(found["code"])]
    return Coded(values=values, ranks=to_labels(**{role: values})[0][role], relation=ranked)


def _number(source: Source, name: str) -> str:
    """SQL of a column as numbers, null where there is none."""
    column, kind = source.column(name), source.kinds[name]
    if source.spelled:
        text = f"TRIM({column}, {BLANK})"
        pattern = literal(NUMBER.pattern)
        return f"CASE WHEN regexp_full_match({text}, {pattern}) THEN TRY_CAST({text} AS DOUBLE) END"
    if source.json:
        kinds = "('BIGINT', 'UBIGINT', 'DOUBLE')"
        return f"CASE WHEN json_type({column}) IN {kinds} THEN TRY_CAST({column} AS DOUBLE) END"
    if kind not in NUMBERS:
        raise InputError(
            f"column {name!r} of {source.name} holds {WORDS[kind]}; expected numbers: scores or probabilities"
        )
    return f"CAST({f'CAST({column} AS INTEGER)' if kind == 'boolean' else column} AS DOUBLE)"


def _query(plan: Plan, roles: Sequence[str], coded: Mapping[str, Coded], numbers: Mapping[str, str]) -> str:
    chosen, joins = [], []
    # a truth or a cluster that is a number already stays as it is
    computed = {role: sql for role, sql in numbers.items() if role in SCORES or not _typed(plan, role)}
    for role in roles:
        if role in coded:
            known = quoted(f"{role} code")
            chosen.append(f'CAST({known}."code" AS INTEGER) AS {quoted(role)}')
            joins.append(f' LEFT JOIN {coded[role].relation} AS {known} ON r.{quoted(role)} = {known}."v"')
        else:
            chosen.append(f"r.{quoted(role)} AS {quoted(role)}")
    side = ', r."side" AS "side"' if len(plan.sources) > 1 else ""
    return (
        f"SELECT {', '.join(chosen)}{side} FROM {plan.rows(roles, computed)} AS r{''.join(joins)} "
        f'ORDER BY r."a", r."b"'  # the engine sorts better than we do
    )


def _typed(plan: Plan, role: str) -> bool:
    source, _ = plan.columns[role]
    return not (source.spelled or source.json)


def _no_number(source: Source, name: str, sql: str, gaps: int, items: int) -> InputError:
    """The error for a column with gaps, or with something in it that is no number."""
    label = f"column {name!r} of {source.name}"
    if source.spelled or source.json:
        column = source.column(name)
        found = source.engine.fetch(
            f"SELECT DISTINCT {column} AS v FROM {source.relation} WHERE ({sql}) IS NULL ORDER BY v LIMIT 99"
        )["v"]
        cells, missing = cells_of(source, label, found)
        if len(missing) < len(cells):
            strange = next(cell for at, cell in enumerate(cells) if at not in missing)
            return InputError(
                f"{label} has {shown(strange)} ({gaps} such row(s) in all); expected a number for each item"
            )
    return missing_value(label, None, "in one row" if gaps == 1 else "in some rows", gaps, items)


def _sorted(
    plan: Plan, roles: Sequence[str], coded: Mapping[str, Coded], answer: Mapping[str, Column]
) -> Predictions:
    values, keys = {}, {}
    for role in roles:
        if role in coded:
            at = answer[role] - 1
            values[role], keys[role] = coded[role].values[at], coded[role].ranks[at]
        else:
            # a zero with a sign would be sorted as one without
            values[role] = keys[role] = answer[role] + 0.0 if role in SCORES else answer[role]
    order = _order(keys)
    rows = {role: values[role][order] for role in roles}
    return Predictions(
        truth=rows.get("truth"),
        a=rows["a"],
        b=rows["b"],
        clusters=keys["cluster"][order] if "cluster" in roles else None,
        slices=rows.get("by"),
        source=plan.name,
    )


def _order(keys: Mapping[str, Column]) -> Column:
    """The order of rows that are sorted by a and b already: among ties, by all the other keys."""
    new = np.append(True, np.any([np.diff(keys[role]) != 0 for role in SCORES], axis=0))
    tied = np.flatnonzero(~(new & np.append(new[1:], True)))
    others = [keys[role][tied] for role in keys if role not in SCORES]
    order = np.arange(len(new))
    order[tied] = tied[np.lexsort([*others, np.cumsum(new)[tied]])]
    return order
