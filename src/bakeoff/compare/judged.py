"""Comparison of two models by a judge's scores of all items and people's scores of some."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Unpack

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.compare.item_scores import described, higher_for_better
from bakeoff.compare.options import refuse_unknown
from bakeoff.compare.scored import Values, number_column
from bakeoff.compare.source import Path
from bakeoff.core.arrays import PerItem
from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats, JudgedItems
from bakeoff.core.verdict import Verdict
from bakeoff.judge.answer import Common, answer
from bakeoff.judge.judged import judged_of
from bakeoff.metrics import MetricLike, metric_of
from bakeoff.read.alike import to_labels
from bakeoff.read.columns import same_length, same_rows
from bakeoff.read.table import Table, read_table
from bakeoff.read.values import MISSING, as_number, how_to_write, is_missing, shown


def compare_judged(
    judge_a: ArrayLike,
    judge_b: ArrayLike,
    human_a: Values,
    human_b: Values,
    *,
    metric: MetricLike = "score",
    called: str = "",
    clusters: PerItem = None,
    lengths: tuple[ArrayLike, ArrayLike] | None = None,
    a_first: ArrayLike | None = None,
    method: str = "auto",
    **common: Unpack[Common],
) -> Verdict:
    """Compare two models as people would score them, from a judge's scores of all items and few human labels.

    The judge, such as a language model, scores every item; people score some items, chosen at random. The
    judge's scores make the interval narrower if they agree with the human scores, and the bias of the judge
    cancels out. If they do not help, only the human labels are used.

    Parameters
    ----------
    judge_a, judge_b
        The judge's scores of A and of B for every item.
    human_a, human_b
        Human scores; NaN or None for items that were not labelled.
    metric
        The metric of the scores: ``"score"`` (higher is better) or ``"loss"`` (lower is better).
    called
        The name of the score in reports, such as ``"helpfulness"``.
    clusters
        Which items belong together (one user, document or conversation each).
    lengths
        The lengths of A's and of B's answers, to check whether the judge favours long answers.
    a_first
        Whether the judge saw A's answer first, to check whether it favours the first answer.
    method
        The key of a method for such scores, or ``"auto"``.
    **common
        ``alpha``, ``level``, ``alternative``, ``names``, ``margin``, ``tried``, ``tuned_on_test``.

    Returns
    -------
    Verdict
        ``judged`` has the gain from the judge, its agreement with people, and the number of labels that would
        halve the interval.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> people = rng.integers(1, 6, (2, 400)) + np.array([[1], [0]])
    >>> judge = people + rng.integers(-1, 2, (2, 400))
    >>> labels = np.where(np.arange(400) < 60, people, np.nan)
    >>> verdict = compare_judged(*judge, *labels)
    >>> verdict.decision, verdict.judged.use, round(verdict.judged.worth)
    ('a-better', 'judge', 185)
    """
    refuse_unknown(compare_judged, common, method=method)
    same_rows(
        judge_a=judge_a, judge_b=judge_b, human_a=human_a, human_b=human_b, clusters=clusters, a_first=a_first
    )
    judge = {name: number_column(each, name) for name, each in (("judge_a", judge_a), ("judge_b", judge_b))}
    people = {name: _with_gaps(each, name) for name, each in (("human_a", human_a), ("human_b", human_b))}
    groups = {} if clusters is None else to_labels(clusters=clusters)[0]
    given = {} if lengths is None else dict(zip(("length_a", "length_b"), lengths, strict=True))
    sizes = {name: number_column(each, name) for name, each in given.items()}
    first = {} if a_first is None else {"a_first": _yes_or_no(a_first)}
    same_length(**judge, **people, **groups, **sizes, **first)
    record = metric_of(metric)
    if not record.is_given:
        raise InputError(
            f"metric is {record.key}; expected score or loss, because the scores are given directly"
        )
    scores = [np.concatenate([each, *(x[~np.isnan(x)] for x in people.values())]) for each in judge.values()]
    record = described(record, scores[0], scores[1], called)
    turned = {name: higher_for_better(each, record) for name, each in (judge | people).items()}
    items = JudgedItems(
        a=turned["judge_a"],
        b=turned["judge_b"],
        human_a=turned["human_a"],
        human_b=turned["human_b"],
        clusters=groups.get("clusters"),
    )
    verdict = answer(items, metric=record, method=method, **common)
    apart = sizes["length_a"] - sizes["length_b"] if sizes else None
    facts = judged_of(items, verdict.result.level, lengths=apart, first=first.get("a_first"))
    return replace(verdict, judged=facts)


def compare_judged_file(file: Path, columns: Mapping[str, str | None], **asked: Any) -> Verdict:
    """The same with ``columns`` of a table: those of the judge, of people and, where they are, others."""
    table = read_table(file)
    named = {role: name for role, name in columns.items() if name is not None}
    for role in ("judge_a", "judge_b", "human_a", "human_b"):
        if role not in named:
            raise InputError(
                f"a comparison with a judge needs four columns, and {role} is not named; add "
                f"--{role.replace('_', '-')} NAME"
            )
    people = {role: _gappy(table, named.pop(role)) for role in ("human_a", "human_b")}
    read = {role: table.column(name) for role, name in named.items()}
    sizes = [read.pop(role, None) for role in ("length_a", "length_b")]
    if (sizes[0] is None) != (sizes[1] is None):
        raise InputError(
            "only one length is named; expected the lengths of both answers: --length-a and --length-b"
        )
    lengths = None if sizes[0] is None else tuple(sizes)
    try:
        return compare_judged(**read, **people, lengths=lengths, **asked)  # type: ignore[arg-type]
    except InputError as problem:
        raise _in_table(problem, table, columns) from None


def _in_table(problem: InputError, table: Table, columns: Mapping[str, str | None]) -> InputError:
    """An error about a value with its column and its row in a table."""
    at, name = problem.position, columns.get(problem.role)
    if at is None or name is None:
        return problem
    told = problem.worded(
        f"column {name!r} of {table.source} has {shown(problem.value)} {table.place(at)}; expected "
        f"{problem.expected}{how_to_write(problem.value)}"
    )
    told.source, told.column, told.row = table.source, name, at + 1
    return told


def _gappy(table: Table, name: str) -> list[object]:
    """A column that may have gaps."""
    if name in table.faulty:
        return [None if is_missing(cell) or cell in MISSING else cell for cell in table.faulty[name]]
    return list(table.column(name).tolist())


def _with_gaps(values: Values, name: str) -> Floats:
    """A column of numbers with NaN where there are none."""
    cells = np.asarray(values, dtype=object).reshape(-1).tolist()
    found = np.full(len(cells), np.nan)
    for at, cell in enumerate(cells):
        if is_missing(cell):
            continue
        number = as_number(cell) if isinstance(cell, str) else cell
        if not isinstance(number, int | float) or not np.isfinite(number):
            raise InputError(
                f"{name} has {shown(cell)} at position {at}; expected a number, or an empty cell",
                role=name,
                position=at,
                value=cell,
                expected="a number, or an empty cell",
            )
        found[at] = float(number)
    return found


def _yes_or_no(values: ArrayLike) -> Floats:
    """1 where A is shown first, 0 where B is."""
    words = {"1": 1.0, "true": 1.0, "yes": 1.0, "a": 1.0, "0": 0.0, "false": 0.0, "no": 0.0, "b": 0.0}
    cells = [str(cell).strip().casefold().removesuffix(".0") for cell in np.asarray(values).tolist()]
    for at, cell in enumerate(cells):
        if cell not in words:
            raise InputError(
                f"a_first has {shown(cell)} at position {at}; expected yes or no, 1 or 0",
                role="a_first",
                position=at,
                value=cell,
                expected="yes or no, 1 or 0",
            )
    return np.array([words[cell] for cell in cells])
