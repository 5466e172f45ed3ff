import math

import pytest

from bakeoff.lab.papers._dietterich_cells import rate_bars, rate_cell, rate_error, rate_series


def test_the_error_of_a_rate():
    kept = 50.5 / 1001
    assert rate_error(0.05, 1000) == pytest.approx(100 * math.sqrt(kept * (1 - kept) / 1000))
    assert rate_error(0.05, 1000, 1000) == pytest.approx(math.sqrt(2) * rate_error(0.05, 1000))
    assert rate_error(0.0, 1000) > 0


@pytest.mark.parametrize(("share", "status"), [(0.04, "within"), (0.06, "within"), (0.2, "differs")])
def test_a_claim_is_met_or_not(share, status):
    assert rate_cell("test", "most", share, 1000, said=(0.0, 5.0), words="acceptable").status == status


def test_without_a_claim_nothing_is_compared():
    assert rate_cell("test", "error 0.1", 0.05, 1000).status == "unprinted"


def test_intervals_stay_between_0_and_100():
    series = rate_series("test", [1, 2], [0.0, 1.0], 20)
    assert (min(series.low), max(series.high)) == (0.0, 100.0)
    assert list(series.y) == [0.0, 100.0]


def test_bars_side_by_side():
    panel = rate_bars("", {"one": {"x": 0.1, "y": 0.2}, "two": {"x": 0.3, "y": 0.4}}, 100, 0.05)
    assert panel.level == 5
    assert [(series.label, series.x, series.kind) for series in panel.series] == [
        ("one", ["x", "y"], "bars"),
        ("two", ["x", "y"], "bars"),
    ]
