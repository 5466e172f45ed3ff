"""Write the table of risks into docs/measured.md.

python -m studies.measured
"""

import argparse
from collections.abc import Iterable
from pathlib import Path

from bakeoff.lab.populations._settings import setting
from bakeoff.measured import tables
from bakeoff.measured.tables import InSetting, Risk

FILE = Path(__file__).parents[1] / "docs" / "measured.md"
BEGIN, END = "<!-- risks: made by python -m studies.measured -->", "<!-- end of risks -->"
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


def page(text: str) -> str:
    """The page with its table written again."""
    before, rest = text.split(BEGIN)
    made = tables.about()
    how = f"Made by `{made['command']}` on {made['date']} with {made['versions']}."
    return f"{before}{BEGIN}\n{how}\n\n{table(tables.risks())}\n{END}{rest.split(END)[1]}"


def main() -> None:
    """Write the page."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    FILE.write_text(page(FILE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
