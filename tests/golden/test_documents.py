"""Every code block of README and docs does what it shows, or says why it is not run."""

import contextlib
import json
import re
import tomllib
import warnings
from dataclasses import replace

import pytest
import yaml
from tests.documents import (
    ROOT,
    SHOWN,
    blocks,
    is_shown,
    misspelt,
    pages,
    prepare,
    run_block,
    run_page,
    shortened,
)

RUNNING = [path for path in pages() if any(block.is_run for block in blocks(path))]
EVERY = [block for path in pages() for block in blocks(path)]
INSTRUCTION = re.compile(r"^\s*(\$ )?(bakeoff|make|pip) ", re.M)


@pytest.mark.parametrize("path", RUNNING, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_what_a_page_shows_is_what_happens(path, tmp_path):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        wrong = run_page(path, tmp_path)
    assert not wrong, "\n\n".join(map(str, wrong))


def test_readme_and_docs_have_blocks_that_run():
    assert len(RUNNING) >= 3
    assert RUNNING[0].name == "README.md"


def test_every_block_is_run_or_says_why_not():
    silent = [
        str(block)
        for block in EVERY
        if block.info and not block.is_run and not block.says_why_not and block.language not in SHOWN
    ]
    assert silent == []
    indented = [str(block) for block in EVERY if not block.info and INSTRUCTION.search(block.text)]
    assert indented == []


@pytest.mark.parametrize(
    ("language", "read"), [("toml", tomllib.loads), ("json", json.loads), ("yaml", yaml.safe_load)]
)
def test_what_is_only_shown_can_be_read(language, read):
    found = [block for block in EVERY if block.language == language]
    assert found
    for block in found:
        assert read(block.text), str(block)


def test_a_test_on_a_page_is_called(tmp_path):
    page = ROOT / "docs" / "gate.md"
    (script,) = [each for each in blocks(page) if each.is_run and "def test_" in each.text]
    broken = replace(script, text=script.text.replace("margin=0.02", "margin=0.001"))
    prepare(tmp_path)
    with contextlib.chdir(tmp_path):
        assert list(run_block(script, {})) == []
        with pytest.raises(AssertionError, match="Inconclusive"):
            list(run_block(broken, {}))


def test_commands_that_are_not_run_are_understood():
    """Files and servers that a reader must have are missing here, but every option exists."""
    lines = [
        (block, line.strip())
        for block in EVERY
        if not block.is_run
        for line in re.sub(r"\\\n\s*", " ", block.text).splitlines()
        if re.match(r"\s*(\$ )?bakeoff [a-z]", line)
    ]
    wrong = [f"{block}: {line}: {found}" for block, line in lines if (found := misspelt(_command(line)))]
    assert wrong == []


def _command(line):
    """The command alone: without a prompt, a remark in parentheses, where its output goes, and brackets."""
    return re.sub(r"[\[\]]", "", re.split(r"\s{2,}\(| > ", line.removeprefix("$ "))[0])


def test_dots_stand_for_any_lines():
    assert is_shown("a\nb\nc\n", "a\n...\nc\n")
    assert is_shown("a\nc\n", "a\n...\nc\n")
    assert not is_shown("a\nb\n", "a\n...\nc\n")
    assert not is_shown("a\nb\n", "a\n")


def test_a_corrected_page_keeps_its_dots():
    assert shortened("a 2\nb\nc\nd\n", "a 1\n...\nd\n") == "a 2\n...\nd\n"
    assert shortened("a\nb\nc 2\n", "a\n...\nc 1\n") == "a\n...\nc 2\n"
    assert shortened("a 2\nb\n", "a 1\nb\n") == "a 2\nb\n"
