import pytest

from bakeoff.advice.aspects import values_of
from bakeoff.advice.measure import MEASURES, by_measure, fits
from bakeoff.advice.questions import advice_called
from bakeoff.metrics import METRICS


def test_there_is_a_measure_for_all_that_may_matter_but_accuracy():
    assert set(MEASURES) | {"accuracy"} == set(values_of("matters"))
    assert [METRICS[key].kind for key in MEASURES.values()] == ["labels", "ranking", "per-item"]


@pytest.mark.parametrize("matters", [None, "accuracy"])
@pytest.mark.parametrize("key", ["half-sample", "dietterich-once", "samples"])
def test_for_accuracy_nothing_changes(key, matters):
    assert by_measure(advice_called(key), matters) is advice_called(key)
    assert fits(advice_called(key), matters)


@pytest.mark.parametrize(
    ("matters", "floor"),
    [("labels", "nadeau-bengio"), ("ranking", "nadeau-bengio"), ("probabilities", "items")],
)
def test_items_bound_a_variance_only_where_they_have_values(matters, floor):
    found = by_measure(advice_called("half-sample"), matters)
    assert (found.metrics, dict(found.options)) == ((MEASURES[matters],), {"floor": floor})


@pytest.mark.parametrize(
    ("key", "taken"),
    [
        ("cv-all-data", {"labels", "ranking", "probabilities"}),
        ("samples", {"labels", "ranking", "probabilities"}),
        ("layout", {"probabilities"}),
        ("mcnemar-mid-p", set()),
        ("delong", {"ranking"}),
        ("interval", set()),
    ],
)
def test_which_advice_fits_which_measure(key, taken):
    assert {each for each in MEASURES if fits(by_measure(advice_called(key), each), each)} == taken
