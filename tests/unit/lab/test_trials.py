import json

import numpy as np
import pytest

from bakeoff.core.outcomes import FoldScores, PairedItems, PairedLabels, PairedScores
from bakeoff.designs import Holdout, KFold, RepeatedKFold, Resampling
from bakeoff.lab.trials import BLOCK, Run, blocks
from bakeoff.worlds.populations._settings import setting

NOISE = setting("fair-attributes:n-100:naive-bayes-vs-c45")


def block_of(run, draws=3):
    [block] = blocks(NOISE, run, draws=draws, rng=0)
    return block


def test_blocks_cover_all_draws_and_repetitions_once():
    found = blocks(NOISE, Run(design=KFold()), draws=2 * BLOCK + 7, rng=0, repetitions=2)
    assert [(each.first, each.count, each.repetition) for each in found] == [
        (0, BLOCK, 0),
        (0, BLOCK, 1),
        (BLOCK, BLOCK, 0),
        (BLOCK, BLOCK, 1),
        (2 * BLOCK, 7, 0),
        (2 * BLOCK, 7, 1),
    ]
    assert len({each.key for each in found}) == 6


@pytest.mark.parametrize("design", [KFold(folds=7), RepeatedKFold(runs=2, folds=5), Resampling(splits=4)])
def test_fold_scores_are_accuracies_with_their_sizes(design):
    block = block_of(Run(design=design))
    numbers = json.loads(json.dumps(block.compute()))  # as a store gives them back
    for at, scores in enumerate(block.outcomes(numbers, FoldScores)):
        assert scores.design == design
        assert np.all(scores.n_train + scores.n_test == NOISE.n)
        assert np.allclose((1 - scores.a) * scores.n_test, numbers["a"][at])


def test_halves_come_along_where_they_are_wanted():
    block = block_of(Run(design=KFold(), halvings=4))
    found = list(block.outcomes(block.compute(), FoldScores))
    assert [each.halves.shape for each in found] == [(4, 2)] * 3


def test_items_take_the_form_that_a_method_takes():
    block = block_of(Run(design=Holdout(test=0.25), of_items=True))
    numbers = block.compute()
    for counts, labels, scores in zip(
        block.outcomes(numbers, PairedItems),
        block.outcomes(numbers, PairedLabels),
        block.outcomes(numbers, PairedScores),
        strict=True,
    ):
        assert counts.n == labels.n == len(scores.a) == 25
        assert scores.a.sum() == counts.only_a + counts.both_right
        assert scores.b.sum() == counts.only_b + counts.both_right
        a = labels.table.sum(axis=2).T
        assert labels.metric(a) == pytest.approx(scores.a.mean(), abs=1e-15)
