import numpy as np
import pytest

import bakeoff

DRAWS = np.random.default_rng(4)
TRUE = np.arange(200) % 2
TRUTH = np.where(TRUE == 1, "ja", "nein")
MODELS = {
    name: 1 / (1 + np.exp(-2 * strength * DRAWS.normal(strength * (2 * TRUE - 1), 1.0)))
    for name, strength in (("good", 1.0), ("fair", 0.6), ("weak", 0.4))
}


def rank(metric, positive, **others):
    return bakeoff.rank_predictions(TRUTH, MODELS | others, metric=metric, positive=positive, resamples=500)


@pytest.mark.parametrize(
    ("metric", "key"),
    [("log-loss", "probabilities-reversed"), ("brier", "probabilities-reversed"), ("auc", "auc-below-half")],
)
def test_a_ranking_by_the_wrong_class_concludes_nothing(metric, key):
    wrong, right = rank(metric, "nein"), rank(metric, "ja")
    assert [each.key for each in wrong.caveats][:1] == [key]
    assert str(wrong).startswith("No valid conclusion about 3 models")
    assert key not in [each.key for each in right.caveats]
    mixed = rank(metric, "nein", other=1 - MODELS["fair"])
    assert key not in [each.key for each in mixed.caveats]  # one model that is good


@pytest.mark.parametrize("metric", ["log-loss", "brier", "auc"])
def test_two_models_have_the_caveat_of_their_comparison(metric):
    two = {name: MODELS[name] for name in ("good", "fair")}
    ranking = bakeoff.rank_predictions(TRUTH, two, metric=metric, positive="nein")
    verdict = bakeoff.compare_predictions(TRUTH, two["fair"], two["good"], metric=metric, positive="nein")
    assert [each.text for each in ranking.caveats] == [each.text for each in verdict.caveats]
