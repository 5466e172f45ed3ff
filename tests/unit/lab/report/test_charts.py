import numpy as np
import pytest
from scipy import special, stats

from bakeoff.core.exceptions import InputError
from bakeoff.lab.report import charts as lab_charts
from bakeoff.lab.study import Finding
from bakeoff.measured.tables import risks
from bakeoff.report.draw.figures import draw


def finding(question="size", method="m", count=50, truth=0.0, setting="s:n-100:a-vs-b"):
    return Finding(
        question=question,
        setting=setting,
        method=method,
        design="10 folds",
        alpha=0.05,
        count=count,
        draws=1000,
        truth=truth,
        fits=10,
    )


def test_false_alarms_against_what_is_promised():
    found = [finding(method="bad", count=280), finding(method="good", count=30)]
    (panel,) = lab_charts.lab_chart(found).panels
    assert panel.line == 5.0
    assert [row.label for row in panel.rows] == ["good", "bad"]
    assert [row.estimate for row in panel.rows] == pytest.approx([3.0, 28.0])
    assert (panel.rows[0].low, panel.rows[0].high) == pytest.approx([100 * x for x in found[1].interval])
    assert "5 % promised" in panel.x_label


def test_several_settings_are_dots():
    found = [finding(setting=f"s{at}", count=10 * at) for at in range(1, 6)]
    (row,) = lab_charts.lab_chart(found).panels[0].rows
    assert list(row.dots) == pytest.approx([1, 2, 3, 4, 5])
    assert row.estimate == pytest.approx(3)
    assert row.note == "1.0 to 5.0 %"


def test_replicability_promises_nothing_and_has_the_best_first():
    found = [finding("replicability", "a", 700), finding("replicability", "b", 900)]
    (panel,) = lab_charts.lab_chart(found).panels
    assert panel.line is None
    assert [row.label for row in panel.rows] == ["b", "a"]


def test_power_over_the_true_difference():
    found = [
        finding("power", "m", 10 * n, truth=-n / 10_000, setting=f"p:n-{n}:a-vs-b") for n in (90, 30, 60)
    ]
    (series,) = lab_charts.lab_chart(found).panels[0].series
    assert list(series.x) == pytest.approx([0.3, 0.6, 0.9])
    assert list(series.y) == pytest.approx([30, 60, 90])
    assert all(series.low < series.y)
    assert all(series.y < series.high)


@pytest.mark.parametrize("question", ["size", "power", "coverage", "replicability"])
@pytest.mark.parametrize("settings", [1, 3])
def test_what_was_asked_can_be_drawn(question, settings):
    found = [
        finding(question, method, 400 + 10 * at, 0.01 * at, f"s{at}")
        for at in range(settings)
        for method in ("a", "b")
    ]
    figure = lab_charts.lab_chart(found)
    assert figure.title == lab_charts.TITLES[question]
    draw(figure, "svg")


def test_the_shipped_table():
    some = [risk for risk in risks() if risk.method == "corrected-resampled-t"]
    (panel,) = lab_charts.measured_sizes(some).panels
    assert len(panel.rows) == len(some)
    assert [row.dots.max() for row in panel.rows] == pytest.approx([100 * risk.sizes()[1] for risk in some])
    draw(lab_charts.measured_sizes(risks()), "svg")


def test_quantiles_of_uniform_p_values():
    points, chance = lab_charts.qq([0.9, 0.1, 0.5]).panels[0].series
    assert list(points.y) == [0.1, 0.5, 0.9]
    assert list(points.x) == pytest.approx([1 / 6, 1 / 2, 5 / 6])
    assert list(chance.low) == pytest.approx([stats.beta.ppf(0.025, i, 4 - i) for i in (1, 2, 3)])
    assert list(chance.high) == pytest.approx([stats.beta.ppf(0.975, i, 4 - i) for i in (1, 2, 3)])


def test_quantiles_of_statistics():
    points, chance = lab_charts.qq([-1.0, 0.0, 1.0], df=5).panels[0].series
    assert list(points.x) == pytest.approx(list(stats.t.ppf([1 / 6, 1 / 2, 5 / 6], 5)))
    assert chance.high[2] == pytest.approx(stats.t.ppf(stats.beta.ppf(0.975, 3, 1), 5))


def test_the_band_holds_nineteen_in_twenty():
    """One order statistic of 400 samples: outside 10 to 34 times but for one rng in 1000."""
    values = np.sort(np.random.default_rng(11).random((400, 20)), axis=1)
    (_, chance) = lab_charts.qq(values[0]).panels[0].series
    outside = np.sum((values[:, 4] < chance.low[4]) | (values[:, 4] > chance.high[4]))
    low, high = stats.binom.ppf([0.0005, 0.9995], 400, 0.05)
    assert low <= outside <= high


def test_a_large_sample_keeps_its_tails():
    values = special.stdtrit(5, (np.arange(10_000) + 0.5) / 10_000)
    points, _ = lab_charts.qq(values, df=5).panels[0].series
    assert len(points.x) <= 200
    assert (points.y[0], points.y[-1]) == (values[0], values[-1])
    assert list(points.y[:20]) == list(values[:20])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: lab_charts.lab_chart([]), "nothing was measured; expected findings"),
        (lambda: lab_charts.measured_sizes([]), "nothing was measured of these"),
        (lambda: lab_charts.qq([0.5, 1.5]), "from 0.5 to 1.5; expected p-values from 0 to 1: give df"),
        (lambda: lab_charts.qq([]), "values is empty"),
        (lambda: lab_charts.qq([float("nan")]), "values has nan"),
        (lambda: lab_charts.qq([1.0], df=0), "df is 0; expected a positive number"),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(InputError, match=message):
        call()
