"""Code blocks of README and docs, and what happens when they are run.

In a fence of ``python``, lines after ``>>>`` are examples with what they print; without prompts it is a
script. In a fence of ``console``, ``$`` starts a command, and what follows is what it prints; a line ``...``
stands for any lines. All blocks of a page are run in turn, in one empty folder that has the example files,
with the same names; functions whose names start with ``test_`` are called, as pytest would. A block that
cannot run says so, and why, behind its language: ``console not run: needs PostgreSQL``. Indented blocks have
no place to say so, and have no command.

``python -m tests.documents [PAGE ...]`` writes into the pages what happens: read the difference before it is
committed.
"""

import contextlib
import difflib
import doctest
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt

ROOT = Path(__file__).parents[1]
DEMO = Path("src/bakeoff/cli/demo.csv")
RUN = ("python", "pycon", "console")
# Written down, not run: files to be read by programs, and what a program shows.
SHOWN = ("text", "toml", "yaml", "json", "csv", "bibtex", "html", "latex", "markdown", "ini")
NOT_RUN = re.compile(r"\S+ not run: \S.*")
DOTS = "...\n"
SHELL = re.compile(r"[|<>;&$`]")


@dataclass(frozen=True)
class Block:
    page: str
    line: int
    info: str
    text: str

    @property
    def language(self):
        return self.info.split()[0] if self.info else ""

    @property
    def is_run(self):
        return self.info in RUN

    @property
    def says_why_not(self):
        return bool(NOT_RUN.fullmatch(self.info))

    def __str__(self):
        return f"{self.page}:{self.line}"


def pages():
    """README and all pages of docs that are written, not made while the site is built."""
    found = sorted(ROOT.glob("docs/**/*.md"))
    return [ROOT / "README.md", *(path for path in found if "reference" not in path.parts)]


def blocks(path):
    """The code blocks of a page; those of MyST, such as tables of contents, are none."""
    name = path.relative_to(ROOT).as_posix()
    tokens = MarkdownIt("commonmark").parse(path.read_text(encoding="utf-8"))
    return [
        Block(name, token.map[0] + 1, token.info.strip(), token.content)
        for token in tokens
        if token.type in ("fence", "code_block") and not token.info.startswith("{")
    ]


@dataclass(frozen=True)
class Difference:
    """What a page shows, from the command or statement on, and what it should show."""

    block: Block
    shown: str
    printed: str

    def __str__(self):
        return f"{self.block}\nshown:\n{self.shown}\nprinted:\n{self.printed}"


def commands(block):
    """Each command of a console block, as it is written, and with what it prints."""
    parts = re.split(r"^\$ ", block.text, flags=re.M)
    assert not parts[0].strip(), f"{block}: starts without a command"
    for part in parts[1:]:
        written = re.match(r"(?:.*\\\n)*.*\n?", part)[0]
        yield written, part[len(written) :]


def prepare(folder):
    """Put the example files into a folder: a run leaves its store beside the experiment."""
    shutil.copytree(ROOT / "examples", folder / "examples", ignore=shutil.ignore_patterns("*.bakeoff*"))
    (folder / DEMO).parent.mkdir(parents=True)
    shutil.copy(ROOT / DEMO, folder / DEMO)


def run_page(path, folder):
    """Run all blocks of a page; each place where it does not show what happens."""
    prepare(folder)
    names, wrong = {"__name__": "__main__"}, []
    with contextlib.chdir(folder):
        for block in filter(lambda each: each.is_run, blocks(path)):
            wrong += run_block(block, names)
    return wrong


def run_block(block, names):
    """Run one block with the names of those before it; each place where it does not show what happens."""
    if block.language == "console":
        for written, shown in commands(block):
            printed = run_command(re.sub(r"\\\n\s*", " ", written).strip())
            if not is_shown(printed, shown):
                yield Difference(block, f"$ {written}{shown}", f"$ {written}{shortened(printed, shown)}")
    elif ">>>" in block.text:
        yield from _examples(block, names)
    else:
        _script(block, names)


def _script(block, names):
    known = set(names)
    exec(compile(block.text, str(block), "exec"), names)  # noqa: S102 - our own pages
    for name in sorted(names.keys() - known):
        if name.startswith("test_"):
            names[name]()


class Examples(doctest.DocTestRunner):
    """Statements with what they print; keeps those that print something else."""

    def __init__(self, block):
        super().__init__(optionflags=doctest.ELLIPSIS)
        self.block, self.found = block, []

    def report_failure(self, out, test, example, got):
        lines = self.block.text.splitlines(keepends=True)
        asked = example.lineno + example.source.count("\n")
        answered = asked + example.want.count("\n")
        typed = "".join(lines[example.lineno : asked])
        printed = re.sub(r"^$\n", "<BLANKLINE>\n", got, flags=re.M)
        self.found.append(Difference(self.block, typed + "".join(lines[asked:answered]), typed + printed))

    def report_unexpected_exception(self, out, test, example, exc_info):
        self.report_failure(out, test, example, f"{exc_info[0].__name__}: {exc_info[1]}\n")


def _examples(block, names):
    test = doctest.DocTestParser().get_doctest(block.text, names, block.page, block.page, 0)
    test.globs = names  # not a copy: later blocks see what this one named
    runner = Examples(block)
    runner.run(test, out=lambda text: None, clear_globs=False)
    return runner.found


def is_shown(printed, shown):
    """Whether a page shows what was printed; a line of three dots stands for any lines."""
    parts = re.split(r"^\.\.\.\n", shown.rstrip("\n") + "\n", flags=re.M)
    return re.fullmatch("(?s:.*)".join(map(re.escape, parts)), printed.rstrip("\n") + "\n") is not None


def shortened(printed, shown):
    """What was printed, with the dots that a page has, where the lines around them are alike."""
    old, new = shown.splitlines(keepends=True), printed.splitlines(keepends=True)
    kept = []
    for tag, low, high, start, end in difflib.SequenceMatcher(None, old, new).get_opcodes():
        if DOTS in old[low:high]:
            before = old[low:high].index(DOTS)
            after = high - low - before - 1
            kept += [*new[start : start + before], DOTS, *new[end - after : end]]
        elif tag != "delete":
            kept += new[start:end]
    return "".join(kept)


def run_command(command):
    """What a command prints: that of bakeoff in this process, others, and pipes, in a shell."""
    words = shlex.split(command)
    if words[0] != "bakeoff" or SHELL.search(re.sub(r"'[^']*'", "", command)):
        scripts = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        ran = subprocess.run(
            ["bash", "-c", command], env=os.environ | {"PATH": scripts}, capture_output=True, text=True
        )
        return ran.stdout or ran.stderr
    return _in_process(words[1:])


def _in_process(arguments):
    from bakeoff.cli.main import main

    out, problems = io.StringIO(), io.StringIO()
    stopped = contextlib.suppress(SystemExit)
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(problems), stopped:
        main(arguments)
    return out.getvalue() or problems.getvalue()


def misspelt(command):
    """What the command line does not understand of a command that is not run; empty where it does."""
    from cyclopts import CycloptsError

    from bakeoff.cli.app import app

    words = shlex.split(command, comments=True)[1:]
    try:
        app.parse_args(words, exit_on_error=False, print_error=False)
    except CycloptsError as problem:
        return str(problem)
    return ""


def correct(path):
    """Write into a page what happens; how many places were wrong."""
    text = path.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        wrong = run_page(path, Path(folder))
    for each in wrong:
        assert each.shown in text, f"{each.block}: not found in the page"
        text = text.replace(each.shown, each.printed, 1)
    path.write_text(text, encoding="utf-8")
    return len(wrong)


if __name__ == "__main__":
    for page in map(Path.resolve, map(Path, sys.argv[1:])) if sys.argv[1:] else pages():
        if count := correct(page):
            sys.stdout.write(f"{page.relative_to(ROOT)}: {count} corrected\n")
