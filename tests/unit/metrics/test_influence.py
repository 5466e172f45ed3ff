import numpy as np
import pytest

from bakeoff.metrics import METRICS
from bakeoff.metrics._influence import cell_values, one_answer, rank_values
from bakeoff.metrics.auc import auc

LABELS = [metric for metric in METRICS if metric.kind == "labels"]
TWO, THREE = np.array([[55, 5], [10, 30]]), np.array([[20, 3, 1], [4, 15, 0], [2, 6, 30]])


def computed(metric, counts, place):
    value = metric.compute(counts)
    return float(value if place is None else value[place])


@pytest.mark.parametrize("counts", [TWO, THREE], ids=["two classes", "three classes"])
@pytest.mark.parametrize("metric", LABELS, ids=lambda metric: metric.key)
def test_values_of_items_average_to_the_metric(metric, counts):
    place = 1 if metric.per_class else None
    found = cell_values(metric, counts, place)
    assert np.array_equal(np.isnan(found), counts == 0)
    assert np.nansum(found * counts) / counts.sum() == pytest.approx(
        computed(metric, counts, place), abs=1e-12
    )


@pytest.mark.parametrize("metric", LABELS, ids=lambda metric: metric.key)
def test_values_are_the_limit_of_leaving_one_of_many_items_out(metric):
    place, many = 1 if metric.per_class else None, 10_000 * THREE
    found, whole, n = cell_values(metric, THREE, place), computed(metric, many, place), many.sum()
    for cell in np.argwhere(THREE > 0):
        one = np.zeros_like(THREE)
        one[tuple(cell)] = 1
        pseudo = n * whole - (n - 1) * computed(metric, many - one, place)
        # The two differ by terms of 1/n, here of some 1e-5.
        assert found[tuple(cell)] == pytest.approx(pseudo, abs=2e-4)


def test_accuracy_is_the_mean_of_right_and_wrong():
    found = cell_values(METRICS["accuracy"], TWO)
    assert found == pytest.approx(np.eye(2), abs=1e-9)


def test_f1_by_its_own_formula():
    # F1 = 2 TP / S with S = 2 TP + FP + FN: the influence of an item is n (2 tp - F1 (true + predicted)) / S.
    score, total, n = 60 / 75, 75, 100
    expected = np.array([[score, score - n * score / total], [score - n * score / total, 0.0]])
    expected[1, 1] = score + n * (2 - 2 * score) / total
    assert cell_values(METRICS["f1"], TWO, 1) == pytest.approx(expected, abs=1e-7)


def test_a_metric_that_is_undefined_has_no_values():
    assert np.isnan(cell_values(METRICS["mcc"], [[50, 10], [0, 0]])).all()


def ranked(positive, score):
    """Placements by comparing every pair."""
    better = np.where(positive[:, None], score[:, None] > score, score[:, None] < score)
    right = better + 0.5 * (score[:, None] == score)
    other = positive[:, None] != positive
    return (right * other).sum(axis=1) / other.sum(axis=1)


def test_values_of_ranked_items_average_to_the_area():
    rng = np.random.default_rng(0)
    positive, score = np.arange(50) < 12, rng.integers(0, 9, 50).astype(float)
    found = rank_values(positive, ranked(positive, score))
    assert found.mean() == pytest.approx(auc(positive, score), abs=1e-12)


def test_values_of_ranked_items_are_the_limit_of_leaving_one_of_many_out():
    rng = np.random.default_rng(0)
    positive, score = np.arange(20) < 6, rng.integers(0, 9, 20).astype(float)
    found, times = rank_values(positive, ranked(positive, score)), 300
    many, scores = np.tile(positive, times), np.tile(score, times)
    whole, n = auc(many, scores), len(many)
    for at in range(20):
        left = np.arange(n) != at
        pseudo = n * whole - (n - 1) * auc(many[left], scores[left])
        assert found[at] == pytest.approx(pseudo, abs=5e-3)


@pytest.mark.parametrize("counts", [TWO, THREE], ids=["two classes", "three classes"])
@pytest.mark.parametrize("metric", LABELS, ids=lambda metric: metric.key)
def test_another_answer_to_one_item_by_trying_all(metric, counts):
    place, squares = 1 if metric.per_class else None, []
    for true in range(len(counts)):
        changes = []
        for other in range(len(counts)):
            moved = counts.copy()
            moved[counts[:, true].argmax(), true] -= 1
            moved[other, true] += 1
            changes.append(abs(computed(metric, moved, place) - computed(metric, counts, place)))
        squares += [max(changes) ** 2] * int(counts[:, true].sum())
    assert one_answer(metric, counts, place) == pytest.approx(np.sqrt(np.mean(squares)), rel=1e-12)


def test_another_answer_where_the_metric_is_0_by_0():
    never = np.array([[50, 10], [0, 0]])
    assert one_answer(METRICS["precision"], never, 1) == 0
    # One of ten positives found makes F1 2/11, and one of fifty negatives leaves it at 0.
    assert one_answer(METRICS["f1"], never, 1) == pytest.approx(np.sqrt(10 / 60) * 2 / 11, rel=1e-12)
