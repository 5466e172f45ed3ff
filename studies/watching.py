"""Measure a comparison that is watched: false alarms with a look at every item, and when it stops.

    python -m studies.watching [--draws 4000]

Writes the tables in docs/watch.md.
"""

import argparse
import math
import platform
import re
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy import special

from bakeoff.core.rng import generator
from bakeoff.core.version import VERSION
from bakeoff.plan.betting import bets, gains

FILE = Path(__file__).parents[1] / "docs" / "watch.md"
BEGIN, END = "<!-- watching: made by python -m studies.watching -->", "<!-- end of watching -->"
ALPHA, MOST, EVERY = 0.05, 5000, 10
DISCORDANCE = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5)
DIFFERENT = ((0.10, 0.05), (0.06, 0.03), (0.20, 0.10), (0.15, 0.10), (0.30, 0.20))
MARGINS = ((0.05, 0.06), (0.05, 0.1), (0.05, 0.3), (0.1, 0.2))
SCORES = ((0.0, 0.05), (0.0, 0.3), (0.02, 0.1))  # mean difference and spread
Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


def counts(only_a: float, only_b: float, draws: int, items: int, *path: object) -> tuple[Ints, Ints]:
    """Items that A alone and B alone got right after each item: arrays (draws, items)."""
    u = generator(0, "watching", only_a, only_b, *path).random((draws, items))
    return np.cumsum(u < only_a, axis=1), np.cumsum((u >= only_a) & (u < only_a + only_b), axis=1)


def formula(w: Ints, l: Ints, a: float) -> Floats:  # noqa: E741
    """The logarithm of the e-value against no difference."""
    found: Floats = (w + l) * math.log(2) + special.betaln(a + w, a + l) - special.betaln(a, a)
    return found


def mid_p(w: Ints, l: Ints) -> Floats:  # noqa: E741
    """McNemar's mid-p value, two-sided."""
    d, least = w + l, np.minimum(w, l)
    logs = special.gammaln(d + 1) - special.gammaln(least + 1) - special.gammaln(d - least + 1)
    mass = np.exp(logs - d * math.log(2))
    found: Floats = np.minimum(2 * (special.bdtr(least, d, 0.5) - 0.5 * mass), 1.0)
    return found


def first(reached: npt.NDArray[np.bool_]) -> Floats:
    """The item at which each draw got there, infinite where it did not."""
    return np.where(reached.any(axis=1), reached.argmax(axis=1) + 1.0, np.inf)


def fixed_n(only_a: float, only_b: float, power: float) -> int:
    """The smallest multiple of 5 items from which one look at mid-p has this power, by enumeration."""
    share, n = only_a / (only_a + only_b), 0
    while True:
        n += 5
        d = np.arange(n + 1)
        logs = special.gammaln(n + 1) - special.gammaln(d + 1) - special.gammaln(n - d + 1)
        many = np.exp(logs + d * math.log(only_a + only_b) + (n - d) * math.log1p(-only_a - only_b))
        likely = d[many > 1e-9]
        reached = 0.0
        for each in likely.tolist():
            w = np.arange(each + 1)
            chance = np.exp(
                special.gammaln(each + 1) - special.gammaln(w + 1) - special.gammaln(each - w + 1)
                + w * math.log(share) + (each - w) * math.log1p(-share)
            )  # fmt: skip
            better = (mid_p(w, each - w) <= ALPHA) & (2 * w > each)
            reached += many[each] * chance[better].sum()
        if reached >= power:
            return n


def ever(steps: Floats, m: float, prior: float = 5.0) -> tuple[float, float]:
    """Shares of draws whose e-value against a mean of m ever reaches 1 / alpha: at all, and from above m."""
    values, at = np.unique(steps, return_inverse=True)
    gained = np.array([gains({float(x): 1}, m, prior) for x in values])
    at = at.reshape(steps.shape)
    capital = np.tile(bets(prior)[1], (len(steps), 1))
    alive, total, above = np.arange(len(steps)), np.zeros(len(steps)), 0
    for item in range(steps.shape[1]):
        capital += gained[at[alive, item]]
        total += steps[alive, item]
        most = capital.max(axis=1)
        out = most + np.log(np.exp(capital - most[:, None]).sum(axis=1)) >= -math.log(ALPHA)
        above += int(np.sum(out & (total > m * (item + 1))))
        capital, total, alive = capital[~out], total[~out], alive[~out]
    return 1 - len(alive) / len(steps), above / len(steps)


def table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """A table in Markdown."""
    return "\n".join(f"| {' | '.join(row)} |" for row in [head, ("---",) * len(head), *rows])


def percent(share: float, draws: int) -> str:
    """A share with its Monte-Carlo error."""
    return f"{100 * share:.1f} ± {100 * math.sqrt(max(share * (1 - share), 1e-9) / draws):.1f}"


def false_alarms(draws: int) -> str:
    """No difference: a look at every item, and at mid-p every ten items."""
    rows = []
    for psi in DISCORDANCE:
        found: dict[str, list[Floats]] = {"a = 5": [], "a = 1": [], "mid-p": []}
        for part in range(0, draws, 500):
            w, l = counts(psi / 2, psi / 2, min(500, draws - part), MOST, part)  # noqa: E741
            for a in (5, 1):
                found[f"a = {a}"].append(first(formula(w, l, a) >= -math.log(ALPHA)))
            found["mid-p"].append(first(mid_p(w[:, EVERY - 1 :: EVERY], l[:, EVERY - 1 :: EVERY]) <= ALPHA))
        shares = [float(np.isfinite(np.concatenate(each)).mean()) for each in found.values()]
        rows.append((f"{psi:g}", *(percent(each, draws) for each in shares)))
    return table(("discordance", "watch, a = 5", "watch, a = 1", f"mid-p every {EVERY} items"), rows)


def stops(draws: int) -> str:
    """When a true difference is found."""
    rows = []
    for p in DIFFERENT:
        items = 2000 if p[0] > 0.06 else 4000
        found: dict[int, list[Floats]] = {5: [], 1: []}
        for part in range(0, draws, 500):
            w, l = counts(*p, min(500, draws - part), items, "stops", part)  # noqa: E741
            for a, each in found.items():
                each.append(first(formula(w, l, a) >= -math.log(ALPHA)))
        five, one = map(np.concatenate, found.values())
        rows.append(
            (
                f"{p[0]:g} against {p[1]:g}",
                *(f"{np.quantile(each, q, method='higher'):.0f}" for each in (five, one) for q in (0.5, 0.8)),
                *(str(fixed_n(*p, power)) for power in (0.5, 0.8)),
            )
        )
    head = ("A alone against B alone", "a = 5: half", "80 %", "a = 1: half", "80 %", "fixed n: half", "80 %")
    return table(head, rows)


def intervals(draws: int) -> str:
    """Looks at every item of 2,000: intervals that ever miss the truth, and false `not-worse`."""
    rows = []
    for margin, psi in MARGINS:
        u = generator(0, "margin", margin, psi).random((draws, 2000))
        up = (psi - margin) / 2
        steps = np.where(u < up, 1.0, np.where(u < psi, -1.0, 0.0))
        missed, above = ever(steps, -margin)
        rows.append(
            (
                f"right/wrong, discordance {psi:g}",
                f"-{margin:g}",
                percent(missed, draws),
                percent(above, draws),
            )
        )
    for mean, spread in SCORES:
        u = generator(0, "scores", mean, spread).normal(mean, spread, (draws, 2000))
        steps = np.round(np.clip(u, 2 * mean - 1, 1) * 50) / 50  # symmetric about the mean, in 50ths
        missed, above = ever(steps, mean)
        rows.append(
            (f"scores, spread {spread:g}", f"{mean:g}", percent(missed, draws), percent(above, draws))
        )
    return table(("items", "true difference", "interval ever misses it", "called larger than it is"), rows)


def main() -> None:
    """Measure, and put the tables into the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draws", type=int, default=4000)
    draws = parser.parse_args().draws
    made = (
        f"Made by `python -m studies.watching --draws {draws}` on {datetime.now(UTC):%Y-%m-%d} with bakeoff "
        f"{VERSION}, numpy {np.__version__}, Python {platform.python_version()}."
    )
    parts = [
        made,
        f"False alarms in per cent, no true difference, up to {MOST} items; {draws} draws:",
        false_alarms(draws),
        "Items until a true difference is found in half and in 80 % of the draws, and the number of items at "
        "which one look at McNemar's mid-p value has a power of 50 % and 80 %:",
        stops(draws),
        f"Per cent, at any of 2,000 looks; {draws // 4} draws:",
        intervals(draws // 4),
    ]
    page = FILE.read_text()
    block = f"{BEGIN}\n" + "\n\n".join(parts) + f"\n{END}"
    FILE.write_text(re.sub(f"{re.escape(BEGIN)}.*{re.escape(END)}", lambda _: block, page, flags=re.DOTALL))


if __name__ == "__main__":
    main()
