import math
from dataclasses import replace

import numpy as np
import pytest

import bakeoff
from bakeoff.core.evidence import Curve, Evidence
from bakeoff.core.exceptions import InputError
from bakeoff.core.result import Interval
from bakeoff.core.verdict import Opinion
from bakeoff.designs import FiveByTwo, KFold, RepeatedKFold, Resampling
from bakeoff.judge.slices import with_slices
from bakeoff.report.draw.charts import (
    MOST_SLICES,
    forest,
    mean_roc,
    slices_charts,
    verdict_charts,
    verdict_page,
)
from bakeoff.report.draw.figure import Square
from bakeoff.report.draw.figures import draw, inline_svg

RNG = np.random.default_rng(5)
TEN = RNG.normal(0.02, 0.02, (10, 10)).round(2)
NAMES = ("forest", "tree")


def folds(differences, design, **asked):
    b = np.full(np.shape(differences), 0.8)
    return bakeoff.compare_scores(
        b + differences, b, design=design, names=NAMES, **{"metric": "accuracy"} | asked
    )


@pytest.fixture(scope="module")
def ten():
    return folds(TEN, RepeatedKFold(runs=10, folds=10))


def chart(verdict, key):
    return next((figure.panels[0], alt) for found, figure, alt in verdict_charts(verdict) if found == key)


def keys(verdict):
    return [key for key, _, _ in verdict_charts(verdict)]


def test_the_difference_is_in_the_units_of_the_verdict(ten):
    panel, alt = chart(ten, "difference")
    (row,) = panel.rows
    assert row.estimate == pytest.approx(100 * ten.result.estimate)
    assert (row.low, row.high) == pytest.approx([100 * end for end in ten.result.interval])
    assert row.weight == "strong"
    assert panel.line == 0
    assert panel.band is None
    assert panel.ends == ("← tree better", "forest better →")
    assert panel.x_label == "difference in points of accuracy; grey and hollow: undecided"
    assert alt == f"{ten.sentence}."


@pytest.mark.parametrize(
    ("only_a", "grade", "said"),
    [
        (40, "strong", ""),
        (12, "moderate", ""),
        (7, "weak", "; hollow: weak evidence"),
        (2, "none", "; grey and hollow: undecided"),
    ],
)
def test_the_picture_of_the_difference_follows_the_evidence(only_a, grade, said):
    panel, _ = chart(bakeoff.compare_counts(only_a, 1, n=412), "difference")
    assert panel.rows[0].grade == grade
    assert panel.x_label == f"difference in points of accuracy{said}"


def test_the_margin_is_a_band():
    panel, _ = chart(folds(TEN, RepeatedKFold(runs=10, folds=10), margin=0.05), "difference")
    assert panel.band == (-5.0, 5.0)
    assert panel.x_label.endswith("grey: within the margin of 5")


def test_where_less_is_better_the_better_side_stays_right():
    verdict = bakeoff.compare_predictions(
        [0, 1] * 20, RNG.random(40), RNG.random(40), metric="log-loss", names=NAMES
    )
    panel, _ = chart(verdict, "difference")
    assert panel.rows[0].estimate == pytest.approx(verdict.result.estimate)
    assert panel.ends[1] == "forest better →"
    assert "less is better" in panel.x_label


@pytest.mark.parametrize(
    ("alternative", "ends", "note"),
    [("greater", (False, True), "to ∞)"), ("less", (True, False), "(\N{MINUS SIGN}∞ to")],
)
def test_a_bound_is_open_at_its_other_end(alternative, ends, note):
    verdict = bakeoff.compare_counts(30, 15, n=400, alternative=alternative)
    panel, _ = chart(verdict, "difference")
    row = panel.rows[0]
    assert (math.isinf(row.low), math.isinf(row.high)) == ends
    told, bound = (row.low, "low") if alternative == "greater" else (row.high, "high")
    assert told == pytest.approx(100 * getattr(verdict.result.interval, bound))
    assert note in row.note


def looks(verdict):
    panel, _ = chart(verdict, "difference")
    return {row.label: row.grade for row in panel.rows if row.weight == "plain"}, panel.x_label


def test_other_methods_look_like_what_they_decide():
    decisions = {
        each.method: each
        for each in bakeoff.compare_counts(10, 1, n=412, both_right=300, opinions=True).opinions
    }
    assert decisions["mcnemar-exact"].result.p_value > 0.01
    found, said = looks(bakeoff.compare_counts(10, 1, n=412, both_right=300, opinions=True))
    assert (found["mcnemar"], found["mcnemar-exact"]) == ("weak", "weak")
    assert said.endswith("accuracy; hollow: weak evidence; dotted: unsound here")
    found, said = looks(bakeoff.compare_counts(40, 1, n=412, both_right=300, opinions=True))
    assert set(found.values()) == {"strong"}
    assert said.endswith("accuracy; dotted: unsound here")
    found, said = looks(bakeoff.compare_counts(4, 3, n=412, both_right=300, opinions=True))
    assert set(found.values()) == {"none"}
    assert said.endswith("accuracy; grey and hollow: undecided; dotted: unsound here")
    found, said = looks(
        bakeoff.compare_counts(7, 1, n=412, both_right=300, opinions=True)
    )  # the exact test does not decide
    assert (found["mcnemar"], found["mcnemar-exact"]) == ("none", "none")
    assert said.endswith("; hollow: weak evidence; grey and hollow: undecided; dotted: unsound here")


def test_what_spoils_the_data_spoils_every_method():
    tuned = bakeoff.compare_counts(40, 1, n=412, both_right=300, opinions=True, tuned_on_test=True)
    assert set(looks(tuned)[0].values()) == {"invalid"}
    unsound = bakeoff.compare_counts(
        40, 1, n=412, both_right=300, opinions=True, method="difference-of-proportions"
    )
    assert set(looks(unsound)[0].values()) == {"strong"}


@pytest.mark.slow
def test_other_methods_stand_below_and_unsound_ones_are_faint(ten):
    def opinion(method, **more):
        return Opinion(
            **{"method": method, "unsound": False, "result": replace(ten.result, method=method)} | more
        )

    wide = replace(ten.result, interval=Interval(low=-math.inf, high=math.inf))
    several = replace(
        ten,
        opinions=(
            opinion(ten.result.method),
            opinion("good"),
            opinion("bad", unsound=True),
            opinion("silent", result=None, refused="too few folds"),
            opinion("open", result=wide),
        ),
    )
    panel, alt = chart(several, "difference")
    assert [(row.label, row.weight) for row in panel.rows[1:]] == [
        ("good", "plain"), ("bad", "faint"), ("open", "plain")
    ]  # fmt: skip
    assert panel.rows[3].note.endswith("(\N{MINUS SIGN}∞ to ∞)")
    assert alt.endswith("Below it 3 other methods on the same numbers.")
    for form in ("svg", "png", "pdf"):
        draw(verdict_page(several), form)


def test_nothing_varied():
    panel, _ = chart(folds(np.zeros(5), KFold(folds=5)), "difference")
    assert panel.rows[0].note == "0"


def test_folds_by_run(ten):
    panel, alt = chart(ten, "folds")
    assert [row.label for row in panel.rows] == [f"run {at}" for at in range(1, 11)]
    assert [row.estimate for row in panel.rows] == pytest.approx(list(100 * TEN.mean(axis=1)))
    assert np.array([row.dots for row in panel.rows]) == pytest.approx(100 * TEN)
    ahead, behind, equal = (int(np.sum(np.sign(TEN.round(9)) == sign)) for sign in (1, -1, 0))
    said = f"forest is ahead on {ahead}, tree on {behind}, equal on {equal};"
    assert alt.startswith(f"Differences on 100 folds in 10 runs: {said}")


@pytest.mark.parametrize(
    ("shape", "design"),
    [((5,), KFold(folds=5)), ((30, 1), Resampling(splits=30, test=1 / 3))],
)
def test_one_run_is_one_row(shape, design):
    differences = RNG.normal(0.02, 0.02, shape)
    panel, _ = chart(folds(differences, design), "folds")
    assert [row.label for row in panel.rows] == ["folds"]
    assert sorted(panel.rows[0].dots) == pytest.approx(sorted(100 * differences.ravel()))


def test_five_by_two_has_five_rows():
    panel, _ = chart(folds(RNG.normal(0.02, 0.02, (5, 2)), FiveByTwo()), "folds")
    assert len(panel.rows) == 5


def test_very_many_runs_are_drawn_by_their_means():
    differences = RNG.normal(0.02, 0.02, (50, 2))
    panel, _ = chart(folds(differences, RepeatedKFold(runs=50, folds=2)), "folds")
    assert [row.label for row in panel.rows] == ["runs"]
    assert panel.rows[0].dots == pytest.approx(100 * differences.mean(axis=1))


def test_data_sets():
    verdict = bakeoff.compare_datasets([0.9, 0.8, 0.7, 0.9], [0.8, 0.8, 0.75, 0.7], names=NAMES)
    panel, alt = chart(verdict, "datasets")
    assert panel.rows[0].label == "data sets"
    assert alt.startswith("Differences on 4 data sets: forest is ahead on 2, tree on 1, equal on 1;")


def ranked(a, b, **more):
    y = [0, 0, 0, 1, 1, 1]
    return bakeoff.compare_predictions(y, a, b, metric="auc", names=NAMES, **more)


LOW, HIGH = [0.1, 0.2, 0.5, 0.4, 0.7, 0.8], [0.1, 0.2, 0.3, 0.4, 0.7, 0.8]


@pytest.mark.parametrize(
    ("a", "b", "said"),
    [
        (HIGH, LOW, "forest is nowhere below tree"),
        (LOW, HIGH, "tree is nowhere below forest"),
        (
            [0.1, 0.2, 0.75, 0.3, 0.4, 0.8],
            [0.1, 0.6, 0.2, 0.15, 0.7, 0.8],
            "the curves cross: neither is better at every threshold",
        ),
    ],
)
def test_roc_curves_say_their_areas_and_who_dominates(a, b, said):
    verdict = ranked(a, b)
    panel, alt = chart(verdict, "roc")
    assert panel.diagonal
    assert [series.label for series in panel.series] == [
        f"{name}, area {area:.3f}" for name, area in zip(NAMES, verdict.values, strict=True)
    ]
    assert said in panel.x_label
    assert alt.endswith(f"; {said}.")


def test_areas_come_from_the_curves_where_the_metric_is_another(ten):
    corner = Curve(x=np.array([0.0, 0.0, 1.0]), y=np.array([0.0, 1.0, 1.0]))
    chance = Curve(x=np.array([0.0, 1.0]), y=np.array([0.0, 1.0]))
    kept = Evidence(kind="", curves=(corner, chance), dominant="a")
    panel, _ = chart(replace(ten, evidence=kept), "roc")
    assert [series.label for series in panel.series] == ["forest, area 1.000", "tree, area 0.500"]


def test_only_what_is_known_is_drawn(ten):
    assert keys(ten) == ["difference", "folds"]
    assert keys(replace(ten, evidence=None)) == ["difference"]
    assert keys(bakeoff.compare_counts(30, 15, n=400)) == ["difference"]


def test_four_cells():
    panel = verdict_page(bakeoff.compare_counts(30, 15, n=400, both_right=300, names=NAMES)).panels[1]
    assert panel.across == ("tree right", "tree wrong")
    assert panel.cells == ((("300", "75.0 %"), ("30", "7.5 %")), (("15", "3.8 %"), ("55", "13.8 %")))
    assert panel.marked == ((0, 1), (1, 0))
    unknown = verdict_page(bakeoff.compare_counts(30, 15, n=400))
    assert unknown.panels[1].cells[0] == (("?", "not given"), ("30", ""))


def test_a_page_has_everything_on_it(ten):
    counted = verdict_page(bakeoff.compare_counts(30, 15, n=400, names=NAMES))
    assert counted.title == "Weak evidence that forest is better"
    assert [type(panel) for panel in counted.panels][1] is Square
    assert len(verdict_page(ten).panels) == 2


def test_forest(ten):
    verdicts = [replace(ten, decision=each) for each in ("a-better", "undecided", "equivalent")]
    figure = forest(verdicts, ["one", "two", "three"])
    (panel,) = figure.panels
    assert [row.label for row in panel.rows] == ["one", "two", "three"]
    assert [row.weight for row in panel.rows] == ["plain", "faint", "plain"]
    assert panel.ends == ("← tree better", "forest better →")
    others = forest([ten, replace(ten, names=("x", "y"))], ["one", "two"])
    assert others.panels[0].ends == ("← second better", "first better →")


def test_a_forest_of_one_margin_has_its_band(ten):
    some = replace(ten, margin=0.01)
    assert forest([some, some], ["one", "two"]).panels[0].band == (-1.0, 1.0)
    mixed = forest([some, ten], ["one", "two"]).panels[0]
    assert mixed.band is None
    assert "margin" not in mixed.x_label


def test_bad_forests(ten):
    with pytest.raises(InputError, match="1 verdicts and 2 labels were given"):
        forest([ten], ["one", "two"])
    with pytest.raises(InputError, match="0 verdicts"):
        forest([], [])
    loss = replace(ten, unit=replace(ten.unit, subject="log loss"))
    with pytest.raises(InputError, match="about accuracy, log loss; expected all about one"):
        forest([ten, loss], ["one", "two"])


def test_a_figure_of_ten_by_ten_is_small(ten):
    assert sum(len(inline_svg(figure, alt=alt)) for _, figure, alt in verdict_charts(ten)) < 20_000


def test_long_and_strange_names(ten):
    strange = replace(ten, names=("x" * 10_000, "<b>漢\x00"))
    for _, figure, alt in verdict_charts(strange):
        assert len(alt) < 500
        assert "\x00" not in alt
        inline_svg(figure, alt=alt)


def counted(only_a, only_b, n=100):
    return lambda tried: bakeoff.compare_counts(only_a, only_b, n=n, names=("forest", "tree"), tried=tried)


def refuse(tried):
    raise InputError("every truth is 'cat'")


def sliced(parts, whole=(60, 30)):
    return with_slices(counted(*whole, n=400)(1), parts, by="region")


def rows(verdict):
    ((_, figure, _),) = slices_charts(verdict)
    return figure.panels[0].rows


@pytest.fixture
def two():
    return sliced([("north", 100, counted(30, 4)), ("south", 100, counted(9, 7))])


def test_every_slice_and_the_whole_below(two):
    north, south, whole = rows(two)
    assert [each.label for each in (north, south, whole)] == [
        "north (n = 100)",
        "south (n = 100)",
        "all items (n = 400)",
    ]
    assert north.estimate == pytest.approx(26)
    assert whole.estimate == pytest.approx(7.5)
    assert north.note == "+26.0 (15.7 to 36.5)"


def test_what_is_decided_is_told_by_form_not_by_colour(two):
    assert [each.weight for each in rows(two)] == ["plain", "faint", "whole"]
    ((_, figure, _),) = slices_charts(two)
    assert figure.panels[0].x_label.endswith("dotted: slice undecided after adjustment; diamond: all items")


def test_the_adjusted_p_value_is_what_counts():
    parts = [(f"{at}", 100, counted(16, 6)) for at in range(8)]
    verdict = sliced(parts)
    assert all(each.verdict.result.p_value < 0.05 for each in verdict.slices)
    assert {each.weight for each in rows(verdict)} == {"faint", "whole"}


def test_what_it_shows_in_words(two):
    ((key, figure, said),) = slices_charts(two)
    assert key == "slices"
    assert figure.title == "Difference by region"
    assert said.startswith("Difference by region: of 2 slices, forest is better in 1 and 1 is undecided")


def test_many_slices_are_drawn_low_and_without_numbers():
    few, many = (sliced([(f"{at}", 100, counted(9, 7)) for at in range(count)]) for count in (14, 15))
    assert all(each.note for each in rows(few))
    assert not any(each.note for each in rows(many))
    assert rows(many)[0].label == "0"


def test_more_than_fit_are_left_out_with_a_word():
    parts = [(f"{at}", 100, counted(9, 7)) for at in range(MOST_SLICES + 9)] + [("x", 100, counted(30, 4))]
    verdict = sliced(parts)
    assert len(rows(verdict)) == MOST_SLICES + 1
    assert "x" in [each.label for each in rows(verdict)]
    ((_, figure, _),) = slices_charts(verdict)
    assert figure.title == "Difference by region (the 60 that say most; 10 more are in the table)"


def test_what_could_not_be_judged_is_not_drawn():
    verdict = sliced([("x", 100, counted(9, 7)), ("y", 3, refuse)])
    assert len(rows(verdict)) == 2
    ((_, figure, _),) = slices_charts(verdict)
    assert figure.title == "Difference by region (1 could not be judged)"
    assert slices_charts(sliced([("y", 3, refuse), ("z", 4, refuse)])) == ()


def test_without_slices_there_is_no_forest(two):
    assert slices_charts(replace(two, slices=(), by="")) == ()


def test_every_estimate_is_on_the_axis_and_wide_intervals_are_cut():
    """A tiny slice does not press the others together."""
    verdict = sliced(
        [("big", 100, counted(30, 4)), ("tiny", 3, counted(1, 2, n=3)), ("other", 100, counted(2, 40))]
    )
    from bakeoff.report.draw.rows import limits

    ((_, figure, _),) = slices_charts(verdict)
    low, high = limits(figure.panels[0])
    assert all(low < each.estimate < high for each in rows(verdict))
    tiny = rows(verdict)[-2]
    assert tiny.high > high or tiny.low < low or high - low < 2 * (tiny.high - tiny.low)


@pytest.mark.slow
def test_names_of_every_kind_are_drawn(nasty):
    names = list(dict.fromkeys(name for pair in nasty for name in pair))
    verdict = replace(sliced([(name, 100, counted(9, 7)) for name in names]), by=names[0])
    ((_, figure, said),) = slices_charts(verdict)
    drawn = inline_svg(figure, alt=said)
    assert "<script" not in drawn
    assert draw(figure, "png").startswith(b"\x89PNG")
    assert draw(figure, "pdf").startswith(b"%PDF")


@pytest.fixture(scope="module")
def averaged():
    rng = np.random.default_rng(3)
    y = np.arange(40) % 2
    return bakeoff.roc_average([bakeoff.roc(y, y + rng.normal(size=40)) for _ in range(5)])


def test_the_mean_of_curves_has_a_band_and_says_where_it_is_too_high(averaged):
    key, figure, alt = mean_roc(averaged)
    (panel,) = figure.panels
    (series,) = panel.series
    low, high = averaged.auc_interval
    assert (key, figure.title, panel.diagonal) == ("roc", "Mean of 5 ROC curves", True)
    assert series.label == f"mean, area {averaged.auc:.3f} ({low:.3f} to {high:.3f})"
    for drawn, given in (
        (series.y, averaged.sensitivity),
        (series.low, averaged.low),
        (series.high, averaged.high),
    ):
        np.testing.assert_array_equal(drawn, given)
    assert "shaded: 95 % interval at each share" in panel.x_label
    assert "values left of 0.05 are too high" in panel.x_label
    assert f"area {averaged.auc:.3f}" in alt


def test_mean_curves_of_two_learners_do_not_say_who_dominates(ten, averaged):
    curve = Curve(
        x=averaged.false_alarm,
        y=averaged.sensitivity,
        low=averaged.low,
        high=averaged.high,
        of=averaged.curves,
        finest=averaged.finest,
    )
    one, two = curve, replace(curve, y=curve.y / 2, low=curve.low / 2, high=curve.high / 2)
    kept = Evidence(kind="", curves=(one, two))
    _, figure, alt = next(each for each in verdict_charts(replace(ten, evidence=kept)) if each[0] == "roc")
    (panel,) = figure.panels
    assert figure.title == "Mean ROC curves over 5 folds"
    assert [series.low is not None for series in panel.series] == [True, True]
    assert "shaded: 95 % interval at each share" in panel.x_label
    assert "cross" not in panel.x_label + alt
