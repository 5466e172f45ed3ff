import numpy as np
import pytest

from bakeoff.core.design import Splits
from bakeoff.core.estimator import Losses
from bakeoff.designs import Given


@pytest.fixture
def lost():
    """Losses from lists: test items and losses of each split, one after the other."""

    def build(test, values, *, n=None, shape=None, drawn=None, kind="zero-one", design=None):
        test = tuple(np.array(each, dtype=np.int64) for each in test)
        splits = Splits(
            design=design or Given(splits=max(1, len(test))),
            n=n or int(max(each.max(initial=0) for each in test)) + 1,
            shape=shape or (1, len(test)),
            test=test,
            drawn=None if drawn is None else tuple(np.array(each, dtype=np.int64) for each in drawn),
        )
        return Losses(splits=splits, values=tuple(np.array(each, dtype=float) for each in values), kind=kind)

    return build
