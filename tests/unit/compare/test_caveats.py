import re

import numpy as np
import pytest

from bakeoff.compare.counts import compare_counts, compare_rates
from bakeoff.compare.samples import compare_datasets, compare_samples
from bakeoff.compare.scores import compare_scores
from bakeoff.designs import KFold, RepeatedKFold, Resampling
from bakeoff.methods import METHODS

WAVE = np.random.default_rng(5)
A, B = 0.8 + 0.05 * WAVE.random((10, 10)), 0.78 + 0.05 * WAVE.random((10, 10))
CALIBRATED = ("cv-all-data", "cv-folds-averaged-variance", "cv-runs-averaged-t", "cv-sorted-runs")


def keys(verdict):
    return [caveat.key for caveat in verdict.caveats]


def text(verdict, key):
    return next(caveat.text for caveat in verdict.caveats if caveat.key == key)


def ten_by_ten(method, **options):
    return compare_scores(A, B, design=RepeatedKFold(), method=method, **options)


def test_a_sound_method_has_none():
    assert keys(compare_counts(3, 9, n=20)) == []
    assert keys(compare_rates(20, 100, 30, 100)) == []
    assert keys(ten_by_ten("corrected-resampled-t")) == []


@pytest.mark.parametrize(
    ("method", "design"), [("resampled-t", Resampling(splits=10)), ("two-standard-errors", KFold())]
)
def test_unsound_methods_give_their_measured_risk(method, design):
    verdict = compare_scores(A[0], B[0], design=design, method=method, n_train=200, n_test=100)
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
    assert "naive Bayes against C4.5" in verdict.caveats[0].text


@pytest.mark.parametrize("method", CALIBRATED)
def test_calibration_outside_its_domain(method):
    verdict = compare_scores(A[:5], B[:5], design=RepeatedKFold(runs=5, folds=10), method=method)
    assert keys(verdict) == ["calibration-domain", "calibration-not-universal"]
    assert "and this is 5 x 10: the false-alarm rate here is unknown" in verdict.caveats[0].text


@pytest.mark.parametrize(
    ("method", "domain"), [("cv-all-data", "10 runs of 10"), ("cv-sorted-runs", "10 or more runs of 10")]
)
def test_the_domain_is_named(method, domain):
    verdict = compare_scores(A[:, :5], B[:, :5], design=RepeatedKFold(runs=10, folds=5), method=method)
    assert f"were calibrated for {domain} folds, and this is 10 x 5" in text(verdict, "calibration-domain")


def test_more_runs_than_ten_are_inside_the_domain_of_all_but_one():
    twice = {"a": np.vstack([A, A + 0.001]), "b": np.vstack([B, B])}
    design = RepeatedKFold(runs=20, folds=10)
    assert "calibration-domain" in keys(compare_scores(**twice, design=design, method="cv-all-data"))
    assert "calibration-domain" not in keys(compare_scores(**twice, design=design, method="cv-sorted-runs"))


def test_a_borrowed_calibration_says_from_where():
    verdict = ten_by_ten("cv-sign")
    assert keys(verdict) == ["calibration-borrowed", "calibration-not-universal"]
    assert "10 degrees of freedom are those of cv-all-data" in verdict.caveats[0].text


@pytest.mark.parametrize("method", CALIBRATED)
def test_nominal_df_carries_its_measured_risk(method):
    verdict = ten_by_ten(method, df="nominal")
    assert keys(verdict) == ["nominal-df"]
    assert "53 % false alarms" in verdict.caveats[0].text


def test_a_given_df_needs_no_calibration():
    assert keys(ten_by_ten("cv-all-data", df=7)) == []
    assert ten_by_ten("cv-all-data", df=7).result.df == 7


def test_all_differences_equal_and_not_zero():
    verdict = compare_scores([0.9, 0.8, 0.85], [0.8, 0.7, 0.75], design=KFold(folds=3))
    assert keys(verdict) == ["no-variation"]
    assert (verdict.result.p_value, verdict.result.degenerate) == (0, True)
    assert verdict.result.notes
    assert verdict.to_dict()["statistic"] is None
    assert any("infinite" in note for note in verdict.to_dict()["notes"])


def test_identical_scores_need_no_caveat():
    verdict = compare_scores([0.9, 0.8, 0.85], [0.9, 0.8, 0.85], design=KFold(folds=3))
    assert keys(verdict) == []
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
    assert keys(compare_rates(4, 100, 30, 100, method="two-proportion-z")) == ["few-errors"]
    assert keys(compare_rates(30, 100, 96, 100, method="two-proportion-unpooled")) == ["few-errors"]
    assert keys(compare_rates(5, 100, 30, 100, method="two-proportion-z")) == []
    assert keys(compare_rates(4, 100, 30, 100, method="two-proportion-exact")) == []


def test_scores_in_percent():
    percent = compare_scores(100 * A, 100 * B, design=RepeatedKFold())
    fractions = compare_scores(A, B, design=RepeatedKFold())
    assert keys(percent) == ["scores-in-percent"]
    assert f"scores reach {100 * A.max():g} where accuracy lies between 0 and 1" in percent.caveats[0].text
    assert percent.result.estimate == pytest.approx(100 * fractions.result.estimate, rel=1e-12)
    assert percent.sentence == fractions.sentence


def test_percent_is_seen_wherever_scores_are_given():
    assert keys(compare_samples([80, 81, 83], [70, 75, 71])) == ["scores-in-percent"]
    assert keys(compare_datasets([80, 81, 83], [70, 75, 71])) == ["scores-in-percent"]
    errors = compare_scores([10, 20, 15], [30, 25, 31], design=KFold(folds=3), metric="error")
    assert keys(errors) == ["scores-in-percent"]
    assert errors.result.estimate > 0


def test_a_loss_above_one_is_no_percentage():
    assert keys(compare_samples([1.5, 2.1, 1.9], [1.6, 2.2, 2.4], metric="log-loss")) == []
