"""The conditions of a run: how a model was set up, how its answers were scored, and whether the run ended."""

import hashlib
import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from bakeoff.read.values import plain

LONGEST = 40  # characters of a value; of a longer one the beginning and a hash
MOST_NAMED = 60  # characters of the settings in a model's name
SECRET = {"key", "token", "secret", "password", "authorization", "headers"}  # words in names of settings
ABSENT = object()

Values = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True, slots=True)
class Conditions:
    """What a log says about one run of one model in one task, besides its answers.

    An importer sets it as ``TaskLog.conditions``; what a log does not say is left out. Keys are short names,
    with a point before a part (``scorer.threshold``); `flat` makes them from nested objects, and drops
    passwords. `found_answers` does the rest for all importers: it compares the sides, names models, and gives
    `Found` its ``conditions``, ``differ``, ``doubtful`` and ``unfinished``, from which caveats follow.

    Attributes
    ----------
    settings
        How the model was set up: prompt, shots, temperature, effort, solver, arguments. Two settings of one
        model are two models: where the sides have one name, what differs becomes part of it. The importer
        itself must keep logs of one folder apart whose settings differ.
    judging
        What decides which answers are right, whatever the metric: version of the task, filter, grader,
        threshold. A difference raises the caveat ``scored-otherwise``, and no gate passes, unless the user
        names the condition in ``may_differ``.
    scorers
        The same, for each metric by its name: only those of the metric that is compared count.
    about
        Whatever else is known, such as the data set or a limit; differences are shown.
    planned
        How many answers the run should have, limits and repeats included; None where it is unknown, or where
        the run was meant to stop early. A log with fewer answers raises the caveat ``unfinished-run``.
    unfinished
        A clause that says that the run did not end and why, such as "x.json failed (status 'error')"; raises
        the caveat ``unfinished-run``. Empty for a run that ended.
    """

    settings: Values = field(default_factory=dict)
    judging: Values = field(default_factory=dict)
    scorers: Mapping[str, Values] = field(default_factory=dict)
    about: Values = field(default_factory=dict)
    planned: int | None = None
    unfinished: str = ""

    def scorer_of(self, metric: str) -> Values | None:
        """The scorer of a metric; None where the log does not say it."""
        names = [name for name in (metric, metric.rpartition("/")[2]) if name in self.scorers]
        return self.scorers[names[0]] if names else None

    def by_name(self, names: Iterable[str]) -> dict[str, Any]:
        """What is known of scorers, with their names in the keys."""
        return {
            f"scorer.{name}{key.removeprefix('scorer')}": value
            for name in names
            for key, value in self.scorers[name].items()
        }

    @property
    def identity(self) -> dict[str, Any]:
        """What can make two runs of one model two models."""
        return {
            **self.settings,
            **self.judging,
            **self.by_name(self.scorers),
            "scorer": told(" + ".join(sorted(self.scorers))),
        }


@dataclass(frozen=True, kw_only=True, slots=True)
class Compared:
    """The conditions of several models: those of each, those that differ, and which of these cast doubt."""

    conditions: Mapping[str, Values]
    differ: Mapping[str, Values]
    doubtful: tuple[str, ...]

    @property
    def known(self) -> list[str]:
        """The names of all conditions."""
        return list(dict.fromkeys(key for each in self.conditions.values() for key in each))


def told(value: Any) -> Any:
    """A value as it is shown: numbers as they are, and texts or objects that are not too long.

    >>> told(0.5), told(["a", "b"]), told("be brief"), told(None)
    (0.5, '["a", "b"]', 'be brief', None)
    >>> told("Answer the question step by step, then give the answer alone on a line.")
    'Answer the question step #f40aa0'
    """
    if value is None or isinstance(value, bool | int | float):
        return value
    text = value if isinstance(value, str) else json.dumps(value, default=str)
    shown = plain(" ".join(text.split()), len(text) + 1)
    if len(shown) <= LONGEST:
        return shown
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{shown[: LONGEST - 16].strip()} #{digest[:6]}"


def flat(values: object, prefix: str = "", *, without: Iterable[str] = ()) -> dict[str, Any]:
    """Settings as short names and values as shown; those that are not set, and secret ones, are left out.

    >>> flat({"grader": {"model": "m", "api_key": "x"}, "threshold": None, "shots": 5}, "scorer")
    {'scorer.grader.model': 'm', 'scorer.shots': 5}
    """
    found: dict[str, Any] = {}
    for name, value in values.items() if isinstance(values, Mapping) else ():
        key = plain(name)
        if (
            value is None
            or name in without
            or _has_password(value)
            or SECRET & set(str(name).casefold().replace("-", "_").split("_"))
        ):
            continue
        path = f"{prefix}.{key}" if prefix else key
        deeper = isinstance(value, Mapping) and bool(value)
        found |= flat(value, path, without=without) if deeper else {path: told(value)}
    return found


def _has_password(value: object) -> bool:
    """Whether a value is an address that may have a password."""
    return isinstance(value, str) and "@" in value.partition("://")[2]


def of_all(values: Collection[Any]) -> Any:
    """The value that all items have, or the list of several.

    >>> of_all({0.5}), of_all({0.5, 0.9})
    (0.5, '0.5, 0.9')
    """
    return next(iter(values)) if len(values) == 1 else told(", ".join(sorted(map(str, values))))


def differing(given: Sequence[Values]) -> list[str]:
    """The names of what is not the same in all; what is set in some only differs, too.

    An argument that is handed on, such as ``grader`` to ``scorer.grader``, is named once.

    >>> differing([{"a": 1, "b": 2}, {"a": 1, "b": 3, "c": 4}])
    ['b', 'c']
    >>> differing([{"grader": "m", "scorer.grader": "m"}, {"grader": "n", "scorer.grader": "n"}])
    ['scorer.grader']
    """
    every = dict.fromkeys(key for each in given for key in each)
    values = {key: [each.get(key, ABSENT) for each in given] for key in every}
    found = [key for key, own in values.items() if any(each != own[0] for each in own)]
    return [
        key
        for key in found
        if not any(other.endswith(f".{key}") and values[other] == values[key] for other in found)
    ]


def telling(given: Sequence[Conditions]) -> list[str]:
    """The names of what makes runs of one model different models.

    A scorer that only some runs have is no difference, unless runs have none in common.

    >>> one, both = Conditions(scorers={"x": {}}), Conditions(scorers={"x": {"scorer.by": 1}, "y": {}})
    >>> telling([one, both]), telling([one, Conditions(scorers={"y": {}})])
    (['scorer.x.by'], ['scorer'])
    """
    found = differing([{**each.settings, **each.judging} for each in given])
    identities = [each.identity for each in given]
    for name in dict.fromkeys(name for each in given for name in each.scorers):
        start = f"scorer.{name}."
        having = [own for own, each in zip(identities, given, strict=True) if name in each.scorers]
        keys = differing([{key: own[key] for key in own if f"{key}.".startswith(start)} for own in having])
        found = [key for key in found if not any(other.endswith(f".{key}") for other in keys)] + keys
    names = [set(each.scorers) for each in given if each.scorers]
    return found + ["scorer"] * any(not one & other for one, other in combinations(names, 2))


def named(model: str, values: Values, keys: Iterable[str]) -> str:
    """A model with some of its settings.

    >>> named("m", {"temperature": 0.5, "effort": "high"}, ["temperature", "seed"])
    'm (temperature=0.5)'
    >>> named("m", {"scorer.threshold": 0.5, "role.model": "n"}, ["scorer.threshold", "role.model"])
    'm (threshold=0.5; role.model=n)'
    """
    every = list(keys)
    last = [key.rpartition(".")[2] for key in every]
    short = [
        part if last.count(part) == 1 and part != "model" else key
        for key, part in zip(every, last, strict=True)
    ]
    shown = "; ".join(
        f"{name}={values[key]}" for key, name in zip(every, short, strict=True) if key in values
    )
    return f"{model} ({shown})" if shown else model


def distinguishing(given: Sequence[Values], keys: Sequence[str]) -> list[str]:
    """What to name things by: all that differs, or where that is too long the first that do.

    >>> distinguishing([{"a": 1, "b": "x" * 40}, {"a": 2, "b": "y" * 40}], ["a", "b"])
    ['a', 'b']
    >>> distinguishing([{"a": 1, "b": "x" * 70}, {"a": 2, "b": "y" * 70}], ["b", "a"])
    ['a']
    """
    if max((len(named("", each, keys)) for each in given), default=0) <= MOST_NAMED:
        return list(keys)
    different = len({named("", each, keys) for each in given})

    def enough(some: Sequence[str]) -> bool:
        return len({named("", each, some) for each in given}) == different

    few = (list(some) for count in (1, 2) for some in combinations(keys, count) if enough(some))
    return min(
        few,
        key=lambda some: (len(some), max(len(named("", each, some)) for each in given)),
        default=list(keys),
    )


def full_names(models: Sequence[str], tasks: Sequence[Mapping[str, Conditions]]) -> list[str]:
    """The models, those of one name with whatever differs between them; ``tasks`` are each one's conditions.

    >>> cold, hot = ({"t": Conditions(settings={"temperature": each})} for each in (0, 1))
    >>> full_names(["m", "m", "n"], [cold, hot, hot])
    ['m (temperature=0)', 'm (temperature=1)', 'n']
    """
    found = list(models)
    for model in dict.fromkeys(models):
        own = [at for at, each in enumerate(models) if each == model]
        values: list[dict[str, Any]] = [{} for _ in own]
        for task in dict.fromkeys(task for at in own for task in tasks[at]):
            here = [tasks[at].get(task) for at in own]
            keys = telling([each for each in here if each is not None])
            for each, mine in zip(values, here, strict=True):
                found_here = {} if mine is None else mine.identity
                each |= {key: found_here[key] for key in keys if key in found_here and key not in each}
        keys = distinguishing(values, differing(values))
        for at, each in zip(own, values, strict=True):
            found[at] = named(model, each, keys)
    return found


def variants(models: Sequence[str], tasks: Sequence[str], conditions: Sequence[Conditions]) -> list[str]:
    """What to call the model of each log of a folder: its name, with what differs between runs of one task.

    Logs with one name are runs of one model under the same conditions.

    >>> cold, hot = (Conditions(settings={"temperature": each}) for each in (0, 1))
    >>> variants(["m", "m", "m"], ["x", "x", "y"], [cold, hot, hot])
    ['m (temperature=0)', 'm (temperature=1)', 'm (temperature=1)']
    """
    identities = [each.identity for each in conditions]
    found = list(models)
    for model in dict.fromkeys(models):
        own = [at for at, each in enumerate(models) if each == model]
        keys: list[str] = []
        for task in dict.fromkeys(tasks[at] for at in own):
            keys += telling([conditions[at] for at in own if tasks[at] == task])
        chosen = distinguishing([identities[at] for at in own], list(dict.fromkeys(keys)))
        for at in own:
            found[at] = named(model, identities[at], chosen)
    return found


def compared(
    names: Sequence[str],
    tasks: Sequence[Mapping[str, Conditions]],
    metrics: Mapping[str, str],
    may_differ: Sequence[str] = (),
) -> Compared:
    """The conditions of the models and what differs; ``metrics`` are those that the tasks are compared by.

    A condition that is not the same in all tasks is a mapping of tasks.

    >>> one, other = ({"t": Conditions(judging={"version": each})} for each in (1, 2))
    >>> found = compared(["m", "n"], [one, other], {"t": "acc"})
    >>> found.conditions, found.differ, found.doubtful
    ({'m': {'version': 1}, 'n': {'version': 2}}, {'version': {'m': 1, 'n': 2}}, ('version',))
    """
    judging: list[dict[str, Values]] = [{} for _ in tasks]
    for task, metric in metrics.items():
        for found, own in zip(judging, _judged_by(metric, [each[task] for each in tasks]), strict=True):
            found[task] = own
    every = [
        {task: {**values, **each[task].settings, **each[task].about} for task, values in own.items()}
        for each, own in zip(tasks, judging, strict=True)
    ]
    differ: dict[str, list[str]] = {}
    doubtful: dict[str, None] = {}
    for task in metrics:
        for key in differing([own[task] for own in every]):
            differ.setdefault(key, []).append(task)
            if any(key in own[task] for own in judging) and not _is_meant(key, may_differ):
                doubtful[key] = None
    return Compared(
        conditions={
            name: {
                key: _over_tasks(own, key, metrics)
                for key in dict.fromkeys(k for e in own.values() for k in e)
            }
            for name, own in zip(names, every, strict=True)
        },
        differ={
            key: {
                name: _over_tasks(own, key, where, alone=len(where) == len(metrics))
                for name, own in zip(names, every, strict=True)
            }
            for key, where in differ.items()
        },
        doubtful=tuple(doubtful),
    )


def _judged_by(metric: str, given: Sequence[Conditions]) -> list[Values]:
    """What decides in each run which answers are right by a metric, as far as all logs say it."""
    scorers = [each.scorer_of(metric) for each in given]
    if any(each is None for each in scorers):
        common = [name for name in given[0].scorers if all(name in each.scorers for each in given)]
        scorers = [each.by_name(common) for each in given]
    return [{**each.judging, **(own or {})} for each, own in zip(given, scorers, strict=True)]


def _is_meant(key: str, may_differ: Sequence[str]) -> bool:
    """Whether a condition, or the whole that it is a part of, may differ."""
    return any(key == each or key.startswith(f"{each}.") for each in may_differ)


def is_known(name: str, keys: Iterable[str]) -> bool:
    """Whether a name is that of a condition, or of the whole that some are parts of."""
    return any(_is_meant(key, [name]) for key in keys)


def _over_tasks(own: Mapping[str, Values], key: str, tasks: Iterable[str], *, alone: bool = True) -> Any:
    """The value in all tasks ``alone``, or one for each task where they differ."""
    values = {task: own[task].get(key) for task in tasks}
    first = next(iter(values.values()))
    return first if alone and all(each == first for each in values.values()) else values
