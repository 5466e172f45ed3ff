"""Words for a comparison that is watched while answers come in."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bakeoff.core.verdict import Caveat
from bakeoff.core.written import in_step, number, p_digits
from bakeoff.report.words.verdict import aligned

if TYPE_CHECKING:
    from bakeoff.plan.watch import Watch

ORDER = Caveat(
    key="exchangeable-order",
    text=(
        "this holds if the items came in random order and no model learned from them; if they did not, "
        "answer them in the order that bakeoff watch --shuffle ITEMS prints, and begin a new log"
    ),
    remedy="answer the items in the order that bakeoff watch --shuffle ITEMS prints, and begin a new log",
    source="Ramdas et al. 2023",
)
PRICE = (
    "looking at any time has a price: a test at a fixed number of items needs fewer of them, but allows only "
    "one look"
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
    size, low, high = in_step(*(100 * each for each in (abs(watch.estimate), *_seen(watch))))
    level = f"{100 * (1 - watch.alpha):g} %"
    return (
        f"{_opening(watch)}: {_lead(watch, size)}, {level} interval {low} to {high} (e-value "
        f"{number(watch.e_value)}, after {watch.items} item{'' if watch.items == 1 else 's'})"
    )


def _opening(watch: "Watch") -> str:
    margin = "" if watch.margin is None else f"{100 * watch.margin:g} points"
    told = {
        "a-better": "A is better",
        "b-better": f"B is better by more than {margin}" if margin else "B is better",
        "not-worse": f"A is not worse than B by {margin} or more",
    }
    return told.get(watch.decision, "Undecided")


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
        if watch.decision == f"{ahead.lower()}-better"
        else f"{ahead} is ahead by {size} points"
    )


def numbers(watch: "Watch") -> list[tuple[str, ...]]:
    """The numbers behind the sentence, as (name, text) rows."""
    share = watch.share_interval
    rows: list[tuple[str, ...]] = [("items", f"{watch.items}" + ("" if share is None else _alone(watch)))]
    if watch.estimate is not None:
        low, high = watch.interval
        rows += [
            ("difference", f"{watch.estimate:.6g} (A minus B)"),
            (
                "interval",
                f"{low:.6g} to {high:.6g} ({100 * (1 - watch.alpha):g} %, valid at all looks together)",
            ),
        ]
    if share is not None and watch.only_a + watch.only_b:
        rows.append(
            ("share of A", f"{share.low:.6g} to {share.high:.6g} (of the items that one alone got right)")
        )
    against = "no difference" if watch.margin is None else f"a difference of -{watch.margin:g}"
    rows += [
        ("e-value", f"{watch.e_value:.6g} (against {against}; {1 / watch.alpha:.4g} decides)"),
        ("p-value", f"{p_digits(watch.p_value)} (valid at all looks together)"),
    ]
    return rows


def full_text(watch: "Watch", notes: Sequence[str] = ()) -> str:
    """All that a terminal shows."""
    rows = [f"  {row}" for row in aligned([*numbers(watch)])]
    remarks = [f"  caveat: {ORDER.text}", *(f"  note: {each}" for each in (*notes, PRICE))]
    return "\n".join([sentence(watch), "", *rows, "", *remarks])


def _alone(watch: "Watch") -> str:
    return f" (A alone right on {watch.only_a}, B alone on {watch.only_b})"


def progress(watch: "Watch") -> str:
    """One short line while answers come in."""
    low, high = (100 * end for end in watch.interval)
    return (
        f"{watch.items} items, e-value {number(watch.e_value)} of {1 / watch.alpha:.4g}, difference "
        f"{100 * (watch.estimate or 0):.1f} points ({low:.1f} to {high:.1f})"
    )
