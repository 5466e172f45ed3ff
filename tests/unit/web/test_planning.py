import html5lib
import pytest

from bakeoff import plan_items


@pytest.mark.slow
def test_the_page_and_the_part_that_changes(site):
    text = site.get("/plan").text
    html5lib.HTMLParser(strict=True).parse(text)
    assert plan_items(difference=0.03, disagreement=0.10).sentence in text
    assert '<svg xmlns="http://www.w3.org/2000/svg"' in text
    assert "style=" not in text
    part = site.get("/plan?size=5&disagreement=20&power=90", HX_Request="true").text
    assert "<html" not in part
    assert plan_items(difference=0.05, disagreement=0.20, power=0.9).sentence in part


@pytest.mark.slow
def test_a_margin_and_items(site):
    text = site.get("/plan?question=margin&size=10&disagreement=20").text
    assert f"{plan_items(margin=0.1, disagreement=0.2).items} items are needed to show" in text
    text = site.get("/plan?items=500").text
    assert plan_items(difference=0.03, disagreement=0.1, items=500).sentence in text


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("size=20&disagreement=10", "smaller than the difference"),
        ("size=0.1", "expected 0.5 to 50"),
        ("power=100", "expected 50 to 99"),
        ("disagreement=x", "The disagreement in per cent is"),
        ("items=x", "The number of items is"),
    ],
)
def test_numbers_that_cannot_be(site, query, told):
    answer = site.get(f"/plan?{query}")
    assert answer.status == 400
    assert told in answer.text
    assert "<form" in answer.text
    assert site.get(f"/plan?{query}", HX_Request="true").status == 400
