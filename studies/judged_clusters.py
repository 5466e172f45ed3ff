"""Measure the coverage of comparisons with a judge where items come in clusters of unequal sizes.

    python -m studies.judged_clusters [--draws 400]

Writes a section of docs/judged.md.
"""

import argparse
from pathlib import Path
from typing import Any

import numpy as np

from bakeoff.core.outcomes import JudgedItems
from bakeoff.core.rng import generator
from bakeoff.methods._powered import Spread, powered
from bakeoff.methods._reference import student_quantile

FILE = Path(__file__).parents[1] / "docs" / "judged.md"
BEGIN, END = "<!-- clusters: made by python -m studies.judged_clusters -->", "<!-- end of clusters -->"
RNG, TAIL, AGREES = 0, 0.025, 0.9
SHARES = 1 / np.arange(1, 41)
SIZES = {
    "60 of 10": [10] * 60,
    "8 of 75": [75] * 8,
    "one of 300, 60 of 5": [300] + [5] * 60,
    "one of 200, 100 of 4": [200] + [4] * 100,
    "40 by Zipf's law": [max(1, round(600 * each / SHARES.sum())) for each in SHARES],
}


def drawn(sizes: list[int], labels: int, alike: float, rng: np.random.Generator) -> JudgedItems:
    """People and a judge who share how clusters differ, labels on items chosen at random, no difference."""
    clusters = np.repeat(np.arange(len(sizes)), sizes)
    known = np.zeros(clusters.size, dtype=bool)
    known[rng.choice(clusters.size, labels, replace=False)] = True

    def scores() -> Any:
        own = np.sqrt(1 - alike) * rng.normal(size=clusters.size)
        return np.sqrt(alike) * rng.normal(size=len(sizes))[clusters] + own

    people = scores()
    judge = AGREES * people + np.sqrt(1 - AGREES**2) * scores()
    human = np.where(known, people, np.nan)
    return JudgedItems(a=judge, b=0 * judge, human_a=human, human_b=0 * human, clusters=clusters)


def covers(found: Spread) -> bool:
    """Whether the interval holds the true difference, 0."""
    return bool(abs(found.estimate) <= student_quantile(found.df, TAIL) * np.sqrt(found.variance))


def row(name: str, labels: int, alike: float, draws: int) -> str:
    """A line of the table."""
    seen = []
    for at in range(draws):
        found = powered(drawn(SIZES[name], labels, alike, generator(RNG, "judged", name, labels, at)))
        seen.append([covers(found.used), covers(found.alone), found.use == "judge"])
    shares = [f"{100 * each:.1f}" for each in np.mean(seen, axis=0)]
    return f"| {name} | {labels} | {alike:g} | {' | '.join(shares)} |"


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draws", type=int, default=400)
    draws = parser.parse_args().draws
    every = [(name, labels, alike) for name in SIZES for labels in (40, 150) for alike in (0.1, 0.3)]
    lines = [
        "## Clusters of unequal sizes",
        "",
        f"Made by `python -m studies.judged_clusters --draws {draws}`.",
        "",
        "Some 600 items in clusters; people and a judge whose scores have a correlation of 0.9 share how the "
        "clusters differ. Labels are on items chosen at random. Coverage of 95 % intervals in per cent, with "
        f"a Monte-Carlo error of {100 * np.sqrt(0.05 * 0.95 / draws):.1f} points. The degrees of freedom are "
        "those of the clusters in the labelled and in the unlabelled part, and at most what all clusters "
        "leave.",
        "",
        "| clusters | labels | correlation within | prediction-powered-t | labels alone | judge used, % |",
        "| --- | --- | --- | --- | --- | --- |",
        *(row(*each, draws) for each in every),
    ]
    text = FILE.read_text(encoding="utf-8")
    rest = text.replace(section_of(text), "").rstrip("\n")
    section = "\n".join(lines)
    FILE.write_text(f"{rest}\n\n{BEGIN}\n{section}\n\n{END}\n", encoding="utf-8")


def section_of(text: str) -> str:
    """The section as a page has it, with its markers; nothing where there is none."""
    return f"{BEGIN}{text.split(BEGIN)[1].split(END)[0]}{END}\n" if BEGIN in text else ""


if __name__ == "__main__":
    main()
