from pathlib import Path

import pytest

from bakeoff.lab.papers import EXHIBITS
from bakeoff.lab.papers._printed import in_order
from bakeoff.web.papers import computed

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


def test_what_is_not_there(site):
    assert site.get("/papers/mh-table99").status == 404
