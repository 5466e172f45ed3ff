"""Share of false passes of the gate, and its power; tables in docs/gate.md and docs/measured.md.

python -m studies.gates          (four minutes)

The gates of other packages are measured by studies/_gate_rivals.py, where these are installed.
"""

import argparse
from pathlib import Path

import numpy as np
from studies._gate_scores import Drawn, World
from studies._gate_worlds import cluster_draws, f1_cluster_draws, f1_draws, f1_table, passes

from bakeoff.core.exceptions import InputError
from bakeoff.methods._tango_power import NotWorse
from bakeoff.plan.needed import exact_power, paired_needed
from bakeoff.plan.paired_gate import is_exact

DOCS = Path(__file__).parents[1] / "docs"
ITEMS = (20, 50, 100, 200, 500, 1000, 5000)
MARGINS = (0.01, 0.02, 0.05, 0.10)
ALPHA, DRAWS, SCORED, WISH = 0.025, 500, 1000, 0.8
NAMES = {"auc": "AUC", "log-loss": "log-loss", "brier": "Brier score"}
KINDS = {"more noise": "more noise", "overconfident": "overconfident", "rare": "rare blunders"}
Rows = list[tuple[str, ...]]


def chance(n: int, disagreement: float, difference: float, margin: float) -> float:
    """The exact probability of a pass on n independent right or wrong answers."""
    test = NotWorse(disagreement=disagreement, difference=difference, margin=margin, alpha=ALPHA)
    return exact_power(n, test) if is_exact(n) else test.power(n)


def sizes() -> Rows:
    """The largest probability of a pass with the drop at the margin and 1 to 40 % disagreement."""
    rows: Rows = [("items", *(f"margin {each:g}" for each in MARGINS))]
    for n in ITEMS:
        shares = [np.unique(np.r_[m, np.linspace(max(m, 0.01), 0.40, 60)]) for m in MARGINS]
        worst = [max(chance(n, p, -m, m) for p in each) for m, each in zip(MARGINS, shares, strict=True)]
        rows.append((f"{n}", *(f"{100 * each:.2f}" for each in worst)))
    return rows


def powers() -> Rows:
    """Power at the number of items that is planned for 80 %, and at ten more numbers up to twice as many."""
    rows: Rows = [("disagreement", "margin", "items needed", "power there", "least up to twice as many")]
    for disagreement in (0.02, 0.05, 0.10, 0.20, 0.40):
        for margin in (0.02, 0.05, 0.10):
            test = NotWorse(disagreement=disagreement, difference=0.0, margin=margin, alpha=ALPHA)
            n = paired_needed(test, WISH)
            later = [
                chance(each, disagreement, 0.0, margin) for each in np.linspace(n, 2 * n, 11).astype(int)
            ]
            there = 100 * chance(n, disagreement, 0.0, margin)
            rows.append(
                (f"{disagreement:g}", f"{margin:g}", f"{n}", f"{there:.1f}", f"{100 * min(later):.1f}")
            )
    return rows


def simulated() -> Rows:
    """Share of passes with the drop at the margin, and with equal models, in per cent."""
    rows: Rows = [("world", "margin", "false passes", "passes of equal models")]
    rng = np.random.default_rng(16)

    def add(told: str, margin: float, draw: object) -> None:
        shares = [
            100 * np.mean([passes(each, margin, ALPHA) for each in draw(drop)])  # type: ignore[operator]
            for drop in (margin, 0.0)
        ]
        rows.append((told, f"{margin:g}", *(f"{each:.1f}" for each in shares)))

    for n, positives in ((100, 0.3), (300, 0.1), (1000, 0.3)):
        for margin, shared in ((0.05, 0.5), (0.10, 0.9), (0.10, 0.0)):
            add(
                f"F1, {n} items, {100 * positives:g} % positive, shared hits {shared:g}",
                margin,
                lambda drop, n=n, p=positives, s=shared: f1_draws(f1_table(p, drop, s), n, DRAWS, rng),
            )
    for clusters, size in ((20, 5), (50, 5), (60, -5), (200, 2)):
        for share, margin, alike in ((0.02, 0.02, 1.0), (0.05, 0.05, 0.3), (0.1, 0.05, 1.0), (0.3, 0.1, 0.3)):
            sized = f"{size}" if size > 0 else f"1 to {-2 * size - 1}"
            add(
                f"accuracy, {clusters} clusters of {sized}, disagreement {share:g}, correlation {alike:g}",
                margin,
                lambda drop, c=clusters, s=size, p=share, a=alike: cluster_draws(
                    p, drop, c, s, a, DRAWS, rng
                ),
            )
    for clusters, shared, alike in ((60, 0.5, 0.3), (60, 0.9, 1.0), (150, 0.5, 0.1)):
        add(
            f"F1, {clusters} clusters of 5, 30 % positive, shared hits {shared:g}, correlation {alike:g}",
            0.10,
            lambda drop, c=clusters, s=shared, a=alike: f1_cluster_draws(
                f1_table(0.3, drop, s), c, 5, a, DRAWS, rng
            ),
        )
    return rows


def scored() -> Rows:
    """The same by AUC, log-loss and Brier score."""
    rows: Rows = [("world", "margin", "false passes", "passes of equal models")]
    rng = np.random.default_rng(17)
    losses = [(kind, share) for kind in ("more noise", "overconfident") for share in (0.1, 0.5)]
    areas = [(kind, share) for kind in ("0.75", "0.95") for share in (0.1, 0.5)]
    for metric, margin, ways in (("auc", 0.05, areas), ("log-loss", 0.05, losses), ("brier", 0.01, losses)):
        for kind, positives in [*ways, *([] if metric == "auc" else [("rare", 0.5)])]:
            world = World(metric=metric, positives=positives, kind=kind, margin=margin)
            told = f"{NAMES[metric]}, {KINDS.get(kind, f'{kind} before')}, {100 * positives:g} % positive"
            for n in (50, 300, 1000):
                shares = [
                    100 * np.mean([gate_passes(each, margin) for each in world.draws(n, drop, count, rng)])
                    for drop, count in ((margin, SCORED), (0.0, SCORED // 4))
                ]
                rows.append((f"{told}, {n} items", f"{margin:g}", *(f"{each:.1f}" for each in shares)))
    return rows


def gate_passes(outcomes: Drawn, margin: float) -> bool:
    """Whether a gate passes; without one of the classes it is refused."""
    try:
        return outcomes is not None and passes(outcomes, margin, ALPHA)
    except InputError:
        return False


def table(rows: Rows) -> str:
    """Rows as Markdown, the first of them as heads."""
    head, *body = rows
    lines = [head, ("---", *("---:" for _ in head[1:])), *body]
    return "\n".join(f"| {' | '.join(each)} |" for each in lines)


def put(file: Path, key: str, text: str, command: str = "python -m studies.gates") -> None:
    """Replace the text between two marks of a page."""
    begin, end = f"<!-- {key}: made by {command} -->", f"<!-- end of {key} -->"
    page = file.read_text(encoding="utf-8")
    before, _, rest = page.partition(begin)
    _, _, after = rest.partition(end)
    if not rest:
        raise ValueError(f"{file} has no place for {key}")
    file.write_text(f"{before}{begin}\n{text}\n{end}{after}", encoding="utf-8")


def main() -> None:
    """Measure and write."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    exact = table(sizes())
    for file in (DOCS / "gate.md", DOCS / "measured.md"):
        put(file, "gate sizes", exact)
    put(DOCS / "gate.md", "gate power", table(powers()))
    put(DOCS / "gate.md", "gate simulations", table(simulated()))
    put(DOCS / "gate.md", "gate scores", table(scored()))


if __name__ == "__main__":
    main()
