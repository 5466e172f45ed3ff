"""Degrees of freedom found on one's own data: what they are, and how the store remembers them."""

import json
from dataclasses import asdict, dataclass
from typing import Any

from bakeoff.core.design import Splits
from bakeoff.core.exceptions import FileError, IllegalMethodError
from bakeoff.core.verdict import Caveat
from bakeoff.experiment.run import Run
from bakeoff.judge.facts import WITH_HALVINGS
from bakeoff.judge.pitfalls import BY_KEY
from bakeoff.judge.pitfalls.methods import CALIBRATED_HERE
from bakeoff.read.run_store import RunStore


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
    alpha: float
    at_end: bool

    def to_dict(self) -> dict[str, Any]:
        """The calibration as plain values."""
        return asdict(self)

    @property
    def caveat(self) -> Caveat:
        """Where the degrees of freedom come from, and how sure they are."""
        zeros = (
            f"; the learners did not differ at all in {100 * self.zeros:.0f} % of them" if self.zeros else ""
        )
        text = (
            f"{self.checked_df:g} degrees of freedom were calibrated on these data, learners and design by "
            f"{self.draws} draws of permuted labels ({self.low:g} to {self.high:g} with 95 %{zeros}): they "
            f"hold the level where nothing can be learnt, and are a guess where something can"
        )
        return BY_KEY[CALIBRATED_HERE].caveat(text)

    @property
    def checked_df(self) -> float:
        """The degrees of freedom, or an error where none hold the level."""
        if self.df is None:
            raise IllegalMethodError(
                f"{self.method} cannot be calibrated on {self.data}: even 2 degrees of freedom made "
                f"{100 * self.size:.0f} % false alarms in {self.draws} draws of permuted labels; use "
                f"{WITH_HALVINGS}, or give df yourself"
            )
        return self.df


def remember(store: RunStore | None, run: Run, splits: Splits, found: Calibrated) -> None:
    """Keep a calibration for later verdicts on the same experiment."""
    if store is not None:
        key = _key(run, splits, found.names, (found.metric, found.alpha), found.method)
        store.keep(key, json.dumps(found.to_dict()))


def recall(
    store: RunStore | None,
    run: Run,
    splits: Splits,
    names: tuple[str, str],
    asked: tuple[str, float],
    methods: list[str],
) -> dict[str, Calibrated]:
    """The calibrations by method, for the metric and alpha that are asked; as far as there are any."""
    if store is None:
        return {}
    kept = {method: store.kept(_key(run, splits, names, asked, method)) for method in methods}
    return {method: _read(text, store) for method, text in kept.items() if text is not None}


def _read(text: str, store: RunStore) -> Calibrated:
    try:
        values = json.loads(text)
        return Calibrated(**values | {"names": tuple(values["names"])})
    except (ValueError, TypeError, KeyError):
        raise FileError(
            f"a calibration in {store.path} cannot be read; calibrate again, or put back a copy of the store"
        ) from None


def _key(run: Run, splits: Splits, names: tuple[str, str], asked: tuple[str, float], method: str) -> str:
    marks = [learner.fingerprint for name in names for learner in run.learners if learner.name == name]
    return " ".join(
        [
            "calibration",
            run.data.fingerprint,
            *marks,
            splits.fingerprint,
            str(run.rng),
            *map(str, asked),
            method,
        ]
    )
