import numpy as np

from bakeoff.core.outcomes import FoldScores, PairedItems
from bakeoff.designs import FiveByTwo, Holdout, KFold, RepeatedKFold
from bakeoff.measured.risk import measured_risk, risk_under
from bakeoff.methods import METHODS

TEN = RepeatedKFold(runs=10, folds=10)


def scores(design):
    return FoldScores(a=np.zeros(design.shape), b=np.zeros(design.shape), design=design)


def test_a_verdict_on_folds_quotes_its_own_design():
    told = measured_risk(METHODS["corrected-resampled-t"], scores(TEN), {}, 0.05)
    assert "57 worlds without a difference, under 10 x 10 folds, it" in told
    assert "at a nominal 5 %" in told


def test_another_design_is_called_another():
    told = measured_risk(METHODS["kfold-t"], scores(KFold(folds=5)), {}, 0.05)
    assert told.startswith("nothing under 5 folds; with its usual options, in ")
    assert "under 10 folds" in told


def test_options_set_procedures_apart_and_usual_ones_do_not():
    usual = risk_under("cv-all-data", TEN, {"df": "calibrated"})
    assert usual == risk_under("cv-all-data", TEN, {})
    assert risk_under("cv-all-data", TEN, {"df": "nominal"}).sizes()[1] > usual.sizes()[1]
    assert risk_under("half-sample-t", TEN, {"floor": "items"}) != risk_under("half-sample-t", TEN, {})
    assert risk_under("cv-all-data", TEN, {"df": 10}) == usual  # what was calibrated
    assert risk_under("cv-all-data", TEN, {"df": 7}) is None
    told = measured_risk(METHODS["cv-all-data"], scores(TEN), {"df": 7}, 0.05)
    assert told.startswith("nothing under 10 x 10 folds, df 7; with its usual options, in ")


def test_a_test_set_of_unknown_origin_compares_classifiers():
    items = PairedItems(only_a=3, only_b=5, n=50)
    assert measured_risk(METHODS["mcnemar"], items, {}, 0.05) == ""
    assert "under one split that tests on a third" in measured_risk(
        METHODS["mcnemar"], items, {}, 0.05, Holdout()
    )


def test_what_is_known_beside_the_table_is_added():
    told = measured_risk(METHODS["kfold-weighted-t"], scores(KFold(folds=10)), {}, 0.05)
    assert "worlds without a difference" in told
    assert told.endswith(METHODS["kfold-weighted-t"].risk)
    assert "under 5 x 2 folds" in measured_risk(METHODS["five-by-two-t"], scores(FiveByTwo()), {}, 0.01)
