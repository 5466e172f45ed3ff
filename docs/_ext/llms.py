"""llms.txt, an index of the pages, and llms-full.txt, their text: for programs that read the site."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

MARKUP = re.compile(r"^(#|```|:::|!\[|\||\* |- |<|:|\d+\. |>)")
PICTURE = re.compile(r"```\{raw\} html\n.*?```\n*", re.S)
# How a page starts with its key or with the command that made it, which do not say what it is about.
OF_FORM = re.compile(r"^(Key: `[^`]*`|Made by `[^`]*`.*?)[.:](?=\s|$)\s*")
FULL = ("Guide", "How to", "Reference")  # pages below these captions are in llms-full.txt
ABOUT = (
    "bakeoff is a Python package and a command that compares two machine-learning models, or ranks many, "
    "from predictions, scores, counts or logs, and says how certain the verdict is and what limits it."
)


def summary(markdown: str) -> str:
    """The first sentence of prose that says what a page is about."""
    for block in re.split(r"\n\s*\n", markdown):
        if block.strip() and not MARKUP.match(block.strip()):
            text = OF_FORM.sub("", " ".join(block.split()).replace("\\", ""))
            if text:
                return re.split(r"(?<=[.?])\s", text[0].upper() + text[1:])[0]
    return ""


def listed(
    sections: Mapping[str, Sequence[str]], titles: Mapping[str, str], sources: Mapping[str, str]
) -> str:
    """The text of llms.txt: one line for each page, below the headings of the site."""
    parts = ["# bakeoff", f"> {ABOUT}"]
    for caption, names in sections.items():
        lines = [_line(name, titles[name], summary(sources[name])) for name in names]
        parts += [f"## {caption}", "\n".join(lines)]
    return "\n\n".join(parts) + "\n"


def _line(name: str, title: str, about: str) -> str:
    return f"- [{title}]({name}.html)" + (f": {about}" if about else "")


def in_full(sections: Mapping[str, Sequence[str]], sources: Mapping[str, str]) -> str:
    """The Markdown of the pages that say how to use bakeoff, one after another."""
    names = [name for caption in FULL for name in sections.get(caption, ())]
    texts = {name: PICTURE.sub("", sources[name]).strip() for name in names}
    return "\n\n".join(f"<!-- {name} -->\n\n{text}" for name, text in texts.items()) + "\n"


def below(name: str, includes: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """A page and all pages that its tables of contents reach."""
    yield name
    for child in includes.get(name, ()):
        yield from below(child, includes)


def write(folder: Path, full: str, short: str) -> None:
    """Write both files into the root of the site."""
    (folder / "llms.txt").write_text(short, encoding="utf-8")
    (folder / "llms-full.txt").write_text(full, encoding="utf-8")
