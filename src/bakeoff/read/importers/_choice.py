"""What logs are compared by: the metric that is asked for, or the main one of each task."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from bakeoff.core.exceptions import InputError
from bakeoff.core.written import plural
from bakeoff.read.importers._record import no_such
from bakeoff.read.importers._runs import NUMERIC
from bakeoff.read.repeats import Repeats, over_repeats
from bakeoff.read.values import plain

SHOWN = 5  # tasks in a note


@dataclass(frozen=True, kw_only=True)
class Offer:
    """The metrics of one task: their values in one answer, and which the program names first."""

    task: str
    scores: Mapping[str, object]
    main: tuple[str, ...] = ()

    @property
    def usable(self) -> list[str]:
        """Those that are a number for each answer, the main ones first; others are pooled, as BLEU is.

        Those that are not main ones are in alphabetical order: that of the keys in a log says nothing.
        """
        found = sorted(name for name, value in self.scores.items() if isinstance(value, NUMERIC))
        return sorted(found, key=lambda name: self.main.index(name) if name in self.main else len(self.main))


@dataclass(frozen=True, kw_only=True)
class Choice:
    """The metric of each task, how several answers become one number, and what else there is."""

    metrics: Mapping[str, str]
    repeats: Repeats
    others: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def metric(self) -> str:
        """What is compared, in one word."""
        names = set(self.metrics.values())
        return names.pop() if len(names) == 1 else "score"


def choose(offers: Sequence[Offer], measure: str | None, *, noun: str, source: str) -> Choice:
    """The metric asked for, by the tasks that have it; or else the main one of each task."""
    every = list(dict.fromkeys(name for offer in offers for name in offer.usable))
    named = list(dict.fromkeys(name for offer in offers for name in offer.scores))
    repeats = None if _meant(measure, named) else over_repeats(measure)
    asked = measure if repeats is None else repeats.of
    if asked is not None:
        metric = _meant(asked, named)
        if metric is None:
            raise no_such(f"{noun} in {source}", asked, every)
        metrics = {offer.task: metric for offer in offers if metric in offer.scores}
    else:
        metrics = {offer.task: offer.usable[0] for offer in offers if offer.usable}
        if not metrics:
            listed = ", ".join(map(plain, named)) or "none at all"
            raise InputError(f"{source} has no {noun} with a number for each item; it has {listed}")
    found = Choice(
        metrics=metrics,
        repeats=repeats or Repeats(of=asked),
        others=tuple(plain(name) for name in every if name not in metrics.values()),
        notes=(),
    )
    lacking = [offer.task for offer in offers if offer.task not in metrics]
    return replace(found, notes=tuple(_notes(found, lacking, asked)))


def _meant(asked: str | None, names: Iterable[str]) -> str | None:
    """The metric that a word means: itself, or the only one with it as its last or without its first part.

    >>> _meant("style", ["judge/style", "match"]), _meant("judge/style", ["style"]), _meant("x", ["y"])
    ('judge/style', 'style', None)
    """
    every = list(names)
    if asked is None or asked in every:
        return asked
    near = [name for name in every if name.endswith(f"/{asked}") or asked.endswith(f"/{name}")]
    return near[0] if len(near) == 1 else None


def _notes(found: Choice, lacking: Sequence[str], asked: str | None) -> Iterable[str]:
    tasks = found.metrics
    if len(set(tasks.values())) > 1:
        yield f"each task uses its own main metric: {by_task(tasks)}"
    elif asked is None and found.others:
        also = ", ".join(found.others[:10])
        yield f"the metric is {plain(found.metric)!r}; the logs also have {also}"
    if lacking:
        what = repr(plain(found.metric)) if asked is not None else "a number for each item"
        yield f"{plural(len(lacking), 'task')} without {what} left out: {', '.join(lacking[:SHOWN])}"


def by_task(metrics: Mapping[str, str]) -> str:
    """Which task is judged by which metric.

    >>> by_task({"gsm8k": "exact_match", "arc": "acc"})
    'gsm8k by exact_match, arc by acc'
    """
    told = [f"{task} by {plain(metric)}" for task, metric in metrics.items()]
    rest = f" and {len(told) - SHOWN} more" if len(told) > SHOWN else ""
    return ", ".join(told[:SHOWN]) + rest
