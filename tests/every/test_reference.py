"""What every record owes the documentation: a formula that can be typeset, and a page that is reached."""

import re
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest
from docs._ext.llms import summary
from docs._ext.mathml import typeset
from docs._ext.reference import api, caveats, notation
from docs._ext.reference.sessions import CONSOLES
from docs._ext.reference.write import pages
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
    "methods": ("What it computes", "Assumptions", "Measured risk", "Example", "References"),
    "many": ("What it computes", "Assumptions", "Measured risk", "Example", "References"),
    "intervals": ("What it computes", "Assumptions", "Measured coverage", "Example", "References"),
    "metrics": ("What it computes", "Assumptions", "Measured risk", "Example", "References"),
    "estimators": ("What it computes", "Assumptions", "Measured bias", "Example", "References"),
    "designs": ("Splits", "What it estimates", "Assumptions", "Measured risk", "Example", "References"),
    "caveats": ("What to do instead", "What was measured", "Example", "References"),
}
MATHML = "{http://www.w3.org/1998/Math/MathML}"
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
    assert typeset(record.latex, as_block=True).startswith("<math")


def formulas():
    """Every formula of the site, and where it is."""
    yield from ((f"{folder}/{record.key}", record.latex) for folder, record in RECORDS)
    told = {"notation": "\n".join([*notation.NOTATION.values(), notation.OF_CV])}
    told |= {over: " ".join(text for _, text in texts) for over, texts in notation.NOTATION_OF_MANY.items()}
    told |= {name_of(path): path.read_text("utf-8") for path in DOCS.glob("*.md")}
    for name, text in told.items():
        blocks = re.findall(r"```\{math\}\n(.*?)\n```", text, re.S)
        inline = re.findall(r"\$([^$\n`]*\\[^$\n`]*)\$", text)
        yield from ((name, latex) for latex in (*blocks, *inline))


def drawn(latex):
    """The elements of a formula as a block."""
    return ElementTree.fromstring(typeset(latex, as_block=True))  # noqa: S314 - our own formulas


def test_nothing_but_an_operator_has_an_index_below_it():
    bases = [
        (name, node[0].tag)
        for name, latex in formulas()
        for node in drawn(latex).iter()
        if node.tag in (f"{MATHML}munder", f"{MATHML}munderover")
    ]
    assert len(bases) > 50
    assert [each for each in bases if each[1] != f"{MATHML}mo"] == []


@pytest.mark.parametrize(
    "latex", [r"\bar{x}_i", r"\hat y_i", r"{\tilde{p}}_{i j}", r"\overline{x}_{\cdot j}"]
)
def test_the_index_of_an_accented_letter_is_at_its_lower_right(latex):
    [indexed] = drawn(latex)
    assert indexed.tag == f"{MATHML}msub"
    assert [each.tag.removeprefix(MATHML) for each in indexed[0]] == ["mi", "mo"]
    assert "\u02c9" not in typeset(latex)  # a bar that fonts of formulas do not have
    assert "munderover" in typeset(rf"\sum_{{i=1}}^n {latex}")


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


NAMED = re.compile(r"(?<!`)`{1,2}([a-z][a-z_-]*)`{1,2}(?!`)")
CODED = re.compile(r"\b[A-Z]{1,5}-[A-Z]?\d+\b")
KEYS = {record.key for _, record in RECORDS}


@pytest.mark.slow
@in_one_test("folder, record", RECORDS)
def test_a_page_names_only_what_its_reader_can_pass(folder, record):
    text = written()[f"{folder}/{record.key}"]
    computed = text.split("## What it computes")[1].split("\n## ")[0]
    options = {**getattr(record, "options", {}), **getattr(record, "reading", {})}
    assert set(NAMED.findall(computed)) <= KEYS | set(options)
    assert CODED.findall(text.split("## Example")[0]) == []


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


@in_one_test("folder, record", RECORDS)
def test_a_record_says_what_it_assumes(folder, record):
    assert record.assumptions
    assert [text for text in record.assumptions if text.endswith(".") or text[0].isupper()] == []


@pytest.mark.slow
def test_every_record_shows_what_was_measured():
    pictured = [f"{folder}/{record.key}" for folder, record in RECORDS]
    assert [name for name in pictured if "<svg" not in written()[name]] == []
    assert [name for name in pictured if "Nothing was measured" in written()[name]] == []


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
