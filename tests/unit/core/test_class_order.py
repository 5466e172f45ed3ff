from dataclasses import replace

import numpy as np
import pytest

from bakeoff.core.class_order import by_counts
from bakeoff.core.panel import LabelPanel, combinations


def made(truth, *answers, classes, clusters=None):
    given = [np.asarray(each) for each in (truth, *answers, *([] if clusters is None else [clusters]))]
    *rows, counts = combinations(given, np.ones(len(given[0]), dtype=np.int64))
    return LabelPanel(
        names=tuple("abcdef"[: len(answers)]),
        labels=tuple("zyxwvutsrq"[:classes]),
        truth=rows[0],
        answers=np.stack(rows[1 : len(answers) + 1]),
        counts=counts,
        clusters=None if clusters is None else rows[-1],
    )


def renamed(panel, to):
    """The same answers where class c is called by the name of class to[c]."""
    return replace(panel, truth=to[panel.truth], answers=to[panel.answers])


def rows_of(panel):
    found, _ = by_counts(panel)
    clusters = [] if found.clusters is None else [found.clusters]
    return [each.tolist() for each in (found.truth, found.answers, found.counts, *clusters)]


@pytest.mark.parametrize("classes", [2, 3, 7])
@pytest.mark.parametrize("several", [None, 5])
def test_names_do_not_change_the_order(classes, several):
    rng = np.random.default_rng(classes)
    for n in (4, 12, 60):
        truth, *answers = rng.integers(0, classes, size=(4, n))
        clusters = None if several is None else rng.integers(0, several, n)
        panel = made(truth, *answers, classes=classes, clusters=clusters)
        expected = rows_of(panel)
        for _ in range(5):
            assert rows_of(renamed(panel, rng.permutation(classes))) == expected


def test_models_in_another_order_have_the_same_order_of_classes():
    rng = np.random.default_rng(1)
    truth, a, b = rng.integers(0, 4, size=(3, 50))
    one, other = (by_counts(made(truth, *two, classes=4))[1].tolist() for two in ((a, b), (b, a)))
    assert one == other


def test_classes_with_equal_counts_that_differ_in_what_they_meet():
    # a ring: class c is taken for the next one, as often as any other; only the order along the ring matters
    truth = np.arange(6).repeat(2)
    said = np.where(np.arange(12) % 2, (truth + 1) % 6, truth)
    panel = made(truth, said, truth, classes=6)
    rng = np.random.default_rng(2)
    expected = rows_of(panel)
    assert all(rows_of(renamed(panel, rng.permutation(6))) == expected for _ in range(10))


def test_what_was_counted_stays_what_it_was():
    rng = np.random.default_rng(3)
    truth, a, b = rng.integers(0, 5, size=(3, 40))
    panel = made(truth, a, b, classes=5)
    found, place = by_counts(panel)
    assert found.n == panel.n
    assert [found.labels[at] for at in place] == list(panel.labels)
    before = {(t, x, y): n for t, x, y, n in zip(panel.truth, *panel.answers, panel.counts, strict=True)}
    back = np.argsort(place)
    after = zip(back[found.truth], *back[found.answers], found.counts, strict=True)
    assert {(t, x, y): n for t, x, y, n in after} == before


def test_many_classes_with_one_item_each():
    labels = np.arange(3000)
    panel = LabelPanel(
        names=("a", "b"),
        labels=tuple(range(3000)),
        truth=labels,
        answers=np.stack([labels, labels]),
        counts=np.ones(3000, dtype=np.int64),
    )
    assert by_counts(panel)[0].n == 3000
