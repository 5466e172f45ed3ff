"""How strong the evidence for a decision is: a rule of p-values, other versions of the test and caveats."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from statistics import NormalDist
from typing import Any, Literal, NamedTuple

from bakeoff.core.caveat import Caveat
from bakeoff.core.result import Equivalence, rejects

Grade = Literal["strong", "moderate", "weak", "none", "invalid"]
Because = Literal["p-value", "other-version", "caveats"]
# How many times below alpha a p-value lies: with alpha 0.05 they are p <= 0.001 and p <= 0.01.
STRONG, MODERATE = 50, 5


class Version(NamedTuple):
    """Another version of the test that decided, with its p-value on the same numbers."""

    method: str
    p_value: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Strength:
    """How strong the evidence for a decision is, and what it follows from.

    ``grade`` is ``strong``, ``moderate`` or ``weak`` for a decision, ``none`` where there is none, and
    ``invalid`` where a caveat leaves no conclusion. ``because`` says what made it weak or invalid.
    ``versions`` are other versions of the test, ``against`` those of them that do not decide, and ``doubts``
    the keys of the caveats that made it weak or invalid.
    """

    grade: Grade
    because: tuple[Because, ...] = ()
    versions: tuple[Version, ...] = ()
    against: tuple[Version, ...] = ()
    doubts: tuple[str, ...] = ()

    @property
    def hedged(self) -> bool:
        """Whether the decision must not be told without reserve."""
        return self.grade in ("weak", "invalid")

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        told = asdict(self)
        return {name: list(each) if isinstance(each, tuple) else each for name, each in told.items()} | {
            "versions": [each._asdict() for each in self.versions],
            "against": [each.method for each in self.against],
        }


def grade_of(p_value: float, alpha: float) -> Grade:
    """How strong a p-value is that decides at alpha.

    >>> [grade_of(p, 0.05) for p in (1e-10, 0.001, 0.01, 0.04)]
    ['strong', 'strong', 'moderate', 'weak']
    """
    if rejects(p_value, alpha / STRONG):
        return "strong"
    return "moderate" if rejects(p_value, alpha / MODERATE) else "weak"


def strength_of(
    p_value: float | None,
    alpha: float,
    *,
    versions: Iterable[Version] = (),
    caveats: Iterable[Caveat] = (),
) -> Strength:
    """The strength of a decision that was made with this p-value at alpha; None where nothing is decided.

    It is weak where the p-value is above alpha / 5, another version of the test does not decide, or a caveat
    casts doubt; else moderate where the p-value is above alpha / 50; else strong. Where a caveat invalidates
    the decision, it is invalid whatever the numbers are.

    >>> strength_of(0.0005, 0.05).grade
    'strong'
    >>> strength_of(0.039, 0.05, versions=[Version("mcnemar-exact", 0.0703)]).because
    ('p-value', 'other-version')
    """
    limits, others = list(caveats), tuple(versions)
    void = tuple(dict.fromkeys(each.key for each in limits if each.importance == "invalidates"))
    if void:
        return Strength(grade="invalid", because=("caveats",), versions=others, doubts=void)
    if p_value is None:
        return Strength(grade="none", versions=others)
    grade = grade_of(p_value, alpha)
    against = tuple(each for each in others if not rejects(each.p_value, alpha))
    doubts = tuple(dict.fromkeys(each.key for each in limits if each.importance == "casts-doubt"))
    found: dict[Because, bool] = {
        "p-value": grade == "weak",
        "other-version": bool(against),
        "caveats": bool(doubts),
    }
    because = tuple(each for each, holds in found.items() if holds)
    return Strength(
        grade="weak" if because else grade,
        because=because,
        versions=others,
        against=against,
        doubts=doubts,
    )


def equivalence_p(found: Equivalence, estimate: float, margin: float) -> float:
    """Roughly the p-value of two one-sided tests, from an interval that lies inside the margin.

    Each half of the interval is taken as that of a normal distribution.

    >>> from bakeoff.core.result import Interval
    >>> narrow = Equivalence(level=0.9, interval=Interval(low=-0.005, high=0.005))
    >>> round(equivalence_p(narrow, 0.0, 0.005), 3), round(equivalence_p(narrow, 0.0, 0.01), 4)
    (0.05, 0.0005)
    """
    reach = NormalDist().inv_cdf((1 + found.level) / 2)
    low, high = found.interval
    sides = [(estimate + margin, estimate - low), (margin - estimate, high - estimate)]
    # An end that was moved to the estimate has no width to tell a distance by.
    return max(1 - NormalDist().cdf(reach * room / half) if half > 0 else 1.0 for room, half in sides)
