import math

import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import PairedScores
from bakeoff.methods._reference import CANCELLED
from bakeoff.methods.paired_mean import paired_mean

TWO = {"level": 0.95, "alternative": "two-sided"}


def ask(x, clusters=None):
    return paired_mean(PairedScores(a=x, b=[0] * len(x), clusters=clusters), **TWO)


def test_by_hand():
    # Variance 4/3, four items.
    result = ask([1, 1, 3, 3])
    assert result.statistic == pytest.approx(2 / math.sqrt(1 / 3), rel=1e-14)
    assert result.df == pytest.approx(3, rel=1e-12)


def test_clusters_by_hand():
    # Sums of deviations -2 and 2: se^2 = 2/1 x (4 + 4) / 16 = 1.
    result = ask([1, 1, 3, 3], clusters=[0, 0, 1, 1])
    assert result.statistic == pytest.approx(2, rel=1e-14)
    assert result.df == pytest.approx(1, rel=1e-12)
    assert ask([1, 1, 3, 3], clusters=[7, 7, -2, -2]).statistic == pytest.approx(2, rel=1e-14)


def test_each_item_its_own_cluster_is_no_cluster():
    plain, own = ask([1, 5, 3, 2]), ask([1, 5, 3, 2], clusters=[0, 1, 2, 3])
    assert own.p_value == pytest.approx(plain.p_value, rel=1e-14)


def test_one_cluster_is_too_few():
    with pytest.raises(InputError, match="at least 2 independent items or clusters; got 1"):
        ask([1, 2, 3], clusters=[4, 4, 4])


def test_differences_that_cancel_within_clusters_are_not_called_identical():
    result = ask([1, -1, 2, -2], clusters=[0, 0, 1, 1])
    assert (result.estimate, result.p_value, result.notes) == (0, 1, (CANCELLED,))
