"""Numbers of procedures and misprints are explained where a reader can find them."""

import inspect
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CODE = re.compile(r"\b(?:(?:SIG|INT|MET|SIM|EST|CAL|PRO|PIT)-\d+|HS-1|E-[BMHSD]\d+)\b")


@pytest.mark.slow
def test_every_number_that_is_cited_is_explained():
    cited = {
        code
        for folder in ("src", "tests")
        for kind in ("*.py", "*.json")
        for path in (ROOT / folder).rglob(kind)
        for code in CODE.findall(path.read_text(encoding="utf-8"))
    }
    explained = {
        code
        for name in ("procedures.md", "misprints.md")
        for code in CODE.findall((ROOT / "docs" / name).read_text(encoding="utf-8"))
    }
    # A range such as "E-M5 to E-M8" explains what lies between.
    explained |= {f"E-M{number}" for number in range(5, 9)}
    assert len(cited) > 50
    assert sorted(cited - explained) == []


def test_the_misprint_of_section_3_4_quotes_the_page_of_its_figure():
    """E-M11: the ratio turned over, the factor, and the correlation."""
    page = (ROOT / "docs" / "papers" / "mh-fig6.md").read_text(encoding="utf-8")
    rows = [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("| ")]
    computed = {row[-4]: row[-2].replace("±", " ± ") for row in rows if len(row) >= 4}
    [line] = re.findall("^[|] E-M11 .*", (ROOT / "docs" / "misprints.md").read_text("utf-8"), re.MULTILINE)
    ratio, factor = "s^2(x) / (s1^2 + s3^2 - s1 s3)", "factor f in s^2(x) = s1^2 + s3^2 - f s1 s3"
    for column in (ratio, factor, "correlation rho"):
        assert computed[column] in line


def test_the_table_of_the_guide_has_every_function_and_every_command():
    import bakeoff
    from bakeoff.cli.app import app

    text = (ROOT / "docs/guide.md").read_text(encoding="utf-8")
    table = text.partition("## All functions and commands")[2].partition("\n## ")[0]
    functions = {name for name in bakeoff.__all__ if inspect.isfunction(getattr(bakeoff, name))}
    assert len(functions) > 40
    assert sorted(functions - set(re.findall(r"`(\w+)\(", table))) == []
    commands = {name for name in app if not name.startswith("-")}
    assert len(commands) > 10
    assert sorted(commands - set(re.findall(r"`bakeoff (\w+)", table))) == []


@pytest.mark.slow
def test_the_page_of_risks_is_made_from_the_table():
    from studies.measured import FILE, page

    text = FILE.read_text(encoding="utf-8")
    assert page(text) == text


def test_every_key_of_an_experiment_file_is_listed():
    from bakeoff.experiment import building, data_file, settings, tuning

    page = (ROOT / "docs" / "experiments.md").read_text(encoding="utf-8")
    section = page[page.index("## All keys") : page.index("## Data")]
    keys = {*settings.KEYS, *data_file.KEYS, *building._KEYS, *tuning._KEYS}
    assert sorted(key for key in keys if not re.search(rf"\b{key}\b", section)) == []
