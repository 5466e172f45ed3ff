import pytest

from bakeoff.core.adjustment import Adjustment
from bakeoff.report.words.adjustment import adjusted_by


@pytest.mark.parametrize(
    ("how", "words"),
    [
        (Adjustment(method="bonferroni", count=20, kind="tries"), "bonferroni, 20 tried"),
        (Adjustment(method="holm", count=1, kind="slices"), "holm, 1 slice"),
        (Adjustment(method="holm", count=4, kind="slices", tried=3), "holm, 4 slices, 3 tried"),
        (Adjustment(method="bh", count=6, kind="comparisons"), "bh, 6 comparisons"),
    ],
)
def test_the_method_and_how_many(how, words):
    assert adjusted_by(how) == words
    assert str(how) == words
