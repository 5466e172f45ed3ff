"""What supports a verdict and what limits it: the numbers behind its pictures, caveats, how strong it is."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, Literal, NamedTuple

from bakeoff.core.arrays import Floats
from bakeoff.core.result import rejects

Importance = Literal["invalidates", "casts-doubt", "limits", "informs"]
# From what matters most to what matters least.
IMPORTANCES: tuple[Importance, ...] = ("invalidates", "casts-doubt", "limits", "informs")
SHOWN = 3  # caveats that are shown by default
Grade = Literal["strong", "moderate", "weak", "none", "invalid"]
Because = Literal["p-value", "other-version", "caveats"]
# How many times below alpha a p-value is: with alpha 0.05 they are p <= 0.001 and p <= 0.01.
STRONG, MODERATE = 50, 5


@dataclass(frozen=True, kw_only=True, eq=False)
class Curve:
    """A ROC curve as the corners of a line: ``x`` false alarms, ``y`` hits, both from 0 to 1.

    The mean ``of`` several curves has an interval at each x, from ``low`` to ``high``. Left of ``finest``
    not all of them have steps, and the mean is too high.
    """

    x: Floats
    y: Floats
    low: Floats | None = None
    high: Floats | None = None
    of: int = 1
    finest: float = 0.0


@dataclass(frozen=True, kw_only=True, eq=False)
class Evidence:
    """The numbers behind the pictures of a verdict; what the outcomes do not have is None.

    ``kind`` is what the outcomes are, such as `FoldScores`, and ``fingerprint`` a hash of all of them: two
    verdicts with the same one were made from the same numbers. ``differences`` are A minus B by (run, fold),
    data set or sample, in units where higher is better; ``counts`` the items that both got right, A alone, B
    alone, neither, None where a count was not given; ``curves`` the ROC curves of A and of B. ``dominant`` is
    ``"a"`` or ``"b"`` where that curve is nowhere below the other and somewhere above it.
    """

    kind: type
    fingerprint: str = ""
    differences: Floats | None = None
    counts: tuple[int | None, int, int, int | None] | None = None
    curves: tuple[Curve, Curve] | None = None
    dominant: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Caveat:
    """A limitation of a verdict, and what to do about it.

    ``text`` says both; ``remedy`` is only what to do, ``source`` who described it. ``importance`` is what it
    does to the decision: ``invalidates`` (no conclusion follows), ``casts-doubt`` (the decision may be
    wrong), ``limits`` (the decision holds, but says less than it seems to) or ``informs`` (helps to read it).
    """

    key: str
    text: str
    remedy: str = ""
    source: str = ""
    importance: Importance = "limits"


def by_importance(caveats: Iterable[Caveat]) -> list[Caveat]:
    """Caveats, the most important first; the order is kept among equally important ones.

    >>> few, void = Caveat(key="few-items", text=""), Caveat(key="tuned", text="", importance="invalidates")
    >>> [each.key for each in by_importance([few, void])]
    ['tuned', 'few-items']
    """
    return sorted(caveats, key=lambda each: rank_of(each.importance))


def order_caveats(owner: Any) -> None:
    """Sort the caveats of a frozen result that was just made, so that everyone reads them in one order."""
    object.__setattr__(owner, "caveats", tuple(by_importance(owner.caveats)))


def rank_of(importance: Importance | None) -> int:
    """The place of an importance in the order; unknown ones come last."""
    return len(IMPORTANCES) if importance is None else IMPORTANCES.index(importance)


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
        """Whether the decision needs a reservation."""
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
