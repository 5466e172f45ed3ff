import pytest
from sklearn.cluster import KMeans
from sklearn.linear_model import Ridge
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC, SVR

from bakeoff.experiment.learner import estimator_type


class Duck:
    def fit(self, X, y):
        return self


@pytest.mark.parametrize(
    ("estimator", "expected"),
    [
        (SVC(), "classifier"),
        (make_pipeline(StandardScaler(), SVC()), "classifier"),
        (GridSearchCV(SVC(), {"C": [1]}), "classifier"),
        (SVR(), "regressor"),
        (make_pipeline(StandardScaler(), Ridge()), "regressor"),
        (KMeans(), "other"),
        (StandardScaler(), "other"),
        (Duck(), "unknown"),
    ],
)
def test_what_it_predicts(estimator, expected):
    assert estimator_type(estimator) == expected
