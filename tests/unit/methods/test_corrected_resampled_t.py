import math

import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import FoldScores
from bakeoff.designs import KFold, LeaveOneOut, RepeatedKFold, Resampling
from bakeoff.methods.corrected_resampled_t import corrected_resampled_t

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
