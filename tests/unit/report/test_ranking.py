import json

import pytest
from tests.rankings import MADE, ranking

import bakeoff
from bakeoff.report.render import content_of


@pytest.mark.parametrize("form", ["txt", "md", "tex", "bib", "json"])
@pytest.mark.parametrize("name", MADE)
def test_every_kind_of_ranking_has_a_report_in_every_text_format(name, form):
    made = bakeoff.render(MADE[name](), form)
    assert isinstance(made, str) and made.endswith("\n")
    assert "None" not in made.replace("None of", "") or form == "json"


def test_the_summary_is_strict_json_with_all_pairs():
    found = json.loads(bakeoff.render(MADE["many"](), "json"))
    assert len(found["values"]["pairs"]) == 435
    assert found["headline"] == "7 of 30 models may be the best (m0, m1, m2 and 4 more)"
    assert [each["heading"] for each in found["sections"]] == [
        "The models",
        "Pairs of models",
        "Methods and settings",
    ]


def test_the_text_stays_readable_with_many_models():
    lines = str(MADE["many"]()).splitlines()
    assert lines[0] == ranking(30, gap=6).sentence
    assert len(lines) < 75
    assert any("JSON has all 435 pairs" in line for line in lines)


def test_latex_has_booktabs_and_the_models_first():
    made = bakeoff.render(ranking(), "tex")
    assert r"\usepackage{textcomp,booktabs" in made and r"\toprule" in made
    assert made.index("m0") < made.index("Differences in")


def test_markdown_has_a_table_of_models_and_one_of_pairs():
    made = bakeoff.render(ranking(), "md")
    assert "| model | rank | accuracy | 95 % interval | may be best |" in made
    assert "| m0 - m3 | 3.0 | 0.5 to 5.5 | 0.001 | 33/340/20 | m0 is better |" in made


def test_sections_name_the_charts_that_belong_to_them():
    for made in MADE.values():
        content = content_of(made())
        named = [key for each in content.summary["sections"] for key in each["charts"]]
        assert {key for key, _, _ in content.charts} <= set(named)


@pytest.mark.slow
def test_names_that_no_format_may_take_for_its_own(nasty):
    for a, b in nasty:
        made = ranking(3, names=(a, b, "x"))
        for form in ("txt", "md", "tex", "html"):
            text = bakeoff.render(made, form)
            assert "<script>" not in text or form in ("txt", "tex")
            assert "\x1b" not in text


@pytest.mark.slow
def test_the_page_needs_nothing_else_and_describes_its_pictures():
    page = bakeoff.render(ranking(), "html")
    assert "<script" not in page and "src=" not in page
    assert page.count("<svg") == page.count("<desc>") == 2
    assert page.count('scope="row"') > 20 and page.count('scope="col"') > 8


@pytest.mark.slow
def test_long_tables_fold():
    assert "<summary>Table of 100 rows</summary>" in bakeoff.render(MADE["many"](), "html")


def test_a_notebook_shows_sentence_picture_and_models():
    cell = ranking()._repr_html_()
    assert ranking().sentence in cell and cell.count("<svg") == 1 and "m5" in cell
