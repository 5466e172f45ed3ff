import pytest

from bakeoff.web import refusals


@pytest.mark.parametrize(
    ("made", "status"),
    [
        (refusals.too_large(50_000_000), 413),
        (refusals.too_busy(8), 503),
        (refusals.too_slow(120.0), 503),
        (refusals.gone(), 404),
        (refusals.cut_off(), 400),
    ],
)
def test_each_says_what_is_wrong_and_what_to_do(made, status):
    assert made.status == status
    assert all((made.title, made.text, made.remedy))
    assert made.remedy in str(made)


def test_the_limit_is_told_in_megabytes():
    assert "more than 50 MB" in refusals.too_large(50_000_000).text
