"""Write the table of risks, and the figures that caveats quote, into docs/measured.md.

python -m studies.measured
"""

import argparse
import re
from collections.abc import Iterable
from pathlib import Path

from bakeoff.core import figures
from bakeoff.lab.populations._settings import setting
from bakeoff.measured import tables
from bakeoff.measured.tables import InSetting, Risk

FILE = Path(__file__).parents[1] / "docs" / "measured.md"
QUOTED = ("<!-- figures in caveats: made by python -m studies.measured -->", "<!-- end of figures -->")
# Caveats, what was measured for them, and what was found.
CAVEATS = (
    (
        "few-of-a-class",
        "`delong`; 8, 18, 50, 80 items of the smaller class ({losses})",
        "up to {losses:8 items, delong: alarms}, {losses:18 items, delong: alarms}, "
        "{losses:50 items, delong: alarms}, {losses:80 items, delong: alarms} % false alarms; `area-t` "
        "{losses:8 items, area-t: alarms}, {losses:18 items, area-t: alarms}, "
        "{losses:50 items, area-t: alarms}, {losses:80 items, area-t: alarms} %",
    ),
    (
        "few-of-a-class",
        "`area-t`; 5, 7, 8 items of the smaller class (the same)",
        "mean power {losses:5 items, area-t: power}, {losses:7 items, area-t: power}, "
        "{losses:8 items, area-t: power} % where `delong` has {losses:5 items, delong: power}, "
        "{losses:7 items, delong: power}, {losses:8 items, delong: power} %",
    ),
    (
        "auc-near-one",
        "`delong`, areas of .995 and .985 at 60, 200, 600 items (the same)",
        "{losses:60 items, areas near 1, delong: coverage}, "
        "{losses:200 items, areas near 1, delong: coverage}, "
        "{losses:600 items, areas near 1, delong: coverage} % coverage, the lowest of 15 worlds; `area-t` at "
        "least {losses:600 items, areas near 1, area-t: coverage} %",
    ),
    (
        "few-training-sets",
        "`quasi-f`, 40 items; 2, 3, 4 training sets; the worst of 5 settings, 4000 draws each "
        "({training sets})",
        "{training sets:2 training sets}, {training sets:3 training sets}, "
        "{training sets:4 training sets} % false alarms",
    ),
    (
        "models-omit-classes",
        "`items-folds-t` without regard to classes that are left out, F1 of one of three to five classes "
        "({omission})",
        "up to {omission:without} % false alarms; with it at most {omission:with} %",
    ),
    (
        "few-losses",
        "`skewed-t`; 10, 20, 30, 40 items ({few units})",
        "log loss up to {few units:log loss, 10 items}, {few units:log loss, 20 items}, "
        "{few units:log loss, 30 items}, {few units:log loss, 40 items} %, Brier score up to "
        "{few units:Brier score, 10 items}, {few units:Brier score, 20 items}, "
        "{few units:Brier score, 30 items}, {few units:Brier score, 40 items} % false alarms; 4, 6, 8 "
        "clusters up to {few units:4 clusters}, {few units:6 clusters}, {few units:8 clusters} %",
    ),
    (
        "few-of-a-class",
        "`area-t`, 10 clusters, of one class each or of both (the same)",
        "mean power {few units:area-t, 10 clusters, one of the classes in each: power} and "
        "{few units:area-t, 10 clusters, both of the classes in each: power} %; at most "
        "{few units:area-t, 100 clusters, both of the classes in each: alarms} % false alarms with "
        "100 clusters",
    ),
    (
        "duplicated-rows",
        "300 rows, each present 1, 2, 3, 4 times, undeclared; the worst of 6 settings, 1000 data sets each "
        "({copies})",
        "`items-folds-t` {copies:1 copies, items-folds-t}, {copies:2 copies, items-folds-t}, "
        "{copies:3 copies, items-folds-t}, {copies:4 copies, items-folds-t} %, `corrected-resampled-t` "
        "{copies:1 copies, corrected-resampled-t}, {copies:2 copies, corrected-resampled-t}, "
        "{copies:3 copies, corrected-resampled-t}, {copies:4 copies, corrected-resampled-t} % false alarms",
    ),
    (
        "duplicated-rows",
        "fixed predictions, 300 rows: each item 1, 2, 3, 4 times, and half of the items twice; 4000 data "
        "sets each ({fixed copies})",
        "`mcnemar-mid-p` {fixed copies:each item once, mcnemar-mid-p}, {fixed copies:twice, mcnemar-mid-p}, "
        "{fixed copies:3 times, mcnemar-mid-p}, {fixed copies:4 times, mcnemar-mid-p} and "
        "{fixed copies:half twice, mcnemar-mid-p} %, `score-t` of F1 {fixed copies:each item once, score-t}, "
        "{fixed copies:twice, score-t}, {fixed copies:3 times, score-t}, {fixed copies:4 times, score-t} and "
        "{fixed copies:half twice, score-t} % false alarms; closed form "
        "{fixed copies:each item once, closed form}, {fixed copies:twice, closed form}, "
        "{fixed copies:3 times, closed form}, {fixed copies:4 times, closed form} and "
        "{fixed copies:half twice, closed form} %",
    ),
)
BEGIN, END = "<!-- risks: made by python -m studies.measured -->", "<!-- end of risks -->"
PART = re.compile(r"\{([a-z ]+)\}")
KINDS = ("noise", "blocks", "majority", "damaged")
HEADINGS = (
    "method",
    "design",
    "fits",
    "noise",
    "blocks",
    "majority",
    "damaged",
    "power",
    "adjusted",
    "coverage",
    "agreement",
)


def group_of(each: InSetting) -> str:
    """Which kind of null setting it is."""
    if "majority" in each.setting:
        return "majority"
    reasons = {"labels-tell-nothing": "noise", "exchangeable-views": "blocks", "damaged": "damaged"}
    return reasons[setting(each.setting).reason]


def row(each: Risk) -> tuple[str, ...]:
    """One procedure, in per cent: the worst size of each kind of null setting, and what else was measured."""
    given = [f"{each.halvings} halvings"] if each.halvings else []
    given += [f"{name} {value}" for name, value in each.options.items()]
    worst: dict[str, float] = {}
    for null in each.null:
        worst[group_of(null)] = max(worst.get(group_of(null), 0.0), null.share(0.05))
    return (
        ", ".join([f"`{each.method}`", *given]),
        each.design,
        str(each.fits),
        *(f"{100 * worst[kind]:.1f}" if kind in worst else "" for kind in KINDS),
        f"{100 * each.power():.0f}",
        f"{100 * each.adjusted_power:.0f}",
        f"{100 * each.coverage[0]:.0f}",
        f"{100 * each.replicability[0]:.0f}",
    )


def table(entries: Iterable[Risk]) -> str:
    """The table in markdown, those with the lowest worst size first."""
    ordered = sorted(entries, key=lambda each: each.sizes()[1])
    rows = [HEADINGS, tuple("---" for _ in HEADINGS), *map(row, ordered)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in rows)


def of_caveats() -> str:
    """What caveats quote, with the commands that measured it."""
    commands = {name: f"`{each['command']}`" for name, each in figures.tables().items()}
    rows = [("caveat", "set-up", "figure"), ("---",) * 3]
    rows += [
        (f"`{key}`", PART.sub(lambda found: commands[found[1]], setup), figures.filled(found))
        for key, setup, found in CAVEATS
    ]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in rows)


def page(text: str) -> str:
    """The page with its tables written again."""
    made = tables.about()
    how = f"Made by `{made['command']}` on {made['date']} with {made['versions']}."
    for (begin, end), content in (
        ((BEGIN, END), f"{how}\n\n{table(tables.risks())}"),
        (QUOTED, of_caveats()),
    ):
        before, rest = text.split(begin)
        text = f"{before}{begin}\n{content}\n{end}{rest.split(end)[1]}"
    return text


def main() -> None:
    """Write the page."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    FILE.write_text(page(FILE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
