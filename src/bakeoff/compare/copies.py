"""A verdict on items some of which repeat the attributes of others, and the consequences."""

from dataclasses import replace

from bakeoff.core.copies import Copies
from bakeoff.core.verdict import Caveat, Verdict
from bakeoff.judge.pitfalls import BY_KEY


def with_copies(verdict: Verdict, copies: Copies) -> Verdict:
    """The verdict with how many items repeat others, and a caveat where chance does not explain it."""
    found = (copies_caveat(copies),) if copies.beyond_chance else ()
    return replace(verdict, copies=copies, caveats=found + verdict.caveats)


def copies_caveat(copies: Copies) -> Caveat:
    """What repeated rows do to the false-alarm rate, and what to do about them."""
    relabelled = f" ({copies.relabelled} of them with another label)" if copies.relabelled else ""
    text = (
        f"{copies.repeated} of {copies.items} rows repeat the attributes of another row{relabelled}, "
        f"more than chance explains (attributes: {copies.listed}): these rows are not independent, but "
        f"the test treats them as independent"
    )
    if copies.false_alarms is not None:
        text += (
            f". If both models predict equal rows alike, the false-alarm rate at a nominal 5 % is about "
            f"{100 * copies.false_alarms:.0f} %"
        )
    remedy = "remove the copies, or declare them"
    if copies.shared:
        remedy += f": column {copies.shared!r} is the same in equal rows, so use it as cluster"
    else:
        remedy += " with a column of clusters that is the same in equal rows"
    return BY_KEY["duplicated-rows"].caveat(text, remedy)
