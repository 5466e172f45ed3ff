import pytest

from bakeoff.core.design import Design, in_words
from bakeoff.core.exceptions import InputError
from bakeoff.designs.given import Given


def test_the_number_of_splits_is_all_that_is_known():
    design = Given(splits=4)
    assert isinstance(design, Design)
    assert (design.key, design.shape, design.test_to_train) == ("given", (1, 4), None)
    assert in_words(design) == "Given(splits=4)"


def test_bad_use_is_named():
    with pytest.raises(InputError, match="splits is 0"):
        Given(splits=0)
    with pytest.raises(InputError, match=r"does not say how its splits were made; expected a splitter"):
        Given(splits=2).split(10)
