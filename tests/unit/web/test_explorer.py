import html5lib
import pytest

from bakeoff import interval
from bakeoff.intervals import INTERVALS


def test_all_kinds_side_by_side(site):
    text = site.get("/intervals?errors=3&n=50&level=90").text
    html5lib.HTMLParser(strict=True).parse(text)
    for record in INTERVALS:
        assert f'href="/methods/{record.key}"' in text
    wilson = interval(3, 50, method="wilson", level=0.9)
    assert f"{100 * wilson.low:.2f}" in text
    assert f"{100 * wilson.high:.2f}" in text
    assert '<svg xmlns="http://www.w3.org/2000/svg"' in text
    assert "style=" not in text


def test_what_knows_one_level_says_so(site):
    assert "made for a level of 95 % alone" in site.get("/intervals?level=90").text


def test_only_the_part_that_changes(site):
    text = site.get("/intervals?errors=1&n=1", HX_Request="true").text
    assert "<html" not in text
    assert "1 error among 1 item: 100 %" in text


@pytest.mark.parametrize(
    ("query", "told"),
    [
        (
            "errors=9&n=3",
            "there are 9 errors among 3 items; expected at most 3: lower the errors, or raise the items",
        ),
        ("errors=x", "The number of errors is"),
        ("n=0", "of at least 1"),
        ("n=9999999", "expected at most 1,000,000"),
        ("level=101", "the level is 101 %"),
        ("level=nan", "The level in per cent is"),
        ("level=0", "the level is 0 %"),
    ],
)
def test_numbers_that_cannot_be(site, query, told):
    answer = site.get(f"/intervals?{query}")
    assert answer.status == 400
    assert told in answer.text


@pytest.mark.parametrize(
    "query", ["errors=0&n=1", "errors=1000000&n=1000000", "errors=0&n=1000000&level=99.9"]
)
def test_the_ends_of_what_can_be(site, query):
    assert site.get(f"/intervals?{query}").status == 200


def test_the_form_comes_back_with_what_was_sent(site):
    text = site.get("/intervals?errors=9&n=3&level=90").text
    html5lib.HTMLParser(strict=True).parse(text)
    for name, value in (("errors", "9"), ("n", "3"), ("level", "90")):
        assert f'name="{name}" type="number" value="{value}"' in text
    assert "Change the numbers above, and press Show." in text
    assert "<html" not in site.get("/intervals?errors=9&n=3", HX_Request="true").text
