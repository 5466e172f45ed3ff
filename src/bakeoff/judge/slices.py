"""The same comparison in every slice of the items: whether slices differ, and what follows for all."""

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence, Sized
from dataclasses import replace
from types import MappingProxyType
from typing import TypeVar

import numpy as np
from scipy import special

from bakeoff.core.exceptions import InputError
from bakeoff.core.family import Adjustment
from bakeoff.core.outcomes import Floats
from bakeoff.core.result import Result, tail_share
from bakeoff.core.verdict import Caveat, Heterogeneity, Slice, Verdict
from bakeoff.core.written import brief, in_step, p_text
from bakeoff.judge.answer import decide_together
from bakeoff.judge.facts import opening
from bakeoff.judge.pitfalls import BY_KEY
from bakeoff.methods._reference import normal_quantile, student_quantile

MOST_SLICES = 1000
FEW_SLICES = 20  # never too many
FEWEST_ITEMS = 5  # a slice, on average
NAMED = 3  # slices in a caveat
ENOUGH_CLUSTERS = 3  # for each slice: fewer say too little about a joint covariance
NO_EVIDENCE = "the data show no variation, so the p-value is not evidence of a difference"
# What concerns several at once, or the decision before it was adjusted.
ELSEWHERE = ("many-tried", "tuned-on-test", "may-not-replicate")
SIDES = ("a-better", "b-better")
NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?", re.IGNORECASE)

Part = tuple[str, int, Callable[..., Verdict]]
At = Callable[[float], Result]
Names = TypeVar("Names", bound=Sized)


def with_slices(
    overall: Verdict,
    parts: Iterable[Part],
    *,
    by: str,
    tried: int = 1,
    moved: Mapping[str, Mapping[object, float]] = MappingProxyType({}),
) -> Verdict:
    """The verdict on all items with those on parts of them, by the values of a column and adjusted together.

    The decision on all items stays what it is. ``parts`` are for each slice its name, its number of items,
    and what gives its verdict for a number of comparisons ``tried`` and, for equivalence among many,
    another ``level`` of its interval. ``moved`` has for each slice how far each cluster moves its difference,
    where clusters have items in several slices. Each comparison that was tried besides them may have been
    sliced too.

    >>> import bakeoff
    >>> part = lambda a, b: lambda **asked: bakeoff.compare_counts(a, b, n=100, **asked)
    >>> overall = bakeoff.compare_counts(30, 14, n=200)
    >>> sliced = with_slices(overall, [("new", 100, part(25, 2)), ("old", 100, part(5, 12))], by="users")
    >>> [(each.name, each.verdict.decision) for each in sliced.slices]
    [('new', 'a-better'), ('old', 'undecided')]
    """
    listed = sorted(parts, key=lambda part: in_order(part[0]))
    if not few_enough(listed, sum(n for _, n, _ in listed)):
        raise InputError(f"column {by!r} has no values, so there are no slices; expected at least one value")
    slices = _judged([_asked(*part, tried * len(listed)) for part in listed], tried)
    valid = _valid(slices)
    results = {name: verdict.result for name, verdict in valid.items()}
    spread = crossed_heterogeneity(results, moved) if moved else heterogeneity_of(list(results.values()))
    sliced = replace(overall, by=by, slices=slices, heterogeneity=spread)
    return replace(sliced, caveats=(*_caveats(sliced, valid, tried), *overall.caveats))


def few_enough(names: Names, items: int) -> Names:
    """The names of slices, or an error where there are so many that each is nearly empty.

    To be asked before slices are made: each value of a column of ids would be one.
    """
    most = min(MOST_SLICES, max(FEW_SLICES, items // FEWEST_ITEMS))
    if len(names) > most:
        raise InputError(
            f"there are {len(names)} slices of {items} items; expected at most {most}, because the "
            f"p-values are adjusted for each: use a column with fewer values, or pass it as clusters if "
            f"items with equal values belong together"
        )
    return names


def _asked(name: str, n: int, ask: Callable[..., Verdict], several: int) -> tuple[Slice, At]:
    """A slice, the number of slices, and what gives its result at another level."""

    def at(level: float) -> Result:
        return ask(tried=several, level=level).result

    try:
        verdict = ask(tried=several)
    except InputError as problem:
        return Slice(name=name, n=n, refused=str(problem)), at
    if verdict.result.degenerate and verdict.result.p_value < 1:
        return Slice(name=name, n=n, refused=NO_EVIDENCE), at
    kept = tuple(each for each in verdict.caveats if each.key not in ELSEWHERE)
    return Slice(name=name, n=n, verdict=replace(verdict, caveats=kept, replicability=None)), at


def _judged(found: list[tuple[Slice, At]], tried: int) -> tuple[Slice, ...]:
    """The slices with verdicts that count how many they are, and how many comparisons were tried."""
    judged = [(each.verdict, at) for each, at in found if each.verdict is not None]
    count = len(judged)
    how = Adjustment(method="holm", count=count, kind="slices", tried=tried, refused=len(found) - count)
    verdicts = iter(decide_together([each for each, _ in judged], [at for _, at in judged], how))
    return tuple(each if each.verdict is None else replace(each, verdict=next(verdicts)) for each, _ in found)


def _caveats(v: Verdict, valid: dict[str, Verdict], tried: int) -> tuple[Caveat, ...]:
    """Findings in slices that the whole does not have, and what prevents such findings."""
    found = _against_the_whole(v, valid)
    if v.slices_differ and not found:
        found = (BY_KEY["slices-differ"].caveat(f"{_range(v, valid)}: {differing(v, short=True)}"),)
    if len(valid) > 1 and all(each.result.estimate * v.result.estimate < 0 for each in valid.values()):
        a, b = v.names if v.result.estimate > 0 else v.names[::-1]
        found += (
            BY_KEY["slices-reverse"].caveat(f"{a} is ahead on all items, but {b} in every slice by {v.by!r}"),
        )
    return found + _too_few_draws(v, tried)


def _against_the_whole(v: Verdict, valid: dict[str, Verdict]) -> tuple[Caveat, ...]:
    """Slices that are decided where the whole is not, or otherwise than it."""
    decided = {side: {name: each for name, each in valid.items() if each.decision == side} for side in SIDES}
    others = [side for side in SIDES if decided[side] and side != v.decision]
    if not others:
        return ()
    whole = "the overall verdict is undecided" if v.decision == "undecided" else f"{opening(v)} on all items"
    told = " and ".join(_better_where(v, side, decided[side]) for side in others)
    differ = differing(v, short=True)
    alone = v.decision == "undecided" and len(others) == 1
    if alone and not v.slices_differ:
        differ = (
            f"{differ or 'whether the slices differ is unknown'}, and a decision in one slice but not in "
        )
        differ += "another does not show that they differ"
    text = "; ".join(filter(None, (f"{whole}, but {told}", differ)))
    return (BY_KEY["slice-alone" if alone else "slices-disagree"].caveat(text),)


def _too_few_draws(v: Verdict, tried: int) -> tuple[Caveat, ...]:
    """Slices whose p-value is the smallest that the draws can give, yet too large once adjusted."""
    judged = [each.verdict for each in v.slices if each.verdict is not None]
    stuck = [
        each
        for each in judged
        if 0 < each.result.p_value <= (1 + 1e-9) * each.result.least_p and each.deciding_p > v.alpha
    ]
    if not stuck:
        return ()
    draws, sides = stuck[0].result.resamples, 2 if v.result.alternative == "two-sided" else 1
    return (
        BY_KEY["slices-need-draws"].caveat(
            f"{len(stuck)} of {len(judged)} slices have the smallest p-value that {draws} resamples can "
            f"give, and after adjustment this p-value is above alpha",
            f"use at least {math.floor(sides * tried * len(judged) / v.alpha)} resamples",
        ),
    )


def _valid(slices: Iterable[Slice]) -> dict[str, Verdict]:
    """The verdicts from which something follows, by the names of their slices."""
    judged = {each.name: each.verdict for each in slices if each.verdict is not None}
    return {name: verdict for name, verdict in judged.items() if verdict.strength.grade != "invalid"}


def _better_where(v: Verdict, side: str, slices: dict[str, Verdict]) -> str:
    """Who is better in which slices, the surest first."""
    surest = sorted(slices, key=lambda name: slices[name].deciding_p)
    named = [f"{brief(name)!r}" for name in surest[:NAMED]]
    more = f" and {len(slices) - NAMED} more" if len(slices) > NAMED else ""
    return f"{v.names[SIDES.index(side)]} is better where {v.by!r} is {', '.join(named)}{more}"


def _range(v: Verdict, valid: dict[str, Verdict]) -> str:
    """The lowest and the highest difference, with their slices."""
    judged = [(each.result.estimate, name) for name, each in valid.items()]
    ends = (min(judged), max(judged))
    sizes = in_step(*(estimate * v.unit.factor for estimate, _ in ends))
    low, high = (f"{size} in {brief(name)!r}" for size, (_, name) in zip(sizes, ends, strict=True))
    return f"the difference ranges from {low} to {high}"


def differing(v: Verdict, *, short: bool = False) -> str:
    """Whether slices differ, in words; nothing where that is unknown."""
    found = v.heterogeneity
    if found is None:
        return ""
    said = (
        "the difference varies between slices by more than chance"
        if v.slices_differ
        else "no evidence that the difference varies between slices"
    )
    return f"{said} ({'' if short else f'{found}, '}{p_text(found.p_value)})"


def in_order(name: str) -> tuple[int, float, str]:
    """What names of slices are sorted by: numbers by size, then text by the alphabet.

    >>> sorted(["b", "10", "9", "a", "-1.5"], key=in_order)
    ['-1.5', '9', '10', 'a', 'b']
    """
    return (0, float(name), name) if NUMBER.fullmatch(name) else (1, 0.0, name)


def heterogeneity_of(results: Sequence[Result]) -> Heterogeneity | None:
    """Whether the difference changes from slice to slice; None where fewer than two slices can tell.

    The error of a slice is half of its interval in units of the quantile that made it, Student's or the
    normal one, so that it works for every metric; docs/pitfalls.md says how often it raised false alarms.
    """
    told = [(r.estimate, error, _size(r)) for r in results if (error := _error(r)) > 0 and r.n > 1]
    if len(told) < 2:
        return None
    estimates, errors, sizes = np.array(told, dtype=np.float64).T
    return welch(estimates, errors, sizes)


def welch(estimates: Floats, errors: Floats, sizes: Floats) -> Heterogeneity:
    r"""Welch's test that several means are one, each with its own standard error.

    With weights :math:`w_j = 1 / s_j^2`, their sum :math:`W` and the weighted mean :math:`\bar d`,

    .. math:: F = \frac{\sum_j w_j (d_j - \bar d)^2 / (k - 1)}{1 + 2 (k - 2) \Lambda / (k^2 - 1)},
        \qquad \Lambda = \sum_j \frac{(1 - w_j / W)^2}{n_j - 1},

    with :math:`k - 1` and :math:`(k^2 - 1) / (3 \Lambda)` degrees of freedom. Cochran's Q is the numerator
    without its divisor; that one raises false alarms where slices are many and small.

    References
    ----------
    Welch 1951, On the comparison of several mean values: an alternative approach, Biometrika 38:330-336.

    Examples
    --------
    >>> found = welch(np.array([0.0, 1.0]), np.array([0.3, 0.4]), np.array([20.0, 20.0]))
    >>> found.statistic, round(found.p_value, 4)
    (4.0, 0.0533)
    """
    k = len(estimates)
    # Relative to the smallest error, so that no weight overflows; slices in one order give one answer.
    order = np.lexsort((sizes, errors, estimates))
    estimates, errors, sizes = estimates[order], errors[order], sizes[order]
    unit = float(errors.min())
    weights = (unit / errors) ** 2
    shares = weights / weights.sum()
    mean = float(np.sum(shares * estimates))
    between = float(np.sum(weights * ((estimates - mean) / unit) ** 2)) / (k - 1)
    unsure = float(np.sum((1 - shares) ** 2 / (sizes - 1)))
    statistic = between / (1 + 2 * (k - 2) * unsure / (k**2 - 1))
    df = (float(k - 1), (k**2 - 1) / (3 * unsure))
    return Heterogeneity(statistic=statistic, df=df, p_value=float(special.fdtrc(*df, statistic)), slices=k)


def crossed_heterogeneity(
    results: Mapping[str, Result], moved: Mapping[str, Mapping[object, float]]
) -> Heterogeneity | None:
    """Whether the difference changes between slices that share clusters."""
    told = {name: r.estimate for name, r in results.items() if _error(r) > 0 and r.n > 1}
    return crossed(told, moved)


def crossed(
    estimates: Mapping[str, float], moved: Mapping[str, Mapping[object, float]]
) -> Heterogeneity | None:
    """Whether estimates differ of slices that share clusters; None where fewer than two slices can tell."""
    names = [name for name in estimates if len(moved.get(name, ())) > 1]
    if len(names) < 2:
        return None
    clusters = {each: at for at, each in enumerate(dict.fromkeys(c for name in names for c in moved[name]))}
    table = np.zeros((len(clusters), len(names)))
    for column, name in enumerate(names):
        for each, value in moved[name].items():
            table[clusters[each], column] = value
    fewest = min(len(moved[name]) for name in names)
    scale = np.array([len(moved[name]) / (len(moved[name]) - 1) for name in names])
    return within_clusters(np.array([estimates[name] for name in names]), table * np.sqrt(scale), fewest)


def within_clusters(estimates: Floats, moved: Floats, clusters: int) -> Heterogeneity:
    r"""Hotelling's test that estimates are equal whose joint covariance clusters give.

    ``moved`` [cluster, slice] is how far each cluster moves each estimate, so that :math:`V = M' M` is their
    covariance, and ``clusters`` the fewest that a slice has. With k estimates d and contrasts C of them,
    :math:`F = (C d)' (C V C')^{-1} C d\,(G - k + 1) / ((k - 1)(G - 1))` has k - 1 and G - k + 1 degrees of
    freedom. Where G is below 3 k, V is too uncertain to be inverted: then
    :math:`F = d' T d / \operatorname{tr} T V` with the centring matrix T, and the degrees of freedom of
    Greenhouse and Geisser.

    References
    ----------
    Hotelling 1931, The generalization of Student's ratio, Annals of Mathematical Statistics 2:360-378.
    Greenhouse & Geisser 1959, On methods in the analysis of profile data, Psychometrika 24:95-112.

    Examples
    --------
    >>> moved = np.array([[0.1, 0.2], [-0.1, 0.0], [0.1, -0.1], [-0.1, -0.1]])
    >>> found = within_clusters(np.array([0.5, 0.1]), moved, 4)
    >>> round(found.statistic, 3), found.df, round(found.p_value, 4)
    (2.667, (1.0, 3.0), 0.201)
    """
    k = len(estimates)
    covariance = moved.T @ moved
    centring = np.eye(k) - 1 / k
    apart, spread = centring @ estimates, centring @ covariance @ centring
    if clusters >= ENOUGH_CLUSTERS * k and np.linalg.matrix_rank(spread, hermitian=True) == k - 1:
        square = float(apart @ np.linalg.pinv(spread, hermitian=True) @ apart)
        df = (float(k - 1), float(clusters - k + 1))
        statistic = square * df[1] / (df[0] * (clusters - 1))
    else:
        trace = float(np.trace(spread))
        if trace <= 0:
            return Heterogeneity(statistic=0.0, df=(1.0, 1.0), p_value=1.0, slices=k, test="within-clusters")
        first = trace**2 / float(np.sum(spread**2))
        df = (first, first * (clusters - 1))
        statistic = float(apart @ apart) / trace
    return Heterogeneity(
        statistic=statistic,
        df=df,
        p_value=float(special.fdtrc(*df, statistic)),
        slices=k,
        test="within-clusters",
    )


def _size(r: Result) -> float:
    """How many independent items a slice is worth: fewer than it has where they come in clusters."""
    return r.df + 1 if isinstance(r.df, float) else float(r.n)


def _error(r: Result) -> float:
    """The standard error behind an interval; 0 where it has none."""
    low, high = r.interval
    ends = {"greater": (low, r.estimate), "less": (r.estimate, high)}
    start, end = ends.get(r.alternative, (low, high))
    width = float(end) - float(start)
    if r.degenerate or not math.isfinite(width):
        return 0.0
    sides, tail = 1 if r.alternative != "two-sided" else 2, tail_share(r.level, r.alternative)
    quantile = student_quantile(r.df, tail) if isinstance(r.df, float) else normal_quantile(tail)
    return width / sides / quantile
