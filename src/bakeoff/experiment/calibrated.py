"""Degrees of freedom found on one's own data: what they are, and how the store remembers them."""

import json
from dataclasses import asdict, dataclass
from typing import Any

from bakeoff.compare.caveats import CALIBRATED_HERE
from bakeoff.core.exceptions import FileError
from bakeoff.core.splits import Splits
from bakeoff.core.verdict import Caveat
from bakeoff.experiment.run import Run
from bakeoff.io.run_store import RunStore


@dataclass(frozen=True, kw_only=True)
class Calibrated:
    """The degrees of freedom of one method for these data, learners and design.

    ``df`` is None where the method cannot be calibrated; ``published`` is the share of false alarms that
    10 degrees of freedom, the published value, would make here.
    """

    data: str
    names: tuple[str, str]
    metric: str
    method: str
    df: float | None
    low: float
    high: float
    size: float
    size_error: float
    published: float
    draws: int
    zeros: float
    at_end: bool

    def to_dict(self) -> dict[str, Any]:
        """The calibration as plain values."""
        return asdict(self)

    @property
    def caveat(self) -> Caveat:
        """Where the degrees of freedom come from, and how sure they are."""
        text = (
            f"{self.df:g} degrees of freedom were calibrated on these data, learners and design by "
            f"{self.draws} draws of permuted labels ({self.low:g} to {self.high:g} with 95 %): they hold the "
            f"level where nothing can be learnt, and are a guess where something can"
        )
        return Caveat(key=CALIBRATED_HERE, text=text)


def remember(store: RunStore | None, run: Run, splits: Splits, found: Calibrated) -> None:
    """Keep a calibration for later verdicts on the same experiment."""
    if store is not None:
        store.keep(_key(run, splits, found.names, found.metric, found.method), json.dumps(found.to_dict()))


def recall(
    store: RunStore | None, run: Run, splits: Splits, names: tuple[str, str], metric: str, methods: list[str]
) -> dict[str, Calibrated]:
    """The calibrations of an experiment by method, as far as there are any that found a df."""
    if store is None:
        return {}
    kept = {method: store.kept(_key(run, splits, names, metric, method)) for method in methods}
    found = {method: _read(text, store) for method, text in kept.items() if text is not None}
    return {method: calibration for method, calibration in found.items() if calibration.df is not None}


def _read(text: str, store: RunStore) -> Calibrated:
    try:
        values = json.loads(text)
        return Calibrated(**values | {"names": tuple(values["names"])})
    except (ValueError, TypeError, KeyError):
        raise FileError(
            f"a calibration in {store.path} cannot be read; calibrate again, or put back a copy of the store"
        ) from None


def _key(run: Run, splits: Splits, names: tuple[str, str], metric: str, method: str) -> str:
    marks = [learner.fingerprint for name in names for learner in run.learners if learner.name == name]
    return " ".join(
        ["calibration", run.data.fingerprint, *marks, splits.fingerprint, str(run.rng), metric, method]
    )
