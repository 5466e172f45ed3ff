"""Write ``folds/breast-cancer.csv``: accuracies of two learners on the same 10 x 10 folds.

Run as ``python examples/make_folds.py [FOLDER]``; it takes some seconds. The last digits may differ with the
version of scikit-learn.
"""

import csv
import sys
from pathlib import Path

from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import RepeatedStratifiedKFold
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

RUNS = FOLDS = 10


def rows() -> list[list[object]]:
    """One row for each learner, run and fold."""
    X, y = load_breast_cancer(return_X_y=True)
    learners = {"logistic": make_pipeline(StandardScaler(), LogisticRegression()), "bayes": GaussianNB()}
    found: list[list[object]] = [["learner", "run", "fold", "score", "n_train", "n_test"]]
    for name, learner in learners.items():
        splits = RepeatedStratifiedKFold(n_splits=FOLDS, n_repeats=RUNS, random_state=0).split(X, y)
        for number, (train, test) in enumerate(splits):
            score = learner.fit(X[train], y[train]).score(X[test], y[test])
            run, fold = divmod(number, FOLDS)
            found.append([name, run + 1, fold + 1, round(float(score), 6), len(train), len(test)])
    return found


def main(folder: Path) -> None:
    """Write the file."""
    place = folder / "folds" / "breast-cancer.csv"
    place.parent.mkdir(parents=True, exist_ok=True)
    with place.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream, lineterminator="\n").writerows(rows())


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
