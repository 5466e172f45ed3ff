"""Predictions of Weka's own learners; make.py says how they were made."""

import base64
import zlib
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from bakeoff.lab.learners import C45, make

LINES = Path(__file__).with_name("weka.txt").read_text(encoding="utf-8").splitlines()
LEARNERS = LINES[0].split()


@cache
def cases():
    """Training items, their classes, test items, and what each learner says about them."""
    made = []
    for line in LINES[1:]:
        _, trained, tested, sizes, items, labels = line.split()
        table = digits(items).reshape(int(trained) + int(tested), sizes.count(",") + 1)
        X, y = table[:, :-1], table[:, -1]
        said = dict(zip(LEARNERS, digits(labels).reshape(-1, int(tested)), strict=False))
        made.append((X[: int(trained)], y[: int(trained)], X[int(trained) :], said))
    return made


def digits(text):
    return np.frombuffer(zlib.decompress(base64.b64decode(text)), dtype=np.uint8).astype(int) - ord("0")


def learner(key):
    return C45(min_items=5, confidence=0.05) if key == "c45-strict" else make(key)


@pytest.mark.parametrize("key", LEARNERS)
def test_predicts_what_weka_predicts(key):
    differ = total = 0
    for X, y, asked, said in cases():
        if key in said:
            differ += int((learner(key).fit(X, y).predict(asked) != said[key]).sum())
            total += len(asked)
    assert total == (26_160 if key == "voted-perceptron" else 27_600)
    assert differ == 0


def test_the_data_sets_are_of_many_kinds():
    n, attributes, rarer = zip(*((len(y), X.shape[1], min((y == 0).mean(), (y > 0).mean()))
                                 for X, y, *_ in cases()), strict=True)  # fmt: skip
    assert min(n) < 25
    assert max(n) > 800
    assert set(attributes) == set(range(1, 13))
    assert min(rarer) < 0.02
    assert {line.partition("-")[0] for line in LINES[1:]} == {"noise", "rule", "chain", "rare"}


@pytest.mark.parametrize("other", ["c45-no-raising", "c45-unpruned", "c45-full", "c45-strict"])
def test_the_variants_of_the_trees_can_be_told_apart(other):
    assert sum((said["c45"] != said[other]).sum() for *_, said in cases()) > 100
