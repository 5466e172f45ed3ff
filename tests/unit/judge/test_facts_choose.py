import numpy as np
import pytest
from tests.looping import in_one_test

from bakeoff.core.design import in_words
from bakeoff.core.exceptions import IllegalMethodError, UnknownNameError
from bakeoff.core.outcomes import (
    DatasetScores,
    FoldScores,
    LayoutScores,
    PairedItems,
    PairedLabels,
    PairedScores,
    RankedItems,
    RatePair,
    SampleScores,
)
from bakeoff.core.verdict import Reason
from bakeoff.designs import Bootstrap, FiveByTwo, Holdout, KFold, LeaveOneOut, RepeatedKFold, Resampling
from bakeoff.judge.facts import is_legal, legal_methods, pick
from bakeoff.measured.tables import risk_under, risks
from bakeoff.methods import METHODS
from bakeoff.report.words.facts import reason_told

ITEMS = PairedItems(only_a=3, only_b=9, n=20)


def folds(design, shape=None, **known):
    scores = np.linspace(0.5, 0.9, int(np.prod(shape or design.shape))).reshape(shape or design.shape)
    return FoldScores(a=scores, b=scores[::-1], design=design, **known)


@in_one_test(
    ("outcomes", "method", "why"),
    [
        (ITEMS, "mcnemar-mid-p", "right and wrong answers of two models"),
        (RatePair(errors_a=20, n_a=100, errors_b=30, n_b=100), "two-proportion-z", "normal approximation"),
        (RatePair(errors_a=2, n_a=100, errors_b=30, n_b=100), "two-proportion-exact", "too few errors"),
        (SampleScores(a=[1, 2], b=[2, 3]), "paired-t", "same independent samples"),
        (SampleScores(a=[1, 2], b=[2, 3], paired=False), "unpaired-t", "separate samples"),
        (DatasetScores(a=[1, 2], b=[2, 3]), "wilcoxon", "over data sets"),
        (LayoutScores(a=[[1, 2]], b=[[2, 3]]), "quasi-f", "training set and item"),
        (PairedScores(a=[1, 2], b=[2, 3]), "skewed-t", "one number for each item"),
        (RankedItems(positive=np.array([True, False]), a=[1, 2], b=[2, 3]), "area-t", "ROC"),
        (
            PairedLabels(table=np.ones((2, 2, 2)), labels=(0, 1), metric=None),
            "score-t",
            "metrics of predicted labels",
        ),
        (folds(KFold()), "corrected-resampled-t", "the overlap of training sets"),
        (
            folds(RepeatedKFold()),
            "cv-all-data",
            "with df 5, a cautious choice, it raised the fewest",
        ),
        (folds(RepeatedKFold(), halves=[[0.1, 0.2]]), "half-sample-t", "fold scores with halves"),
        (folds(Resampling()), "corrected-resampled-t", "the overlap of training sets"),
        (folds(FiveByTwo()), "corrected-resampled-t", "the overlap of training sets"),
        (folds(RepeatedKFold(runs=10, folds=9)), "corrected-resampled-t", "the overlap of training sets"),
        (folds(RepeatedKFold(runs=2, folds=10)), "cv-all-data", "the fewest false alarms"),
        (folds(RepeatedKFold(runs=5, folds=2)), "corrected-resampled-t", "the overlap of training sets"),
    ],
)
def test_auto_chooses_and_says_why(outcomes, method, why):
    record, reason = pick("auto", outcomes)
    assert record.key == method
    assert why in reason_told(reason)


def test_a_method_that_was_asked_for_needs_no_reason():
    record, reason = pick("mcnemar", ITEMS)
    assert (record.key, reason) == ("mcnemar", None)


@pytest.mark.parametrize(
    "outcomes", [folds(Holdout()), folds(LeaveOneOut(), (1, 5)), folds(Bootstrap(samples=9))]
)
def test_fold_scores_that_no_sound_method_judges(outcomes):
    with pytest.raises(IllegalMethodError, match=r"no sound method.*compare_predictions"):
        pick("auto", outcomes)


def test_unknown_method_names_the_nearest():
    with pytest.raises(UnknownNameError, match="no method is called 'mcnemer'; did you mean 'mcnemar'"):
        pick("mcnemer", ITEMS)


def test_an_illegal_method_names_the_legal_ones():
    with pytest.raises(IllegalMethodError) as caught:
        pick("wilcoxon", ITEMS)
    message = str(caught.value)
    assert message.startswith(
        "wilcoxon takes one score for each data set; these are two classifiers' right and"
    )
    assert message.endswith(
        "Methods that take them: difference-of-proportions (unsound), mcnemar, mcnemar-exact, mcnemar-mid-p"
    )


def test_a_method_of_another_design_names_the_design():
    with pytest.raises(IllegalMethodError) as caught:
        pick("resampled-t", folds(KFold(folds=5)))
    message = str(caught.value)
    assert message.startswith("resampled-t takes designs resampling; these are scores of KFold(folds=5). ")
    assert "Methods that take them: corrected-resampled-t, " in message
    assert "kfold-t" in message
    assert "stratified" not in message


def test_clusters_are_the_reason_where_there_are_some():
    record, reason = pick("auto", PairedScores(a=[1, 2], b=[2, 3], clusters=[0, 1]))
    assert (record.key, reason) == ("skewed-t", Reason(why="respects-clusters"))


def test_one_run_of_repeated_kfold_is_kfold():
    assert is_legal(METHODS["kfold-t"], folds(RepeatedKFold(runs=1, folds=10)))
    assert not is_legal(METHODS["kfold-t"], folds(RepeatedKFold(runs=2, folds=10)))


def test_five_by_two_is_also_repeated_kfold():
    keys = {method.key for method in legal_methods(folds(FiveByTwo()))}
    assert {"five-by-two-t", "five-by-two-f", "cv-all-data", "corrected-resampled-t"} <= keys


@in_one_test("key", METHODS.keys())
def test_only_its_own_kind_of_outcomes_is_legal_for_a_method(key):
    method = METHODS[key]
    samples = SampleScores(a=[1, 2], b=[2, 3])
    for outcomes in (ITEMS, samples, DatasetScores(a=[1, 2], b=[2, 3]), LayoutScores(a=[[1]], b=[[2]])):
        assert is_legal(method, outcomes) == (type(outcomes) is method.takes)


@pytest.mark.parametrize("design", [RepeatedKFold(), KFold(), FiveByTwo(), Resampling()], ids=in_words)
def test_auto_has_the_lowest_worst_rate_of_false_alarms_that_was_measured(design):
    outcomes = folds(design)
    record, _ = pick("auto", outcomes)
    chosen = risk_under(record.key, design, record.usual(outcomes))
    others = [
        each
        for each in risks()
        if each.design == in_words(design)
        and not METHODS[each.method].needs
        and METHODS[each.method].takes is FoldScores
        and not METHODS[each.method].unsound
    ]
    assert chosen in others
    assert chosen.sizes()[1] == min(each.sizes()[1] for each in others)
