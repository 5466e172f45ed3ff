"""Dietterich's simulated learners: each errs mostly on its own half of the population (SIM-4)."""

import numpy as np

from bakeoff.core.arrays import Bools
from bakeoff.core.design import Design
from bakeoff.core.outcomes import FoldScores, Ints, PairedItems
from bakeoff.core.world import Draw, World
from bakeoff.designs import FiveByTwo, KFold, Resampling

SAMPLE, ERROR, SHIFT = 300, 0.4, 0.02


def _answers(in_first_half: Bools, effect: float, rng: np.random.Generator) -> tuple[Bools, Bools]:
    """Whether A and B are right on each item, by newly trained learners."""
    # Training sets differ: each moves the error of both learners by the same random amount (E-D4).
    shift = rng.uniform(-SHIFT, SHIFT)
    own, other = ERROR / 4, 7 * ERROR / 4
    a = [_probability(error - effect / 2 + shift) for error in (own, other)]
    b = [_probability(error + effect / 2 + shift) for error in (other, own)]
    size = in_first_half.size
    return rng.random(size) >= np.where(in_first_half, *a), rng.random(size) >= np.where(in_first_half, *b)


def _probability(error: float) -> float:
    return min(max(error, 0.0), 1.0)


def _paired_items(effect: float, rng: np.random.Generator) -> PairedItems:
    a, b = _answers(rng.random(SAMPLE // 3) < 0.5, effect, rng)
    return PairedItems(
        only_a=int(np.sum(a > b)),
        only_b=int(np.sum(b > a)),
        n=a.size,
        both_right=int(np.sum(a & b)),
    )


def _fold_scores(design: Design, parts: int, runs: int) -> Draw:
    def draw(effect: float, rng: np.random.Generator) -> FoldScores:
        sample = rng.random(SAMPLE) < 0.5
        tests = [part for _ in range(runs) for part in _test_sets(parts, design, rng)]
        answers = [_answers(sample[test], effect, rng) for test in tests]
        a, b = (np.array([np.count_nonzero(right) for right in each]) for each in zip(*answers, strict=True))
        shape = design.shape or (1, len(tests))
        return FoldScores(
            a=a.reshape(shape) / (SAMPLE / parts),
            b=b.reshape(shape) / (SAMPLE / parts),
            design=design,
            n_test=np.array(SAMPLE / parts),
        )

    return draw


def _test_sets(parts: int, design: Design, rng: np.random.Generator) -> list[Ints]:
    order = rng.permutation(SAMPLE).reshape(parts, -1)
    return list(order[:1] if isinstance(design, Resampling) else order)


record = World(
    key="epsilon-halves",
    title="Dietterich's two learners with errors on opposite halves, mean error 40 %",
    draw={
        PairedItems: _paired_items,
        "resampling": _fold_scores(Resampling(), parts=3, runs=30),
        "kfold": _fold_scores(KFold(), parts=10, runs=1),
        "five-by-two": _fold_scores(FiveByTwo(), parts=2, runs=5),
    },
    effects=(0.08, -0.12),
    references=("Dietterich 1998, Neural Computation 10(7):1895-1923, sec. 4.1",),
)
