"""Every scorer of scikit-learn is an alias of a metric, or refused with a reason."""

import pytest
from sklearn.metrics import get_scorer_names
from tests.looping import in_one_test

from bakeoff.core.exceptions import InputError
from bakeoff.metrics import METRICS
from bakeoff.metrics._scorers import REFUSED


@in_one_test("name", get_scorer_names())
def test_every_scorer_is_known_or_refused(name):
    if METRICS.key_of(name) is not None:
        assert name not in REFUSED
        assert name in METRICS[name].scikit
        assert METRICS[name].higher_is_better or name.startswith("neg_")
        return
    with pytest.raises(InputError, match="is a scorer of scikit-learn but not a metric of bakeoff: "):
        METRICS[name]


def test_no_metric_takes_a_value_that_has_none():
    with pytest.raises(InputError, match="accuracy takes no value; leave it out: accuracy"):
        METRICS["accuracy:3"]
