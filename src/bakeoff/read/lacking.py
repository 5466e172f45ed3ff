"""What missing answers count as: numbers, labels and codes of labels without gaps."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from bakeoff.core.arrays import Bools, Floats
from bakeoff.core.exceptions import InputError
from bakeoff.core.metric import Metric
from bakeoff.core.missing import Filling, Lacking, choice_of
from bakeoff.core.outcomes import Ints
from bakeoff.core.panel import Column, ItemPanel
from bakeoff.core.written import plural
from bakeoff.read.alike import to_labels
from bakeoff.read.columns import to_array
from bakeoff.read.values import from_values

NO_ANSWER = "no answer"  # the label of a wrong answer where there is only one class


def lacking_of(
    lacks: Sequence[Bools], names: Sequence[str], filling: Filling, counts: Ints | None = None
) -> Lacking:
    """How many items each model has no answer to; each row may be a number of items."""
    weights = np.ones(len(lacks[0]), dtype=np.int64) if counts is None else counts
    out = int(weights[np.logical_or.reduce(lacks)].sum()) if filling == "drop" else 0
    return Lacking(
        choice=choice_of(filling),
        items=int(weights.sum()),
        names=tuple(names),
        counts=tuple(int(weights[each].sum()) for each in lacks),
        left_out=out,
    )


def is_right(filling: Filling, role: str) -> bool:
    """Whether the missing answers of a model count as right: those of the other one in a bound.

    >>> is_right("wrong", "a"), is_right("a-wrong", "a"), is_right("a-wrong", "b")
    (False, False, True)
    """
    return filling in ("a-wrong", "b-wrong") and filling[0] != role


def refuse_bounds(filling: Filling | None) -> None:
    """Refuse bounds where more than two models are judged together."""
    if filling == "bounds":
        raise InputError(
            "missing is 'bounds', but the worst case of one model is not that of another, so a ranking has "
            "no worst and best case; compare two models, or choose wrong or drop"
        )


def filled_numbers(
    values: Sequence[Floats], lacks: Sequence[Bools], filling: Filling, *, metric: str, higher: bool
) -> tuple[Floats, ...]:
    """Scores of items, where missing ones are 0, or 1 if they count as right.

    >>> gap = np.array([False, True])
    >>> filled_numbers([np.array([0.5, np.nan])], [gap], "b-wrong", metric="acc", higher=True)
    (array([0.5, 1. ]),)
    """
    known = np.concatenate([own[~gaps] for own, gaps in zip(values, lacks, strict=True)])
    if not higher or (known.size and (known.min() < 0 or known.max() > 1)):
        raise InputError(
            f"missing is {choice_of(filling)!r}, but {metric} is no score from 0 to 1 where higher is "
            f"better, so it is unknown what a wrong answer scores; choose drop, or another metric"
        )
    return tuple(
        np.where(gaps, float(is_right(filling, role)), own)
        for role, own, gaps in zip(_roles(len(values)), values, lacks, strict=True)
    )


def _roles(models: int) -> list[str]:
    return ["a", "b"] if models == 2 else [f"m{at}" for at in range(models)]


def filled_codes(
    truth: Ints,
    answers: Mapping[str, Ints],
    lacks: Mapping[str, Bools],
    filling: Filling,
    *,
    labels: tuple[Any, ...],
    metric: Metric,
) -> tuple[dict[str, Ints], tuple[Any, ...]]:
    """Codes of labels by role, where missing ones are those of a wrong or the right answer; and the labels.

    A wrong answer is the other class of two. Of several it is any other, where a metric only asks whether
    an answer is right.

    >>> from bakeoff.metrics import METRICS
    >>> codes, gaps = {"a": np.array([0, 0])}, {"a": np.array([False, True])}
    >>> true, two = np.array([0, 0]), ("no", "yes")
    >>> filled_codes(true, codes, gaps, "wrong", labels=two, metric=METRICS["f1"])[0]["a"].tolist()
    [0, 1]
    """
    if len(labels) > 2 and not metric.right_or_wrong:
        raise InputError(
            f"missing is {choice_of(filling)!r}, but {metric.key} of {len(labels)} classes depends on which "
            f"wrong answer a model gives; choose drop, or accuracy"
        )
    there = np.unique(truth)
    if len(there) == 1:
        others = [code for code in range(len(labels)) if code != there[0]]
        if not others:
            labels, others = (*labels, NO_ANSWER), [1]
        other = np.full(len(labels), others[0])
    else:
        other = np.zeros(len(labels), dtype=np.int64)
        other[there] = np.roll(there, -1)
    truth = truth.astype(np.int64)
    found = {
        role: np.where(lacks[role], truth if is_right(filling, role) else other[truth], own)
        for role, own in answers.items()
    }
    return found, labels


def filled(panel: ItemPanel, lacks: Sequence[Bools], filling: Filling, metric: Metric) -> ItemPanel:
    """A panel in memory where missing answers, which hold any other one, are what they count as."""
    lacking = lacking_of(lacks, panel.names, filling)
    panel = replace(panel, lacking=lacking)
    if not any(lacking.counts):
        return panel
    if filling == "drop":
        return rows_of(panel, ~np.logical_or.reduce(lacks))
    if metric.is_given:
        answers = [np.asarray(each, dtype=np.float64) for each in panel.answers]
        own = filled_numbers(answers, lacks, filling, metric=metric.key, higher=metric.higher_is_better)
        return replace(panel, answers=own)
    if metric.kind != "labels" or panel.truth is None:
        raise no_wrong(filling, metric)
    roles = _roles(len(panel.names))
    columns = {"truth": panel.truth, **dict(zip(roles, panel.answers, strict=True))}
    codes, labels = to_labels(**columns)
    given = {role: codes[role] for role in roles}
    gaps = dict(zip(roles, lacks, strict=True))
    found, labels = filled_codes(codes["truth"], given, gaps, filling, labels=labels, metric=metric)
    values = (from_values([labels[code] for code in found[role].tolist()]) for role in roles)
    return replace(panel, answers=tuple(values))


def no_wrong(filling: Filling, metric: Metric) -> InputError:
    """The error for numbers, of which none is a wrong answer."""
    return InputError(
        f"missing is {choice_of(filling)!r}, but {metric.key} is of numbers, none of which is a wrong "
        f"answer; choose drop"
    )


def rows_of(panel: ItemPanel, chosen: Bools) -> ItemPanel:
    """The chosen rows, with all that is known of them."""
    if not chosen.any():
        raise InputError(
            f"no item has an answer of all {plural(len(panel.names), 'model')}, so none is left with missing "
            f"drop; check the columns"
        )
    given = {"truth": panel.truth, "ids": panel.ids, "clusters": panel.clusters, "slices": panel.slices}
    kept: dict[str, Any] = {name: each[chosen] for name, each in given.items() if each is not None}
    return replace(panel, answers=tuple(each[chosen] for each in panel.answers), **kept)


def with_gaps(values: object, name: str) -> tuple[Column, Bools]:
    """A column in memory with any other value in its gaps, and where they are.

    >>> column, gaps = with_gaps(["cat", None, "NA"], "a")
    >>> column.tolist(), gaps.tolist()
    (['cat', 'cat', 'cat'], [False, True, True])
    """
    from bakeoff.read.columns import raw_array
    from bakeoff.read.values import missing_positions, says_missing

    array = raw_array(values, name)
    gaps = np.zeros(len(array), dtype=bool)
    gaps[missing_positions(array)] = True
    if array.dtype.kind in "OU":
        gaps |= np.fromiter(map(says_missing, array.tolist()), dtype=bool, count=len(array))
    if gaps.ndim > 1 or not gaps.any():
        return to_array(values, name), np.zeros(len(array), dtype=bool)
    if gaps.all():
        raise InputError(f"{name} has no answer to any item; expected some: check the column")
    listed = array.tolist()
    some = listed[int(np.flatnonzero(~gaps)[0])]
    return to_array([some if gap else each for each, gap in zip(listed, gaps, strict=True)], name), gaps
