"""Compare two models while answers come in: look as often as you like, and stop when it is decided.

A gambler bets on each item against the hypothesis that the mean difference of A and B is m. Whatever happened
before, a fair bet does not gain on average while the hypothesis is true. By Ville's inequality the capital
then ever reaches 1 / alpha with probability at most alpha. So nothing has to be known about when, or how
often, somebody looks.
"""

import math
import numbers
from typing import Any, Literal, get_args

import numpy as np

from bakeoff.core.evidence import Strength, strength_of
from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats, whole
from bakeoff.core.result import Interval, parse_fraction
from bakeoff.core.written import face
from bakeoff.plan.betting import gains, narrowed, spread, times_log

Decision = Literal["a-better", "b-better", "not-worse", "undecided"]
DECISIONS: tuple[Decision, ...] = get_args(Decision)
LATER, DISTINCT = 1000, 20  # intervals follow each growth by one in so many items, or different scores
LEAST_PRIOR, MOST_PRIOR = 0.5, 1e4
PLAIN = {-1.0, 0.0, 1.0}  # differences of right and wrong answers
ROUNDING = 1e-12


class Watch:
    r"""An anytime-valid comparison of A and B on the same items.

    Each item scores x = 1 where A alone is right, -1 where B alone is right and 0 otherwise, or the
    difference of two scores from 0 to 1. The e-value against a mean difference of m is

    .. math:: E_m = \int \prod_i (1 + \lambda_m(u)\,(x_i - m))\,dF(u), \quad (1 + u) / 2 \sim Beta(a, a),

    with :math:`\lambda_m(u) = u / (1 + m)` for u > 0 and :math:`u / (1 - m)` otherwise. For right and wrong
    answers and m = 0 this is :math:`2^d B(a + w, a + l) / B(a, a)` with w and l items that A and B alone got
    right and d = w + l. The interval holds every m with :math:`E_m < 1 / \alpha` at each look so far. It
    contains the true difference at all looks together with probability 1 - alpha, and it excludes 0 exactly
    where A or B is called better.

    Items must come in an exchangeable order (shuffle them first), and the models must not learn from them.

    Parameters
    ----------
    alpha
        Probability of a false decision at any look, for any number of looks.
    prior
        Parameter a of the prior: large values expect small differences.
    margin
        Test whether A is not worse than B by this margin, instead of which is better: the e-value is against
        a difference of ``-margin``. B is called better if it is better by more than the margin.

    Notes
    -----
    With `update`, only the looks that are taken count: the largest e-value between two looks is unknown.
    Intervals are updated at every decision, after every item up to 2,000, and then whenever the number of
    items has grown by a thousandth (with many distinct scores, by a twentieth).

    References
    ----------
    Waudby-Smith and Ramdas 2024, Estimating means of bounded random variables by betting. Ramdas et al.
    2023, Game-theoretic statistics and safe anytime-valid inference.

    Examples
    --------
    >>> watch = Watch(prior=0.5)
    >>> watch.update(only_a=35, only_b=15, n=412)
    >>> round(watch.e_value, 3), round(watch.p_value, 3), watch.decision
    (6.867, 0.146, 'undecided')
    >>> for _ in range(10):
    ...     watch.add(True, False)
    >>> watch.decision, watch.items, [round(end, 3) for end in watch.interval]
    ('a-better', 422, [0.013, 0.109])
    """

    def __init__(self, *, alpha: float = 0.05, prior: float = 5.0, margin: float | None = None) -> None:
        self.alpha = parse_fraction(alpha, "alpha")
        self.prior = _prior(prior)
        self.margin = None if margin is None else parse_fraction(margin, "margin")
        self._null = 0.0 if self.margin is None else -self.margin
        self._needed = -math.log(self.alpha)
        self._counts: dict[float, int] = {}
        self._items = 0
        self._sum = 0.0
        self._now = 0.0  # logarithm of the e-value
        self._most = {True: 0.0, False: 0.0}  # its largest values, at looks that favoured A and B
        self._capital: Floats | None = None  # of each bet, where there is no formula for the sum
        self._decision: Decision = "undecided"
        self._decided_at: int | None = None
        self._interval, self._share = Interval(low=-1.0, high=1.0), Interval(low=0.0, high=1.0)
        self._due = 0
        self._later: list[
            tuple[dict[float, int], Decision]
        ] = []  # looks whose intervals are not computed yet

    def add(self, a_right: bool, b_right: bool) -> None:
        """Add one item: whether A and B got it right."""
        self._take({_right(a_right, "a_right") - _right(b_right, "b_right"): 1})

    def add_scores(self, a_score: float, b_score: float) -> None:
        """Add one item with a score from 0 to 1 for A and for B."""
        self._take({_score(a_score, "a_score") - _score(b_score, "b_score"): 1})

    def update(self, *, only_a: int, only_b: int, n: int) -> None:
        """Add ``n`` items in one look; only A got ``only_a`` of them right, only B ``only_b``."""
        wins, losses, items = whole(only_a, "only_a"), whole(only_b, "only_b"), whole(n, "n")
        if wins + losses > items:
            raise InputError(
                f"only_a and only_b are {wins} and {losses} and n is {items}; expected n to be the "
                f"number of all items, at least {wins + losses}"
            )
        self._due = 0
        self._take({1.0: wins, 0.0: items - wins - losses, -1.0: losses})

    @property
    def items(self) -> int:
        """Number of items so far."""
        return self._items

    @property
    def estimate(self) -> float | None:
        """Mean difference, A minus B; None before the first item."""
        return self._sum / self._items if self._items else None

    @property
    def only_a(self) -> int:
        """Items that only A got right, or scored 1 to 0."""
        return self._counts.get(1.0, 0)

    @property
    def only_b(self) -> int:
        """Items that only B got right, or scored 1 to 0."""
        return self._counts.get(-1.0, 0)

    @property
    def e_value(self) -> float:
        """The current e-value; a decision is made as soon as it reaches 1 / alpha. Infinite beyond 1e308."""
        return math.exp(self._now) if self._now < 709 else math.inf

    @property
    def p_value(self) -> float:
        """The anytime-valid p-value: 1 over the largest e-value at any look so far."""
        return math.exp(-max(self._most.values()))

    @property
    def interval(self) -> Interval:
        """Confidence sequence for the difference A minus B."""
        self._settle()
        return self._interval

    @property
    def share_interval(self) -> Interval | None:
        """Confidence sequence for A's share of the discordant items; None for scores.

        It holds every share s with B(a + w, a + l) / B(a, a) < s^w (1 - s)^l / alpha at each look so far.
        """
        if not self._plain:
            return None
        self._settle()
        return self._share

    @property
    def decision(self) -> Decision:
        """The first decision: a-better, b-better or, with a margin, not-worse; or undecided."""
        return self._decision

    @property
    def decided_at(self) -> int | None:
        """Number of items at the first decision; None while it is undecided."""
        return self._decided_at

    @property
    def decision_p_value(self) -> float | None:
        """The p-value of the looks that favoured the decision; None while it is undecided."""
        if self._decision == "undecided":
            return None
        return math.exp(-self._most[self._decision != "b-better"])

    @property
    def turned(self) -> bool:
        """Whether all items so far no longer favour the side that was decided for."""
        return self._decision != "undecided" and self._above != (self._decision != "b-better")

    @property
    def strength(self) -> Strength:
        """How strong the evidence for the decision is (docs/verdicts.md), by `decision_p_value`."""
        return strength_of(self.decision_p_value, self.alpha)

    def to_dict(self) -> dict[str, Any]:
        """All fields as plain values for strict JSON; an infinite e-value is None."""
        share = self.share_interval
        return {
            "decision": self.decision,
            "decided_at": self.decided_at,
            "decision_p_value": self.decision_p_value,
            "turned": self.turned,
            "strength": self.strength.to_dict(),
            "e_value": self.e_value if self._now < 709 else None,
            "p_value": self.p_value,
            "estimate": self.estimate,
            "interval": list(self.interval),
            "share_interval": None if share is None else list(share),
            "items": self.items,
            "only_a": self.only_a if self._plain else None,
            "only_b": self.only_b if self._plain else None,
            "alpha": self.alpha,
            "prior": self.prior,
            "margin": self.margin,
        }

    def __str__(self) -> str:
        return face().text(self)

    @property
    def _plain(self) -> bool:
        return self._counts.keys() <= PLAIN

    @property
    def _above(self) -> bool:
        return self._sum > self._null * self._items

    def _take(self, new: dict[float, int]) -> None:
        if self._capital is not None:
            self._capital += gains(new, self._null, self.prior)
        for x, count in new.items():
            if count:
                self._counts[x] = self._counts.get(x, 0) + count
                self._items += count
                self._sum += x * count
        self._look()

    def _look(self) -> None:
        self._now = self._evidence()
        above = self._above
        self._most[above] = max(self._most[above], self._now)
        decided = self._decision == "undecided" and self._now >= self._needed - ROUNDING
        if decided:
            self._decided_at = self._items
            self._decision = ("a-better" if self.margin is None else "not-worse") if above else "b-better"
        if decided or self._items >= self._due:
            self._due = self._items + max(1, self._items // LATER, len(self._counts) // DISTINCT)
            self._later.append((dict(self._counts), self._decision))

    def _settle(self) -> None:
        """Compute the intervals of the looks since somebody asked: they take longer than the e-value."""
        later, self._later = self._later, []
        for counts, decision in later:
            self._tighten(counts, decision)

    def _evidence(self) -> float:
        """The logarithm of the e-value against the null hypothesis."""
        if self._plain and self.margin is None:
            return (self.only_a + self.only_b) * math.log(2) + self._mixture(self.only_a, self.only_b)
        if self._capital is None:
            self._capital = gains(self._counts, self._null, self.prior)
        return spread(self._capital, self.prior)

    def _mixture(self, w: int, l: int) -> float:  # noqa: E741 - the letters of the formula
        from scipy.special import betaln

        return float(betaln(self.prior + w, self.prior + l) - betaln(self.prior, self.prior))

    def _tighten(self, counts: dict[float, int], decision: Decision) -> None:
        """Leave out of both intervals what was excluded once there were so many items of each kind."""
        items = sum(counts.values())
        if not items:
            return

        def against(m: float) -> float:
            return spread(gains(counts, m, self.prior), self.prior) - self._needed

        mean = math.fsum(x * count for x, count in counts.items()) / items
        low, high = narrowed(self._interval, mean, against, (-1.0, 1.0))
        if decision == "undecided":
            low, high = min(low, self._null), max(high, self._null)
        elif decision == "b-better":
            high = min(high, math.nextafter(self._null, -1))
        else:
            low = max(low, math.nextafter(self._null, 1))
        self._interval = Interval(low=low, high=high)
        w, l = counts.get(1.0, 0), counts.get(-1.0, 0)  # noqa: E741
        if w + l and counts.keys() <= PLAIN:
            mixture = self._mixture(w, l) - self._needed
            self._share = narrowed(
                self._share,
                w / (w + l),
                lambda s: mixture - times_log(w, s) - times_log(l, 1 - s),
                (0.0, 1.0),
            )


def _prior(value: object) -> float:
    if not isinstance(value, numbers.Real) or not LEAST_PRIOR <= float(value) <= MOST_PRIOR:
        raise InputError(
            f"prior is {value!r}; expected a number from {LEAST_PRIOR:g} to {MOST_PRIOR:g}, such as 5"
        )
    return float(value)


def _right(value: object, name: str) -> float:
    if not isinstance(value, bool | np.bool_ | numbers.Real) or value not in (0, 1):
        raise InputError(f"{name} is {value!r}; expected True or False: whether the answer is right")
    return float(value)


def _score(value: object, name: str) -> float:
    if isinstance(value, bool) or not isinstance(value, numbers.Real) or not 0 <= float(value) <= 1:
        raise InputError(
            f"{name} is {value!r}; expected a score from 0 to 1: divide by the largest possible score"
        )
    return float(value)
