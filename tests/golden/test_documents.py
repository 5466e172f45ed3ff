"""Every code block of README and docs does what it shows, or says why it is not run."""

import re
import warnings

import pytest
from tests.documents import ROOT, SHOWN, blocks, is_shown, misspelt, pages, run_page, shortened

RUNNING = [path for path in pages() if any(block.is_run for block in blocks(path))]
EVERY = [block for path in pages() for block in blocks(path)]


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
    # Indented blocks have no place to say so; their commands are checked below.
    silent = [
        str(block)
        for block in EVERY
        if block.info and not block.is_run and not block.says_why_not and block.language not in SHOWN
    ]
    assert silent == []


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
