"""Figures of pages that other commands write: the cells of their tables."""

import re
from pathlib import Path

DOCS = Path(__file__).parents[1] / "docs"
Row = dict[str, str]
BAR = re.compile(r"(?<!\\)\|")
FIRST = re.compile(r"-?\d+\.?\d*")


def tables_of(page: str) -> list[tuple[str, list[Row]]]:
    """All tables of a page with the heading and the last line of text above each."""
    found: list[tuple[str, list[Row]]] = []
    heading, said, head = "", "", list[str]()
    for line in (DOCS / f"{page}.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("|"):
            cells = [each.strip() for each in BAR.split(line.strip("|"))]
            if not head:
                head = [f"{each}, {at}" if each in cells[:at] else each for at, each in enumerate(cells)]
                found.append((f"{heading} / {said}", []))
            elif not all(set(each) == {"-"} for each in cells):
                found[-1][1].append(dict(zip(head, cells, strict=True)))
            continue
        head = []
        if line.startswith("#"):
            heading, said = line.strip("# "), ""
        elif line.strip():
            said = line.strip()
    return found


def table_of(page: str, place: str) -> list[Row]:
    """The one table whose heading or text above it contains the words."""
    (rows,) = (rows for where, rows in tables_of(page) if place in where)
    return rows


def number(cell: str, at: int = 0) -> float:
    """A number of a cell.

    >>> number("36.2 (5.9)"), number("36.2 (5.9)", 1)
    (36.2, 5.9)
    """
    return float(FIRST.findall(cell)[at])


def row_of(rows: list[Row], **wanted: str) -> Row:
    """The one row whose cells start so; ``first`` is the first column."""
    (found,) = (
        row
        for row in rows
        if all(
            (next(iter(row.values())) if name == "first" else row[name]).startswith(text)
            for name, text in wanted.items()
        )
    )
    return found


def command_of(page: str, place: str = "Made by") -> str:
    """The command that made a page, as the page says."""
    text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
    found = re.search(rf"{place}\s+`([^`]+)`", text)
    if found is None:
        raise LookupError(f"docs/{page}.md does not say by which command it was made")
    return " ".join(found[1].split())
