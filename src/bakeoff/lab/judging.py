"""Put procedures to the test on the data sets of a setting: their p-values and intervals, one by one."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from bakeoff.core.outcomes import Floats
from bakeoff.experiment.observer import Observer, Silent
from bakeoff.lab.populations._settings import Setting
from bakeoff.lab.procedure import Procedure
from bakeoff.lab.trials import Block, Piece, blocks, pieces_of
from bakeoff.read.run_store import Fact, RunStore


@dataclass(frozen=True, kw_only=True, eq=False)
class Judged:
    """What a procedure said: arrays (repetitions, data sets).

    ``direction`` is 1 where it favoured A, -1 where it favoured B and 0 where neither.
    """

    setting: Setting
    procedure: Procedure
    level: float
    p_value: Floats
    low: Floats
    high: Floats
    direction: npt.NDArray[np.int8]
    fits: int


@dataclass(frozen=True, kw_only=True)
class How:
    """How many data sets, with how many repetitions of the folds, where they are kept, and who watches."""

    draws: int = 1000
    repetitions: int = 1
    rng: int = 0
    level: float = 0.95
    store: RunStore | None = None
    observer: Observer = field(default_factory=Silent)


def judge(setting: Setting, procedures: Sequence[Procedure], how: How) -> list[Judged]:
    """All procedures on the same data sets; what several need is run once."""
    pieces = list(dict.fromkeys(piece for each in procedures for piece in pieces_of(each)))
    tables = [np.empty((4, how.repetitions, how.draws)) for _ in procedures]
    for block in blocks(setting, draws=how.draws, rng=how.rng, repetitions=how.repetitions):
        numbers = {piece: numbers_of(block, piece, how.store) for piece in pieces}
        place = slice(block.first, block.first + block.count)
        for procedure, table in zip(procedures, tables, strict=True):
            table[:, block.repetition, place] = _judged(procedure, block, numbers, how.level)
        how.observer.finished(block.count, 0, None)
    return [
        Judged(
            setting=setting,
            procedure=procedure,
            level=how.level,
            p_value=table[0],
            low=table[1],
            high=table[2],
            direction=table[3].astype(np.int8),
            fits=procedure.fits,
        )
        for procedure, table in zip(procedures, tables, strict=True)
    ]


def numbers_of(block: Block, piece: Piece, store: RunStore | None) -> dict[str, Any]:
    """The numbers of a piece, from the store where they are there, and kept there where they were not."""
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
    """The libraries that the numbers of a study depend on: a store holds to them."""
    from bakeoff.lab.learners._compiled import COMPILER

    words = f"numpy {np.__version__}, {COMPILER}"
    return Fact(what="libraries", name="lab", fingerprint=words, words=words)


def _judged(procedure: Procedure, block: Block, numbers: dict[Piece, dict[str, Any]], level: float) -> Floats:
    found = np.empty((4, block.count))
    for at, outcomes in enumerate(block.outcomes(procedure, numbers)):
        result = procedure.judge(outcomes, level)
        found[:, at] = (result.p_value, result.interval.low, result.interval.high, result.direction)
    return found
