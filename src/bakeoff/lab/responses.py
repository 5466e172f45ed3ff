"""The results of procedures on the data sets of a setting: p-values and intervals, one by one."""

import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from bakeoff.core.design import at_least
from bakeoff.core.outcomes import Floats
from bakeoff.core.result import parse_fraction
from bakeoff.experiment.observer import Observer, Silent
from bakeoff.experiment.run import open_store
from bakeoff.lab.learners._needs import needs_numba
from bakeoff.lab.populations._settings import Setting
from bakeoff.lab.procedure import Procedure
from bakeoff.lab.trials import Block, Piece, blocks, pieces_of
from bakeoff.read.run_store import Fact, RunStore


@dataclass(frozen=True, kw_only=True, eq=False)
class Responses:
    """The results of a procedure: arrays (repetitions, data sets).

    ``direction`` is 1 where it favoured A, -1 where it favoured B and 0 where neither.
    """

    setting: Setting
    procedure: Procedure
    p_value: Floats
    low: Floats
    high: Floats
    direction: npt.NDArray[np.int8]


@dataclass(frozen=True, kw_only=True)
class Measuring:
    """The number of data sets and of repetitions of the folds, the store, and the observer."""

    draws: int = 1000
    repetitions: int = 1
    rng: int = 0
    alpha: float = 0.05
    store: RunStore | None = None
    observer: Observer = field(default_factory=Silent)

    def blocks(self, setting: Setting) -> Iterator[Block]:
        """The data sets of a setting, in batches; the observer is notified when each is done."""
        for block in blocks(setting, draws=self.draws, rng=self.rng, repetitions=self.repetitions):
            yield block
            self.observer.finished(block.count, 0, None)


@contextmanager
def measuring(
    what: str,
    settings: int,
    *,
    draws: int = 1000,
    alpha: float = 0.05,
    rng: int = 0,
    repetitions: int = 1,
    store: str | os.PathLike[str] | None = None,
    observer: Observer | None = None,
) -> Iterator[Measuring]:
    """Open the store and notify the observer, while the settings are measured."""
    needs_numba()
    at_least(1, draws=draws)
    level, watching = parse_fraction(alpha, "alpha"), observer or Silent()
    with open_store(store) as kept:
        if kept is not None:
            kept.hold_to([versions()])
        watching.start(settings * draws * repetitions, 0, what)
        try:
            yield Measuring(
                draws=draws, repetitions=repetitions, rng=rng, alpha=level, store=kept, observer=watching
            )
        finally:
            watching.stop()


def responses(setting: Setting, procedures: Sequence[Procedure], how: Measuring) -> list[Responses]:
    """All procedures on the same data sets; what several need is run once."""
    pieces = list(dict.fromkeys(piece for each in procedures for piece in pieces_of(each)))
    tables = [np.empty((4, how.repetitions, how.draws)) for _ in procedures]
    for block in how.blocks(setting):
        numbers = {piece: numbers_of(block, piece, how.store) for piece in pieces}
        place = slice(block.first, block.first + block.count)
        for procedure, table in zip(procedures, tables, strict=True):
            table[:, block.repetition, place] = _said(procedure, block, numbers, 1 - how.alpha)
    return [
        Responses(
            setting=setting,
            procedure=procedure,
            p_value=table[0],
            low=table[1],
            high=table[2],
            direction=table[3].astype(np.int8),
        )
        for procedure, table in zip(procedures, tables, strict=True)
    ]


def numbers_of(block: Block, piece: Piece, store: RunStore | None) -> dict[str, Any]:
    """The numbers of a piece, from the store if it has them; otherwise they are computed and stored."""
    if store is None:
        return block.compute(piece)
    key = "lab " + hashlib.blake2b(block.key(piece).encode(), digest_size=16).hexdigest()
    kept = store.kept(key)
    if kept is None:
        kept = json.dumps(block.compute(piece))
        store.keep(key, kept)
    numbers: dict[str, Any] = json.loads(kept)
    return numbers


@cache
def versions() -> Fact:
    """The libraries that the numbers of a study depend on: a store is bound to them."""
    from bakeoff.lab.learners._compiled import COMPILER

    words = f"numpy {np.__version__}, {COMPILER}"
    return Fact(what="libraries", name="lab", fingerprint=words, words=words)


def _said(procedure: Procedure, block: Block, numbers: dict[Piece, dict[str, Any]], level: float) -> Floats:
    found = np.empty((4, block.count))
    for at, outcomes in enumerate(block.outcomes(procedure, numbers)):
        result = procedure.compute(outcomes, level)
        found[:, at] = (result.p_value, result.interval.low, result.interval.high, result.direction)
    return found
