"""What was measured about methods with learners and populations whose truth is known.

The table is data (``risk.json``, made by the command that it names), not code.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

from bakeoff.core.design import Design, spoken
from bakeoff.core.design import in_words as written
from bakeoff.core.method import Method
from bakeoff.core.outcomes import FoldScores
from bakeoff.measured.calibration import calibration_of, is_calibratable

FILE = "risk.json"
LEVELS = (0.01, 0.05, 0.1)
# What every method does without being told so is no option that sets it apart.
USUAL = {"df": ("calibrated", None), "floor": ("none",), "form": ("nadeau-bengio",)}
UNRELATED = ("rng", "resamples")


@dataclass(frozen=True, kw_only=True)
class InSetting:
    """A procedure in one setting: counts of data sets.

    ``decided`` are those on which it decided at each of `LEVELS`: false alarms in a ``null`` setting,
    decisions for the better learner elsewhere. ``covered`` are those whose interval at 95 % held the truth;
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
            (spoken(each) for each in _measured_designs() if written(each) == self.design), self.design
        )

    @property
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
        """The lowest and the mean share of intervals at 95 % that held the truth."""
        shares = [each.covered / each.draws for each in self.settings]
        return min(shares), sum(shares) / len(shares)

    @property
    def replicability(self) -> tuple[float, float]:
        """The lowest and the mean share of data sets on which ten repetitions agreed."""
        shares = [each.agreed / each.repeated for each in self.settings if each.repeated]
        return min(shares), sum(shares) / len(shares)


def nearest_level(alpha: float) -> float:
    """The measured level that is next to alpha.

    >>> nearest_level(0.05), nearest_level(0.002)
    (0.05, 0.01)
    """
    return min(LEVELS, key=lambda level: abs(level - alpha))


def _measured_designs() -> tuple[Design, ...]:
    """The designs under which methods were measured."""
    from bakeoff.designs import FiveByTwo, Holdout, KFold, RepeatedKFold, Resampling

    return Holdout(), Resampling(), KFold(), RepeatedKFold(), FiveByTwo()


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


def in_words(risk: Risk, alpha: float = 0.05) -> str:
    """What was measured, in a sentence."""
    level = nearest_level(alpha)
    low, high = risk.sizes(alpha)
    return (
        f"in {len(risk.null)} worlds without a difference, under {risk.under}, it raised a false "
        f"alarm in {100 * low:.1f} to {100 * high:.1f} % of data sets at a nominal {100 * level:g} %, "
        f"two-sided, most with {setting_in_words(risk.worst(alpha).setting)}"
    )


def setting_in_words(key: str) -> str:
    """What the key of a setting says: which learners, on how many items, of which population.

    >>> setting_in_words("exchangeable-blocks:offset-1.2:n-300:1-nn@first-block-vs-c45")
    '1-nn on its first block against c45 (exchangeable blocks, offset 1.2, 300 items)'
    >>> setting_in_words("digits-pool:train-150:equal")
    'digits pool (train 150, equal)'
    """
    population, *given = key.split(":")
    about = [population.replace("-", " ")]
    learners = given.pop() if given and "-vs-" in given[-1] else ""
    for each in given:
        name, _, value = each.partition("-")
        if name == "n":
            about.append(f"{value} items")
        else:
            about.append(f"{name} {value}".strip())
    if not learners:
        return about[0] + (f" ({', '.join(about[1:])})" if about[1:] else "")
    sides = [_side(side) for side in learners.split("-vs-")]
    return f"{' against '.join(sides)} ({', '.join(about)})"


def _side(text: str) -> str:
    """A learner, and the attributes that it alone may see."""
    learner, _, view = text.partition("@")
    return f"{learner} on its {view.replace('-', ' ')}" if view else learner


@cache
def _table() -> Any:
    return json.loads(resources.files("bakeoff.measured").joinpath(FILE).read_text(encoding="utf-8"))


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


def measured_risk(
    method: Method,
    outcomes: object,
    options: Mapping[str, object],
    alpha: float,
    design: Design | None = None,
) -> str:
    """How often a method raised a false alarm where there was nothing to find, under such a design.

    ``design`` is how items came to be tested, where learners are compared by them; on a test set of
    unknown origin two classifiers are compared, and nothing is said.
    """
    used = outcomes.design if isinstance(outcomes, FoldScores) else design
    if used is None:
        return method.risk
    apart = _apart(method.key, options)
    found = risk_under(method.key, used, options)
    nearest = found or risk_of(method.key, written(used)) or _elsewhere(method.key, apart)
    if nearest is None:
        return method.risk
    words = in_words(nearest, alpha)
    if found is None:
        with_them = "".join(f", {name} {_short(value)}" for name, value in apart.items())
        words = f"nothing under {spoken(used)}{with_them}; {_how(nearest)}{words}"
    return f"{words}; {method.risk}" if method.risk else words


def risk_under(method: str, design: Design, options: Mapping[str, object]) -> Risk | None:
    """What was measured about a method under this very design with such options."""
    return risk_of(method, written(design), _apart(method, options))


def _elsewhere(method: str, apart: Mapping[str, object]) -> Risk | None:
    """What was measured under another design, with the same options if that was."""
    return risk_of(method, options=apart) or risk_of(method)


def _short(value: object) -> str:
    """A number as people write it, so that 7.0 is 7."""
    return f"{value:g}" if isinstance(value, float) else str(value)


def _how(found: Risk) -> str:
    given = "".join(f"{name} {value}, " for name, value in found.options.items())
    return f"with {given}" if given else "with its usual options, "


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
