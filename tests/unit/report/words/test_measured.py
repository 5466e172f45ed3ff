from dataclasses import replace

from bakeoff.core.verdict import Measured
from bakeoff.designs import KFold
from bakeoff.report.words.measured import measured_told

FOUND = Measured(worlds=2, under="10 folds", low=0.02, high=0.18, worst="wild")
RATES = "was 2.0 to 18.0 % at a nominal 5 %, two-sided, in 2 simulated settings without a true difference"


def test_what_was_measured_about_the_method():
    said = f"with 10 folds, the false-alarm rate of this method {RATES}"
    assert measured_told(FOUND) == said
    assert measured_told(replace(FOUND, remark="rough")) == f"{said}; rough"
    assert measured_told(Measured(remark="rough")) == "rough"
    items = replace(FOUND, options=(("floor", "items"),))
    assert (
        measured_told(items) == f"with 10 folds and floor items, the false-alarm rate of this method {RATES}"
    )


def test_what_was_not_measured_is_said_after_what_was():
    other = replace(FOUND, unmeasured=KFold(folds=5), unmeasured_options=(("df", 7.0),))
    usual = "with 10 folds and its usual options, the false-alarm rate of this method"
    assert measured_told(other) == f"{usual} {RATES}; it was not measured with 5 folds, df 7"
    assert measured_told(replace(other, unmeasured_metric="auc")) == (
        f"{usual}, by accuracy, {RATES}; it was not measured with 5 folds, df 7, or by auc"
    )
    by_loss = replace(FOUND, unmeasured_metric="log-loss", remark="rough")
    assert measured_told(by_loss) == (
        f"with 10 folds, the false-alarm rate of this method, by accuracy, {RATES}; it was not measured by "
        f"log-loss; rough"
    )
