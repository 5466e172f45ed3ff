"""Rankings over data sets where learners do not differ, or the best is hardly better than the next."""

import numpy as np

from bakeoff import rank_datasets

DRAWS = 200
MOST = 24  # of 200 at a true 5 % are exceeded once in 38,000 seeds


def test_false_decisions_and_best_sets_that_miss_the_best():
    rng = np.random.default_rng(16)
    wrong = missed = 0
    for _ in range(DRAWS):
        scores = rng.normal(0.8, 0.08, (12, 1)) + rng.normal(0, 0.02, (12, 4)) - [0, 1e-9, 1e-9, 0.5]
        ranking = rank_datasets(dict(zip("abcd", scores.T, strict=True)), omnibus=None)
        among_equal = [each for each in ranking.pairs if "d" not in (each.a, each.b)]
        wrong += any(each.decision != "undecided" for each in among_equal)
        missed += "a" not in ranking.best
        assert ranking.models[-1].rank == (4, 4)
    assert wrong <= MOST
    assert missed <= MOST
