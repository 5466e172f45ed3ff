import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from bakeoff.compare.counts import compare_counts, compare_rates
from bakeoff.compare.predictions import compare_predictions
from bakeoff.compare.samples import compare_datasets, compare_samples
from bakeoff.compare.scores import compare_scores
from bakeoff.core.outcomes import FoldScores
from bakeoff.core.result import Interval, Result
from bakeoff.designs import FiveByTwo, KFold, RepeatedKFold, Resampling
from bakeoff.judge.answer import ask
from bakeoff.judge.replicability import _score_by_interval, replicability_of

ROOT = Path(__file__).parents[3]
TEN = RepeatedKFold()
NOISE = np.random.default_rng(3).normal(0, 0.05, (10, 10))
CENTRED = NOISE - NOISE.mean()
CRITICAL = stats.norm.isf(0.025)


def by_folds(size, *, noise=CENTRED, design=TEN, method="corrected-resampled-t", **options):
    """Fold scores whose mean difference is so many standard deviations of the folds."""
    a = 0.7 + noise + size * CENTRED.std()
    return compare_scores(a, np.full(noise.shape, 0.7), design=design, method=method, **options)


@pytest.mark.parametrize(("only_a", "only_b"), [(40, 18), (18, 40), (30, 28)])
def test_a_fresh_test_set_by_goodmans_formula(only_a, only_b):
    verdict = compare_counts(only_a, only_b, n=500)
    z = stats.norm.isf(verdict.result.p_value / 2)
    decided = stats.norm.cdf((z - CRITICAL) / math.sqrt(2))
    between = stats.norm.cdf((CRITICAL - z) / math.sqrt(2)) - stats.norm.cdf((-CRITICAL - z) / math.sqrt(2))
    again = verdict.replicability
    assert again.share == pytest.approx(between if verdict.decision == "undecided" else decided, rel=1e-12)
    assert (again.of, again.rests_on, again.unit) == ("test sets", 500, "items")
    assert 0 <= again.low < again.share < again.high <= 1


def test_with_no_true_difference_the_prediction_is_60_per_cent_where_2_5_per_cent_is_true():
    """The figures that the docs quote: normal scores beyond the critical one, weighted by how often."""
    scores = np.linspace(CRITICAL, 9, 20_001)
    told = stats.norm.cdf((scores - CRITICAL) / math.sqrt(2))
    weights = stats.norm.pdf(scores)
    assert round(100 * float(np.sum(told * weights) / weights.sum())) == 60
    # A second test set without a difference decides for the same model with half of alpha.
    assert stats.norm.sf(CRITICAL) == pytest.approx(0.025)
    for page in ("docs/measured.md", "src/bakeoff/judge/replicability.py"):
        text = " ".join((ROOT / page).read_text(encoding="utf-8").split())
        assert "60 %" in text
        assert "2.5 %" in text


@pytest.mark.parametrize("only_a", [15, 16, 25, 40])
def test_from_20_items_on_it_is_a_function_of_the_p_value(only_a):
    """Two metrics, two numbers of items, the same p-value: the same prediction, which is not printed."""
    verdict = compare_counts(only_a, 5, n=500)
    other = compare_counts(only_a, 5, n=90)
    assert other.result.p_value == verdict.result.p_value
    assert other.replicability.share == verdict.replicability.share
    assert not verdict.replicability.adds_to_p


def test_a_margin_that_decides_makes_it_depend_on_the_interval():
    plain = compare_counts(30, 32, n=5000)
    assert plain.replicability.by == "p-value"
    near = compare_counts(30, 32, n=5000, margin=0.003)
    assert (near.decision, near.replicability.by) == ("undecided", "interval")
    assert compare_counts(30, 32, n=5000, margin=0.01).replicability.by == "interval"
    # A margin that no interval of this width could keep changes nothing.
    assert compare_counts(30, 32, n=5000, margin=0.001).replicability.by == "p-value"


def test_a_p_value_at_alpha_is_even_odds():
    p_value = compare_counts(40, 22, n=500).result.p_value
    just = compare_counts(40, 22, n=500, alpha=p_value * (1 + 1e-9))
    assert just.decision == "a-better"
    assert just.replicability.share == pytest.approx(0.5, abs=1e-6)
    assert just.replicability.low == pytest.approx(stats.norm.cdf(-CRITICAL), abs=1e-6)
    assert just.replicability.high == pytest.approx(stats.norm.cdf(CRITICAL), abs=1e-6)


def test_names_may_change_places():
    for p, q in (((40, 18), (18, 40)), ((30, 28), (28, 30))):
        one, other = compare_counts(*p, n=500), compare_counts(*q, n=500)
        assert one.replicability.share == pytest.approx(other.replicability.share, rel=1e-9)


def test_one_sided_questions():
    greater = compare_counts(40, 18, n=500, alternative="greater")
    z = stats.norm.isf(greater.result.p_value)
    expected = stats.norm.cdf((z - stats.norm.isf(0.05)) / math.sqrt(2))
    assert greater.replicability.share == pytest.approx(expected, rel=1e-12)
    # B may be ever so far ahead: whether A is better stays undecided.
    less = compare_counts(40, 18, n=500, alternative="less")
    assert less.decision == "undecided"
    assert less.replicability.share == pytest.approx(
        stats.norm.cdf((stats.norm.isf(0.05) + z) / math.sqrt(2)), rel=1e-6
    )


def test_the_nearer_to_the_border_the_less_sure():
    shares = [compare_counts(20 + k, 20, n=500).replicability.share for k in range(40)]
    decisions = [compare_counts(20 + k, 20, n=500).decision for k in range(40)]
    border = decisions.index("a-better")
    assert all(np.diff(shares[:border]) < 0)
    assert all(np.diff(shares[border:]) > 0)
    assert min(shares) > 0.45


def test_equivalence_is_lost_near_the_margin():
    sure, near = (compare_counts(10, 12, n=5000, margin=margin) for margin in (0.01, 0.003))
    assert sure.decision == near.decision == "equivalent"
    assert sure.replicability.share > 0.999 > near.replicability.share > 0.5
    # A margin that no interval of this width could keep changes nothing.
    undecided = compare_counts(10, 12, n=5000, margin=0.001)
    assert undecided.decision == "undecided"
    assert undecided.replicability.share == compare_counts(10, 12, n=5000).replicability.share


def test_with_a_margin_an_undecided_verdict_has_two_regions():
    verdict = compare_counts(20, 32, n=1000, margin=0.024)
    assert verdict.decision == "undecided"
    assert verdict.replicability.share < compare_counts(20, 32, n=1000).replicability.share


@pytest.mark.parametrize(
    "admitted",
    [{"tried": 2}, {"tuned_on_test": True}, {"method": "difference-of-proportions", "both_right": 300}],
)
def test_nothing_is_said_where_the_p_value_does_not_mean_what_it_says(admitted):
    assert compare_counts(15, 35, n=412).replicability is not None
    assert compare_counts(15, 35, n=412, **admitted).replicability is None


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
@pytest.mark.parametrize("size", [0.0, 0.3, -3.0])
@pytest.mark.parametrize("method", ["items-folds-t", "corrected-resampled-t", "cv-all-data"])
def test_draws_at_once_are_those_one_by_one(method, size, alternative):
    a = 0.7 + CENTRED + size * CENTRED.std()
    outcomes = FoldScores(
        a=a, b=np.full(a.shape, 0.7), design=TEN, items=np.linspace(-0.3, 0.3, 50), models=0.001
    )
    case = ask(outcomes, method=method, alternative=alternative)
    by_hand = replace(case, asked=replace(case.asked, method=replace(case.method, over_runs=None)))
    assert case.method.over_runs is not None
    one, other = replicability_of(case), replicability_of(by_hand)
    for name in ("share", "low", "high"):
        assert getattr(one, name) == pytest.approx(getattr(other, name), rel=1e-9)


@pytest.mark.parametrize("metric", ["accuracy", "f1", "auc", "brier"])
def test_all_that_is_judged_by_items_has_it(metric):
    draws = np.random.default_rng(1)
    truth = draws.integers(0, 2, 200)
    a, b = (np.clip(truth * 0.4 + 0.3 + draws.normal(0, 0.3, 200), 0.01, 0.99) for _ in range(2))
    said = (a, b) if metric in ("auc", "brier") else (a > 0.5, b > 0.5)
    truth = truth if metric in ("auc", "brier") else truth == 1
    verdict = compare_predictions(truth, *said, metric=metric, resamples=200)
    assert 0.4 < verdict.replicability.share <= 1
    assert verdict.to_dict()["replicability"]["interval"] == [
        verdict.replicability.low,
        verdict.replicability.high,
    ]


def test_rates_on_two_test_sets():
    assert compare_rates(20, 100, 40, 110).replicability.rests_on == 210


def test_where_nothing_tells_nothing_is_told():
    assert compare_samples([0.8, 0.9, 0.7], [0.7, 0.8, 0.65]).replicability is None
    assert compare_datasets(np.arange(6), np.arange(6) ** 2 / 10, metric="score").replicability is None
    assert by_folds(1.0, noise=CENTRED[:1], design=KFold()).replicability is None
    same = compare_scores(np.full((2, 3), 0.8), np.full((2, 3), 0.7), design=RepeatedKFold(runs=2, folds=3))
    assert same.result.degenerate
    assert same.replicability is None
    assert compare_counts(0, 0, n=50).replicability is None


@pytest.mark.slow
def test_a_p_value_of_nothing_is_sure():
    far = compare_rates(10, 1_000_000, 900_000, 1_000_000)
    assert far.result.p_value == 0
    assert far.replicability.share > 0.999


def test_partitions_tell_by_how_much_runs_differ():
    near, far = by_folds(0.72), by_folds(1.5)
    assert near.decision == far.decision == "a-better"
    assert (near.replicability.of, near.replicability.rests_on, near.replicability.unit) == (
        "partitions",
        10,
        "runs",
    )
    assert 0.45 < near.replicability.share < 0.75
    assert near.replicability.low < 0.3
    assert far.replicability.share > 0.99
    # Runs that all say the same leave no doubt, however near to the border.
    alike = by_folds(0.72, noise=np.tile(CENTRED[:1], (10, 1)))
    assert (alike.replicability.share, alike.replicability.low) == (1, 1)


def test_it_is_the_same_whenever_it_is_asked():
    assert by_folds(0.72).replicability == by_folds(0.72).replicability


def test_halvings_are_drawn_anew():
    halves = np.random.default_rng(1).normal(0, 0.05, (15, 2))
    asked = {"method": "half-sample-t", "noise": np.tile(CENTRED[:1], (10, 1))}
    steady = by_folds(0.9, **asked, halves=np.tile([[0.02, -0.02]], (15, 1)))
    moving = by_folds(0.9, **asked, halves=halves)
    assert steady.replicability.low > 0.999
    assert moving.replicability.low < 0.999


def test_random_splits_are_drawn_one_by_one():
    splits = Resampling(splits=100)
    verdict = by_folds(1.5, noise=CENTRED.reshape(1, -1), design=splits, n_train=90, n_test=10)
    assert (verdict.replicability.rests_on, verdict.replicability.unit) == (100, "splits")
    assert (
        "that repeating all trainings with new random splits of the same data gives the same decision"
        in str(verdict)
    )


@pytest.mark.parametrize("method", ["five-by-two-t", "five-by-two-f", "corrected-resampled-t", "cv-all-data"])
def test_five_runs_of_two_folds(method):
    again = by_folds(0.7, noise=CENTRED[:5, :2], design=FiveByTwo(), method=method).replicability
    assert again.rests_on == 5
    assert 0 <= again.low <= again.share <= again.high <= 1


def test_two_runs_say_little():
    few = by_folds(0.75, noise=CENTRED[:2], design=RepeatedKFold(runs=2)).replicability
    assert few.high - few.low > 0.9


def test_partitions_can_be_equivalent():
    verdict = by_folds(0.02, margin=0.1)
    assert verdict.decision == "equivalent"
    assert verdict.replicability.share > 0.99


def test_two_runs_are_drawn_in_four_ways_and_vary_too_little_by_a_factor():
    """All four draws of two runs by hand; the program's 200 leave a relative error of 5 % in the spread."""
    noise = CENTRED[:2, :] + np.array([[-0.01], [0.01]])
    verdict = by_folds(0.5, noise=noise, design=RepeatedKFold(runs=2))
    scores = 0.7 + noise + 0.5 * CENTRED.std()
    z = []
    for drawn in ((0, 0), (0, 1), (1, 0), (1, 1)):
        found = compare_scores(
            scores[list(drawn)],
            np.full((2, 10), 0.7),
            design=RepeatedKFold(runs=2),
            method="corrected-resampled-t",
        )
        z.append(math.copysign(stats.norm.isf(found.result.p_value / 2), found.result.estimate))
    spread = math.sqrt(2) * np.std(z) * math.sqrt(2 / 1)  # of a new score around the old; of so few runs
    here = math.copysign(stats.norm.isf(verdict.result.p_value / 2), verdict.result.estimate)
    inside = stats.t.cdf((CRITICAL - here) / spread, 1) - stats.t.cdf((-CRITICAL - here) / spread, 1)
    expected = inside if verdict.decision == "undecided" else stats.t.sf((CRITICAL - here) / spread, 1)
    assert verdict.replicability.share == pytest.approx(expected, abs=0.03)


def test_splits_are_drawn_where_splits_are_the_runs():
    noise = np.random.default_rng(8).normal(0, 0.05, 30)
    verdict = compare_scores(
        0.7 + noise - noise.mean() + 0.03, np.full(30, 0.7), design=Resampling(), method="resampled-t"
    )
    assert verdict.replicability.rests_on == 30
    assert 0.5 < verdict.replicability.share < 0.99


def test_of_many_that_were_tried_a_decision_is_reached_again_less_often():
    once, often = (by_folds(1.6, tried=tried) for tried in (1, 3))
    assert once.decision == often.decision == "a-better"
    assert often.replicability.share < once.replicability.share


@pytest.mark.parametrize("size", [0.2, -0.2])
def test_equivalence_among_many_asks_for_more(size):
    once, often = (by_folds(size, tried=tried, margin=0.06) for tried in (1, 3))
    assert once.decision == often.decision == "equivalent"
    assert often.replicability.share < once.replicability.share


def test_who_is_called_a_makes_no_difference_to_equivalence_among_many():
    here, there = (by_folds(0.2 * sign, noise=sign * CENTRED, tried=3, margin=0.06) for sign in (1, -1))
    assert here.result.estimate == pytest.approx(-there.result.estimate)
    assert here.replicability.share == pytest.approx(there.replicability.share)


@pytest.mark.parametrize("method", ["permutation", "bootstrap"])
@pytest.mark.parametrize("asked", ["two-sided", "greater"])
def test_draws_none_of_which_go_against_it_do_not_hide_how_far_out_it_is(method, asked):
    # 90 against 10 of 400: z is 8; 999 draws alone could not tell it from 3.1.
    truth, a, b = (np.array(list(side)).repeat((300, 90, 10)) for side in ("xxx", "xxy", "xyx"))
    truth[:150], a[:150], b[:150] = "y", "y", "y"
    given = {"metric": "macro-f1", "alternative": asked, "rng": 0}
    counted = compare_predictions(truth, a, b, method=method, resamples=999, **given)
    assert counted.result.p_value == pytest.approx(counted.result.least_p, rel=1e-9)
    assert counted.replicability.share > 0.999
    told = compare_predictions(truth, a, b, method="jackknife", metric="macro-f1", alternative=asked)
    assert counted.replicability.share == pytest.approx(told.replicability.share, abs=0.001)


def test_draws_some_of_which_go_against_it_tell_by_themselves():
    truth, a, b = (np.array(list(side)).repeat((300, 30, 10)) for side in ("xxx", "xxy", "xyx"))
    truth[:150], a[:150], b[:150] = "y", "y", "y"
    found = compare_predictions(truth, a, b, metric="macro-f1", method="permutation", rng=0)
    z = stats.norm.isf(found.result.p_value / 2)
    assert found.result.p_value > 1.5 * found.result.least_p
    assert found.replicability.share == pytest.approx(stats.norm.cdf((z - CRITICAL) / math.sqrt(2)), rel=1e-9)


@pytest.mark.parametrize(
    ("low", "score"),
    [(0.01, 0.1 / 0.09 * CRITICAL), (0.05, 2 * CRITICAL), (0.09, 8.0)],
    ids=["wide", "", "far"],
)
def test_the_interval_tells_where_draws_no_longer_do(low, score):
    result = Result(
        method="bootstrap",
        estimate=0.1,
        interval=Interval(low=low, high=0.2),
        level=0.95,
        alternative="two-sided",
        p_value=2 / 100,
        n=50,
        resamples=99,
        least_p=2 / 100,
    )
    by_draws = stats.norm.isf(0.01)
    assert _score_by_interval(result) == pytest.approx(max(score, by_draws), rel=1e-9)
    assert _score_by_interval(replace(result, p_value=0.05)) == pytest.approx(CRITICAL, rel=1e-9)
    turned = replace(result, estimate=-0.1, interval=Interval(low=-0.2, high=-low))
    assert _score_by_interval(turned) == pytest.approx(-max(score, by_draws), rel=1e-9)


@pytest.mark.parametrize(
    ("metric", "labels"), [("accuracy", True), ("macro-f1", True), ("brier", False), ("auc", False)]
)
def test_nothing_is_said_of_a_handful_of_clusters(metric, labels):
    rng = np.random.default_rng(6)
    truth = rng.integers(0, 2, 400)
    chance = np.clip(rng.normal(0.3 + 0.4 * truth, 0.25, (2, 400)), 0, 1)
    a, b = (chance > 0.5).astype(int) if labels else chance
    few = compare_predictions(truth, a, b, metric=metric, clusters=np.arange(400) % 8)
    many = compare_predictions(truth, a, b, metric=metric, clusters=np.arange(400) % 200)
    assert few.replicability is None
    assert many.replicability is not None


@pytest.mark.parametrize("ahead", [25, 27, 29, 33])
def test_more_draws_do_not_make_it_less_likely(ahead):
    truth, b = np.zeros(400, dtype=int), np.zeros(400, dtype=int)
    truth[:200] = b[:200] = 1
    b[180 : 180 + ahead] = 1 - b[180 : 180 + ahead]
    few, many = (
        compare_predictions(truth, truth, b, metric="macro-f1", method="bootstrap", resamples=draws)
        for draws in (1000, 10_000)
    )
    assert few.replicability.share == pytest.approx(many.replicability.share, abs=0.01)
    assert many.replicability.share > 0.97
