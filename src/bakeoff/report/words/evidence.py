"""Words for what supports a verdict and what limits it: its headline, how strong it is, caveats in order."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from bakeoff.core.evidence import MODERATE, SHOWN, STRONG, Caveat, Grade, Importance, Strength, by_importance
from bakeoff.core.verdict import Verdict
from bakeoff.core.written import p_text
from bakeoff.judge.facts import opening
from bakeoff.methods import METHODS

if TYPE_CHECKING:
    from bakeoff.core.gate import Gate, Gates
    from bakeoff.core.ranking import Ranking

INVALID = "No valid conclusion"
WEAK = "Weak evidence that "
NAMES = {"mcnemar-exact": "the exact test"}
BY_OPTION = "--all-caveats shows all"
IN_PYTHON = "text(all_caveats=True) shows all"


class Remark(NamedTuple):
    """One line that goes with a verdict: what kind it is, its text, and how much a caveat matters."""

    kind: str
    text: str
    importance: Importance | None = None


def caveat_values(caveats: Iterable[Caveat]) -> list[dict[str, str]]:
    """All caveats as plain values, those that matter most first."""
    return [
        {"key": each.key, "text": each.text, "importance": each.importance} for each in by_importance(caveats)
    ]


def condition_values(what: "Verdict | Ranking | Gate | Gates") -> dict[str, Any]:
    """The conditions of the models and what differs, as plain values; nothing where none are known."""
    if not what.conditions:
        return {}
    return {
        "conditions": {name: dict(each) for name, each in what.conditions.items()},
        "differ": {key: dict(each) for key, each in what.differ.items()},
    }


def caveat_remarks(caveats: Iterable[Caveat]) -> list[Remark]:
    """All caveats as lines, those that matter most first."""
    return [Remark("caveat", each.text, each.importance) for each in by_importance(caveats)]


def first_of(remarks: Sequence[Remark], how: str, *, every: bool) -> list[Remark]:
    """The remarks with the caveats that matter most alone, and ``how`` to see the rest.

    >>> lines = [Remark("caveat", each) for each in "abcde"]
    >>> [each.text for each in first_of(lines, BY_OPTION, every=False)]
    ['a', 'b', 'c', '2 more caveats that matter less are not shown; --all-caveats shows all']
    """
    caveats = [each for each in remarks if each.kind == "caveat"]
    left = len(caveats) - SHOWN
    if every or left <= 0:
        return list(remarks)
    more = f"{left} more caveat{'s' * (left > 1)} that matter{'s' * (left == 1)} less"
    told = f"{more} {'are' if left > 1 else 'is'} not shown; {how}"
    rest = [each for each in remarks if each.kind != "caveat"]
    return [*caveats[:SHOWN], Remark("note", told), *rest]


def headline(v: Verdict) -> str:
    """The decision in words that match the strength of the evidence.

    >>> from bakeoff import compare_counts
    >>> [headline(compare_counts(a, 1, n=412)) for a in (14, 7, 3)]
    ['A is better', 'Weak evidence that A is better', 'Undecided']
    """
    found = v.strength
    if found.grade == "invalid":
        return INVALID
    if found.grade != "weak":
        return opening(v)
    return f"{hedge(found.grade)}{opening(v)}{'' if _by_numbers(found) else f', {_doubt(found)}'}"


def hedge(grade: Grade) -> str:
    """What comes before a decision that is not certain."""
    return WEAK if grade == "weak" else ""


def mark(grade: Grade) -> str:
    """What comes after a decision in a cell of a table."""
    return " (weak evidence)" if grade == "weak" else ""


def limits_told(grade: Grade, alpha: float) -> str:
    """The limits of the p-value of a grade.

    >>> limits_told("strong", 0.05), limits_told("moderate", 0.05), limits_told("weak", 0.05)
    ('p <= 0.001', '0.001 < p <= 0.01', '0.01 < p <= 0.05')
    """
    strong, moderate = alpha / STRONG, alpha / MODERATE
    return {
        "strong": f"p <= {strong:g}",
        "moderate": f"{strong:g} < p <= {moderate:g}",
        "weak": f"{moderate:g} < p <= {alpha:g}",
    }.get(grade, "")


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
    'strong (p <= 0.001; also significant by the exact test: p = 0.0010)'
    >>> strength_told(compare_counts(7, 1, n=412))
    'weak (0.01 < p <= 0.05; not significant by the exact test: p = 0.070)'
    """
    found = v.strength
    if found.grade == "none":
        return ""
    if found.grade == "invalid":
        return f"not valid ({_see(found)})"
    why = [_by_equivalence(v) if v.decision == "equivalent" else _by_p(found, v.alpha)]
    why += [_version(v, each.method, each.p_value) for each in found.versions]
    why += [_see(found)] if "caveats" in found.because and not _by_numbers(found) else []
    return f"{found.grade} ({'; '.join(filter(None, why))})"


def _by_p(found: Strength, alpha: float) -> str:
    """The range of the p-value; nothing where it is small and something else makes the evidence weak."""
    small = found.grade == "weak" and "p-value" not in found.because
    return "" if small else limits_told(found.grade, alpha)


def _by_equivalence(v: Verdict) -> str:
    """Where the larger of the two one-sided p-values lies."""
    told = _by_p(v.strength, v.alpha if v.equivalence is None else (1 - v.equivalence.level) / 2)
    return told and f"for equivalence, the larger p of two one-sided tests: {told}"


def _version(v: Verdict, method: str, p: float) -> str:
    against = any(each.method == method for each in v.strength.against)
    told = f"not significant by {_named(method)}" if against else f"also significant by {_named(method)}"
    return f"{told}: {p_text(p)}"


def _named(method: str) -> str:
    return NAMES.get(method, METHODS[method].title)


def _see(found: Strength) -> str:
    """Which caveats; those that matter most come first."""
    count = len(found.doubts)
    return "see the first caveat" if count == 1 else f"see the first {count} caveats"
