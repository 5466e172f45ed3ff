import pytest

from bakeoff.report.draw import curves


@pytest.mark.parametrize(
    ("heights", "placed"),
    [
        ([], []),
        ([0.5], [0.5]),
        ([-1.0], [0.0]),
        ([0.2, 0.8], [0.2, 0.8]),
        ([0.5, 0.5], [0.4625, 0.5375]),
        ([1.0, 1.0], [0.925, 1.0]),
    ],
)
def test_labels_move_as_little_as_needed(heights, placed):
    assert curves._spread(heights) == pytest.approx(placed)
