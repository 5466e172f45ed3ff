"""Martin & Hirschberg's Table 5: exact and approximate levels of significance."""

from itertools import product

import numpy as np
from scipy import special

from bakeoff.core.outcomes import Floats, Ints, RatePair
from bakeoff.lab.exhibit import Cell, Effort, Kind, Reproduction
from bakeoff.lab.papers._mh_cells import numbers, says, sure
from bakeoff.lab.papers._printed import exhibit
from bakeoff.lab.papers._readings import about
from bakeoff.methods import METHODS

BINS = tuple(says("table5", "bins"))
LEVELS = tuple(says("table5", "levels"))
WAYS: tuple[tuple[str, dict[str, str]], ...] = (
    ("two-proportion-z", {}),
    ("two-proportion-exact", {"form": "martin-hirschberg"}),
)
SIZES = tuple(int(size) for size in says("table5", "decision_accuracy_pct"))
SLIPPED = "with the slip"


def compute(effort: Effort) -> Reproduction:
    """The table for N = 10, decisions and conspicuous errors for each N, both ways; then section 3.1."""
    ways: dict[str, list[Cell]] = {"as it should be": [], SLIPPED: []}
    for done, size in enumerate(SIZES):
        approximate, exact = (np.digitize(level, np.array(LEVELS) / 100) for level in levels(size))
        for (way, found), bins in zip(ways.items(), (approximate, stale(approximate)), strict=True):
            table = np.zeros((4, 4), dtype=np.int64)
            np.add.at(table, (bins, exact), 1)
            found += _cells(way, size, table)
        effort.told((done + 1) / len(SIZES))
    cells = [cell for found in ways.values() for cell in found]
    return Reproduction(cells=(*cells, *_section_3_1()))


def levels(size: int) -> tuple[Floats, Floats]:
    """One minus p for each pair of counts: by the normal approximation (SIG-5), and by binomials (SIG-6)."""
    found = np.zeros((2, size + 1, size + 1))
    for few in range(size + 1):
        # p does not change if the two counts, or errors and successes, are swapped; it is 1 for equal ones
        for many in range(few + 1, size + 1 - few):
            rates = RatePair(errors_a=few, n_a=size, errors_b=many, n_b=size)
            for at, (key, options) in enumerate(WAYS):
                p = METHODS[key].compute(rates, level=0.95, alternative="two-sided", **options).p_value
                for one, other in ((few, many), (size - many, size - few)):
                    found[at, one, other] = found[at, other, one] = 1 - p
    return found[0], found[1]


def stale(bins: Ints) -> Ints:
    """The bins with the mistake: where the bin is 1, the one before it is used, row by row.

    >>> stale(np.array([[0, 1, 2], [1, 0, 1]])).tolist()
    [[0, 0, 2], [2, 0, 0]]
    """
    flat = bins.ravel()
    kept = np.maximum.accumulate(np.where(flat == 1, 0, np.arange(flat.size)))
    return np.asarray(flat[kept].reshape(bins.shape))


def _cells(way: str, size: int, table: Ints) -> list[Cell]:
    share, cells = 100 / table.sum(), list[Cell]()
    wrong = [_wrong(table, cut) for cut in range(1, 4)]

    shown, again = size == says("table5", "N"), False

    def slipped(row: str, column: str, published: float, computed: float, digits: int = 0) -> None:
        kind: Kind = "reading" if way == SLIPPED else "repeat" if again else "number"
        reason = "from-the-counts" if kind == "repeat" else "stale-bin"
        cells.append(sure(f"{way}: {row}", column, published, computed, reason, digits=digits, kind=kind))

    if shown:
        for (r, row), (c, column) in product(enumerate(BINS), enumerate(BINS)):
            published = says("table5", "counts")[r][c]
            slipped(f"normal level {row}", f"exact level {column}", published, table[r, c])
        again = True  # what the counts imply
        for level, count in zip(LEVELS, wrong, strict=True):  # decisions that the text counts
            claim = "reversed_99" if level == 99 else "reversed_90_95"
            slipped(f"N = {size}", f"reversed at {level} %", says("table5", "text", claim), count)
    accuracy = says("table5", "decision_accuracy_pct", str(size))
    for level, count, right in zip(LEVELS, wrong, accuracy, strict=True):
        slipped(f"N = {size}", f"right at {level} %", right, 100 - share * count)
    for kind, count in (("I", int(table[2:, :1].sum())), ("II", int(table[:1, 2:].sum()))):
        published = says("table5", f"conspicuous_type{kind}_pct", str(size))
        slipped(f"N = {size}", f"conspicuous, type {kind}, %", published, share * count, 1)
    return cells


def _wrong(table: Ints, cut: int) -> int:
    return int(table[:cut, cut:].sum() + table[cut:, :cut].sum())


def _section_3_1() -> list[Cell]:
    """The example against comparing intervals, and the correlation that a 1-SE rule supposes (SIG-12)."""
    example = says("sec3.1_example")
    z95, z90 = special.ndtri(0.975), special.ndtri(0.95)
    # two rates with intervals of this half-width at 95 %, from independent data
    z = abs(example["A"] - example["B"]) / (example["half_width"] / z95 * np.sqrt(2))
    row, p = "section 3.1: 58.1 and 57.3, each +- 0.7 %", float(2 * special.ndtr(-z))
    cells = [sure(row, "p, independent data", (0.10, 1.0), p, words="not significant even at 90 %")]
    for name, quantile in (("95%", z95), ("90%", z90)):
        (rho,) = numbers("footnote6", "k=1", name)
        row = f"footnote 6: 1-SE rule, {name}"
        cells += [
            sure(row, "as printed", about(rho), float(1 - quantile**2 / 2), digits=1, reason="must-divide",
                 words=f"about {rho}"),
            sure(row, "divided", about(rho), float(1 - 1 / (2 * quantile**2)), digits=1,
                 reason="must-divide", words=f"about {rho}", kind="reading"),
        ]  # fmt: skip
    return cells


record = exhibit("mh-table5", compute)
