from pathlib import Path

import html5lib
import pytest

from bakeoff.judge.pitfalls import PITFALLS
from bakeoff.lab.papers import EXHIBITS
from bakeoff.lab.papers._printed import in_order
from bakeoff.report.words.catalogue import REGISTRIES
from bakeoff.web.catalogue import computed

KEYS = sorted({key for registry in REGISTRIES.values() for key in registry.keys()})  # noqa: SIM118


def test_everything_is_listed(site):
    text = site.get("/methods").text
    html5lib.HTMLParser(strict=True).parse(text)
    for noun in ("method", "interval", "metric", "estimator"):
        assert all(f'href="/methods/{record.key}"' in text for record in REGISTRIES[noun])


@pytest.mark.slow
def test_every_page_of_the_list(site):
    for key in KEYS:
        answer = site.get(f"/methods/{key}")
        assert answer.status == 200, key
        assert f"<code>{key}</code>" in answer.text


def test_measured_risks_are_told(site):
    text = site.get("/methods/corrected-resampled-t").text
    assert "What was measured" in text
    assert "10 x 10 folds" in text
    assert "RepeatedKFold(" not in text


@pytest.mark.parametrize(
    ("key", "design"),
    [
        ("mcnemar-mid-p", "one split that tests on a third"),
        ("delong", "one split that tests on a third"),
        ("corrected-resampled-t", "10 x 10 folds"),
        ("cv-all-data", "10 x 10 folds, df 5"),
        ("kfold-t", "10 folds"),
    ],
)
def test_false_alarms_are_told_with_the_design_they_were_measured_under(site, key, design):
    page = html5lib.parse(site.get("/methods").text, namespaceHTMLElements=False)
    row = next(
        row for row in page.iter("tr") if any(link.get("href") == f"/methods/{key}" for link in row.iter("a"))
    )
    assert f"({design})" in "".join(row.itertext())


@pytest.mark.parametrize("key", ["mcnemer", "../../secrets", "%00", "x" * 500])
def test_what_is_not_there(site, key):
    answer = site.get(f"/methods/{key}")
    assert answer.status == 404
    assert "What to do" in answer.text


def test_the_nearest_is_named(site):
    assert "did you mean &#39;mcnemar&#39;?" in site.get("/methods/mcnemer").text


def test_every_pitfall(site):
    text = site.get("/pitfalls").text
    html5lib.HTMLParser(strict=True).parse(text)
    assert all(f'id="{each.key}"' in text for each in PITFALLS)


DOCS = Path(__file__).parents[3] / "docs" / "papers"


def test_every_table_and_figure_in_order(site):
    assert list(computed()) == in_order(EXHIBITS.keys())
    text = site.get("/papers").text
    assert all(f'href="/papers/{key}"' in text for key in EXHIBITS.keys())  # noqa: SIM118


@pytest.mark.parametrize("key", sorted(computed()))
def test_it_is_what_the_documents_say(key):
    entry, page = computed()[key], (DOCS / f"{key}.md").read_text(encoding="utf-8")
    assert f"**{entry['answer']}.**" in page
    for row in entry["table"]:
        assert "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" in page
    for text in (*entry["reasons"], *entry["notes"], entry["about"], entry["command"], entry["versions"]):
        assert text in page
    assert bool(entry["picture"]) == (DOCS / f"{key}.svg").exists()
    record = EXHIBITS[key]
    assert (entry["title"], entry["source"], entry["about"]) == (record.title, record.source, record.about)


@pytest.mark.parametrize("key", ["mh-table5", "bouckaert-fig2", "honavar-examples"])
def test_the_page_shows_both_numbers(site, key):
    text = site.get(f"/papers/{key}").text
    assert computed()[key]["answer"] in text
    assert f"bakeoff papers {key}" in text
    assert ("<svg" in text) == bool(computed()[key]["picture"])


def test_papers_that_are_not_there(site):
    assert site.get("/papers/mh-table99").status == 404
