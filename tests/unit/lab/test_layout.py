import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.designs import Bootstrap, FiveByTwo, Holdout, KFold, LeaveOneOut, RepeatedKFold, Resampling
from bakeoff.lab.layout import Layout, fold_sizes, layout_of


@pytest.mark.parametrize(
    ("design", "layout", "fits"),
    [
        (KFold(folds=7), Layout(runs=1, folds=7), 7),
        (RepeatedKFold(runs=3, folds=4), Layout(runs=3, folds=4), 12),
        (FiveByTwo(), Layout(runs=5, folds=2), 10),
        (Holdout(test=0.25), Layout(runs=1, folds=4, one=True), 1),
        (Resampling(splits=12, test=0.1), Layout(runs=12, folds=10, one=True), 12),
    ],
)
def test_designs_are_runs_of_folds(design, layout, fits):
    assert layout_of(design) == layout
    assert layout_of(design).fits == fits


@pytest.mark.parametrize(
    ("design", "words"),
    [
        (Holdout(test=0.3), "expected 1/k for a whole number k"),
        (LeaveOneOut(), "cannot run LeaveOneOut"),
        (Bootstrap(), "cannot run Bootstrap"),
    ],
)
def test_others_are_refused_with_what_would_do(design, words):
    with pytest.raises(InputError, match=words):
        layout_of(design)


def test_fold_sizes_add_up_and_differ_by_one():
    for n in (10, 11, 19, 300):
        sizes = fold_sizes(n, 7)
        assert sum(sizes) == n
        assert max(sizes) - min(sizes) <= 1
