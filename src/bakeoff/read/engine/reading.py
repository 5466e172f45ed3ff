"""Predictions counted by an engine, so that only the counts leave it; or their rows, for scores."""

from collections.abc import Mapping, Sequence
from typing import TypedDict, Unpack

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Ints
from bakeoff.core.panel import ItemPanel, LabelPanel, combinations
from bakeoff.read.alike import labels_alike
from bakeoff.read.columns import to_labels
from bakeoff.read.engine.distinct import Distinct, distinct
from bakeoff.read.engine.matching import agree, refuse_disagreement, refuse_lone_classes, refuse_mismatch
from bakeoff.read.engine.plan import Plan, planned
from bakeoff.read.engine.rows import rows_of
from bakeoff.read.engine.sources import Source, quoted, refuse_header
from bakeoff.read.values import EXACT, Column, as_number, is_number, shown

MOST = 1_000_000  # combinations of labels of two models; more are scores or ids rather than labels


class Columns(TypedDict, total=False):
    """Names of columns, as users give them for two models."""

    truth: str | None
    a: str | None
    b: str | None
    id: str | None
    cluster: str | None
    by: str | None


class Others(TypedDict, total=False):
    """Names of the columns that are not a model's, and the source of what is true if it has its own."""

    truth: str | None
    id: str | None
    cluster: str | None
    by: str | None
    truth_source: Source | None


def read_labels(
    sources: Sequence[Source],
    models: Mapping[str, str | None],
    *,
    count: str | None = None,
    **others: Unpack[Others],
) -> LabelPanel:
    r"""Count how often what is true and what models said came together.

    One GROUP BY in the engine is all that is asked for; the different labels are then read by the rules for
    cells. ``models`` has the column of each model by its name: all in one source, or one in each of several,
    which are joined on ``id`` in the engine. None stands for the usual name: that of the model, or
    ``prediction`` in a source of its own. ``count`` names a column that says how many items a row stands for.

    Raises
    ------
    InputError
        Where columns are unknown or have gaps, ids are repeated or only in one source, the sources
        disagree, or a class is in one source only.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from bakeoff.read.engine.files import files_source
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for part in ("1", "2"):
    ...         _ = pathlib.Path(folder, f"{part}.csv").write_text("truth,a,b\ncat,cat,dog\ndog,dog,dog\n")
    ...     source = files_source(folder)
    ...     panel = read_labels([source], {"a": None, "b": None})
    ...     source.engine.close()
    >>> panel.labels, panel.answers.tolist(), panel.counts.tolist()
    (('cat', 'dog'), [[0, 1], [1, 1]], [2, 2])
    """
    plan = planned(sources, models, count=count, **others)
    roles = list(plan.columns)
    answer = plan.engine.fetch(_query(plan, roles), wanted=f"counting {plan.name}")
    counts = answer["n"].astype(np.int64)
    if not len(counts):
        raise sources[0].no_items()
    if len(models) <= 2 and "cluster" not in roles and len(counts) > MOST:
        raise _too_many(plan)
    if plan.joined:
        refuse_mismatch(plan, answer["side"], counts)
    elif plan.sources[0].spelled:
        _refuse_header(plan, answer, counts)
    found = {role: distinct(*plan.columns[role], answer[role], counts) for role in roles}
    for role, again in plan.twice:
        if not agree(found[role], found[again]).all():
            refuse_disagreement(plan, role, again)
    panel = _panel(plan, found, counts if count is None else counts * _stated(plan, found["count"]))
    if len(sources) > 1:
        refuse_lone_classes(panel, [source.name for source in sources])
    return panel


def read_items(
    sources: Sequence[Source],
    models: Mapping[str, str | None],
    *,
    scored: bool = False,
    **others: Unpack[Others],
) -> ItemPanel:
    """Read what is true of each item and how models scored it, in an order of its own.

    Columns have the names and the defaults that they have in `read_labels`. Scores are numbers; rows are
    sorted by their values, so that they are the same from every engine. Items that are ``scored`` already
    have no truth.

    Raises
    ------
    InputError
        As in `read_labels`, and where a score is no number.
    """
    return rows_of(planned(sources, models, scored=scored, **others))


def _query(plan: Plan, roles: Sequence[str]) -> str:
    chosen = ", ".join(map(quoted, [*roles, *(["side"] if plan.joined else [])]))
    limit = "" if "cluster" in roles or len(plan.models) > 2 else f" LIMIT {MOST + 1}"
    return f'SELECT {chosen}, COUNT(*) AS "n" FROM {plan.rows(roles)} AS r GROUP BY {chosen}{limit}'


def _panel(plan: Plan, found: dict[str, Distinct], counts: Ints) -> LabelPanel:
    """Labels in order, and rows in the order of their codes; rows that are alike become one."""
    there = counts > 0
    if not there.any():
        raise InputError(f"every count of {plan.name} is 0; expected at least one item")
    kept = {role: _kept(each, there) for role, each in found.items() if role != "count"}
    called = {"truth": "truth", **plan.models}
    said = labels_alike({called[role]: kept[role].written for role in called}, plan.name)
    coded, labels = to_labels(**said)
    codes = {role: coded[name] for role, name in called.items()}
    names: tuple[str, ...] = ()
    for role in (each for each in ("cluster", "by") if each in kept):
        own, values = to_labels(**{role: kept[role].written[0]})
        codes |= own
        names = tuple(map(str, values)) if role == "by" else ()
    columns = [codes[role][kept[role].codes] for role in codes]
    *rows, summed = combinations(columns, counts[there])
    by_role = dict(zip(codes, rows, strict=True))
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
    )


def _refuse_header(plan: Plan, answer: Mapping[str, Column], counts: Ints) -> None:
    """Refuse rows that hold the names of the columns: files put together with the header of each."""
    names = {role: plan.columns[role][1] for role in ("truth", *plan.models)}
    named = np.all([answer[role] == name for role, name in names.items()], axis=0)
    refuse_header(plan.sources[0], list(names.values()), int(counts[named].sum()))


def _kept(column: Distinct, there: Column) -> Distinct:
    """A column in some of the rows only, and of its values those that they have."""
    used, codes = np.unique(column.codes[there], return_inverse=True)
    values, texts = column.written
    return Distinct(written=(values[used], None if texts is None else texts[used]), codes=codes.reshape(-1))


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
        raise InputError(
            f"{source.label(name)} has {shown(bad[0])}; expected whole numbers from 0 upwards "
            f"that say how many items a row stands for",
            source=source.name,
            column=name,
            role="count",
            value=bad[0],
        )
    return values.astype(np.int64)[column.codes]


def _too_many(plan: Plan) -> InputError:
    return InputError(
        f"truth, a and b of {plan.name} have more than {MOST:,} combinations, so they are no labels; "
        f"compare scores by auc, log-loss, brier or squared-error, or name the columns of the labels"
    )
