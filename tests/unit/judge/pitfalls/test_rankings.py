"""Caveats of rankings and gates count clusters where clusters are compared."""

import numpy as np

import bakeoff

RNG = np.random.default_rng(12)
SIZE, GROUPS = 8, 30
USER = np.repeat(np.arange(GROUPS), SIZE)
TRUTH = RNG.integers(0, 2, GROUPS * SIZE)


def _models(count, apart):
    """Models that are wrong on the same items, each with errors of its own in some clusters."""
    base = np.where(RNG.random(TRUTH.size) < 0.85, TRUTH, 1 - TRUTH)
    found = {}
    for at in range(count):
        own = base.copy()
        changed = np.isin(USER, RNG.permutation(GROUPS)[:apart])
        own[changed] = 1 - own[changed]
        found[f"m{at}"] = own
    return found


def test_a_ranking_by_clusters_counts_the_clusters_on_which_models_differ():
    ranking = bakeoff.rank_predictions(TRUTH, _models(7, 2), clusters=USER, resamples=200)
    told = {each.key: each for each in ranking.caveats}
    caveat = told["more-models-than-differences"]
    assert "there are 7 models, and no two of them differ on more than 4 clusters" in caveat.text
    assert caveat.remedy == "rank fewer models, or use more clusters"
    assert "fewer than 25 clusters" in told["few-items-differ"].text
    assert "items" not in told["few-items-differ"].text + told["few-items-differ"].remedy
    assert "whose models differ on few items" not in str(ranking)


def test_a_ranking_of_items_counts_items():
    base = TRUTH[:40]
    said = {}
    for at in range(6):
        said[f"m{at}"] = base.copy()
        said[f"m{at}"][at] = 1 - base[at]
    ranking = bakeoff.rank_predictions(base, said, resamples=200)
    told = {each.key: each for each in ranking.caveats}
    assert "no two of them differ on more than 2 items" in told["more-models-than-differences"].text
    assert "more items may decide" in told["few-items-differ"].remedy


def test_a_gate_by_clusters_says_how_many_clusters_it_needs():
    old, new = (np.where(RNG.random(TRUTH.size) < 0.8, TRUTH, 1 - TRUTH) for _ in range(2))
    gate = bakeoff.check_not_worse(TRUTH, old, new, margin=0.01, clusters=USER)
    assert gate.outcome == "inconclusive"
    clusters = -(-gate.items_needed * GROUPS // TRUTH.size)
    assert f"A new test set of {gate.items_needed:,} items in {clusters:,} clusters like these would" in str(
        gate
    )
