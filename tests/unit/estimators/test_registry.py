import subprocess
import sys

import pytest

from bakeoff.core.exceptions import UnknownNameError
from bakeoff.estimators import ESTIMATORS


def test_unknown_key_names_the_nearest():
    with pytest.raises(UnknownNameError, match="no estimator is called 'k-fold'; did you mean 'kfold'"):
        ESTIMATORS["k-fold"]


@pytest.mark.slow
def test_records_load_nothing_slow():
    code = (
        "import sys; from bakeoff.estimators import ESTIMATORS; list(ESTIMATORS); "
        "print([m for m in ('sklearn', 'scipy.stats', 'pandas', 'duckdb') if m in sys.modules])"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"
