"""Tables and products of matrices give what the method says call by call."""

import math

import numpy as np
import pytest

from bakeoff import compare_counts
from bakeoff.core.outcomes import PairedItems
from bakeoff.core.result import decide, equivalence_level
from bakeoff.judge import fresh_items
from bakeoff.methods import METHODS

ASKED = (
    {},
    {"method": "mcnemar-exact"},
    {"method": "mcnemar"},
    {"method": "mcnemar", "correction": False},
    {"alternative": "greater"},
    {"alternative": "less", "method": "mcnemar"},
    {"alpha": 0.2},
    {"margin": 0.03},
    {"margin": 0.2, "alpha": 0.1, "method": "mcnemar-exact"},
)


def by_calls(only_a, only_b, n, decision, asked):
    """The plain form: each pair of counts is put to the method, and has its multinomial weight."""
    likely, fresh = fresh_items._likely(only_a, only_b, n)
    alpha, margin = asked.get("alpha", 0.05), asked.get("margin")
    level = round(1 - alpha, 15) if margin is None else equivalence_level(alpha)
    options = {"correction": asked["correction"]} if "correction" in asked else {}

    def same(a, b):
        result = METHODS[asked.get("method", "mcnemar-mid-p")].compute(
            PairedItems(only_a=a, only_b=b, n=n),
            level=level,
            alternative=asked.get("alternative", "two-sided"),
            **options,
        )
        return decide(result, alpha=alpha, margin=margin) == decision

    most = fresh.max(axis=0)
    counts = [(a, b) for a in range(most[0] + 1) for b in range(most[1] + 1) if a + b <= n]
    ways = [
        math.factorial(n) // math.factorial(n - a - b) / math.factorial(a) / math.factorial(b)
        for a, b in counts
    ]
    a, b = np.array(counts).T
    weights = np.array(ways) * np.prod(likely[:, None, :] ** np.stack([a, b, n - a - b], axis=-1), axis=-1)
    chances = (weights @ np.array([same(*each) for each in counts])) / weights.sum(axis=1)
    return [chances.mean(), *np.percentile(chances, (2.5, 97.5))]


@pytest.mark.parametrize("asked", ASKED, ids=str)
@pytest.mark.parametrize(("only_a", "only_b", "n"), [(0, 6, 60), (3, 3, 40), (9, 2, 12)])
def test_the_chances_are_those_of_asking_about_each_pair_of_counts(only_a, only_b, n, asked):
    verdict = compare_counts(only_a, only_b, n=n, **asked)
    found = verdict.replicability
    expected = by_calls(only_a, only_b, n, verdict.decision, asked)
    assert [found.share, found.low, found.high] == pytest.approx(expected, abs=2e-12)


def test_all_items_may_be_discordant():
    found = compare_counts(12, 5, n=17).replicability
    expected = by_calls(12, 5, 17, "undecided", {})
    assert [found.share, found.low, found.high] == pytest.approx(expected, abs=2e-12)


def test_weights_of_rare_rests_are_scaled():
    plain, scaled = (fresh_items._powers(np.array([ratio, 2.0]), 30) for ratio in (50.0, 1e12))
    assert np.isfinite(scaled).all()
    assert scaled[1] / scaled[1].max() == pytest.approx(plain[1] / plain[1].max(), rel=1e-12)


def test_scores_too_close_to_their_limit_are_left_to_the_method(monkeypatch):
    asked = fresh_items.Question("mcnemar-mid-p", "two-sided", (), 0.05, 0.04)
    quick = fresh_items._same(asked, "equivalent", 300, 20).copy()
    monkeypatch.setattr(fresh_items, "CLOSE", np.inf)
    monkeypatch.setattr(fresh_items, "_decides", slow := Counted(fresh_items._decides))
    assert np.array_equal(fresh_items._same(asked, "equivalent", 300, 20), quick)
    assert slow.calls == 32 * 32  # a + b never is above 300


class Counted:
    def __init__(self, function):
        self.function, self.calls = function, 0

    def __call__(self, *given):
        self.calls += 1
        return self.function(*given)
