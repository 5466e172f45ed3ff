"""What was measured about methods with learners and populations whose truth is known.

The tables are data, not code. ``risk.json`` has false alarms, power and coverage, made by the command that it
names. ``calibration.json`` has calibrated degrees of freedom for repeated cross-validation with the domain
they were found in: a calibrated value is not universal, it belongs to the learners, attributes and sizes it
was found with (E-B13, E-B14).
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from importlib import resources
from typing import Any

from bakeoff.core.design import Design, in_words, spoken
from bakeoff.core.exceptions import InputError
from bakeoff.core.verdict import Measured

FILE = "risk.json"
LEVELS = (0.01, 0.05, 0.1)
# What every method does by default is not an option that distinguishes it.
USUAL = {"df": ("calibrated", None), "floor": ("none",), "form": ("nadeau-bengio",)}
UNRELATED = ("rng", "resamples")


@dataclass(frozen=True, kw_only=True)
class InSetting:
    """A procedure in one setting: counts of data sets.

    ``decided`` are those on which it decided at each of `LEVELS`: false alarms in a ``null`` setting,
    decisions for the better learner elsewhere. ``covered`` are those whose 95 % interval held the truth;
    on ``agreed`` of ``repeated`` ten repetitions agreed at 5 %.
    """

    setting: str
    draws: int
    decided: tuple[int, ...]
    covered: int
    truth: float
    null: bool
    repeated: int = 0
    agreed: int = 0

    def share(self, alpha: float) -> float:
        """The share of data sets on which it decided, at the measured level next to alpha."""
        return self.decided[LEVELS.index(nearest_level(alpha))] / self.draws


@dataclass(frozen=True, kw_only=True)
class Risk:
    """What was measured about a method under a design, over all settings.

    ``adjusted_level`` is the level at which its worst null setting is at 5 %, and ``adjusted_power`` the
    mean power there. ``fits`` is how often each learner is trained on one data set.
    """

    method: str
    design: str
    options: Mapping[str, object]
    halvings: int
    fits: int
    adjusted_level: float
    adjusted_power: float
    settings: tuple[InSetting, ...] = field(repr=False)

    @property
    def under(self) -> str:
        """The design as people say it."""
        return next(
            (spoken(each) for each in measured_designs() if in_words(each) == self.design), self.design
        )

    @cached_property
    def null(self) -> tuple[InSetting, ...]:
        """The settings without a difference."""
        return tuple(each for each in self.settings if each.null)

    @property
    def different(self) -> tuple[InSetting, ...]:
        """The settings with one."""
        return tuple(each for each in self.settings if not each.null)

    def sizes(self, alpha: float = 0.05) -> tuple[float, float]:
        """The lowest and the highest share of false alarms."""
        shares = [each.share(alpha) for each in self.null]
        return min(shares), max(shares)

    def worst(self, alpha: float = 0.05) -> InSetting:
        """The setting with the most false alarms."""
        return max(self.null, key=lambda each: each.share(alpha))

    def power(self, alpha: float = 0.05) -> float:
        """The mean share of data sets on which the better learner was found."""
        shares = [each.share(alpha) for each in self.different]
        return sum(shares) / len(shares)

    @property
    def coverage(self) -> tuple[float, float]:
        """The lowest and the mean share of intervals at 95 % that contained the truth."""
        shares = [each.covered / each.draws for each in self.settings]
        return min(shares), sum(shares) / len(shares)

    @property
    def replicability(self) -> tuple[float, float]:
        """The lowest and the mean share of data sets on which ten repetitions agreed."""
        shares = [each.agreed / each.repeated for each in self.settings if each.repeated]
        return min(shares), sum(shares) / len(shares)


@lru_cache(maxsize=8)
def nearest_level(alpha: float) -> float:
    """The measured level that is next to alpha.

    >>> nearest_level(0.05), nearest_level(0.002)
    (0.05, 0.01)
    """
    return min(LEVELS, key=lambda level: abs(level - alpha))


def measured_designs() -> tuple[Design, ...]:
    """The designs under which methods were measured."""
    from bakeoff.designs import FiveByTwo, Holdout, KFold, RepeatedKFold, Resampling

    return Holdout(), Resampling(), KFold(), RepeatedKFold(), RepeatedKFold(runs=5), FiveByTwo()


@cache
def risks() -> tuple[Risk, ...]:
    """The whole table, one entry for each method, design and options."""
    return tuple(_entry(at) for at in range(len(_table()["procedures"])))


def about() -> Mapping[str, Any]:
    """The command, date and versions that made the table."""
    made: Mapping[str, Any] = _table()["about"]
    return made


def risk_of(method: str, design: str = "", options: Mapping[str, object] | None = None) -> Risk | None:
    """What was measured about a method under a design, given in words, with these options.

    Without a design, the first that the method was measured under.

    >>> risk_of("no-such-method") is None
    True
    """
    for at, entry in enumerate(_table()["procedures"]):
        wanted = entry["method"] == method and entry["options"] == dict(options or {})
        if wanted and design in ("", entry["design"]):
            return _entry(at)
    return None


@cache
def _table(file: str = FILE) -> Any:
    return json.loads(resources.files("bakeoff.measured").joinpath(file).read_text(encoding="utf-8"))


@cache
def _entry(at: int) -> Risk:
    entry = _table()["procedures"][at]
    settings = tuple(
        InSetting(setting=key, **{**row, "decided": tuple(row["decided"])})
        for key, row in entry["settings"].items()
    )
    return Risk(
        method=entry["method"],
        design=entry["design"],
        options=entry["options"],
        halvings=entry["halvings"],
        fits=entry["fits"],
        adjusted_level=entry["adjusted"]["level"],
        adjusted_power=entry["adjusted"]["power"],
        settings=settings,
    )


def measured_under(
    method: str, design: Design, options: Mapping[str, object], alpha: float, remark: str = ""
) -> Measured | None:
    """How often a method raised a false alarm where there was no difference, under such a design.

    ``remark`` is what its record adds. Where nothing was measured under the design itself, what was under
    another is told, with the same options if that was.
    """
    apart, found = _apart(method, options), risk_under(method, design, options)
    nearest = found or risk_of(method, in_words(design)) or risk_of(method, options=apart) or risk_of(method)
    if nearest is None:
        return Measured(remark=remark) if remark else None
    low, high = nearest.sizes(alpha)
    return Measured(
        worlds=len(nearest.null),
        under=nearest.under,
        options=tuple(nearest.options.items()),
        low=low,
        high=high,
        level=nearest_level(alpha),
        worst=nearest.worst(alpha).setting,
        unmeasured=design if found is None else None,
        unmeasured_options=tuple(apart.items()),
        remark=remark,
    )


def risk_under(method: str, design: Design, options: Mapping[str, object]) -> Risk | None:
    """What was measured about a method under this very design with such options."""
    return risk_of(method, in_words(design), _apart(method, options))


def _apart(method: str, options: Mapping[str, object]) -> dict[str, Any]:
    """The options that make it another procedure."""
    calibrated = calibration_of(method).df if is_calibratable(method) else None
    return {
        name: value
        for name, value in options.items()
        if name not in UNRELATED
        and value not in USUAL.get(name, ())
        and not (name == "df" and value == calibrated)
    }


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
    table = _table("calibration.json")
    if method in table["not_calibratable"]:
        raise InputError(
            f"{method} cannot be calibrated: {table['not_calibratable'][method]} (Bouckaert 2003). Give "
            f'df="nominal" or a number, or use cv-all-data'
        )
    home = table["borrowed"].get(method, method)
    for entry in table["entries"]:
        if entry["method"] == home:
            return Calibration(**entry | {"method": method}, borrowed_from=None if home == method else home)
    raise InputError(f'{method} has no calibrated degrees of freedom; give df="nominal" or a number')


@cache
def is_calibratable(method: str) -> bool:
    """Whether calibrated degrees of freedom exist for a method."""
    table = _table("calibration.json")
    return method in table["borrowed"] or any(entry["method"] == method for entry in table["entries"])
