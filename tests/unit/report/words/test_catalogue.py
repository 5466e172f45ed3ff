import json
import re

import pytest
from tests.looping import in_one_test

from bakeoff.core.exceptions import UnknownNameError
from bakeoff.core.family import ADJUSTMENTS
from bakeoff.core.figures import span
from bakeoff.report.words.catalogue import REGISTRIES, SEVERAL, page, show_list, show_page
from bakeoff.report.words.further import GROUPS

EVERY = [(noun, key) for noun, registry in REGISTRIES.items() for key in registry.keys()]  # noqa: SIM118


def test_the_list_names_everything_once(capsys):
    show_list()
    lines = capsys.readouterr().out.splitlines()
    keys = [line.split()[0] for line in lines if line.startswith("  ")]
    others = [each.key for *_, entries in GROUPS for each in entries]
    assert sorted(keys) == sorted([*(key for _, key in EVERY), *others])
    assert f"Adjustments for several comparisons: {', '.join(ADJUSTMENTS)}" in lines


def test_the_list_marks_what_is_unsound(capsys):
    show_list()
    marked = [line.split()[0] for line in capsys.readouterr().out.splitlines() if "(unsound)" in line]
    assert {"resampled-t", "difference-of-proportions", "two-standard-errors"} <= set(marked)
    assert marked == [method.key for method in _by_listing() if method.unsound]


def _by_listing():
    from bakeoff.core.outcomes import IN_WORDS
    from bakeoff.methods import METHODS

    return [method for kind in IN_WORDS for method in METHODS if method.takes is kind]


def test_the_list_as_json(capsys):
    show_list(as_json=True)
    content = json.loads(capsys.readouterr().out)
    assert set(content) == {
        "methods",
        "ranking_methods",
        "intervals",
        "metrics",
        "estimators",
        "worlds",
        "repeated_metrics",
        "gate_tests",
        "adjustments",
    }
    assert [record["key"] for record in content["methods"]] == REGISTRIES["method"].keys()
    assert [record["key"] for record in content["ranking_methods"]] == REGISTRIES["ranking method"].keys()
    assert content["adjustments"] == list(ADJUSTMENTS)


@in_one_test(("noun", "key"), EVERY)
def test_every_page(capsys, noun, key):
    show_page(key)
    record = REGISTRIES[noun][key]
    assert capsys.readouterr().out.startswith(f"{key}: {record.title}\n\n")
    show_page(key, as_json=True)
    content = json.loads(capsys.readouterr().out)
    assert content == page(record)
    assert (content["key"], content["title"]) == (key, record.title)
    for name, value in content.items():
        assert isinstance(value, list if name in SEVERAL else str)
        assert value


def test_what_a_page_of_a_method_says():
    content = page(REGISTRIES["method"]["resampled-t"])
    assert f"{span('dietterich splits', 'resampled-t')} %" in content["unsound"]
    assert content["designs"] == "resampling"
    assert any(text.startswith("df: ") for text in content["option"])
    assert "Examples" not in content["computes"]
    assert ">>>" not in content["computes"]


@in_one_test("key", [key for _, key in EVERY])
def test_pages_are_for_people(capsys, key):
    show_page(key)
    printed = capsys.readouterr().out
    assert max(map(len, printed.splitlines())) <= 100
    assert not re.search(r"``|\b(SIG|INT|MET|SIM|HS|E)-[A-Z]?\d", printed)
    show_page(key, as_json=True)
    assert not re.search(r"``|\b(SIG|INT|MET|SIM|HS|E)-[A-Z]?\d", capsys.readouterr().out)


def test_wrapped_lines_are_indented_below_their_text(capsys):
    show_page("resampled-t")
    lines = capsys.readouterr().out.splitlines()
    first = next(at for at, line in enumerate(lines) if line.startswith("  unsound         its splits"))
    assert lines[first + 1].startswith(" " * 18)
    assert lines[first + 1][18] != " "


@pytest.mark.parametrize("key", ADJUSTMENTS)
def test_adjustments_have_a_page(capsys, key):
    show_page(key)
    printed = capsys.readouterr().out
    assert printed.startswith(f"{key}: Adjust p-values")
    assert key in printed.split("\n\n")[1]
    assert max(map(len, printed.splitlines())) <= 100
    show_page(key, as_json=True)
    content = json.loads(capsys.readouterr().out)
    assert (content["key"], set(content)) == (key, {"key", "title", "about"})


def test_unknown_key_names_the_nearest():
    with pytest.raises(UnknownNameError, match=r"world or adjustment is called 'willson'.*'wilson'"):
        show_page("willson")
