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
from bakeoff.io.run_store import Fact, RunStore
from bakeoff.lab.procedure import Procedure
from bakeoff.lab.trials import Block, Run, blocks
from bakeoff.worlds.populations._settings import Setting


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
    shape = (how.repetitions, how.draws)
    tables = [np.empty((4, *shape)) for _ in procedures]
    for run in dict.fromkeys(map(Run.of, procedures)):
        asking = [at for at, each in enumerate(procedures) if Run.of(each) == run]
        for block in blocks(setting, run, draws=how.draws, rng=how.rng, repetitions=how.repetitions):
            numbers = numbers_of(block, how.store)
            place = slice(block.first, block.first + block.count)
            for at in asking:
                tables[at][:, block.repetition, place] = _judged(procedures[at], block, numbers, how.level)
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


def work(settings: Sequence[Setting], procedures: Sequence[Procedure], how: How) -> int:
    """How many times a data set is run through a design."""
    return len(settings) * len({Run.of(each) for each in procedures}) * how.draws * how.repetitions


def numbers_of(block: Block, store: RunStore | None) -> dict[str, Any]:
    """The numbers of a block, from the store where it is there, and kept there where it was not."""
    if store is None:
        return block.compute()
    key = "lab " + hashlib.blake2b(block.key.encode(), digest_size=16).hexdigest()
    kept = store.kept(key)
    if kept is not None:
        numbers: dict[str, Any] = json.loads(kept)
        return numbers
    numbers = block.compute()
    store.keep(key, json.dumps(numbers))
    return numbers


@cache
def versions() -> Fact:
    """The libraries that the numbers of a study depend on: a store holds to them."""
    import numba

    words = f"numpy {np.__version__}, numba {numba.__version__}"
    return Fact(what="libraries", name="lab", fingerprint=words, words=words)


def _judged(procedure: Procedure, block: Block, numbers: dict[str, Any], level: float) -> Floats:
    found = np.empty((4, block.count))
    for at, outcomes in enumerate(block.outcomes(numbers, procedure.record.takes)):
        result = procedure.judge(outcomes, level)
        found[:, at] = (result.p_value, result.interval.low, result.interval.high, result.direction)
    return found
