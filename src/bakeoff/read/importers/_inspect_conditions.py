"""The conditions of logs of Inspect, and which logs of one task hold other samples.

Logs of one task that differ in its arguments are of two kinds. Either an argument chooses the samples, such
as a subject: then each log is a part of the evaluation, and all of them count. Or the same samples were
answered under other settings, such as another prompt: then each setting is a model. The samples themselves
tell which it is, see `in_parts`.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

from bakeoff.core.written import plural
from bakeoff.read.importers._clusters import clusters_of_metrics
from bakeoff.read.importers._conditions import (
    Conditions,
    differing,
    distinguishing,
    flat,
    named,
    told,
)
from bakeoff.read.importers._inspect_files import ENDED, Log, content_of, samples_of
from bakeoff.read.json_values import Scan
from bakeoff.read.values import plain

# What does not change an answer: how requests are sent and what is kept. The answers of Inspect's mock model
# are among its arguments.
INCIDENTAL = {
    *("max_connections", "adaptive_connections", "max_retries", "timeout", "attempt_timeout", "batch"),
    *("cache", "cache_prompt", "logprobs", "top_logprobs", "prompt_logprobs", "custom_outputs"),
}
LIMITS = ("message_limit", "token_limit", "turn_limit", "time_limit", "working_limit", "cost_limit")
GRADERS = {"grader", "judge", "scorer"}  # roles of models that score
SELF_GRADED = {"model_graded_qa", "model_graded_fact"}  # by the model itself unless another is named
SHARED = 50  # samples that show whether two logs have the same ones
CHANCE = 0.001  # that other samples have the same targets


def conditions_of(log: Log) -> Conditions:
    """What a log says about its run."""
    about, config = log.part_of("eval"), _object(log.part_of("eval"), "config")
    scorers, roles = _scorers(log), _object(about, "model_roles")
    settings = {
        **arguments_of(log),
        **_solvers(log),
        **flat(_object(log.part_of("plan"), "config"), without=INCIDENTAL),
        **flat(about.get("model_generate_config"), without=INCIDENTAL),
        **flat(about.get("model_args"), without=INCIDENTAL),
        **{name: told(config[name]) for name in LIMITS if config.get(name) is not None},
        **flat({name: about.get(name) or config.get(name) for name in ("sandbox", "approval")}),
        **flat(
            {name: each for name, each in roles.items() if name not in GRADERS}, "role", without=INCIDENTAL
        ),
    }
    graders = {name: each for name, each in roles.items() if name in GRADERS}
    return Conditions(
        settings=settings,
        judging={"version": told(about.get("task_version", 0)), **_roles(graders)},
        scorers=scorers,
        about=flat(
            {
                "dataset": _object(about, "dataset").get("name"),
                "limit": config.get("limit"),
                "epochs": config.get("epochs"),
                "reducer": ", ".join(log.reducers) or None,
                "status": None if log.status in ENDED else log.status,
            }
        ),
        planned=_planned(log),
        unfinished=_unfinished(log),
    )


def _object(within: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = within.get(name)
    return found if isinstance(found, dict) else {}


def _roles(roles: Mapping[str, Any]) -> dict[str, Any]:
    """The models that have other roles than that of the model itself, and their settings."""
    found: dict[str, Any] = {}
    for name, role in roles.items():
        given = flat(role if isinstance(role, dict) else {"model": role}, without=INCIDENTAL)
        found[f"role.{name}"] = given.pop("model", None)
        found |= {f"role.{name}.{key.rpartition('.')[2]}": value for key, value in given.items()}
    return found


def arguments_of(log: Log) -> dict[str, Any]:
    """The arguments of the task, without those that chose the samples."""
    return _arguments(log.part_of("eval").get("task_args"), log.apart)


def _arguments(given: object, without: Sequence[str]) -> dict[str, Any]:
    """The arguments of a task; solvers by their names, and no scorers, which the log lists elsewhere.

    >>> solver = {"type": "solver", "name": "plan", "params": {"n": 2}}
    >>> _arguments({"k": solver, "by": {"type": "scorer"}, "shots": 5}, ["shots"])
    {'k': 'plan', 'k.n': 2}
    """
    found: dict[str, Any] = {}
    for name, value in given.items() if isinstance(given, dict) else ():
        made = value[0] if isinstance(value, list) and value else value
        if not isinstance(made, dict) or "type" not in made:
            found |= flat({name: value}, without=without)
        elif made["type"] != "scorer":
            every = _objects(value if isinstance(value, list) else [value])
            found |= flat({name: " + ".join(str(each.get("name")) for each in every)}, without=without)
            found |= flat({name: made.get("params")} if len(every) == 1 and made.get("params") else {})
    return found


def _unfinished(log: Log) -> str:
    """Why there is no conclusion from a log, if there is none."""
    if log.status not in ENDED:
        return log.told
    return f"{log.glimpse.called} is marked as invalidated" if log.header.get("invalidated") is True else ""


def declared_clusters(log: Log) -> dict[str, str]:
    """The field of the metadata that names clusters of samples, by score: ``stderr(cluster=...)``."""
    about = log.part_of("eval")
    every = clusters_of_metrics(about.get("metrics"))
    found: dict[str, str] = {}
    for each in (*_objects(about.get("scorers")), *_objects(log.part_of("results").get("scores"))):
        metrics = each.get("metrics")
        if isinstance(metrics, dict) and all(isinstance(own, dict) for own in metrics.values()):
            metrics = list(metrics.values())
        name = str(each.get("name")).rpartition("/")[2]
        for value, cluster in {**every, **clusters_of_metrics(metrics)}.items():
            found.setdefault(value or name, cluster)
    return found


def dataset_of(log: Log) -> str:
    """The data set of the samples, where the log names it."""
    found = _object(log.part_of("eval"), "dataset")
    return str(found.get("location") or found.get("name") or "")


def stopped_early(log: Log) -> str:
    """A clause that says which early stopping ended samples of a run, if one did.

    Inspect writes which samples and epochs it did not run, each with a reason.
    """
    found = _object(log.part_of("results"), "early_stopping")
    stops = found.get("early_stops")
    if not isinstance(stops, list) or not stops:
        return ""
    manager = f" ({plain(found['manager'])})" if found.get("manager") else ""
    left_out = plural(len(stops), "sample")
    return f"{log.glimpse.called} was stopped early by its own rule{manager}, which left out {left_out}"


def _planned(log: Log) -> int | None:
    """How many samples and epochs the run should have; None where it was meant to stop early."""
    results, about = log.part_of("results"), log.part_of("eval")
    if results.get("early_stopping"):
        return None
    total = results.get("total_samples")
    if isinstance(total, int) and total > 0:
        return total
    ids, epochs = _ids(log), _object(about, "config").get("epochs")
    return len(ids) * (epochs if isinstance(epochs, int) else 1) if ids else None


def _ids(log: Log) -> list[Any]:
    """The ids of the samples that were planned, where the log has them."""
    ids = _object(log.part_of("eval"), "dataset").get("sample_ids")
    return ids if isinstance(ids, list) else []


def _solvers(log: Log) -> dict[str, Any]:
    """The solvers in order, and the parameters of each."""
    about, steps = log.part_of("eval"), log.part_of("plan").get("steps")
    given = [each for each in steps if isinstance(each, dict)] if isinstance(steps, list) else []
    if not given and about.get("solver"):
        given = [{"solver": about["solver"], "params": about.get("solver_args")}]
    names = [str(each.get("solver")).rpartition("/")[2] for each in given]
    found: dict[str, Any] = {"solver": told(" + ".join(names))} if names else {}
    for at, (name, each) in enumerate(zip(names, given, strict=True)):
        earlier = names[:at].count(name)
        found |= flat(each.get("params"), f"{name}{f' {earlier + 1}' if earlier else ''}")
    return found


def _scorers(log: Log) -> dict[str, dict[str, Any]]:
    """Of each score in the samples its scorer with the options."""
    roles = _object(log.part_of("eval"), "model_roles")
    scores, listed = log.part_of("results").get("scores"), log.part_of("eval").get("scorers")
    found = {}
    for each in (*_objects(listed), *_objects(scores)):
        name = str(each.get("name"))
        scorer = str(each.get("scorer") or name).rpartition("/")[2]
        given = {**_object(each, "options"), **_object(each, "params")}
        if scorer in SELF_GRADED and not given.get("model"):
            role = given.get("model_role") or "grader"
            given |= {} if role in roles else {"model": f"itself ({log.model})"}
        found[name.rpartition("/")[2]] = {"scorer": scorer, **flat(given, "scorer", without=INCIDENTAL)}
    return found


def _objects(listed: object) -> list[dict[str, Any]]:
    return [each for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []


def in_parts(logs: Sequence[Log]) -> list[Log]:
    """The logs; those of one task that hold other samples become tasks of their own.

    Their names have the arguments that chose the samples. Logs are compared where their arguments or their
    planned samples differ. They hold other samples if no id is in both, or if most inputs of one id differ,
    and some targets, too. If inputs differ and no target does, an argument rewrites the prompt: the samples
    are the same, see `_rewritten`. Logs without samples may hold other ones.
    """
    found = {id(log): log for log in logs}
    for task in dict.fromkeys(log.task for log in logs):
        kinds, rewritten = _kinds([log for log in logs if log.task == task])
        if len(kinds) > 1:
            found |= {id(log): new for log, new in _apart(task, kinds)}
        for kind in rewritten:
            found |= {id(log): replace(found[id(log)], rewritten=True) for log in kind}
    return [found[id(log)] for log in logs]


Kinds = list[list[Log]]


def _kinds(logs: Sequence[Log]) -> tuple[Kinds, Kinds]:
    """The logs of one task by their samples, and those of these kinds whose inputs are rewritten."""
    alike: dict[str, list[Log]] = {}
    for log in logs:
        asked = [log.part_of("eval").get("task_args"), sorted(map(str, _ids(log)))]
        alike.setdefault(json.dumps(asked, sort_keys=True, default=str), []).append(log)
    kinds: Kinds = []
    rewritten: Kinds = []
    for own in alike.values():
        for kind in kinds:
            found = _compared(_fullest(kind), _fullest(own))
            if found != "other":
                kind += own
                rewritten += [kind] if found == "rewritten" else []
                break
        else:
            kinds.append(list(own))
    return kinds, rewritten


def _fullest(logs: Sequence[Log]) -> Log:
    """A log that ended, where there is one."""
    return next((log for log in logs if log.status in ENDED), logs[0])


def _compared(one: Log, other: Log) -> Literal["same", "other", "rewritten"]:
    """Whether two logs hold the same samples."""
    ids, others = (set(map(str, _ids(log))) for log in (one, other))
    if ids and others and not ids & others:
        return "other"
    if one.part_of("eval").get("task_args") == other.part_of("eval").get("task_args"):
        return "same"
    known: dict[str, tuple[str, str]] = {}
    for sample in samples_of(one, Scan((), None)):
        known |= _by_id(sample)
    pairs: list[tuple[tuple[str, str], tuple[str, str]]] = []
    for sample in samples_of(other, Scan((), None)):
        own = _by_id(sample)
        pairs += [(known[name], each) for name, each in own.items() if name in known]
        if len(pairs) >= SHARED:
            break
    if not pairs:
        return "other"  # also where a run stopped before its first sample, of which nothing is known
    if 2 * sum(a[0] != b[0] for a, b in pairs) <= len(pairs):
        return "same"
    if any(a[1] != b[1] for a, b in pairs):
        return "other"
    return "rewritten" if _rewritten([a[1] for a, _ in pairs]) else "same"


def _rewritten(targets: Sequence[str]) -> bool:
    """Whether equal targets show that inputs which differ are the same questions: not where they are few.

    >>> _rewritten(["A", "B", "C", "D"] * 4), _rewritten(["yes"] * 50)
    (True, False)
    """
    by_chance = sum((count / len(targets)) ** 2 for count in Counter(targets).values()) ** len(targets)
    return bool(by_chance < CHANCE)


def _by_id(sample: Any) -> dict[str, tuple[str, str]]:
    return {str(sample.get("id")): content_of(sample)} if isinstance(sample, dict) else {}


def _apart(task: str, kinds: Sequence[Sequence[Log]]) -> list[tuple[Log, Log]]:
    """Each log with the same as a task of its own: named by the arguments that choose its samples."""
    given = [[flat(log.part_of("eval").get("task_args")) for log in kind] for kind in kinds]
    first = [each[0] for each in given]
    keys = [key for key in differing(first) if not any(key in differing(each) for each in given)]
    chosen = distinguishing(first, keys)
    labels = [named(task, each, chosen) for each in first]
    if len(set(labels)) < len(labels):  # no argument tells them apart, as with ranges of --limit
        labels = [f"{task} (part {at})" for at in range(1, len(kinds) + 1)]
    return [
        (log, replace(log, task=label, apart=tuple(keys)))
        for label, kind in zip(labels, kinds, strict=True)
        for log in kind
    ]
