"""Copied rows are told from rows that are equal by chance.

The draws are fixed. None of the worlds without copies raises the caveat in more than one draw of 20, and all
that have copies among fine attributes do.
"""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import sparse

from bakeoff.read.duplicates import duplicates_of, shared_by_copies

N, DRAWS = 300, 20


def clusters(rng, count, attributes, kept):
    centres = rng.integers(0, 2, (count, attributes))[rng.integers(0, count, N)]
    return np.where(rng.random(centres.shape) < kept, centres, 1 - centres)


def chained(rng, stay):
    flips = rng.random((N, 15)) > stay
    return np.cumsum(flips * rng.integers(0, 2, flips.shape), axis=1) % 2


def thresholds(rng, at):
    return rng.normal(size=(N, 1)) + rng.normal(size=(N, len(at))) / 2 > at


def redundant(rng):
    X = rng.integers(0, 3, (N, 4))
    return np.hstack([X, X, X + 1])


# Rows are independent here, and many are equal; the limits were adjusted with these in view.
CHANCE = {
    "3 fair binary attributes": lambda rng: rng.integers(0, 2, (N, 3)),
    "10 fair binary attributes": lambda rng: rng.integers(0, 2, (N, 10)),
    "5 attributes of 4 values": lambda rng: rng.integers(0, 4, (N, 5)),
    "rare flags": lambda rng: rng.random((N, 10)) < 0.05,
    "votes of 2 parties": lambda rng: clusters(rng, 2, 16, 0.9),
    "10 clusters": lambda rng: clusters(rng, 10, 16, 0.97),
    "one-hot": lambda rng: np.hstack([np.eye(5)[rng.integers(0, 5, N)] for _ in range(4)]),
    "redundant columns": redundant,
    "chained columns": lambda rng: chained(rng, 0.95),
    "one attribute": lambda rng: rng.integers(0, 2, (N, 1)),
    "counts": lambda rng: rng.poisson(1, (N, 6)),
    "rare words": lambda rng: rng.random((N, 100)) < 1 / np.arange(2, 102),
    "many clusters": lambda rng: clusters(rng, 30, 40, 0.98),
    "all zeros": lambda rng: np.where(rng.random((N, 1)) < 0.3, 0, rng.normal(size=(N, 6))),
    "a coarse and a rare one": lambda rng: np.c_[rng.integers(0, 20, N), rng.random(N) < 0.001],
    "dice and their sum": lambda rng: (lambda dice: np.c_[dice, dice.sum(axis=1)])(
        rng.integers(1, 7, (N, 3))
    ),
    "two sides and their ratio": lambda rng: (lambda x: np.c_[x, x[:, 0] / x[:, 1]])(
        rng.integers(1, 13, (N, 2))
    ),
    "thresholds": lambda rng: rng.normal(size=(N, 1)) + rng.normal(size=(N, 10)) / 2 > np.arange(10) / 5 - 1,
}


@pytest.mark.parametrize("name", CHANCE)
def test_rows_that_are_equal_by_chance_are_counted_and_raise_nothing(name):
    rng = np.random.default_rng(1)
    found = [duplicates_of(CHANCE[name](rng), np.zeros(N)) for _ in range(DRAWS)]
    assert max(each.repeated for each in found) > 0
    assert sum(each.beyond_chance for each in found) <= 1


@pytest.mark.parametrize("copies", [2, 3, 4])
@pytest.mark.parametrize("decimals", [None, 1])
def test_copied_rows_of_fine_attributes_are_found(copies, decimals):
    rng = np.random.default_rng(2)
    for _ in range(DRAWS):
        X = rng.normal(size=(N // copies, 4)) + rng.normal(size=(N // copies, 1))
        X = np.tile(X if decimals is None else X.round(decimals), (copies, 1))
        found = duplicates_of(X, np.arange(len(X)) % 2)
        assert found.repeated >= len(X) - len(X) // copies
        assert found.beyond_chance


X = np.random.default_rng(3).normal(size=(60, 4))
Y = np.arange(60) % 2
TWICE, LABELS = np.vstack([X, X[:30]]), np.concatenate([Y, Y[:20], 1 - Y[20:30]])
NAMES = list("abcd")
WORDS = np.array(["again", "better", "colour", "double", "every", "forest", "green", "house"])
WRITTEN = [" ".join(each) for each in WORDS[np.random.default_rng(4).integers(0, 8, (60, 12))]]
TEXTS = np.array([*WRITTEN, *WRITTEN[:30]], dtype=object)
HOLES = np.where(np.abs(TWICE) < 0.3, np.nan, TWICE)
FORMS = {
    "array": TWICE,
    "with NaN": HOLES,
    "float32": TWICE.astype(np.float32),
    "of objects": np.where(np.isnan(HOLES), None, HOLES),
    "pandas": pd.DataFrame(HOLES, columns=NAMES).assign(e=TEXTS),
    "pandas with categories": pd.DataFrame(TWICE, columns=NAMES).assign(e=pd.Categorical(TEXTS)),
    "polars": pl.DataFrame(TWICE, schema=NAMES),
    "csr": sparse.csr_matrix(np.where(TWICE > -1, TWICE, 0)),
    "csc": sparse.csc_array(np.where(TWICE > -1, TWICE, 0)),
    "texts": TEXTS,
    "text attributes": np.column_stack([TEXTS, np.char.upper(TEXTS.astype(str))]).astype(object),
}


@pytest.mark.parametrize("form", FORMS)
def test_any_table_will_do(form):
    found = duplicates_of(FORMS[form], LABELS)
    assert (found.rows, found.repeated, found.relabelled) == (90, 30, 10)
    assert found.beyond_chance


def test_minus_zero_is_zero():
    assert duplicates_of(np.array([[0.0, 1.0], [-0.0, 1.0]]), np.zeros(2)).repeated == 1


def test_groups_that_hold_equal_rows_together_declare_them():
    together = np.concatenate([np.arange(60), np.arange(30)])
    assert duplicates_of(TWICE, LABELS, together).repeated == 0
    found = duplicates_of(TWICE, LABELS, np.concatenate([np.arange(60), np.arange(20), np.arange(100, 110)]))
    assert (found.repeated, found.relabelled) == (10, 10)


def test_a_single_copy_changes_nothing():
    found = duplicates_of(np.vstack([X, X[:1]]), np.zeros(61))
    assert (found.repeated, found.beyond_chance) == (1, False)


def test_the_closed_form_is_the_rate_of_a_z_test():
    """20,000 draws of 200 rows of which 100 are there twice: the estimate is 0.2 points from the truth."""
    rng = np.random.default_rng(5)
    weights = np.repeat([2, 1], [50, 100])
    rows = np.repeat(rng.normal(size=(150, 4)), weights, axis=0)
    found = duplicates_of(rows, np.zeros(200))
    difference = rng.choice([-1, 0, 1], size=(20_000, 150), p=[0.2, 0.6, 0.2])
    z = difference @ weights / np.sqrt(difference**2 @ weights)
    assert (found.pairs, found.alike) == (50, 50)
    assert found.false_alarms() == pytest.approx(np.mean(np.abs(z) > 1.96), abs=0.01)


def test_other_labels_do_not_count_as_the_same_answer():
    rows = np.tile(X, (2, 1))
    found = duplicates_of(rows, np.concatenate([Y, 1 - Y]))
    assert (found.pairs, found.alike) == (60, 0)
    assert found.false_alarms() == pytest.approx(0.05)


def test_rows_that_all_have_as_many_copies_are_found_among_coarse_attributes():
    """Of the draws without copies, fewer than 1 in 1000 are expected to be found; of those with, all are."""
    rng = np.random.default_rng(9)
    for copies in (1, 2, 3):
        for _ in range(DRAWS):
            rows = N // copies
            X = np.tile(np.c_[rng.integers(0, 150, rows), rng.integers(0, 3, (rows, 3))], (copies, 1))
            found = duplicates_of(X, np.zeros(len(X)))
            assert found.beyond_chance == found.evenly == (copies > 1)


def test_a_text_among_coarse_attributes_is_no_single_block():
    rng = np.random.default_rng(6)
    coarse = {"topic": rng.integers(0, 3, 60), "level": rng.integers(0, 2, 60)}
    columns = {"prompt": np.array(WRITTEN, dtype=object), **coarse}
    twice = {name: np.concatenate([each, each[:30]]) for name, each in columns.items()}
    found = duplicates_of(twice, LABELS)
    assert (found.repeated, found.beyond_chance) == (30, True)


def test_a_column_that_copies_share():
    at = np.concatenate([np.arange(60), np.arange(30)])
    columns = {name: TWICE[:, i] for i, name in enumerate(NAMES)}
    row, doc, sex = np.arange(90), at + 1000, at % 2
    assert shared_by_copies(columns, {"row": row, "doc": doc}) == "doc"
    assert shared_by_copies(columns | {"sex": sex}, {"row": row}) == "a"
    assert shared_by_copies({"sex": sex, "old": at % 3}, {"row": row}) == "old"
    gaps = np.where(at == 0, None, at)
    assert shared_by_copies({"day": at % 7, "week": at // 7}, {"doc": gaps}) == ""


@pytest.mark.parametrize("groups", [2, 3, 5, 10])
@pytest.mark.parametrize("values", [60, 200])
def test_rows_that_are_equal_by_chance_in_few_groups_are_no_copies(groups, values):
    """A group counts a row once, so three groups have few triples of equal rows without any copy."""
    for seed in range(10):
        rng = np.random.default_rng(seed)
        table, own = rng.integers(0, values, (500, 1)), rng.integers(0, groups, 500)
        assert not duplicates_of(table, rng.integers(0, 2, 500), own).beyond_chance


@pytest.mark.parametrize("groups", [3, 10, 50])
def test_copies_are_found_in_few_groups_too(groups):
    rng = np.random.default_rng(1)
    rows = np.tile(rng.normal(size=(250, 3)), (2, 1))
    assert duplicates_of(rows, np.zeros(500), rng.integers(0, groups, 500)).evenly
