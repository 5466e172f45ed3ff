"""Logs of EleutherAI's lm-evaluation-harness: ``lm_eval --log_samples``.

One object for each document and filter, with keys ``doc_id``, ``doc``, ``target``, ``arguments``, ``resps``,
``filtered_resps``, since 0.4.3 ``doc_hash``, ``prompt_hash`` and ``target_hash``, since 0.4.7 ``filter`` and
``metrics``; the values of its metrics are keys of their own. Up to 0.4.2 all objects of a task are in one
list, since then each is on a line. Before ``filter`` came, the documents of a task with several filters
follow each other once for each of them.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bakeoff.core.exceptions import FileError, InputError
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.importers._json_values import JsonValues, Scan, unpacked
from bakeoff.read.importers._lm_eval_files import EXPECTED, Log, find_logs, is_sample, latest
from bakeoff.read.importers._record import Found, Glimpse, Importer, all_of, no_such, plain
from bakeoff.read.importers._runs import (
    ANOTHER,
    NUMERIC,
    Key,
    Run,
    chosen,
    found_items,
    joined,
    names_told,
    number,
)
from bakeoff.read.values import a_kind, shown

FIXED = {
    *("doc_id", "doc", "target", "arguments", "resps", "filtered_resps", "filter", "metrics"),
    *("doc_hash", "prompt_hash", "target_hash"),
}
ADVICE = "run both models on the same documents (the same tasks and the same --limit)"
REPEATED = "documents were answered more than once: the answers to each are taken together"
DIGITS = 16  # of a hash: enough to tell documents apart


def read_lm_eval(glimpses: Sequence[Glimpse], wanted: Wanted) -> Found:
    """The scores of models by document, joined on task and ``doc_id``; a file or a folder for each model."""
    sides = _same_tasks([_side(each) for each in glimpses])
    named = names_told([side.logs[0].model for side in sides], [side.logs[0].stem for side in sides])
    names = tuple(wanted.pick(named, source=all_of(glimpses), noun="model", advice=ANOTHER))
    sides = [sides[named.index(name)] for name in names]
    choice = _choice(sides[0].logs, wanted, sides[0].source)
    sides = [replace(side, logs=[log for log in side.logs if log.task in choice.tasks]) for side in sides]
    scan = Scan((log.path for side in sides for log in side.logs), wanted.progress)
    read = [_read(side.logs, choice, side.source, scan) for side in sides]
    items = joined([run for run, _ in read], item="document", metric=choice.metric, advice=ADVICE)
    if not any(log.task for log in sides[0].logs):
        del items.columns["task"]
    tasks = len(sides[0].logs)
    many = [f"{tasks} tasks together, every document counts alike; slice by 'task' to see each"] * (tasks > 1)
    before = [*(note for side in sides for note in side.notes), *choice.notes]
    return found_items(
        items,
        wanted,
        names=names,
        source=all_of(glimpses),
        metric=choice.metric,
        higher=_told([log for side in sides for log in side.logs], choice.metric),
        others=choice.others,
        whole=("doc_id", lambda key: key[:2], REPEATED),
        notes=(before, read[0][1], many),
    )


@dataclass(frozen=True, kw_only=True)
class Side:
    """The logs of one model, one for each task."""

    logs: list[Log]
    source: str
    notes: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Choice:
    """What to take out of each sample."""

    metric: str
    others: tuple[str, ...]
    tasks: frozenset[str]
    wanted: Wanted
    notes: tuple[str, ...] = ()


def _side(glimpse: Glimpse) -> Side:
    logs, notes = latest(find_logs(glimpse), glimpse.called)
    return Side(logs=logs, source=glimpse.called, notes=notes)


def _same_tasks(sides: list[Side]) -> list[Side]:
    """The logs of all sides in one order of tasks; single files may have been renamed by somebody."""
    only = [side.logs[0] for side in sides if len(side.logs) == 1]
    dated = {log.task for log in only if log.task and log.date}
    if len(only) == len(sides) and not all(log.date for log in only) and len(dated) < 2:
        task = next(iter(dated), only[0].task if len({log.task for log in only}) == 1 else "")
        return [replace(side, logs=[replace(side.logs[0], task=task)]) for side in sides]
    first, *others = sides
    for other in others:
        _refuse_lone_tasks(first, other)
        _refuse_lone_tasks(other, first)
    by_task = [{log.task: log for log in side.logs} for side in sides]
    return [
        replace(side, logs=[own[log.task] for log in first.logs])
        for side, own in zip(sides, by_task, strict=True)
    ]


def _refuse_lone_tasks(one: Side, other: Side) -> None:
    there = {log.task for log in other.logs}
    alone = [log.task for log in one.logs if log.task not in there]
    if alone:
        listed = ", ".join(map(repr, alone[:5])) + (", ..." if len(alone) > 5 else "")
        raise InputError(
            f"{one.source} has logs of {len(alone)} task(s) that {other.source} has not: {listed}; give logs "
            f"of the same tasks on both sides"
        )


def _choice(logs: Sequence[Log], wanted: Wanted, source: str) -> Choice:
    """The metric, and the tasks that have it."""
    there = {log.task: metrics_of(log.first) for log in logs}
    # a number for each document, not something to be pooled as perplexity and BLEU are
    usable = {log.task: [m for m in there[log.task] if isinstance(log.first.get(m), NUMERIC)] for log in logs}
    every = list(dict.fromkeys(metric for each in usable.values() for metric in each))
    named = list(dict.fromkeys(metric for each in there.values() for metric in each))
    if wanted.measure is None and every:
        shared = [metric for metric in every if all(metric in each for each in usable.values())]
        if not shared:
            listed = "; ".join(
                f"{task}: {', '.join(map(plain, each)) or 'none'}" for task, each in list(usable.items())[:5]
            )
            raise InputError(
                f"the tasks of {source} have no metric in common ({listed}); choose one by its name, the "
                f"tasks without it are left out"
            )
        every = shared + [metric for metric in every if metric not in shared]
    metric = chosen("metric", wanted.measure, named, every, source)
    others = tuple(plain(name) for name in every if name != metric)
    tasks = frozenset(task for task, each in there.items() if metric in each)
    notes: tuple[str, ...] = ()
    if others and wanted.measure is None:
        notes = (f"compared by {plain(metric)!r}; the logs also have {', '.join(others[:10])}",)
    lacking = [task for task in there if task not in tasks]
    if lacking:
        notes += (f"{len(lacking)} task(s) without {plain(metric)!r} left out: {', '.join(lacking[:5])}",)
    return Choice(metric=metric, others=others, tasks=tasks, wanted=wanted, notes=notes)


def metrics_of(row: Mapping[str, Any]) -> list[str]:
    """The names of a sample's metrics: as it lists them, else whatever is not a key of every sample."""
    listed = row.get("metrics")
    if isinstance(listed, list) and all(isinstance(name, str) for name in listed):
        return [name for name in listed if name in row]
    return [name for name in row if name not in FIXED]


def _read(logs: Sequence[Log], choice: Choice, source: str, scan: Scan) -> tuple[Run, tuple[str, ...]]:
    """The samples of all tasks of one model, each by one filter."""
    run, notes, asked, seen = Run(source=source), [], choice.wanted.filter, dict[str, None]()
    for log in logs:
        with unpacked(log.path, log.source, expected=EXPECTED) as stream:
            by_filter = _read_log(JsonValues(stream, log.source, scan.read), log, choice)
        seen |= dict.fromkeys(by_filter)
        used = _filter(by_filter, asked, log)
        for key, value, marks, columns in by_filter[used]:
            run.add(key, value, mark=marks[0], prompt=marks[1], columns=columns)
        if len(by_filter) > 1 and asked is None:
            rest = ", ".join(plain(each) for each in by_filter if each != used)
            notes.append(f"filter {plain(used)!r} of {log.task or log.source} is used; there is also {rest}")
    if asked is not None and asked not in seen:
        raise no_such(f"filter in {source}", asked, seen)
    return run, (*notes[:3], *([f"and so in {len(notes) - 3} more tasks"] if len(notes) > 3 else []))


Sample = tuple[Key, float, tuple[Any, Any], list[tuple[str, Any]]]


def _read_log(text: JsonValues, log: Log, choice: Choice) -> dict[str, list[Sample]]:
    """The samples of one file by filter.

    A document that comes again without a filter's name was filtered in another way, with it was repeated.
    """
    columns, usable = _columns(log, choice.wanted), [choice.metric, *choice.others]
    found: dict[str, list[Sample]] = {}
    counts: Counter[Any] = Counter()
    for row in text.rows():
        doc, given = _doc_id(row, text), row.get("filter")
        named = None if given is None else str(given)
        counts[named, doc] += 1
        time = counts[named, doc]
        key: Key = (log.task, doc) if named is None or time == 1 else (log.task, doc, f"repeat {time}")
        where = f"for doc_id {doc} in {text.source}"
        value = number(row.get(choice.metric), metric=choice.metric, where=where, usable=usable)
        marks = _hashes(row, "doc_hash", "target_hash"), _hashes(row, "prompt_hash")
        kept = [("task", log.task), *((name, _field(row, name)) for name in columns)]
        found.setdefault(str(time) if named is None else named, []).append((key, value, marks, kept))
    return found


def _filter(found: Mapping[str, Any], wanted: str | None, log: Log) -> str:
    """The filter asked for, the only one, or else the first."""
    if wanted is None or wanted in found or len(found) == 1:
        return wanted if wanted in found and wanted is not None else next(iter(found))
    raise no_such(f"filter in {log.source}", wanted, found)


def _doc_id(row: Any, text: JsonValues) -> int | str:
    if not is_sample(row):
        raise FileError(
            f"{text.source} has {a_kind(row)} near line {text.line} that is not a sample of lm_eval; "
            f"expected objects with doc_id, resps and filtered_resps"
        )
    doc = row["doc_id"]
    if isinstance(doc, bool) or not isinstance(doc, int | str):
        raise FileError(
            f"doc_id is {shown(doc)} near line {text.line} of {text.source}; expected a number or a text"
        )
    return doc


def _hashes(row: Mapping[str, Any], *names: str) -> str | None:
    hashes = [row.get(name) for name in names]
    return (
        "".join(str(each)[:DIGITS] for each in hashes)
        if all(isinstance(each, str) for each in hashes)
        else None
    )


def _columns(log: Log, wanted: Wanted) -> list[str]:
    """The fields of the documents that are to be kept; an error names those that there are."""
    doc = log.first.get("doc")
    fields = [name for name, value in doc.items() if _is_scalar(value)] if isinstance(doc, dict) else []
    names = [name for name in wanted.columns if name not in ("task", "doc_id")]
    for name in names:
        if name not in fields:
            raise no_such(f"field of the documents in {log.source}", name, ["task", *fields])
    return names


def _field(row: Mapping[str, Any], name: str) -> Any:
    doc = row.get("doc")
    value = doc.get(name) if isinstance(doc, dict) else None
    return value if _is_scalar(value) else None


def _is_scalar(value: Any) -> bool:
    return isinstance(value, str | int | float) and len(str(value)[:1000]) < 1000


def _told(logs: Sequence[Log], metric: str) -> bool | None:
    """Whether higher is better, where the results beside the logs say so."""
    said = {log.higher[metric] for log in logs if isinstance(log.higher.get(metric), bool)}
    if len(said) > 1:
        raise InputError(
            f"higher {metric!r} is better in some of the tasks and worse in others, so that their mean says "
            f"nothing; compare one task at a time"
        )
    return said.pop() if said else None


record = Importer(
    key="lm-eval",
    title="a log of lm-evaluation-harness",
    recognises=lambda glimpse: bool(find_logs(glimpse)),
    read=read_lm_eval,
)
