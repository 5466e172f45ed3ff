"""A new test set where few items distinguish two classifiers."""

import numpy as np
import pytest

from bakeoff import compare_counts
from bakeoff.core.outcomes import PairedItems
from bakeoff.core.result import decide
from bakeoff.methods import METHODS


def decided(only_a, only_b, n, asked):
    """The decision alone: a verdict says more, and takes longer."""
    method = METHODS[asked.get("method", "mcnemar-mid-p")]
    items = PairedItems(only_a=only_a, only_b=only_b, n=n)
    result = method.compute(items, level=0.95, alternative=asked.get("alternative", "two-sided"))
    return decide(result, margin=asked.get("margin"))


@pytest.mark.parametrize(
    "asked", [{}, {"method": "mcnemar-exact"}, {"alternative": "greater"}, {"margin": 0.02}]
)
def test_a_decision_is_that_of_the_verdict(asked):
    for counts in ((0, 5), (7, 1), (9, 2), (0, 1), (12, 2), (2, 13)):
        assert decided(*counts, 400, asked) == compare_counts(*counts, n=400, **asked).decision


@pytest.mark.parametrize(
    ("only_a", "only_b", "n", "asked"),
    [
        (0, 5, 100, {}),
        (1, 1, 500, {}),
        (7, 1, 412, {"method": "mcnemar-exact"}),
        (9, 2, 60, {"alternative": "greater"}),
        (0, 1, 400, {"margin": 0.02}),
    ],
)
@pytest.mark.slow
def test_it_is_the_share_of_drawn_test_sets_that_decide_the_same(only_a, only_b, n, asked):
    """Drawn item by item; four standard errors of 2000 draws, one false alarm in 16000 cases, and of 400."""
    verdict = compare_counts(only_a, only_b, n=n, **asked)
    rng = np.random.default_rng(1)
    draws, same, known = 2000, 0, {}
    for chances in rng.dirichlet([only_a + 0.5, only_b + 0.5, n - only_a - only_b + 0.5], size=draws):
        a, b, _ = (int(count) for count in rng.multinomial(n, chances))
        if (a, b) not in known:
            known[a, b] = decided(a, b, n, asked)
        same += known[a, b] == verdict.decision
    error = np.sqrt(0.25 / draws + 0.1 / 400)
    assert verdict.replicability.share == pytest.approx(same / draws, abs=4 * error)


@pytest.mark.parametrize("count", [1, 3, 4])
def test_a_decision_that_no_count_can_bring_about_never_changes(count):
    found = compare_counts(count, 0, n=count).replicability
    assert (found.share, found.low, found.high) == (1, 1, 1)


def test_the_range_holds_the_share():
    found = compare_counts(3, 9, n=412).replicability
    assert 0 < found.low < found.share < found.high < 1


def test_it_meets_the_normal_score_where_that_takes_over():
    few, enough = (compare_counts(a, 4, n=412).replicability.share for a in (15, 16))
    assert few == pytest.approx(enough, abs=0.06)
