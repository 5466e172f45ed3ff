"""Runs of HELM (crfm-helm): what ``helm-run`` leaves in ``benchmark_output/runs/SUITE``.

The folder of a run has ``run_spec.json`` (scenario, model and metrics), ``per_instance_stats.json`` with the
statistics of each instance and trial, and ``scenario_state.json`` with what was asked. Instances of the test
split are compared, or of the validation split where there are none; perturbed ones are left out. Several
training trials are several answers to an instance.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any

from bakeoff.core.exceptions import FileError, InputError
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.importers._answers import Answer, Kind, Side, TaskLog, found_answers
from bakeoff.read.importers._choice import Offer
from bakeoff.read.importers._conditions import Conditions, flat
from bakeoff.read.importers._record import Found, Glimpse, Importer, all_of, glimpse_of
from bakeoff.read.importers._runs import NUMERIC, mark_of
from bakeoff.read.importers._sides import by_model
from bakeoff.read.json_values import JsonValues, Scan, unpacked
from bakeoff.read.links import once
from bakeoff.read.values import a_kind, plain, shown

SPEC, STATS, STATE = "run_spec.json", "per_instance_stats.json", "scenario_state.json"
EXPECTED = "a run of HELM"
MOST_RUNS = 10_000
KIND = Kind(
    item="instance",
    column="instance_id",
    repeat="trial",
    fields="field of the instances in",
    advice="run both models on the same instances (the same --max-eval-instances)",
    same_repeats="run both models with the same --num-train-trials",
)
# what a run cost and how long its texts are, of every instance
NO_QUALITY = re.compile(
    r"num_.*|training_.*|inference_.*|finish_reason_.*|.*_runtime|batch_size|prompt_truncated|max_prob|logprob|"
    r"logprob_per_byte|bits_per_byte|perplexity"
)
NO_SETTINGS = {"model", "model_deployment", "max_eval_instances"}  # in the specification of an adapter
_MODEL = re.compile(r"[:,]model(?:_deployment)?=[^,:]*")


@dataclass(frozen=True, kw_only=True, eq=False)
class Run:
    """One run: its folder, what messages call it, and what its specification says."""

    folder: Path
    called: str
    task: str
    model: str
    group: str
    main: tuple[str, ...]
    conditions: Conditions


def recognises(glimpse: Glimpse) -> bool:
    """Whether it is the folder of a run or of several, or the statistics of one."""
    return any(True for _ in _folders(glimpse))


def _folders(glimpse: Glimpse) -> Iterator[Path]:
    """The folders of runs: the one given or that of the file given, those in it, or those just below."""
    path = glimpse.path.parent if glimpse.path.name in (SPEC, STATS) else glimpse.path
    if not path.is_dir():
        return iter(())
    try:
        below = [each for each in sorted(islice(path.iterdir(), MOST_RUNS)) if each.is_dir()]
    except OSError:
        return iter(())
    further = (each for folder in below for each in sorted(islice(folder.glob(f"*/{STATS}"), MOST_RUNS)))
    every = chain([path], below, (each.parent for each in further))
    return iter(once(each for each in every if (each / STATS).is_file() and (each / SPEC).is_file()).files)


def read_helm(glimpses: Sequence[Glimpse], wanted: Wanted) -> Found:
    """The statistics of models by instance; a folder for each model, or one for all."""
    given = [(each.called, [_run(folder, each) for folder in _folders(each)]) for each in glimpses]
    scan = Scan((run.folder / STATS for _, runs in given for run in runs), wanted.progress)
    grouped = any(run.group != run.task for _, runs in given for run in runs)
    sides = [
        Side(
            source=called,
            logs=[_task_log(run, scan, grouped=grouped) for run in _once(called, runs)],
            model=runs[0].model,
            called=runs[0].folder.name,
        )
        for called, runs in by_model(given, lambda run: run.model)
    ]
    return found_answers(sides, wanted, KIND, source=all_of(glimpses))


def _run(folder: Path, glimpse: Glimpse) -> Run:
    called = glimpse.called if folder in (glimpse.path, glimpse.path.parent) else str(folder)
    spec = glimpse_of(folder / SPEC).first
    adapter, groups = spec.get("adapter_spec"), spec.get("groups")
    listed = spec.get("metric_specs")
    names = [_names(each) for each in listed] if isinstance(listed, list) else []
    task = plain(_MODEL.sub("", str(spec.get("name") or folder.name)))
    first = groups[0] if isinstance(groups, list) and groups else ""
    return Run(
        folder=folder,
        called=called,
        task=task,
        model=plain(adapter.get("model") or "") if isinstance(adapter, dict) else "",
        group=plain(first) or task,
        main=tuple(chain.from_iterable(names)),
        conditions=_conditions(spec),
    )


def _conditions(spec: Mapping[str, Any]) -> Conditions:
    """The adapter, the metrics with their arguments, and the scenario."""
    metrics, adapter, scenario = spec.get("metric_specs"), spec.get("adapter_spec"), spec.get("scenario_spec")
    scorers = {
        name: {**flat({"scorer": _class(each)}), **flat(each.get("args"), "scorer", without={"names"})}
        for each in (metrics if isinstance(metrics, list) else [])
        for name in _names(each)
    }
    given = adapter if isinstance(adapter, dict) else {}
    return Conditions(
        settings=flat(given, without=NO_SETTINGS),
        judging=flat({"annotators": spec.get("annotators") or None}),
        scorers=scorers,
        about=flat(
            {
                "dataset": _class(scenario),
                "limit": given.get("max_eval_instances"),
                **(flat(scenario.get("args"), "dataset") if isinstance(scenario, dict) else {}),
            }
        ),
    )


def _class(spec: Any) -> str | None:
    """The name of the class that a specification names, without its package."""
    found = spec.get("class_name") if isinstance(spec, dict) else None
    return found.rpartition(".")[2] if isinstance(found, str) else None


def _names(spec: Any) -> list[str]:
    arguments = spec.get("args") if isinstance(spec, dict) else None
    names = arguments.get("names") if isinstance(arguments, dict) else None
    return [each for each in names if isinstance(each, str)] if isinstance(names, list) else []


def _once(called: str, runs: Sequence[Run]) -> list[Run]:
    """The runs in the order of their tasks; an error where a task was run twice."""
    tasks = [run.task for run in runs]
    twice = next((task for task in tasks if tasks.count(task) > 1), None)
    if twice is not None:
        raise InputError(f"{called} holds two runs of {twice!r} by {runs[0].model}; give one suite of runs")
    return sorted(runs, key=lambda run: run.task)


def _task_log(run: Run, scan: Scan, *, grouped: bool) -> TaskLog:
    return TaskLog(
        task=run.task,
        source=run.called,
        offer=partial(_offer, run),
        answers=partial(_answers, run, scan),
        columns={"group": run.group} if grouped else {},
        conditions=run.conditions,
    )


def _offer(run: Run) -> Offer:
    scores: dict[str, Any] = {}
    for answer in islice(_answers(run, Scan((), None)), 100):
        scores = {**answer.scores, **scores}
    return Offer(task=run.task, scores=scores, main=(*run.main, *scores))


def _answers(run: Run, scan: Scan) -> Iterator[Answer]:
    """The instances of the test split, else all."""
    texts = _texts(run)
    rows = [row for row in _rows(run, scan) if row[0] is not None]
    tested = any(split == "test" for split, _ in rows)
    for split, entry in rows:
        if split == "test" or not tested:
            yield _answer(entry, run, texts)


def _rows(run: Run, scan: Scan) -> Iterator[tuple[str | None, Mapping[str, Any]]]:
    """The statistics of each instance with its split; none for a perturbed instance."""
    with unpacked(run.folder / STATS, run.called, expected=EXPECTED) as stream:
        for entry in JsonValues(stream, f"{STATS} of {run.called}", scan.read).rows():
            stats = entry.get("stats") if isinstance(entry, dict) else None
            if not isinstance(stats, list) or not isinstance(entry.get("instance_id"), str):
                raise FileError(
                    f"{STATS} of {run.called} has {a_kind(entry)} that is not an instance; expected "
                    f"objects with instance_id and stats"
                )
            names = [each.get("name") for each in stats if isinstance(each, dict)]
            splits = [str(name.get("split")) for name in names if isinstance(name, dict)]
            yield (None if entry.get("perturbation") else (splits or [""])[0]), entry


def _answer(entry: Mapping[str, Any], run: Run, texts: Mapping[str, int]) -> Answer:
    name, trial = entry["instance_id"], entry.get("train_trial_index", 0)
    if not isinstance(trial, int):
        raise FileError(f"train_trial_index is {shown(trial)} in {run.called}; expected a whole number")
    return Answer(
        id=name,
        repeat=trial + 1,
        scores=_scores(entry["stats"]),
        where=f"instance {shown(name)} of trial {trial}",
        mark=texts.get(name),
    )


def _scores(stats: Sequence[Any]) -> dict[str, Any]:
    """The means of the statistics that say how good an answer is."""
    found: dict[str, Any] = {}
    for each in stats:
        about = each.get("name") if isinstance(each, dict) else None
        if not isinstance(about, dict) or about.get("perturbation"):
            continue
        name = about.get("name")
        if isinstance(name, str) and not NO_QUALITY.fullmatch(name):
            mean = each.get("mean")
            found[name] = mean if isinstance(mean, NUMERIC) else None
    return found


def _texts(run: Run) -> dict[str, int]:
    """What was asked in each instance, as a number that is the same for the same text."""
    file = run.folder / STATE
    if not file.is_file():
        return {}
    found: dict[str, int] = {}
    with unpacked(file, run.called, expected=EXPECTED) as stream:
        text = JsonValues(stream, f"{STATE} of {run.called}")
        for key in text.members():
            if key != "request_states" or text.next_character() != "[":
                text.value()
                continue
            for state in text.elements():
                instance = state.get("instance") if isinstance(state, dict) else None
                if isinstance(instance, dict) and not instance.get("perturbation"):
                    asked = instance.get("input"), instance.get("references")
                    found.setdefault(str(instance.get("id")), mark_of(asked))
    return found


record = Importer(key="helm", title="a run of HELM", recognises=recognises, read=read_helm)
