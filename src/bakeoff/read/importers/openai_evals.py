"""Logs of OpenAI Evals: ``oaieval MODEL EVAL --record_path log.jsonl``, one for each model.

The first line has the ``spec`` (``base_eval`` and ``completion_fns`` among it), one has the ``final_report``,
the others are events. ``match`` events say whether a sample's answer is ``correct``, which is its accuracy;
``metrics`` events have their own numbers. A sample that has several events of a type was answered several
times.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any

from bakeoff.core.exceptions import FileError
from bakeoff.core.written import plural
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.importers._answers import Answer, Kind, Side, TaskLog, found_answers
from bakeoff.read.importers._choice import Offer
from bakeoff.read.importers._conditions import Conditions, flat
from bakeoff.read.importers._files import logs_among
from bakeoff.read.importers._record import Found, Glimpse, Importer, all_of
from bakeoff.read.importers._runs import mark_of
from bakeoff.read.importers._sides import by_conditions
from bakeoff.read.json_values import JsonValues, Scan, unpacked
from bakeoff.read.values import a_kind, plain, shown

EXPECTED = "a log of OpenAI Evals"
KIND = Kind(
    item="sample",
    column="sample_id",
    fields="field of the samples in",
    advice="run both models on the same samples (the same --max_samples and --seed)",
)
MATCH, METRICS, SAMPLING = "match", "metrics", "sampling"


@dataclass(kw_only=True)
class Log:
    """One log: of which evaluation and model, its scores by sample and repeat, whether it was finished."""

    called: str
    task: str
    model: str
    created: str
    scores: dict[tuple[str, int], dict[str, Any]] = field(default_factory=dict)
    marks: dict[str, int] = field(default_factory=dict)
    prompts: dict[str, int] = field(default_factory=dict)
    spec: Mapping[str, Any] = field(default_factory=dict)
    finished: bool = False
    copies: int = 0

    @property
    def conditions(self) -> Conditions:
        """The evaluation with its arguments, and whether the run ended."""
        config, graders = self.spec.get("run_config"), self.spec.get("completion_fns")
        config = config if isinstance(config, dict) else {}
        given = config.get("eval_spec")
        evaluation = given if isinstance(given, dict) else {}
        arguments = evaluation.get("args")
        data = arguments.get("samples_jsonl") if isinstance(arguments, dict) else None
        judges = list(map(str, graders[1:])) if isinstance(graders, list) else []
        return Conditions(
            judging={
                **flat({"version": self.spec.get("eval_name"), "scorer": evaluation.get("cls")}),
                **flat(arguments, "scorer", without={"samples_jsonl"}),
                **flat({"grader": ", ".join(judges) or None}),
            },
            about=flat({"dataset": data, "limit": config.get("max_samples"), "seed": config.get("seed")}),
            unfinished="" if self.finished else f"{self.called} has no final report: the run was interrupted",
        )


def is_log(glimpse: Glimpse) -> bool:
    """Whether the first line is the specification of a run."""
    spec = glimpse.first.get("spec")
    return isinstance(spec, dict) and {"completion_fns", "eval_name"} <= spec.keys()


def _logs(glimpse: Glimpse) -> list[Glimpse]:
    return logs_among(glimpse, is_log, endings=(".jsonl",))


def read_openai_evals(glimpses: Sequence[Glimpse], wanted: Wanted) -> Found:
    """The scores of models by sample; a log or a folder of logs for each model, or one folder for all."""
    files = [(each.called, _logs(each)) for each in glimpses]
    scan = Scan((log.path for _, logs in files for log in logs), wanted.progress)
    given = [(called, [_read(log, scan) for log in logs]) for called, logs in files]
    grouped = by_conditions(given, lambda log: (log.model, log.task, log.conditions))
    sides = [_side(called, logs) for called, logs in grouped]
    return found_answers(sides, wanted, KIND, source=all_of(glimpses))


def _side(called: str, logs: Sequence[Log]) -> Side:
    """The logs of one model, of each evaluation the latest."""
    ordered = sorted(logs, key=lambda each: (each.task, each.finished, each.created))
    latest = {log.task: log for log in ordered}
    older = len(logs) - len(latest)
    note = f"{plural(older, 'older log')} of the same evaluations in {called} left out; the latest is used"
    return Side(
        source=called,
        logs=[_task_log(log) for log in latest.values()],
        model=logs[0].model,
        called=PurePath(logs[0].called).stem,
        notes=(
            *([note] * (older > 0)),
            *(
                f"{plural(log.copies, 'event')} of {log.called} left out, because they repeat another one "
                f"exactly"
                for log in latest.values()
                if log.copies
            ),
        ),
    )


def _read(glimpse: Glimpse, scan: Scan) -> Log:
    spec = glimpse.first["spec"]
    functions = spec.get("completion_fns")
    model = ", ".join(map(str, functions)) if isinstance(functions, list) else str(functions)
    task = plain(spec.get("base_eval") or spec.get("eval_name") or "")
    created = str(spec.get("created_at"))
    log = Log(called=glimpse.called, task=task, model=plain(model), created=created, spec=spec)
    times: Counter[tuple[str, str]] = Counter()
    run, seen = spec.get("run_id"), set[object]()
    with unpacked(glimpse.path, glimpse.called, expected=EXPECTED) as stream:
        for event in JsonValues(stream, glimpse.called, scan.read).rows():
            if not isinstance(event, dict):
                raise FileError(f"{glimpse.called} has {a_kind(event)} on a line; expected events")
            of = event.get("run_id") or _object(event, "spec").get("run_id")
            if run and of and of != run:
                raise FileError(
                    f"{glimpse.called} holds two runs ({plain(run)} and {plain(of)}); give each in a file of "
                    f"its own"
                )
            log.finished = log.finished or "final_report" in event
            name, kind, data = (event.get(each) for each in ("sample_id", "type", "data"))
            if kind == SAMPLING and isinstance(name, str) and isinstance(data, dict) and "prompt" in data:
                log.prompts.setdefault(name, mark_of(data["prompt"]))
            if kind not in (MATCH, METRICS) or not isinstance(data, dict):
                continue
            if run and of and event.get("event_id") is not None:
                if event["event_id"] in seen:
                    log.copies += 1
                    continue
                seen.add(event["event_id"])
            if not isinstance(name, str):
                raise FileError(f"sample_id is {shown(name)} in {glimpse.called}; expected a text")
            times[name, kind] += 1
            scores = log.scores.setdefault((name, times[name, kind]), {})
            scores |= {"accuracy": data.get("correct")} if kind == MATCH else data
            if kind == MATCH and "expected" in data:
                log.marks[name] = mark_of(data["expected"])
    return log


def _object(within: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = within.get(name)
    return found if isinstance(found, dict) else {}


def _task_log(log: Log) -> TaskLog:
    every: Mapping[str, Any] = {
        name: value for scores in reversed(log.scores.values()) for name, value in scores.items()
    }
    return TaskLog(
        task=log.task,
        source=log.called,
        offer=lambda: Offer(task=log.task, scores=every, main=("accuracy", "score")),
        answers=lambda: _answers(log),
        conditions=log.conditions,
    )


def _answers(log: Log) -> Iterator[Answer]:
    for (name, repeat), scores in log.scores.items():
        where, mark, prompt = f"sample {shown(name)}", log.marks.get(name), log.prompts.get(name)
        yield Answer(id=name, repeat=repeat, scores=scores, where=where, mark=mark, prompt=prompt)


record = Importer(
    key="openai-evals",
    title="a log of OpenAI Evals",
    recognises=lambda glimpse: bool(_logs(glimpse)),
    read=read_openai_evals,
)
