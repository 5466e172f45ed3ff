import html5lib
import pytest

PAGES = [
    "/",
    "/intervals",
    "/advice",
    "/methods",
    "/methods/mcnemar",
    "/pitfalls",
    "/papers",
    "/papers/mh-fig2",
    "/no",
]


@pytest.mark.parametrize("path", PAGES)
def test_pages_have_no_script_or_style_of_their_own(site, path):
    text = site.get(path).text
    for word in ("<style", " style=", "onclick", "javascript:", "http://", "https://"):
        assert word not in text.replace("http://www.w3.org/2000/svg", ""), word
    assert text.count("<script") == 2
    assert text.count('<script src="/static/') == 2


@pytest.mark.parametrize("path", PAGES)
def test_pages_can_be_walked(site, path):
    text = site.get(path).text
    html5lib.HTMLParser(strict=True).parse(text)
    assert '<html lang="en">' in text
    assert '<a class="skip" href="#main">' in text
    assert '<main id="main"' in text
    assert 'aria-label="Main"' in text
    assert text.count("<h1") == 1
    assert 'role="status" aria-live="polite"' in text


def test_the_page_one_is_on_is_marked(site):
    assert '<a href="/methods" aria-current="page">' in site.get("/methods/mcnemar").text
