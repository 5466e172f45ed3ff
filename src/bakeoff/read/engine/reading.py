"""Predictions counted by an engine, so that only the counts leave it; or their rows, for scores."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from bakeoff.core.arrays import Bools
from bakeoff.core.exceptions import InputError
from bakeoff.core.missing import Lacking
from bakeoff.core.outcomes import Ints
from bakeoff.core.panel import ItemPanel, LabelPanel, combinations
from bakeoff.core.written import plural
from bakeoff.metrics import metric_of
from bakeoff.read.alike import alike, blanks_note, labels_alike, refuse_rounded, to_labels
from bakeoff.read.engine.distinct import (
    Distinct,
    agree,
    distinct,
    grouped,
    refuse_disagreement,
    refuse_lone_classes,
    refuse_mismatch,
    refuse_names,
    rows_in_all,
)
from bakeoff.read.engine.duck import machine_memory
from bakeoff.read.engine.plan import Plan, Wanted, planned
from bakeoff.read.engine.sources import Source, find, gap, literal, outside_of, quoted
from bakeoff.read.lacking import filled, filled_codes, lacking_of, refuse_bounds
from bakeoff.read.values import (
    BLANK,
    EXACT,
    MISSING,
    NUMBER,
    NUMBERS,
    Column,
    as_number,
    how_to_write,
    is_infinite,
    is_missing,
    is_number,
    missing_positions,
    shown,
)

if TYPE_CHECKING:
    from bakeoff.core.copies import Copies

MOST = 1_000_000  # combinations of labels of two models; more are scores or ids rather than labels
MOST_CLASSES = 10_000  # different truths; of more, each must be a number
BYTES = 64  # for each row and column, from the engine's answer to the result of a test
WORDS = {"text": "text", "date": "dates"}
NUMERIC = ("whole", "real", "boolean")


def read_labels(
    sources: Sequence[Source],
    models: Mapping[str, str | None],
    wanted: Wanted,
    *,
    truth_source: Source | None = None,
) -> LabelPanel:
    """Count the combinations of the truth and the models' answers.

    One GROUP BY in the engine is all that is needed, apart from rows that are equal in other columns; the
    different labels are then read by the rules for cells. ``models`` has the column of each model by its
    name: all in one source, or one in each of several, which are joined on ``id`` in the engine. A column of
    None is the one with the name of the model or, in a separate source, ``prediction`` or the only one
    left. The truth may be in a ``truth_source``.
    """
    plan = planned(sources, models, wanted, truth_source=truth_source)
    roles = list(plan.columns)
    texts = ["truth", *plan.models]
    answer = dict(grouped(plan.engine, _query(plan, roles), texts, wanted=f"counting {plan.name}"))
    if not len(answer["n"]):
        raise sources[0].no_items()
    union = int(cast(Column, answer["n"]).sum())
    if plan.joined and wanted.missing == "drop":
        answer = rows_in_all(plan, answer)
    counts = cast(Column, answer["n"]).astype(np.int64)
    if len(models) <= 2 and "cluster" not in roles and len(counts) > MOST:
        raise InputError(
            f"truth, a and b of {plan.name} have more than {MOST:,} combinations, so they are not "
            f"labels; compare scores with auc, log-loss, brier or squared-error, or name the columns of "
            f"the labels"
        )
    if plan.joined and wanted.missing != "drop":
        refuse_mismatch(plan, cast(Column, answer["side"]), counts)
    elif plan.sources[0].spelled and not plan.joined:
        refuse_names(plan, answer, counts)
    found = {
        role: distinct(
            *plan.columns[role],
            answer.pop(role),
            counts,
            names=role != "count",
            answers=role in plan.models,
            lacking=role in plan.models and wanted.missing is not None,
        )
        for role in roles
    }
    for role, again in plan.twice:
        if not agree(found[role], found[again]).all():
            refuse_disagreement(plan, role, again)
    stated = counts if wanted.count is None else counts * _stated(plan, found["count"])
    panel = _panel(plan, found, stated, wanted)
    if panel.lacking is not None:
        panel = _with_absent(plan, panel, panel.lacking, union - int(counts.sum()))
    if len(sources) > 1:
        refuse_lone_classes(panel, [source.name for source in sources])
    return replace(panel, copies=_copies(plan, wanted, panel.n), used=plan.used)


def _copies(plan: Plan, wanted: Wanted, rows: int) -> "Copies | None":
    """How many rows repeat others; None where there are no columns to see it from."""
    if not wanted.attributes and not plan.unused(wanted):
        return None
    from bakeoff.read.engine.attributes import copies_in
    from bakeoff.read.engine.repeated_ids import repeated_ids

    if wanted.missing is not None and plan.joined:
        return None  # the rows that are compared are not those of the sources
    return copies_in(plan, wanted, rows=rows) or repeated_ids(plan, wanted, rows=rows)


def _query(plan: Plan, roles: Sequence[str]) -> str:
    chosen = ", ".join(map(quoted, [*roles, *(["side"] if plan.joined else [])]))
    limit = "" if "cluster" in roles or len(plan.models) > 2 else f" LIMIT {MOST + 1}"
    return f'SELECT {chosen}, COUNT(*) AS "n" FROM {plan.rows(roles)} AS r GROUP BY {chosen}{limit}'


def _with_absent(plan: Plan, panel: LabelPanel | ItemPanel, lacking: Lacking, absent: int) -> Any:
    """A panel with the count of missing answers, those included whose ids other sources have."""
    if absent and plan.keys is not None:
        union = lacking.items + absent
        of = {id(source): rows for source, rows in zip(plan.sources, plan.keys.rows, strict=True)}
        own = [union - of[id(plan.columns[role][0])] for role in plan.models]
        counts = tuple(here + gone for here, gone in zip(lacking.counts, own, strict=True))
        lacking = replace(lacking, items=union, counts=counts, left_out=lacking.left_out + absent)
    return replace(panel, lacking=lacking)


def _lacking(
    plan: Plan, found: Mapping[str, Distinct], counts: Ints, wanted: Wanted
) -> tuple[Lacking | None, dict[str, Bools], Ints]:
    """How many answers are missing, of which rows, and the counts of rows that are compared."""
    if wanted.missing is None:
        return None, {}, counts
    refuse_bounds(wanted.missing)
    none = np.zeros(len(counts), dtype=bool)
    lacks = {role: none if (own := found[role].lacks) is None else own for role in plan.models}
    lacking = lacking_of(list(lacks.values()), list(plan.models.values()), wanted.missing, counts)
    if wanted.missing == "drop":
        counts = np.where(np.logical_or.reduce(list(lacks.values())), 0, counts)
        if not counts.any():
            raise InputError(f"no item of {plan.name} has an answer of all models, so none is left with drop")
    return lacking, lacks, counts


def _panel(plan: Plan, found: dict[str, Distinct], counts: Ints, wanted: Wanted) -> LabelPanel:
    """Labels in order, and rows in the order of their codes; rows that are alike become one."""
    lacking, lacks, counts = _lacking(plan, found, counts, wanted)
    there = counts > 0
    if not there.any():
        raise InputError(f"every count of {plan.name} is 0; expected at least one item")
    kept = {role: _kept(each, there) for role, each in found.items() if role != "count"}
    called = {role: plan.label(role) for role in ("truth", *plan.models)}
    written = {label: kept[role].written for role, label in called.items()}
    try:
        coded, labels = to_labels(**labels_alike(written, plan.name, true=called["truth"]))
    except InputError as problem:
        at = {label: role for role, label in called.items()}.get(problem.role)
        raise problem if at is None else plan.fault(problem, at) from None
    small = np.min_scalar_type(len(labels))  # of many models and rows, 64 bits would take eight times it
    codes = {role: coded[name].astype(small) for role, name in called.items()}
    names: tuple[str, ...] = ()
    for role in (each for each in ("cluster", "by") if each in kept):
        own, values = to_labels(**{role: kept[role].written[0]})
        codes |= own
        names = tuple(map(str, values)) if role == "by" else ()
    columns = {role: codes[role][kept[role].codes] for role in codes}
    if wanted.missing is not None and any(each[there].any() for each in lacks.values()):
        given = {role: columns[role] for role in plan.models}
        gaps = {role: each[there] for role, each in lacks.items()}
        metric = metric_of("accuracy" if wanted.metric is None else wanted.metric)
        filled, labels = filled_codes(
            columns["truth"], given, gaps, wanted.missing, labels=labels, metric=metric
        )
        columns |= filled
    *rows, summed = combinations(list(columns.values()), counts[there])
    by_role = dict(zip(columns, rows, strict=True))
    return LabelPanel(
        names=tuple(plan.models.values()),
        labels=labels,
        truth=by_role["truth"],
        answers=np.stack([by_role[role] for role in plan.models]),
        counts=summed,
        clusters=by_role.get("cluster"),
        slices=by_role.get("by"),
        slice_names=names,
        source=plan.name,
        lacking=lacking,
        notes=_of_blanks(plan, {role: each.with_blanks(counts[there]) for role, each in kept.items()}),
    )


def _of_blanks(plan: Plan, found: Mapping[str, int]) -> tuple[str, ...]:
    """What to say about blanks around labels and other names, by how many there are in each column."""
    labels = sum(found.get(role, 0) for role in ("truth", *plan.models))
    return blanks_note(labels, sum(found.get(role, 0) for role in ("cluster", "by")))


def _kept(column: Distinct, there: Column) -> Distinct:
    """A column in some of the rows only, and of its values those that they have."""
    used, codes = np.unique(column.codes[there], return_inverse=True)
    values, texts = column.written
    codes = codes.reshape(-1).astype(column.codes.dtype)
    written = (values[used], None if texts is None else texts[used])
    lacks = None if column.lacks is None else column.lacks[there]
    return Distinct(written=written, codes=codes, spaced=column.spaced[used], lacks=lacks)


def _stated(plan: Plan, column: Distinct) -> Ints:
    """How many items each row stands for, as its column says."""
    values = column.written[0]
    source, name = plan.columns["count"]
    if not is_number(values):
        bad = [value for value in values.tolist() if isinstance(value, str) and as_number(value) is None]
        bad = bad or values.tolist()
    else:
        bad = [value for value in values.tolist() if not 0 <= value <= EXACT or value != int(value)]
    if bad:
        expected = "expected whole numbers of at least 0, the number of items for each row"
        raise source.fault(name, f"has {shown(bad[0])}; {expected}", role="count", value=bad[0])
    return values.astype(np.int64)[column.codes]


@dataclass(frozen=True, kw_only=True, eq=False)
class Coded:
    """A column that comes as codes from 1 upwards: the values in that order, their ranks, and SQL of both.

    ``blanks`` of the rows have a value with blanks around it.
    """

    values: Column
    ranks: Column
    relation: str
    blanks: int = 0


def read_items(
    sources: Sequence[Source],
    models: Mapping[str, str | None],
    wanted: Wanted,
    *,
    scored: bool = False,
    truth_source: Source | None = None,
) -> ItemPanel:
    """Read the truth of each item and its scores by the models, sorted by their values.

    Columns are those of `read_labels`, and so is what is refused, along with scores that are not numbers.
    Items that are ``scored`` already have no truth.
    """
    plan = planned(sources, models, wanted, scored=scored, truth_source=truth_source)
    roles = [role for role in ("truth", *plan.models, "cluster", "by") if role in plan.columns]
    others = [role for role in roles if role not in plan.models]
    classes = scored or metric_of("accuracy" if wanted.metric is None else wanted.metric).needs != "numbers"
    coded = {role: each for role in others if (each := _coded(plan, role, classes=classes)) is not None}
    numbers = {role: _number(*plan.columns[role]) for role in roles if role not in coded}
    _refuse_too_many(plan, len(roles))
    answer = plan.engine.fetch(_rows_query(plan, roles, coded, numbers), wanted=f"reading {plan.name}")
    if not len(answer["a"]):
        raise plan.sources[0].no_items()
    union = len(answer["side" if plan.joined else "a"])
    if plan.joined and wanted.missing == "drop":
        answer = rows_in_all(plan, answer)
    elif plan.joined:
        refuse_mismatch(plan, answer["side"], np.ones(len(answer["side"]), dtype=np.int64))
    count, lacks = len(next(iter(answer.values()))), {}
    for role in numbers:
        gaps = missing_positions(answer[role])
        if role in plan.models and wanted.missing is not None:
            lacks[role] = np.isin(np.arange(count), gaps)
        if len(gaps) and (role not in lacks or _has_strange(*plan.columns[role])):
            raise _no_number(*plan.columns[role], len(gaps), count, answers=role in plan.models)
        if role in ("cluster", "by"):
            _refuse_rounded(plan, role, answer[role])
        elif answer[role].dtype.kind == "f":
            infinite = answer[role][np.isinf(answer[role])]
            if len(infinite):
                raise outside_of(*plan.columns[role], infinite, "finite numbers")
    for role, again in plan.twice:
        refuse_disagreement(plan, role, again)
    panel = _sorted(plan, roles, coded, answer)
    notes = _of_blanks(plan, {role: each.blanks for role, each in coded.items()})
    panel = replace(panel, copies=_copies(plan, wanted, panel.n), used=plan.used, notes=notes)
    if wanted.missing is None:
        return panel
    metric = metric_of("accuracy" if wanted.metric is None else wanted.metric)
    gaps_of = [np.isnan(np.asarray(each, dtype=np.float64)) for each in panel.answers]
    panel = filled(panel, gaps_of, wanted.missing, metric)
    assert panel.lacking is not None  # noqa: S101 - just counted
    return cast(ItemPanel, _with_absent(plan, panel, panel.lacking, union - count))


def _refuse_rounded(plan: Plan, role: str, values: Column) -> None:
    try:
        refuse_rounded(values, plan.label(role))
    except InputError as problem:
        raise plan.fault(problem, role) from None


def _refuse_too_many(plan: Plan, columns: int) -> None:
    """Refuse rows that do not fit into memory; they are counted only where they might not."""
    has = machine_memory()
    for source in plan.sources:
        most = has // (BYTES * columns)
        if (source.most_rows is None or source.most_rows > most) and (rows := source.rows()) > most:
            raise InputError(
                f"{source.name} has {rows:,} rows, and scores of {columns} columns need about "
                f"{rows * BYTES * columns / 1e9:.0f} GB of memory, but only {has / 1e9:.0f} GB are "
                f"available: use fewer rows, or a label metric",
                source=source.name,
            )


def _coded(plan: Plan, role: str, *, classes: bool) -> Coded | None:
    """How the values of a column are coded; None where they come as the numbers that they are.

    The truth may be ``classes`` or numbers.
    """
    source, name = plan.columns[role]
    if source.kinds[name] in NUMERIC:
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
    counts = found["n"].astype(np.int64)
    read = distinct(source, name, found["v"], counts, names=classes or role != "truth")
    values = alike([read.written])[0][read.codes][np.argsort(found["code"])]
    ranks = to_labels(**{role: values})[0][role]
    return Coded(values=values, ranks=ranks, relation=ranked, blanks=read.with_blanks(counts))


def _number(source: Source, name: str) -> str:
    """SQL of a column as numbers, null where there is none."""
    column, kind = source.column(name), source.kinds[name]
    if source.json:
        text = f"json_extract_string({column}, '$')"
        return (
            f"CASE json_type({column}) WHEN 'BOOLEAN' THEN CAST({column} = 'true' AS DOUBLE) "
            f"WHEN 'VARCHAR' THEN {_parsed(text)} ELSE TRY_CAST({column} AS DOUBLE) END"
        )
    if kind == "text" and source.origin == "files":
        return _parsed(f"TRIM({column}, {literal(BLANK)})" if source.spelled else column)
    if kind not in NUMERIC:
        said = f"holds {WORDS[kind]}; expected numbers: scores or probabilities"
        raise source.fault(name, said, expected="numbers")
    return f"CAST({f'CAST({column} AS INTEGER)' if kind == 'boolean' else column} AS DOUBLE)"


def _parsed(text: str) -> str:
    pattern = literal(NUMBER.pattern)
    return f"CASE WHEN regexp_full_match({text}, {pattern}) THEN TRY_CAST({text} AS DOUBLE) END"


def _rows_query(
    plan: Plan, roles: Sequence[str], coded: Mapping[str, Coded], numbers: Mapping[str, str]
) -> str:
    chosen, joins = [], []
    # a truth or a cluster that is a number already stays as it is
    computed = {
        role: sql
        for role, sql in numbers.items()
        if role in plan.models or plan.columns[role][0].spelled or plan.columns[role][0].json
    }
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


def _has_strange(source: Source, name: str) -> bool:
    """Whether a column has something in it that is not a number."""
    return find(source, [name], lambda cells: _is_strange(source, cells[0])) is not None


def _no_number(source: Source, name: str, gaps: int, items: int, *, answers: bool) -> InputError:
    """The error for a column with gaps, or with something in it that is not a number."""
    found = find(source, [name], lambda cells: _is_strange(source, cells[0]))
    if found is None:
        return gap(source, name, None, gaps, items, answers=answers)
    place, (strange,) = found
    expected = "a finite number" if is_infinite(strange) else "a number"
    rows, hint = plural(gaps, "such row"), how_to_write(strange)
    said = f"has {shown(strange)} {place} ({rows} in all); expected {expected} for each item{hint}"
    return source.fault(name, said, place, value=strange, expected=expected)


def _is_strange(source: Source, cell: object) -> bool:
    """Whether something is in a cell, and it is not a number."""
    if isinstance(cell, str):
        return as_number(cell) is None and not (source.spelled and cell in MISSING)
    return not isinstance(cell, NUMBERS) and not is_missing(cell)


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
