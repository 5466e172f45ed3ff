import numpy as np

from bakeoff import compare_predictions


def test_a_model_without_errors_on_most_items_has_no_infinite_tail():
    """The median of its squared errors is 0, so that no multiple of it can be told."""
    truth = np.arange(400.0)
    b = truth + np.random.default_rng(0).normal(0, 1, 400)
    a = truth + np.where(np.arange(400) % 40 == 0, 0.5, 0.0)
    verdict = compare_predictions(truth, a, b, metric="squared-error")
    (text,) = [each.text for each in verdict.caveats if each.key == "heavy-tailed-errors"]
    assert text.startswith("A has hardly any error on half of the items or more, so that few items decide:")
