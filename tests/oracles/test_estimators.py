"""Error estimates against R's ipred and boot (estimators.R), scikit-learn, and figures in print."""

import json
import re
from pathlib import Path

import numpy as np
import pytest
from scipy import special
from sklearn.datasets import load_iris
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import cross_val_predict, cross_val_score
from sklearn.neighbors import KNeighborsClassifier

from bakeoff.core.design import Splits
from bakeoff.core.estimator import Losses
from bakeoff.designs import Bootstrap, Given, KFold, LeaveOneOut, RepeatedKFold
from bakeoff.designs.apparent import Apparent
from bakeoff.estimators import ESTIMATORS
from bakeoff.estimators._losses import on_unseen_items
from bakeoff.estimators.true_error import normal_classes, true_error_of_neighbours

R = json.loads((Path(__file__).parent / "estimators.json").read_text(encoding="utf-8"))
# SciPy before 1.17 has ten exact digits of a quantile of t: qt(0.975, 9) of R is the other number.
DIGITS_OF_T = 1e-12 if abs(special.stdtrit(9, 0.975) - 2.262157162798205) < 1e-14 else 2e-10


def losses_of(case, design, *, drawn=None, kind="zero-one"):
    test = tuple(np.array(each) for each in case["test"])
    splits = Splits(design=design, n=case["n"], shape=(1, len(test)), test=test, drawn=drawn)
    return Losses(splits=splits, values=tuple(map(np.array, case["losses"])), kind=kind)


def combine(key, tested, **reading):
    return ESTIMATORS[key].combine(tested, level=0.95, **reading)


class TestR:
    def test_cross_validation_of_ipred(self):
        found = combine("kfold", {"kfold": losses_of(R["kfold"], KFold(folds=7))})
        assert found.value == pytest.approx(R["kfold"]["expected"], rel=1e-14)

    def test_out_of_bag_predictions_of_ipred(self):
        case = R["bootstrap"]
        outside = losses_of(case, Bootstrap(samples=30), drawn=tuple(map(np.array, case["drawn"])))
        items = np.arange(case["n"])
        again = Splits(design=Apparent(), n=case["n"], shape=(1, 1), test=(items,), drawn=(items,))
        tested = {"bootstrap": outside, "apparent": Losses(splits=again, values=(np.array(case["again"]),))}
        found = combine("bootstrap-632", tested)
        assert found.components["out-of-bag"] == pytest.approx(case["e0"], rel=1e-14)
        assert found.value == pytest.approx(case["expected"], rel=1e-14)

    def test_cross_validated_regression_of_boot(self):
        folds, each = R["squared"]
        found = combine("kfold", {"kfold": losses_of(folds, KFold(folds=7), kind="squared")})
        assert found.value == pytest.approx(folds["expected"], rel=1e-12)
        alone = combine("leave-one-out", {"leave-one-out": losses_of(each, LeaveOneOut(), kind="squared")})
        assert alone.value == pytest.approx(each["expected"], rel=1e-12)

    def test_interval_of_a_mean_of_squares(self):
        case = R["interval"]
        n = len(case["losses"])
        splits = Splits(design=Given(), n=n, shape=(1, 1), test=(np.arange(n),))
        lost = Losses(splits=splits, values=(np.array(case["losses"]),), kind="squared")
        span, _ = on_unseen_items(lost, case["level"])
        assert [span.low, span.high] == pytest.approx(case["expected"], rel=DIGITS_OF_T)


class TestScikitLearn:
    X, y = load_iris(return_X_y=True)
    X = X[:, :2]
    learner = KNeighborsClassifier(3)

    def run(self, splits, learner, X, y):
        values = tuple(
            (learner.fit(X[train], y[train]).predict(X[test]) != y[test]).astype(float)
            for train, test in splits
        )
        return Losses(splits=splits, values=values)

    @pytest.mark.parametrize("folds", [2, 7, 10])
    def test_cross_val_score_and_predict(self, folds):
        splits = KFold(folds=folds, stratified=False).split(len(self.y), rng=3)
        tested = {"kfold": self.run(splits, self.learner, self.X, self.y)}
        scores = cross_val_score(self.learner, self.X, self.y, cv=list(splits))
        folded = combine("kfold", tested, average="folds")
        assert folded.value == pytest.approx(1 - scores.mean(), rel=1e-12)
        np.testing.assert_allclose(folded.parts["kfold"][0], 1 - scores, rtol=1e-12, atol=1e-15)
        said = cross_val_predict(self.learner, self.X, self.y, cv=list(splits))
        assert combine("kfold", tested).value == pytest.approx(np.mean(said != self.y), rel=1e-14)

    def test_repeated_cross_validation(self):
        splits = RepeatedKFold(runs=3, folds=4).split(self.y, rng=1)
        scores = cross_val_score(self.learner, self.X, self.y, cv=list(splits))
        tested = self.run(splits, self.learner, self.X, self.y)
        found = combine("repeated-kfold", {"repeated-kfold": tested})
        np.testing.assert_allclose(found.parts["repeated-kfold"].ravel(), 1 - scores, rtol=1e-12, atol=1e-15)
        assert found.value == pytest.approx(1 - scores.mean(), rel=1e-12)

    def test_squared_error(self):
        target = self.X[:, 1]
        splits = KFold(folds=7, stratified=False).split(len(target), rng=3)
        scores = cross_val_score(
            LinearRegression(), self.X[:, :1], target, cv=list(splits), scoring="neg_mean_squared_error"
        )
        values = tuple(
            (LinearRegression().fit(self.X[a, :1], target[a]).predict(self.X[b, :1]) - target[b]) ** 2
            for a, b in splits
        )
        tested = {"kfold": Losses(splits=splits, values=values, kind="squared")}
        assert combine("kfold", tested, average="folds").value == pytest.approx(-scores.mean(), rel=1e-12)

    def test_majority_on_balanced_data_is_always_wrong_when_left_out(self):
        """Honavar's slides: true error 50 %, leave-one-out estimate 100 %."""
        y = np.repeat([0, 1], 15)
        splits = LeaveOneOut().split(len(y))
        learner = DummyClassifier(strategy="most_frequent")
        tested = {"leave-one-out": self.run(splits, learner, np.zeros((30, 1)), y)}
        found = combine("leave-one-out", tested)
        assert found.value == 1
        assert "balanced data" in found.notes[1]

    def test_nearest_neighbour_remembers_its_items(self):
        splits = Apparent().split(40)
        X, y = np.arange(40.0)[:, None], np.arange(40) % 3
        tested = {"apparent": self.run(splits, KNeighborsClassifier(1), X, y)}
        assert combine("apparent", tested).value == 0


def said_at(place, x, y, k, classes):
    """Naive k-NN: all items within the distance of the k-th nearest vote; ties go to the first class."""
    distances = sorted((abs(a - place), label) for a, label in zip(x, y, strict=True))
    reach = distances[k - 1][0]
    votes = [label for distance, label in distances if distance <= reach]
    return max(classes, key=votes.count)


def error_by_cells(x, y, k, classes, priors):
    """Cut the line at the middle of every pair of items, where alone a prediction can change."""
    middles = sorted({(a + b) / 2 for a in x for b in x})
    total = 0.0
    for low, high in zip([-np.inf, *middles], [*middles, np.inf], strict=True):
        inside = high - 1 if low == -np.inf else low + 1 if high == np.inf else (low + high) / 2
        said = said_at(inside, x, y, k, list(classes))
        for label, cdf in classes.items():
            if label != said:
                total += priors[label] * (float(cdf(np.array(high))) - float(cdf(np.array(low))))
    return total


class TestTrueErrorOfNeighbours:
    @pytest.mark.parametrize("k", [1, 2, 3, 7])
    @pytest.mark.parametrize("ties", [False, True])
    def test_brute_force(self, k, ties):
        draws = np.random.default_rng(k)
        classes, priors = normal_classes(0.2), {0: 0.3, 1: 0.7}
        for _ in range(6):
            y = draws.integers(0, 2, 14)
            # places in steps of 1/2 are often shared, and their middles are exact
            x = np.round(2 * (draws.normal(size=14) + 2 * y - 1)) / 2 if ties else draws.normal(size=14)
            exact = true_error_of_neighbours(x, y, k=k, classes=classes, priors=priors)
            slow = error_by_cells(x.tolist(), y.tolist(), k, classes, priors)
            assert exact == pytest.approx(slow, abs=1e-12)

    @pytest.mark.parametrize("k", [1, 3])
    def test_fine_grid(self, k):
        draws = np.random.default_rng(5)
        y = draws.integers(0, 2, 30)
        x = draws.normal(size=30) + y
        learner = KNeighborsClassifier(k).fit(x[:, None], y)
        middle = lambda edges: (edges[1:] + edges[:-1]) / 2  # noqa: E731
        coarse = np.linspace(-9, 9, 10_001)
        changes = np.flatnonzero(np.diff(learner.predict(middle(coarse)[:, None])))
        assert len(changes) > 2
        # the two cells around each change are cut again: a border is then known to 1e-6
        finer = [np.linspace(coarse[at], coarse[at + 2], 4001) for at in changes]
        edges = np.unique(np.concatenate([coarse, *finer]))
        said = learner.predict(middle(edges)[:, None])
        mass = np.array([np.diff(cdf(edges)) for cdf in normal_classes(0.1).values()])
        exact = true_error_of_neighbours(x, y, k=k, classes=normal_classes(0.1))
        assert exact == pytest.approx(0.5 * mass[1 - said, np.arange(len(said))].sum(), abs=1e-6)

    @pytest.mark.slow
    def test_large_sample(self):
        draws = np.random.default_rng(6)
        mu = 1.2815515655446004
        y = draws.integers(0, 2, 50)
        x = draws.normal(size=50) + mu * (2 * y - 1)
        truth = draws.integers(0, 2, 400_000)
        place = draws.normal(size=400_000) + mu * (2 * truth - 1)
        said = KNeighborsClassifier(3).fit(x[:, None], y).predict(place[:, None])
        splits = Splits(design=Given(), n=len(truth), shape=(1, 1), test=(np.arange(len(truth)),))
        sampled = ESTIMATORS["true-error"].combine(
            {"test": Losses(splits=splits, values=((said != truth).astype(float),))}, level=0.9999
        )
        exact = true_error_of_neighbours(x, y, k=3, classes=normal_classes(0.1))
        # by design a correct program leaves this interval once in 10,000 seeds
        assert sampled.interval.low < exact < sampled.interval.high


class TestMartinHirschberg1996:
    """Small sample statistics for classification error rates II."""

    @staticmethod
    def nearest(x, y, k, train, test):
        near = np.argsort(np.abs(x[test][:, None] - x[train][None, :]), axis=1, kind="stable")[:, :k]
        return ((y[train][near].mean(axis=1) > 0.5) != y[test]).astype(float)

    @pytest.mark.parametrize(
        ("k", "inherent", "printed"), [(1, 0.1, 6.6), (3, 0.1, 11.9), (3, 0.001, 18.7), (3, 0.02, 17.0)]
    )
    @pytest.mark.slow
    def test_bias_of_iterated_two_fold(self, k, inherent, printed):
        """Table 15, 10 items: the mean over 20 samples of 2-CV* minus the true error, in points."""
        draws = np.random.default_rng(15)
        record, classes = ESTIMATORS["iterated-kfold"], normal_classes(inherent)
        mu = -float(special.ndtri(inherent))
        biases = []
        for sample in range(80):
            y = draws.integers(0, 2, 10)
            x = draws.normal(size=10) + mu * (2 * y - 1)
            (design,) = record.designs(folds=2, iterations=40).values()
            splits = design.split(10, rng=sample)
            values = tuple(self.nearest(x, y, k, train, test) for train, test in splits)
            found = record.combine({"iterated-kfold": Losses(splits=splits, values=values)}, level=0.95)
            biases.append(100 * (found.value - true_error_of_neighbours(x, y, k=k, classes=classes)))
        error = np.std(biases, ddof=1) * np.sqrt(1 / 80 + 1 / 20)
        # 3.5 standard errors of the difference: a false alarm once in 2,000 seeds
        assert abs(np.mean(biases) - printed) < 3.5 * error

    def test_figures_that_the_records_quote(self):
        """Table 13: stopped against unpruned trees, t of TER, APP, LOO, 10-CV, 632b, LOO*; 7 df."""
        rows = np.array(
            [
                [4.2, 4.4, 1.9, 2.4, 3.1, 2.9],
                [2.3, 6.0, 4.6, 0.5, 3.9, 3.9],
                [3.9, 11.2, 3.5, 6.1, 6.1, 4.7],
                [1.0, 1.5, 3.0, 3.1, 5.1, 4.8],
                [2.9, 3.9, 2.6, 2.7, 2.9, 3.3],
                [1.1, 7.3, 3.3, 2.0, 3.1, 3.3],
                [0.9, 2.8, 2.2, 1.6, 2.1, 2.8],
                [3.0, 2.7, 2.0, 1.8, 2.4, 3.1],
                [2.2, 1.2, 0.1, 0.5, 0.4, 0.2],
                [1.2, 2.9, 1.6, 1.7, 2.5, 1.6],
                [0.2, 1.8, -0.2, 0.2, 0.9, 0.2],
                [1.2, 2.2, 2.0, 1.6, 2.0, 1.7],
                [-0.3, 5.3, 1.0, 0.5, 1.8, 1.0],
                [0.2, 2.9, 1.0, 0.1, 2.0, 1.0],
                [0.6, 5.9, 1.6, 1.0, 7.3, 2.3],
                [0.1, 2.2, 0.8, 1.0, 1.2, 0.9],
            ]
        )
        same = np.abs(rows[:, 0]) < 2.365
        false = (np.abs(rows[same, 1:]) > 2.365).sum(axis=0)
        assert same.sum() == 12
        quoted = {"apparent": 7, "kfold": 1, "bootstrap-632": 5, "loo-star": 4}
        keys = ("apparent", "leave-one-out", "kfold", "bootstrap-632", "loo-star")
        assert dict(zip(keys, false, strict=True)) == {**quoted, "leave-one-out": 3}
        for key, count in quoted.items():
            assert f"{count} of the 12 cases" in ESTIMATORS[key].bias

    @pytest.mark.slow
    def test_coverage_that_the_records_quote(self):
        """3-NN, 50 items, 40 % inherent error: the interval of the pooled count covers too seldom."""
        draws, record, classes = np.random.default_rng(40), ESTIMATORS["kfold"], normal_classes(0.4)
        mu, covered = -float(special.ndtri(0.4)), []
        for sample in range(400):
            y = draws.integers(0, 2, 50)
            x = draws.normal(size=50) + mu * (2 * y - 1)
            splits = record.designs()["kfold"].split(50, rng=sample)
            values = tuple(self.nearest(x, y, 3, train, test) for train, test in splits)
            found = record.combine({"kfold": Losses(splits=splits, values=values)}, level=0.95)
            exact = true_error_of_neighbours(x, y, k=3, classes=classes)
            covered.append(found.interval.low <= exact <= found.interval.high)
        # measured 0.87; 400 samples leave 0.80 to 0.93 once in 1,000 seeds
        assert 0.80 < np.mean(covered) < 0.93
        low, high = map(
            float, re.search(r"([\d.]+) to ([\d.]+) % of the samples", record.why_interval).groups()
        )
        assert 80 < low < 93
        assert low < high < 100

    def test_bias_on_noise_that_the_record_quotes(self):
        """1-NN on labels that are noise: the true error is 50 %, the .632 bootstrap says 31.6 %."""
        draws, record, found = np.random.default_rng(8), ESTIMATORS["bootstrap-632"], []
        for sample in range(40):
            x, y = draws.normal(size=40), draws.integers(0, 2, 40)
            tested = {}
            for name, design in record.designs(samples=20).items():
                splits = design.split(40, rng=sample)
                values = tuple(self.nearest(x, y, 1, train, test) for train, test in splits)
                tested[name] = Losses(splits=splits, values=values)
            found.append(100 * record.combine(tested, level=0.95).value)
        # 4 standard errors: a false alarm once in 15,000 seeds
        assert abs(np.mean(found) - 31.6) < 4 * np.std(found, ddof=1) / np.sqrt(len(found))
        assert "about 0.632 times the true error" in record.bias
