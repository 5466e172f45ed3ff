"""Degrees of freedom of the ``cv-*`` methods for a design, two learners and a level (CAL-1)."""

import os
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from bakeoff.core.alternative import parse_fraction
from bakeoff.core.design import Design, at_least, in_words
from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats, FoldScores
from bakeoff.experiment.observer import Observer, Silent
from bakeoff.experiment.opened import opened
from bakeoff.lab.judging import numbers_of, versions
from bakeoff.lab.learners._needs import needs_numba
from bakeoff.lab.own_setting import check_null
from bakeoff.lab.populations._settings import Setting
from bakeoff.lab.procedure import Procedure, legal_procedures
from bakeoff.lab.study import TEN_BY_TEN, Settings, settings_of
from bakeoff.lab.trials import Piece, blocks
from bakeoff.methods._calibrating import FoundDf, calibrated_df, false_alarms_at, ratio_of
from bakeoff.read.run_store import RunStore


@dataclass(frozen=True, kw_only=True)
class Calibration:
    """Calibrated degrees of freedom of one method, beside the nominal ones.

    ``nominal_size`` is how often the method raises a false alarm with its nominal degrees of freedom.
    """

    setting: str
    method: str
    design: str
    alpha: float
    found: FoundDf
    nominal_df: float
    nominal_size: float

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {**{k: v for k, v in vars(self).items() if k != "found"}, **asdict(self.found)}


def calibrate(
    settings: Settings,
    *,
    methods: list[str] | str | None = None,
    design: Design = TEN_BY_TEN,
    draws: int = 1000,
    alpha: float = 0.05,
    rng: int = 0,
    store: str | os.PathLike[str] | None = None,
    observer: Observer | None = None,
) -> list[Calibration]:
    """The largest degrees of freedom with which a method raises no more false alarms than alpha.

    Examples
    --------
    >>> found = calibrate("fair-attributes:n-100:naive-bayes-vs-c45", methods="cv-all-data", draws=100)
    >>> 2 <= found[0].found.df <= 100
    True
    """
    needs_numba("lab.calibrate")
    at_least(1, draws=draws)
    alpha = parse_fraction(alpha, "alpha")
    chosen = settings_of(settings)
    keys = _calibratable(methods, design)
    watching = observer or Silent()
    with opened(store) as kept:
        if kept is not None:
            kept.hold_to([versions()])
        watching.start(len(chosen) * draws, 0, "calibrate")
        try:
            return [
                each
                for setting in chosen
                for each in _of_setting(setting, keys, design, draws, alpha, rng, kept, watching)
            ]
        finally:
            watching.stop()


def _of_setting(
    setting: Setting,
    keys: list[str],
    design: Design,
    draws: int,
    alpha: float,
    rng: int,
    store: RunStore | None,
    watching: Observer,
) -> list[Calibration]:
    check_null(setting, design)
    ratios: dict[str, list[float]] = {key: [] for key in keys}
    nominal = dict.fromkeys(keys, 0.0)
    piece, folds = Piece(design=design), Procedure(method=keys[0], design=design)
    for block in blocks(setting, draws=draws, rng=rng):
        for scores in block.outcomes(folds, {piece: numbers_of(block, piece, store)}):
            for key in keys:
                ratios[key].append(ratio_of(key, scores))
                nominal[key] = nominal[key] or _nominal_df(key, scores)
        watching.finished(block.count, 0, None)
    return [
        _calibration(setting, key, design, alpha, np.array(ratios[key]), nominal[key], rng) for key in keys
    ]


def _calibration(
    setting: Setting, key: str, design: Design, alpha: float, ratios: Floats, nominal: float, rng: int
) -> Calibration:
    return Calibration(
        setting=setting.key,
        method=key,
        design=in_words(design),
        alpha=alpha,
        found=calibrated_df(ratios, alpha=alpha, rng=rng),
        nominal_df=nominal,
        nominal_size=false_alarms_at(ratios, nominal, alpha),
    )


def _nominal_df(key: str, scores: FoldScores) -> float:
    method = Procedure(method=key, design=scores.design, options={"df": "nominal"})
    return float(method.judge(scores, 0.95).df)  # type: ignore[arg-type]


def _calibratable(methods: list[str] | str | None, design: Design) -> list[str]:
    legal = [each.method for each in legal_procedures(design) if each.record.is_scaled_by_df]
    keys = legal if methods is None else [methods] if isinstance(methods, str) else list(methods)
    for key in keys:
        if key not in legal:
            listed = ", ".join(legal) or "none under this design"
            raise InputError(f"{key} cannot be calibrated under {in_words(design)}; expected one of {listed}")
    if not keys:
        raise InputError(f"no method can be calibrated under {in_words(design)}; use RepeatedKFold")
    return keys
