"""Compute every table and figure of the five papers again, and write them down beside print.

    python -m studies.papers [--quick] [--only KEY ...]

Writes a page and, where there is a figure, a picture for each key into docs/papers, docs/papers.md with a
line for each, and, of a full run, what `bakeoff serve` shows. With --only the lines and pages of other keys
stay as they are: a long run can be made piecewise.
"""

import argparse
import json
import platform
import re
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from bakeoff.lab.exhibit import Effort, Exhibit, Reproduction
from bakeoff.lab.papers import EXHIBITS
from bakeoff.lab.papers._printed import in_order, paper_of, source
from bakeoff.lab.report.papers import LEGEND, answer, counts, listing, matrix, reasons
from bakeoff.report.draw.figures import inline_svg, svg

DOCS = Path(__file__).parents[1] / "docs"
SHOWN = Path(__file__).parents[1] / "src" / "bakeoff" / "web" / "papers.json"
STATUSES = {
    "exact": "reproduced exactly",
    "within": "reproduced within Monte-Carlo error",
    "differs": "differs",
    "cannot": "cannot be reproduced",
    "unprinted": "nothing printed to compare with",
}
ALT = "The numbers are in the table below."
INDEX = """\
# The five papers, computed again

Every number below was computed by `{command}`; `bakeoff papers KEY` computes one again. A cell is
reproduced within Monte-Carlo error if it lies within three standard errors of what is printed; each page
says why others differ or cannot be reproduced. The numbers of misprints are explained in
[misprints.md](misprints.md).

Last written on {date}, with {versions}; each page has its own.

| table or figure | {statuses} | seconds | draws | date |
|---|{rules}---|---|---|
{rows}
"""
PAGE = """\
# {key}: {title}

{source}.

**{answer}.**

{about}

{table}{remarks}{picture}
*{date}, `{command}`, {seconds}, {versions}.*
"""
ROW = re.compile(r"^\| \[([a-z0-9-]+)\]\(papers/")


def main() -> None:
    """Compute what is asked for, and write it down as soon as it is known."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="few draws: to see that it runs")
    parser.add_argument("--only", nargs="+", default=EXHIBITS.keys(), metavar="KEY", choices=EXHIBITS.keys())
    given = parser.parse_args()
    (DOCS / "papers").mkdir(exist_ok=True)
    for key in in_order(given.only):
        started = time.perf_counter()
        found = EXHIBITS[key].compute(Effort(quick=given.quick))
        seconds = time.perf_counter() - started
        write(EXHIBITS[key], found, seconds, quick=given.quick)
        if not given.quick:
            keep(SHOWN, EXHIBITS[key], found, seconds)
        sys.stderr.write(f"{key}: {answer(found.cells)} ({seconds:.1f} s)\n")


def write(exhibit: Exhibit, found: Reproduction, seconds: float, *, quick: bool, docs: Path = DOCS) -> None:
    """Write the page and picture of one exhibit, and its line in the list."""
    picture = docs / "papers" / f"{exhibit.key}.svg"
    if found.figure is None:
        picture.unlink(missing_ok=True)
    else:
        picture.write_text(svg(found.figure), encoding="utf-8")
    said = page(exhibit, found, seconds, quick=quick)
    picture.with_suffix(".md").write_text(said, encoding="utf-8")
    numbers = [*counts(found.cells).values(), f"{seconds:.1f}", "quick" if quick else "full"]
    write_index(docs / "papers.md", exhibit.key, numbers)


def keep(path: Path, exhibit: Exhibit, found: Reproduction, seconds: float) -> None:
    """Replace what the server shows of one exhibit; what is gone disappears."""
    before = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    before[exhibit.key] = shown(exhibit, found, seconds)
    content = {key: before[key] for key in in_order(key for key in before if key in EXHIBITS)}
    path.write_text(json.dumps(content, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")


def shown(exhibit: Exhibit, found: Reproduction, seconds: float) -> dict[str, object]:
    """One exhibit as plain values."""
    legend, rows = legend_and_rows(found)
    return {
        "paper": source(paper_of(exhibit.key)),
        "title": exhibit.title,
        "source": exhibit.source,
        "answer": answer(found.cells),
        "about": exhibit.about,
        "legend": legend,
        "table": [list(row) for row in rows],
        "reasons": list(reasons(found.cells)),
        "notes": list(found.notes),
        "picture": inline_svg(found.figure, alt=ALT) if found.figure else "",
        "command": command(exhibit, quick=False),
        "date": today(),
        "seconds": f"{seconds:.1f}",
        "versions": versions(),
    }


def write_index(path: Path, key: str, numbers: Sequence[object]) -> None:
    """Replace one line of the list; lines of keys that are gone disappear."""
    before = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    lines = {match[1]: line for line in before if (match := ROW.match(line)) and match[1] in EXHIBITS}
    lines[key] = " | ".join(["", f"[{key}](papers/{key}.md)", *map(str, numbers), today(), ""]).strip()
    content = INDEX.format(
        command="python -m studies.papers",
        date=today(),
        versions=versions(),
        statuses=" | ".join(STATUSES.values()),
        rules="---|" * len(STATUSES),
        rows="\n".join(lines[each] for each in in_order(lines)),
    )
    path.write_text(content, encoding="utf-8")


def page(exhibit: Exhibit, found: Reproduction, seconds: float, *, quick: bool) -> str:
    """One exhibit in markdown."""
    said = [f"{at}. {reason}" for reason, at in reasons(found.cells).items()]
    said += ([""] if said else []) + [f"- {note}" for note in found.notes]
    picture = f"\n![{found.figure.title}]({exhibit.key}.svg)\n" if found.figure else ""
    return PAGE.format(
        key=exhibit.key,
        title=exhibit.title,
        source=exhibit.source,
        answer=answer(found.cells),
        about=exhibit.about,
        table=table(found),
        remarks="".join(f"\n{line}" for line in said) + "\n" * bool(said),
        picture=picture,
        date=today(),
        command=command(exhibit, quick=quick),
        seconds=f"{seconds:.1f} seconds",
        versions=versions(),
    )


def table(found: Reproduction) -> str:
    """The cells as a table in markdown: as in print where that is a table, otherwise line by line."""
    legend, rows = legend_and_rows(found)
    lines = [tuple(cell.replace("|", "\\|") for cell in line) for line in rows]
    lines.insert(1, ("---",) * len(rows[0]))
    said = f"{legend}\n\n" if legend else ""
    return said + "".join(f"| {' | '.join(line)} |\n" for line in lines)


def legend_and_rows(found: Reproduction) -> tuple[str, Sequence[tuple[str, ...]]]:
    """The rows of the table, the first of them its head, and the legend they need."""
    numbers = reasons(found.cells)
    rows = matrix(found.cells, numbers)
    return (LEGEND, rows) if rows else ("", listing(found.cells, numbers))


def command(exhibit: Exhibit, *, quick: bool) -> str:
    """What computes it again."""
    return f"python -m studies.papers{' --quick' * quick} --only {exhibit.key}"


def today() -> str:
    """The date, the same wherever it is written."""
    return datetime.now(UTC).date().isoformat()


def versions() -> str:
    """What computed it."""
    packages = [f"{name} {version(name)}" for name in ("bakeoff", "numpy", "scipy", "numba", "scikit-learn")]
    return ", ".join([*packages, f"Python {platform.python_version()}"])


if __name__ == "__main__":
    main()
