import numpy as np
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import JudgedItems
from bakeoff.methods.prediction_powered_t import NOT_USED, prediction_powered_t

RNG = np.random.default_rng(4)
PEOPLE = RNG.integers(0, 2, (2, 90)).astype(float)
JUDGE = np.where(RNG.random((2, 90)) < 0.15, 1 - PEOPLE, PEOPLE)


def judged(labels, judge=JUDGE, people=PEOPLE, **more):
    known = np.where(np.arange(90) < labels, people, np.nan)
    items = JudgedItems(a=judge[0], b=judge[1], human_a=known[0], human_b=known[1], **more)
    return prediction_powered_t(items, level=0.95, alternative="two-sided")


def test_narrower_than_the_labels_alone():
    constant = judged(30, judge=np.zeros((2, 90)))
    assert np.ptp(judged(30).interval) < 0.9 * np.ptp(constant.interval)


@pytest.mark.parametrize(
    ("labels", "judge", "use"),
    [(90, JUDGE, "all-labelled"), (30, np.ones((2, 90)), "constant-judge"), (30, 1 - JUDGE, "no-gain")],
)
def test_where_the_labels_alone_decide(labels, judge, use):
    found = judged(labels, judge)
    assert found.notes == (NOT_USED[use],)
    assert found.estimate == pytest.approx(float(np.mean((PEOPLE[0] - PEOPLE[1])[:labels])))


def test_test_and_interval_agree():
    for seed in range(20):
        rng = np.random.default_rng(seed)
        found = judged(30, people=rng.integers(0, 3, (2, 90)) + np.array([[0.35], [0]]))
        assert (found.p_value <= 0.05) == (not found.interval.low <= 0 <= found.interval.high)


def test_order_of_the_items_does_not_matter():
    order = RNG.permutation(90)
    known = np.where(np.arange(90) < 30, PEOPLE, np.nan)
    items = JudgedItems(
        a=JUDGE[0][order], b=JUDGE[1][order], human_a=known[0][order], human_b=known[1][order]
    )
    assert prediction_powered_t(items, level=0.95, alternative="two-sided") == judged(30)


def test_one_label_and_one_cluster():
    with pytest.raises(InputError, match="only 1 item has human scores of both models; expected at least 2"):
        judged(1)
    with pytest.raises(InputError, match="needs at least 2 labelled items, in as many clusters; got 1"):
        judged(30, clusters=np.zeros(90, dtype=int))


def test_identical_models():
    found = judged(30, judge=JUDGE[[0, 0]], people=PEOPLE[[0, 0]])
    assert (found.estimate, found.p_value, found.degenerate) == (0, 1, True)
