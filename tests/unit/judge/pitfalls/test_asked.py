import numpy as np
import pytest

from bakeoff import compare_predictions

TRUE, P = np.arange(40) % 2, np.linspace(0.1, 0.9, 40)


def no_width(metric, **asked):
    verdict = compare_predictions(TRUE, P, P, metric=metric, **asked)
    return [each for each in verdict.caveats if each.key == "no-width"]


@pytest.mark.parametrize("metric", ["log-loss", "brier", "auc"])
def test_identical_probabilities_say_that_the_interval_has_no_width(metric):
    (caveat,) = no_width(metric)
    assert caveat.importance == "limits"
    assert caveat.text.startswith("the interval has zero width because the data show no variation: it does")
    (caveat,) = no_width(metric, margin=0.1)
    assert caveat.importance == "invalidates"
    assert "it is not evidence of equivalence" in caveat.text
    (caveat,) = no_width(metric, alternative="greater")
    assert caveat.text.startswith("the interval ends at the estimate because the data show no variation")


def test_an_interval_that_allows_for_other_items_has_a_width():
    labels = np.arange(40) % 3 % 2
    for metric in ("accuracy", "f1"):
        found = compare_predictions(TRUE, labels, labels, metric=metric).caveats
        assert "no-width" not in [each.key for each in found]
