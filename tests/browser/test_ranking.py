"""Rankings in a real browser: five prediction files and a truth file, columns to tick, and one click."""

import json
import random
from pathlib import Path

import pytest

RIGHT = {"bayes": 0.5, "forest": 0.95, "net": 0.9, "svm": 0.85, "tree": 0.3}


@pytest.fixture(scope="module")
def models(tmp_path_factory):
    folder = tmp_path_factory.mktemp("models")
    draw = random.Random(15)  # noqa: S311 - not for secrets
    truth = [draw.choice("xyz") for _ in range(200)]
    said = {
        name: [each if draw.random() < right else draw.choice("xyz") for each in truth]
        for name, right in RIGHT.items()
    }
    for name, column, answers in [
        ("truth", "truth", truth),
        *((name, "prediction", said[name]) for name in said),
    ]:
        lines = "".join(f"i{at},{each}\n" for at, each in enumerate(answers))
        (folder / f"{name}.csv").write_text(f"id,{column}\n{lines}")
    table = zip(range(200), truth, *said.values(), strict=True)
    lines = "".join(",".join(map(str, row)) + "\n" for row in table)
    (folder / "wide.csv").write_text(",".join(["Question #", "gold", *said]) + "\n" + lines)
    rows = [
        f"{name},{data},{fold},{right / 2 + draw.random() / 9:.4f}\n"
        for name, right in RIGHT.items()
        for data in range(8)
        for fold in range(4)
    ]
    (folder / "folds.csv").write_text("learner,dataset,fold,score\n" + "".join(rows))
    return folder


def ranked(look, noun="models"):
    look.page.wait_for_url("**/results/**")
    assert look.within_first_view(".bk-verdict")
    look.check()
    rows = look.page.locator("section", has_text=f"The {noun}").first.locator("tbody tr")
    return [each.split()[0] for each in rows.all_inner_texts()]


def test_five_files_and_the_truth(look, models):
    look.open("/")
    look.page.set_input_files("#files-file", [models / f"{name}.csv" for name in RIGHT])
    look.page.locator("#files summary").click()
    look.page.set_input_files("#files-truth-file", models / "truth.csv")
    look.page.get_by_role("button", name="Rank", exact=True).click()
    assert ranked(look) == ["forest", "net", "svm", "bayes", "tree"]
    look.accessible()
    with look.page.expect_download() as download:
        look.page.locator("a[href$='report.json']").click()
    assert download.value.suggested_filename == "bakeoff-ranking.json"
    assert len(json.loads(Path(download.value.path()).read_bytes())["values"]["pairs"]) == 10


def test_columns_to_tick(glance, models):
    glance.open("/")
    glance.page.set_input_files("#files-file", models / "wide.csv")
    glance.page.get_by_role("button", name="Compare", exact=True).click()
    glance.page.get_by_text("Which column is which?").wait_for()
    glance.accessible()
    glance.check()
    glance.page.get_by_label("tree (").uncheck()
    glance.page.get_by_label("Baseline", exact=True).select_option("svm")
    glance.page.get_by_role("button", name="Rank", exact=True).click()
    assert ranked(glance) == ["forest", "net", "svm", "bayes"]


def test_one_click_where_two_were_asked_for(glance, models):
    glance.open("/")
    glance.page.set_input_files("#files-file", models / "folds.csv")
    glance.page.get_by_role("button", name="Compare", exact=True).click()
    glance.page.get_by_role("button", name="Rank 5 models").click()
    assert ranked(glance, "learners")[0] == "forest"


def test_without_scripts(plain, models):
    plain.open("/")
    plain.page.set_input_files("#files-file", models / "wide.csv")
    plain.page.get_by_role("button", name="Rank", exact=True).click()
    plain.page.get_by_text("because files are not kept, and press Rank").wait_for()
    plain.page.set_input_files("#files-file", models / "wide.csv")
    plain.page.get_by_role("button", name="Rank", exact=True).click()
    assert ranked(plain) == ["forest", "net", "svm", "bayes", "tree"]
