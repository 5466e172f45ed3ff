"""The score t test against loops over items: formulas from print, slopes by a complex step."""

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import ClusterKinds, PairedLabels
from bakeoff.methods._restricted import MOST_CLASSES
from bakeoff.methods.jackknife import jackknife
from bakeoff.methods.score_t import UNMOVED, UNSEEN, score_t
from bakeoff.metrics import METRICS

TWO = {"level": 0.95, "alternative": "two-sided"}
RNG = np.random.default_rng(14)


def measured(key):
    metric = METRICS[key]
    return (lambda m: metric.compute(m)[..., 1]) if metric.per_class else metric.compute


def labels_of(rows, key="f1", classes=2, clusters=None, **more):
    cell = (rows[:, 0] * classes + rows[:, 1]) * classes + rows[:, 2]
    kinds = None
    if clusters is not None:
        pairs, count = np.unique(np.column_stack([clusters, cell]), axis=0, return_counts=True)
        repeats = np.ones(pairs[-1, 0] + 1, dtype=np.int64)
        kinds = ClusterKinds(kind=pairs[:, 0], cell=pairs[:, 1], count=count, repeats=repeats)
    table = np.bincount(cell, minlength=classes**3).reshape(classes, classes, classes)
    more = {"span": 2.0 if key in ("mcc", "kappa") else 1.0} | more
    return PairedLabels(
        table=table, labels=tuple(range(classes)), metric=measured(key), clusters=kinds, **more
    )


def drawn(n, rare=0.3, right=(0.8, 0.7), rng=RNG, classes=2):
    shares = np.full(classes, rare / (classes - 1))
    shares[0] = 1 - rare
    truth = rng.choice(classes, size=n, p=shares)
    said = [np.where(rng.random(n) < q, truth, rng.integers(0, classes, n)) for q in right]
    return np.column_stack([truth, *said])


# Metrics of a confusion matrix [predicted, true], written out for complex numbers.
def of_f1(m):
    return 2 * m[1, 1] / (m[1].sum() + m[:, 1].sum())


def of_precision(m):
    return m[1, 1] / m[1].sum()


def of_kappa(m):
    n, chance = m.sum(), sum(m[j].sum() * m[:, j].sum() for j in range(len(m)))
    return (n * np.trace(m) - chance) / (n * n - chance)


def of_mcc(m):
    n, said, true = m.sum(), m.sum(axis=1), m.sum(axis=0)
    top = n * np.trace(m) - said @ true
    return top / np.sqrt((n * n - said @ said) * (n * n - true @ true))


def of_macro_f1(m):
    return sum(2 * m[j, j] / (m[j].sum() + m[:, j].sum()) for j in range(len(m))) / len(m)


BY_HAND = {"f1": of_f1, "precision": of_precision, "kappa": of_kappa, "mcc": of_mcc, "macro-f1": of_macro_f1}


def slope(metric, matrix, at):
    moved = matrix.astype(complex)
    moved[at] += 1e-30j
    return metric(moved).imag / 1e-30


def by_loops(rows, metric, classes, delta, groups=None):
    """The squared error where A minus B is delta, and the influences, from the definition."""
    n = len(rows)
    confusion = [np.zeros((classes, classes)) for _ in "ab"]
    for truth, *said in rows:
        for matrix, label in zip(confusion, said, strict=True):
            matrix[label, truth] += 1
    true = confusion[0].sum(axis=0) / n
    way = np.diag(true) - np.outer(true, true)
    cells = [(i, j) for i in range(classes) for j in range(classes)]
    steep = sum(slope(metric, m, at) * way[at] for m in confusion for at in cells)
    gap = metric(confusion[0]) - metric(confusion[1])
    moved, sides = (gap - delta) / steep, []
    for matrix, sign in zip(confusion, (1, -1), strict=True):
        there = matrix - sign * moved * way
        c = {at: slope(metric, there, at) for at in cells}
        centre = sum(matrix[at] * c[at] for at in cells) / n
        c = {at: c[at] - centre for at in cells}
        held = {at: max(there[at], 0.0) for at in cells}
        middle = sum(held[at] * c[at] for at in cells) / sum(held.values())
        now = sum(matrix[at] * c[at] ** 2 for at in cells)
        then = sum(held[at] * (c[at] - middle) ** 2 for at in cells)
        sides.append((c, math.sqrt(then / now)))
    (a, up), (b, down) = sides
    groups = np.arange(n) if groups is None else groups
    forms = []
    for scale_a, scale_b in ((1, 1), (up, down)):
        u = dict.fromkeys(groups.tolist(), 0.0)
        for (truth, first, second), group in zip(rows.tolist(), groups.tolist(), strict=True):
            u[group] += scale_a * a[first, truth] - scale_b * b[second, truth]
        forms.append((sum(each**2 / (1 - np.mean(groups == g)) for g, each in u.items()), list(u.values())))
    error, u = max(forms, key=lambda form: form[0])
    agreed = [t for t in range(classes) if true[t] and all(i == j for k, i, j in rows.tolist() if k == t)]
    more = [
        (a[i, t] - b[j, t]) ** 2 for t in agreed for i in range(classes) for j in range(classes) if i != j
    ]
    return gap, error + max(more, default=0.0), u


def degrees(u, differing):
    v, n = sum(x**2 for x in u), len(u)
    return min(2 * v**2 / (sum(x**4 for x in u) - v**2 / n), n - 1, max(1, 2 * differing))


CASES = [("f1", 2), ("precision", 2), ("kappa", 2), ("mcc", 2), ("macro-f1", 2), ("macro-f1", 4), ("mcc", 4)]


@pytest.mark.parametrize(("key", "classes"), CASES)
@pytest.mark.parametrize("n", [60, 400])
def test_it_is_what_loops_over_items_find(key, classes, n):
    rows = drawn(n, rng=np.random.default_rng(n + classes), classes=classes)
    gap, squared, u = by_loops(rows, BY_HAND[key], classes, 0.0)
    df = degrees(u, int(np.sum(rows[:, 1] != rows[:, 2])))
    result = score_t(labels_of(rows, key, classes), **TWO)
    assert result.estimate == pytest.approx(gap, rel=1e-12)
    assert result.statistic == pytest.approx(gap / math.sqrt(squared), rel=1e-7)
    assert result.df == pytest.approx(df, rel=1e-7)
    assert result.p_value == pytest.approx(2 * stats.t.sf(abs(result.statistic), df), rel=1e-6)
    for end in result.interval:
        _, there, _ = by_loops(rows, BY_HAND[key], classes, end)
        assert abs(gap - end) / math.sqrt(there) == pytest.approx(stats.t.isf(0.025, df), rel=1e-6)


def test_for_f1_it_is_the_formula_in_print():
    """P positives, S = P + predicted positives, F0 = 2 (TP_a + TP_b) / (S_a + S_b)."""
    rows = drawn(3000, rng=np.random.default_rng(3), right=(0.8, 0.74))
    t, a, b = rows.T
    s_a, s_b = t.sum() + a.sum(), t.sum() + b.sum()
    gap = 2 * (t @ a) / s_a - 2 * (t @ b) / s_b
    common = 2 * (t @ a + t @ b) / (s_a + s_b)
    u = (2 * t * a - common * (t + a)) / s_a - (2 * t * b - common * (t + b)) / s_b - gap / 3000
    v = np.sum(u**2)
    result = score_t(labels_of(rows), **TWO)
    # In large samples the form scaled to the moved matrices differs by what is of no account.
    assert result.statistic == pytest.approx(gap / math.sqrt(v * 3000 / 2999), rel=1e-3)
    assert abs(result.statistic) <= abs(gap) / math.sqrt(v * 3000 / 2999) * (1 + 1e-9)
    # The plain form is the formula.
    ours = by_loops(rows[:200], of_f1, 2, 0.0)
    assert ours[0] == pytest.approx(score_t(labels_of(rows[:200]), **TWO).estimate)


@pytest.mark.parametrize("key", ["f1", "mcc"])
def test_clusters_add_up_their_items(key):
    rng = np.random.default_rng(8)
    cluster = np.repeat(np.arange(25), rng.integers(1, 9, 25))
    rows = drawn(cluster.size, rng=rng)
    gap, squared, _ = by_loops(rows, BY_HAND[key], 2, 0.0, cluster)
    result = score_t(labels_of(rows, key, clusters=cluster), **TWO)
    assert result.statistic == pytest.approx(gap / math.sqrt(squared), rel=1e-7)
    assert result.df <= 24
    single = score_t(labels_of(rows, key, clusters=np.arange(len(rows))), **TWO)
    assert single.statistic == pytest.approx(score_t(labels_of(rows, key), **TWO).statistic, rel=1e-9)


def test_items_of_a_cluster_that_go_together_leave_fewer_degrees_of_freedom():
    """Two clusters hold half of the items: independent items leave 5.8, items that all agree less than 1."""
    sizes = np.array([60, 30] + [3] * 30)
    cluster, rng = np.repeat(np.arange(32), sizes), np.random.default_rng(6)
    truth, own, common = rng.integers(0, 2, 180), rng.random((2, 180)), rng.random((2, 32))[:, cluster]

    def df(hard):
        said = np.where(hard < 0.6, truth, 1 - truth)
        return score_t(labels_of(np.column_stack([truth, *said]), "accuracy", clusters=cluster), **TWO).df

    def left(together):
        w = sizes + together * sizes * (sizes - 1)
        return w.sum() ** 2 / (w**2).sum() - 1

    assert df(common) == 1 > left(1.0)
    assert left(0.1) < df(own) <= left(0.0) == pytest.approx(5.8, abs=0.05)
    assert df(np.where(rng.random(180) < 0.5, common, own)) < df(own)


@pytest.mark.slow
def test_test_and_interval_say_the_same_and_mirror_exactly():
    rng = np.random.default_rng(5)
    seen = set()
    for at in range(48):
        key = ("f1", "precision", "mcc", "kappa", "macro-f1", "recall")[at % 6]
        rows = drawn(
            int(rng.choice([15, 40, 200])), rare=0.4, right=(0.95, rng.choice([0.5, 0.7, 0.9])), rng=rng
        )
        labels = labels_of(rows, key)
        swapped = replace(labels, table=labels.table.swapaxes(1, 2))
        for alternative, mirror in (("two-sided", "two-sided"), ("greater", "less"), ("less", "greater")):
            for level in (0.6, 0.95, 0.999):
                try:
                    result = score_t(labels, level=level, alternative=alternative)
                except InputError:
                    continue
                other = score_t(swapped, level=level, alternative=mirror)
                low, high = result.interval
                assert (result.p_value <= 1 - level) == (not low <= 0 <= high)
                assert low <= result.estimate <= high
                assert tuple(other.interval) == (-high, -low)
                assert (other.p_value, other.df) == (result.p_value, result.df)
                assert other.estimate == -result.estimate
                seen.add(result.p_value <= 1 - level)
    assert seen == {True, False}


def test_identical_answers_leave_what_unseen_items_could_do():
    rows = drawn(200, rng=np.random.default_rng(1))
    rows[:, 2] = rows[:, 1]
    result = score_t(labels_of(rows), **TWO)
    assert (result.estimate, result.p_value, result.degenerate) == (0, 1, True)
    # Three items or so: the chance to miss a share s of 200 is about exp(-200 s).
    assert 0 < result.interval.high == -result.interval.low < 0.1


@pytest.mark.parametrize(
    ("key", "step"), [("recall", 1 / 40), ("precision", 1 / 40), ("f1", 1 / 80), ("macro-f1", 1.0)]
)
def test_a_single_class_leaves_what_items_of_another_could_do(key, step):
    """One item more of the class: 1/40 of recall or precision, 1/80 of F1; of macro-F1 anything."""
    metric = METRICS[key]
    compute = (lambda m: metric.compute(m)[..., 0]) if metric.per_class else metric.compute
    labels = PairedLabels(table=np.array([[[40]]]), labels=("yes",), metric=compute, span=1.0)
    found = score_t(labels, **TWO)
    reach = min(-math.log(0.025) * step, 1.0)
    assert (found.estimate, found.p_value, found.degenerate) == (0.0, 1.0, True)
    assert tuple(found.interval) == pytest.approx((-reach, reach), rel=1e-6)


def test_a_metric_that_no_prediction_moves_has_no_interval_of_zero_width():
    """Without items of class 0, precision is 1 whatever is predicted; an item of it would change that."""
    rows = np.column_stack([np.ones(40), np.arange(40) > 4, np.arange(40) > 9]).astype(int)
    found = score_t(labels_of(rows, "precision"), **TWO)
    assert (found.estimate, found.p_value, found.notes) == (0.0, 1.0, (UNMOVED,))
    assert found.interval.high == -found.interval.low == pytest.approx(-math.log(0.025) / 30, rel=1e-6)


def test_a_metric_that_nothing_moves_may_differ_by_all_of_its_range():
    table = np.array([[[9, 2], [1, 3]], [[2, 4], [1, 8]]])
    half = PairedLabels(table=table, labels=(0, 1), metric=lambda m: np.full(m.shape[:-2], 0.5), span=1.0)
    found = score_t(half, **TWO)
    assert (found.estimate, found.p_value, tuple(found.interval)) == (0.0, 1.0, (-1.0, 1.0))


def test_answers_that_are_all_alike_tell_what_coins_do():
    rows = np.array([[1, 1, 0]] * 8 + [[0, 0, 1]] * 2)
    result = score_t(labels_of(rows, "accuracy"), **TWO)
    assert (result.estimate, result.p_value) == (1, 2.0**-9)
    assert 0 < result.interval.low < 1 == result.interval.high
    few = score_t(labels_of(rows[:5], "accuracy"), **TWO)
    assert (few.p_value, few.interval.low < 0) == (2.0**-4, True)


def test_a_class_in_which_none_differs_is_allowed_for():
    # Ten positives, all answered alike; B alone calls nine negatives positive.
    rows = np.array([[1, 1, 1]] * 8 + [[1, 0, 0]] * 2 + [[0, 0, 1]] * 9 + [[0, 0, 0]] * 40)
    result = score_t(labels_of(rows), **TWO)
    assert UNSEEN in result.notes
    assert result.p_value > jackknife(labels_of(rows), **TWO).p_value


def test_no_predicted_positives_leave_no_precision():
    rows = drawn(50, rng=np.random.default_rng(2))
    rows[:, 1] = 0
    with pytest.raises(InputError, match="0/0"):
        score_t(labels_of(rows, "precision"), **TWO)


def of_whole_counts(matrix):
    """Accuracy, for whole counts alone."""
    share = np.trace(matrix, axis1=-2, axis2=-1) / matrix.sum(axis=(-2, -1))
    return np.where(np.all(matrix % 1 == 0, axis=(-2, -1)), share, np.nan)


@pytest.mark.parametrize("classes", [2, MOST_CLASSES + 1])
def test_without_slopes_it_leaves_out_items(classes):
    labels = labels_of(drawn(300, rng=np.random.default_rng(6), classes=classes), "kappa", classes)
    if classes == 2:
        labels = replace(labels, metric=of_whole_counts)
    result, other = score_t(labels, **TWO), jackknife(labels, **TWO)
    assert result.statistic == pytest.approx(other.statistic, rel=1e-9)
    assert result.df <= other.df
    reach = stats.t.isf(0.025, result.df) * result.estimate / result.statistic
    assert tuple(result.interval) == pytest.approx((result.estimate - reach, result.estimate + reach))


@pytest.mark.parametrize("key", ["f1", "precision", "mcc", "kappa", "macro-f1", "balanced-accuracy"])
def test_the_study_of_false_alarms_measures_this_test(key):
    studies = pytest.importorskip("studies._equal_metrics")
    rng = np.random.default_rng(9)
    chances = studies.World(n=90, rare=0.2, recall=(0.6, 0.9), alarm=(0.05, 0.2), alike=0.5).chances
    counts = rng.multinomial(90, chances, size=40).astype(float)
    found = studies.score_t(studies.METRICS[key], counts)
    for row, p in zip(counts.astype(int), found, strict=True):
        labels = PairedLabels(table=row.reshape(2, 2, 2), labels=(0, 1), metric=measured(key))
        assert score_t(labels, **TWO).p_value == pytest.approx(p, rel=1e-6)


@pytest.mark.parametrize(
    ("key", "classes"), [("f1", 2), ("precision", 2), ("mcc", 3), ("kappa", 3), ("macro-f1", 5)]
)
@pytest.mark.parametrize("sizes", [(1,) * 120, (25, 12, 1, 1, *(4,) * 20)], ids=["items", "clusters"])
def test_the_study_of_classes_and_clusters_measures_this_test(key, classes, sizes):
    studies = pytest.importorskip("studies._many_worlds")
    shares = (0.5, *(0.5 / (classes - 1),) * (classes - 1))
    how = {"errs": ("even", "by shares"), "skills": (0.7, 0.6), "together": 0.4, "alike": 0.5}
    sets = studies.World(sizes=sizes, shares=shares, **how).draw(12, np.random.default_rng(4))
    clusters = None if max(sizes) == 1 else np.repeat(np.arange(len(sizes)), sizes)
    found = studies.score_t(key, sets)
    for truth, a, b, p in zip(sets.truth, sets.a, sets.b, found, strict=True):
        labels = labels_of(np.column_stack([truth, a, b]), key, classes, clusters=clusters)
        assert score_t(labels, **TWO).p_value == pytest.approx(p, rel=1e-7)
