"""Logs of Inspect (inspect_ai) in JSON form.

A log is one object: ``version``, ``status``, ``eval`` (task and model among it), ``results``, and ``samples``
with ``id``, ``epoch``, ``input``, ``target`` and ``scores`` by scorer, each with a ``value`` (up to 0.3.5 one
``score``). A value may be a letter: C, P, I and N count 1, 0.5, 0 and 0, as Inspect's own accuracy has it.
"""

import zipfile
from collections.abc import Mapping, Sequence
from itertools import islice
from math import isfinite
from typing import Any

from bakeoff.core.exceptions import FileError, InputError
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.importers._json_values import JsonValues, Scan, unpacked
from bakeoff.read.importers._record import ZIP, Found, Glimpse, Importer, all_of, glimpse_of, no_such, plain
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

EXPECTED = "a log of Inspect in JSON form"
ADVICE = (
    "run both models on the same samples (the same --limit and --epochs); a log that was broken off is "
    "finished by inspect eval-retry"
)
EPOCHS = "there are several epochs: the answers to each sample are taken together"
LETTERS = {"C": 1.0, "I": 0.0, "P": 0.5, "N": 0.0}
WORDS = {"yes": 1.0, "true": 1.0, "no": 0.0, "false": 0.0}
HEADER = ("eval", "status", "version")
PACKED = {"header.json", "_journal/start.json"}  # in the archive that the binary form is
MOST_FILES = 10_000
FEW = 20


def is_log(found: Mapping[str, Any]) -> bool:
    """Whether the first keys of an object are those of a log."""
    about = found.get("eval")
    return isinstance(about, dict) and {"task", "model"} <= about.keys() and "status" in found


def recognises(glimpse: Glimpse) -> bool:
    """Whether it is a log, in JSON or in the binary form, or a folder of such."""
    if glimpse.path.is_dir():
        files = sorted(islice(glimpse.path.iterdir(), MOST_FILES))[:FEW]
        logs = (glimpse_of(file) for file in files if file.suffix in (".eval", ".json"))
        return any(each.path.suffix == ".eval" or is_log(each.first) for each in logs)
    return is_log(glimpse.first) or is_packed(glimpse)


def is_packed(glimpse: Glimpse) -> bool:
    """Whether it is a log in the binary form."""
    if not glimpse.head.startswith(ZIP):
        return False
    try:
        with zipfile.ZipFile(glimpse.path) as archive:
            return bool(PACKED & set(archive.namelist()))
    except (OSError, zipfile.BadZipFile, ValueError, NotImplementedError):
        return False


def _refuse_packed(glimpse: Glimpse) -> None:
    """Say what to do with a folder, and with a log in the binary form."""
    if glimpse.path.is_dir():
        raise InputError(f"{glimpse.called} holds logs of Inspect; give two of them, A's and B's")
    if is_packed(glimpse):
        raise FileError(
            f"{glimpse.called} is a log of Inspect in its binary form; write it as JSON first: inspect log "
            f"convert --to json --output-dir json {glimpse.called}"
        )


def read_inspect(glimpses: Sequence[Glimpse], wanted: Wanted) -> Found:
    """The scores of models by sample, joined on id and epoch; a log for each model."""
    for each in glimpses:
        _refuse_packed(each)
    source, scan = all_of(glimpses), Scan((each.path for each in glimpses), wanted.progress)
    logs = [_Log(glimpses[0], wanted, None, scan)]
    logs += [_Log(each, wanted, logs[0].metric, scan) for each in glimpses[1:]]
    named = names_told([log.model for log in logs])
    names = tuple(wanted.pick(named, source=source, noun="model", advice=ANOTHER))
    logs = [logs[named.index(name)] for name in names]
    first = logs[0]
    for log in logs[1:]:
        _same_task(first, log)
        _same_epochs(first.run, log.run)
    items = joined(
        [log.run for log in logs], item="sample", metric=first.metric, advice=ADVICE, say=_in_words
    )
    others = tuple(plain(name) for name in first.usable if name != first.metric)
    also = f"compared by {plain(first.metric)!r}; the logs also have {', '.join(others[:10])}"
    unfinished = (
        f"the status of {log.run.source} is {plain(log.status)!r}, not 'success'"
        for log in logs
        if log.status != "success"
    )
    return found_items(
        items,
        wanted,
        names=names,
        source=source,
        metric=plain(first.metric),
        higher=True if first.graded else None,
        others=others,
        whole=("id", lambda key: key[0], EPOCHS),
        notes=([also] if others and wanted.measure is None else [], unfinished, ()),
    )


class _Log:
    """One log, read sample by sample; the metric is that of the first log, or found in the first sample."""

    def __init__(self, glimpse: Glimpse, wanted: Wanted, metric: str | None, scan: Scan) -> None:
        self.wanted, self.metric, self.usable = wanted, metric or "", list[str]()
        self.graded = False  # by a letter, of which each has its rank
        header: dict[str, Any] = {}
        source = glimpse.called
        self.run = Run(source=source)
        with unpacked(glimpse.path, source, expected=EXPECTED) as stream:
            text = JsonValues(stream, source, scan.read)
            for key in text.members():
                if key == "samples" and text.next_character() == "[":
                    for sample in text.elements():
                        self._add(sample)
                else:
                    value = text.value()
                    header |= {key: value} if key in HEADER else {}
        about = header.get("eval")
        about = about if isinstance(about, dict) else {}
        self.task, self.model = (plain(about.get(name) or "") for name in ("task", "model"))
        self.status = str(header.get("status"))
        if not self.run.places:
            raise FileError(
                f"{source} has no samples, only what is said of them all; write the log again with samples "
                f"(without --no-log-samples)"
            )
        if not self.metric:
            raise FileError(f"no sample of {source} has a score; score it by inspect score")

    def _add(self, sample: Any) -> None:
        source = self.run.source
        if not isinstance(sample, dict) or not isinstance(sample.get("id"), int | str):
            got = a_kind(sample) if not isinstance(sample, dict) else f"id {shown(sample.get('id'))}"
            raise FileError(f"{source} has a sample that is {got}; expected an object with an id")
        epoch = sample.get("epoch", 1)
        if not isinstance(epoch, int):
            raise FileError(f"epoch is {shown(epoch)} in {source}; expected a whole number")
        key = (sample["id"], epoch)
        if key in self.run.places:
            raise FileError(f"{source} has sample {shown(key[0])} of epoch {epoch} twice; expected it once")
        scores = scores_of(sample)
        if scores and not self.metric:
            self._choose(scores)
        where = f"for sample {shown(key[0])} of epoch {epoch} in {source}"
        given = scores.get(self.metric) if self.metric else None
        self.graded = self.graded or (isinstance(given, str) and given in LETTERS)
        asked, target = sample.get("input"), sample.get("target")
        self.run.add(
            key,
            number(_value(given), metric=self.metric, where=where, usable=self.usable),
            mark=hash((asked if isinstance(asked, str) else "", str(target))),
            columns=[(name, self._field(sample, name)) for name in self.wanted.columns if name != "id"],
        )

    def _choose(self, scores: Mapping[str, Any]) -> None:
        self.usable = [name for name, value in scores.items() if isinstance(_value(value), NUMERIC)]
        asked = self.wanted.measure
        ends = [name for name in scores if asked and name.endswith(f"/{asked}")]
        asked = ends[0] if len(ends) == 1 and asked not in scores else asked
        self.metric = chosen("scorer", asked, list(scores), self.usable, self.run.source)

    def _field(self, sample: Mapping[str, Any], name: str) -> Any:
        about = sample.get("metadata")
        about = about if isinstance(about, dict) else {}
        if name not in about and not self.run.places:
            raise no_such(f"field in the metadata of {self.run.source}", name, about)
        return about.get(name)


def scores_of(sample: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a sample by scorer; one that gives several is named with each.

    >>> scores_of({"scores": {"match": {"value": "C"}, "judge": {"value": {"style": 3, "facts": 5}}}})
    {'match': 'C', 'judge/style': 3, 'judge/facts': 5}
    """
    given = sample.get("scores")
    if not isinstance(given, dict):
        given = {"score": sample.get("score")}
    found: dict[str, Any] = {}
    for scorer, score in given.items():
        value = score.get("value") if isinstance(score, dict) else None
        if isinstance(value, dict):
            found |= {f"{scorer}/{name}": each for name, each in value.items()}
        elif value is not None:
            found[scorer] = value
    return found


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


def _same_task(a: _Log, b: _Log) -> None:
    tasks = [log.task.rpartition("/")[2] for log in (a, b)]
    if tasks[0] != tasks[1]:
        raise InputError(
            f"{a.run.source} is of task {a.task!r} and {b.run.source} of {b.task!r}; give logs of one task"
        )


def _same_epochs(a: Run, b: Run) -> None:
    """Refuse logs of other epochs: their samples may all be there."""
    epochs_a, epochs_b = ({epoch for _, epoch in run.places} for run in (a, b))
    if epochs_a != epochs_b:
        raise InputError(
            f"the epochs differ: {a.source} has {_listed(epochs_a)} and {b.source} {_listed(epochs_b)}; run "
            f"both models with the same --epochs"
        )


def _listed(epochs: set[int]) -> str:
    """How many epochs there are, and which if they are not the first ones.

    >>> _listed({1}), _listed({1, 2, 3}), _listed({2})
    ('1 epoch', '3 epochs', '1 epoch (2)')
    """
    count = f"{len(epochs)} epoch{'s' * (len(epochs) > 1)}"
    first = epochs == set(range(1, len(epochs) + 1))
    return count if first else f"{count} ({', '.join(map(str, sorted(epochs)[:5]))})"


def _in_words(key: Key) -> str:
    return f"{shown(key[0])} (epoch {key[1]})"


record = Importer(key="inspect-log", title="a log of Inspect", recognises=recognises, read=read_inspect)
