"""Figures that are measured for texts alone: worlds that are small enough to draw again in seconds."""

import math

import numpy as np
import numpy.typing as npt
from scipy import special

from bakeoff import rank_datasets
from bakeoff.core.outcomes import RankedItems
from bakeoff.core.rng import generator
from bakeoff.intervals import INTERVALS
from bakeoff.methods import METHODS

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
Found = dict[str, tuple[float, float]]
ALPHA, TAIL = 0.05, 0.025

# Normal classes on one attribute: numbers of items, errors of the best classifier, neighbours.
SIZES, INHERENT, NEIGHBOURS = (20, 50, 100), (0.02, 0.1, 0.2, 0.3, 0.4), (1, 3)
POINTS, BATCH = 200, 100  # of each class for the true error; samples at a time

# Two models of equal F1, one with a high recall and one with a low: items, share of positives, recalls,
# and the false-positive rate of the first.
OPERATING = tuple(
    (n, share, recalls, of_first)
    for n in (100, 400)
    for share in (0.05, 0.1, 0.3, 0.5)
    for recalls in ((1.0, 0.2), (1.0, 0.4), (0.9, 0.3), (0.9, 0.7))
    for of_first in (0.1, 0.3, 0.6, 1.0)
)
SWAPS = 400

# Labels that know nothing of a rare class, against a constant score: positives, negatives, share of alarms.
RARE = tuple((m, n, q) for m in (5, 10, 20) for n in (50, 200, 1000) for q in (0.02, 0.05, 0.1, 0.3))

# Learners over data sets: data sets, learners, and how many of these are worse than the rest.
BOARDS = ((10, 3, 0), (10, 3, 1), (20, 3, 1), (10, 6, 0), (20, 6, 3), (10, 10, 0), (20, 10, 5))
WORSE, HARD, NOISE = 0.03, 0.08, 0.02


def rate(hits: float, draws: int) -> tuple[float, float]:
    """A share in per cent, with its Monte-Carlo error."""
    share = hits / draws
    return 100 * share, 100 * math.sqrt(max(share * (1 - share), 1 / draws) / draws)


def extremes(found: Found, name: str) -> Found:
    """The lowest and the highest of several."""
    return {
        f"{name}: lowest": min(found.values()),
        f"{name}: highest": max(found.values()),
    }


def pooled_counts(draws: int) -> Found:
    """How often Jeffreys' interval of cross-validation's pooled errors covers the true error."""
    by_design: dict[str, Found] = {"10 folds": {}, "leave-one-out": {}}
    for n in SIZES:
        for inherent in INHERENT:
            for k in NEIGHBOURS:
                rng = generator(0, "pooled counts", n, inherent, k)
                hits = dict.fromkeys(by_design, 0)
                for _ in range(draws // BATCH):
                    for design, count in _covering(n, inherent, k, rng).items():
                        hits[design] += count
                for design, count in hits.items():
                    by_design[design][f"{n} {inherent} {k}"] = rate(count, draws // BATCH * BATCH)
    return {key: each for design, found in by_design.items() for key, each in extremes(found, design).items()}


def _covering(n: int, inherent: float, k: int, rng: np.random.Generator) -> dict[str, int]:
    """On how many samples of a batch each interval covers the error of the learner trained on all items."""
    shift = -2 * float(special.ndtri(inherent))
    y = np.tile(np.arange(n) >= n // 2, (BATCH, 1))
    x = rng.normal(shift * y)
    middles = special.ndtri((np.arange(POINTS) + 0.5) / POINTS)
    tested = np.concatenate([middles, middles + shift])
    near = np.abs(tested[None, :, None] - x[:, None, :])
    truth = (_voted(near, y, k) != (np.arange(2 * POINTS) >= POINTS)).mean(axis=1)
    apart = np.abs(x[:, :, None] - x[:, None, :])
    # Items are in the order of their class, and drawn at random within it: every tenth is a stratified fold.
    folds = {"10 folds": np.arange(n) % 10, "leave-one-out": np.arange(n)}
    found = {}
    for design, fold in folds.items():
        kept = np.where(fold[:, None] == fold, np.inf, apart)
        errors = (_voted(kept, y, k) != y).sum(axis=1)
        low, high = INTERVALS["jeffreys"].compute(errors, n, TAIL)
        found[design] = int(np.sum((low <= truth) & (truth <= high)))
    return found


def _voted(apart: Floats, y: Bools, k: int) -> Bools:
    """The class of most of the k nearest training items, which are along the last axis."""
    nearest = np.argpartition(apart, k - 1, axis=-1)[..., :k] if k > 1 else apart.argmin(-1)[..., None]
    chosen = np.take_along_axis(np.broadcast_to(y[:, None, :], apart.shape), nearest, axis=-1)
    votes: Bools = chosen.sum(axis=-1) * 2 > k
    return votes


def exchanged(draws: int) -> Found:
    """How often a permutation test finds a difference between models whose F1 is equal."""
    found: Found = {}
    for n, share, (high, low), of_first in OPERATING:
        # F1 = 2 r / (r + 1 + f (1 - share) / share), equal for both models.
        of_second = low / high * of_first + (low - high) / high * share / (1 - share)
        if of_second < 0:
            continue
        rng = generator(0, "exchanged", n, share, high, of_first)
        found[f"{n} {share} {high} {of_first}"] = rate(
            sum(_swapped(n, share, (high, low), (of_first, of_second), rng) for _ in range(draws)), draws
        )
    return extremes(found, "permutation")


def _swapped(
    n: int, share: float, recalls: tuple[float, float], alarms: tuple[float, float], rng: np.random.Generator
) -> bool:
    """Whether swapping the answers of either model at random makes the difference significant."""
    truth = rng.random(n) < share
    a, b = (
        rng.random(n) < np.where(truth, recall, alarm) for recall, alarm in zip(recalls, alarms, strict=True)
    )
    positives = int(truth.sum())
    both, only_a, only_b = (
        (int(np.sum(which & truth)), int(np.sum(which & ~truth))) for which in (a & b, a & ~b, b & ~a)
    )
    to_a = [rng.binomial(only_a[at] + only_b[at], 0.5, SWAPS) for at in (0, 1)]
    shown = _f1(both, only_a, positives) - _f1(both, only_b, positives)
    left = [only_a[at] + only_b[at] - to_a[at] for at in (0, 1)]
    drawn = _f1(both, to_a, positives) - _f1(both, left, positives)
    return bool((1 + np.sum(np.abs(drawn) >= abs(shown) - 1e-12)) / (SWAPS + 1) < ALPHA)


def _f1(
    both: tuple[int, int], own: "tuple[int, int] | list[npt.NDArray[np.int64]]", positives: int
) -> Floats:
    right, wrong = both[0] + own[0], both[1] + own[1]
    return np.asarray(2 * right / np.maximum(right + wrong + positives, 1), dtype=np.float64)


def rare_labels(draws: int) -> Found:
    """False alarms of DeLong's test, without and with the corrections, by labels against a constant score."""
    plain, corrected = dict[str, tuple[float, float]](), dict[str, tuple[float, float]]()
    for m, n, q in RARE:
        rng = generator(0, "rare labels", m, n, q)
        hits = rng.binomial([m, n], q, (draws, 2))
        shares = hits / [m, n]
        gap = (shares[:, 0] - shares[:, 1]) / 2
        variance = (shares * (1 - shares) / (np.array([m, n]) - 1)).sum(axis=1) / 4
        with np.errstate(divide="ignore", invalid="ignore"):
            z = np.abs(gap) / np.sqrt(variance)
        plain[f"{m} {n} {q}"] = rate(np.sum((gap != 0) & (z > -special.ndtri(TAIL))), draws)
        corrected[f"{m} {n} {q}"] = rate(sum(_delong(m, n, *map(int, each)) for each in hits), draws)
    return {"delong, uncorrected: highest": max(plain.values()), "delong: highest": max(corrected.values())}


def _delong(m: int, n: int, of_positives: int, of_negatives: int) -> bool:
    score = np.concatenate([np.arange(m) < of_positives, np.arange(n) < of_negatives]).astype(float)
    items = RankedItems(positive=np.arange(m + n) < m, a=score, b=np.zeros(m + n))
    return METHODS["delong"].compute(items, level=1 - ALPHA, alternative="two-sided").p_value < ALPHA


def boards(draws: int) -> Found:
    """How often `wilcoxon-holm` decides a pair wrongly, or leaves out the best learner."""
    wrong, lost = dict[str, tuple[float, float]](), dict[str, tuple[float, float]]()
    for sets, learners, worse in BOARDS:
        rng, hits = generator(0, "boards", sets, learners, worse), np.zeros(2)
        true = np.where(np.arange(learners) < worse, -WORSE, 0.0)
        names = [f"{at}" for at in range(learners)]
        for _ in range(draws):
            hard = rng.normal(0.8, HARD, (sets, 1))
            scores = hard + true + rng.normal(0, NOISE, (sets, learners))
            ranking = rank_datasets(dict(zip(names, scores.T, strict=True)), method="wilcoxon-holm")
            hits += [_wrong(ranking, true), names[-1] not in ranking.best]
        wrong[f"{sets} {learners} {worse}"], lost[f"{sets} {learners} {worse}"] = (
            rate(h, draws) for h in hits
        )
    return {
        "a pair decided wrongly: highest": max(wrong.values()),
        "best left out: highest": max(lost.values()),
    }


def _wrong(ranking: object, true: Floats) -> bool:
    for pair in ranking.pairs:  # type: ignore[attr-defined]
        gap = true[int(pair.a)] - true[int(pair.b)]
        if (pair.decision == "a-better" and gap <= 0) or (pair.decision == "b-better" and gap >= 0):
            return True
    return False
