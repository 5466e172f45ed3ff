"""What an importer is, what it is given, and what it finds: named models, and notes about them."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from bakeoff.core.conditions import Known
from bakeoff.core.exceptions import FileError, InputError, UnknownNameError, unknown_name
from bakeoff.core.panel import FoldPanel, ItemPanel
from bakeoff.metrics import METRICS
from bakeoff.metrics._bare import BARE, SUPPOSED, check_bare
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.fold_scores import is_negated
from bakeoff.read.json_values import JsonValues, read_bytes, unpacked
from bakeoff.read.opening import Lines, file_path
from bakeoff.read.table import Table, read_table
from bakeoff.read.values import plain

HEAD = 1 << 16
MOST_KEYS = 10_000
LONG = "samples"  # what a log may have millions of, after what applies to all of them
ROWS = "results"  # the same in another, inside an object of this name
ZIP, PARQUET = b"PK\x03\x04", b"PAR1"


@dataclass(frozen=True, kw_only=True, eq=False)
class Glimpse:
    """A file, folder or pattern: what messages call it, and what it begins with."""

    path: Path
    called: str

    @cached_property
    def head(self) -> bytes:
        """The first bytes of a file, unpacked; none of a folder, or where they cannot be read."""
        if not self.path.is_file():
            return b""
        try:
            with unpacked(self.path, self.called, expected="a log or a table") as stream:
                return read_bytes(stream, HEAD, self.called).removeprefix(b"\xef\xbb\xbf").lstrip()
        except FileError:
            return b""

    @property
    def is_text(self) -> bool:
        """Whether it may be a text file."""
        return bool(self.head) and not self.head.startswith((ZIP, PARQUET))

    @cached_property
    def first(self) -> Mapping[str, Any]:
        """The first JSON object in a file, alone or in a list; empty where there is none."""
        if self.head[:1] not in (b"{", b"["):
            return {}
        try:
            with unpacked(self.path, self.called, expected="a log") as stream:
                return _first(JsonValues(stream, self.called))
        except InputError:
            return {}  # reading it as a plain table reports what is wrong

    @cached_property
    def first_line(self) -> str:
        """The first line of a text that is not JSON, blank lines and comments left out."""
        if not self.is_text or self.head[:1] in (b"{", b"["):
            return ""
        try:
            with unpacked(self.path, self.called, expected="a table") as stream:
                lines = Lines(stream, self.called)
                return next((line for line in lines if line.strip() and not line.startswith("%")), "")
        except InputError:
            return ""

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns, where the first line has them."""
        delimiter = max(",\t;", key=self.first_line.count)
        return tuple(cell.strip().strip("\"'") for cell in self.first_line.split(delimiter))

    @cached_property
    def table(self) -> Table:
        """The whole file as a table."""
        return read_table(self.path, name=self.called)


def glimpse_of(path: str | os.PathLike[str], called: str | None = None) -> Glimpse:
    """The first bytes of a path; messages name the file by ``called``, or by its path."""
    file, source = file_path(path)
    return Glimpse(path=file, called=called or source)


def _first(text: JsonValues) -> Mapping[str, Any]:
    if text.next_character() == "[":
        element = next(text.elements(), None)
        return element if isinstance(element, dict) else {}
    found: dict[str, Any] = {}
    for key in text.members():
        if (key == LONG and {"eval", "status"} <= found.keys()) or len(found) >= MOST_KEYS:
            break
        if key == LONG and text.next_character() == "[":
            found[key] = _without_objects(text)
        elif key == ROWS and text.next_character() == "{":
            found[key], cut = _without_rows(text)
            if cut:
                break
        else:
            found[key] = text.value()
    return found if len(found) < MOST_KEYS else {}


def _without_objects(text: JsonValues) -> list[Any]:
    """A list without the objects in it, which may be millions; keys that say what a log is may follow."""
    return [each for each in text.elements() if not isinstance(each, dict)]


def _without_rows(text: JsonValues) -> tuple[dict[str, Any], bool]:
    """An object with a list of rows without the rows; and whether enough is known before it ends."""
    found: dict[str, Any] = {}
    for key in text.members():
        if key == ROWS and text.next_character() == "[":
            if {"version", "prompts"} <= found.keys():
                return found | {ROWS: []}, True
            found[key] = _without_objects(text)
        else:
            found[key] = text.value()
    return found, False


@dataclass(frozen=True, kw_only=True, eq=False)
class Found:
    """What an importer found.

    ``panel`` has one number for each item and model, in their own units, or else the scores by fold of each
    data set, under its name. ``metric`` is one of bakeoff's keys where there is one that fits, else what the
    file calls it, with ``higher_is_better`` for its direction. ``design`` is the key of the one that
    made the folds, where the file says so. ``other_metrics`` could have been chosen instead; ``notes`` say
    what was chosen or left out on the way, ``assumed`` what was assumed about the direction. ``by``
    is the default column of the panel's slices, ``measures`` are the metrics of the slices by their values.
    ``conditions`` are what else is known of each model, ``differ`` those of them that differ, ``doubtful``
    those of these that decide which answers are right and are not meant to differ. ``unfinished`` says which
    runs did not end, ``finish`` what to do about it. An importer does not set these itself: see
    `bakeoff.read.importers._conditions.Conditions`.
    """

    panel: ItemPanel | Mapping[str, FoldPanel]
    metric: str
    source: str
    higher_is_better: bool = True
    design: str | None = None
    other_metrics: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    by: str = ""
    conditions: Known = field(default_factory=dict)
    differ: Known = field(default_factory=dict)
    doubtful: tuple[str, ...] = ()
    unfinished: tuple[str, ...] = ()
    finish: str = ""
    measures: Mapping[str, str] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """The models."""
        return (
            self.panel.names if isinstance(self.panel, ItemPanel) else next(iter(self.panel.values())).names
        )


@dataclass(frozen=True, kw_only=True)
class Importer:
    """One format: its name in words, how a file of it is recognised, and how its models are read.

    Where ``is_table``, a file alone is read as a plain table, with a column for each model. ``has_filters``
    says that its logs have filters to choose from.
    """

    key: str
    title: str
    recognises: Callable[[Glimpse], bool]
    read: Callable[[Sequence[Glimpse], Wanted], Found]
    is_table: bool = False
    has_filters: bool = False

    def found(self, glimpses: Sequence[Glimpse], wanted: Wanted) -> Found:
        """What is read, unless something is asked for that the format does not have."""
        if not self.has_filters:
            refuse_filter(wanted.filter)
        return self.read(glimpses, wanted)


def refuse_filter(name: str | None) -> None:
    """Refuse a filter where there are none."""
    if name is not None:
        raise InputError(
            f"filter is {name!r}, but only logs of lm-evaluation-harness have filters; leave filter out"
        )


def no_such(noun: str, name: object, known: Iterable[object]) -> UnknownNameError:
    """The error for a name that a file does not have, with those that it has, fit to be printed."""
    return unknown_name(noun, name, [plain(each) for each in known])


def only_one(glimpses: Sequence[Glimpse]) -> Glimpse:
    """The file, where one holds all models."""
    if len(glimpses) > 1:
        raise InputError(f"{glimpses[1].called} is a second table; give one table that holds both models")
    return glimpses[0]


def all_of(glimpses: Sequence[Glimpse]) -> str:
    """What to call several files in one message."""
    return " and ".join(each.called for each in glimpses)


LOWER_IS_BETTER = {
    *("bits", "bpb", "brier", "cer", "cost", "deviance", "distance", "divergence", "duration", "ece", "eer"),
    *("err", "error", "errors", "false", "fnr", "fpr", "hallucination", "hallucinations", "incorrect"),
    *("latency", "loss", "mae", "mape", "mer", "mse", "nll", "penalty", "perplexity", "ppl", "regret"),
    *("rmse", "rmsle", "seconds", "stereotype", "ter", "time", "toxicity", "unclassified", "wer", "wrong"),
}
HIGHER_IS_BETTER = {
    *("acc", "accuracy", "anls", "auc", "auroc", "bertscore", "bleu", "chrf", "comet", "completeness"),
    *("contains", "corrcoef", "correct", "correctness", "correlation", "em", "exact", "explained", "f1"),
    *("fowlkes", "homogeneity", "include", "includes", "jaccard", "kappa", "likelihood", "match", "mc1"),
    *("mc2", "mcc", "meteor", "mrr", "mutual", "ndcg", "pass", "precision", "qem", "r2", "rand", "recall"),
    *("reward", "rouge", "rouge1", "rouge2", "rougel", "rougelsum", "sensitivity", "specificity", "success"),
    *("win", "winrate"),
}
TURNED = {"neg", "d2"}  # scikit-learn's scorers of losses: negated, or as the share that is explained
# crows_pairs of lm-evaluation-harness: how far the likelihoods of a stereotype and of its opposite differ
LOWER_BY_NAME = {"likelihood_diff"}
# whatever is called a score and nothing else, scorers of Inspect, and one of scikit-learn's
HIGHER_BY_NAME = {
    *("score", "answer", "choice", "math", "model_graded_fact", "model_graded_qa", "pattern"),
    "v_measure_score",
}


def higher_is_better(metric: str) -> bool | None:
    """Whether higher is better, by a metric's record or the words in its name; None where they do not say.

    >>> [higher_is_better(name) for name in ("word_perplexity", "acc_norm", "neg_log_loss", "center")]
    [False, True, True, None]
    """
    if metric in METRICS:
        return METRICS[metric].higher_is_better
    name = metric.casefold()
    words = set("".join(c if c.isalnum() else " " for c in name).split())
    if words & TURNED:
        return True
    if words & LOWER_IS_BETTER or name in LOWER_BY_NAME:
        return False
    return True if words & HIGHER_IS_BETTER or name in HIGHER_BY_NAME else None


def direction(metric: str, known: bool | None = None) -> tuple[bool, tuple[str, ...]]:
    """Whether higher is better, as is known or as the name says; and what is assumed where neither does.

    >>> direction("acc"), direction("gizmo", False), direction("gizmo")[0]
    ((True, ()), (False, ()), True)
    """
    told = higher_is_better(metric) if known is None else known
    return (True, (f"higher {plain(metric)!r} is assumed to be better",)) if told is None else (told, ())


def metric_meant(scorers: Sequence[str], metric: str | None) -> tuple[str, tuple[str, ...]]:
    """The metric to compare by, ours where scikit-learn's scorer has one of ours; and what was supposed.

    >>> metric_meant(["f1_macro"], None), metric_meant(["r2", "max_error"], "r2")[0]
    (('macro-f1', ()), 'r2')
    """
    if metric is not None:
        return METRICS.key_of(metric) or metric, ()
    if list(scorers) == ["score"]:
        return BARE, (SUPPOSED,)
    chosen = scorers[0]
    others = f"the metric is {plain(chosen)!r}; the file also has {', '.join(map(plain, scorers[1:11]))}"
    return METRICS.key_of(chosen) or chosen, (others,) if len(scorers) > 1 else ()


def found_folds(panel: FoldPanel, metric: str, scorers: Sequence[str], notes: tuple[str, ...] = ()) -> Found:
    """Scores by fold with what the names of the scorers say about them."""
    others = tuple(METRICS.key_of(scorer) or plain(scorer) for scorer in scorers)
    higher, assumed = direction(metric)
    if SUPPOSED in notes:
        check_bare(panel.scores, source=f"the scores of {panel.source}")
        notes, assumed = tuple(each for each in notes if each != SUPPOSED), (SUPPOSED,)
    if not higher and is_negated(panel.scores):
        higher = True
        notes += (
            f"{plain(metric)} is never above 0, so it is taken as negated by the scorer: higher is better",
        )
    return Found(
        panel={"": panel},
        metric=metric,
        source=panel.source,
        higher_is_better=higher,
        other_metrics=tuple(each for each in others if each != metric),
        notes=notes,
        assumed=assumed,
    )
