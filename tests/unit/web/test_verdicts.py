import json

import html5lib
import pytest

from bakeoff.report.formats import FORMATS
from bakeoff.web.refusals import RefusalError
from bakeoff.web.verdicts import Kept

FORMS = FORMATS.keys()

BEGINS = {
    "html": b"<!DOCTYPE html>", "md": b"# ", "txt": b"", "tex": b"%", "bib": b"@", "json": b"{",
    "svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF",
}  # fmt: skip


@pytest.fixture(scope="module")
def place(site):
    return site.post("/counts", b"only_a=15&only_b=35&n=412").headers["location"]


@pytest.mark.slow
def test_every_form_of_report_is_offered(site, place):
    page = site.get(place).text
    html5lib.HTMLParser(strict=True).parse(page)
    assert all(f'href="{place}/report.{form}"' in page for form in FORMS)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.slow
def test_every_form_of_report_comes(site, place, form):
    answer = site.get(f"{place}/report.{form}")
    assert answer.status == 200
    assert answer.body.startswith(BEGINS[form])
    assert answer.body
    assert answer.headers["content-disposition"] == f'attachment; filename="bakeoff-verdict.{form}"'
    assert answer.headers["content-type"] == FORMATS[form].media


def test_the_report_says_how_to_repeat_it(site, place):
    report = json.loads(site.get(f"{place}/report.json").body)
    assert "compare_counts(only_a=15, only_b=35, n=412)" in json.dumps(report)


@pytest.mark.parametrize(
    "ending", ["/report.exe", "/report.", "/report", "/../../etc/passwd", "/report.html/x"]
)
def test_other_forms_are_not_there(site, place, ending):
    assert site.get(place + ending).status == 404


@pytest.mark.slow
def test_a_result_that_is_gone_says_so(serving):
    with serving(kept=1) as own:
        first, second = (own.post("/example").headers["location"] for _ in range(2))
        assert own.get(second).status == 200
        for path in (first, f"{first}/report.pdf"):
            answer = own.get(path)
            assert answer.status == 404
            assert "This result is gone" in answer.text


def test_the_reports_are_reached_from_the_top(site, place):
    text = site.get(place).text
    assert 0 < text.index('href="#downloads"') < text.index("<article") < text.index('id="downloads"')


def test_the_oldest_is_dropped():
    kept = Kept(most=2)
    names = [kept.keep(at) for at in range(3)]
    assert [kept[name] for name in names[1:]] == [1, 2]
    with pytest.raises(RefusalError, match="This result is gone") as gone:
        kept[names[0]]
    assert gone.value.status == 404


def test_names_cannot_be_guessed():
    kept = Kept(most=1)
    names = {kept.keep(None) for _ in range(1000)}
    assert len(names) == 1000
    assert min(map(len, names)) >= 24  # 18 bytes
