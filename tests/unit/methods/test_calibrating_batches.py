import math

import numpy as np
import pytest
from tests.looping import in_one_test

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import FoldScores
from bakeoff.designs import FiveByTwo, KFold, RepeatedKFold, Resampling
from bakeoff.methods import METHODS
from bakeoff.methods._calibrating import ratios

FAMILY = [key for key in METHODS.keys() if key.startswith("cv-") and key != "cv-sign"]  # noqa: SIM118
# What each takes beside the cv-* family: shape, design, options, the df of its statistic.
OTHERS = {
    "kfold-t": ((1, 10), KFold(), {}, 9),
    "resampled-t": ((1, 30), Resampling(), {"df": 12}, 12),
    "corrected-resampled-t": ((1, 30), Resampling(test=0.1), {"form": "bouckaert", "df": 12}, 12),
    "five-by-two-t": ((5, 2), FiveByTwo(), {}, 5),
}


def data_sets(shape, kind):
    draws = np.random.default_rng(3)
    counts = draws.integers(-4, 5, size=(12, *shape))
    counts[0] = 0
    counts[1] = 3  # no spread at all
    counts[2] = np.where(np.arange(shape[0])[:, None] % 2, 2, -2)  # runs without spread that oppose
    counts[3] = np.where(np.arange(shape[1]) % 2, 2, -2)  # fold numbers without spread that oppose
    counts[4] = np.arange(shape[0])[:, None] % 3
    counts[5, :, 1:] = counts[5, :, :1]
    return counts if kind == "counts" else counts / 30


def one_by_one(key, x, design, at, **options):
    scores = FoldScores(a=x, b=np.zeros_like(x), design=design)
    statistic = METHODS[key].compute(scores, level=0.95, alternative="two-sided", **options).statistic
    return 0.0 if statistic is None else statistic / math.sqrt(at + 1)


@in_one_test("kind", ["counts", "shares"])
@in_one_test("key", FAMILY)
@in_one_test("shape", [(2, 2), (10, 10), (7, 3)])
def test_the_family_is_what_the_methods_compute_one_by_one(key, shape, kind):
    x = data_sets(shape, kind)
    design = RepeatedKFold(runs=shape[0], folds=shape[1])
    expected = [one_by_one(key, each, design, 4, df=4) for each in x]
    assert ratios(key, x) == pytest.approx(expected, rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("kind", ["counts", "shares"])
@pytest.mark.parametrize("key", OTHERS)
def test_other_methods_too(key, kind):
    shape, design, options, df = OTHERS[key]
    x = data_sets(shape, kind)
    expected = [one_by_one(key, each, design, df, **options) for each in x]
    found = ratios(key, x, test_to_train=1 / 9)
    assert found == pytest.approx(expected, rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("key", [*FAMILY, "kfold-t"])
def test_any_number_of_axes_may_come_first(key):
    x = data_sets((4, 6), "counts")
    found = ratios(key, x)
    assert ratios(key, x.reshape(3, 4, 4, 6)).tolist() == found.reshape(3, 4).tolist()
    assert ratios(key, x[7]).tolist() == pytest.approx(found[7], rel=1e-14)


@pytest.mark.parametrize("key", ["cv-sign", "mcnemar", "none"])
def test_methods_without_a_ratio_are_refused(key):
    with pytest.raises(InputError, match="cv-all-data"):
        ratios(key, np.zeros((3, 2, 2)))


@pytest.mark.parametrize(
    ("key", "shape"),
    [
        ("cv-all-data", (5, 1, 10)),
        ("cv-runs", (10,)),
        ("kfold-t", (3, 1, 1)),
        ("five-by-two-t", (3, 2, 5)),
        ("five-by-two-t", (3, 6, 2)),
    ],
)
def test_shapes_that_do_not_fit_are_named(key, shape):
    with pytest.raises(InputError, match=rf"shape \({shape[0]}.*{key} expected \(\.\.\., runs, folds\)"):
        ratios(key, np.zeros(shape))


def test_the_corrected_test_needs_the_sizes():
    with pytest.raises(InputError, match="needs test_to_train"):
        ratios("corrected-resampled-t", np.zeros((3, 1, 30)))
