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
from bakeoff.read.importers.directions import direction
from bakeoff.read.importers.found import ItemScores, Wanted, no_such, plain
from bakeoff.read.importers.json_values import JsonValues, Scan, unpacked
from bakeoff.read.importers.lm_eval_files import EXPECTED, Log, find_logs, is_sample, latest
from bakeoff.read.importers.pairing import (
    NUMERIC,
    Key,
    Pairs,
    Run,
    chosen,
    codes_of,
    number,
    paired,
    texts_of,
)
from bakeoff.read.values import Column, a_kind, shown

FIXED = {
    *("doc_id", "doc", "target", "arguments", "resps", "filtered_resps", "filter", "metrics"),
    *("doc_hash", "prompt_hash", "target_hash"),
}
ADVICE = "run both models on the same documents (the same tasks and the same --limit)"
DIGITS = 16  # of a hash: enough to tell documents apart


def read_lm_eval(path_a: Any, path_b: Any, wanted: Wanted) -> ItemScores:
    """The scores of two models by document, joined on task and ``doc_id``."""
    (logs_a, source_a, notes), (logs_b, source_b, more) = (_logs(path) for path in (path_a, path_b))
    logs_a, logs_b = _same_tasks(logs_a, logs_b, source_a, source_b)
    choice = _choice(logs_a, wanted, source_a)
    left, right = ([log for log in logs if log.task in choice.tasks] for logs in (logs_a, logs_b))
    scan = Scan((log.path for log in (*left, *right)), wanted.progress)
    a, filters = _read(left, choice, source_a, scan)
    b, _ = _read(right, choice, source_b, scan)
    pairs = paired(a, b, item="document", metric=choice.metric, advice=ADVICE)
    slices = {"task": pairs.columns["task"]} if any(log.task for log in left) else {}
    slices |= {name: pairs.columns[name] for name in wanted.columns if name in pairs.columns}
    clusters, told = _clusters(pairs, wanted)
    higher, unsure = direction(choice.metric, _told([*left, *right], choice.metric))
    return ItemScores(
        a=pairs.a,
        b=pairs.b,
        metric=choice.metric,
        names=_names(left[0], right[0]),
        source=f"{source_a} and {source_b}",
        ids=texts_of(pairs.keys),
        higher_is_better=higher,
        clusters=clusters,
        slices=slices,
        other_metrics=choice.others,
        notes=(*notes, *more, *choice.notes, *unsure, *filters, *pairs.notes, *told, *_many(left)),
    )


@dataclass(frozen=True, kw_only=True)
class Choice:
    """What to take out of each sample."""

    metric: str
    others: tuple[str, ...]
    tasks: frozenset[str]
    wanted: Wanted
    notes: tuple[str, ...] = ()


def _logs(path: Any) -> tuple[list[Log], str, tuple[str, ...]]:
    found = find_logs(path)
    source = plain(path, 200)
    logs, notes = latest(found, source)
    return logs, source, notes


def _same_tasks(a: list[Log], b: list[Log], source_a: str, source_b: str) -> tuple[list[Log], list[Log]]:
    """The logs of both sides in one order of tasks; single files may have been renamed by somebody."""
    if len(a) == len(b) == 1 and not (a[0].date and b[0].date) and a[0].task != b[0].task:
        told = {log.task for log in (a[0], b[0]) if log.task and log.date}
        task = next(iter(told), "")
        return [replace(a[0], task=task)], [replace(b[0], task=task)]
    of_b = {log.task: log for log in b}
    for one, other, where in ((a, of_b, source_a), (b, {log.task for log in a}, source_b)):
        alone = [log.task for log in one if log.task not in other]
        if alone:
            rest = source_b if where == source_a else source_a
            listed = ", ".join(map(repr, alone[:5])) + (", ..." if len(alone) > 5 else "")
            raise InputError(
                f"{where} has logs of {len(alone)} task(s) that {rest} has not: {listed}; give logs of the "
                f"same tasks on both sides"
            )
    return a, [of_b[log.task] for log in a]


def _choice(logs: Sequence[Log], wanted: Wanted, source: str) -> Choice:
    """The metric, and the tasks that have it."""
    there = {log.task: metrics_of(log.first) for log in logs}
    usable = {log.task: [m for m in there[log.task] if is_usable(log.first, m)] for log in logs}
    every = list(dict.fromkeys(metric for each in usable.values() for metric in each))
    named = list(dict.fromkeys(metric for each in there.values() for metric in each))
    if wanted.metric is None and every:
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
    metric = chosen("metric", wanted.metric, named, every, source)
    others = tuple(plain(name) for name in every if name != metric)
    tasks = frozenset(task for task, each in there.items() if metric in each)
    notes: tuple[str, ...] = ()
    if others and wanted.metric is None:
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


def is_usable(row: Mapping[str, Any], metric: str) -> bool:
    """Whether a metric is a number for each document, not one to be pooled as perplexity and BLEU are."""
    return isinstance(row.get(metric), NUMERIC)


def _read(logs: Sequence[Log], choice: Choice, source: str, scan: Scan) -> tuple[Run, tuple[str, ...]]:
    """The samples of all tasks of one model, each by one filter."""
    run, notes, asked, seen = Run(source=source), [], choice.wanted.filter, dict[str, None]()
    for log in logs:
        with unpacked(log.path, expected=EXPECTED) as (stream, name):
            by_filter = _read_log(JsonValues(stream, name, scan.read), log, choice)
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


def _clusters(pairs: Pairs, wanted: Wanted) -> tuple[Column | None, tuple[str, ...]]:
    """Documents that belong together: as asked for, or the repeats of each."""
    if wanted.cluster is not None and wanted.cluster != "doc_id":
        return pairs.columns[wanted.cluster], ()
    if all(len(key) == 2 for key in pairs.keys) and wanted.cluster is None:
        return None, ()
    told = "documents were answered more than once: the answers to each are taken together"
    return codes_of([key[:2] for key in pairs.keys]), () if wanted.cluster else (told,)


def _told(logs: Sequence[Log], metric: str) -> bool | None:
    """Whether higher is better, where the results beside the logs say so."""
    said = {log.higher[metric] for log in logs if isinstance(log.higher.get(metric), bool)}
    if len(said) > 1:
        raise InputError(
            f"higher {metric!r} is better in some of the tasks and worse in others, so that their mean says "
            f"nothing; compare one task at a time"
        )
    return said.pop() if said else None


def _names(a: Log, b: Log) -> tuple[str, str]:
    for first, second in ((a.model, b.model), (a.path.stem, b.path.stem)):
        if first and second and first != second:
            return plain(first), plain(second)
    return "A", "B"


def _many(logs: Sequence[Log]) -> tuple[str, ...]:
    told = f"{len(logs)} tasks together, every document counts alike; slice by 'task' to see each"
    return (told,) if len(logs) > 1 else ()
