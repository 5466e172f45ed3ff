import numpy
import scipy
import sklearn

from bakeoff.experiment.content import versions


def test_all_libraries_whose_arithmetic_is_in_a_cell():
    assert versions().split(", ") == [
        f"numpy {numpy.__version__}",
        f"scipy {scipy.__version__}",
        f"scikit-learn {sklearn.__version__}",
        "cells of format 1",
    ]
