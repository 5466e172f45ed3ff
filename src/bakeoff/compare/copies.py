"""A verdict on items some of which repeat the attributes of others, and the consequences."""

from dataclasses import replace
from shlex import quote

from bakeoff.core.copies import Copies
from bakeoff.core.verdict import Caveat, Verdict
from bakeoff.judge.pitfalls import BY_KEY

MOST_ANSWERS = 3  # in the metric that is suggested


def with_copies(verdict: Verdict, copies: Copies) -> Verdict:
    """The verdict with how many items repeat others, and a caveat where chance does not explain it."""
    found = (copies_caveat(copies),) if copies.beyond_chance else ()
    return replace(verdict, copies=copies, caveats=found + verdict.caveats)


def copies_caveat(copies: Copies) -> Caveat:
    """What repeated rows do to the false-alarm rate, and what to do about them."""
    if copies.answers is not None:
        return _answers_caveat(copies, copies.answers)
    if copies.together:
        return _together_caveat(copies)
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


def _answers_caveat(copies: Copies, fewest: int) -> Caveat:
    """What to do about several answers to one item, which were taken for items."""
    text = (
        f"column {copies.shared!r} names {copies.items - copies.repeated} items, but there are "
        f"{copies.items} rows: rows of one item are not independent, but the test treats each row as an item"
    )
    remedy = (
        f"use the column as cluster (--cluster {quote(copies.shared)}), or as id with a metric over several "
        f"answers (--id {quote(copies.shared)} --metric pass@{min(fewest, MOST_ANSWERS)})"
    )
    return BY_KEY["duplicated-rows"].caveat(text, remedy)


def _together_caveat(copies: Copies) -> Caveat:
    """What to do about different items of one person, series or document, which were not declared."""
    text = (
        f"column {copies.shared!r} has {copies.items - copies.repeated} different values in {copies.items} "
        f"rows: rows with one value may belong together (the clusters are not declared), but the test treats "
        f"them as independent"
    )
    remedy = f"if they belong together, use the column as cluster (--cluster {quote(copies.shared)})"
    return BY_KEY["duplicated-rows"].caveat(text, remedy)
