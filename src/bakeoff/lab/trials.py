"""Outcomes of many data sets of a setting under a design, in blocks that a store can keep."""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

import numpy as np

from bakeoff.core.design import Design, in_words
from bakeoff.core.outcomes import FoldScores, PairedItems, PairedLabels, PairedScores
from bakeoff.lab import answers
from bakeoff.lab.layout import fold_sizes, layout_of
from bakeoff.lab.procedure import Procedure
from bakeoff.metrics import METRICS
from bakeoff.worlds.populations._settings import Setting

BLOCK = 100  # data sets that are drawn, run and stored together
FORMAT = 1  # of what is stored


@dataclass(frozen=True, kw_only=True)
class Run:
    """What has to be run for a procedure: several may share one."""

    design: Design
    halvings: int = 0
    of_items: bool = False

    @classmethod
    def of(cls, procedure: Procedure) -> "Run":
        """What a procedure needs."""
        return cls(design=procedure.design, halvings=procedure.halvings, of_items=procedure.of_items)

    @property
    def words(self) -> str:
        """What identifies it in a store."""
        return f"{in_words(self.design)}, {self.halvings} halvings{', items' * self.of_items}"


@dataclass(frozen=True, kw_only=True)
class Block:
    """Some data sets of a setting under one run."""

    setting: Setting
    run: Run
    first: int
    count: int
    rng: int
    repetition: int

    @cached_property
    def key(self) -> str:
        """What identifies the block in a store: everything that its numbers depend on."""
        facts = {
            "format": FORMAT,
            "setting": asdict(self.setting),
            "run": self.run.words,
            "first": self.first,
            "count": self.count,
            "rng": self.rng,
            "repetition": self.repetition,
        }
        return json.dumps(facts, sort_keys=True)

    def compute(self) -> dict[str, Any]:
        """The numbers, as lists: errors by fold, differences in halves, or counts of items."""
        sets = answers.draw_sets(
            self.setting, first=self.first, count=self.count, rng=self.rng, repetition=self.repetition
        )
        layout = layout_of(self.run.design)
        if self.run.of_items:
            return {"counts": answers.right_and_wrong(sets, layout).tolist()}
        a, b = answers.errors_by_fold(sets, layout)
        halves = answers.half_differences(sets, self.run.halvings).tolist() if self.run.halvings else None
        return {"a": a.tolist(), "b": b.tolist(), "halves": halves}

    def outcomes(self, numbers: dict[str, Any], takes: type) -> Iterator[Any]:
        """The numbers of each data set as what a method takes."""
        if self.run.of_items:
            return (_of_items(counts, takes) for counts in numbers["counts"])
        return self._of_folds(numbers)

    def _of_folds(self, numbers: dict[str, Any]) -> Iterator[FoldScores]:
        layout, n = layout_of(self.run.design), self.setting.n
        sizes = np.array(fold_sizes(n, layout.folds), dtype=np.float64)
        sizes = np.full(layout.runs, sizes[0]) if layout.one else sizes
        halves = numbers["halves"] or [None] * self.count
        for a, b, of_halves in zip(np.array(numbers["a"]), np.array(numbers["b"]), halves, strict=True):
            yield FoldScores(
                a=1 - a / sizes,
                b=1 - b / sizes,
                design=self.run.design,
                n_train=n - sizes,
                n_test=sizes,
                halves=of_halves,
            )


def blocks(setting: Setting, run: Run, *, draws: int, rng: int, repetitions: int = 1) -> list[Block]:
    """All blocks of a study of one setting under one run."""
    return [
        Block(
            setting=setting,
            run=run,
            first=first,
            count=min(BLOCK, draws - first),
            rng=rng,
            repetition=repetition,
        )
        for first in range(0, draws, BLOCK)
        for repetition in range(repetitions)
    ]


def _of_items(counts: list[int], takes: type) -> Any:
    only_a, only_b, both, neither = counts
    if takes is PairedItems:
        return PairedItems(only_a=only_a, only_b=only_b, n=sum(counts), both_right=both)
    if takes is PairedScores:
        a, b = (np.repeat(flags, counts) for flags in ([1.0, 0, 1, 0], [0.0, 1, 1, 0]))
        return PairedScores(a=a, b=b)
    # Right and wrong as two labels, of which every item has the first.
    table = np.zeros((2, 2, 2), dtype=np.int64)
    table[0] = [[both, only_a], [only_b, neither]]
    return PairedLabels(table=table, labels=("right", "wrong"), metric=METRICS["accuracy"].compute)
