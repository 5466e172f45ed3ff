import math

import numpy as np
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import FoldScores
from bakeoff.designs import KFold, LeaveOneOut, RepeatedKFold, Resampling
from bakeoff.methods.corrected_resampled_t import corrected_resampled_t, over_runs

TWO = {"level": 0.95, "alternative": "two-sided"}


def ask(design=None, sizes=None, **options):
    a = [[1, 2, 3]]  # mean 2, variance 1
    scores = FoldScores(a=a, b=[[0, 0, 0]], design=design or Resampling(splits=3), **(sizes or {}))
    return corrected_resampled_t(scores, **TWO, **options)


@pytest.mark.parametrize(
    ("design", "sizes", "ratio"),
    [
        (Resampling(splits=3), None, 1 / 2),
        (KFold(folds=3), None, 1 / 2),
        (KFold(folds=3), {"n_train": 40, "n_test": 10}, 1 / 4),
        (RepeatedKFold(runs=1, folds=3), {"n_train": 20, "n_test": [[19, 20, 21]]}, 1),
    ],
)
def test_by_hand(design, sizes, ratio):
    assert ask(design, sizes).statistic == pytest.approx(2 / math.sqrt(1 / 3 + ratio), rel=1e-14)
    assert ask(design, sizes).df == 2


@pytest.mark.parametrize(("df", "used"), [("nominal", 2), (7, 7)])
def test_bouckaerts_form_divides_the_sum_of_squares_by_df_plus_1(df, used):
    result = ask(form="bouckaert", df=df)
    assert result.statistic == pytest.approx(2 / math.sqrt((1 / 3 + 1 / 2) * 2 / (used + 1)), rel=1e-14)
    assert result.df == used


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"df": 7}, 'takes df only with form="bouckaert"'),
        ({"form": "weka"}, r"form is 'weka'; expected \"nadeau-bengio\" or \"bouckaert\""),
        ({"df": "calibrated"}, "df of corrected-resampled-t is 'calibrated'"),
    ],
)
def test_bad_options(options, message):
    with pytest.raises(InputError, match=message):
        ask(**options)


def test_sizes_are_needed_where_the_design_does_not_fix_them():
    with pytest.raises(InputError, match="give n_train and n_test"):
        ask(LeaveOneOut())


@pytest.mark.parametrize("options", [{}, {"form": "bouckaert"}, {"form": "bouckaert", "df": 3.5}])
@pytest.mark.parametrize("sizes", [{}, {"n_train": 20.0, "n_test": np.array([[9, 10, 11], [4, 5, 6]])}])
def test_over_drawn_runs_it_is_that_of_each_draw(sizes, options):
    a, at = np.array([[1, 2, 3], [2, 2, 2]]), np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
    design = RepeatedKFold(runs=2, folds=3)
    found = over_runs(FoldScores(a=a, b=np.zeros((2, 3)), design=design, **sizes), at, **options)
    for draw, estimate, error in zip(at, found.estimates, found.errors, strict=True):
        drawn = sizes and sizes | {"n_test": sizes["n_test"][draw]}
        scores = FoldScores(a=a[draw], b=np.zeros((2, 3)), design=design, **drawn)
        alone = corrected_resampled_t(scores, **TWO, **options)
        assert (estimate, found.df) == (pytest.approx(alone.estimate, rel=1e-14), alone.df)
        assert error == pytest.approx(alone.estimate / alone.statistic, rel=1e-14)
