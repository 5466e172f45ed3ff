import numpy as np
import pytest
from scipy import stats
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from bakeoff import compare_all, compare_learners, render
from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import FoldScores
from bakeoff.core.panel import FoldPanel
from bakeoff.designs import KFold, RepeatedKFold
from bakeoff.experiment.as_needed import changes, models_moved, moved
from bakeoff.experiment.observer import Silent

THREE = RepeatedKFold(runs=3, folds=3)
BAYES, STUMP = GaussianNB(), DecisionTreeClassifier(max_depth=1, random_state=0)


class Counting(Silent):
    """Counts the cells that were trained."""

    def __init__(self):
        self.cells = 0

    def finished(self, cells, failed, interim):
        self.cells += cells


@pytest.fixture(scope="module")
def noisy():
    """Items of two classes that overlap, so that the folds matter."""
    rng = np.random.default_rng(3)
    y = np.arange(60) % 2
    return rng.normal(0.8 * y[:, None], 1, (60, 3)), y


@pytest.fixture(scope="module")
def close(noisy):
    """An alpha that the p-value of three runs nearly is."""
    return compare_learners(BAYES, STUMP, *noisy, design=THREE).result.p_value * 1.01


def runs_of(verdict):
    return verdict.work.design.runs


def test_a_clear_answer_needs_no_more_runs(noisy):
    verdict = compare_learners(BAYES, STUMP, *noisy, design=THREE, most_runs=40, alpha=1e-9)
    assert (verdict.decision, runs_of(verdict), verdict.work.trainings) == ("undecided", 3, 18)


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_runs_are_added_while_they_could_change_the_decision(noisy, close, jobs):
    verdict = compare_learners(BAYES, STUMP, *noisy, design=THREE, most_runs=20, alpha=close, jobs=jobs)
    assert 3 < runs_of(verdict) <= 20
    assert verdict.work.trainings == 2 * 3 * runs_of(verdict)
    fixed = compare_learners(BAYES, STUMP, *noisy, design=verdict.work.design, alpha=close)
    assert (fixed.result, fixed.decision) == (verdict.result, verdict.decision)


def test_the_limit_holds(noisy, close):
    verdict = compare_learners(BAYES, STUMP, *noisy, design=THREE, most_runs=4, alpha=close)
    assert runs_of(verdict) == 4


@pytest.mark.slow
def test_a_store_takes_more_runs_of_the_same_folds(noisy, close, tmp_path):
    asked = {"store": tmp_path / "s.bakeoff", "alpha": close}
    first, second, third = Counting(), Counting(), Counting()
    quick = compare_learners(BAYES, STUMP, *noisy, design=THREE, observer=first, **asked)
    whole = compare_learners(BAYES, STUMP, *noisy, design=THREE, most_runs=20, observer=second, **asked)
    again = compare_learners(BAYES, STUMP, *noisy, design=THREE, most_runs=20, observer=third, **asked)
    trained = [each.cells for each in (first, second, third)]
    assert trained == [quick.work.trainings, whole.work.trainings - quick.work.trainings, 0]
    assert again.to_dict() == whole.to_dict()


def test_other_folds_are_refused_by_a_store(noisy, tmp_path):
    store = tmp_path / "s.bakeoff"
    compare_learners(BAYES, STUMP, *noisy, design=THREE, store=store)
    with pytest.raises(InputError, match=r"design .*KFold\(folds=3\).*KFold\(folds=4\)"):
        compare_learners(BAYES, STUMP, *noisy, design=RepeatedKFold(runs=2, folds=4), store=store)


@pytest.mark.slow
def test_every_pair_of_a_family_must_be_settled(noisy, close):
    learners = {"bayes": BAYES, "stump": STUMP, "same": STUMP}
    # Holm's method doubles the smallest p-value of two.
    found = compare_all(learners, *noisy, baseline="bayes", design=THREE, most_runs=20, alpha=2 * close)
    alone = compare_all(learners, *noisy, baseline="bayes", design=THREE, most_runs=20, alpha=1e-9)
    assert (found.design.runs > 3, alone.design.runs) == (True, 3)


@pytest.mark.parametrize(
    ("design", "most", "message"),
    [
        (KFold(folds=3), 5, r"the design is KFold.*expected repeated folds of at least 3 runs"),
        (RepeatedKFold(runs=2, folds=3), 5, "expected repeated folds of at least 3 runs"),
        (THREE, 2, "most_runs is 2; expected a whole number of at least 3"),
        (THREE, "many", "most_runs is 'many'"),
    ],
)
def test_limits_that_cannot_be_meant(noisy, design, most, message):
    with pytest.raises(InputError, match=message):
        compare_learners(BAYES, STUMP, *noisy, design=design, most_runs=most)


def test_scores_are_moved_to_the_ends_of_an_interval_over_runs():
    a = np.array([[0.9, 0.7], [0.6, 0.6], [0.8, 0.9]])
    b = np.array([[0.5, 0.7], [0.4, 0.6], [0.8, 0.7]])
    scores = FoldScores(a=a, b=b, design=RepeatedKFold(runs=3, folds=2), items=[0.1, 0.2, 0.1])
    low, high = stats.t.interval(0.96, 2, (a - b).mean(), stats.sem((a - b).mean(axis=1)))
    assert moved(scores, 1, np.inf).differences.mean() == pytest.approx(high)
    assert moved(scores, -1, np.inf).differences.mean() == pytest.approx(low)
    shifted = moved(scores, 1, np.inf).items - scores.items
    assert shifted.tolist() == pytest.approx([high - (a - b).mean()] * 3)


def test_models_are_moved_in_both_variances():
    zeros, design = np.zeros((3, 2)), RepeatedKFold(runs=3, folds=2)
    inner = FoldScores(a=zeros, b=zeros, design=design, models=0.1, models_error=0.01)
    outer = FoldScores(a=zeros, b=zeros, design=design, models=0.2, models_error=0.0, restricted=inner)
    low, high = stats.t.interval(0.98, 2, 0.1, 0.01)
    assert models_moved(outer, 1, np.inf).models == 0.2
    assert models_moved(outer, 1, np.inf).restricted.models == pytest.approx(high)
    assert models_moved(outer, -1, np.inf).restricted.models == pytest.approx(low)
    unknown = FoldScores(a=zeros, b=zeros, design=design)
    assert models_moved(unknown, 1, np.inf) is unknown


def test_intervals_are_for_the_runs_that_are_left():
    """The mean of 12 runs differs from that of the first 3 with three quarters of the variance of these."""
    rng = np.random.default_rng(0)
    runs = rng.normal(size=(20_000, 12))
    gained = np.var(runs.mean(axis=1) - runs[:, :3].mean(axis=1))
    assert gained == pytest.approx(0.75 / 3, rel=0.04)  # four standard errors
    design = RepeatedKFold(runs=3, folds=2)
    scores = FoldScores(a=[[0.1, 0.2], [0.5, 0.4], [0.9, 0.6]], b=np.zeros((3, 2)), design=design)
    ends = [moved(scores, 1, limit).differences.mean() - scores.a.mean() for limit in (3, 12, np.inf)]
    assert ends[0] == 0
    assert ends[1] == pytest.approx(ends[2] * 0.75**0.5)


def test_both_figures_are_changed_alone_and_together():
    design = RepeatedKFold(runs=3, folds=2)
    scores = FoldScores(
        a=[[0.1, 0.2], [0.5, 0.4], [0.9, 0.6]], b=np.zeros((3, 2)), design=design, models=1, models_error=0.1
    )
    found = [change(scores) for change in changes(12)]
    assert found[0] is scores
    places = {(np.sign(each.a.mean() - scores.a.mean()), np.sign(each.models - 1)) for each in found}
    assert len(found) == len(places) == 9


def test_the_error_of_the_variance_between_models_is_that_over_the_runs():
    """By hand: the variance of the difference of two learners in each of three runs."""
    by_run = np.array([[[2.0, 0.5], [0.5, 1.0]], [[1.0, 0.0], [0.0, 1.0]], [[3.0, 1.0], [1.0, 2.0]]])
    panel = FoldPanel(
        names=("A", "B"), scores=np.zeros((2, 3, 2)), design=RepeatedKFold(runs=3, folds=2), models=by_run
    )
    for pair in (panel.pair("A", "B"), panel.pair("B", "A")):
        assert pair.models == pytest.approx(np.mean([2, 2, 3]))
        assert pair.models_error == pytest.approx(stats.sem([2, 2, 3]))


@pytest.mark.slow
def test_how_the_number_of_runs_was_settled_is_told(noisy, close):
    asked = {"design": THREE, "most_runs": 20}
    more = compare_learners(BAYES, STUMP, *noisy, alpha=close, **asked)
    none = compare_learners(BAYES, STUMP, *noisy, alpha=1e-9, **asked)
    assert (more.work.first_runs, more.work.most_runs) == (3, 20)
    assert f"3, then {runs_of(more) - 3} added (limit 20), because another partition could" in str(more)
    assert "3; none added (limit 20), because no other partition would change the decision" in str(none)
    assert "Runs of folds were added to 3, up to 20, while the Monte-Carlo error" in render(more, "md")
