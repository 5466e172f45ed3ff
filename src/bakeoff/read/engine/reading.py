"""Predictions counted by an engine, so that only the counts leave it; or their rows, for scores."""

from collections.abc import Mapping
from typing import TypedDict, Unpack

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Ints
from bakeoff.core.predictions import Predictions
from bakeoff.core.tally import Tally, tally_of
from bakeoff.read.alike import labels_alike
from bakeoff.read.cells import as_number
from bakeoff.read.columns import to_labels
from bakeoff.read.delimited import repeated_header
from bakeoff.read.engine.distinct import Distinct, distinct
from bakeoff.read.engine.matching import agree, refuse_disagreement, refuse_lone_classes, refuse_mismatch
from bakeoff.read.engine.plan import AGAIN, Plan, planned
from bakeoff.read.engine.rows import rows_of
from bakeoff.read.engine.sources import Source, quoted
from bakeoff.read.values import EXACT, Column, is_number, shown

MOST = 1_000_000  # combinations of labels; more are scores or ids rather than labels
LABELS = ("truth", "a", "b")
NAMES = {"cluster": "clusters"}  # a column says of each item which one, a tally numbers them all


class Columns(TypedDict, total=False):
    """Names of columns, as `read_predictions` of io has them."""

    truth: str | None
    a: str | None
    b: str | None
    id: str | None
    cluster: str | None
    by: str | None


def read_tally(
    first: Source, second: Source | None = None, *, count: str | None = None, **columns: Unpack[Columns]
) -> Tally:
    r"""Count how often what is true and what two models said came together.

    One GROUP BY in the engine is all that is asked for. The different labels are then read as
    `bakeoff.read.predictions.read_predictions` reads cells, and columns have the names and the defaults that
    they have there; two sources are joined on ``id`` in the engine. ``count`` names a column that says how
    many items a row stands for.

    Raises
    ------
    InputError
        Where columns are unknown or have gaps, ids are repeated or only in one source, the sources
        disagree, or a class is in one source only.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from bakeoff.read.engine.sources import files_source
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for part in ("1", "2"):
    ...         _ = pathlib.Path(folder, f"{part}.csv").write_text("truth,a,b\ncat,cat,dog\ndog,dog,dog\n")
    ...     source = files_source(folder)
    ...     tally = read_tally(source)
    ...     source.engine.close()
    >>> tally.labels, tally.b.tolist(), tally.counts.tolist()
    (('cat', 'dog'), [1, 1], [2, 2])
    """
    plan = planned(first, second, count=count, **columns)
    roles = list(plan.columns)
    chosen = ", ".join(map(quoted, roles + ["side"] * (second is not None)))
    limit = "" if "cluster" in roles else f" LIMIT {MOST + 1}"
    answer = plan.engine.fetch(
        f'SELECT {chosen}, COUNT(*) AS "n" FROM {plan.rows(roles)} AS r GROUP BY {chosen}{limit}',
        wanted=f"counting {plan.name}",
    )
    counts = answer["n"].astype(np.int64)
    if not len(counts):
        raise InputError(f"{plan.name} has no items at all; expected one row for each item")
    if limit and len(counts) > MOST:
        raise _too_many(plan)
    if second is not None:
        refuse_mismatch(plan, answer["side"], counts)
    elif first.spelled:
        _refuse_header(plan, answer, counts)
    found = {role: distinct(*plan.columns[role], answer[role], counts) for role in roles}
    for role in plan.twice:
        if not agree(found[role], found[role + AGAIN]).all():
            refuse_disagreement(plan, role)
    tally = _tally(plan, found, counts if count is None else counts * _stated(plan, found["count"]))
    if second is not None:
        refuse_lone_classes(tally, first.name, second.name)
    return tally


def read_rows(
    first: Source, second: Source | None = None, *, scored: bool = False, **columns: Unpack[Columns]
) -> Predictions:
    """Read what is true of each item and how two models scored it, in an order of its own.

    Columns have the names and the defaults that they have in `read_tally`. Scores are numbers; rows are
    sorted by their values, so that they are the same from every engine. Items that are ``scored`` already
    have no truth.

    Raises
    ------
    InputError
        As in `read_tally`, and where a score is no number.
    """
    return rows_of(planned(first, second, scored=scored, **columns))


def _tally(plan: Plan, found: dict[str, Distinct], counts: Ints) -> Tally:
    """Labels in order, and rows in the order of their codes; rows that are alike become one."""
    there = counts > 0
    if not there.any():
        raise InputError(f"every count of {plan.name} is 0; expected at least one item")
    kept = {role: _kept(each, there) for role, each in found.items() if role != "count"}
    said = labels_alike({role: kept[role].written for role in LABELS}, plan.name)
    codes, labels = to_labels(**said)
    names: tuple[str, ...] = ()
    for role in (each for each in ("cluster", "by") if each in kept):
        coded, values = to_labels(**{role: kept[role].written[0]})
        codes |= coded
        names = tuple(map(str, values)) if role == "by" else ()
    rows = {NAMES.get(role, role): codes[role][kept[role].codes] for role in codes}
    return tally_of(rows, labels, counts=counts[there], slice_names=names, source=plan.name)


def _refuse_header(plan: Plan, answer: Mapping[str, Column], counts: Ints) -> None:
    """Refuse rows that hold the names of the columns: files put together with the header of each."""
    named = np.all([answer[role] == plan.columns[role][1] for role in LABELS], axis=0)
    if named.any():
        rows = int(counts[named].sum())
        raise repeated_header(plan.name, f"{rows} row{'s' if rows > 1 else ''}")


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
            f"column {name!r} of {source.name} has {shown(bad[0])}; expected whole numbers from 0 upwards "
            f"that say how many items a row stands for"
        )
    return values.astype(np.int64)[column.codes]


def _too_many(plan: Plan) -> InputError:
    return InputError(
        f"truth, a and b of {plan.name} have more than {MOST:,} combinations, so they are no labels; "
        f"compare scores by auc, log-loss, brier or squared-error, or name the columns of the labels"
    )
