"""Several answers to one question as one number: their mean, pass@k, pass^k, best-of-k or their agreement.

What is compared is then one number for each question, so that intervals count questions, not answers.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.exceptions import InputError
from bakeoff.read.values import shown

MOST_DRAWN = 10_000
_NAMED = re.compile(r"(?:(?P<of>.+):)?(?P<how>pass@|pass\^|best-of-|agreement)(?P<k>\d{1,6})?")
# what Inspect calls them
_ELSEWHERE = (("pass_at_", "pass@"), ("pass_k_", "pass^"))


@dataclass(frozen=True, kw_only=True)
class Repeats:
    """How the answers to a question become one number: of which metric, ``how``, and of how many answers."""

    how: str = "mean"
    k: int = 1
    of: str | None = None

    @property
    def name(self) -> str:
        """The metric over repeated answers, without the metric of each answer.

        >>> Repeats(how="pass@", k=3, of="match").name, Repeats(how="agreement").name
        ('pass@3', 'agreement')
        """
        return self.how + (str(self.k) if self.how in _WITH_K else "")

    @property
    def is_share(self) -> bool:
        """Whether it is a share from 0 to 1 of which more is better, whatever the answers are scored by."""
        return self.how in ("pass@", "pass^", "agreement")

    def called(self, metric: str) -> str:
        """What to call it where each answer is scored by a metric."""
        if self.how == "mean" or self.name.startswith(metric):
            return metric if self.how == "mean" else self.name
        return f"{metric} {self.name}"


def over_repeats(measure: str | None) -> Repeats | None:
    """What a metric over repeated answers needs; None for a metric of single answers.

    >>> over_repeats("pass@3"), over_repeats("match:agreement").of, over_repeats("accuracy")
    (Repeats(how='pass@', k=3, of=None), 'match', None)
    """
    text = measure or ""
    for theirs, ours in _ELSEWHERE:
        text = re.sub(rf"(^|:){theirs}(?=\d+$)", rf"\1{ours}", text)
    named = _NAMED.fullmatch(text)
    if named is None or (named["how"] == "agreement" and named["k"]):
        return None
    how, k = named["how"], named["k"]
    if how in _WITH_K and (not k or not 1 <= int(k) <= MOST_DRAWN):
        raise InputError(
            f"the metric {shown(measure)} does not say how many answers; expected a whole number from 1 "
            f"to {MOST_DRAWN}, such as {how}3"
        )
    return Repeats(how=how, k=int(k or 1), of=named["of"])


def reduced(values: Floats, questions: Ints, repeats: Repeats, *, higher: bool = True) -> Floats:
    """One number for each question, in the order of their codes, 0 upwards.

    Of n answers to a question, c of them right, they are

        pass@k    1 - C(n - c, k) / C(n, k)    at least one of k answers is right (Chen et al. 2021)
        pass^k    C(c, k) / C(n, k)            all of k answers are right (Yao et al. 2024)
        best-of-k                              the expected best value of k answers
        agreement                              two answers have the same value

    for answers drawn from the n without replacement: unbiased estimates of the same for new answers.

    >>> values, questions = np.array([1.0, 0, 0, 1, 1, 1]), np.array([0, 0, 0, 1, 1, 1])
    >>> reduced(values, questions, Repeats(how="pass@", k=2)).round(3).tolist()
    [0.667, 1.0]
    >>> reduced(values, questions, Repeats(how="agreement")).round(3).tolist()
    [0.333, 1.0]
    """
    if repeats.how in ("pass@", "pass^") and not np.isin(values, (0.0, 1.0)).all():
        values = _right(values, repeats.name)
    sizes = np.bincount(questions)
    least = 2 if repeats.how == "agreement" else repeats.k
    if sizes.min() < least:
        raise InputError(
            f"{repeats.name} needs {least} answers to each question, but some have {sizes.min()}"
            + ("; ask for a smaller number" if repeats.how in _WITH_K and sizes.min() > 1 else "")
        )
    sign = 1.0 if higher else -1.0
    order = np.lexsort((sign * values, questions))
    ordered, starts = values[order], np.cumsum(sizes) - sizes
    found: Floats = np.empty(len(sizes))
    for n in np.unique(sizes):
        own = np.flatnonzero(sizes == n)
        found[own] = _HOW[repeats.how](ordered[starts[own, None] + np.arange(n)], repeats.k)
    return found


def _right(values: Floats, name: str) -> Floats:
    """Which answers are right: those with the full score, where scores are from 0 to 1."""
    if values.min() < 0 or values.max() > 1:
        odd = values.min() if values.min() < 0 else values.max()
        raise InputError(
            f"{name} applies to answers that are right or wrong, but one has the score {odd:g}; expected "
            f"scores from 0 to 1, where 1 is right"
        )
    return np.asarray(values == 1, dtype=np.float64)


def _mean(rows: Floats, _: int) -> Floats:
    return np.asarray(rows.mean(axis=1))


def _drawn(hits: Floats, n: int, k: int) -> Floats:
    """The probability that k of n answers are all among the ``hits``."""
    chance = np.ones(len(hits))
    for at in range(k):
        chance *= np.maximum(hits - at, 0) / (n - at)
    return chance


def _pass_at(rows: Floats, k: int) -> Floats:
    n = rows.shape[1]
    return 1 - _drawn(n - rows.sum(axis=1), n, k)


def _pass_all(rows: Floats, k: int) -> Floats:
    return _drawn(rows.sum(axis=1), rows.shape[1], k)


def _best_of(rows: Floats, k: int) -> Floats:
    """The mean of the values, from worst to best, weighted by the probability that each is the best."""
    n = rows.shape[1]
    chances = np.zeros(n)
    chances[n - 1] = k / n
    for at in range(n - 1, k - 1, -1):
        chances[at - 1] = chances[at] * (at - k + 1) / at
    return np.asarray(rows @ chances)


def _agreement(rows: Floats, _: int) -> Floats:
    """The share of pairs that are equal, by the lengths of runs of equal values in each sorted row."""
    questions, n = rows.shape
    new = np.ones(rows.shape, dtype=bool)
    new[:, 1:] = rows[:, 1:] != rows[:, :-1]
    lengths = np.bincount(np.cumsum(new) - 1).astype(np.float64)
    pairs = np.bincount(np.nonzero(new)[0], weights=lengths * (lengths - 1), minlength=questions)
    return np.asarray(pairs / (n * (n - 1)))


_WITH_K = ("pass@", "pass^", "best-of-")
_HOW: Mapping[str, Callable[[Floats, int], Floats]] = {
    "mean": _mean,
    "pass@": _pass_at,
    "pass^": _pass_all,
    "best-of-": _best_of,
    "agreement": _agreement,
}
