"""The test and the bounds of a gate on right and wrong answers: exact for few items, else Tango's."""

from collections.abc import Callable

from scipy import special

from bakeoff.methods._matched_exact import exact_p
from bakeoff.methods._tango import tango_statistic

EXACT_BELOW = 100  # items; from there Tango's test exceeds 2.5 % by no more than 0.3 points
CLOSE, CLOSE_EXACT = 1e-12, 1e-5
NEAR = (0.03, 0.003)  # how far the exact bound is looked for around Tango's

Test = Callable[[float], float]


def is_exact(n: int) -> bool:
    """Whether the exact test is used."""
    return n < EXACT_BELOW


def tango_p(only_new: float, only_old: float, n: float, difference: float) -> float:
    """Tango's p-value against new minus old at most ``difference``; counts may be fractions."""
    if difference <= -1:
        return float(difference == -1 and only_old >= n)
    return float(special.ndtr(-tango_statistic(only_new, only_old, n, difference)))


def paired_p(only_new: int, only_old: int, n: int, difference: float) -> float:
    """The p-value against new minus old at most ``difference``.

    >>> round(paired_p(15, 35, 412, -0.10), 5), round(paired_p(0, 0, 50, -0.05), 4)
    (0.00279, 0.0769)
    """
    test = exact_p if is_exact(n) else tango_p
    return test(only_new, only_old, n, difference)


def paired_bound(only_new: int, only_old: int, n: int, *, alpha: float, anchor: float) -> float:
    """The lower bound of new minus old: the smallest difference that the test does not reject.

    It is above the ``anchor`` exactly where the test rejects that. This matters because p-values of exact
    tests do not rise steadily with the difference.

    >>> round(paired_bound(15, 35, 412, alpha=0.025, anchor=-0.1), 4)
    -0.0838
    """
    ends = (-1.0, (only_new - only_old) / n)
    rough = edge(lambda d: tango_p(only_new, only_old, n, d), alpha, anchor, ends)
    if not is_exact(n):
        return rough
    return edge(
        lambda d: exact_p(only_new, only_old, n, d), alpha, anchor, ends, close=CLOSE_EXACT, near=rough
    )


def edge(
    p_value: Test,
    alpha: float,
    anchor: float,
    ends: tuple[float, float],
    *,
    close: float = CLOSE,
    near: float | None = None,
) -> float:
    """The first difference between two ends that a test does not reject, on the right side of the anchor."""
    low, estimate = ends
    if p_value(anchor) <= alpha:
        out, inside = anchor, max(estimate, anchor + close)
    elif p_value(low) > alpha:
        return low
    else:
        out, inside = low, anchor
    probes = [] if near is None else [near + side * reach for reach in NEAR for side in (-1, 1)]
    while inside - out > close:
        probe = probes.pop(0) if probes else (out + inside) / 2
        if not out < probe < inside:
            if not probes and probe == (out + inside) / 2:
                break  # no number lies between
            continue
        if p_value(probe) <= alpha:
            out = probe
        else:
            inside = probe
    return inside
