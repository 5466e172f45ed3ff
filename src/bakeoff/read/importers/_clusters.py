"""Clusters of questions that logs declare: the field that names them in each task, and which are the same."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bakeoff.core.exceptions import InputError
from bakeoff.core.roles import UsedColumns, role_of
from bakeoff.read.values import Column, is_missing, plain, shown

if TYPE_CHECKING:
    from bakeoff.read.importers._answers import Answer, TaskLog

NONE = "none"  # for no clusters
COLUMN = "\0declared"  # no field of a log has this name
INSTEAD = "name the field of the clusters with --cluster, or --cluster none"


@dataclass(frozen=True, kw_only=True)
class Declared:
    """The field of the clusters of each task, and the data set that its clusters belong to: else the task.

    ``seen`` are the clusters of each task that were read.
    """

    fields: Mapping[str, str] = field(default_factory=dict)
    datasets: Mapping[str, str] = field(default_factory=dict)
    seen: dict[str, set[str]] = field(default_factory=dict)

    def cluster_of(self, task: str, answer: "Answer", source: str) -> str:
        """The cluster of an answer; its question alone where the task declares none."""
        name = self.fields.get(task)
        if name is None:
            return f"{task}\0{answer.id}\0"
        value = answer.about.get(name)
        if is_missing(value):
            raise InputError(
                f"{source} declares clusters by {plain(name)!r}, which {answer.where} lacks; {INSTEAD}"
            )
        told = plain(value, 10_000)
        self.seen.setdefault(task, set()).add(told)
        return f"{self._scope(task)}\0{told}"

    def _scope(self, task: str) -> str:
        """What names its clusters: a data set, by a field, or else the task."""
        dataset = self.datasets.get(task)
        return f"{dataset}\0{self.fields[task]}" if dataset else f"{task}\0"

    @property
    def used(self) -> UsedColumns | None:
        """The fields as columns with a role; None where no clusters are declared."""
        if not self.fields:
            return None
        names = list(dict.fromkeys(map(plain, self.fields.values())))
        return UsedColumns(roles={"group": role_of(names[0] if len(names) == 1 else names, declared=True)})

    @property
    def notes(self) -> tuple[str, ...]:
        """What was assumed about clusters that have one name in several tasks."""
        scopes: dict[str, set[str]] = {}
        for task, values in self.seen.items():
            for value in values:
                scopes.setdefault(value, set()).add(task)
        several = {value: tasks for value, tasks in scopes.items() if len(tasks) > 1}
        if not several:
            return ()
        same = {value for value, tasks in several.items() if len(set(map(self._scope, tasks))) == 1}
        example = shown(min(several))
        if len(same) == len(several):
            return (
                f"declared clusters with one name in several tasks, such as {example}, are the same cluster: "
                f"the logs name one data set",
            )
        return (
            f"declared clusters with one name in several tasks, such as {example}, are taken for different "
            f"clusters: the logs do not name one data set; --cluster NAME takes equal names for one cluster",
        )


def declared_in(logs: Sequence[Sequence["TaskLog"]], metrics: Mapping[str, str]) -> Declared:
    """What the logs of all models declare about the metric of each task."""
    fields: dict[str, str] = {}
    datasets: dict[str, str] = {}
    for log in (log for own in logs for log in own if log.task in metrics):
        metric = metrics[log.task]
        name = log.clusters.get(metric) or log.clusters.get(metric.rpartition("/")[2])
        if name is None:
            continue
        if fields.setdefault(log.task, name) != name:
            raise InputError(
                f"logs declare clusters by {plain(fields[log.task])!r} and by {plain(name)!r}; {INSTEAD}"
            )
        if log.dataset:
            datasets[log.task] = log.dataset
    return Declared(fields=fields, datasets=datasets)


def checked(clusters: Column, declared: Declared) -> Column:
    """The declared clusters; an error where there is only one."""
    if len(set(clusters.tolist())) < 2:
        name = plain(next(iter(declared.fields.values())))
        raise InputError(
            f"all items are in one declared cluster of {name!r}, so the variance between clusters is "
            f"unknown; {INSTEAD}"
        )
    return clusters


def clusters_of_metrics(given: Any) -> dict[str, str]:
    """The field of the clusters in metrics as a log lists them, by the value that they are of; "" for all.

    >>> clusters_of_metrics([{"name": "accuracy"}, {"name": "stderr", "options": {"cluster": "doc"}}])
    {'': 'doc'}
    """
    found: dict[str, str] = {}
    if isinstance(given, dict) and not {"name", "options"} & given.keys():
        for name, each in given.items():
            found |= {str(name): cluster for cluster in clusters_of_metrics(each).values()}
        return found
    for each in given if isinstance(given, list) else [given]:
        if not isinstance(each, dict):
            continue
        if "name" not in each:
            found |= clusters_of_metrics(each)
            continue
        for part in ("options", "params"):
            options = each.get(part)
            cluster = options.get("cluster") if isinstance(options, dict) else None
            if isinstance(cluster, str) and cluster:
                found.setdefault("", cluster)
    return found
