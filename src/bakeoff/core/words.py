"""Plain words for a verdict: the answer first, then the numbers, then what limits it."""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bakeoff.core.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Unit:
    """How a difference is said: ``factor`` turns the estimate into the number before ``word``."""

    word: str
    factor: float


POINTS = Unit("points of accuracy", 100.0)


def number(value: float) -> str:
    """A number as people write it: enough digits, no more.

    >>> [number(x) for x in (3.94, 0.0312, 12345.6, float("inf"), 0.0)]
    ['3.9', '0.031', '12346', 'unlimited', '0']
    """
    if math.isinf(value):
        return "unlimited" if value > 0 else "-unlimited"
    size = abs(value)
    if size == 0:
        return "0"
    if size < 1e-4:
        return f"{value:.1e}"
    digits = 0 if size >= 1000 else 1 if size >= 1 else 1 - math.floor(math.log10(size))
    return f"{value:.{digits}f}"


def p_text(p: float) -> str:
    """A p-value as papers print it.

    >>> [p_text(p) for p in (0.0421, 0.00042, 1e-200, 0.0, 1.0)]
    ['p = 0.042', 'p = 0.0004', 'p = 1e-200', 'p = 0', 'p = 1']
    """
    if p == 0:
        return "p = 0"
    if p > 0.9995:
        return "p = 1"
    if p < 1e-4:
        mantissa, exponent = f"{p:.0e}".split("e")
        return f"p = {mantissa}e{int(exponent)}"
    return f"p = {p:.3f}" if p >= 0.001 else f"p = {p:.4f}"


def sentence(v: "Verdict") -> str:
    """The verdict in one sentence, from the better one's point of view."""
    r = v.result
    ahead = v.names[0] if r.estimate >= 0 else v.names[1]
    flip = r.estimate < 0
    size = number(abs(r.estimate) * v.unit.factor)
    opening = {
        "a-better": f"{v.names[0]} is better",
        "b-better": f"{v.names[1]} is better",
        "equivalent": f"{v.names[0]} and {v.names[1]} are equivalent",
        "undecided": "Undecided",
    }[v.decision]
    if r.estimate == 0:
        lead = "no difference"
    elif v.decision == ("b-better" if flip else "a-better"):
        lead = f"{size} {v.unit.word}"
    else:
        lead = f"{ahead} is ahead by {size} {v.unit.word}"
    return f"{opening}: {lead}, {interval_text(v, flip=flip)} ({p_text(r.p_value)}, {v.title} on {v.counted})"


def interval_text(v: "Verdict", *, flip: bool = False) -> str:
    """The interval in the verdict's unit; ``flip`` turns it into B minus A."""
    r = v.result
    low, high = (-r.interval.high, -r.interval.low) if flip else (r.interval.low, r.interval.high)
    low, high = low * v.unit.factor, high * v.unit.factor
    share = f"{100 * r.level:g} %"
    if r.alternative != "two-sided":
        asked_low = r.alternative == ("less" if flip else "greater")
        if math.isinf(low if asked_low else high):
            return f"{share} bound unlimited"
        return f"{share} bound: at {'least ' + number(low) if asked_low else 'most ' + number(high)}"
    if math.isinf(low) and math.isinf(high):
        return f"{share} interval unlimited"
    return f"{share} interval {number(low)} to {number(high)}"


def numbers(v: "Verdict") -> list[tuple[str, str]]:
    """The numbers behind the sentence, as (name, text) rows."""
    r = v.result
    rows = [
        ("difference", f"{r.estimate:.6g} ({v.names[0]} minus {v.names[1]}, {v.metric}, higher is better)"),
        ("interval", f"{r.interval.low:.6g} to {r.interval.high:.6g} ({100 * r.level:g} %, {r.alternative})"),
        ("p-value", f"{r.p_value:.6g} (alpha {v.alpha:g})"),
    ]
    if r.statistic is not None:
        df = ", ".join(f"{d:g}" for d in (r.df if isinstance(r.df, tuple) else (r.df,)) if d is not None)
        rows.append(("statistic", f"{r.statistic:.6g}" + (f" (df {df})" if df else "")))
    rows.append(("method", f"{r.method}" + (f": {v.reason}" if v.reason else "")))
    if v.margin is not None:
        rows.append(("margin", f"{v.margin:g}"))
    return rows


def remarks(v: "Verdict") -> list[str]:
    """Caveats, notes and the measured risk, in that order."""
    lines = [f"caveat: {c.text}" for c in v.caveats] + [f"note: {text}" for text in v.result.notes]
    return lines + ([f"measured: {v.risk}"] if v.risk else [])


def full_text(v: "Verdict") -> str:
    """The verdict as a short aligned text."""
    rows = numbers(v)
    width = max(len(name) for name, _ in rows)
    lines = [v.sentence, ""] + [f"  {name:<{width}}  {text}" for name, text in rows]
    return "\n".join(lines + ([""] + [f"  {line}" for line in remarks(v)] if remarks(v) else []))
