from bakeoff import compare_counts
from bakeoff.core.verdict import Measured
from bakeoff.designs import FiveByTwo, Holdout, KFold, RepeatedKFold
from bakeoff.measured.tables import measured_under, risk_under
from bakeoff.methods import METHODS

TEN = RepeatedKFold(runs=10, folds=10)


def told_of(method, design, options=None, alpha=0.05):
    return str(measured_under(method, design, options or {}, alpha, METHODS[method].risk))


def test_a_verdict_on_folds_quotes_its_own_design():
    told = told_of("corrected-resampled-t", TEN)
    assert "with 10 x 10 folds, the false-alarm rate of this method was" in told
    assert "at a nominal 5 %" in told


def test_another_design_is_called_another():
    told = told_of("kfold-t", KFold(folds=5))
    assert told.startswith("with 10 folds and its usual options, the false-alarm rate of this method was ")
    assert "; it was not measured with 5 folds" in told


def test_options_set_procedures_apart_and_usual_ones_do_not():
    usual = risk_under("cv-all-data", TEN, {"df": "calibrated"})
    assert usual == risk_under("cv-all-data", TEN, {})
    assert risk_under("cv-all-data", TEN, {"df": "nominal"}).sizes()[1] > usual.sizes()[1]
    assert risk_under("half-sample-t", TEN, {"floor": "items"}) != risk_under("half-sample-t", TEN, {})
    assert risk_under("cv-all-data", TEN, {"df": 10}) == usual  # what was calibrated
    assert risk_under("cv-all-data", TEN, {"df": 7}) is None
    told = told_of("cv-all-data", TEN, {"df": 7.0})
    assert told.startswith(
        "with 10 x 10 folds and its usual options, the false-alarm rate of this method was "
    )
    assert "; it was not measured with 10 x 10 folds, df 7" in told


def test_a_test_set_of_unknown_origin_compares_classifiers():
    assert compare_counts(3, 5, n=50, method="mcnemar").measured is None
    assert measured_under("wilcoxon", Holdout(), {}, 0.05) is None
    assert measured_under("wilcoxon", Holdout(), {}, 0.05, "rough") == Measured(remark="rough")
    assert "with one split that tests on a third" in told_of("mcnemar", Holdout())


def test_what_is_known_beside_the_table_is_added():
    told = told_of("kfold-weighted-t", KFold(folds=10))
    assert "settings without a true difference" in told
    assert told.endswith(METHODS["kfold-weighted-t"].risk)
    assert "with 5 x 2 folds" in told_of("five-by-two-t", FiveByTwo(), alpha=0.01)
