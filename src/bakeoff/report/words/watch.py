"""Words for a comparison that is watched while answers come in."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from bakeoff.core.evidence import MODERATE, STRONG, Grade
from bakeoff.core.result import Interval
from bakeoff.core.verdict import POINTS, Caveat
from bakeoff.core.written import aligned, decimals_beside, in_step, number, p_digits, p_text, plural
from bakeoff.report.words.evidence import hedge, limits_told
from bakeoff.report.words.verdict import bare, margin_told

if TYPE_CHECKING:
    from bakeoff.plan.watch import Watch

SHUFFLED = "begin a new log, and let the models answer in the order that bakeoff watch --shuffle FILE prints"
ORDER = Caveat(
    key="exchangeable-order",
    text=(
        "this holds if the items came in random order and neither model was trained on them, before or "
        f"during the evaluation; if the order was not random, {SHUFFLED}"
    ),
    remedy=SHUFFLED,
    source="Ramdas et al. 2023",
)
PRICE = (
    "being allowed to look at any time has a price: to reach the same power as a test with a fixed number of "
    "items, you may have to continue beyond that number, although many comparisons stop before it"
)
AT_ALL_LOOKS = "valid however often you look"
LARGE, MOST_DIGITS = 1e6, 16  # from which e-values are written with a power of ten, and with how many digits
OUTSIDE = (
    "lies outside its interval: a value that was excluded at one look stays excluded, even if later items "
    "support it; the interval is still valid"
)


def sentence(watch: "Watch") -> str:
    """The state in one sentence.

    >>> from bakeoff.plan.watch import Watch
    >>> watch = Watch()
    >>> watch.update(only_a=40, only_b=10, n=400)
    >>> sentence(watch)
    'A is better: 7.5 points, 95 % interval 2.3 to 13.2 (e-value 1185, after 400 items)'
    """
    if watch.estimate is None:
        return "Undecided: no items yet"
    size, low, high = _points(watch, abs(watch.estimate), *_seen(watch))
    return (
        f"{_opening(watch)}: {_lead(watch, size)}, {_level(watch)} interval {low} to {high} (e-value "
        f"{_e_value(watch, 1 / watch.alpha)}{_at_this_look(watch)}, after {plural(watch.items, 'item')})"
    )


def _opening(watch: "Watch") -> str:
    if watch.turned:
        return f"{_found(watch)} ({watch.strength.grade} evidence); since then this has changed"
    return f"{hedge(watch.strength.grade)}{_subject(watch)} {_claim(watch, 'is')}".strip()


def _found(watch: "Watch") -> str:
    """The decision of an earlier look, which items after it speak against."""
    return f"{_subject(watch)} was found {_claim(watch, 'to be')} at item {watch.decided_at}"


def _subject(watch: "Watch") -> str:
    return {"undecided": "Undecided", "b-better": "B"}.get(watch.decision, "A")


def _claim(watch: "Watch", be: str) -> str:
    margin = "" if watch.margin is None else margin_told(watch.margin, POINTS)
    told = {
        "a-better": f"{be} better",
        "b-better": f"{be} better by more than {margin}" if margin else f"{be} better",
        "not-worse": f"{'is not' if be == 'is' else f'not {be}'} worse than B by {margin} or more",
    }
    return told.get(watch.decision, "")


def _at_this_look(watch: "Watch") -> str:
    """Whose the e-value is where it is not the one that decided."""
    decided = watch.decision != "undecided"
    return " at this look" if decided and (watch.turned or watch.e_value < 1 / watch.alpha) else ""


def _seen(watch: "Watch") -> tuple[float, float]:
    """The interval, seen from the one that is ahead."""
    low, high = watch.interval
    return (-high, -low) if (watch.estimate or 0) < 0 else (low, high)


def _lead(watch: "Watch", size: str) -> str:
    if not watch.estimate:
        return "no difference"
    ahead = "A" if watch.estimate > 0 else "B"
    return (
        f"{size} points"
        if watch.decision == f"{ahead.lower()}-better" and not watch.turned
        else f"{ahead} is ahead by {size} points"
    )


def _points(watch: "Watch", *differences: float) -> list[str]:
    """Differences in points, with digits that show on which side of the margin the interval ends."""
    limits = [] if watch.margin is None else [-watch.margin]
    least = [decimals_beside(100 * end, 100 * limit) for end in watch.interval for limit in limits]
    return in_step(*(100 * each for each in differences), least=max(least, default=0))


def _level(watch: "Watch") -> str:
    return f"{100 * (1 - watch.alpha):g} %"


def _e_value(watch: "Watch", needed: float) -> str:
    """The e-value, with digits that show whether it is as large as needed."""
    value = watch.e_value
    if math.isinf(value):
        return "above 1e+308"
    if value < LARGE:
        return number(value, least=decimals_beside(value, needed))
    texts = [f"{value:.{digits}e}" for digits in range(MOST_DIGITS)]
    return next((each for each in texts if (float(each) < needed) == (value < needed)), texts[-1])


def numbers(watch: "Watch") -> list[tuple[str, ...]]:
    """The numbers behind the sentence, as (name, text) rows."""
    alone = f"; only A is right on {watch.only_a}, only B on {watch.only_b}"
    rows: list[tuple[str, ...]] = [("items", f"{watch.items}{'' if watch.share_interval is None else alone}")]
    if watch.estimate is not None:
        size, low, high = _points(watch, watch.estimate, *watch.interval)
        rows += [
            ("difference", f"{size} points (A minus B)"),
            ("interval", f"{low} to {high} points ({_level(watch)}, {AT_ALL_LOOKS})"),
        ]
    needed, evidence = 1 / watch.alpha, "evidence that the models differ"
    if watch.margin is not None:
        evidence = f"evidence against a difference of -{margin_told(watch.margin, POINTS)}"
    return [
        *rows,
        *_share(watch),
        (
            "e-value",
            f"{_e_value(watch, needed)}{_at_this_look(watch)} ({evidence}; {needed:.4g} or more decides)",
        ),
        ("p-value", f"{p_digits(watch.p_value)} ({_against(watch)}{AT_ALL_LOOKS}; alpha {watch.alpha:g})"),
        *_evidence(watch),
    ]


def _share(watch: "Watch") -> list[tuple[str, ...]]:
    """A's share of the items that exactly one got right, where there are any."""
    observed, ends, count = _observed_share(watch), watch.share_interval, watch.only_a + watch.only_b
    if observed is None or ends is None:
        return []
    share, low, high = bare((observed, *ends), POINTS)
    of = "the item that only one model" if count == 1 else f"the {count} items that only one model"
    return [("share of A", f"{share} % of {of} got right; {_level(watch)} interval {low} to {high} %")]


def _observed_share(watch: "Watch") -> float | None:
    count = watch.only_a + watch.only_b
    return None if watch.share_interval is None or not count else watch.only_a / count


def _evidence(watch: "Watch") -> list[tuple[str, ...]]:
    """How strong the evidence for the decision is."""
    grade, alpha = watch.strength.grade, watch.alpha
    if grade == "none":
        return []
    own = watch.decision_p_value or 0.0
    where = f"{p_text(own)} at the looks that favoured the decision, " if _against(watch) else ""
    return [("evidence", f"{grade} ({where}{limits_told(grade, alpha)})")]


def _against(watch: "Watch") -> str:
    """That the smallest p-value is one against the decision."""
    own = watch.decision_p_value
    return "at a look against the decision; " if own is not None and own > watch.p_value else ""


def own_notes(watch: "Watch") -> list[str]:
    """What to know where an interval leaves out what is observed now."""
    if watch.estimate is None:
        return []
    observed, ends, found = _observed_share(watch), watch.share_interval, []
    if not _inside(watch.estimate, watch.interval):
        (size,) = _points(watch, watch.estimate)
        found.append(f"the observed difference, {size} points, {OUTSIDE}")
    if observed is not None and ends is not None and not _inside(observed, ends):
        (share,) = bare([observed], POINTS)
        found.append(f"the observed share of A, {share} %, {OUTSIDE}")
    return found


def _inside(value: float, interval: Interval) -> bool:
    return bool(interval.low <= value <= interval.high)


def full_text(watch: "Watch", notes: Sequence[str] = ()) -> str:
    """All that a terminal shows."""
    rows = [f"  {row}" for row in aligned([*numbers(watch)])]
    told = (*own_notes(watch), *notes, PRICE)
    remarks = [f"  caveat: {ORDER.text}", *(f"  note: {each}" for each in told)]
    return "\n".join([sentence(watch), "", *rows, "", *remarks])


def progress(watch: "Watch", grade: Grade = "weak") -> str:
    """One short line while answers come in, until the evidence has this grade."""
    low, high = (100 * end for end in watch.interval)
    needed = {"moderate": MODERATE, "strong": STRONG}.get(grade, 1) / watch.alpha
    evidence = f"e-value {_e_value(watch, needed)} of {needed:.4g}"
    if watch.turned:
        evidence = (
            f"{_found(watch)}; since then this has changed: e-value {_e_value(watch, needed)} at this look"
        )
    return (
        f"{plural(watch.items, 'item')}, {evidence}, difference "
        f"{100 * (watch.estimate or 0):z.1f} points ({low:z.1f} to {high:z.1f})"
    )
