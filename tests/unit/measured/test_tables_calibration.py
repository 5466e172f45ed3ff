import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.measured.tables import calibration_of, is_calibratable

ELEVEN = [
    "folds-averaged-variance",
    "folds-averaged-t",
    "runs-averaged-variance",
    "runs-averaged-t",
    "sorted-runs",
]
NONE = ["cv-folds", "cv-runs", "cv-sorted-runs-averaged-variance", "cv-sorted-runs-averaged-t"]


def test_all_data_has_ten_for_ten_by_ten_alone():
    found = calibration_of("cv-all-data")
    assert found.df == 10
    assert found.domain == "10 runs of 10 folds"
    assert [found.covers(*shape) for shape in ((10, 10), (11, 10), (9, 10), (10, 5))] == [
        True,
        False,
        False,
        False,
    ]


@pytest.mark.parametrize("key", ELEVEN)
def test_the_others_have_eleven_for_ten_runs_or_more(key):
    found = calibration_of(f"cv-{key}")
    assert found.df == 11
    assert found.domain == "10 or more runs of 10 folds"
    assert [found.covers(*shape) for shape in ((10, 10), (100, 10), (9, 10), (10, 5))] == [
        True,
        True,
        False,
        False,
    ]


def test_a_borrowed_value_covers_no_design():
    found = calibration_of("cv-sign")
    assert (found.df, found.borrowed_from) == (10, "cv-all-data")
    assert not found.covers(10, 10)


@pytest.mark.parametrize("key", NONE)
def test_four_cannot_be_calibrated_and_say_why(key):
    assert not is_calibratable(key)
    with pytest.raises(
        InputError, match=rf"^{key} cannot be calibrated: .*(few|at most 7).*nominal.*cv-all-data$"
    ):
        calibration_of(key)


def test_a_method_outside_the_table():
    assert not is_calibratable("paired-t")
    with pytest.raises(InputError, match="paired-t has no calibrated degrees of freedom"):
        calibration_of("paired-t")
