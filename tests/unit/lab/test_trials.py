import json

import numpy as np
import pytest

from bakeoff.core.outcomes import FoldScores
from bakeoff.designs import Holdout, KFold, RepeatedKFold, Resampling
from bakeoff.lab.populations._settings import setting
from bakeoff.lab.procedure import Procedure
from bakeoff.lab.trials import BLOCK, Piece, blocks, pieces_of

NOISE = setting("fair-attributes:n-100:naive-bayes-vs-c45")


def outcomes_of(procedure, draws=3):
    [block] = blocks(NOISE, draws=draws, rng=0)
    # as a store gives them back
    numbers = {piece: json.loads(json.dumps(block.compute(piece))) for piece in pieces_of(procedure)}
    return numbers, list(block.outcomes(procedure, numbers))


def test_blocks_cover_all_draws_and_repetitions_once():
    found = blocks(NOISE, draws=2 * BLOCK + 7, rng=0, repetitions=2)
    assert [(each.first, each.count, each.repetition) for each in found] == [
        (0, BLOCK, 0),
        (0, BLOCK, 1),
        (BLOCK, BLOCK, 0),
        (BLOCK, BLOCK, 1),
        (2 * BLOCK, 7, 0),
        (2 * BLOCK, 7, 1),
    ]
    pieces = [Piece(design=KFold()), Piece(design=KFold(), of_items=True), Piece(halvings=3)]
    assert len({each.key(piece) for each in found for piece in pieces}) == 18


@pytest.mark.parametrize(
    ("method", "design"),
    [
        ("kfold-t", KFold(folds=7)),
        ("cv-runs", RepeatedKFold(runs=2, folds=5)),
        ("resampled-t", Resampling(splits=4)),
    ],
)
def test_fold_scores_are_accuracies_with_their_sizes(method, design):
    numbers, found = outcomes_of(Procedure(method=method, design=design))
    for at, scores in enumerate(found):
        assert isinstance(scores, FoldScores)
        assert scores.design == design
        assert np.all(scores.n_train + scores.n_test == NOISE.n)
        assert np.allclose((1 - scores.a) * scores.n_test, numbers[Piece(design=design)]["a"][at])


def test_items_average_to_the_difference_of_all_folds():
    design = RepeatedKFold(runs=4, folds=5)
    _, found = outcomes_of(Procedure(method="cv-all-data", design=design))
    for scores in found:
        assert scores.items.shape == (NOISE.n,)
        assert scores.items.mean() == pytest.approx(scores.differences.mean(), abs=1e-12)
        assert np.any(scores.items != np.round(scores.items))  # quarters, over four runs


def test_halves_come_along_where_they_are_wanted():
    _, found = outcomes_of(Procedure(method="half-sample-t", design=KFold(), halvings=4))
    assert [each.halves.shape for each in found] == [(4, 2)] * 3


def test_items_take_the_form_that_a_method_takes():
    design = Holdout(test=0.25)
    methods = ("mcnemar", "permutation", "paired-mean")
    each = [outcomes_of(Procedure(method=method, design=design))[1] for method in methods]
    for counts, labels, scores in zip(*each, strict=True):
        assert counts.n == labels.n == len(scores.a) == 25
        assert scores.a.sum() == counts.only_a + counts.both_right
        assert scores.b.sum() == counts.only_b + counts.both_right
        a = labels.table.sum(axis=2).T
        assert labels.metric(a) == pytest.approx(scores.a.mean(), abs=1e-15)
