import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.designs.holdout import Holdout


def test_a_third_is_tested_once():
    design = Holdout()
    assert (design.key, design.shape) == ("holdout", (1, 1))
    assert design.test_to_train == pytest.approx(0.5, rel=1e-15)


def test_the_share_is_checked():
    with pytest.raises(InputError, match="test is 30; expected the share"):
        Holdout(test=30)
