import numpy as np
import pytest

from bakeoff import compare_predictions
from bakeoff.core.outcomes import FoldScores, PairedItems, PairedLabels, RankedItems
from bakeoff.designs import RepeatedKFold
from bakeoff.judge.answer import answer
from bakeoff.judge.pitfalls import Background
from bakeoff.metrics import METRICS


def found(key, outcomes, *, metric="accuracy", **background):
    verdict = answer(outcomes, metric=metric, background=Background(**background), names=("ant", "bee"))
    return [caveat.text for caveat in verdict.caveats if caveat.key == key]


def items(right_a, right_b, n=100):
    """As many right answers of either, with as little in common as can be."""
    both = max(0, right_a + right_b - n)
    return PairedItems(only_a=right_a - both, only_b=right_b - both, n=n, both_right=both)


def test_a_learner_no_better_than_the_commonest_class():
    (text,) = found("no-better-than-commonest", items(60, 80), commonest=("no", 0.6))
    assert text.startswith(
        "always predicting no would be correct for 60.0 % of the items; no better than that: ant (60.0 %); "
    )
    (text,) = found("no-better-than-commonest", items(80, 55), metric="error", commonest=("no", 0.6))
    assert "no better than that: bee (55.0 %)" in text
    (text,) = found("no-better-than-commonest", items(50, 55), commonest=("no", 0.6))
    assert "no better than that: ant (50.0 %) and bee (55.0 %)" in text
    assert found("no-better-than-commonest", items(61, 80), commonest=("no", 0.6)) == []


def test_balanced_classes_are_not_called_unequal():
    assert found("imbalanced-classes", items(45, 50), commonest=("no", 0.5)) == []
    assert len(found("imbalanced-classes", items(85, 90), commonest=("no", 0.8))) == 1


def test_a_baseline_that_is_meant_to_be_one_is_left_alone():
    assert found("no-better-than-commonest", items(60, 80), commonest=("no", 0.6), follow=("ant",)) == []
    assert len(found("no-better-than-commonest", items(60, 80), commonest=("no", 0.8), follow=("ant",))) == 1


def test_metrics_that_mind_the_balance_need_no_warning():
    table = np.zeros((2, 2, 2), dtype=np.int64)
    table[0, 0, 0], table[1, 1, 1], table[1, 1, 0], table[0, 1, 0] = 70, 10, 12, 8
    labels = PairedLabels(table=table, labels=("no", "yes"), metric=METRICS["mcc"].compute)
    assert found("imbalanced-classes", labels, metric="mcc", commonest=("no", 0.9)) == []


def test_fold_scores_are_held_against_the_commonest_class_too():
    draws = np.random.default_rng(0).normal(0, 0.02, (2, 2, 5))
    scores = FoldScores(a=0.55 + draws[0], b=0.7 + draws[1], design=RepeatedKFold(runs=2, folds=5))
    assert len(found("no-better-than-commonest", scores, commonest=("no", 0.6))) == 1
    assert found("no-better-than-commonest", scores, commonest=("no", 0.5)) == []


def test_who_makes_no_error_and_what_to_look_for():
    (text,) = found("no-errors", items(80, 100))
    assert text == ("no errors: bee on 100 items; check that no model was trained on these items")
    (text,) = found("no-errors", items(100, 100), data="mine")
    assert text == (
        "no errors: ant on 100 items and bee on 100 items; check that no attribute reveals the class"
    )
    unknown = PairedItems(only_a=0, only_b=20, n=100)
    assert found("no-errors", unknown) == []


@pytest.mark.parametrize("name", ["iris", "IRIS", "breast_cancer", "Breast Cancer", " mnist "])
def test_well_known_names_in_all_their_spellings(name):
    assert len(found("well-known-data", items(60, 80), data=name)) == 1


@pytest.mark.parametrize("name", ["", "data", "iris-2", "my wine cellar"])
def test_other_names_are_nobodys_benchmark(name):
    assert found("well-known-data", items(60, 80), data=name) == []


def test_learners_that_are_meant_to_score_all_items_alike_are_left_alone():
    positive = np.arange(60) % 2 == 0
    areas = RankedItems(positive=positive, a=np.full(60, 0.5), b=np.arange(60) + 3.0 * positive)
    (text,) = found("no-better-than-commonest", areas, metric="auc")
    assert text.startswith("the same prediction for all 60 items, which distinguishes none: ant; ")
    assert found("no-better-than-commonest", areas, metric="auc", follow=("ant",)) == []


@pytest.mark.parametrize("classes", [2, 400])
def test_a_model_that_gives_one_label_is_seen_in_tables_of_few_and_of_many_classes(classes):
    truth = [f"c{at % classes}" for at in range(800)]
    other = [f"c{at % classes if at % 3 else 1}" for at in range(800)]
    verdict = compare_predictions(truth, other, ["c0"] * 800, metric="balanced-accuracy")
    texts = [each.text for each in verdict.caveats if each.key == "no-better-than-commonest"]
    assert [text.split(";")[0] for text in texts] == [
        "the same prediction for all 800 items, which distinguishes none: B"
    ]
