"""Recompute every table and figure of the five papers, and compare them with print.

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
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from bakeoff.lab.exhibit import UNCOUNTED, Effort, Exhibit, Reproduction, Status
from bakeoff.lab.papers import EXHIBITS
from bakeoff.lab.papers._printed import in_order, paper_of, source
from bakeoff.lab.papers._readings import READINGS
from bakeoff.lab.report.accounts import answer, counts, joint_by_kind, joints, legend
from bakeoff.lab.report.papers import listing, matrix, reasons
from bakeoff.report.draw.figures import inline_svg, svg

DOCS = Path(__file__).parents[1] / "docs"
SHOWN = Path(__file__).parents[1] / "src" / "bakeoff" / "web" / "papers.json"
ALT = "The numbers are in the table below."
INDEX = """\
# The five papers, computed again

Every number below was computed by `{command}`; `bakeoff papers KEY` computes one again. Each page
says why something differs, cannot be computed or is not counted. [misprints.md](misprints.md) explains the
numbers of misprints.

Last written on {date}, with {versions}; each page has its own.

## What is counted

* **Numbers**: printed numbers, held against the procedure that print describes, with its misprints. A number
  is reproduced if it rounds to what is printed or, where chance has a part, lies within three standard errors
  of it; errors count the draws on both sides.
* **Claims**: what print says in words, read as the list below says. A claim differs if what was computed lies
  outside its range, however large the error: a wrong direction differs. It is unsure if it holds by less than
  two standard errors.
* **Stand-ins**: numbers and claims where other data or learners replace those of the paper, which cannot be
  had. They come near print or differ; they are never called reproduced.
* **By construction**: cells that could hardly come out otherwise, such as a level on the data sets that the
  test was calibrated on, or accuracies that the data were searched for.
* Shown on the pages and not counted: what repeats a number that is counted elsewhere, and other readings,
  most of them with a misprint put right.

Mean z and chi-square are joint statistics of the numbers of a table that have a standard error; those of its
stand-ins are in brackets. Here z is computed less printed in standard errors. Mean z is that of the row or
column that is farthest off, which is named, and its p-value is multiplied by the number of rows and columns:
over a whole table, what is too high by one procedure and too low by another would cancel. Where no row or
column has three numbers, it is the mean of all. Chi-square is the sum of all squares, with as many degrees of
freedom as there are numbers. They show numbers that are all off on one side, though none differs. Their
p-values take the cells for independent. Most cells of a table share their data sets: tests that are computed
from the same folds err together, so that small p-values are often too small.

| table or figure | {heads} |
|---|{rules}
{rows}
{totals}

## How words are read

Each wording has one range, wherever it is printed. The ranges were fixed by wording before any claim was
judged by them; earlier computations of some of the same quantities had been seen.

| in print | read as |
|---|---|
{readings}
"""
HEADS = (
    "numbers reproduced",
    "differ",
    "cannot be",
    "claims that hold",
    "unsure",
    "differ",
    "stand-ins near",
    "unsure",
    "differ",
    "by construction",
    "not counted",
    "mean z, where it is farthest (p)",
    "chi-square, df (p)",
    "seconds",
    "draws",
    "date",
)
COUNTED = 11  # of them are counts, which can be added up
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
    """Compute the requested exhibits, and write each as soon as it is known."""
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
    made = [f"{seconds:.1f}", "quick" if quick else "full", today()]
    write_index(docs / "papers.md", exhibit.key, [*accounts(found), *joint_columns(found), *made])


def accounts(found: Reproduction) -> list[int]:
    """What is counted of a table, column by column."""
    by_kind = counts(found.cells)

    def count(kind: str, *statuses: Status) -> int:
        return sum(by_kind.get(kind, {}).get(status, 0) for status in statuses)

    return [
        count("number", "exact", "within"),
        count("number", "differs"),
        count("number", "cannot"),
        count("claim", "holds"),
        count("claim", "unsure"),
        count("claim", "differs", "cannot"),
        count("stand-in", "near"),
        count("stand-in", "unsure"),
        count("stand-in", "differs", "cannot"),
        count("construction", "built", "unsure", "differs"),
        sum(sum(by_kind.get(kind, {}).values()) for kind in UNCOUNTED),
    ]


def joint_columns(found: Reproduction) -> list[str]:
    """Mean z and chi-square of the numbers, and in brackets of the stand-ins."""
    joint = joint_by_kind(found.cells)
    columns = []
    for shown in (
        lambda each: f"{each.mean_z:.2f}{f' in {each.farthest}' * bool(each.farthest)} ({each.mean_p:.1g})",
        lambda each: f"{each.chi_square:.1f}, {each.cells} ({each.p_value:.1g})",
    ):
        parts = [shown(joint["number"])] if "number" in joint else []
        parts += [f"[{shown(joint['stand-in'])}]"] if "stand-in" in joint else []
        columns.append(" ".join(parts))
    return columns


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
        "notes": told(found),
        "picture": inline_svg(found.figure, alt=ALT) if found.figure else "",
        "command": command(exhibit, quick=False),
        "date": today(),
        "seconds": f"{seconds:.1f}",
        "versions": versions(),
    }


def write_index(path: Path, key: str, numbers: Sequence[object]) -> None:
    """Replace one line of the list; lines of keys that are gone disappear."""
    before = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    kept = [line for line in before if line.count("|") == len(HEADS) + 2]  # as they are written now
    lines = {match[1]: line for line in kept if (match := ROW.match(line)) and match[1] in EXHIBITS}
    lines[key] = " | ".join(["", f"[{key}](papers/{key}.md)", *map(str, numbers), ""]).strip()
    content = INDEX.format(
        command="python -m studies.papers",
        date=today(),
        versions=versions(),
        heads=" | ".join(HEADS),
        rules="---|" * len(HEADS),
        rows="\n".join(lines[each] for each in in_order(lines)),
        totals=totals(lines.values()),
        readings="\n".join(f"| {words} | {reading} |" for words, reading in READINGS),
    )
    path.write_text(content, encoding="utf-8")


def totals(lines: Iterable[str]) -> str:
    """The last line of the list: the counts of all others, added up."""
    every = [[int(cell) for cell in line.split(" | ")[1 : COUNTED + 1]] for line in lines]
    sums = [f"**{sum(column)}**" for column in zip(*every, strict=True)]
    return " | ".join(["| **all**", *sums, *[""] * (len(HEADS) - COUNTED), ""]).rstrip()


def page(exhibit: Exhibit, found: Reproduction, seconds: float, *, quick: bool) -> str:
    """One exhibit in markdown."""
    said = [f"{at}. {reason}" for reason, at in reasons(found.cells).items()]
    said += ([""] if said else []) + [f"- {note}" for note in told(found)]
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
    return (legend(found.cells), rows) if rows else ("", listing(found.cells, numbers))


def told(found: Reproduction) -> list[str]:
    """The joint statistics, then the notes."""
    return [*(f"joint: {said}" for said in joints(found.cells)), *found.notes]


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
