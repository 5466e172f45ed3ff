"""A plan in words: the sentence, the numbers it rests on, and the power at other numbers of items."""

from bakeoff.core.written import plural
from bakeoff.methods import METHODS
from bakeoff.plan.planned import Plan

OWN_TITLES = {"tango": "Tango's score test", "normal": "a test of a normal mean"}
SHARES = (0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 2.0)  # of the items, at which power is shown


def sentence(plan: Plan) -> str:
    """The answer, and what it rests on."""
    one, n = plan.items == 1, plural(plan.items, "item")
    rests, needed = f"({', '.join(_rests(plan))})", f"{n} {'is' if one else 'are'} needed"
    if plan.found == "precision":
        width = size(plan, plan.half_width or 0.0)
        return f"{n} {'gives' if one else 'give'} an interval of about plus or minus {width} {rests}"
    power = f"{percent(plan.power or 0.0)} power"
    if plan.margin is not None:
        shown = f"that A is not worse than B by {size(plan, plan.margin)} or more"
        if plan.found == "items":
            return f"{needed} to show {shown}, with {power} if {_truth(plan)} {rests}"
        return f"{n} {'shows' if one else 'show'} {shown} with {power} if {_truth(plan)} {rests}"
    found = size(plan, plan.difference or 0.0)
    if plan.found == "difference":
        return f"With {n}, a difference of {found} or more is found with {power} {rests}"
    if plan.found == "power":
        return f"With {n}, a difference of {found} is found with {power} {rests}"
    return f"{needed} to find a difference of {found} with {power} {rests}"


def _truth(plan: Plan) -> str:
    """What is assumed about the models where a loss is to be excluded."""
    if not plan.difference:
        return "they are equally good"
    side = "better" if plan.difference > 0 else "worse"
    return f"A is {side} by {size(plan, abs(plan.difference))}"


def headline(plan: Plan) -> str:
    """What was found, as a heading."""
    if plan.found == "power":
        return f"{percent(plan.power or 0.0)} power"
    if plan.found == "difference":
        return f"Differences of {size(plan, plan.difference or 0.0)} or more"
    return plural(plan.items, "item")


def numbers(plan: Plan) -> list[tuple[str, ...]]:
    """The numbers behind the sentence, as (name, text) rows."""
    formula = "" if plan.formula in (None, plan.items) else f" (normal approximation: {plan.formula})"
    rows: list[tuple[str, ...]] = [("items", f"{plan.items}{formula}")]
    if plan.power is not None and plan.difference is not None:
        rows += [("power", tenths(plan.power)), ("difference", size(plan, plan.difference))]
    if plan.margin is not None:
        rows.append(("margin", size(plan, plan.margin)))
    if plan.disagreement is not None:
        shown = f"{100 * plan.disagreement:.3g} %"
        rows.append(("disagreement", f"{shown} of the items (those that exactly one model gets right)"))
    if plan.deviation is not None:
        rows.append(("deviation", f"{plan.deviation:.4g} (standard deviation of an item's difference)"))
    if plan.assumption.design_effect > 1:
        rows.append(("design effect", f"{plan.assumption.design_effect:.4g}"))
    if plan.range is not None:
        rows.append(("range", range_told(plan)))
    if plan.half_width is not None:
        level = 100 * (1 - plan.alpha * (2 if plan.margin is not None else 1))
        rows.append(("interval", f"about plus or minus {size(plan, plan.half_width)} ({level:g} %)"))
    side = "one-sided" if plan.margin is not None else "two-sided"
    return [*rows, ("test", f"{plan.method} (alpha {plan.alpha:g}, {side})")]


def range_told(plan: Plan) -> str:
    """What is found at the least and the most disagreement that two error rates allow."""
    low, high = plan.range or (0.0, 0.0)
    ends = f"{percent(low)} to {percent(high)}"
    if plan.found == "items":
        ends = f"{low:,.0f} to {high:,.0f} items by the normal approximation"
    return f"{ends}, depending on how often the models err on the same items"


def powers(plan: Plan) -> list[tuple[str, str]]:
    """Power at fewer and at more items; nothing where no difference is planned for."""
    if plan.difference is None:
        return []
    counts = sorted({max(round(share * plan.items), 1) for share in SHARES})
    reached = [
        plan.power if n == plan.items else plan.assumption.shown_power(n, plan.difference) for n in counts
    ]
    return [(f"{n}", tenths(power or 0.0)) for n, power in zip(counts, reached, strict=True)]


def size(plan: Plan, value: float) -> str:
    """A difference with its unit."""
    unit = plan.assumption.unit
    text = f"{value * unit.factor:.3g}"
    return unit.amount(text) if unit.subject else text


def tenths(share: float) -> str:
    """A share in per cent with one digit behind the point; only what is certain is 100.

    >>> tenths(0.8003), tenths(0.99999)
    ('80.0 %', '>99.9 %')
    """
    shown = f"{100 * share:.1f}"
    return ">99.9 %" if shown == "100.0" and share < 1 else f"{shown} %"


def percent(share: float) -> str:
    """A share in per cent, never rounded up to certainty."""
    shown = f"{100 * share:.0f}"
    return (
        f"{100 * share:.2g} %"
        if share < 0.01
        else "over 99 %"
        if shown == "100" and share < 1
        else f"{shown} %"
    )


def _rests(plan: Plan) -> list[str]:
    """What the answer rests on, in short."""
    method = OWN_TITLES.get(plan.method) or METHODS[plan.method].title
    one = "one-sided " if plan.margin is not None else ""
    parts = [] if plan.found == "precision" else [method, f"{one}alpha {plan.alpha:g}"]
    if plan.disagreement is not None:
        parts.append(f"disagreement {100 * plan.disagreement:.3g} %")
    if plan.deviation is not None:
        parts.append(f"standard deviation {plan.deviation:.3g}")
    return parts
