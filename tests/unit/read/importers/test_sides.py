import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.read.importers._sides import by_model


def test_one_folder_with_all_models_or_one_for_each():
    assert by_model([("x", ["a1", "a2"])], lambda log: log[0]) == [("x", ["a1", "a2"])]
    both = by_model([("x", ["a1"]), ("y", ["a2"])], lambda log: log[0])
    assert both == [("x", ["a1"]), ("y", ["a2"])]
    with pytest.raises(InputError, match=r"x holds logs of 2 models .a, b.; give this folder alone"):
        by_model([("x", ["a1", "b1"]), ("y", ["b2"])], lambda log: log[0])
