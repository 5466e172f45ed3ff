"""Rows out of an engine, for metrics of scores: numbers for each item, and no objects."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.panel import ItemPanel
from bakeoff.read.columns import to_labels
from bakeoff.read.engine.distinct import distinct
from bakeoff.read.engine.matching import refuse_disagreement, refuse_mismatch
from bakeoff.read.engine.plan import Plan
from bakeoff.read.engine.sources import Source, find, gap, literal, outside_of, quoted
from bakeoff.read.values import (
    BLANK,
    MISSING,
    NUMBER,
    Column,
    as_number,
    is_missing,
    missing_positions,
    shown,
)
from bakeoff.read.values import NUMBERS as NUMBERS_IN_MEMORY

MOST_CLASSES = 10_000  # different truths; of more, each must be a number
WORDS = {"text": "text", "date": "dates"}
NUMBERS = ("whole", "real", "boolean")


@dataclass(frozen=True, kw_only=True, eq=False)
class Coded:
    """A column that comes as codes from 1 upwards: the values in that order, their ranks, and SQL of both."""

    values: Column
    ranks: Column
    relation: str


def rows_of(plan: Plan) -> ItemPanel:
    """The rows of a plan, sorted by their values."""
    roles = [role for role in ("truth", *plan.models, "cluster", "by") if role in plan.columns]
    others = [role for role in roles if role not in plan.models]
    coded = {role: each for role in others if (each := _coded(plan, role)) is not None}
    numbers = {role: _number(*plan.columns[role]) for role in roles if role not in coded}
    answer = plan.engine.fetch(_query(plan, roles, coded, numbers), wanted=f"reading {plan.name}")
    if not len(answer["a"]):
        raise plan.sources[0].no_items()
    if plan.joined:
        refuse_mismatch(plan, answer["side"], np.ones(len(answer["side"]), dtype=np.int64))
    for role in numbers:
        gaps = len(missing_positions(answer[role]))
        if gaps:
            raise _no_number(*plan.columns[role], gaps, len(answer[role]))
        if role in ("truth", *plan.models):
            infinite = answer[role][~np.isfinite(answer[role])]
            if len(infinite):
                raise outside_of(*plan.columns[role], infinite, "finite numbers")
    for role, again in plan.twice:
        refuse_disagreement(plan, role, again)
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
        raise source.no_items()
    read = distinct(source, name, found["v"], found["n"].astype(np.int64))
    values = read.written[0][read.codes][np.argsort(found["code"])]
    return Coded(values=values, ranks=to_labels(**{role: values})[0][role], relation=ranked)


def _number(source: Source, name: str) -> str:
    """SQL of a column as numbers, null where there is none."""
    column, kind = source.column(name), source.kinds[name]
    if source.json:
        text = f"json_extract_string({column}, '$')"
        return (
            f"CASE json_type({column}) WHEN 'BOOLEAN' THEN CAST({column} = 'true' AS DOUBLE) "
            f"WHEN 'VARCHAR' THEN {_parsed(text)} ELSE TRY_CAST({column} AS DOUBLE) END"
        )
    if kind == "text" and source.walk is not None:
        return _parsed(f"TRIM({column}, {literal(BLANK)})" if source.spelled else column)
    if kind not in NUMBERS:
        raise InputError(
            f"{source.label(name)} holds {WORDS[kind]}; expected numbers: scores or probabilities",
            source=source.name,
            column=name,
            expected="numbers",
        )
    return f"CAST({f'CAST({column} AS INTEGER)' if kind == 'boolean' else column} AS DOUBLE)"


def _parsed(text: str) -> str:
    pattern = literal(NUMBER.pattern)
    return f"CASE WHEN regexp_full_match({text}, {pattern}) THEN TRY_CAST({text} AS DOUBLE) END"


def _query(plan: Plan, roles: Sequence[str], coded: Mapping[str, Coded], numbers: Mapping[str, str]) -> str:
    chosen, joins = [], []
    # a truth or a cluster that is a number already stays as it is
    computed = {role: sql for role, sql in numbers.items() if role in plan.models or not _typed(plan, role)}
    for role in roles:
        if role in coded:
            known = quoted(f"{role} code")
            chosen.append(f'CAST({known}."code" AS INTEGER) AS {quoted(role)}')
            joins.append(f' LEFT JOIN {coded[role].relation} AS {known} ON r.{quoted(role)} = {known}."v"')
        else:
            chosen.append(f"r.{quoted(role)} AS {quoted(role)}")
    side = ', r."side" AS "side"' if plan.joined else ""
    order = ", ".join(f"r.{quoted(role)}" for role in plan.models)  # the engine sorts better than we do
    return (
        f"SELECT {', '.join(chosen)}{side} FROM {plan.rows(roles, computed)} AS r{''.join(joins)} "
        f"ORDER BY {order}"
    )


def _typed(plan: Plan, role: str) -> bool:
    source, _ = plan.columns[role]
    return not (source.spelled or source.json)


def _no_number(source: Source, name: str, gaps: int, items: int) -> InputError:
    """The error for a column with gaps, or with something in it that is no number."""
    found = find(source, [name], lambda cells: _is_strange(source, cells[0]))
    if found is None:
        return gap(source, name, None, gaps, items)
    place, (strange,) = found
    return InputError(
        f"{source.label(name)} has {shown(strange)} {place} ({gaps} such row(s) in all); expected a number "
        f"for each item",
        source=source.name,
        column=name,
        row=place.row,
        line=place.line,
        value=strange,
        expected="a number",
    )


def _is_strange(source: Source, cell: object) -> bool:
    """Whether something is in a cell, and it is no number."""
    if isinstance(cell, str):
        return as_number(cell) is None and not (source.spelled and cell in MISSING)
    return not isinstance(cell, NUMBERS_IN_MEMORY) and not is_missing(cell)


def _sorted(
    plan: Plan, roles: Sequence[str], coded: Mapping[str, Coded], answer: Mapping[str, Column]
) -> ItemPanel:
    values, keys = {}, {}
    for role in roles:
        if role in coded:
            at = answer[role] - 1
            values[role], keys[role] = coded[role].values[at], coded[role].ranks[at]
        else:
            # a zero with a sign would be sorted as one without
            values[role] = keys[role] = answer[role] + 0.0 if role in plan.models else answer[role]
    order = _order(keys, plan.models)
    rows = {role: values[role][order] for role in roles}
    return ItemPanel(
        names=tuple(plan.models.values()),
        answers=tuple(rows[role] for role in plan.models),
        truth=rows.get("truth"),
        clusters=keys["cluster"][order] if "cluster" in roles else None,
        slices=rows.get("by"),
        source=plan.name,
    )


def _order(keys: Mapping[str, Column], models: Collection[str]) -> Column:
    """The order of rows that are sorted by the models' scores already: among ties, by all the other keys."""
    new = np.append(True, np.any([np.diff(keys[role]) != 0 for role in models], axis=0))
    tied = np.flatnonzero(~(new & np.append(new[1:], True)))
    others = [keys[role][tied] for role in keys if role not in models]
    order = np.arange(len(new))
    order[tied] = tied[np.lexsort([*others, np.cumsum(new)[tied]])]
    return order
