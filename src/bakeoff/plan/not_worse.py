"""The gate: whether a new model is not worse than an old one by more than a margin."""

import math
import numbers
from collections.abc import Callable, Hashable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from bakeoff.compare.bounds import gate_of_cases, under_bounds
from bakeoff.compare.predictions import predictions_material
from bakeoff.core.arrays import PerItem
from bakeoff.core.copies import Copies
from bakeoff.core.exceptions import InputError
from bakeoff.core.gate import Gate, Outcome
from bakeoff.core.metric import Metric
from bakeoff.core.missing import Filling, Missing, check_missing
from bakeoff.core.outcomes import Outcomes, PairedItems, PairedScores
from bakeoff.core.result import Interval, Result, parse_fraction
from bakeoff.core.verdict import Caveat
from bakeoff.judge.answer import ask, two_names, verdict_of
from bakeoff.judge.either_class import gate_by_either
from bakeoff.judge.material import Built, Material
from bakeoff.judge.pitfalls import Case
from bakeoff.methods._paired_power import LEAST
from bakeoff.metrics import METRICS, MetricLike, metric_of
from bakeoff.plan.needed import items_needed
from bakeoff.plan.paired_gate import is_exact, paired_bound, paired_p
from bakeoff.plan.sparse import sparse_of

ONE_CLASS = {"one-class", "one-class-probabilities"}  # more items like these would not do
NEVER_PASSES = {"scored-otherwise"}  # until the user says that it is intended
NO_BOUND = "the differences show no variation, so there is no bound"
WIDEST = 8.0  # normal quantiles among which a p-value is looked for


def check_not_worse(
    truth: ArrayLike,
    old: ArrayLike,
    new: ArrayLike,
    *,
    margin: float,
    metric: MetricLike = "accuracy",
    clusters: PerItem = None,
    positive: Hashable = None,
    missing: Missing | None = None,
    alpha: float = 0.025,
    names: tuple[str, str] = ("new", "old"),
) -> Gate:
    """Check that a new model is not worse than an old one by more than a margin.

    Parameters
    ----------
    truth
        The true label of each item.
    old, new
        Predictions of both models for the same items in the same order, as in `compare_predictions`.
    margin
        The largest acceptable loss: 0.02 is 2 points of accuracy. Choose it before the predictions are
        compared.
    metric, clusters, positive, missing
        As in `compare_predictions`; with ``"bounds"`` the worst case must pass.
    alpha
        The largest probability of a pass if the new model is worse by the margin or more.
    names
        Names of the new and the old model.

    Notes
    -----
    Accuracy on independent items is tested with Tango's score test, and with an exact unconditional test
    below 100 items. Other metrics and clusters use the one-sided bound of their default method; if few items
    differ, a bound that accounts for this is used if it is lower.

    References
    ----------
    Tango 1998, Statistics in Medicine 17, 891-908; Lloyd & Moldovan 2008, Statistics in Medicine 27,
    3540-3549.

    Examples
    --------
    >>> truth = ["cat", "dog"] * 100
    >>> old = truth[:150] + ["cow"] * 50
    >>> gate = check_not_worse(truth, old, old[1:2] + old[1:], margin=0.05)
    >>> gate.outcome, round(gate.bound, 4)
    ('pass', -0.0278)
    """
    record = metric_of(metric)

    def judged(filling: Filling | None) -> Gate:
        material = predictions_material(
            truth,
            new,
            old,
            record,
            names=two_names(names),
            clusters=clusters,
            positive=positive,
            missing=filling,
        )
        return gate_on(material, metric=record, margin=margin, alpha=alpha, names=names)

    return under_bounds(check_missing(missing), judged, gate_of_cases)


def check_not_worse_counts(
    only_old: int,
    only_new: int,
    *,
    n: int,
    margin: float,
    alpha: float = 0.025,
    names: tuple[str, str] = ("new", "old"),
) -> Gate:
    """Check that a new model is not worse by more than a margin, from counts.

    Parameters
    ----------
    only_old, only_new
        Items that only the old model and only the new model got right.
    n
        Number of items.
    margin, alpha, names
        As in `check_not_worse`.

    Examples
    --------
    >>> gate = check_not_worse_counts(35, 15, n=412, margin=0.10)
    >>> gate.outcome, round(gate.p_value, 5), round(gate.bound, 4)
    ('pass', 0.00279, -0.0838)
    """
    try:
        items = PairedItems(only_a=only_new, only_b=only_old, n=n)
    except InputError as problem:
        told = str(problem).replace("only_a", "only_new").replace("only_b", "only_old")
        raise InputError(told) from None
    material = Material(n=items.n, build=lambda method: Built(outcomes=items), methods=tuple)
    return gate_on(material, metric=METRICS["accuracy"], margin=margin, alpha=alpha, names=names)


def gate_on(
    material: Material,
    *,
    metric: Metric,
    margin: float,
    alpha: float,
    names: tuple[str, str] = ("new", "old"),
    copies: Copies | None = None,
    notes: tuple[str, ...] = (),
    known: tuple[Caveat, ...] = (),
) -> Gate:
    """The gate on material whose first model is the new one."""
    gate = partial(
        _gate_by_class,
        metric=metric,
        margin=margin,
        alpha=alpha,
        names=names,
        copies=copies,
        notes=notes,
        known=known,
    )
    if material.other is None or material.guess is None:
        return gate(material)
    return gate_by_either(gate(material), partial(gate, material.other), material.guess)


def _gate_by_class(
    material: Material,
    *,
    metric: Metric,
    margin: float,
    alpha: float,
    names: tuple[str, str] = ("new", "old"),
    copies: Copies | None = None,
    notes: tuple[str, ...] = (),
    known: tuple[Caveat, ...] = (),
) -> Gate:
    """The gate by the positive class of the material."""
    margin, alpha = check_margin(margin, metric), check_alpha(alpha)
    built = material.build("auto")
    case = ask(
        built.outcomes,
        metric=metric,
        about=built.about,
        known=built.known,
        background=built.background,
        again=False,
        alpha=2 * alpha,
        names=two_names(names),
    )
    lacking = None if material.lacking is None else material.lacking.called(case.names)
    notes = notes if lacking is None else (*notes, str(lacking))
    found = _of_counts(built.outcomes, margin, alpha) if isinstance(built.outcomes, PairedItems) else None
    found = found or _of_method(case, margin, alpha)
    verdict = verdict_of(replace(case, noun="gate"))
    caveats = tuple(map(_undecided, known)) + _copied(copies) + verdict.caveats
    void = any(each.importance == "invalidates" for each in caveats)
    outcome = "inconclusive" if void else outcome_of(found["bound"], found["interval"].high, margin)
    if outcome == "pass" and metric.needs == "probabilities":
        notes = (*notes, *_unseen(built.outcomes, margin, alpha))
    gate = Gate(
        outcome=outcome,
        estimate=case.result.estimate,
        margin=margin,
        alpha=alpha,
        items_needed=None,
        metric=metric.key,
        basis=verdict.basis,
        unit=case.unit,
        names=case.names,
        values=case.values,
        caveats=caveats,
        missing=lacking,
        **{**found, "notes": (*found["notes"], *material.notes, *notes)},
    )
    if outcome != "inconclusive" or void or any(each.key in ONE_CLASS for each in caveats):
        return gate
    needed, assumed = items_needed(gate, units=verdict.basis.clusters or case.result.n)
    return replace(gate, items_needed=needed, assumed=assumed)


def _undecided(caveat: Caveat) -> Caveat:
    """A caveat as it limits a gate, which some leave without a conclusion."""
    return replace(caveat, importance="invalidates") if caveat.key in NEVER_PASSES else caveat


def outcome_of(bound: float, upper: float, margin: float) -> Outcome:
    """The rule: pass above -margin, else fail below 0.

    >>> outcome_of(-0.01, 0.02, 0.02), outcome_of(-0.05, -0.01, 0.02), outcome_of(-0.05, 0.01, 0.02)
    ('pass', 'fail', 'inconclusive')
    """
    return "pass" if bound > -margin else "fail" if upper < 0 else "inconclusive"


def _of_counts(items: PairedItems, margin: float, alpha: float) -> dict[str, Any]:
    new, old, n = items.only_a, items.only_b, items.n
    bound = paired_bound(new, old, n, alpha=alpha, anchor=-margin)
    upper = -paired_bound(old, new, n, alpha=alpha, anchor=0.0)
    return {
        "bound": bound,
        "interval": Interval(low=bound, high=upper),
        "p_value": paired_p(new, old, n, -margin),
        "p_worse": paired_p(old, new, n, 0.0),
        "method": "tango-exact" if is_exact(n) else "tango",
        "counts": (new, old),
        "notes": (),
    }


def _of_method(case: Case, margin: float, alpha: float) -> dict[str, Any]:
    """The bounds of the method in use, and those of few differing items where they are wider."""
    few = sparse_of(case.outcomes, same=case.result.degenerate)
    up, down = (replace(case.asked, alternative=side) for side in ("greater", "less"))

    def bound_at(tail: float) -> float:
        found = up.result(1 - tail)
        return -math.inf if _no_variation(found) else float(found.interval.low)

    bound, below = bound_at(alpha), down.result(1 - alpha)
    upper = math.inf if _no_variation(below) else float(below.interval.high)
    p_value, p_worse = _p_value(bound_at, margin), below.p_value
    if few is not None:
        bound, p_value = min(bound, few.bound(alpha, margin)), max(p_value, few.p_value(margin))
        upper, p_worse = max(upper, -few.turned.bound(alpha, 0.0)), max(p_worse, few.turned.p_value(0.0))
    # The bound decides; a p-value that was searched for may be on the other side by rounding.
    p_value = min(p_value, alpha) if bound > -margin else max(p_value, math.nextafter(alpha, 1))
    return {
        "bound": bound,
        "interval": Interval(low=bound, high=upper),
        "p_value": p_value,
        "p_worse": p_worse,
        "method": case.result.method,
        "notes": (*case.result.notes, *(() if math.isfinite(bound) else (NO_BOUND,))),
    }


def _unseen(outcomes: Outcomes, margin: float, alpha: float) -> tuple[str, ...]:
    """What to say where losses that exceed the margin may be too rare to be among these items."""
    if not isinstance(outcomes, PairedScores):
        return ()
    worst = float(np.ptp(np.concatenate([outcomes.a, outcomes.b])))
    units = outcomes.n if outcomes.clusters is None else len(np.unique(outcomes.clusters))
    if worst * (1 - alpha ** (1 / units)) <= margin:
        return ()
    what = "items" if outcomes.clusters is None else "clusters"
    return (
        f"{units} {what} may include none of the rare large losses that would exceed the margin: a loss "
        f"of {worst:.3g} (the range of the losses here) on {100 * margin / worst:.2g} % of the {what} "
        f"would be enough",
    )


def _no_variation(result: Result) -> bool:
    """Whether all differences are the same and not 0, which says nothing about others."""
    return result.degenerate and bool(result.estimate) and result.estimate in result.interval


def _p_value(bound_at: Callable[[float], float], margin: float) -> float:
    """The smallest alpha at which the bound is above -margin."""
    from scipy.optimize import brentq

    def above(z: float) -> float:
        return max(bound_at(float(special.ndtr(z))) + margin, -1e6)

    if above(-WIDEST) > 0:
        return float(special.ndtr(-WIDEST))
    if above(WIDEST) <= 0:
        return 1.0
    return float(special.ndtr(brentq(above, -WIDEST, WIDEST, xtol=1e-6)))


def _copied(copies: Copies | None) -> tuple[Caveat, ...]:
    from bakeoff.compare.copies import copies_caveat

    return (copies_caveat(copies),) if copies is not None and copies.beyond_chance else ()


def check_alpha(alpha: object) -> float:
    """An alpha that a one-sided test can have."""
    found = parse_fraction(alpha, "alpha")
    if found >= 0.5:
        raise InputError(f"alpha is {found:g}; expected less than 0.5, such as 0.025")
    return found


def check_margin(margin: object, metric: Metric) -> float:
    """A margin that the metric can have.

    >>> check_margin(2, METRICS["accuracy"])
    Traceback (most recent call last):
    bakeoff.core.exceptions.InputError: margin is 2, but accuracy lies between 0 and 1; write 0.02 for ...
    """
    if margin is None:
        raise InputError("no margin is given; expected the largest acceptable loss, such as 0.02 (2 points)")
    found = float(margin) if isinstance(margin, numbers.Real) and not isinstance(margin, bool) else math.nan
    if not 0 < found < math.inf:
        raise InputError(f"margin is {margin!r}; expected a positive difference, such as 0.02")
    if found < LEAST:
        raise InputError(f"margin is {found:g}; expected at least {LEAST:g}, such as 0.02")
    if found >= metric.high - metric.low or (metric.is_rate and found >= 1):
        hint = (
            f"write {found / 100:g} for {found:g} points" if metric.is_rate and found < 100 else "give less"
        )
        raise InputError(
            f"margin is {found:g}, but {metric.key} lies between {metric.low:g} and {metric.high:g}; {hint}"
        )
    return found
