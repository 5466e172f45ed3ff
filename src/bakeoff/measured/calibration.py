"""Calibrated degrees of freedom for repeated cross-validation, with the domain they were found in.

The table is data (``calibration.json``), not code. A calibrated value is not universal: it belongs to
the learners, attributes and sizes it was found with (E-B13, E-B14).
"""

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from bakeoff.core.exceptions import InputError


@dataclass(frozen=True, kw_only=True)
class Calibration:
    """The degrees of freedom of one method, and for which designs they were found."""

    method: str
    df: float
    folds: int
    runs_at_least: int
    runs_at_most: int | None
    borrowed_from: str | None = None

    def covers(self, runs: int, folds: int) -> bool:
        """Whether a design lies inside the domain."""
        enough = runs >= self.runs_at_least and (self.runs_at_most is None or runs <= self.runs_at_most)
        return self.borrowed_from is None and enough and folds == self.folds

    @property
    def domain(self) -> str:
        """The domain in words."""
        runs = f"{self.runs_at_least}" + ("" if self.runs_at_most == self.runs_at_least else " or more")
        return f"{runs} runs of {self.folds} folds"


def calibration_of(method: str) -> Calibration:
    """Look up a method's calibrated degrees of freedom; refuse those that have none, and say why."""
    table = _table()
    if method in table["not_calibratable"]:
        raise InputError(
            f"{method} cannot be calibrated: {table['not_calibratable'][method]} (Bouckaert 2003). "
            f'Give df="nominal" or a number, or use cv-all-data'
        )
    home = table["borrowed"].get(method, method)
    for entry in table["entries"]:
        if entry["method"] == home:
            return Calibration(**entry | {"method": method}, borrowed_from=None if home == method else home)
    raise InputError(f'{method} has no calibrated degrees of freedom; give df="nominal" or a number')


@cache
def is_calibratable(method: str) -> bool:
    """Whether calibrated degrees of freedom exist for a method."""
    table = _table()
    return method in table["borrowed"] or any(entry["method"] == method for entry in table["entries"])


@cache
def _table() -> dict[str, Any]:
    text = resources.files("bakeoff.measured").joinpath("calibration.json").read_text(encoding="utf-8")
    table: dict[str, Any] = json.loads(text)
    return table
