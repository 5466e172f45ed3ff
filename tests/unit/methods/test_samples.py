import numpy as np
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.methods._samples import enough_samples


def test_the_smallest_group_counts():
    enough_samples("m", np.zeros(2), np.zeros(5))
    with pytest.raises(InputError, match="m needs at least 2 samples of each; got 1"):
        enough_samples("m", np.zeros(5), np.zeros(1))
