"""Items of a group stay together wherever a search tunes."""

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.model_selection import GridSearchCV, GroupKFold

from bakeoff import InputError, KFold, compare_learners
from bakeoff.experiment.file import read_experiment
from bakeoff.experiment.stage import split_by
from bakeoff.report.words.facts import work_rows

PATIENTS, ITEMS = 24, 4


class Remembers(ClassifierMixin, BaseEstimator):
    """Knows an item by heart if it has met its patient before: the first column tells who it is."""

    def __init__(self, by_heart=False):
        self.by_heart = by_heart

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        self.known_ = dict(zip(X[:, 0].tolist(), y.tolist(), strict=True))
        return self

    def predict(self, X):
        guess = self.classes_[0]
        met = [self.known_.get(who, guess) for who in X[:, 0].tolist()]
        return np.array(met if self.by_heart else [guess] * len(X))


def data():
    labels = np.random.default_rng(1).permutation(np.repeat([0, 0, 1], PATIENTS // 3))
    patients = np.repeat(np.arange(PATIENTS), ITEMS)
    return np.column_stack([patients, patients]).astype(float), labels[patients], patients


def search(cv):
    return GridSearchCV(Remembers(), {"by_heart": [True, False]}, cv=cv)


def verdict(cv):
    X, y, groups = data()
    return compare_learners(
        search(cv), Remembers(), X, y, groups=groups, design=KFold(folds=4), method="corrected-resampled-t"
    )


def test_a_search_by_groups_is_told_the_groups():
    # Nobody of a test fold is known by heart, so that remembering brings nothing: the tie goes to the first.
    found = verdict(GroupKFold(3))
    assert "tuned-across-groups" not in [caveat.key for caveat in found.caveats]


def test_a_search_that_parts_groups_is_told_of():
    found = verdict(3)
    assert "tuned-across-groups" in [caveat.key for caveat in found.caveats]
    assert dict(work_rows(found.work))["data"] == f"data, {PATIENTS * ITEMS} items in {PATIENTS} groups"


@pytest.mark.parametrize(
    ("tune", "kind"), [("folds = 3", "StratifiedGroupKFold"), ("test = 0.3", "GroupShuffleSplit")]
)
def test_experiment_files_with_groups_tune_by_groups(tmp_path, tune, kind):
    X, y, groups = data()
    rows = [f"{a},{b},{label},p{who}" for (a, b), label, who in zip(X, y, groups, strict=True)]
    (tmp_path / "d.csv").write_text("\n".join(["a,b,y,who", *rows]))
    (tmp_path / "e.toml").write_text(
        f"""
[design]
kind = "kfold"
folds = 4
[[data]]
file = "d.csv"
target = "y"
group = "who"
[learners.tuned]
estimator = "sklearn.neighbors.KNeighborsClassifier"
tune = {{ grid = {{ n_neighbors = [1, 3] }}, {tune} }}
[learners.plain]
estimator = "sklearn.neighbors.KNeighborsClassifier"
"""
    )
    experiment = read_experiment(tmp_path / "e.toml")
    assert type(experiment.learners[0].estimator.cv).__name__ == kind
    splits = split_by(experiment.design, experiment.data[0], 0)
    assert all(not set(groups[train]) & set(groups[test]) for train, test in splits)


def test_groups_in_some_data_sets_alone_cannot_be_tuned_by(tmp_path):
    (tmp_path / "d.csv").write_text("a,y,who\n" + "\n".join(f"{at},{at % 2},{at}" for at in range(20)))
    (tmp_path / "e.toml").write_text(
        """
[[data]]
file = "d.csv"
target = "y"
group = "who"
[[data]]
file = "d.csv"
name = "again"
target = "y"
drop = ["who"]
[learners.tuned]
estimator = "sklearn.neighbors.KNeighborsClassifier"
tune = { grid = { n_neighbors = [1, 3] } }
[learners.plain]
estimator = "sklearn.neighbors.KNeighborsClassifier"
"""
    )
    with pytest.raises(InputError, match="some data sets have groups and others do not"):
        read_experiment(tmp_path / "e.toml")
