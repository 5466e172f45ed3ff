"""Verdicts, rankings, gates, plans and progress as a notebook shows them: executed by a real kernel."""

import html5lib
import nbformat
import pytest
from nbclient import NotebookClient

CELLS = {
    "strong": "import bakeoff\nbakeoff.compare_counts(40, 1, n=412, both_right=300)",
    "weak": "bakeoff.compare_counts(7, 1, n=412)",
    "invalid": "bakeoff.compare_counts(40, 1, n=412, tuned_on_test=True)",
    "printed": "print(bakeoff.compare_counts(7, 1, n=412))",
    "ranking": (
        "truth = [1] * 200\n"
        "models = {'good': [1] * 199 + [0], 'fair': [1] * 180 + [0] * 20, 'poor': [1] * 120 + [0] * 80}\n"
        "bakeoff.rank_predictions(truth, models)"
    ),
    "gate": "bakeoff.check_not_worse_counts(2, 2, n=300, margin=0.03)",
    "plan": "bakeoff.plan_items(difference=0.03, disagreement=0.1)",
    "bar": (
        "bar = bakeoff.progress_for()\n"
        "bar.start(200, 100, 'iris')\n"
        "bar.finished(40, 0, None)\n"
        "drawn = bar._update is not None\n"
        "bar.stop()\n"
        "type(bar).__name__, drawn"
    ),
}


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    """The outputs of each cell; a cell that fails fails the notebook."""
    cells = [nbformat.v4.new_code_cell(source) for source in CELLS.values()]
    notebook = nbformat.v4.new_notebook(cells=cells)
    where = {"metadata": {"path": str(tmp_path_factory.mktemp("notebook"))}}
    NotebookClient(notebook, timeout=120, kernel_name="python3", resources=where).execute()
    return {name: cell.outputs for name, cell in zip(CELLS, notebook.cells, strict=True)}


def html_of(outputs):
    (output,) = outputs
    page = output["data"]["text/html"]
    html5lib.HTMLParser(strict=True).parseFragment(page)
    return page


@pytest.mark.parametrize(
    ("cell", "headline", "line"),
    [
        ("strong", "A is better", "solid #2e9e5b"),
        ("weak", "Weak evidence that A is better", "dashed #c98500"),
        ("invalid", "No valid conclusion", "double #d64541"),
        ("ranking", "good is the best of 3 models", "solid #2e9e5b"),
        ("gate", "Pass: new is not inferior to old", "solid #2e9e5b"),
        ("plan", "862 items are needed", "solid #808080"),
    ],
)
def test_a_cell_shows_the_answer_first_in_a_tone_that_follows_the_evidence(shown, cell, headline, line):
    page = html_of(shown[cell])
    assert headline in page
    assert f"border-left:.35em {line}" in page
    assert page.index(headline) < page.index("<table")


@pytest.mark.parametrize("cell", ["strong", "weak", "ranking", "plan"])
def test_a_cell_has_a_picture_whose_ink_is_that_of_the_theme(shown, cell):
    page = html_of(shown[cell])
    assert page.count("<svg") == 1
    assert "currentColor" in page
    assert "<script" not in page


def test_a_printed_verdict_is_plain_text(shown):
    (output,) = shown["printed"]
    assert output["text"].startswith("Weak evidence that A is better: 1.5 points of accuracy")


def test_the_bar_is_drawn_below_the_cell_and_taken_away(shown):
    bar, result = shown["bar"]
    assert bar["output_type"] == "display_data"
    assert bar["data"]["text/html"] == ""
    assert result["data"]["text/plain"] == "('NotebookBar', True)"


def test_nothing_is_written_to_standard_error(shown):
    streams = {each.get("name") for outputs in shown.values() for each in outputs}
    assert "stderr" not in streams
