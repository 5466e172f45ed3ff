"""When the caveat ``duplicated-rows`` is raised: in worlds with and without copied rows.

    python -m studies.copies [--draws 20]

The limits for pairs of equal rows in ``bakeoff.read.duplicates`` were chosen on the worlds of
``tests/unit/read/test_duplicates.py``; none of the worlds below had a part in that. The rule for triples was
added because copies in some of the first worlds below were missed, and that for attributes that determine
others because some of the later worlds raised the caveat. Each world has 100, 300 and 1000 independent rows
(or all rows of a smaller data set), and again a tenth, a half and all of them copied once. Prints in how many
of the draws the caveat is raised, in per cent.
"""

import argparse
import sys
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from bakeoff.read.duplicates import duplicates_of

Rng = np.random.Generator
Table = npt.NDArray[Any] | Mapping[str, npt.NDArray[Any]]
SIZES = (100, 300, 1000)
COPIED = (0.0, 0.1, 0.5, 1.0)  # shares of the rows
ADJECTIVES, NOUNS, VERBS = ([f"{word}{at}" for at in range(20)] for word in ("small", "house", "stand"))


def main() -> None:
    """Print the share of draws in which the caveat is raised, by world, rows and share of copies."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draws", type=int, default=20)
    draws = parser.parse_args().draws
    head = " ".join(f"{100 * share:>4.0f}%" for share in COPIED)
    sys.stdout.write(f"{'copied':34}" + "   ".join(f"n={n:<4} {head}" for n in SIZES) + "\n")
    for name, draw in {**WORLDS, **LATER}.items():
        told = [" ".join(f"{_raised(draw, n, share, draws):5.0f}" for share in COPIED) for n in SIZES]
        sys.stdout.write(f"{name:34}" + "   ".join(f"{'':6} {each}" for each in told) + "\n")
        sys.stdout.flush()


def _raised(draw: Callable[[Rng, int], Table], n: int, share: float, draws: int) -> float:
    rng = np.random.default_rng([n, round(100 * share)])
    found = 0
    for _ in range(draws):
        table = draw(rng, n)
        rows = min(n, len(table)) if isinstance(table, np.ndarray) else n
        at = np.concatenate([np.arange(rows), rng.choice(rows, round(share * rows), replace=False)])
        found += duplicates_of(_rows(table, at), np.zeros(len(at))).beyond_chance
    return 100 * found / draws


def _rows(table: Table, at: npt.NDArray[np.int64]) -> Table:
    return table[at] if isinstance(table, np.ndarray) else {name: each[at] for name, each in table.items()}


def _pool(name: str) -> Callable[[Rng, int], Table]:
    """Rows drawn without replacement from a data set that comes with scikit-learn, its equal rows removed."""
    from sklearn import datasets

    rows = np.unique(getattr(datasets, f"load_{name}")().data, axis=0)

    def drawn(rng: Rng, n: int) -> Table:
        return np.asarray(rows[rng.permutation(len(rows))[:n]])

    return drawn


def _likert(rng: Rng, n: int, questions: int) -> Table:
    trait = rng.normal(size=(n, 1)) + rng.normal(size=(n, questions))
    return np.clip(np.round(trait + 3), 1, 5).astype(int)


def _census(rng: Rng, n: int) -> Table:
    age = rng.integers(18, 80, n)
    school = np.clip(rng.normal(3 - (age > 60), 1, n).round(), 1, 5)
    pay = np.round(np.exp(rng.normal(10 + 0.1 * school, 0.4)), -3)
    return np.column_stack([age, school, pay, rng.integers(0, 2, n), rng.integers(0, 10, n)])


def _places(rng: Rng, n: int) -> Table:
    code = rng.integers(0, 200, n)
    return np.column_stack([code, code // 5, code // 25, rng.integers(0, 2, n), rng.integers(0, 6, n)])


def _shapes(rng: Rng, n: int) -> Table:
    shapes = np.random.default_rng(1).integers(0, 2, (6, 16))[rng.integers(0, 6, n)]
    return np.where(rng.random(shapes.shape) < 0.05, 1 - shapes, shapes)


def _latent(rng: Rng, n: int) -> Table:
    shares = np.random.default_rng(2).dirichlet([0.4] * 4, (3, 8))[rng.integers(0, 3, n)]
    return np.asarray((rng.random((n, 8, 1)) > shares.cumsum(axis=2)).sum(axis=2))


def _windows(rng: Rng, n: int, states: int, width: int) -> Table:
    chain = np.cumsum(rng.choice([-1, 0, 1], n + width, p=[0.1, 0.8, 0.1])) % states
    return np.lib.stride_tricks.sliding_window_view(chain, width)[:n].copy()


def _models(rng: Rng, n: int, classes: int, models: int) -> Table:
    """Predictions of other models, which agree on easy items."""
    truth, easy = rng.integers(0, classes, (n, 1)), rng.normal(1, 1, (n, 1))
    right = easy + rng.normal(size=(n, models)) > 0
    return np.where(right, truth, rng.integers(0, classes, (n, models)))


def _sentences(rng: Rng, n: int) -> Table:
    words = [rng.choice(each, n) for each in (ADJECTIVES, NOUNS, VERBS)]
    return {"text": np.array([f"the {a} {b} {c}" for a, b, c in zip(*words, strict=True)], dtype=object)}


def _prompts(rng: Rng, n: int) -> Table:
    words = rng.choice([*ADJECTIVES, *NOUNS, *VERBS], (n, 12))
    texts = np.array([" ".join(each) for each in words], dtype=object)
    return {"prompt": texts, "topic": rng.integers(0, 6, n), "level": rng.integers(0, 3, n)}


def _fine(rng: Rng, n: int, digits: int) -> Table:
    coarse = rng.integers(0, 3, (n, 3))
    return np.column_stack([rng.normal(size=n).round(digits), coarse])


WORLDS: dict[str, Callable[[Rng, int], Table]] = {
    "digits (64 attributes)": _pool("digits"),
    "breast cancer (30)": _pool("breast_cancer"),
    "diabetes (10)": _pool("diabetes"),
    "8 questions of 5 answers": lambda rng, n: _likert(rng, n, 8),
    "20 questions of 5 answers": lambda rng, n: _likert(rng, n, 20),
    "census: age, school, pay, sex, area": _census,
    "code, town and area (nested)": _places,
    "6 shapes of 16 noisy pixels": _shapes,
    "3 latent classes, 8 attributes": _latent,
    "windows of a slow chain": lambda rng, n: _windows(rng, n, 6, 6),
    "words of Zipf's law": lambda rng, n: np.minimum(rng.zipf(1.5, (n, 6)), 200),
    "numbers heaped at tens": lambda rng, n: np.round(rng.normal(50, 20, (n, 4)), -1),
    "6 models, 10 classes": lambda rng, n: _models(rng, n, 10, 6),
    "6 models, 50 classes": lambda rng, n: _models(rng, n, 50, 6),
    "12 models, 2 classes": lambda rng, n: _models(rng, n, 2, 12),
    "sentences of 3 of 60 words": _sentences,
    "prompts, topic and level": _prompts,
    "1 fine and 3 coarse attributes": lambda rng, n: _fine(rng, n, 9),
    "1 number of 2 digits and 3 coarse": lambda rng, n: _fine(rng, n, 2),
    "4 normal attributes": lambda rng, n: rng.normal(size=(n, 4)),
    "30 fair binary attributes": lambda rng, n: rng.integers(0, 2, (n, 30)),
}


def _profiles(rng: Rng, n: int) -> Table:
    """A lottery with few winners: kinds of very unequal shares."""
    return np.column_stack([rng.choice(400, n, p=rng.dirichlet([0.3] * 400)), rng.integers(0, 2, (n, 2))])


LATER: dict[str, Callable[[Rng, int], Table]] = {
    "later: 400 kinds, unequal": _profiles,
    "later: hour, weekday and month": lambda rng, n: rng.integers(0, (24, 7, 12), (n, 3)),
    "later: 3 dice and their sum": lambda rng, n: np.column_stack(
        [dice := rng.integers(1, 7, (n, 3)), dice.sum(axis=1)]
    ),
    "later: counts of 5 events": lambda rng, n: rng.poisson((0.3, 1, 2, 3, 5), (n, 5)),
    "later: one-hot of 4 x 8 values": lambda rng, n: np.hstack(
        [np.eye(8, dtype=int)[rng.integers(0, 8, n)] for _ in range(4)]
    ),
    "later: wine (13)": _pool("wine"),
    "later: iris (4)": _pool("iris"),
    "later: sorted pairs of 40": lambda rng, n: np.sort(rng.integers(0, 40, (n, 2)), axis=1),
    "later: ranks of 4": lambda rng, n: np.argsort(rng.random((n, 4)), axis=1),
    "later: 2 sides, area and ratio": lambda rng, n: np.column_stack(
        [a := rng.integers(1, 13, n), b := rng.integers(1, 13, n), a * b, a / b]
    ),
    "later: weight, height and index": lambda rng, n: np.column_stack(
        [a := rng.normal(70, 8, n).round(), b := rng.normal(170, 8, n).round(), a / b**2]
    ),
    "later: 8 bits and their parity": lambda rng, n: np.column_stack(
        [bits := rng.integers(0, 2, (n, 8)), bits.sum(axis=1) % 2]
    ),
    "later: a walk in 3 dimensions": lambda rng, n: np.cumsum(rng.integers(-1, 2, (n, 3)), axis=0),
}

if __name__ == "__main__":
    main()
