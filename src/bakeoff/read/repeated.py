"""Rows that answer the same question several times, as one number for each question and model."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats, Ints
from bakeoff.core.panel import ItemPanel, LabelPanel
from bakeoff.read.alike import model_column
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.engine.reading import read_items, read_labels
from bakeoff.read.engine.sources import Source
from bakeoff.read.importers._record import Found
from bakeoff.read.repeats import Repeats, reduced
from bakeoff.read.values import Column, shown

BASES = ("accuracy", "score", "loss")


@dataclass(frozen=True, kw_only=True, eq=False)
class Answers:
    """A number for each answer of a model, and the code of its question."""

    values: Floats
    questions: Ints


def base_of(sources: Sequence[Source], wanted: Wanted, repeats: Repeats) -> str:
    """What each answer is scored by: what is asked for, else accuracy where the truth is known."""
    if repeats.of is not None and repeats.of not in BASES:
        raise InputError(
            f"{repeats.name} of {shown(repeats.of)} cannot be computed from a table; expected one of "
            f"{', '.join(f'{base}:{repeats.name}' for base in BASES)}"
        )
    known = all((wanted.truth or "truth") in source for source in sources)
    return repeats.of or ("accuracy" if known or wanted.truth else "score")


def found_repeats(
    sources: Sequence[Source],
    models: Mapping[str, str | None],
    wanted: Wanted,
    repeats: Repeats,
    *,
    truth_source: Source | None = None,
) -> Found:
    """One number for each question, which the column ``id`` names, and model.

    Of one source each row is an answer of every model; of several each has the answers of one model, which
    need not be equally many.
    """
    name = repeats.name
    if truth_source is not None:
        raise InputError(
            f"{name} needs the truth in the file of the answers; add its column there, and leave out "
            f"--truth-file"
        )
    if wanted.id is None:
        raise InputError(f"{name} is of several answers to a question; name the column of questions by --id")
    if wanted.cluster is not None or wanted.count is not None:
        option = "--cluster" if wanted.cluster is not None else "--count"
        raise InputError(f"{option} is not used with {name}, which counts questions; leave it out")
    if repeats.of == "loss" and repeats.how in ("pass@", "pass^"):
        raise InputError(f"{name} is of answers that are right or wrong, not of losses; choose best-of-k")
    base, labels = base_of(sources, wanted, repeats), repeats.how == "agreement"
    if len(sources) == 1:
        found, slices = _in_one(sources[0], models, wanted, base, labels=labels)
    else:
        if wanted.by is not None:
            raise InputError(f"--by is used with {name} where one file holds all models; leave it out")
        found, slices = _in_several(sources, models, wanted, base, labels=labels), None
    sizes = np.concatenate([np.bincount(each.questions) for each in found])
    panel = ItemPanel(
        names=tuple(models),
        answers=tuple(reduced(each.values, each.questions, repeats, higher=base != "loss") for each in found),
        truth=None,
        source=" and ".join(source.name for source in sources),
        slices=slices,
        repeats=(int(sizes.min()), int(sizes.max())),
    )
    return Found(
        panel=panel,
        metric=name,
        source=panel.source,
        higher_is_better=repeats.is_share or base != "loss",
    )


def _in_one(
    source: Source, models: Mapping[str, str | None], wanted: Wanted, base: str, *, labels: bool
) -> tuple[list[Answers], Column | None]:
    """The answers where each row has one of every model, and the slice of each question."""
    own = replace(wanted, id=None, cluster=wanted.id, attributes=())
    if base != "accuracy":
        rows = read_items([source], models, replace(own, truth=None), scored=True)
        assert rows.clusters is not None  # noqa: S101 - asked for
        codes, slices = np.unique(rows.clusters, return_inverse=True)[1], rows.slices
        values = [np.asarray(each, dtype=np.float64) for each in rows.answers]
    else:
        panel = read_labels([source], models, own)
        assert panel.clusters is not None  # noqa: S101 - asked for
        codes, values = np.repeat(panel.clusters, panel.counts), _values(panel, labels=labels)
        named = np.array(panel.slice_names, dtype=object)
        slices = None if panel.slices is None else named[np.repeat(panel.slices, panel.counts)]
    first = np.unique(codes, return_index=True)[1]
    return [Answers(values=each, questions=codes) for each in values], None if slices is None else slices[
        first
    ]


def _values(panel: LabelPanel, *, labels: bool) -> list[Floats]:
    """Each answer as right or wrong, or as its label."""
    said = panel.answers if labels else panel.answers == panel.truth
    return [np.repeat(each, panel.counts).astype(np.float64) for each in said]


def _in_several(
    sources: Sequence[Source], models: Mapping[str, str | None], wanted: Wanted, base: str, *, labels: bool
) -> list[Answers]:
    """The answers where each source has those of one model; the questions must be the same."""
    # questions are read as slices, whose names are kept
    own, scored = replace(wanted, id=None, by=wanted.id, attributes=()), base != "accuracy"
    taken = {wanted.id, *(() if scored else (wanted.truth or "truth",))}
    found, names = [], []
    for source, (model, given) in zip(sources, models.items(), strict=True):
        column = {model: model_column(given, source.kinds, taken, scored=scored)}
        if scored:
            rows = read_items([source], column, replace(own, truth=None), scored=True)
            assert rows.slices is not None  # noqa: S101 - asked for
            ids, codes = np.unique(rows.slices.astype(str), return_inverse=True)
            values = np.asarray(rows.answers[0], dtype=np.float64)
        else:
            panel = read_labels([source], column, own)
            assert panel.slices is not None  # noqa: S101 - asked for
            ids, at = np.unique(np.array(panel.slice_names, dtype=str), return_inverse=True)
            codes, values = at[np.repeat(panel.slices, panel.counts)], _values(panel, labels=labels)[0]
        found.append(Answers(values=values, questions=codes))
        names.append(ids)
    for source, ids in zip(sources, names, strict=True):
        _refuse_lone(sources[0], names[0], source, ids)
        _refuse_lone(source, ids, sources[0], names[0])
    return found


def _refuse_lone(one: Source, own: Column, other: Source, there: Column) -> None:
    lone = np.setdiff1d(own, there)
    if len(lone):
        raise InputError(
            f"{len(lone)} of {len(own)} questions of {one.name} are not in {other.name}, such as "
            f"{shown(str(lone[0]))}; expected the same questions in both"
        )
