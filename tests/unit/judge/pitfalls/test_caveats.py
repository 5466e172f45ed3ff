import re

import numpy as np
import pytest
from scipy import special

from bakeoff.compare.counts import compare_counts, compare_rates
from bakeoff.compare.item_scores import compare_item_scores
from bakeoff.compare.predictions import compare_predictions
from bakeoff.compare.samples import compare_layout, compare_samples
from bakeoff.compare.scores import compare_scores
from bakeoff.core.figures import figure
from bakeoff.designs import KFold, RepeatedKFold, Resampling
from bakeoff.measured.tables import risk_of, risk_under
from bakeoff.methods import METHODS

WAVE = np.random.default_rng(5)
A, B = 0.8 + 0.05 * WAVE.random((10, 10)), 0.78 + 0.05 * WAVE.random((10, 10))
CALIBRATED = ("cv-all-data", "cv-folds-averaged-variance", "cv-runs-averaged-t", "cv-sorted-runs")


def keys(verdict):
    return [caveat.key for caveat in verdict.caveats]


def text(verdict, key):
    return next(caveat.text for caveat in verdict.caveats if caveat.key == key)


def ten_by_ten(method, **options):
    return compare_scores(A, B, design=RepeatedKFold(), method=method, **{"metric": "accuracy"} | options)


def test_a_sound_method_has_none():
    assert keys(compare_counts(3, 9, n=20)) == []
    assert keys(compare_rates(20, 100, 25, 120)) == []
    assert keys(ten_by_ten("cv-all-data", df=5)) == []


@pytest.mark.parametrize(
    ("method", "design"), [("resampled-t", Resampling(splits=10)), ("two-standard-errors", KFold())]
)
def test_unsound_methods_give_their_measured_risk(method, design):
    verdict = compare_scores(
        A[0] + 0.1, B[0], design=design, method=method, n_train=200, n_test=100, metric="accuracy"
    )
    assert keys(verdict) == ["unsound-method"]
    assert verdict.caveats[0].text.startswith(f"{method} is unsound: ")
    assert re.search(r"\d+ %", verdict.caveats[0].text)


@pytest.mark.parametrize(
    "method", [method.key for method in METHODS if method.unsound and "cv" in method.key]
)
def test_members_that_cannot_be_calibrated_are_unsound_and_compute(method):
    assert keys(ten_by_ten(method)) == ["unsound-method"]
    assert keys(ten_by_ten(method, df="nominal")) == ["unsound-method"]
    assert keys(ten_by_ten(method, df=4)) == ["unsound-method"]
    with pytest.raises(ValueError, match=f"{method} cannot be calibrated"):
        ten_by_ten(method, df="calibrated")


@pytest.mark.parametrize("method", CALIBRATED)
def test_calibration_inside_its_domain_is_still_not_universal(method):
    for verdict in (ten_by_ten(method), ten_by_ten(method, df="calibrated")):
        assert keys(verdict) == ["calibration-not-universal"]
        assert verdict.result.df == (10 if method == "cv-all-data" else 11)
    assert "naive Bayes and C4.5" in verdict.caveats[0].text


@pytest.mark.parametrize("method", CALIBRATED)
def test_calibration_outside_its_domain(method):
    verdict = compare_scores(
        A[:5], B[:5], design=RepeatedKFold(runs=5, folds=10), method=method, metric="accuracy"
    )
    assert keys(verdict) == ["calibration-domain", "calibration-not-universal"]
    assert "but the design is 5 x 10: the false-alarm rate is unknown" in verdict.caveats[0].text


@pytest.mark.parametrize(
    ("method", "domain"), [("cv-all-data", "10 runs of 10"), ("cv-sorted-runs", "10 or more runs of 10")]
)
def test_the_domain_is_named(method, domain):
    verdict = compare_scores(
        A[:, :5], B[:, :5], design=RepeatedKFold(runs=10, folds=5), method=method, metric="accuracy"
    )
    assert f"were calibrated for {domain} folds, but the design is 10 x 5" in text(
        verdict, "calibration-domain"
    )


def test_more_runs_than_ten_are_inside_the_domain_of_all_but_one():
    twice = {"a": np.vstack([A, A + 0.001]), "b": np.vstack([B, B])}
    design = RepeatedKFold(runs=20, folds=10)
    assert "calibration-domain" in keys(
        compare_scores(**{"metric": "accuracy"} | twice, design=design, method="cv-all-data")
    )
    assert "calibration-domain" not in keys(
        compare_scores(**{"metric": "accuracy"} | twice, design=design, method="cv-sorted-runs")
    )


def test_a_borrowed_calibration_says_from_where():
    verdict = ten_by_ten("cv-sign")
    assert keys(verdict) == ["calibration-borrowed", "calibration-not-universal"]
    assert "10 degrees of freedom are taken from cv-all-data" in verdict.caveats[0].text


def test_a_borrowed_calibration_may_be_outside_its_domain_too():
    verdict = compare_scores(
        A[:, :5], B[:, :5], design=RepeatedKFold(runs=10, folds=5), method="cv-sign", metric="accuracy"
    )
    assert keys(verdict) == ["calibration-domain", "calibration-borrowed", "calibration-not-universal"]
    assert "calibrated for 10 runs of 10 folds, but the design is 10 x 5" in text(
        verdict, "calibration-domain"
    )


@pytest.mark.parametrize("method", [*CALIBRATED, "cv-sign"])
def test_no_df_is_the_calibrated_one(method):
    assert ten_by_ten(method, df=None).to_dict() == ten_by_ten(method, df="calibrated").to_dict()


@pytest.mark.parametrize("method", [*CALIBRATED, "cv-sign"])
def test_nominal_df_carries_the_measured_risk_and_whose_it_is(method):
    verdict = ten_by_ten(method, df="nominal")
    assert keys(verdict) == ["nominal-df"]
    assert f"{verdict.result.df:g} degrees of freedom were not calibrated" in verdict.caveats[0].text
    low, high = risk_of("cv-all-data", options={"df": "nominal"}).sizes()
    assert f"cv-all-data had {100 * low:.1f} to {100 * high:.1f} % false alarms" in verdict.caveats[0].text


@pytest.mark.parametrize(
    ("df", "expected"),
    [(9, []), (11, ["calibration-not-universal"]), (11.5, ["nominal-df"]), (99, ["nominal-df"])],
)
def test_a_given_df_above_the_calibrated_one_is_a_risk(df, expected):
    assert keys(ten_by_ten("cv-sorted-runs", df=df)) == expected


def test_a_given_df_that_is_the_published_one_is_not_universal_either():
    given, usual = (ten_by_ten("cv-all-data", df=df) for df in (10, "calibrated"))
    assert keys(given) == keys(usual) == ["calibration-not-universal"]
    assert keys(ten_by_ten("cv-sign", df=10)) == ["calibration-not-universal"]  # the number was not borrowed


def test_a_given_df_needs_no_calibration():
    assert keys(ten_by_ten("cv-all-data", df=7)) == []
    assert ten_by_ten("cv-all-data", df=7).result.df == 7


def test_all_differences_equal_and_not_zero():
    verdict = compare_scores([0.9, 0.8, 0.85], [0.8, 0.7, 0.75], design=KFold(folds=3), metric="accuracy")
    assert keys(verdict) == ["no-variation"]
    assert (verdict.result.p_value, verdict.result.degenerate) == (0, True)
    assert verdict.result.notes
    assert verdict.to_dict()["statistic"] is None
    assert any("infinite" in note for note in verdict.to_dict()["notes"])


def test_identical_scores_say_that_the_interval_has_no_width():
    verdict = compare_scores([0.9, 0.8, 0.85], [0.9, 0.8, 0.85], design=KFold(folds=3), metric="accuracy")
    (caveat,) = verdict.caveats
    assert (caveat.key, caveat.importance) == ("no-width", "limits")
    assert "the interval has zero width because the data show no variation: it does not say" in caveat.text
    assert (verdict.decision, verdict.result.estimate, verdict.result.p_value) == ("undecided", 0, 1)
    assert verdict.result.interval.low <= 0 <= verdict.result.interval.high
    assert "identical" in verdict.result.notes[0]


def test_few_discordant_items_for_chi_squared():
    assert keys(compare_counts(2, 7, n=100, method="mcnemar")) == ["few-discordant"]
    assert "only 9 items" in compare_counts(2, 7, n=100, method="mcnemar").caveats[0].text
    assert keys(compare_counts(2, 8, n=100, method="mcnemar")) == []
    assert keys(compare_counts(0, 0, n=100, method="mcnemar")) == []
    assert keys(compare_counts(2, 7, n=100, method="mcnemar-exact")) == []


def test_few_errors_for_the_normal_approximation():
    assert keys(compare_rates(4, 100, 30, 99, method="two-proportion-z")) == ["few-errors"]
    assert keys(compare_rates(30, 100, 95, 99, method="two-proportion-unpooled")) == ["few-errors"]
    assert keys(compare_rates(5, 100, 30, 99, method="two-proportion-z")) == []
    assert keys(compare_rates(4, 100, 30, 99, method="two-proportion-exact")) == []


def labels(counts):
    """Truth, A and B from (truth, a, b): how many items."""
    rows = [row for row, count in counts.items() for _ in range(count)]
    return [list(column) for column in zip(*rows, strict=True)]


ENOUGH = {(0, 0, 0): 20, (0, 0, 1): 3, (0, 1, 0): 3, (0, 1, 1): 2, (1, 1, 1): 20, (1, 1, 0): 4}


@pytest.mark.parametrize("method", ["auto", "permutation", "bootstrap"])
def test_few_items_for_resampling(method):
    def said(changed):
        verdict = compare_predictions(
            *labels(ENOUGH | changed), metric="macro-f1", method=method, resamples=100
        )
        assert keys(verdict) in ([], ["few-items"])
        return "".join(caveat.text for caveat in verdict.caveats)

    assert said({}) == ""
    assert said({(0, 0, 1): 2}).startswith("A and B differ on only 9 items: too few for a reliable test")
    assert said({(1, 1, 1): 5}).startswith("the rarest class has only 9 items: too few for a reliable test")
    assert said({(0, 0, 1): 0, (0, 1, 0): 0, (1, 1, 0): 0}) == ""  # identical: nothing to trust


def test_few_items_are_told_with_the_names_of_the_models():
    made = labels(ENOUGH | {(0, 0, 1): 2})
    verdict = compare_predictions(*made, metric="macro-f1", names=("v2", "v1"))
    assert verdict.caveats[0].text.startswith("v2 and v1 differ on only 9 items")


def test_a_rare_class_does_not_matter_for_accuracy():
    rare = labels(ENOUGH | {(1, 1, 1): 5, (0, 1, 1): 0})
    assert keys(compare_predictions(*rare, method="permutation", resamples=100)) == []


def test_few_items_are_enough_for_an_exact_method():
    assert keys(compare_predictions(*labels(ENOUGH | {(0, 0, 1): 2}))) == []


def ranked(positives, negatives, *, a=0.5, b=0.3, **asked):
    """Scores of both classes that overlap by the given shifts of the positive one."""
    truth = np.repeat([0, 1], [negatives, positives])
    noise = np.concatenate([np.linspace(0, 1, negatives), np.linspace(0, 1, positives)])
    return compare_predictions(truth, noise + a * truth, noise**2 + b * truth, metric="auc", **asked)


def test_few_items_of_a_class_leave_little_power():
    assert keys(ranked(10, 10)) == []
    few = ranked(9, 30, a=0.5, b=0.48), ranked(30, 9, a=0.5, b=0.48)
    assert keys(few[0]) == keys(few[1]) == ["few-of-a-class"]
    assert "the smaller class has 9 items, too few to detect most differences" in few[0].caveats[0].text
    assert few[0].caveats[0].text.endswith("; compare on more data")  # area-t is in use


def test_few_items_of_a_class_for_delong():
    few = ranked(9, 30, a=0.5, b=0.48, method="delong")
    assert keys(few) == ["few-of-a-class"]
    assert "the smaller class has 9 items: with fewer than 10, the measured" in few.caveats[0].text
    assert few.caveats[0].text.endswith("; compare on more data, and use area-t")


def test_high_areas_with_few_items_of_a_class_for_delong():
    found = ranked(20, 20, a=0.6, method="delong")
    assert keys(found) == ["few-of-a-class"]
    assert f"the smaller class has 20 items and one AUC is {max(found.values):.4g}" in found.caveats[0].text
    assert keys(ranked(100, 100, a=0.6, method="delong")) == keys(ranked(20, 20, a=0.6)) == []


def test_few_large_losses_say_how_many_items_have_which_share():
    x = np.append(np.tile([-1.0, 1.0], 10), [-12.0, 9.0])
    [found] = compare_item_scores(x, 0 * x).caveats
    share = (-12 - x.mean()) ** 2 / np.sum((x - x.mean()) ** 2)
    assert found.key == "few-large-losses"
    assert f"1 item carries {100 * share:.0f} % of the variance of the 22 differences" in found.text
    assert not compare_item_scores(x[:-2], 0.1 + 0 * x[:-2]).caveats


@pytest.mark.parametrize(
    ("metric", "enough", "losses"), [("log-loss", 40, "log loss"), ("brier", 30, "Brier score")]
)
def test_few_losses_name_the_measured_rates(metric, enough, losses):
    rng = np.random.default_rng(0)

    def of(n, **more):
        truth = np.arange(n) % 2
        a, b = (np.clip(0.5 + 0.2 * (2 * truth - 1) + 0.15 * rng.normal(size=n), 0.05, 0.95) for _ in "ab")
        return compare_predictions(truth, a, b, metric=metric, **more)

    assert "few-losses" not in keys(of(enough))
    few = text(of(enough - 1), "few-losses")
    assert few.startswith(f"{enough - 1} items may contain none of the large losses")
    assert f"{figure('few units', f'{losses}, {enough} items')} % with {enough};" in few
    assert "few-losses" not in keys(of(100, clusters=np.arange(100) // 10))
    assert "9 clusters may contain none" in text(of(90, clusters=np.arange(90) // 10), "few-losses")


def test_few_losses_do_not_matter_where_answers_are_right_or_wrong():
    x = np.linspace(-1, 1, 20)
    assert "few-losses" not in keys(compare_item_scores(x, 0.1 + 0 * x))
    assert "few-losses" in keys(compare_item_scores(x, 0.1 + 0 * x, metric="loss"))


def test_areas_need_each_class_in_several_clusters():
    rng, positive = np.random.default_rng(0), np.arange(120) % 4 == 0
    a, b = (positive + rng.normal(size=120) for _ in "ab")
    by_class = np.where(positive, np.arange(120) // 16, np.arange(120) % 50)
    few = compare_predictions(positive, a, b, metric="auc", clusters=by_class)
    assert "one class occurs in only 8 clusters" in text(few, "few-of-a-class")
    many = compare_predictions(positive, a, b, metric="auc", clusters=np.arange(120) // 4)
    assert "few-of-a-class" not in keys(many)


def test_an_area_near_one_leaves_little_to_vary():
    verdict = ranked(20, 20, a=0.95, method="delong")
    assert max(verdict.values) > 0.98
    assert keys(verdict) == ["auc-near-one"]
    assert f"an AUC of {max(verdict.values):.4g} and fewer than 500 items" in verdict.caveats[0].text
    assert keys(ranked(20, 20, a=0.5, method="delong")) == []
    assert "auc-near-one" not in keys(ranked(20, 20, a=0.95))


def test_areas_below_one_half_make_one_ask_for_the_class():
    assert keys(ranked(20, 20, a=-0.5, b=-0.4)) == ["auc-below-half"]
    assert keys(ranked(20, 20, a=-0.5, b=0.4)) == []


def clustered(clusters):
    right = np.random.default_rng(2).random((2, 60)) > [[0.2], [0.15]]
    truth = np.arange(60) % 2
    return compare_predictions(truth, *np.where(right, truth, 1 - truth), clusters=clusters)


def test_few_clusters():
    assert keys(clustered(np.arange(60) % 6)) == []
    assert keys(clustered(np.arange(60) % 5)) == ["few-clusters"]
    unequal = clustered(np.maximum(np.arange(60) - 49, 0))
    assert keys(unequal) == ["few-clusters"]
    assert f"provide only {unequal.result.df:.3g} degrees of freedom" in unequal.caveats[0].text


def test_few_items_without_clusters_are_not_called_clusters():
    verdict = compare_predictions([0, 1, 1], [0.2, 0.6, 0.7], [0.3, 0.5, 0.2], metric="brier")
    assert verdict.result.df == pytest.approx(2)
    assert keys(verdict) == ["few-losses"]


def test_few_training_sets():
    a, b = A[:4] > 0.82, B[:4] > 0.81
    assert keys(compare_layout(a[:3], b[:3])) == ["few-training-sets"]
    assert keys(compare_layout(a, b)) == []


def test_fold_scores_without_items_say_what_the_items_would_add():
    ten = RepeatedKFold(runs=10, folds=10)
    (caveat,) = compare_scores(A + 0.05, B, design=ten, metric="accuracy").caveats
    assert caveat.key == "items-unknown"
    for method, options in (("items-folds-t", {}), ("cv-all-data", {"df": 5})):
        risk = risk_under(method, ten, options)
        assert f"{100 * risk.sizes()[1]:.1f} %" in caveat.text
        assert f"{100 * risk.power():.0f} %" in caveat.text
    items = np.full(50, np.mean(A + 0.05 - B)) + np.tile([0.25, -0.25], 25)
    assert keys(compare_scores(A + 0.05, B, design=ten, items=items, metric="accuracy")) == ["models-unknown"]
    assert keys(compare_scores(A + 0.05, B, design=ten, metric="f1")) == []
    assert "items-unknown" not in keys(
        compare_scores(A + 0.05, B, design=ten, method="cv-all-data", metric="accuracy")
    )


def halvings(count, spread, **options):
    halves = np.random.default_rng(0).normal(0.02, spread, (count, 2))
    a = A + 0.05  # far from the border of a decision, on whatever partition
    return compare_scores(
        a,
        B,
        design=RepeatedKFold(),
        method="half-sample-t",
        halves=halves,
        **{"metric": "accuracy"} | options,
    )


def test_numbers_of_halvings_that_were_not_measured():
    assert keys(halvings(15, 0.02)) == keys(halvings(50, 0.02)) == []
    assert keys(halvings(20, 0.02)) == ["halvings-not-measured"]
    assert "measured for 15 and 50 halvings, but here there are 20" in halvings(20, 0.02).caveats[0].text


def test_halves_that_hardly_differ():
    verdict = halvings(15, 0.0001)
    assert keys(verdict) == ["halves-hardly-differ"]
    assert 'use floor="nadeau-bengio"' in verdict.caveats[0].text
    guarded = halvings(15, 0.0001, floor="nadeau-bengio")
    assert keys(guarded) == ["halves-hardly-differ"]
    assert "another variance is used" in guarded.caveats[0].text


def test_a_probability_of_0_for_what_came_true():
    truth, b = [0, 1] * 5, [0.3, 0.6] * 5
    clipped = compare_predictions(truth, [0.2, 0.0, *[0.2, 0.7] * 4], b, metric="log-loss")
    assert keys(clipped) == ["probabilities-clipped", "few-losses", "few-large-losses"]
    assert keys(compare_predictions(truth, [0.0, 1.0] * 5, b, metric="log-loss")) == ["few-losses"]
    close = compare_predictions(truth, [0.2, 1e-9, *[0.2, 0.7] * 4], b, metric="log-loss")
    assert keys(close) == ["few-losses", "few-large-losses"]
    by_brier = compare_predictions(truth, [0.2, 0.0, *[0.2, 0.7] * 4], b, metric="brier")
    assert "probabilities-clipped" not in keys(by_brier)
    assert keys(compare_samples([40, 41, 43], [50, 51, 51], metric="log-loss")) == []


@pytest.mark.parametrize(("only_a", "only_b"), [(35, 15), (15, 35)])
def test_a_decided_difference_may_be_smaller_than_the_margin(only_a, only_b):
    assert keys(compare_counts(only_a, only_b, n=412, margin=0.04)) == ["perhaps-within-margin"]
    said = compare_counts(only_a, only_b, n=412, margin=0.04).caveats[0]
    assert said.text == (
        "the difference may be smaller than the margin of 0.04, and then it does not matter; compare on "
        "more data before you call the difference important"
    )
    assert said.text.endswith(f"; {said.remedy}")
    assert keys(compare_counts(only_a, only_b, n=412, margin=0.01)) == []
    assert keys(compare_counts(only_a, only_b, n=412)) == []
    assert compare_counts(only_a, only_b, n=412, margin=0.2).decision == "equivalent"
    assert keys(compare_counts(only_a, only_b, n=412, margin=0.2)) == []


def test_an_undecided_difference_needs_no_caveat_about_its_margin():
    assert keys(compare_counts(15, 18, n=412, margin=0.01)) == []


def test_heavy_tails_of_squared_errors_where_they_decide():
    """The caveat is on the better model's errors, also where the large ones are missing."""
    at = (np.arange(200) + 0.5) / 200
    heavy, normal = special.stdtrit(3, at), special.ndtri(at)
    for metric in ("squared-error", "rmse"):
        [found] = [
            each
            for each in compare_predictions(0 * at, heavy, 2 * heavy, metric=metric).caveats
            if each.key == "heavy-tailed-errors"
        ]
        assert "5 % of the squared errors of A are more than" in found.text
        assert "heavy-tailed-errors" not in keys(
            compare_predictions(0 * at, normal, 2 * normal, metric=metric)
        )
    few = compare_predictions(0 * at[:30], normal[85:115], 2 + normal[85:115], metric="squared-error")
    assert "30 items seldom include the rare large errors" in few.caveats[-1].text
    assert "heavy-tailed-errors" in keys(compare_predictions(at, at + 0.1 * normal, at + normal, metric="r2"))
    assert "heavy-tailed-errors" not in keys(
        compare_predictions(0 * at, heavy, -heavy, metric="squared-error")
    )
