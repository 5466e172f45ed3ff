import numpy as np

from bakeoff.estimators.true_error import record, true_error


def test_on_a_sample_of_the_population(lost):
    found = true_error({"test": lost([range(1000)], [np.arange(1000) % 5 == 0])}, level=0.95)
    assert found.value == 0.2
    assert found.interval.low < 0.2 < found.interval.high
    assert found.interval.high - found.interval.low < 0.06
    assert "the sampling of the test items" in found.notes[0]


def test_no_interval_for_squares_that_are_all_one(lost):
    found = true_error({"test": lost([range(5)], [[2.0] * 5], kind="squared")}, level=0.95)
    assert found.value == 2
    assert found.interval is None
    assert found.notes[0].startswith("no interval")


def test_record():
    assert record.designs() == {}
    assert record.needs_test_items
    assert record.direction == "none"
