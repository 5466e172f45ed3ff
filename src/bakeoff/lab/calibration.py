"""Degrees of freedom of the ``cv-*`` methods for a design, two learners and a level (CAL-1)."""

import os
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from bakeoff.core.design import Design, in_words
from bakeoff.core.exceptions import InputError
from bakeoff.experiment.observer import Observer
from bakeoff.lab.own_setting import check_null
from bakeoff.lab.populations._settings import Setting
from bakeoff.lab.procedure import Procedure, legal_procedures
from bakeoff.lab.responses import Measuring, measuring, numbers_of
from bakeoff.lab.study import TEN_BY_TEN, Settings, settings_of
from bakeoff.lab.trials import Piece
from bakeoff.methods._calibrating import FoundDf, calibrated_df, false_alarms_at, ratio_of


@dataclass(frozen=True, kw_only=True)
class Calibration:
    """Calibrated degrees of freedom of one method, next to the nominal ones.

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
    chosen = settings_of(settings)
    keys = _calibratable(methods, design)
    with measuring(
        "calibrate", len(chosen), draws=draws, alpha=alpha, rng=rng, store=store, observer=observer
    ) as how:
        return [each for setting in chosen for each in _of_setting(setting, keys, design, how)]


def _of_setting(setting: Setting, keys: list[str], design: Design, how: Measuring) -> list[Calibration]:
    check_null(setting, design)
    ratios: dict[str, list[float]] = {key: [] for key in keys}
    nominal = dict.fromkeys(keys, 0.0)
    plain = {key: Procedure(method=key, design=design, options={"df": "nominal"}) for key in keys}
    piece, folds = Piece(design=design), Procedure(method=keys[0], design=design)
    for block in how.blocks(setting):
        for scores in block.outcomes(folds, {piece: numbers_of(block, piece, how.store)}):
            for key in keys:
                ratios[key].append(ratio_of(key, scores))
                if not nominal[key]:
                    nominal[key] = float(plain[key].compute(scores, 0.95).df)  # type: ignore[arg-type]
    return [
        Calibration(
            setting=setting.key,
            method=key,
            design=in_words(design),
            alpha=how.alpha,
            found=calibrated_df(np.array(ratios[key]), alpha=how.alpha, rng=how.rng),
            nominal_df=nominal[key],
            nominal_size=false_alarms_at(np.array(ratios[key]), nominal[key], how.alpha),
        )
        for key in keys
    ]


def _calibratable(methods: list[str] | str | None, design: Design) -> list[str]:
    # A method may be listed with several options or asked for twice; its ratios must count once.
    legal = list(
        dict.fromkeys(each.method for each in legal_procedures(design) if each.record.is_scaled_by_df)
    )
    given = legal if methods is None else [methods] if isinstance(methods, str) else methods
    keys = list(dict.fromkeys(given))
    for key in keys:
        if key not in legal:
            listed = ", ".join(legal) or "none under this design"
            raise InputError(f"{key} cannot be calibrated under {in_words(design)}; expected one of {listed}")
    if not keys:
        raise InputError(f"no method can be calibrated under {in_words(design)}; use RepeatedKFold")
    return keys
