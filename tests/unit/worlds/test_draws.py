import numpy as np
import pytest

from bakeoff.worlds._draws import (
    as_paired_items,
    as_paired_labels,
    as_paired_scores,
    category_chances,
    ranked_items,
)


def test_chances_differ_by_the_effect():
    chances = category_chances(0.1, discordant=0.3, both_right=0.6)
    assert chances.tolist() == pytest.approx([0.6, 0.2, 0.1, 0.1], rel=1e-12)


def test_counts_as_items():
    items = as_paired_items(np.array([5, 3, 2, 1]))
    assert (items.both_right, items.only_a, items.only_b, items.n) == (5, 3, 2, 11)


def test_counts_as_labels_keep_who_was_right():
    labels = as_paired_labels(np.array([5, 3, 2, 1]), np.random.default_rng(0))
    right = np.arange(2)
    assert labels.n == 11
    assert labels.table[right, right, right].sum() == 5
    assert labels.table[right, right, 1 - right].sum() == 3
    assert labels.table[right, 1 - right, right].sum() == 2
    of_a = labels.table.sum(axis=2).T
    assert labels.metric(of_a) == pytest.approx(8 / 11, rel=1e-15)


def test_categories_as_scores():
    scores = as_paired_scores(np.array([0, 1, 2, 3]), clusters=np.array([0, 0, 1, 1]))
    assert scores.a.tolist() == [1, 1, 0, 0]
    assert scores.b.tolist() == [1, 0, 1, 0]
    assert scores.clusters.tolist() == [0, 0, 1, 1]


def test_ranked_scores_share_half_their_variance():
    items = ranked_items(20_000, 0.8, 0.0, np.random.default_rng(0))
    # 4 standard errors of a correlation of 1/2 among 10,000 items: 0.03
    assert np.corrcoef(items.a[~items.positive], items.b[~items.positive])[0, 1] == pytest.approx(
        0.5, abs=0.03
    )
