from itertools import combinations
from math import comb

import numpy as np
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.read.repeats import Repeats, over_repeats, reduced

EVERY = {"pass@": max, "pass^": min, "best-of-": max}


@pytest.mark.parametrize("how", EVERY)
@pytest.mark.parametrize("n", [1, 2, 5, 7])
def test_each_is_the_mean_over_all_draws_of_k_answers(how, n):
    rng = np.random.default_rng(n)
    values = rng.random((6, n)) if how == "best-of-" else rng.integers(0, 2, (6, n)).astype(float)
    for k in range(1, n + 1):
        exact = [np.mean([EVERY[how](draw) for draw in combinations(row, k)]) for row in values]
        found = reduced(values.ravel(), np.repeat(np.arange(6), n), Repeats(how=how, k=k))
        np.testing.assert_allclose(found, exact, rtol=1e-12)


def test_formulas_by_binomial_coefficients_for_questions_of_different_sizes():
    sizes, right = [4, 9, 4], [1, 7, 0]
    values = np.concatenate([[1.0] * c + [0.0] * (n - c) for n, c in zip(sizes, right, strict=True)])
    questions = np.repeat([0, 1, 2], sizes)
    mixed = np.random.default_rng(0).permutation(len(values))
    for k in (1, 2, 3):
        for how, formula in (
            ("pass@", lambda n, c, k=k: 1 - comb(n - c, k) / comb(n, k)),
            ("pass^", lambda n, c, k=k: comb(c, k) / comb(n, k)),
            ("agreement", lambda n, c: (comb(c, 2) + comb(n - c, 2)) / comb(n, 2)),
            ("mean", lambda n, c: c / n),
        ):
            found = reduced(values[mixed], questions[mixed], Repeats(how=how, k=k))
            exact = [formula(n, c) for n, c in zip(sizes, right, strict=True)]
            np.testing.assert_allclose(found, exact, atol=1e-15)


def test_agreement_of_any_values():
    values = np.array([3.0, 1.0, 3.0, 2.0, 3.0])
    same = np.mean([x == y for x, y in combinations(values, 2)])
    assert reduced(values, np.zeros(5, dtype=int), Repeats(how="agreement"))[0] == pytest.approx(same)


def test_the_best_loss_is_the_lowest():
    found = reduced(
        np.array([3.0, 1.0, 2.0]), np.zeros(3, dtype=int), Repeats(how="best-of-", k=3), higher=False
    )
    assert found.tolist() == [1.0]


def test_only_the_full_score_is_right():
    found = reduced(np.array([0.5, 1.0, 0.0, 0.5]), np.array([0, 0, 1, 1]), Repeats(how="pass@", k=2))
    assert found.tolist() == [1.0, 0.0]
    with pytest.raises(
        InputError, match="right or wrong, but one has the score 7; expected scores from 0 to 1"
    ):
        reduced(np.array([7.0, 1.0]), np.array([0, 1]), Repeats(how="pass@", k=1))


def test_too_few_answers():
    with pytest.raises(
        InputError, match="pass@3 needs 3 answers to each question, but some have 2; ask for a sm"
    ):
        reduced(np.ones(5), np.array([0, 0, 0, 1, 1]), Repeats(how="pass@", k=3))
    with pytest.raises(InputError, match=r"agreement needs 2 answers to each question, but some have 1$"):
        reduced(np.ones(3), np.array([0, 0, 1]), Repeats(how="agreement"))


@pytest.mark.parametrize(
    ("text", "how", "k", "of"),
    [
        ("pass@3", "pass@", 3, None),
        ("pass^10", "pass^", 10, None),
        ("best-of-2", "best-of-", 2, None),
        ("judge/style:best-of-2", "best-of-", 2, "judge/style"),
        ("a:b:agreement", "agreement", 1, "a:b"),
        ("match:pass_at_2", "pass@", 2, "match"),
        ("pass_k_4", "pass^", 4, None),
    ],
)
def test_names(text, how, k, of):
    assert over_repeats(text) == Repeats(how=how, k=k, of=of)


@pytest.mark.parametrize(
    "text", [None, "", "accuracy", "pass", "passing@3", "agreement3", "agreements", "pass@3 "]
)
def test_other_metrics(text):
    assert over_repeats(text) is None


@pytest.mark.parametrize("text", ["pass@", "pass@0", "best-of-", "pass^100000"])
def test_how_many_must_be_said(text):
    with pytest.raises(InputError, match="does not say how many answers; expected a whole number from 1"):
        over_repeats(text)


def test_names_of_what_is_compared():
    assert Repeats().called("match") == "match"
    assert over_repeats("pass@3").called("match") == "match pass@3"
    assert over_repeats("agreement").called("") == "agreement"
    assert over_repeats("pass@3").is_share
    assert not over_repeats("best-of-3").is_share
