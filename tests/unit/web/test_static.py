import pytest

from bakeoff.web.static import KINDS


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
