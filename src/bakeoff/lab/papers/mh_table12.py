"""Martin & Hirschberg's Table 12: where estimated errors lead to other decisions than true errors."""

from typing import Any

import numpy as np

from bakeoff.lab.exhibit import Cell, Effort, Kind, Reproduction
from bakeoff.lab.papers import _mh_study as study
from bakeoff.lab.papers._mh_cells import numbers, says, sure
from bakeoff.lab.papers._printed import exhibit

TABLE = "table12_flags_OCR"
ESTIMATORS = ("LOO", "10-CV", "632b", "LOO*")
# whether each set of samples has a mark, by estimator, population, kind of mark and size
Found = dict[tuple[str, str, str], list[Any]]
MARKS = {"o": "significance differs", "d": "sign differs"}


def compute(effort: Effort) -> Reproduction:
    """How many marks of each kind to expect, by estimator and population, and in all."""
    found: Found = {}
    for done, population in enumerate(study.POPULATIONS):
        for size in study.SIZES:
            for (estimator, mark), marked in _marks(effort, size, population).items():
                found.setdefault((estimator, population, mark), []).append(marked)
        effort.told((done + 1) / len(study.POPULATIONS))
    cells = [
        _count(found, estimator, population, mark)
        for mark in MARKS
        for estimator in ESTIMATORS
        for population in study.POPULATIONS
    ]
    return Reproduction(cells=(*cells, *_text(found)))


def _marks(effort: Effort, size: int, population: str) -> dict[tuple[str, str], Any]:
    drawn = study.sets(effort, "mh-table12", size, population, effort.draws(30, 10), at_once=4)
    apart = study.joined(study.estimated_apart(effort, samples, rng) for samples, rng in drawn)
    t = {name: study.paired_t(study.by_set(each)) for name, each in apart.items()}
    true = np.abs(t["TER"]) > study.CRITICAL
    marked: dict[tuple[str, str], Any] = {}
    for name in ESTIMATORS:
        said = np.abs(t[name]) > study.CRITICAL
        marked[name, "o"], marked[name, "missed"] = said != true, true & ~said
        marked[name, "d"] = t[name] * t["TER"] < 0
    return marked


def _in_print(estimator: str, population: str, mark: str) -> int:
    at = study.POPULATIONS.index(population)
    return sum(mark in says(TABLE, estimator, str(size))[at] for size in study.SIZES)


def _count(found: Found, estimator: str, population: str, mark: str) -> Cell:
    """The printed marks of one column, next to the expected ones."""
    published, marked = _in_print(estimator, population, mark), found[estimator, population, mark]
    return _tally(f"{MARKS[mark]}, {estimator}", population, published, marked, "legend-lost", kind="reading")


def _tally(
    row: str,
    column: str,
    published: float,
    marked: Any,
    reason: str,
    *,
    words: str = "",
    kind: Kind = "number",
) -> Cell:
    """How many cases of one study have a mark; each has one with its own probability."""
    # Half a mark more in one set: where no set has a mark, the next one may have one.
    shares = np.array([(np.sum(values) + 0.5) / (len(values) + 1) for values in marked])
    chance = np.sum(shares * (1 - shares)) * (1 + 1 / len(marked[0]))
    error, computed = float(np.sqrt(chance)), float(np.sum(np.mean(marked, axis=1)))
    return sure(row, column, published, computed, reason, error=error, words=words, kind=kind)


def _text(found: Found) -> list[Cell]:
    """The counts that the text gives, over all 40 cases; that without one column follows from the marks."""

    def marked(estimator: str, mark: str, populations: tuple[str, ...] = study.POPULATIONS) -> list[Any]:
        return [values for population in populations for values in found[estimator, population, mark]]

    cases, others = len(study.SIZES) * len(study.POPULATIONS), study.POPULATIONS[1:]
    (wrong_sign,) = numbers("other_claims", "632b")
    every, signs = f"all {cases} cases", sum(_in_print("632b", name, "d") for name in others)
    lost = {"kind": "reading", "reason": "legend-lost"}
    said: list[tuple[str, str, float, list[Any], Any]] = [
        *(
            (every, f"{name}: difference missed", numbers(TABLE, "text_counts", f"{name} misses")[0],
             marked(name, "missed"), {})
            for name in ("LOO", "10-CV")
        ),
        (every, "632b: significance differs", cases / 2, marked("632b", "o"), {"words": "half"}),
        (every, "632b: sign differs", wrong_sign / 100 * cases, marked("632b", "d"),
         {"words": "60 %", "reason": "signs-not-found"}),
        ("without 0.1%", "632b: sign differs", signs, marked("632b", "d", others), lost),
    ]  # fmt: skip
    return [
        _tally(row, column, published, values, **{"reason": "", "kind": "number", **more})
        for row, column, published, values, more in said
    ]


record = exhibit("mh-table12", compute)
