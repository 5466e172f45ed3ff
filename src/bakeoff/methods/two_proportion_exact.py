"""Fisher's exact test of two independent error rates."""

import math

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.method import Example, Method
from bakeoff.core.outcomes import Floats, RatePair
from bakeoff.core.result import Alternative, Result
from bakeoff.core.works import FISHER_1935, MARTIN_HIRSCHBERG_1996, NEWCOMBE_1998
from bakeoff.methods._rate_difference import INDEPENDENT_SETS, accuracy_gap, pooled_error_rate, rates_result
from bakeoff.methods._reference import Asked, at_least, two_tails

FAR = 40  # standard deviations beyond which a count has a probability below 1e-300
SAME = 1e-12  # differences of rates closer than this count as equal


def two_proportion_exact(
    rates: RatePair, *, level: float, alternative: Alternative, form: str = "fisher"
) -> Result:
    """Test equal error rates, given the total number of errors (SIG-6).

    If both rates are equal, the errors of A given the sum of the errors have a hypergeometric distribution,
    whatever the rate is. The one-sided p-value is the probability of as few errors of A, or fewer; two-sided
    it is twice the smaller tail, at most 1. The test never rejects more often than alpha.

    ``form="martin-hirschberg"`` treats both counts as binomial with the pooled rate and sums the probability
    of all pairs that are at least as far apart, in the direction of the alternative. Every probability is
    exact, but the test is not, because the rate is estimated: with 8 and 25 items it exceeds its level.

    Examples
    --------
    >>> rates = RatePair(errors_a=0, n_a=5, errors_b=5, n_b=5)
    >>> round(two_proportion_exact(rates, level=0.95, alternative="two-sided").p_value, 6)
    0.007937
    """
    if form not in FORMS:
        raise InputError(f'form is {form!r}; expected "fisher" or "martin-hirschberg"')
    p = FORMS[form](rates, alternative)
    return rates_result(Asked("two-proportion-exact", level, alternative), rates, p_value=p)


def _fisher(rates: RatePair, alternative: Alternative) -> float:
    counts, chances = _shares_of_a(rates)
    fewer, more = counts <= rates.errors_a, counts >= rates.errors_a
    for_a, for_b = (min(float(np.sum(chances[side])), 1.0) for side in (fewer, more))
    return float(two_tails(for_a, for_b, alternative))


def _shares_of_a(rates: RatePair) -> tuple[Floats, Floats]:
    """How many of all errors may be A's, and the hypergeometric probability of each number.

    Ratios of neighbours, from the likeliest on: no factorials, and no cancellation in the tails.
    """
    errors, n_a, n_b = rates.errors_a + rates.errors_b, rates.n_a, rates.n_b
    share = n_a / (n_a + n_b)
    reach = FAR * math.sqrt(errors * share * (1 - share)) + 20 * FAR
    fewest = max(0, errors - n_b, math.floor(errors * share - reach))
    most = min(errors, n_a, math.ceil(errors * share + reach))
    counts = np.arange(fewest, most + 1, dtype=np.float64)
    before = counts[:-1]
    up = (errors - before) * (n_a - before) / ((before + 1) * (n_b - errors + before + 1))
    top = int(np.sum(up > 1))
    relative = np.concatenate([np.cumprod(1 / up[:top][::-1])[::-1], [1.0], np.cumprod(up[top:])])
    return counts, relative / np.sum(relative)


def _at_the_pooled_rate(rates: RatePair, alternative: Alternative) -> float:
    gap, pooled = accuracy_gap(rates), pooled_error_rate(rates)
    p = 0.0
    if alternative != "less":
        p += _as_far(abs(gap) if alternative == "two-sided" else gap, rates.n_a, rates.n_b, pooled)
    if alternative != "greater":
        p += _as_far(abs(gap) if alternative == "two-sided" else -gap, rates.n_b, rates.n_a, pooled)
    return 1.0 if gap == 0 and alternative == "two-sided" else min(p, 1.0)


def _as_far(gap: float, n_few: int, n_many: int, rate: float) -> float:
    """P(many / n_many - few / n_few >= gap) for independent binomial counts at one rate."""
    # Counts further off than any that matter have no mass that a double can hold.
    reach = FAR * math.sqrt(n_few * rate * (1 - rate)) + 20 * FAR
    start = max(0, math.floor(n_few * (rate - abs(gap)) - reach))
    few = np.arange(start, min(n_few, math.ceil(n_few * (rate + abs(gap)) + reach)) + 1, dtype=np.float64)
    needed = np.ceil(n_many * (few / n_few + gap - SAME))
    return float(np.sum(_mass(few, n_few, rate) * at_least(needed, n_many, rate)))


def _mass(counts: Floats, n: int, rate: float) -> Floats:
    """Binomial probabilities of neighbouring counts, as differences of whichever tail is the smaller."""
    count: Floats = np.append(counts, counts[-1] + 1)
    upper = at_least(count, n, rate)
    lower = at_least(n - count + 1, n, 1 - rate)  # P(K < count)
    below = count[:-1] < n * rate
    mass: Floats = np.where(below, np.diff(lower), -np.diff(upper))
    return mass


FORMS = {"fisher": _fisher, "martin-hirschberg": _at_the_pooled_rate}

record = Method(
    key="two-proportion-exact",
    title="Fisher's exact test",
    takes=RatePair,
    compute=two_proportion_exact,
    latex=(
        r"p = \min\left( 1, 2 \min\{ \Pr(H \le m_A), \Pr(H \ge m_A) \} \right), "
        r"\quad H \sim \operatorname{Hypergeometric}(n_A + n_B, m_A + m_B, n_A)"
    ),
    procedures=("SIG-6",),
    assumptions=(INDEPENDENT_SETS,),
    references=(FISHER_1935, MARTIN_HIRSCHBERG_1996, NEWCOMBE_1998),
    interval_by="Newcombe's score interval",
    valid_in=("independent-rates",),
    options={
        "form": '"fisher" (default) or "martin-hirschberg", binomial sums at the pooled rate, not exact'
    },
    examples=(
        Example(
            outcomes=RatePair(errors_a=0, n_a=2, errors_b=2, n_b=2),
            expected={"p_value": 0.125},
            options={"form": "martin-hirschberg"},
            source="by hand: two of the sixteen outcomes of four fair coins",
        ),
        Example(
            outcomes=RatePair(errors_a=0, n_a=2, errors_b=2, n_b=2),
            expected={"p_value": 1 / 3},
            source="by hand: two errors among four items fall on the same test set in 2 of 6 ways",
        ),
    ),
)
