import numpy as np
import pytest
from sklearn.metrics import cohen_kappa_score

from bakeoff.core.outcomes import JudgedItems
from bakeoff.judge.judged import judged_of

RNG = np.random.default_rng(8)
N, LABELS = 300, 40
PEOPLE = RNG.integers(1, 6, (2, N)).astype(float)
JUDGE = PEOPLE + RNG.integers(-1, 2, (2, N))
KNOWN = np.where(np.arange(N) < LABELS, PEOPLE, np.nan)


def items(judge=JUDGE, known=KNOWN):
    return JudgedItems(a=judge[0], b=judge[1], human_a=known[0], human_b=known[1])


def test_kappa_is_that_of_scikit_learn():
    found = judged_of(items(), 0.95).agreement
    people, judge = PEOPLE[:, :LABELS].ravel(), JUDGE[:, :LABELS].ravel()
    assert found.kappa == pytest.approx(cohen_kappa_score(people, judge, weights="quadratic"))
    assert found.interval.low < found.kappa < found.interval.high <= 1
    right, said = (PEOPLE > 3).astype(float), (JUDGE > 3).astype(float)
    binary = judged_of(items(said, np.where(np.isnan(KNOWN), np.nan, right)), 0.95).agreement
    plain = cohen_kappa_score(right[:, :LABELS].ravel(), said[:, :LABELS].ravel())
    assert binary.kappa == pytest.approx(plain)


def test_error_of_kappa_is_a_jackknife():
    found = judged_of(items(), 0.95).agreement
    without = [
        cohen_kappa_score(
            np.delete(PEOPLE[:, :LABELS], at, axis=1).ravel(),
            np.delete(JUDGE[:, :LABELS], at, axis=1).ravel(),
            weights="quadratic",
        )
        for at in range(LABELS)
    ]
    error = np.sqrt((LABELS - 1) * np.var(without))
    assert np.ptp(found.interval) / 2 / error == pytest.approx(2.0227, abs=1e-3)  # t with 39 df


def test_no_agreement_where_nothing_varies():
    assert judged_of(items(np.ones((2, N)), np.where(np.isnan(KNOWN), np.nan, 1.0)), 0.95).agreement is None


def test_a_bias_for_length_and_for_the_first_answer():
    lengths, first = RNG.normal(size=N), RNG.integers(0, 2, N).astype(float)
    given = {"lengths": lengths, "first": first}
    plain = [each.size for each in judged_of(items(known=PEOPLE), 0.95, **given).biases]
    for at, tilt in enumerate((0.8 * lengths / lengths.std(), 0.5 * first)):
        found = judged_of(items(JUDGE + np.array([tilt, 0 * tilt]), PEOPLE), 0.95, **given).biases[at]
        assert found.by == ("length", "position")[at]
        assert found.size - plain[at] == pytest.approx((0.8, 0.5)[at])
        assert found.interval.low < found.size < found.interval.high


def test_error_of_a_bias_is_a_jackknife():
    lengths = RNG.normal(size=N)
    found = judged_of(items(known=PEOPLE), 0.95, lengths=lengths).biases[0]
    excess, x = (JUDGE[0] - JUDGE[1]) - (PEOPLE[0] - PEOPLE[1]), lengths / lengths.std()
    slopes = np.array([np.polyfit(np.delete(x, at), np.delete(excess, at), 1)[0] for at in range(N)])
    assert found.size == pytest.approx(np.polyfit(x, excess, 1)[0])
    error = np.sqrt((N - 1) / N * np.sum((slopes - found.size) ** 2))
    assert np.ptp(found.interval) / 2 / error == pytest.approx(1.968, abs=1e-3)  # t with 298 df


def test_constant_columns_show_no_bias():
    assert judged_of(items(), 0.95, lengths=np.ones(N), first=np.ones(N)).biases == ()


def test_labels_that_would_halve_the_interval():
    more = judged_of(items(), 0.95)
    # four times the labels would halve the interval of labels alone; a judge helps less with each of them
    assert more.labels_to_halve is None or more.labels_to_halve >= 4 * LABELS - 10
    alone = judged_of(items(np.zeros((2, N))), 0.95)
    assert 150 <= alone.labels_to_halve <= 160
    assert alone.worth == pytest.approx(LABELS)
    assert more.worth > LABELS
