"""How often rankings of equally good models say that some differ."""

from typing import Any

import numpy as np

from bakeoff import Ranking, rank_datasets, rank_predictions
from bakeoff.core.rng import generator
from bakeoff.methods.many import MANY

MODELS, RESAMPLES, ALPHA = ("a", "b", "c", "d"), 1000, 0.05
ITEMS, DATA_SETS = (100, 400), (8, 20)
SPREAD = 0.02  # of a score on one data set, and the error that random effects are given


def says_more(ranking: Ranking, key: str) -> bool:
    """Whether a ranking of equally good models says what is not so, as far as the method promises not to.

    The set of possible best promises to hold a given best model; Bayesian probabilities are about one pair.
    """
    gives = MANY[key].gives
    if key == "bayes-signed-rank":
        pairs = [pair for pair in ranking.pairs if {pair.a, pair.b} == {"a", "b"}]
        return any(pair.decision in ("a-better", "b-better") for pair in pairs)
    if gives == "omnibus":
        return ranking.omnibus is not None and ranking.omnibus.p_value < ALPHA
    if gives == "best":
        return "a" not in ranking.best
    if gives == "ranks":
        return any(tuple(each.rank) != (1, len(MODELS)) for each in ranking.models)
    return any(pair.decision != "undecided" for pair in ranking.pairs)


def on_items(n: int, draws: int) -> dict[str, tuple[int, int]]:
    """Alarms of all methods over items: one ranking of each draw has all of them."""
    rng, methods = generator(2026, "claims", "items", n), [each for each in MANY if each.over == "items"]
    alarms = dict.fromkeys((each.key for each in methods), 0)
    for at in range(draws):
        truth = rng.integers(0, 2, n)
        models = {name: np.where(rng.random(n) < 0.8, truth, 1 - truth) for name in MODELS}
        ranking = rank_predictions(truth, models, resamples=RESAMPLES, rng=at)
        for each in methods:
            alarms[each.key] += says_more(ranking, each.key)
    return {key: (found, draws) for key, found in alarms.items()}


def asked(key: str, gives: str, n: int) -> dict[str, Any]:
    """What a method over data sets is asked with."""
    given: dict[str, dict[str, Any]] = {
        "bonferroni-dunn": {"baseline": "a"},
        "bayes-signed-rank": {"rope": 0.01, "resamples": 4000},
        "random-effects": {"variances": {name: [SPREAD**2] * n for name in MODELS}},
    }
    return {"omnibus": key} if gives == "omnibus" else {"method": key} | given.get(key, {})


def on_data_sets(key: str, n: int, draws: int) -> tuple[int, int]:
    """Alarms of a method over data sets."""
    rng, gives = generator(2026, "claims", key, n), MANY[key].gives
    found = 0
    for _ in range(draws):
        hard = rng.normal(0.8, 0.08, n)
        scores = {name: hard + rng.normal(0.0, SPREAD, n) for name in MODELS}
        found += says_more(rank_datasets(scores, **asked(key, gives, n)), key)
    return found, draws


def with_uneven_variances(n: int, draws: int) -> tuple[int, int]:
    """Alarms of random effects where known variances differ by a factor of up to 10,000."""
    rng, found = generator(2026, "claims", "uneven", n), 0
    for _ in range(draws):
        variances = 0.01**2 * 10 ** rng.uniform(-2, 2, n)
        apart = rng.normal(0, np.sqrt(variances + 0.003**2))
        scores = {"a": 0.8 + apart, "b": np.full(n, 0.8)}
        given = {"a": variances, "b": np.zeros(n)}
        found += says_more(rank_datasets(scores, method="random-effects", variances=given), "random-effects")
    return found, draws


def measure(draws: int) -> dict[str, dict[str, tuple[int, int]]]:
    """For every method and size: draws on which anything false is said, and draws."""
    over_items = {f"{n} items": on_items(n, draws) for n in ITEMS}
    found: dict[str, dict[str, tuple[int, int]]] = {}
    for method in MANY:
        if method.over == "items":
            found[method.key] = {size: alarms[method.key] for size, alarms in over_items.items()}
        else:
            found[method.key] = {f"{n} data sets": on_data_sets(method.key, n, draws) for n in DATA_SETS}
    found["random-effects"]["10 data sets, uneven variances"] = with_uneven_variances(10, 4 * draws)
    return found
