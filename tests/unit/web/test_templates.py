import html5lib
import pytest

from bakeoff.web.templates import KINDS

PAGES = [
    "/",
    "/intervals",
    "/plan",
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


@pytest.mark.parametrize("name", KINDS)
def test_what_pages_load_is_there(site, name):
    answer = site.get(f"/static/{name}")
    assert answer.status == 200
    assert answer.headers["content-type"].startswith(KINDS[name])
    assert len(answer.body) > 100


@pytest.mark.parametrize(
    "name", ["web.py", "../app.py", "%2e%2e%2fapp.py", "..%2f..%2fcore%2frisk.json", "htmx.LICENSE.txt", ""]
)
def test_nothing_else_is(site, name):
    assert site.get(f"/static/{name}").status == 404


@pytest.mark.parametrize("name", ["web.css", "report.css", "web.js"])
def test_our_own_load_nothing_from_elsewhere(site, name):
    text = site.get(f"/static/{name}").text
    assert "http:" not in text
    assert "https:" not in text
    assert "@import" not in text
