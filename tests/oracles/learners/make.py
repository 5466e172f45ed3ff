"""What Weka's learners predict on data sets of nominal attributes: makes weka.txt, run by hand.

In this folder, with weka.jar of Weka 3.9.7, as python-weka-wrapper3 0.3.3 brings it, with the other files
of its folder ``lib``; Debian's 3.6.14 gives the same file::

    python make.py items > items.txt
    javac -d build -cp "lib/*" Predict.java
    java -cp "lib/*:build" Predict items.txt > labels.txt
    python make.py pack items.txt labels.txt > weka.txt

A line of weka.txt: the name of the data set, its training and test items, the numbers of values of the
attributes with the class last, the items as digits, and the learners' labels of the test items one after
the other in the order of the first line; both compressed (zlib, base64).
"""

import base64
import sys
import zlib
from pathlib import Path

import numpy as np

LEARNERS = (
    *("naive-bayes", "c45", "c45-no-raising", "c45-unpruned", "c45-full", "c45-strict"),
    *("1-nn", "3-nn", "tan", "majority", "voted-perceptron"),
)
TESTED = 60


def noise(rng, n, values, classes):
    """Attributes that say nothing of the class, fair or not."""
    shares = rng.uniform(0.05, 0.95, len(values)) if rng.random() < 0.5 else np.full(len(values), 0.5)
    columns = [
        np.where(rng.random(n) < p, rng.integers(1, v, size=n), 0)
        for p, v in zip(shares, values, strict=True)
    ]
    y = (rng.random(n) < rng.choice([0.5, 0.5, 0.3, 0.1])) if classes == 2 else rng.integers(classes, size=n)
    return np.stack(columns, axis=1), y.astype(int)


def rule(rng, n, values, classes):
    """A class that follows from three attributes, but for up to 30 % of the items."""
    X = np.stack([rng.integers(v, size=n) for v in values], axis=1)
    a, b, c = rng.choice(len(values), 3, replace=False)
    drawn = rng.random(n) < rng.uniform(0, 0.3)
    return X, np.where(drawn, rng.integers(classes, size=n), (X[:, a] * X[:, b] + X[:, c]) % classes)


def chain(rng, n, values, classes):
    """A Bayesian network: each attribute depends on the class and on the attribute before it."""
    y = rng.choice(classes, size=n, p=rng.dirichlet(np.full(classes, 4.0)))
    X, above = np.zeros((n, len(values)), dtype=int), np.zeros(n, dtype=int)
    for at, v in enumerate(values):
        table = rng.dirichlet(np.ones(v), size=(classes, values[max(at - 1, 0)]))
        X[:, at] = (rng.random((n, 1)) > table[y, above].cumsum(axis=1)[:, :-1]).sum(axis=1)
        above = X[:, at]
    return X, y


def rare(rng, n, values, classes):
    """A class of 2 to 20 % of the items, which some attributes tell of."""
    y = np.where(rng.random(n) < rng.choice([0.02, 0.05, 0.1, 0.2]), rng.integers(1, classes, size=n), 0)
    told = [rng.random(n) < rng.uniform(0, 0.5) for _ in values]
    columns = [np.where(t, y % v, rng.integers(v, size=n)) for t, v in zip(told, values, strict=True)]
    return np.stack(columns, axis=1), y


def items(count=300, wide=160):
    """Nine data sets in ten have two classes and two values an attribute, the tenth up to four.

    First 50 to 300 items with 5 to 10 attributes, then 20 to 900 items with 1 to 12.
    """
    rng = np.random.default_rng(20260)
    for number in range(count):
        n, attributes = int(rng.integers(50, 301)), int(rng.integers(5, 11))
        yield drawn(rng, (noise, rule, chain)[number % 3], number, n, attributes)
    rng = np.random.default_rng(20261)
    for number in range(count, count + wide):
        n, attributes = int(np.exp(rng.uniform(np.log(20), np.log(900)))), int(rng.integers(1, 13))
        yield drawn(
            rng, (noise, rule if attributes > 2 else rare, chain, rare)[number % 4], number, n, attributes
        )


def drawn(rng, kind, number, n, attributes):
    """A data set as a line: each class is in the training items, since Weka would know of it all the same."""
    many = number % 10 == 9
    values = rng.integers(2, 5, size=attributes) if many else np.full(attributes, 2)
    classes = int(rng.integers(2, 4)) if many else 2
    y = np.zeros(n, dtype=int)
    while len(np.unique(y[:n])) < classes:
        X, y = kind(rng, n + TESTED, values, classes)
    sizes = ",".join(map(str, [*values, classes]))
    digits = "".join(map(str, np.column_stack([X, y]).ravel()))
    return f"{kind.__name__}-{number} {n} {TESTED} {sizes} {digits}"


def packed(text):
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode()


def pack(items_file, labels_file):
    labels = {}
    for line in Path(labels_file).read_text().splitlines():
        name, learner, predicted = line.split()
        labels[name, learner] = predicted
    yield " ".join(LEARNERS)
    for line in Path(items_file).read_text().splitlines():
        *head, digits = line.split()
        predicted = "".join(labels.get((head[0], learner), "") for learner in LEARNERS)
        yield " ".join([*head, packed(digits), packed(predicted)])


if __name__ == "__main__":
    what, *files = sys.argv[1:]
    sys.stdout.write("\n".join([*(items() if what == "items" else pack(*files)), ""]))
