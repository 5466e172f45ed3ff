import numpy as np
import pytest
from scipy import stats
from tests.looping import in_one_test

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import ClusterKinds, PairedLabels, PairedScores, RankedItems
from bakeoff.methods._label_kinds import label_kinds
from bakeoff.methods._paired_items import NONE_DISCORDANT
from bakeoff.methods._ranked_kinds import ranked_kinds
from bakeoff.methods._reference import IDENTICAL, NO_SPREAD, Asked
from bakeoff.methods._resampling import _expanded, bootstrap_gaps, bootstrap_interval, expanded_p
from bakeoff.methods.bootstrap import bootstrap
from bakeoff.metrics import METRICS

TABLE = np.array([[[40, 5], [2, 3]], [[4, 1], [8, 37]]])


def accuracy(matrices):
    return np.trace(matrices, axis1=-2, axis2=-1) / matrices.sum(axis=(-2, -1))


def ask(table=TABLE, alternative="two-sided", **options):
    labels = PairedLabels(table=np.asarray(table), labels=(0, 1), metric=accuracy)
    return bootstrap(labels, level=0.95, alternative=alternative, **{"resamples": 1000} | options)


def test_spread_is_that_of_the_items():
    # 13 items for A, 6 for B: the standard error of the difference is sqrt(.19 - .07^2) / 10 = .0431; 4
    # standard errors of a deviation found from 1000 resamples are 9 %.
    table = [[[40, 13], [6, 0]], [[0, 0], [0, 41]]]
    low, high = ask(table, resamples=4000).interval
    assert (high - low) / 2 == pytest.approx(1.96 * 0.0431, rel=0.09)


def test_another_rng_is_another_answer():
    assert ask(rng=3) == ask(rng=3)
    assert ask(rng=3).interval != ask(rng=4).interval


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_identical_answers(alternative):
    result = ask([[[5, 0], [0, 2]], [[1, 0], [0, 4]]], alternative)
    assert (result.estimate, result.p_value, result.degenerate) == (0, 1, True)
    # As Tango's interval of 12 items, none of which tells A from B.
    z = stats.norm.isf(0.025 if alternative == "two-sided" else 0.05)
    reach = pytest.approx(z**2 / (12 + z**2), rel=1e-9)
    assert -result.interval.low == (np.inf if alternative == "less" else reach)
    assert result.interval.high == (np.inf if alternative == "greater" else reach)
    assert NONE_DISCORDANT in result.notes


def test_one_item_proves_nothing_and_does_not_vary():
    result = ask([[[0, 1], [0, 0]], [[0, 0], [0, 0]]])
    assert result.estimate == 1
    assert result.degenerate
    assert NO_SPREAD in result.notes


def test_p_values_are_never_0():
    told = ask([[[0, 90], [0, 0]], [[0, 0], [0, 10]]], interval="percentile")
    assert told.p_value == pytest.approx(2 / 1001, rel=1e-12)


@in_one_test("seed", range(20))
def test_p_value_and_expanded_interval_say_the_same_of_0(seed):
    """Quantiles between two resamples and tied ones leave a hair's breadth."""
    table = np.random.default_rng(seed).multinomial(40, [0.3, 0.1, 0.1, 0.05, 0.05, 0.1, 0.05, 0.25])
    told = ask(table.reshape(2, 2, 2), resamples=2000)
    low, high = told.interval
    if abs(told.p_value - 0.05) > 0.01:
        assert (low > 0 or high < 0) == (told.p_value < 0.05)


@pytest.mark.parametrize("resamples", [0, -5, 2.5, "many"])
def test_resamples_are_a_positive_whole_number(resamples):
    with pytest.raises(InputError, match="resamples is"):
        ask(resamples=resamples)


def test_the_note_tells_the_monte_carlo_error():
    assert ask().notes[0].startswith("1000 resamples: the p-value has a Monte-Carlo error of ")


def test_a_resample_without_difference_speaks_for_neither_side():
    # One win each: by symmetry a share t of the resamples is tied and each one-sided p-value is (1 + t) / 2.
    # Both kinds are drawn equally often with chance sum_k 10!/(k! k! (10-2k)!) .1^2k .8^(10-2k) = .2931; 4
    # standard errors of a share found from 4000 resamples are .03.
    table = [[[4, 1], [1, 0]], [[0, 0], [0, 4]]]
    told = [
        ask(table, alternative, resamples=4000, interval="percentile") for alternative in ("greater", "less")
    ]
    p = [each.p_value for each in told]
    assert sum(p) == pytest.approx(1.2931, abs=0.03)


@pytest.mark.parametrize(("differ", "two_sided", "greater"), [(1, 1.0, 0.5), (3, 0.25, 0.125)])
def test_it_is_never_surer_than_the_items_that_differ_allow(differ, two_sided, greater):
    table = np.zeros((2, 2, 2), dtype=np.int64)
    table[0, 0, 0], table[1, 1, 1], table[0, 0, 1] = 50, 50, differ
    assert ask(table).p_value == two_sided
    assert ask(table, "greater").p_value == greater


def by_scipy(statistic, columns, gaps, level):
    """BCa limits by scipy from rows, with differences that were drawn before."""
    drawn = stats.bootstrap(
        columns, statistic, n_resamples=9, paired=True, vectorized=False, method="percentile", random_state=0
    )
    drawn.bootstrap_distribution = gaps
    found = stats.bootstrap(
        columns,
        statistic,
        n_resamples=0,
        paired=True,
        vectorized=False,
        method="BCa",
        confidence_level=level,
        bootstrap_result=drawn,
    )
    return tuple(found.confidence_interval)


@pytest.mark.parametrize("level", [0.8, 0.95])
@pytest.mark.parametrize("metric", ["f1", "mcc"])
def test_bca_agrees_with_scipy_on_rows(metric, level):
    compute = METRICS[metric].compute

    def measure(matrices):
        return compute(matrices)[..., 1] if metric == "f1" else compute(matrices)

    table = np.array([[[40, 9], [2, 3]], [[4, 1], [2, 15]]])
    labels = PairedLabels(table=table, labels=(0, 1), metric=measure)
    gaps, _ = bootstrap_gaps(label_kinds(labels), 500, 3)
    rows = np.repeat(np.argwhere(np.ones_like(table)), table.ravel(), axis=0)

    def statistic(truth, a, b):
        of_a, of_b = np.zeros((2, 2)), np.zeros((2, 2))
        np.add.at(of_a, (a, truth), 1)
        np.add.at(of_b, (b, truth), 1)
        return float(measure(of_a) - measure(of_b))

    ours, _ = bootstrap_interval(label_kinds(labels), gaps, Asked("m", level, "two-sided"), "bca")
    assert tuple(ours) == pytest.approx(by_scipy(statistic, tuple(rows.T), gaps, level), rel=1e-9)


def test_bca_of_areas_agrees_with_scipy_on_rows():
    rng = np.random.default_rng(5)
    positive = rng.random(60) < 0.3
    a, b = np.round(2 * positive + rng.normal(size=(2, 60)), 1)
    items = RankedItems(positive=positive, a=a, b=b - 0.8 * positive)
    gaps, _ = bootstrap_gaps(ranked_kinds(items), 400, 1)
    area = METRICS["auc"].compute

    def statistic(truth, a, b):
        return area(truth, a) - area(truth, b)

    ours, _ = bootstrap_interval(ranked_kinds(items), gaps, Asked("m", 0.9, "two-sided"), "bca")
    expected = by_scipy(statistic, (items.positive, items.a, items.b), gaps, 0.9)
    assert tuple(ours) == pytest.approx(expected, rel=1e-9)


@pytest.mark.slow
def test_clusters_are_drawn_as_a_whole():
    # Against a loop that draws clusters and puts their rows together; Kolmogorov-Smirnov at a false-alarm
    # rate of 1e-4.
    rng = np.random.default_rng(2)
    cluster = np.repeat(np.arange(15), rng.integers(1, 9, 15))
    hard = rng.random(15)[cluster]
    truth = rng.integers(0, 2, cluster.size)
    a, b = (np.where(rng.random(cluster.size) < hard, truth, 1 - truth) for _ in "ab")
    cell = (truth * 2 + a) * 2 + b
    pairs, count = np.unique(np.column_stack([cluster, cell]), axis=0, return_counts=True)
    kinds = ClusterKinds(kind=pairs[:, 0], cell=pairs[:, 1], count=count, repeats=np.ones(15, dtype=np.int64))
    table = np.bincount(cell, minlength=8).reshape(2, 2, 2)
    labels = PairedLabels(table=table, labels=(0, 1), metric=METRICS["macro-f1"].compute, clusters=kinds)
    gaps, _ = bootstrap_gaps(label_kinds(labels), 2000, 0)
    looped = []
    for _ in range(2000):
        rows = np.concatenate([np.flatnonzero(cluster == c) for c in rng.integers(0, 15, 15)])
        drawn = np.bincount(cell[rows], minlength=8).reshape(2, 2, 2)
        looped.append(float(labels.metric(drawn.sum(axis=2).T) - labels.metric(drawn.sum(axis=1).T)))
    assert stats.ks_2samp(gaps, looped).pvalue > 1e-4
    result = bootstrap(labels, level=0.95, alternative="two-sided", resamples=500)
    assert result.n == cluster.size


def test_clusters_of_scores_are_drawn_as_a_whole():
    # Items of a cluster that are copies of one another tell no more than one of them: the answer is that of
    # one item a cluster.
    rng = np.random.default_rng(1)
    a, b = rng.normal(size=(2, 30)).round(2)
    alone = bootstrap(PairedScores(a=a, b=b), level=0.95, alternative="two-sided", resamples=500)
    copied = PairedScores(a=np.tile(a, 4), b=np.tile(b, 4), clusters=np.tile(np.arange(30), 4))
    together = bootstrap(copied, level=0.95, alternative="two-sided", resamples=500)
    assert together.p_value == alone.p_value
    assert tuple(together.interval) == pytest.approx(tuple(alone.interval), rel=1e-12)
    assert (together.n, alone.n) == (120, 30)


def test_the_floor_counts_clusters():
    scores = PairedScores(a=[1] * 9 + [0], b=[0] * 10, clusters=[0] * 4 + [1] * 5 + [2])
    assert bootstrap(scores, level=0.95, alternative="two-sided", resamples=300).p_value == 0.5


@pytest.mark.parametrize(
    "outcomes",
    [
        RankedItems(positive=[True, False, True, False], a=[1, 2, 3, 4], b=[10, 20, 30, 40]),
        PairedScores(a=[0.5, 0.25, 1], b=[0.5, 0.25, 1]),
        PairedScores(a=[0.5, 0.25, 1], b=[0.5, 0.25, 1], clusters=[1, 1, 2]),
    ],
    ids=["ranks", "scores", "clusters"],
)
def test_identical_models_of_any_kind(outcomes):
    result = bootstrap(outcomes, level=0.95, alternative="two-sided", resamples=200)
    assert (result.estimate, result.p_value, result.degenerate) == (0, 1, True)
    assert tuple(result.interval) == (0, 0)
    assert IDENTICAL in result.notes


def test_an_area_keeps_to_its_range():
    items = RankedItems(positive=[True, True, False, False], a=[4, 3, 2, 1], b=[1, 2, 3, 4])
    result = bootstrap(items, level=0.95, alternative="greater", resamples=300)
    assert result.estimate == 1
    assert result.interval.high == 1


@pytest.mark.parametrize("ends", ["percentile", "bca", "expanded"])
def test_each_interval_holds_the_estimate(ends):
    result = ask(interval=ends)
    assert result.interval.low <= result.estimate <= result.interval.high


def test_an_unknown_interval_is_refused():
    with pytest.raises(InputError, match="interval is 'normal'"):
        ask(interval="normal")


@pytest.mark.parametrize(("positives", "least"), [(2, 0.5), (5, 0.0625)])
def test_an_area_is_no_surer_than_the_rarer_class_allows(positives, least):
    rng = np.random.default_rng(2)
    truth = np.arange(100) < positives
    items = RankedItems(positive=truth, a=truth + rng.normal(size=100) / 100, b=rng.normal(size=100) - truth)
    told = bootstrap(items, level=0.95, alternative="two-sided", resamples=500)
    assert told.p_value == least


def test_an_area_needs_two_items_of_each_class():
    items = RankedItems(positive=[True, False, False], a=[1, 2, 3], b=[3, 2, 1])
    with pytest.raises(InputError, match="at least 2 items of each class; got 1 of one"):
        bootstrap(items, level=0.95, alternative="two-sided", resamples=500)


@pytest.mark.parametrize("tail", [0.005, 0.025, 0.2])
def test_the_expanded_p_value_undoes_what_expands_the_interval(tail):
    labels = PairedLabels(
        table=np.array([[[9, 3], [1, 0]], [[0, 1], [2, 8]]]), labels=(0, 1), metric=accuracy
    )
    kinds = label_kinds(labels)
    share, _ = _expanded(kinds, tail)
    assert share < tail
    assert expanded_p(kinds, 2 * share, "two-sided") == pytest.approx(2 * tail, rel=1e-9)
    assert expanded_p(kinds, share, "greater") == pytest.approx(tail, rel=1e-9)
