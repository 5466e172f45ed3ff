"""Markdown from plain text and from docstrings."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from bakeoff.report.words.catalogue import CODES

DOCS = Path(__file__).parents[2]
PAGE = re.compile(r"docs/([\w\\-]+)\.md")
CODE_SPAN = re.compile(r"(``.+?``|`[^`]+`)", re.S)
SPECIAL = re.compile(r"([\\*_\[\]<>$|#~])")
# A parenthesis with only numbers of the specification, wherever the line breaks.
SPACED_CODES = re.compile(CODES.pattern.replace(" ?", r"\s?", 1).replace(", |", r",\s|"))


@dataclass(frozen=True, kw_only=True)
class Page:
    """One page of the reference: its path below the folder of the reference, and its text."""

    path: PurePosixPath
    title: str
    text: str


def prose(text: str) -> str:
    r"""Text with Markdown's special characters escaped; code spans are unchanged.

    >>> prose("p* of ``max |T*|`` (SIG-1)")
    'p\\* of ``max |T*|``'
    """
    parts = CODE_SPAN.split(SPACED_CODES.sub("", text))
    escaped = (part if part.startswith("`") else SPECIAL.sub(r"\\\1", part) for part in parts)
    return PAGE.sub(_linked, "".join(escaped))


def _linked(found: re.Match[str]) -> str:
    """A link from the page of a record to a page of the documentation that its text names."""
    name = found[1].replace("\\", "")
    return f"[{name.replace('_', ' ')}](../../{name}.md)" if (DOCS / f"{name}.md").exists() else found[0]


def described(docstring: str | None) -> str:
    """The text of a docstring before its sections, as Markdown."""
    lines = (docstring or "").expandtabs().splitlines()
    text = "\n".join([lines[0].strip(), *_dedented(lines[1:])]) if lines else ""
    before = re.split(r"\n(?:Parameters|Returns|Examples|Raises|Attributes|References)\n-+\n", text)[0]
    return prose(re.split(r"\nExamples\n", before)[0].strip())


def _dedented(lines: list[str]) -> list[str]:
    margins = [len(line) - len(line.lstrip()) for line in lines if line.strip()]
    return [line[min(margins) :] for line in lines] if margins else []


def section(title: str, *blocks: str, level: int = 2) -> str:
    """A heading and the blocks below it; nothing if all blocks are empty."""
    body = "\n\n".join(block for block in blocks if block)
    return f"{'#' * level} {title}\n\n{body}" if body else ""


def bullets(texts: Iterable[str]) -> str:
    """A list."""
    return "\n".join(f"* {text}" for text in texts)


def defined(terms: Iterable[tuple[str, str]]) -> str:
    """A definition list; a term with several texts is listed once, a term without text is left out."""
    texts: dict[str, list[str]] = {}
    for name, text in terms:
        texts.setdefault(name, []).extend([text] if text else [])
    return "\n\n".join(
        "\n".join([name, *(f": {each}" for each in found)]) for name, found in texts.items() if found
    )


def table(head: Iterable[str], body: Iterable[Iterable[str]], *, numbers_from: int = 1) -> str:
    """A table; the columns from the given one on are numeric."""
    names = list(head)
    ruler = ["---" if at < numbers_from else "---:" for at in range(len(names))]
    return "\n".join("| " + " | ".join(row) + " |" for row in (names, ruler, *map(list, body)))


def math(latex: str) -> str:
    """A formula on its own line or lines."""
    return f"```{{math}}\n{latex}\n```" if latex else ""


def note(kind: str, text: str) -> str:
    """An admonition, such as a warning."""
    return f":::{{{kind}}}\n{text}\n:::" if text else ""


def session(text: str) -> str:
    """What an interactive session shows."""
    return f"```pycon\n{text.rstrip()}\n```" if text else ""


def console(text: str) -> str:
    """Commands and what they print."""
    return f"```console\n{text.rstrip()}\n```"


def picture(svg: str) -> str:
    """A picture as inline SVG, so that it takes the colours of the page."""
    return f"```{{raw}} html\n{svg}\n```" if svg else ""


def page(path: str, title: str, *blocks: str) -> Page:
    """A page from its blocks."""
    body = "\n\n".join(block for block in (f"# {prose(title)}", *blocks) if block)
    return Page(path=PurePosixPath(f"{path}.md"), title=title, text=f"{body}\n")
