"""Code blocks of README and docs, and what happens when they are run.

In a fence of ``python``, lines after ``>>>`` are examples with what they print; without prompts it is a
script. In a fence of ``console``, ``$`` starts a command, and what follows is what it prints; a line ``...``
stands for any lines. All blocks of a page are run in turn, in one empty folder that has the example files,
with the same names. A block that cannot run says so, and why, behind its language:
``console not run: needs PostgreSQL``.
"""

import contextlib
import doctest
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt

ROOT = Path(__file__).parents[1]
DEMO = Path("src/bakeoff/cli/demo.csv")
RUN = ("python", "pycon", "console")
# Written down, not run: files to be read by programs, and what a program shows.
SHOWN = ("text", "toml", "yaml", "json", "csv", "bibtex", "html", "latex", "markdown", "ini")
NOT_RUN = re.compile(r"\S+ not run: \S.*")
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


def commands(block):
    """Each command of a console block, with what it prints."""
    parts = re.split(r"^\$ ", block.text, flags=re.M)
    assert not parts[0].strip(), f"{block}: starts without a command"
    for part in parts[1:]:
        command, _, printed = re.sub(r"\\\n\s*", " ", part).partition("\n")
        yield command.strip(), printed


def prepare(folder):
    """Put the example files into a folder: a run leaves its store beside the experiment."""
    shutil.copytree(ROOT / "examples", folder / "examples", ignore=shutil.ignore_patterns("*.bakeoff*"))
    (folder / DEMO).parent.mkdir(parents=True)
    shutil.copy(ROOT / DEMO, folder / DEMO)


def run_page(path, folder):
    """Run all blocks of a page; what went wrong, one text for each block."""
    prepare(folder)
    names, wrong = {"__name__": "__main__"}, []
    with contextlib.chdir(folder):
        for block in filter(lambda each: each.is_run, blocks(path)):
            wrong += [f"{block}: {problem}" for problem in _run(block, names)]
    return wrong


def _run(block, names):
    if block.language == "console":
        for command, shown in commands(block):
            printed = run_command(command)
            if not is_shown(printed, shown):
                yield f"$ {command}\nshown:\n{shown}\nprinted:\n{printed}"
    elif ">>>" in block.text:
        yield from _examples(block, names)
    else:
        exec(compile(block.text, str(block), "exec"), names)  # noqa: S102 - our own pages


def _examples(block, names):
    test = doctest.DocTestParser().get_doctest(block.text, names, block.page, block.page, block.line)
    test.globs = names  # not a copy: later blocks see what this one named
    out = io.StringIO()
    if doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=out.write, clear_globs=False).failed:
        yield out.getvalue()


def is_shown(printed, shown):
    """Whether a page shows what was printed; a line of three dots stands for any lines."""
    parts = re.split(r"^\.\.\.\n", shown.rstrip("\n") + "\n", flags=re.M)
    return re.fullmatch("(?s:.*)".join(map(re.escape, parts)), printed.rstrip("\n") + "\n") is not None


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
