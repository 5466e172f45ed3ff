"""Dietterich's simulated learners: each errs mostly on its own half of the population (SIM-4)."""

import numpy as np

from bakeoff.core.design import Design
from bakeoff.core.outcomes import Floats, FoldScores, Ints, PairedItems
from bakeoff.core.world import Draw, World
from bakeoff.designs import FiveByTwo, KFold, Resampling

SAMPLE, ERROR, SHIFT = 300, 0.4, 0.02


def _answers(
    in_first_half: "np.ndarray[tuple[int, ...], np.dtype[np.bool_]]", effect: float, rng: np.random.Generator
) -> tuple[Floats, Floats]:
    """Right (1) or wrong (0) for A and B on each item, by learners trained afresh."""
    # Training sets differ: each moves the error of both learners by the same random amount (E-D4).
    shift = rng.uniform(-SHIFT, SHIFT)
    error_a = np.where(in_first_half, ERROR / 4, 7 * ERROR / 4) - effect / 2 + shift
    error_b = np.where(in_first_half, 7 * ERROR / 4, ERROR / 4) + effect / 2 + shift
    right_a, right_b = (rng.random(in_first_half.shape) >= np.clip(e, 0, 1) for e in (error_a, error_b))
    return right_a.astype(float), right_b.astype(float)


def _paired_items(effect: float, rng: np.random.Generator) -> PairedItems:
    a, b = _answers(rng.random(SAMPLE // 3) < 0.5, effect, rng)
    return PairedItems(
        only_a=int(np.sum(a > b)),
        only_b=int(np.sum(b > a)),
        n=a.size,
        both_right=int(np.sum(a * b)),
    )


def _fold_scores(design: Design, parts: int, runs: int) -> Draw:
    def draw(effect: float, rng: np.random.Generator) -> FoldScores:
        sample = rng.random(SAMPLE) < 0.5
        tests = [part for _ in range(runs) for part in _test_sets(parts, design, rng)]
        answers = [_answers(sample[test], effect, rng) for test in tests]
        a, b = (np.array([each[side].mean() for each in answers]) for side in (0, 1))
        shape = design.shape or (1, len(tests))
        return FoldScores(
            a=a.reshape(shape), b=b.reshape(shape), design=design, n_test=np.array(SAMPLE / parts)
        )

    return draw


def _test_sets(parts: int, design: Design, rng: np.random.Generator) -> list[Ints]:
    folds = np.split(rng.permutation(SAMPLE), parts)
    return folds[:1] if isinstance(design, Resampling) else folds


record = World(
    key="epsilon-halves",
    title="Dietterich's two learners that err on opposite halves, mean error 40 %",
    draw={
        PairedItems: _paired_items,
        "resampling": _fold_scores(Resampling(), parts=3, runs=30),
        "kfold": _fold_scores(KFold(), parts=10, runs=1),
        "five-by-two": _fold_scores(FiveByTwo(), parts=2, runs=5),
    },
    effects=(0.08, -0.12),
    references=("Dietterich 1998, Neural Computation 10(7):1895-1923, sec. 4.1",),
)
