"""Outcomes of many data sets of a setting under a design, in blocks that a store can keep."""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

import numpy as np

from bakeoff.core.design import Design, in_words
from bakeoff.core.outcomes import FoldScores, PairedItems, PairedLabels, PairedScores, RankedItems
from bakeoff.lab import answers
from bakeoff.lab.answers import ranked
from bakeoff.lab.layout import fold_sizes, layout_of
from bakeoff.lab.populations._settings import Setting
from bakeoff.lab.procedure import Procedure
from bakeoff.metrics import METRICS

BLOCK = 100  # data sets that are drawn, run and stored together
FORMAT = 2  # of what is stored


@dataclass(frozen=True, kw_only=True)
class Piece:
    """A computation on every data set, which several procedures may share.

    Errors by fold of a design; with ``of_items`` its items, right and wrong; with ``of_ranks`` their scores;
    without a design, the differences in ``halvings`` halves.
    """

    design: Design | None = None
    of_items: bool = False
    of_ranks: bool = False
    halvings: int = 0

    @property
    def words(self) -> str:
        """What identifies it in a store."""
        if self.design is None:
            return f"{self.halvings} halvings"
        return in_words(self.design) + ", items" * self.of_items + ", ranks" * self.of_ranks


def pieces_of(procedure: Procedure) -> list[Piece]:
    """The computation for a procedure.

    >>> from bakeoff.designs import KFold
    >>> [each.words for each in pieces_of(Procedure(method="half-sample-t", design=KFold()))]
    ['KFold(folds=10)', '15 halvings']
    """
    ranks = procedure.of_ranks
    main = Piece(design=procedure.design, of_items=procedure.of_items and not ranks, of_ranks=ranks)
    return [main, Piece(halvings=procedure.halvings)] if procedure.halvings else [main]


@dataclass(frozen=True, kw_only=True)
class Block:
    """Some data sets of a setting, with the folds of one repetition."""

    setting: Setting
    first: int
    count: int
    rng: int
    repetition: int

    def key(self, piece: Piece) -> str:
        """What identifies a piece in a store: everything that its numbers depend on."""
        facts = {**asdict(self), "format": FORMAT, "piece": piece.words}
        return json.dumps(facts, sort_keys=True)

    @cached_property
    def _sets(self) -> answers.Sets:
        return answers.draw_sets(
            self.setting, first=self.first, count=self.count, rng=self.rng, repetition=self.repetition
        )

    def compute(self, piece: Piece) -> dict[str, Any]:
        """The numbers of a piece, as lists."""
        if piece.design is None:
            return {"halves": answers.half_differences(self._sets, piece.halvings).tolist()}
        layout = layout_of(piece.design)
        if piece.of_ranks:
            return ranked(self._sets, layout)
        if piece.of_items:
            return {"counts": answers.right_and_wrong(self._sets, layout).tolist()}
        found = vars(answers.errors_by_fold(self._sets, layout))
        return {name: None if each is None else each.tolist() for name, each in found.items()}

    def outcomes(self, procedure: Procedure, numbers: dict[Piece, dict[str, Any]]) -> Iterator[Any]:
        """What the method of a procedure takes, data set by data set."""
        given = {name: each for piece in pieces_of(procedure) for name, each in numbers[piece].items()}
        if procedure.of_ranks:
            each = zip(given["positive"], given["rank_a"], given["rank_b"], strict=True)
            return (RankedItems(positive=np.array(positive), a=a, b=b) for positive, a, b in each)
        if procedure.of_items:
            return (_of_items(counts, procedure.record.takes) for counts in given["counts"])
        return self._of_folds(procedure, given)

    def _of_folds(self, procedure: Procedure, given: dict[str, Any]) -> Iterator[FoldScores]:
        layout, n = layout_of(procedure.design), self.setting.n
        sizes = np.array(fold_sizes(n, layout.folds), dtype=np.float64)
        sizes = np.full(layout.runs, sizes[0]) if layout.one else sizes
        halves, models = (given.get(name) or [None] * self.count for name in ("halves", "models"))
        arrays = (np.array(given[name]) for name in ("a", "b", "apart"))
        for a, b, apart, of_halves, between in zip(*arrays, halves, models, strict=True):
            yield FoldScores(
                a=1 - a / sizes,
                b=1 - b / sizes,
                design=procedure.design,
                n_train=n - sizes,
                n_test=sizes,
                halves=of_halves,
                items=None if layout.one else apart / layout.runs,
                models=between,
                right_or_wrong=True,
            )


def blocks(setting: Setting, *, draws: int, rng: int, repetitions: int = 1) -> list[Block]:
    """All blocks of a study of one setting."""
    return [
        Block(setting=setting, first=first, count=min(BLOCK, draws - first), rng=rng, repetition=repetition)
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
