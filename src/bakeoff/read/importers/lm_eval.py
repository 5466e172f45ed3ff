"""Logs of EleutherAI's lm-evaluation-harness: ``lm_eval --log_samples``.

One object for each document and filter, with keys ``doc_id``, ``doc``, ``target``, ``arguments``, ``resps``,
``filtered_resps``, since 0.4.3 ``doc_hash``, ``prompt_hash`` and ``target_hash``, since 0.4.7 ``filter`` and
``metrics``; the values of its metrics have their own keys. Up to 0.4.2 all objects of a task are in one
list, since then each is on a line. Before ``filter`` came, the documents of a task with several filters
follow each other once for each of them.
"""

import marshal
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from bakeoff.core.exceptions import FileError, InputError
from bakeoff.core.written import plural
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.importers._answers import Answer, Kind, Side, TaskLog, found_answers
from bakeoff.read.importers._choice import Offer
from bakeoff.read.importers._conditions import Conditions, told, variants
from bakeoff.read.importers._lm_eval_files import (
    EXPECTED,
    Log,
    by_folder,
    find_logs,
    is_results,
    is_sample,
    latest,
    refuse_results,
    short_names,
)
from bakeoff.read.importers._lm_eval_filters import Line, OneFilter, by_filter
from bakeoff.read.importers._record import Found, Glimpse, Importer, all_of, no_such
from bakeoff.read.importers._sides import by_model, several_models
from bakeoff.read.json_values import JsonValues, Scan, unpacked
from bakeoff.read.values import a_kind, shown

FIXED = {
    *("doc_id", "doc", "target", "arguments", "resps", "filtered_resps", "filter", "metrics"),
    *("doc_hash", "prompt_hash", "target_hash"),
}
KIND = Kind(
    item="document",
    column="doc_id",
    fields="field of the documents in",
    advice="run both models on the same documents (the same tasks and the same --limit)",
)
DIGITS = 16  # of a hash: enough to distinguish documents


def read_lm_eval(glimpses: Sequence[Glimpse], wanted: Wanted) -> Found:
    """The scores of models by document, joined on task and ``doc_id``; a file or a folder for each model.

    One folder may hold a folder for each model.
    """
    given = [(each.called, find_logs(each)) for each in glimpses]
    for each, (_, found) in zip(glimpses, given, strict=True):
        if not found:
            refuse_results(each)
    given = _variants(by_folder(given), alone=len(given) == 1)
    logs, notes = [], []
    for called, found in given:
        of_tasks, older = latest(found, called)
        logs.append(of_tasks)
        notes.append(older)
    logs = _renamed(logs)
    scan = Scan((log.path for each in logs for log in each), wanted.progress)
    reader = _Reader(wanted, scan, [log for own in logs for log in own])
    shorts = short_names([called for called, _ in given])
    sides = [
        Side(
            source=called,
            logs=[reader.task_log(log) for log in own],
            model=own[0].model,
            called=short if own[0].source != called else own[0].stem,
            notes=older,
        )
        for (called, _), own, older, short in zip(given, logs, notes, shorts, strict=True)
    ]
    answers = found_answers(sides, wanted, KIND, source=all_of(glimpses))
    if wanted.filter is not None and wanted.filter not in reader.filter.seen:
        raise no_such(f"filter in {glimpses[0].called}", wanted.filter, reader.filter.seen)
    return replace(answers, notes=(*answers.notes, *reader.notes()))


def _variants(given: list[tuple[str, list[Log]]], *, alone: bool) -> list[tuple[str, list[Log]]]:
    """The logs of each path; runs of one task under other conditions are models of their own."""
    found = []
    for called, logs in given:
        names = variants(
            [log.model for log in logs],
            [log.task for log in logs],
            [log.conditions or Conditions() for log in logs],
        )
        each = [(called, [replace(log, model=name) for log, name in zip(logs, names, strict=True)])]
        if len({log.path.parent for log in logs}) == 1 and len({log.model for log in logs}) == 1:
            each = by_model(each, lambda log: log.model)
        if len(each) > 1 and not alone:
            raise InputError(several_models(called, [own[0].model for _, own in each]))
        found += each
    return found


def _renamed(logs: list[list[Log]]) -> list[list[Log]]:
    """Single files may have been renamed: their task is that of the one that names it."""
    only = [own[0] for own in logs if len(own) == 1]
    dated = {log.task for log in only if log.task and log.date}
    if len(only) < len(logs) or all(log.date for log in only) or len(dated) > 1:
        return logs
    task = next(iter(dated), only[0].task if len({log.task for log in only}) == 1 else "")
    return [[replace(log, task=task)] for log in only]


class _Reader:
    """Reads logs by one filter, and remembers what there was besides."""

    def __init__(self, wanted: Wanted, scan: Scan, logs: Sequence[Log]) -> None:
        self.columns, self.scan = wanted.columns, scan
        self.filter = OneFilter(wanted.filter, logs)
        self._grouped = any(log.group not in ("", log.task) for log in logs)
        self._unknown = {log.task: log.source for log in logs if log.conditions is None}
        self._known = any(log.conditions is not None for log in logs)
        self._often: set[int] = set()
        self._copies: dict[str, int] = {}

    def task_log(self, log: Log) -> TaskLog:
        """A log as something to ask for answers."""
        there = {name: log.first.get(name) for name in metrics_of(log.first)}
        return TaskLog(
            task=log.task,
            source=log.source,
            offer=lambda: Offer(task=log.task, scores=there, main=(*log.main, *there)),
            answers=partial(self._answers, log),
            higher={name: each for name, each in log.higher.items() if isinstance(each, bool)},
            columns={"group": log.group} if self._grouped else {},
            conditions=self._conditions(log),
        )

    def _conditions(self, log: Log) -> Conditions:
        """The conditions of a run, with its filter; none where they are not known of all logs of the task."""
        if log.conditions is None or log.task in self._unknown:
            return Conditions()
        name = self.filter.planned(log)
        judging = {"filter": name, "filter.steps": told(log.steps.get(name))} if name else {}
        own = {key: value for key, value in judging.items() if value is not None}
        return replace(log.conditions, judging={**log.conditions.judging, **own})

    def notes(self) -> list[str]:
        """Which filter was used where there were several, and how the harness combined several answers."""
        most = max(self._often, default=1)
        answered = f"documents have up to {most} answers each; the harness scored the output of a filter"
        copies = [
            f"{plural(count, 'line')} of {source} left out, because they repeat another line exactly"
            for source, count in self._copies.items()
        ]
        lacking = list(self._unknown.values())[:1] if self._known else []
        unknown = [
            f"the conditions of runs are not compared: {each} has no results of its run next to it"
            for each in lacking
        ]
        return [*self.filter.notes, *copies, *unknown, *([answered] if most > 1 else [])]

    def _answers(self, log: Log) -> Iterator[Answer]:
        with unpacked(log.path, log.source, expected=EXPECTED) as stream:
            found, copies = by_filter(self._lines(JsonValues(stream, log.source, self.scan.read)), log)
        if copies:
            self._copies[log.source] = copies
        return iter(found[self.filter.of(log, list(found))] if found else ())

    def _lines(self, text: JsonValues) -> Iterator[Line]:
        first = True
        for row in text.rows():
            doc, given = _doc_id(row, text), row.get("filter")
            self._often.add(_answered(row))
            scores = {name: row[name] for name in metrics_of(row)}
            answer = Answer(
                id=doc,
                scores=scores,
                where=f"doc_id {doc}",
                mark=(*_hashes(row, "doc_hash", "target_hash"), *_digests(row.get("doc"), row.get("target"))),
                prompt=(*_hashes(row, "prompt_hash"), *_digests(_asked(row.get("arguments")))),
                about=_fields(row, None if first else self.columns),
            )
            said = _digests(row.get("resps"), row.get("filtered_resps"), scores)
            content = hash((answer.mark, answer.prompt, said))
            yield Line(answer=answer, filter=None if given is None else str(given), content=content)
            first = False


def _answered(row: Mapping[str, Any]) -> int:
    """How often a document was answered: one list of answers for each request that was generated."""
    requests = row.get("resps")
    generated = isinstance(requests, list) and len(requests) == 1 and isinstance(requests[0], list)
    texts = requests[0] if generated and isinstance(requests, list) else []
    return len(texts) if all(isinstance(each, str) for each in texts) else 1


def metrics_of(row: Mapping[str, Any]) -> list[str]:
    """The names of a sample's metrics: as it lists them, else what is not a key of every sample, sorted."""
    listed = row.get("metrics")
    if isinstance(listed, list) and all(isinstance(name, str) for name in listed):
        return [name for name in listed if name in row]
    return sorted(name for name in row if name not in FIXED)


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


def _hashes(row: Mapping[str, Any], *names: str) -> tuple[str | None, ...]:
    """The hashes that the harness wrote, as far as it did."""
    hashes = (row.get(name) for name in names)
    return tuple(each[:DIGITS] if isinstance(each, str) else None for each in hashes)


def _digests(*values: Any) -> tuple[int | None, ...]:
    """The parts of a sample, each as a number that is equal for equal content; None where it is empty."""
    return tuple(None if value in (None, "", {}, []) else _digest(value) for value in values)


def _digest(value: Any) -> int | None:
    try:
        return hash(_written(value))
    except (ValueError, RecursionError):  # nested more deeply than can be written
        return None


def _written(value: Any) -> str | bytes:
    """The content as something to hash, whatever the order of the fields; many times as fast as JSON."""
    if isinstance(value, str):
        return value
    return marshal.dumps(_ordered(value), 2)


def _ordered(value: Any) -> Any:
    if isinstance(value, dict):
        return [(name, _ordered(value[name])) for name in sorted(value)]
    return [_ordered(each) for each in value] if isinstance(value, list) else value


def _asked(arguments: Any) -> Any:
    """The prompt of the first request: since 0.4.3 arguments have names, before they were lists."""
    return _first_of(_first_of(arguments))


def _first_of(given: Any) -> Any:
    """The first of a list, or of an object by its names, which end in 0, 1 and so on."""
    if isinstance(given, dict) and given:
        return given[min(given)]
    return given[0] if isinstance(given, list) and given else None


def _fields(row: Mapping[str, Any], names: Sequence[str] | None) -> dict[str, Any]:
    """The fields of the document that can slice and cluster: those with such names, or all."""
    doc = row.get("doc")
    there = doc if isinstance(doc, dict) else {}
    return {name: there[name] for name in (there if names is None else names) if _is_scalar(there.get(name))}


def _is_scalar(value: Any) -> bool:
    return isinstance(value, str | int | float) and len(str(value)[:1000]) < 1000


record = Importer(
    key="lm-eval",
    title="a log of lm-evaluation-harness",
    recognises=lambda glimpse: bool(find_logs(glimpse)) or is_results(glimpse),
    read=read_lm_eval,
    has_filters=True,
)
