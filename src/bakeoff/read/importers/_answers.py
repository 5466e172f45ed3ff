"""Answers of models to the same questions, out of whatever log: one number for each question and model."""

from array import array
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from math import isnan
from typing import Any

import numpy as np

from bakeoff.core.exceptions import FileError, InputError, unknown_column
from bakeoff.core.missing import COMMON, Filling, Lacking
from bakeoff.core.panel import ItemPanel
from bakeoff.core.roles import UsedColumns, role_of
from bakeoff.core.written import plural
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.importers._choice import Choice, Offer, by_task, choose
from bakeoff.read.importers._clusters import COLUMN as CLUSTERS
from bakeoff.read.importers._clusters import NONE, Declared, checked, declared_in
from bakeoff.read.importers._conditions import Conditions, compared, full_names, is_known
from bakeoff.read.importers._record import Found, direction, no_such
from bakeoff.read.importers._runs import (
    ANOTHER,
    Joined,
    Key,
    Run,
    codes_of,
    joined,
    names_told,
    number,
    texts_of,
)
from bakeoff.read.lacking import filled_numbers, lacking_of, refuse_bounds
from bakeoff.read.repeats import Repeats, reduced
from bakeoff.read.values import Column, plain, shown

MOST_TASKS = 20  # that are slices by default


@dataclass(frozen=True, kw_only=True)
class Answer:
    """One answer: to which question, which of several, its values by metric, and ``where`` it is in a log.

    ``mark`` is the same where the question is, ``prompt`` where it was put in the same way; in tuples each
    entry that both logs have must be the same. ``about`` are fields to slice and cluster by. ``failed`` are
    metrics whose value is that of a failure, because there was no answer to score.
    """

    id: int | str
    scores: Mapping[str, Any]
    where: str
    repeat: int = 1
    mark: Any = None
    prompt: Any = None
    about: Mapping[str, Any] = field(default_factory=dict)
    failed: Collection[str] = ()


@dataclass(frozen=True, kw_only=True, eq=False)
class TaskLog:
    """The answers of one model in one task, read when they are needed.

    ``higher`` says of which metrics higher is better, as far as the log does; reading may add to it.
    ``columns`` are the same for all answers. ``conditions`` are those of the run. ``clusters`` are the fields
    that name clusters of questions, by metric, where the log declares any; ``dataset`` is the data set.
    """

    task: str
    source: str
    offer: Callable[[], Offer]
    answers: Callable[[], Iterator[Answer]]
    higher: dict[str, bool] = field(default_factory=dict)
    columns: Mapping[str, str] = field(default_factory=dict)
    conditions: Conditions = field(default_factory=Conditions)
    clusters: Mapping[str, str] = field(default_factory=dict)
    dataset: str = ""


@dataclass(frozen=True, kw_only=True, eq=False)
class Side:
    """The logs of one model, one for each task.

    Models with one name are told apart by their conditions, and where those are the same as they are
    ``called``.
    """

    source: str
    logs: Sequence[TaskLog]
    model: str = ""
    called: str = ""
    notes: tuple[str, ...] = ()

    @property
    def conditions(self) -> dict[str, Conditions]:
        """The conditions of the run of each task."""
        return {log.task: log.conditions for log in self.logs}


@dataclass(frozen=True, kw_only=True)
class Kind:
    """What a program calls things, and what to do where its logs do not fit together."""

    item: str = "question"
    column: str = "id"
    repeat: str = "repeat"
    metric: str = "metric"
    fields: str = "field of the questions in"
    advice: str = "run both models on the same questions"
    same_repeats: str = "use the same number of answers for both models"
    finish: str = "run it again to its end"


def found_answers(sides: Sequence[Side], wanted: Wanted, kind: Kind, *, source: str) -> Found:
    """What the logs say about each question, by the metric asked for or the main one of each task."""
    refuse_bounds(wanted.missing)
    models = [side.model for side in sides]
    full = full_names(models, [side.conditions for side in sides])
    named = names_told(models, full, [side.called for side in sides])
    names = tuple(wanted.pick(named, source=source, noun="model", advice=ANOTHER))
    sides = in_one_order([sides[named.index(name)] for name in names])
    choice = _choice(sides, wanted, kind)
    declared = Declared()
    if wanted.cluster == NONE:
        wanted = replace(wanted, cluster=None)
    elif wanted.cluster is None:
        declared = declared_in([side.logs for side in sides], choice.metrics)
    answered = [_run(side, choice, wanted, kind, declared) for side in sides]
    runs = [run for run, _ in answered]
    found = compared(names, [side.conditions for side in sides], choice.metrics, wanted.may_differ)
    for each in wanted.may_differ:
        if not is_known(each, found.known):
            raise no_such(f"condition in {source}", each, found.known)
    for run in runs[1:] if wanted.missing is None else ():
        _same_repeats(runs[0], run, kind)
    say = partial(_said, kind=kind, alone=len(choice.metrics) == 1)
    advice = kind.advice if COMMON in kind.advice else f"{kind.advice}, or {COMMON}"
    items = joined(runs, item=kind.item, metric=choice.metric, advice=advice, say=say, missing=wanted.missing)
    directions = _directions(sides, choice)
    items, choice, left_out = _comparable(items, choice, directions)
    higher, assumed = _direction(choice, directions)
    lacking = None
    if wanted.missing is not None:
        items, lacking = _filled(items, wanted.missing, choice, names, higher=higher)
    tasks = len({key[0] for key in items.keys})
    many = [f"{tasks} tasks are pooled; every item has the same weight"] * (tasks > 1)
    panel, by = _panel(items, wanted, kind, choice.repeats, names=names, source=source, higher=higher)
    if declared.fields and panel.clusters is not None:
        checked(panel.clusters, declared)
    panel = replace(panel, lacking=lacking, used=_used(wanted.cluster, declared))
    return Found(
        panel=panel,
        metric=plain(choice.repeats.called(choice.metric)),
        source=source,
        higher_is_better=higher or choice.repeats.is_share,
        other_metrics=choice.others,
        notes=tuple(
            chain(*(side.notes for side in sides), choice.notes, left_out, items.notes, declared.notes, many)
        ),
        assumed=assumed,
        by=by,
        conditions=found.conditions,
        differ=found.differ,
        doubtful=found.doubtful,
        unfinished=tuple(chain(*(unfinished for _, unfinished in answered))),
        finish=kind.finish,
        measures=_measures(items, panel, choice),
    )


def _filled(
    items: Joined, missing: Filling, choice: Choice, names: Sequence[str], *, higher: bool
) -> tuple[Joined, Lacking]:
    """The items with missing answers as what they count as, and how many there are."""
    lacks = [np.isnan(each) for each in items.values]
    lacking = lacking_of(lacks, names, missing)
    if not any(lacking.counts):
        return items, lacking
    if missing == "drop":
        return items.only(~np.logical_or.reduce(lacks)), lacking
    if choice.repeats.how == "agreement":
        raise InputError(
            f"missing is {lacking.choice!r}, but agreement does not say which answer is wrong; choose drop"
        )
    metric = plain(choice.metric)
    values = filled_numbers(items.values, lacks, missing, metric=repr(metric), higher=higher)
    return replace(items, values=values), lacking


def _used(cluster: str | None, declared: Declared) -> UsedColumns | None:
    """The field of the clusters as a column with a role."""
    return declared.used if cluster is None else UsedColumns(roles={"group": role_of(cluster)})


def _choice(sides: Sequence[Side], wanted: Wanted, kind: Kind) -> Choice:
    """The metric of each task, which must not depend on which of the logs is the first."""
    first, *others = (
        choose([log.offer() for log in side.logs], wanted.measure, noun=kind.metric, source=side.source)
        for side in sides
    )
    for side, other in zip(sides[1:], others, strict=True):
        for task, metric in first.metrics.items():
            own = other.metrics.get(task, metric)
            if own != metric and first.repeats.of is None:
                where = f" of {task}" if len(first.metrics) > 1 else ""
                raise InputError(
                    f"the main {kind.metric}{where} is {plain(metric)!r} in {sides[0].source} and "
                    f"{plain(own)!r} in {side.source}; choose one with --metric"
                )
    return first


def in_one_order(sides: Sequence[Side]) -> list[Side]:
    """The logs of all sides in one order of tasks; an error where one has others."""
    first, *others = sides
    for other in others:
        _refuse_lone_tasks(first, other)
        _refuse_lone_tasks(other, first)
    by_name = [{log.task: log for log in side.logs} for side in sides]
    return [
        replace(side, logs=[own[log.task] for log in first.logs])
        for side, own in zip(sides, by_name, strict=True)
    ]


def _refuse_lone_tasks(one: Side, other: Side) -> None:
    there = {log.task for log in other.logs}
    alone = [log.task for log in one.logs if log.task not in there]
    if len(alone) == len(one.logs) == len(other.logs) == 1:
        raise InputError(
            f"{one.source} is a log of task {one.logs[0].task!r} and {other.source} of task "
            f"{other.logs[0].task!r}; give logs of the same task"
        )
    if alone:
        listed = ", ".join(map(repr, alone[:5])) + (", ..." if len(alone) > 5 else "")
        raise InputError(
            f"{one.source} has logs of {plural(len(alone), 'task')} that {other.source} does not "
            f"have: {listed}; give logs of the same tasks for both models"
        )


def _run(side: Side, choice: Choice, wanted: Wanted, kind: Kind, declared: Declared) -> tuple[Run, list[str]]:
    """The numbers of one model, and which of its logs are not whole.

    What belongs to all answers of a log is kept with them.
    """
    run, unfinished = Run(source=side.source), []
    for log in side.logs:
        if log.task not in choice.metrics:
            continue
        metric, usable = choice.metrics[log.task], [*choice.metrics.values(), *choice.others]
        fixed = ({"task": log.task} if log.task else {}) | dict(log.columns)
        asked = [name for name in wanted.columns if name not in (kind.column, "task", *log.columns)]
        before = len(run.places)
        for answer in log.answers():
            key = (log.task, answer.id, answer.repeat)
            if key in run.places:
                raise FileError(f"{log.source} has {answer.where} twice; expected it once")
            if len(run.places) == before:
                _refuse_unknown(asked, answer, log, kind)
            where = f"for {answer.where} in {log.source}"
            lacks = wanted.missing is not None and metric in answer.failed
            value = number(
                None if lacks else answer.scores.get(metric), metric=metric, where=where, usable=usable
            )
            own = [*fixed.items(), *((name, answer.about.get(name)) for name in asked)]
            if declared.fields:
                own.append((CLUSTERS, declared.cluster_of(log.task, answer, log.source)))
            run.add(key, value, mark=answer.mark, prompt=answer.prompt, columns=own)
        if len(run.places) == before:
            raise FileError(f"{log.source} has no {kind.item}s; expected at least one")
        planned = log.conditions.planned
        if planned is not None and len(run.values) - before >= planned:
            run.whole.add(log.task)
        unfinished += _unfinished(log, run.values[before:])
    return run, unfinished


def _unfinished(log: TaskLog, values: "array[float]") -> list[str]:
    """What is missing of a run that did not end, or that has fewer answers than were planned."""
    planned, why = log.conditions.planned, log.conditions.unfinished
    if not why and (planned is None or len(values) >= planned):
        return []
    scored = sum(not isnan(each) for each in values)
    share = "" if planned is None else f"{scored:,} of {planned:,} planned answers have a score"
    return [": ".join(filter(None, (why or log.source, share)))]


def _refuse_unknown(asked: Sequence[str], answer: Answer, log: TaskLog, kind: Kind) -> None:
    for name in asked:
        if name not in answer.about:
            known = [*(["task"] if log.task else []), *log.columns, *answer.about]
            raise no_such(f"{kind.fields} {log.source}", name, known)


def _same_repeats(a: Run, b: Run, kind: Kind) -> None:
    """Refuse runs of other repeats: their questions may all be there."""
    first, second = ({repeat for _, _, repeat in run.places} for run in (a, b))
    if first != second:
        raise InputError(
            f"the {kind.repeat}s differ: {a.source} has {_listed(first, kind.repeat)} and {b.source} "
            f"{_listed(second, kind.repeat)}; {kind.same_repeats}"
        )


def _listed(repeats: set[int], noun: str) -> str:
    """How many repeats there are, and which if they are not the first ones.

    >>> _listed({1}, "epoch"), _listed({1, 2, 3}, "epoch"), _listed({2}, "epoch")
    ('1 epoch', '3 epochs', '1 epoch (2)')
    """
    count = f"{len(repeats)} {noun}{'s' * (len(repeats) > 1)}"
    first = repeats == set(range(1, len(repeats) + 1))
    return count if first else f"{count} ({', '.join(map(str, sorted(repeats)[:5]))})"


def _said(key: Key, *, kind: Kind, alone: bool) -> str:
    task, name, repeat = key
    told = shown(name) if alone else f"{shown(task)}, {shown(name)}"
    return told if repeat == 1 else f"{told} ({kind.repeat} {repeat})"


def _directions(sides: Sequence[Side], choice: Choice) -> dict[str, bool | None]:
    """Whether higher is better in each task, where its logs say so."""
    found: dict[str, bool | None] = {}
    for task, metric in choice.metrics.items():
        logs = [log for side in sides for log in side.logs if log.task == task]
        said = {log.higher[metric] for log in logs if metric in log.higher}
        if len(said) > 1:
            raise _unclear(metric, "logs")
        found[task] = said.pop() if said else None
    return found


def _unclear(metric: str, where: str) -> InputError:
    return InputError(
        f"higher {metric!r} is better in some of the {where} and worse in others, so their mean is "
        f"meaningless; compare one task at a time"
    )


def _comparable(
    items: Joined, choice: Choice, directions: Mapping[str, bool | None]
) -> tuple[Joined, Choice, tuple[str, ...]]:
    """Of tasks with different metrics those whose values can be averaged: shares of which more is better."""
    if len(set(choice.metrics.values())) == 1:
        return items, choice, ()
    tasks = np.array([key[0] for key in items.keys], dtype=object)
    kept = {}
    for task, metric in choice.metrics.items():
        own = np.array([values[tasks == task] for values in items.values])
        own = own[~np.isnan(own)]
        share = bool(own.size) and own.min() >= 0 and own.max() <= 1
        if share and direction(metric, directions[task])[0]:
            kept[task] = metric
    out = {task: metric for task, metric in choice.metrics.items() if task not in kept}
    if not out:
        return items, choice, ()
    if not kept:
        raise InputError(
            f"the tasks have different metrics, and none is a proportion where higher is better "
            f"({by_task(choice.metrics)}); choose one with --metric"
        )
    told = (
        f"{plural(len(out), 'task')} left out because the main metric is not a proportion where higher is "
        f"better: {by_task(out)}; to compare them, choose it with --metric"
    )
    return items.only(np.isin(tasks, list(kept))), replace(choice, metrics=kept), (told,)


def _direction(choice: Choice, directions: Mapping[str, bool | None]) -> tuple[bool, tuple[str, ...]]:
    """Whether higher is better, and what is assumed where it is unknown."""
    metric = choice.metric
    if len(set(choice.metrics.values())) > 1 or choice.repeats.how == "agreement":
        return True, ()
    said = {directions[task] for task in choice.metrics} - {None}
    if len(said) > 1:
        raise _unclear(metric, "tasks")
    higher, assumed = direction(metric, said.pop() if said else None)
    if choice.repeats.is_share and not higher:
        raise InputError(
            f"{choice.repeats.name} applies to answers that are right or wrong, but lower "
            f"{plain(metric)!r} is better; choose another metric"
        )
    return higher, () if choice.repeats.is_share else assumed


def _panel(
    items: Joined,
    wanted: Wanted,
    kind: Kind,
    repeats: Repeats,
    *,
    names: tuple[str, ...],
    source: str,
    higher: bool,
) -> tuple[ItemPanel, str]:
    """One number for each question and model, and the column of its default slices."""
    questions = codes_of([key[:2] for key in items.keys])
    answers = np.bincount(questions)
    first = np.unique(questions, return_index=True)[1]
    columns = {name: column[first] for name, column in items.columns.items()}
    own = columns.pop(CLUSTERS, None)
    for name in (wanted.by, None if wanted.cluster == kind.column else wanted.cluster):
        if name is not None and name not in columns:
            raise unknown_column(name, map(plain, columns), source)
    by = wanted.by or _own_slices(columns)
    panel = ItemPanel(
        names=names,
        answers=tuple(reduced(values, questions, repeats, higher=higher) for values in items.values),
        truth=None,
        source=source,
        ids=texts_of([items.keys[at][:2] for at in first]),
        clusters=own if wanted.cluster is None else columns.get(wanted.cluster),
        slices=columns[by] if by else None,
        repeats=(int(answers.min()), int(answers.max())) if answers.max() > 1 else None,
    )
    return panel, "" if wanted.by else by


def _measures(items: Joined, panel: ItemPanel, choice: Choice) -> dict[str, str]:
    """The metric of each slice, where all of its tasks have the same."""
    if panel.slices is None:
        return {}
    first = np.unique(codes_of([key[:2] for key in items.keys]), return_index=True)[1]
    found: dict[str, set[str]] = {}
    for value, at in zip(panel.slices.tolist(), first.tolist(), strict=True):
        found.setdefault(value, set()).add(choice.metrics[items.keys[at][0]])
    return {
        value: plain(choice.repeats.called(next(iter(names))))
        for value, names in found.items()
        if len(names) == 1
    }


def _own_slices(columns: Mapping[str, Column]) -> str:
    """The groups of tasks, or the tasks, where there are several but not too many."""
    for name in ("group", "task"):
        if name in columns and 1 < len(set(columns[name].tolist())) <= MOST_TASKS:
            return name
    return ""
