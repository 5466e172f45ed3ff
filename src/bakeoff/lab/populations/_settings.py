"""Settings in which methods are judged: a population, a sample size and two learners, with the truth."""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from difflib import get_close_matches
from functools import cache, wraps
from importlib import resources
from typing import Any, TypeVar

from bakeoff.core.exceptions import InputError, UnknownNameError
from bakeoff.lab.population import WHOLE, Population
from bakeoff.lab.populations import POPULATIONS

Found = TypeVar("Found")
FILE = "settings.json"
# Why a difference is 0, or how it was found.
REASONS = {
    "labels-tell-nothing": "labels are independent of attributes and all classes as likely: every learner "
    "errs as often as chance",
    "exchangeable-views": "the same learner sees one of two blocks that may change places",
    "damaged": "one learner was damaged until the other erred as often, as measured",
    "measured": "measured over random training sets",
}


@dataclass(frozen=True, kw_only=True)
class Side:
    """One of the two learners: its key, its view, and how often it is made to predict a wrong class."""

    learner: str
    view: str = WHOLE
    error_rate: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Setting:
    """A population, a sample size and two learners.

    Attributes
    ----------
    n
        Items in a data set.
    train
        Items in a training set at which ``difference`` holds. Where ``reason`` is an argument and not a
        measurement, it holds at any size.
    difference, standard_error
        Expected accuracy of A minus that of B over random training sets, and its Monte-Carlo error.
    """

    key: str
    population: str
    parameters: Mapping[str, Any]
    n: int
    train: int
    a: Side
    b: Side
    difference: float
    standard_error: float
    reason: str

    @property
    def null(self) -> bool:
        """Whether the two learners are equally good: by an argument, or as near as it was measured."""
        return self.reason in ("labels-tell-nothing", "exchangeable-views", "damaged")

    @property
    def sides(self) -> dict[str, Side]:
        """Both learners, by their letters."""
        return {"a": self.a, "b": self.b}

    def make(self) -> Population:
        """The population, with its parameters."""
        return POPULATIONS[self.population].vary(**self.parameters)


@cache
def settings() -> Mapping[str, Setting]:
    """All settings, by key.

    Examples
    --------
    >>> found = settings()
    >>> sum(each.null for each in found.values()) >= 30
    True
    """
    text = resources.files(__package__).joinpath(FILE).read_text(encoding="utf-8")
    return {entry["key"]: read_setting(entry) for entry in json.loads(text)["settings"]}


def setting(key: str) -> Setting:
    """The setting of this key."""
    found = settings()
    if key in POPULATIONS:
        raise InputError(
            f"{key} is a population and no setting: two learners are missing; give --world {key} with --a "
            f'and --b, or situation("{key}", a=..., b=...)'
        )
    if key not in found:
        raise _no_setting(key, list(found))
    return found[key]


def _no_setting(key: str, known: list[str]) -> InputError:
    near = get_close_matches(key, known, n=1, cutoff=0.5)
    hint = f"; did you mean {near[0]!r}?" if near else "."
    return UnknownNameError(f"no setting is called {key!r}{hint} bakeoff lab lists all {len(known)}")


def once(measure: Callable[[Setting, int], Found]) -> Callable[[Setting, int], Found]:
    """Measure something of a setting, for a training size, once in a process.

    The parameters of a setting cannot be a cache key; the setting in JSON can.
    """

    @cache
    def measured(words: str, train: int) -> Found:
        return measure(read_setting(json.loads(words)), train)

    def found(setting: Setting, train: int) -> Found:
        return measured(json.dumps(asdict(setting), sort_keys=True), train)

    return wraps(measure)(found)


def read_setting(entry: Mapping[str, Any]) -> Setting:
    """A setting from the plain data that it is stored as."""
    sides = {side: Side(**entry[side]) for side in ("a", "b")}
    # JSON has only lists, and parameters are compared with tuples.
    parameters = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in entry["parameters"].items()
    }
    return Setting(**{**entry, **sides, "parameters": parameters})
