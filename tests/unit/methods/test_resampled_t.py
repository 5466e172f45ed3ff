import math

import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import FoldScores
from bakeoff.designs import Resampling
from bakeoff.methods.resampled_t import record, resampled_t

SCORES = FoldScores(a=[[1, 2, 3]], b=[[0, 0, 0]], design=Resampling(splits=3))  # mean 2, deviation 1
TWO = {"level": 0.95, "alternative": "two-sided"}


@pytest.mark.parametrize(
    ("df", "statistic", "used"), [("nominal", 2 * math.sqrt(3), 2), (10, 2 * math.sqrt(11), 10)]
)
def test_by_hand(df, statistic, used):
    result = resampled_t(SCORES, **TWO, df=df)
    assert result.statistic == pytest.approx(statistic, rel=1e-14)
    assert result.df == used


def test_it_has_no_calibration():
    with pytest.raises(InputError, match=r'df of resampled-t is \'calibrated\'; expected "nominal"'):
        resampled_t(SCORES, **TWO, df="calibrated")


def test_the_record_warns():
    assert "use corrected-resampled-t" in record.instead
