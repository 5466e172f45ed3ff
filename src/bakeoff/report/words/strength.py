"""Words for how strong the evidence is: the headline of a verdict, and the row that gives the reason."""

from bakeoff.core.strength import MODERATE, STRONG, Grade, Strength
from bakeoff.core.verdict import Verdict
from bakeoff.core.written import p_digits, p_text
from bakeoff.judge.facts import opening
from bakeoff.methods import METHODS

INVALID = "No valid conclusion"
WEAK = "but the evidence is weak"
BELOW: dict[Grade, str] = {
    "strong": f"p is at most alpha / {STRONG}",
    "moderate": f"p is between alpha / {STRONG} and alpha / {MODERATE}",
}
NAMES = {"mcnemar-exact": "the exact test"}


def headline(v: Verdict) -> str:
    """The decision in words that are as sure as the evidence is strong.

    >>> from bakeoff import compare_counts
    >>> [headline(compare_counts(a, 1, n=412)) for a in (14, 7, 3)]
    ['A is better', 'A is probably better, but the evidence is weak', 'Undecided']
    """
    found = v.strength
    if found.grade == "invalid":
        return INVALID
    if found.grade != "weak":
        return opening(v)
    return f"{opening(v, adverb(found.grade))}, {WEAK if _by_numbers(found) else _doubt(found)}"


def adverb(grade: Grade) -> str:
    """How sure a decision is."""
    return "probably " if grade == "weak" else ""


def _by_numbers(found: Strength) -> bool:
    """Whether it is the p-values that are weak, and not the data or the method."""
    return found.because != ("caveats",) or found.doubts == ("may-not-replicate",)


def _doubt(found: Strength) -> str:
    return "with a serious caveat" if len(found.doubts) == 1 else "with serious caveats"


def disagreement(v: Verdict) -> str:
    """The versions of the test that do not decide, for the end of a sentence."""
    told = [
        f"{NAMES.get(each.method, each.method)} has {p_text(each.p_value)}" for each in v.strength.against
    ]
    return "".join(f"; {each}" for each in told)


def strength_told(v: Verdict) -> str:
    """The grade and the reason for it; nothing where there is no decision to grade.

    >>> from bakeoff import compare_counts
    >>> strength_told(compare_counts(14, 1, n=412))
    'strong (p is at most alpha / 50; the exact test agrees: p = 0.0010)'
    >>> strength_told(compare_counts(7, 1, n=412))
    'weak (p is above alpha / 5; the exact test does not decide: p = 0.070)'
    """
    found = v.strength
    if found.grade == "none":
        return ""
    if found.grade == "invalid":
        return f"not valid ({_see(found)})"
    why = [_by_equivalence(found) if v.decision == "equivalent" else _by_p(found)]
    why += [_version(v, each.method, each.p_value) for each in found.versions]
    why += [_see(found)] if "caveats" in found.because and not _by_numbers(found) else []
    return f"{found.grade} ({'; '.join(filter(None, why))})"


def _by_p(found: Strength) -> str:
    """Where the p-value lies; nothing where it is small and something else makes the evidence weak."""
    return f"p is above alpha / {MODERATE}" if "p-value" in found.because else BELOW.get(found.grade, "")


def _by_equivalence(found: Strength) -> str:
    if "p-value" in found.because:
        return "the interval just fits into the margin"
    return "" if found.grade == "weak" else "the interval is well inside the margin"


def _version(v: Verdict, method: str, p: float) -> str:
    does = "does not decide" if any(each.method == method for each in v.strength.against) else "agrees"
    return f"{_named(method)} {does}: p = {p_digits(p)}"


def _named(method: str) -> str:
    return NAMES.get(method, METHODS[method].title)


def _see(found: Strength) -> str:
    """Which caveats; those that matter most come first."""
    count = len(found.doubts)
    return "see the first caveat" if count == 1 else f"see the first {count} caveats"
