import numpy as np
import pytest

from bakeoff.compare.samples import compare_datasets, compare_layout, compare_samples
from bakeoff.compare.scores import compare_scores
from bakeoff.core.exceptions import InputError
from bakeoff.designs import KFold, RepeatedKFold

WAVE = np.random.default_rng(5)
A, B = 0.8 + 0.05 * WAVE.random((10, 10)), 0.78 + 0.05 * WAVE.random((10, 10))
LOSS_A, LOSS_B = np.array([0.9, 0.8, 0.85, 0.88]), np.array([0.7, 0.75, 0.7, 0.8])
FOUR = KFold(folds=4)


def keys(verdict):
    return [caveat.key for caveat in verdict.caveats]


def test_scores_in_percent():
    percent = compare_scores(100 * A, 100 * B, design=RepeatedKFold(), metric="accuracy")
    fractions = compare_scores(A, B, design=RepeatedKFold(), metric="accuracy")
    assert keys(percent) == ["items-unknown", "scores-in-percent"]
    assert f"scores reach {100 * A.max():g}, but accuracy lies between 0 and 1" in percent.caveats[1].text
    assert percent.result.estimate == pytest.approx(100 * fractions.result.estimate, rel=1e-12)
    assert percent.sentence == fractions.sentence


def test_percent_is_seen_wherever_scores_are_given():
    assert keys(compare_samples([80, 81, 83], [70, 75, 71])) == ["scores-in-percent"]
    assert keys(compare_datasets([80, 81, 83] * 2, [70, 75, 71] * 2, metric="accuracy")) == [
        "scores-in-percent"
    ]
    errors = compare_scores([10, 20, 15], [30, 25, 31], design=KFold(folds=3), metric="error")
    assert keys(errors) == ["one-partition", "items-unknown", "scores-in-percent"]
    assert errors.result.estimate > 0


def test_a_loss_above_one_is_no_percentage():
    assert keys(compare_samples([1.5, 2.1, 1.9], [1.6, 2.2, 2.4], metric="log-loss")) == []


@pytest.mark.parametrize(
    ("a", "b", "said"),
    [
        ([0.8, 0.9, 0.7], [80, 85, 90], "reach 90 and those of the other 0.9"),
        ([80, 85, 90], [0.8, 0.9, 1], "reach 90 and those of the other 1;"),
    ],
)
def test_percentages_held_against_fractions_are_refused(a, b, said):
    for compare in (
        compare_samples,
        lambda a, b: compare_scores(a, b, design=KFold(folds=3), metric="accuracy"),
    ):
        with pytest.raises(InputError, match=f"{said}.*give both on the same scale"):
            compare(a, b)


@pytest.mark.parametrize(
    ("a", "b", "key", "said"),
    [
        (
            [80, 101, 90],
            [70, 85, 80],
            "scores-out-of-range",
            "a score is 101, but accuracy lies between 0 and 1",
        ),
        ([80, 85, 90], [-7, 85, 80], "scores-out-of-range", "a score is -7, but accuracy"),
        ([-0.5, -0.4, -0.7], [-0.6, -0.5, -0.3], "scores-out-of-range", "a score is -0.7, but accuracy"),
    ],
)
def test_scores_that_their_metric_cannot_take(a, b, key, said):
    assert keys(compare_samples(a, b)) == [key]
    assert keys(compare_datasets(a * 2, b * 2, metric="accuracy")) == [key]
    verdict = compare_scores(a, b, design=KFold(folds=3), method="corrected-resampled-t", metric="accuracy")
    (caveat,) = (each for each in verdict.caveats if each.key not in ("one-partition", "halvings-skipped"))
    assert caveat.key == key
    assert said in caveat.text


def test_what_lies_in_the_range_of_its_metric_has_none():
    assert keys(compare_samples([-0.5, -0.4, 0.7], [-0.6, -0.5, -0.3], metric="mcc")) == []
    assert keys(compare_samples([-50, -40, 70], [-60, -50, -30], metric="mcc")) == ["scores-in-percent"]
    assert keys(compare_samples([0.1, 0.2, 0.4], [0.3, 0.4, 0.5], metric="error")) == []
    assert keys(compare_samples([0, 1, 0.4], [0, 0.4, 0.5])) == []


def test_losses_that_were_negated_are_refused():
    message = (
        "the scores are negative, down to -0.9, but log-loss is never negative; they look like losses negated"
    )
    negated = -LOSS_A, -LOSS_B
    for compare in (compare_samples, compare_datasets):
        with pytest.raises(InputError, match=message):
            compare(*negated, metric="log-loss")
    with pytest.raises(InputError, match=message):
        compare_layout(*(np.vstack([each, each]) for each in negated), metric="log-loss")


@pytest.mark.parametrize("metric", ["log-loss", "brier", "squared-error", "error"])
def test_negated_scores_of_folds_are_refused(metric):
    message = (
        f"the scores are negative, down to -0.9, but {metric} is never negative; they look like losses "
        f"negated by scikit"
    )
    with pytest.raises(InputError, match=message):
        compare_scores(-LOSS_A, -LOSS_B, design=FOUR, metric=metric)
    for a in ([0.0] * 4, [-0.1, 0.2, 0.1, 0.1]):
        compare_scores(a, [0.0] * 4, design=FOUR, metric=metric)
