"""Learners for experiments that are stopped, watched and killed; each folder gets a copy."""

import os
import time
import warnings
from pathlib import Path

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.naive_bayes import GaussianNB


class Slow(ClassifierMixin, BaseEstimator):
    """Sees the data through noise, takes its time, and leaves a line for each training."""

    def __init__(self, noise=0.5, pause=0.01):
        self.noise = noise
        self.pause = pause

    def fit(self, X, y):
        while "GATE" in os.environ and not Path(os.environ["GATE"]).exists():
            time.sleep(0.01)
        time.sleep(self.pause)
        seen = X + self.noise * np.random.standard_normal(X.shape)
        self.model_ = GaussianNB().fit(seen, y)
        self.classes_ = self.model_.classes_
        if seen[0, 0] > 1:
            warnings.warn("the first item is large", stacklevel=2)
        with Path(os.environ["TRAININGS"]).open("a") as lines:
            lines.write(f"{self.noise}\n")
        return self

    def predict(self, X):
        return self.model_.predict(X)

    def predict_proba(self, X):
        return self.model_.predict_proba(X)


class Mute(BaseEstimator):
    def fit(self, X, y):
        return self


class Frail(Slow):
    """Kills the process that it runs in."""

    def fit(self, X, y):
        os.kill(os.getpid(), 9)
