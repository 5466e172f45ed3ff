import pytest
from tests.looping import in_one_test

from bakeoff.metrics import METRICS
from bakeoff.read.importers._record import direction, higher_is_better

LOWER = [
    *(
        "loss",
        "word_perplexity",
        "Mean_absolute_error",
        "train-nll",
        "WER",
        "max error",
        "bits_per_byte",
        "ter",
    ),
    *(
        "pct_stereotype",
        "likelihood_diff",
        "brier_score",
        "perspective_api_toxicity_score",
        "cer",
        "max_error",
    ),
]
HIGHER = [
    *(
        "acc",
        "acc_norm",
        "acc_mutual_info",
        "exact_match",
        "em",
        "f1",
        "mcc",
        "bleu",
        "chrf",
        "chrf++",
        "mc1",
    ),
    *("mc2", "pass@1", "pass_at_10", "rougeL_max", "rouge1_acc", "bleu_diff", "prompt_level_strict_acc"),
    *(
        "neg_mean_squared_error",
        "d2_absolute_error_score",
        "r2",
        "explained_variance",
        "roc_auc_ovr",
        "score",
    ),
    *("v_measure_score", "model_graded_qa", "positive_likelihood_ratio", "top_k_accuracy", "jaccard_macro"),
]


@in_one_test("name", LOWER)
def test_lower_is_better(name):
    assert higher_is_better(name) is False


@in_one_test("name", HIGHER)
def test_higher_is_better(name):
    assert higher_is_better(name) is True


@pytest.mark.parametrize(
    "name", ["glossary", "interror", "center", "risk_score", "answer_length", "judge/style", ""]
)
def test_names_that_tell_nothing(name):
    assert higher_is_better(name) is None
    higher, (note,) = direction(name)
    assert higher
    assert note.startswith(f"higher {name!r} is assumed to be better")
    assert direction(name, False) == (False, ())


@in_one_test("metric", METRICS)
def test_our_own_metrics_are_told_rightly(metric):
    assert direction(metric.key) == (metric.higher_is_better, ())


def test_what_is_known_goes_before_the_name():
    assert direction("loss", True) == (True, ())
