"""The numbers behind the pictures of a verdict."""

from dataclasses import dataclass

from bakeoff.core.outcomes import Floats


@dataclass(frozen=True, kw_only=True, eq=False)
class Curve:
    """A ROC curve as the corners of a line: ``x`` false alarms, ``y`` hits, both from 0 to 1."""

    x: Floats
    y: Floats


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
