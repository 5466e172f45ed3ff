import numpy as np
import pytest

import bakeoff
from bakeoff.core.exceptions import InputError


def drawn(k, n, rng=0):
    return {
        f"m{at}": column for at, column in enumerate(np.random.default_rng(rng).normal(0.8, 0.05, (k, n)))
    }


def test_two_groups_are_compared_as_by_the_method_for_two():
    groups = drawn(2, 9)
    of_two = bakeoff.compare_samples(*groups.values(), paired=False, method="one-way-anova").result
    found = bakeoff.anova(groups)
    assert (found.statistic, found.df) == (pytest.approx(of_two.statistic), of_two.df)
    assert found.p_value == pytest.approx(of_two.p_value)


def test_two_paired_groups_are_compared_as_by_the_paired_t():
    groups = drawn(2, 9)
    of_two = bakeoff.compare_samples(*groups.values(), method="paired-t").result
    found = bakeoff.anova(groups, paired=True)
    assert found.statistic == pytest.approx(of_two.statistic**2)
    assert found.df == (1.0, pytest.approx(8.0))
    assert found.p_value == pytest.approx(of_two.p_value)


@pytest.mark.parametrize("paired", [True, False])
def test_order_shift_and_scale_do_not_matter(paired):
    groups = drawn(4, 7)
    found = bakeoff.anova(groups, paired=paired)
    turned = {name: 3 * column - 1 for name, column in reversed(groups.items())}
    again = bakeoff.anova(turned, paired=paired)
    assert (again.statistic, again.p_value) == (pytest.approx(found.statistic), pytest.approx(found.p_value))


def test_blocks_take_away_what_data_sets_share():
    groups, hardness = drawn(3, 12), np.linspace(0, 0.5, 12)
    shared = {name: column + hardness for name, column in groups.items()}
    alone, together = (bakeoff.anova(each, paired=True) for each in (groups, shared))
    assert together.statistic == pytest.approx(alone.statistic)
    assert bakeoff.anova(shared).p_value > bakeoff.anova(groups).p_value


@pytest.mark.parametrize("paired", [True, False])
@pytest.mark.parametrize(("gap", "p_value"), [(0.0, 1.0), (0.1, 0.0)])
def test_without_spread(paired, gap, p_value):
    groups = {"a": [0.5] * 4, "b": [0.5] * 4, "c": [0.5 + gap] * 4}
    found = bakeoff.anova(groups, paired=paired)
    assert (found.p_value, found.degenerate) == (p_value, True)


@pytest.mark.parametrize(
    ("groups", "paired", "words"),
    [
        ({"a": [1, 2]}, False, "got 1 for groups; expected a dict with the scores of two or more"),
        ([[1, 2], [3, 4]], False, "got a list for groups; expected a dict"),
        ({"a": [1, 2], "b": [1]}, False, "needs at least 2 scores of b; got 1"),
        ({"a": [1, 2], "b": [1]}, True, "a has 2, b has 1 scores; expected as many of each"),
        ({"a": [1], "b": [2]}, True, "block-anova got 1 data set; expected two or more"),
        ({"a": [1, "x"], "b": [2, 3]}, False, "a has 'x' at position 1"),
    ],
)
def test_bad_input(groups, paired, words):
    with pytest.raises(InputError, match=words):
        bakeoff.anova(groups, paired=paired)


def test_paired_scores_in_another_order_are_refused():
    pd = pytest.importorskip("pandas")
    groups = {
        "a": pd.Series([1.0, 2.0, 3.0], index=list("xyz")),
        "b": pd.Series([2.0, 3.0, 5.0], index=list("zyx")),
    }
    with pytest.raises(InputError, match="the rows of a and b have the same index in a different order"):
        bakeoff.anova(groups, paired=True)
    assert bakeoff.anova(groups).df == (1.0, 4.0)


@pytest.mark.slow
def test_size_where_learners_vary_unequally():
    """In blocks, 2000 draws: more than 6.5 % false alarms has a chance of 0.002 at a true 5 %."""
    rng = np.random.default_rng(5)
    spread = np.array([0.01, 0.02, 0.05, 0.1])
    rejected = [
        bakeoff.anova(
            dict(zip("abcd", (spread * rng.normal(size=(15, 4))).T, strict=True)), paired=True
        ).p_value
        < 0.05
        for _ in range(2000)
    ]
    assert 0.02 < np.mean(rejected) < 0.065
