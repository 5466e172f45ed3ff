"""What every record owes the documentation: a formula that can be typeset, and a page that is reached."""

import re
from functools import cache
from pathlib import Path

import pytest
from docs._ext.llms import summary
from docs._ext.reference import api, caveats
from docs._ext.reference.sessions import CONSOLES
from docs._ext.reference.write import pages
from docutils.utils.math.latex2mathml import tex2mathml
from tests.looping import in_one_test

import bakeoff
import bakeoff.lab
import bakeoff.learners
import bakeoff.testing
from bakeoff.designs import DESIGNS
from bakeoff.estimators import ESTIMATORS
from bakeoff.intervals import INTERVALS
from bakeoff.methods import METHODS
from bakeoff.methods.many import MANY
from bakeoff.metrics import METRICS

DOCS = Path(__file__).parents[2] / "docs"
REGISTRIES = {
    "methods": METHODS,
    "many": MANY,
    "intervals": INTERVALS,
    "metrics": METRICS,
    "estimators": ESTIMATORS,
}
RECORDS = [(folder, record) for folder, records in REGISTRIES.items() for record in records]
SECTIONS = {
    "methods": ("What it computes", "Measured risk", "Example", "See also"),
    "many": ("What it computes", "Measured risk", "Example", "References"),
    "intervals": ("What it computes", "Measured coverage", "Example", "References"),
    "metrics": ("What it computes", "Measured risk", "Example"),
    "estimators": ("What it computes", "Measured bias", "Example", "References"),
    "designs": ("Splits", "What it estimates", "Assumptions", "Measured risk", "Example", "References"),
    "caveats": ("What to do instead", "What was measured", "Example", "References"),
}
RAISED_IN_CONSOLES = {
    "well-known-data": "caveat: 'iris' is a standard benchmark",
    "calibrated-here": "degrees of freedom were calibrated on these data",
}
TOCTREE = re.compile(r"```\{toctree\}\n(.*?)```", re.S)


@cache
def written():
    return {each.path.with_suffix("").as_posix(): each.text for each in pages()}


@in_one_test("folder, record", RECORDS)
def test_a_record_has_a_formula_that_can_be_typeset(folder, record):
    assert record.latex, f"{folder}/{record.key} has no formula"
    assert tex2mathml(record.latex, as_block=True).startswith("<math")


@pytest.mark.slow
def test_everything_with_a_key_has_its_page():
    expected = {f"{folder}/{record.key}" for folder, record in RECORDS}
    expected |= {f"designs/{key}" for key in DESIGNS} | {f"caveats/{each.key}" for each in caveats.EVERY}
    assert expected <= set(written())


@pytest.mark.slow
def test_every_page_has_its_sections():
    lacking = [
        (name, section)
        for name, text in written().items()
        for section in SECTIONS.get(name.split("/")[0], ())
        if not name.endswith("/index") and f"\n## {section}\n" not in text
    ]
    assert lacking == []


@pytest.mark.slow
def test_every_example_shows_what_it_prints():
    sessions = [
        (name, session)
        for name, text in written().items()
        for session in re.findall(r"```pycon\n(.*?)\n```", text, re.S)
    ]
    assert len(sessions) >= len(RECORDS) + len(DESIGNS)
    assert [name for name, session in sessions if session.splitlines()[-1].startswith((">>>", "..."))] == []


@pytest.mark.slow
def test_every_page_is_reached_from_a_table_of_contents():
    found = {name_of(path): path.read_text("utf-8") for path in DOCS.rglob("*.md")}
    texts = {name: text for name, text in found.items() if not name.startswith("reference/")}
    texts |= {f"reference/{name}": text for name, text in written().items()}
    reached, left = set(), ["index"]
    while left:
        name = left.pop()
        if name not in reached:
            reached.add(name)
            left += _contents(name, texts)
    assert sorted(set(texts) - reached) == []


def test_no_page_is_listed_twice():
    text = (DOCS / "index.md").read_text("utf-8")
    entries = [
        line
        for block in TOCTREE.findall(text)
        for line in block.splitlines()
        if line and not line.startswith(":")
    ]
    assert len(entries) == len(set(entries))


def name_of(path):
    return path.relative_to(DOCS).with_suffix("").as_posix()


def _contents(name, texts):
    """What the tables of contents of a page name, as far as there is a page."""
    folder = name.rpartition("/")[0]
    for block in TOCTREE.findall(texts[name]):
        for line in filter(None, block.splitlines()):
            entry = f"{folder}/{line}".lstrip("/")
            found = [each for each in texts if re.fullmatch(entry.replace("*", "[^/]*"), each)]
            yield from found if not line.startswith(":") else ()


def test_the_api_has_every_public_name():
    named = {name.removeprefix("bakeoff.") for group in api.GROUPS for name in group.names}
    assert sorted(set(bakeoff.__all__) - {"__version__"} - named) == []


def test_no_name_of_the_api_is_listed_twice():
    named = [name for group in api.GROUPS for name in group.names]
    assert len(named) == len(set(named))


def test_every_public_name_is_on_exactly_one_page_of_the_api():
    modules = (bakeoff, bakeoff.lab, bakeoff.learners, bakeoff.testing)
    public = [f"{module.__name__}.{name}" for module in modules for name in module.__all__]
    pages_of = {
        name: [each.path.stem for each in api.pages() if f":: {name}\n" in each.text] for name in public
    }
    assert {name: found for name, found in pages_of.items() if len(found) != 1} == {"bakeoff.__version__": []}


@pytest.mark.slow
def test_caveats_and_designs_show_a_picture_where_something_was_measured():
    pictured = {f"caveats/{each.key}" for each in caveats.EVERY if has_figures(each.support)}
    pictured |= {f"designs/{key}" for key in DESIGNS}
    found = {
        name
        for name, text in written().items()
        if re.search(r"\n## (?:What was measured|Measured risk)\n(?:(?!\n## ).)*<svg", text, re.S)
    }
    assert {
        name for name in found if name.startswith(("caveats/", "designs/")) and "index" not in name
    } == pictured


def has_figures(support):
    return bool(support.rates or support.procedures or support.claims or support.exact)


@pytest.mark.slow
def test_the_example_of_a_caveat_raises_it():
    for each in caveats.EVERY:
        example = written()[f"caveats/{each.key}"].split("\n## Example\n")[1].split("\n## References\n")[0]
        if each.key in CONSOLES:
            assert RAISED_IN_CONSOLES[each.key] in example
        else:  # the session prints the text of the caveat with this key, and would fail without one
            *typed, printed = example.strip().splitlines()[1:-1]
            assert f'each.key == "{each.key}"' in typed[-1]
            assert "; " in printed


@pytest.mark.slow
def test_the_index_for_programs_says_what_each_page_is_about():
    lines = {name: summary(text) for name, text in written().items() if not name.endswith("/index")}
    empty = {name for name, text in lines.items() if not text or text.startswith(("Key:", "Made by"))}
    assert empty == set()
