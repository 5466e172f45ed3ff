"""How many items a paired comparison needs, and what a given number of items can show."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from bakeoff.core.exceptions import InputError
from bakeoff.core.verdict import POINTS, Unit
from bakeoff.core.written import plural
from bakeoff.judge.sensitivity import LIMIT
from bakeoff.plan import wishes
from bakeoff.plan.assumption import Assumption
from bakeoff.plan.names import said
from bakeoff.plan.paired_gate import EXACT_BELOW, is_exact
from bakeoff.plan.pilot import pilot_of
from bakeoff.plan.planned import Found, Plan
from bakeoff.plan.wishes import METHOD, USUAL, Wish

if TYPE_CHECKING:
    from bakeoff.core.verdict import Verdict

Spread = tuple[Assumption, Wish, str]


def plan_items(
    *,
    difference: float | None = None,
    disagreement: float | None = None,
    errors: Sequence[float] | None = None,
    pilot: "tuple[int, int] | Verdict | None" = None,
    items: int | None = None,
    power: float = USUAL,
    alpha: float | None = None,
    margin: float | None = None,
    method: str = METHOD,
    half_width: float | None = None,
    deviation: float | None = None,
    noise: Sequence[float] | None = None,
    answers: int | Sequence[int] = 1,
    cluster_size: float = 1.0,
    icc: float | None = None,
) -> Plan:
    """Plan a comparison of two models on the same items.

    Give two of items, difference and power; the third is computed. The power is 0.8 unless another is given,
    so ``items`` and ``difference`` together give the power, and ``items`` alone gives the smallest detectable
    difference. Describe the variation between items in one of four ways: ``disagreement``, ``errors``,
    ``pilot`` or ``deviation``.

    Parameters
    ----------
    difference
        The smallest difference that matters, such as 0.03 for 3 points of accuracy. With a margin, the true
        difference A minus B that is expected (default 0).
    disagreement
        Share of items that exactly one of the two models gets right.
    errors
        The error rates of A and B, if nothing else is known. The plan assumes that the errors are
        independent, and ``range`` has the items for the smallest and the largest possible disagreement.
    pilot
        ``(discordant, n)``: the number of items, out of n, that exactly one model got right; or a `Verdict`
        on items, for any metric. The plan uses the upper 80 % limit of its disagreement or of its standard
        deviation, but not its difference.
    items
        The number of items.
    power
        The probability of detecting the difference.
    alpha
        The significance level: 0.05, two-sided; with a margin 0.025, one-sided.
    margin
        Plan to show that A is not worse than B by this margin (Tango's test).
    method
        ``mcnemar-mid-p``, ``mcnemar-exact`` or ``mcnemar``: the test that will be used.
    half_width
        Plan for an interval with this half-width instead of a power.
    deviation
        Standard deviation of an item's difference A minus B, for any metric that is a mean over items.
    noise, answers
        With ``deviation``: standard deviations of A's and B's scores over repeated answers to the same item,
        and the number of answers to each item that are averaged (one number, or one for A and one for B).
        ``deviation`` then refers to the expected difference of an item (Miller 2024).
    cluster_size, icc
        Mean number of items in a cluster, and the intraclass correlation of the differences within it.

    Returns
    -------
    Plan
        ``items, power, difference, disagreement, range, notes``, and ``formula``, the items by the normal
        approximation.

    Examples
    --------
    >>> plan = plan_items(difference=0.03, disagreement=0.10)
    >>> plan.items, round(plan.power, 3), plan.formula
    (862, 0.8, 870)
    >>> round(plan_items(difference=0.03, disagreement=0.10, items=500).power, 2)
    0.57
    >>> round(plan_items(disagreement=0.10, items=500).difference, 3)
    0.039
    >>> plan_items(difference=0.03, pilot=(12, 100)).formula
    1310
    >>> plan_items(errors=(0.10, 0.13)).range
    (260, 2004)
    >>> plan_items(disagreement=0.10, margin=0.03).items
    901
    """
    wish = Wish(
        difference=wishes.difference(difference),
        items=wishes.items(items),
        power=wishes.power(power),
        half_width=wishes.half_width(half_width),
        ends=None if errors is None else wishes.errors(errors),
    )
    wishes.one_of(disagreement=disagreement, errors=errors, pilot=pilot, deviation=deviation)
    start = Assumption(
        alpha=wishes.alpha(alpha, margin=margin is not None),
        margin=wishes.margin(margin, rate=deviation is None),
        method=wishes.method(method, margin=margin is not None, deviation=deviation is not None),
        disagreement=None if disagreement is None else wishes.share(disagreement, said("disagreement")),
        deviation=wishes.deviation(deviation, noise, answers),
        design_effect=wishes.design_effect(cluster_size, icc),
        unit=POINTS if deviation is None else Unit("", 1.0, points=False),
    )
    assumed, wish, note = _from_pilot(start, wish, pilot) if pilot is not None else _from_errors(start, wish)
    wishes.refuse_impossible(assumed, wish, disagreement=disagreement is not None)
    return _planned(assumed, wish, (note,) if note else ())


def _from_errors(start: Assumption, wish: Wish) -> Spread:
    """Errors of A and B that are independent of each other, where no more is known than their rates."""
    if wish.ends is None:
        return start, wish, ""
    a, b = wish.ends
    own = b - a if start.margin is not None else abs(b - a)
    if wish.difference is not None and abs(wish.difference - own) > 1e-9:
        raise InputError(
            f"{said('difference')} is {wish.difference:g}, but {said('errors')} {a:g} and {b:g} differ by "
            f"{own:g}; leave one of the two out"
        )
    note = f"the errors of A and B, at rates {a:g} and {b:g}, are assumed to be independent"
    return replace(start, disagreement=a * (1 - b) + b * (1 - a)), replace(wish, difference=own), note


def _from_pilot(start: Assumption, wish: Wish, given: object) -> Spread:
    """The upper limit of what a pilot shows."""
    found = pilot_of(given, wish.difference)
    if wish.difference is None and wish.items is None and wish.half_width is None and start.margin is None:
        raise InputError(
            f"no difference is given, and a plan never uses the difference seen in the pilot; "
            f"{wishes.smallest()}"
        )
    if found.disagreement is not None:
        what, upper = "disagreement", found.disagreement
        start = replace(start, disagreement=upper)
    else:
        what, upper = "standard deviation of an item's difference", found.deviation or 0.0
        start = replace(start, deviation=upper, method=found.method, unit=found.unit)
    limit = f"its upper {100 * LIMIT:g} % limit, {upper:.3g}"
    return (
        start,
        wish,
        f"the pilot's {what} is {found.observed:.3g} ({plural(found.items, 'item')}); planned with {limit}",
    )


def _planned(assumed: Assumption, wish: Wish, notes: tuple[str, ...]) -> Plan:
    """Find what was asked for."""
    difference = 0.0 if wish.difference is None and assumed.margin is not None else wish.difference
    if wish.half_width is not None:
        n = assumed.items_for_width(wish.half_width, difference or 0.0)
        return _made(assumed, "precision", n, difference, notes=notes)
    if wish.items is None:
        n = assumed.items(wish.power, difference or 0.0)
        ends = _over(assumed, wish, lambda at: _at_end(at, wish.power, difference or 0.0))
        return _made(assumed, "items", n, difference, wish=wish, range=ends, notes=notes)
    if difference is None:
        found = assumed.detectable(wish.items, wish.power)
        if found is None:
            raise InputError(
                f"{plural(wish.items, 'item')} with a disagreement of {assumed.disagreement:.3g} cannot "
                f"detect any difference with power {wish.power:g}; use more items or ask for less power"
            )
        return _made(assumed, "difference", wish.items, found, notes=notes)
    if wish.power != USUAL:
        raise InputError(
            f"{said('items')}, {said('difference')} and {said('power')} are all given ({wish.items}, "
            f"{difference:g}, {wish.power:g}); give two of them to find the third"
        )
    ends = _over(assumed, wish, lambda at: at.power(wish.items or 1, difference))
    return _made(assumed, "power", wish.items, difference, range=ends, notes=notes)


def _made(
    assumed: Assumption,
    found: Found,
    items: int,
    difference: float | None,
    *,
    wish: Wish | None = None,
    range: tuple[float, float] | None = None,  # noqa: A002 - the name of the field
    notes: tuple[str, ...],
) -> Plan:
    if assumed.deviation is None and assumed.design_effect > 1:
        notes = (
            *notes,
            "the items come in clusters: name the column of clusters when you compare, and do not use a "
            "McNemar test",
        )
    if assumed.deviation is None and assumed.margin is not None and is_exact(items):
        notes = (
            *notes,
            f"with fewer than {EXACT_BELOW} items, the margin is tested with an exact test, as in "
            f"bakeoff gate",
        )
    return Plan(
        items=items,
        power=None if difference is None else assumed.power(items, difference),
        difference=difference,
        disagreement=assumed.disagreement,
        range=range,
        notes=notes,
        found=found,
        formula=None if wish is None else assumed.formula(wish.power, difference or 0.0),
        half_width=assumed.half_width(items, difference or 0.0),
        assumption=assumed,
    )


def _at_end(assumed: Assumption, power: float, difference: float) -> int:
    """Items by the formula, which is close enough for a range; at a margin it is not."""
    find = assumed.formula if assumed.margin is None else assumed.items
    return find(power, difference)


def _over(
    assumed: Assumption, wish: Wish, found: Callable[[Assumption], float]
) -> tuple[float, float] | None:
    """What is found at the smallest and the largest disagreement that two error rates allow."""
    if wish.ends is None:
        return None
    a, b = wish.ends
    low, high = sorted(
        found(replace(assumed, disagreement=psi)) for psi in (abs(a - b), min(a + b, 2 - a - b))
    )
    return low, high
