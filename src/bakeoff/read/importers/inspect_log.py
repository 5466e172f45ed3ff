"""Logs of Inspect (inspect_ai), in JSON or in the binary form (``.eval``).

A log is one task by one model: ``status``, ``eval`` (task and model among it), ``results``, and samples with
``id``, ``epoch``, ``input``, ``target`` and ``scores`` by scorer, each with a ``value`` (up to 0.3.5 one
``score``). A value may be a letter: C, P, I and N count 1, 0.5, 0 and 0, as Inspect's own accuracy has it.
Several epochs of a sample become one number, as Inspect reduces them: by their mean unless something else is
asked for.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import isfinite
from typing import Any

from bakeoff.core.exceptions import FileError
from bakeoff.core.missing import COMMON
from bakeoff.core.written import plural
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.importers._answers import Answer, Kind, Side, TaskLog, found_answers
from bakeoff.read.importers._choice import Offer
from bakeoff.read.importers._inspect_conditions import (
    arguments_of,
    conditions_of,
    dataset_of,
    declared_clusters,
    in_parts,
    stopped_early,
)
from bakeoff.read.importers._inspect_files import (
    ENDED,
    Log,
    content_of,
    find_logs,
    header_of,
    is_packed,
    samples_of,
)
from bakeoff.read.importers._record import Found, Glimpse, Importer, all_of
from bakeoff.read.importers._sides import by_conditions
from bakeoff.read.json_values import Scan
from bakeoff.read.repeats import over_repeats
from bakeoff.read.values import a_kind, shown

ADVICE = "run both models on the same samples, finish interrupted runs (inspect eval-retry)"
KIND = Kind(
    item="sample",
    column="id",
    repeat="epoch",
    metric="scorer",
    fields="field in the metadata of",
    advice=ADVICE,
    same_repeats="run both models with the same --epochs",
    finish="finish it with inspect eval-retry",
)
_OWN_NAME = re.compile(r"\d{4}-\d\d-\d\dT\d\d-\d\d.*_\w{22}")
LETTERS = {"C": 1.0, "I": 0.0, "P": 0.5, "N": 0.0}
WORDS = {"yes": 1.0, "true": 1.0, "no": 0.0, "false": 0.0}


def recognises(glimpse: Glimpse) -> bool:
    """Whether it is a log, in JSON or in the binary form, or a folder of such."""
    return bool(header_of(glimpse)) or is_packed(glimpse) or bool(find_logs(glimpse))


def read_inspect(glimpses: Sequence[Glimpse], wanted: Wanted) -> Found:
    """The scores of models by sample; a log or a folder of logs for each model, or one folder for all."""
    read = [_logs(each) for each in glimpses]
    apart = iter(in_parts([log for logs in read for log in logs]))
    given = [
        _ended(each.called, [next(apart) for _ in own]) for each, own in zip(glimpses, read, strict=True)
    ]
    every = [log for _, logs, _ in given for log in logs]
    scan = Scan((log.glimpse.path for log in every), wanted.progress)
    grouped = by_conditions(
        [(called, logs) for called, logs, _ in given], lambda log: (log.model, log.task, conditions_of(log))
    )
    sides = [_side(called, logs, scan) for called, logs in grouped]
    wanted, note = _as_reduced(wanted, every)
    failed = [f"{log.told}: finish it with inspect eval-retry" for log in every if log.status not in ENDED]
    stopped = [each for log in every if (each := stopped_early(log))]
    told = (failed or [f"{each}: {COMMON}" for each in stopped] or [""])[0]
    kind = replace(KIND, advice=told, same_repeats=told) if told else KIND
    found = found_answers(sides, wanted, kind, source=all_of(glimpses))
    left_out = (note for _, _, notes in given for note in notes)
    return replace(found, notes=(*found.notes, *left_out, *note, *dict.fromkeys(map(_unadjusted, stopped))))


def _unadjusted(stopped: str) -> str:
    return f"{stopped}; p-values do not allow for this rule"


def _ended(called: str, logs: Sequence[Log]) -> tuple[str, list[Log], list[str]]:
    """The logs of a path without runs that did not end, where others of that model and task did; and a note.

    Arguments of the task may choose its samples, so those of the other run must be the same.
    """
    about = [(log.model, log.task, arguments_of(log)) for log in logs]
    ended = [each for each, log in zip(about, logs, strict=True) if log.status in ENDED]
    kept = [log for log, each in zip(logs, about, strict=True) if log.status in ENDED or each not in ended]
    lost = len(logs) - len(kept)
    note = f"{plural(lost, 'log')} of runs that did not end left out of {called}; other runs of them ended"
    return called, kept, [note] if lost else []


def _as_reduced(wanted: Wanted, logs: Sequence[Log]) -> tuple[Wanted, tuple[str, ...]]:
    """What is wanted, with the first way in which the logs reduce epochs; a note where it is none of ours."""
    first = {log.reducers[0] if log.reducers else "mean" for log in logs}
    if over_repeats(wanted.measure) or first == {"mean"}:
        return wanted, ()
    name = first.pop() if len(first) == 1 else ""
    if over_repeats(name) is None:
        return wanted, ("this comparison uses the mean over epochs, but Inspect used another reducer",)
    return replace(wanted, metric=name if wanted.measure is None else f"{wanted.measure}:{name}"), ()


def _logs(glimpse: Glimpse) -> list[Log]:
    found = find_logs(glimpse)
    if not found:
        raise FileError(f"{glimpse.called} is a log of Inspect that cannot be read; copy it again")
    return found


def _side(source: str, logs: Sequence[Log], scan: Scan) -> Side:
    """The logs of one model under the same conditions: of each task the latest."""
    by_task: dict[str, Log] = {}
    for log in sorted(logs, key=lambda each: each.created):
        by_task[log.task] = log
    older = len(logs) - len(by_task)
    note = f"{plural(older, 'older log')} of the same tasks in {source} left out; the latest is used"
    used = sorted(by_task.values(), key=lambda log: log.task)
    return Side(
        source=source if len(logs) > 1 else logs[0].glimpse.called,
        logs=[_task_log(log, scan) for log in used],
        model=used[0].model,
        called=_called(used[0]),
        notes=(note,) if older else (),
    )


def _called(log: Log) -> str:
    """What tells runs of one model under the same conditions apart: when they began, or a given name.

    Inspect names a file by its time, task and an id.
    """
    return f"{log.model} ({log.created[:19]})" if _OWN_NAME.fullmatch(log.stem) else log.stem


def _task_log(log: Log, scan: Scan) -> TaskLog:
    higher: dict[str, bool] = {}
    return TaskLog(
        task=log.task,
        source=log.glimpse.called,
        offer=partial(_offer, log),
        answers=partial(_answers, log, higher, scan),
        higher=higher,
        conditions=conditions_of(log),
        clusters=declared_clusters(log),
        dataset=dataset_of(log),
    )


def _offer(log: Log) -> Offer:
    """The scores of the first sample that has any."""
    for answer in _answers(log, {}, Scan((), None)):
        if answer.scores:
            return Offer(task=log.task, scores=answer.scores, main=log.main)
    _refuse_failed(log)
    raise FileError(f"no sample of {log.glimpse.called} has a score; score it with inspect score")


def _refuse_failed(log: Log) -> None:
    if log.status not in ENDED:
        raise FileError(f"{log.told} before any sample had a score; finish it with inspect eval-retry")


def _answers(log: Log, higher: dict[str, bool], scan: Scan) -> Iterator[Answer]:
    none = True
    for sample in samples_of(log, scan):
        none = False
        yield _answer(sample, log, higher)
    if none:
        _refuse_failed(log)
        raise FileError(
            f"{log.glimpse.called} has no samples, only their summary; write the log again with samples "
            f"(without --no-log-samples)"
        )


def _answer(sample: Any, log: Log, higher: dict[str, bool]) -> Answer:
    source = log.glimpse.called
    if not isinstance(sample, dict) or not isinstance(sample.get("id"), int | str):
        got = a_kind(sample) if not isinstance(sample, dict) else f"id {shown(sample.get('id'))}"
        raise FileError(f"{source} has a sample that is {got}; expected an object with an id")
    epoch = sample.get("epoch", 1)
    if not isinstance(epoch, int):
        raise FileError(f"epoch is {shown(epoch)} in {source}; expected a whole number")
    scores = scores_of(sample)
    # each letter has its rank
    higher |= {name: True for name, value in scores.items() if isinstance(value, str) and value in LETTERS}
    about = sample.get("metadata")
    question, target = map(hash, content_of(sample))
    return Answer(
        id=sample["id"],
        repeat=epoch,
        scores={name: _value(value) for name, value in scores.items()},
        where=f"sample {shown(sample['id'])} of epoch {epoch}",
        mark=target if log.rewritten else (question, target),
        prompt=question if log.rewritten else None,
        about=about if isinstance(about, dict) else {},
    )


def scores_of(sample: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a sample by scorer; one that gives several is shown by their names, as Inspect does.

    A name that occurs twice is made unique by its scorer.

    >>> scores_of({"scores": {"match": {"value": "C"}, "judge": {"value": {"style": 3, "facts": 5}}}})
    {'match': 'C', 'style': 3, 'facts': 5}
    """
    given = sample.get("scores")
    if not isinstance(given, dict):
        given = {"score": sample.get("score")}
    found: list[tuple[str, str, Any]] = []
    for scorer, score in given.items():
        value = score.get("value") if isinstance(score, dict) else None
        if isinstance(value, dict):
            found += [(scorer, name, each) for name, each in value.items()]
        elif value is not None:
            found.append(("", scorer, value))
    names = [name for _, name, _ in found]
    return {
        f"{scorer}/{name}" if scorer and names.count(name) > 1 else name: value
        for scorer, name, value in found
    }


def _value(value: Any) -> Any:
    """A number for what Inspect counts as one; anything else as it is."""
    if not isinstance(value, str):
        return value
    known = LETTERS.get(value, WORDS.get(value.casefold()))
    if known is not None:
        return known
    try:
        return float(value) if isfinite(float(value)) else value
    except ValueError:
        return value


record = Importer(key="inspect-log", title="a log of Inspect", recognises=recognises, read=read_inspect)
