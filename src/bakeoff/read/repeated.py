"""Rows that answer the same question several times, as one number for each question and model."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.missing import Filling, Lacking, choice_of
from bakeoff.core.outcomes import Floats, Ints
from bakeoff.core.panel import ItemPanel, LabelPanel
from bakeoff.read.alike import model_column
from bakeoff.read.engine.plan import Wanted, beside_truth, refuse_unknown_id, with_truth
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


def base_of(sources: Sequence[Source], wanted: Wanted, repeats: Repeats, *, apart: bool = False) -> str:
    """The metric of each answer: the requested one, else accuracy where the truth is known.

    ``apart`` says that it is in a separate file.
    """
    if repeats.of is not None and repeats.of not in BASES:
        raise InputError(
            f"{repeats.name} of {shown(repeats.of)} cannot be computed from a table; expected one of "
            f"{', '.join(f'{base}:{repeats.name}' for base in BASES)}"
        )
    known = all((wanted.truth or "truth") in source for source in sources)
    return repeats.of or ("accuracy" if known or apart or wanted.truth else "score")


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
    if wanted.id is None:
        raise InputError(
            f"{name} applies to several answers to a question; name the column of questions with --id"
        )
    if wanted.count is not None:
        raise InputError(f"--count is not used with {name}, which counts questions; leave it out")
    if repeats.of == "loss" and repeats.how in ("pass@", "pass^"):
        raise InputError(
            f"{name} applies to answers that are right or wrong, not to losses; choose best-of-k"
        )
    refuse_unknown_id([*sources, *([] if truth_source is None else [truth_source])], wanted)
    base = base_of(sources, wanted, repeats, apart=truth_source is not None)
    if truth_source is not None:
        if base != "accuracy":
            raise InputError(
                f"{base}:{name} applies to answers that are already scored; leave out --truth-file"
            )
        wanted = with_truth(wanted, truth_source, own=True)
        sources = [beside_truth(each, truth_source, wanted) for each in sources]
    labels = repeats.how == "agreement"
    if wanted.missing is not None:
        _refuse_unclear(wanted.missing, name, labels=labels, several=len(sources) > 1)
    lacking = None
    if len(sources) == 1:
        found, slices, clusters, lacking = _in_one(sources[0], models, wanted, base, labels=labels)
    else:
        if wanted.by is not None:
            raise InputError(f"--by can be used with {name} only if one file holds all models; leave it out")
        found, clusters = _in_several(sources, models, wanted, base, labels=labels)
        slices = None
    sizes = np.concatenate([np.bincount(each.questions) for each in found])
    panel = ItemPanel(
        names=tuple(models),
        answers=tuple(reduced(each.values, each.questions, repeats, higher=base != "loss") for each in found),
        truth=None,
        source=" and ".join(source.name for source in sources),
        slices=slices,
        clusters=clusters,
        repeats=(int(sizes.min()), int(sizes.max())),
        lacking=None if lacking is None else lacking.called(tuple(models)),
    )
    return Found(
        panel=panel,
        metric=name,
        source=panel.source,
        higher_is_better=repeats.is_share or base != "loss",
    )


def _refuse_unclear(missing: Filling, name: str, *, labels: bool, several: bool) -> None:
    """Refuse to count missing answers where it is unclear what they are."""
    if several:
        raise InputError(
            f"missing is {choice_of(missing)!r}, but with a file for each model {name} takes the answers as "
            f"they are; put all answers into one file, or leave out the rows without an answer"
        )
    if labels and missing != "drop":
        raise InputError(
            f"missing is {choice_of(missing)!r}, but {name} does not say which answer is wrong; choose drop"
        )


def _in_one(
    source: Source, models: Mapping[str, str | None], wanted: Wanted, base: str, *, labels: bool
) -> tuple[list[Answers], Column | None, Column | None, Lacking | None]:
    """The answers where each row has one of every model, the slice and cluster of each question, and gaps."""
    found, slices, lacking = _by_question(source, models, wanted, base, labels=labels)
    if wanted.cluster is None:
        return found, slices, None, lacking
    clusters = _by_question(source, models, replace(wanted, by=wanted.cluster), base, labels=labels)[1]
    return found, slices, clusters, lacking


def _by_question(
    source: Source, models: Mapping[str, str | None], wanted: Wanted, base: str, *, labels: bool
) -> tuple[list[Answers], Column | None, Lacking | None]:
    """The answers of each model, the value of the column ``by`` for each question, and missing answers."""
    own = replace(wanted, id=None, cluster=wanted.id, attributes=(), metric=base)
    lacking: Lacking | None
    if base != "accuracy":
        rows = read_items([source], models, replace(own, truth=None), scored=True)
        assert rows.clusters is not None  # noqa: S101 - asked for
        codes, slices = np.unique(rows.clusters, return_inverse=True)[1], rows.slices
        values, lacking = [np.asarray(each, dtype=np.float64) for each in rows.answers], rows.lacking
    else:
        panel = read_labels([source], models, own)
        lacking = panel.lacking
        assert panel.clusters is not None  # noqa: S101 - asked for
        codes, values = np.repeat(panel.clusters, panel.counts), _values(panel, labels=labels)
        named = np.array(panel.slice_names, dtype=object)
        slices = None if panel.slices is None else named[np.repeat(panel.slices, panel.counts)]
    found = [Answers(values=each, questions=codes) for each in values]
    return found, None if slices is None else _of_each(slices, codes, str(wanted.by), source), lacking


def _of_each(column: Column, questions: Ints, name: str, source: Source) -> Column:
    """The value of a column for each question; all answers to one must have the same."""
    first = np.unique(questions, return_index=True)[1]
    found: Column = column[first]
    other = np.flatnonzero(found[questions] != column)
    if len(other):
        values = sorted({str(found[questions[other[0]]]), str(column[other[0]])})
        raise InputError(
            f"answers to one question have different values of column {name!r} of {source.name} "
            f"({', '.join(map(shown, values))}); expected one for each question"
        )
    return found


def _values(panel: LabelPanel, *, labels: bool) -> list[Floats]:
    """Each answer as right or wrong, or as its label."""
    said = panel.answers if labels else panel.answers == panel.truth
    return [np.repeat(each, panel.counts).astype(np.float64) for each in said]


def _in_several(
    sources: Sequence[Source], models: Mapping[str, str | None], wanted: Wanted, base: str, *, labels: bool
) -> tuple[list[Answers], Column | None]:
    """The answers where each source has those of one model; the questions must be the same.

    The cluster of each question is that in the first source.
    """
    # questions are read as slices, whose names are kept
    own, scored = replace(wanted, id=None, by=wanted.id, attributes=()), base != "accuracy"
    clusters = None
    taken = {wanted.id, wanted.cluster, *(() if scored else (wanted.truth or "truth",))}
    found, names = [], []
    for source, (model, given) in zip(sources, models.items(), strict=True):
        column = {model: model_column(given, source.kinds, taken, scored=scored)}
        if scored:
            rows = read_items([source], column, replace(own, truth=None), scored=True)
            assert rows.slices is not None  # noqa: S101 - asked for
            ids, codes = np.unique(rows.slices.astype(str), return_inverse=True)
            values, groups = np.asarray(rows.answers[0], dtype=np.float64), rows.clusters
        else:
            panel = read_labels([source], column, own)
            assert panel.slices is not None  # noqa: S101 - asked for
            ids, at = np.unique(np.array(panel.slice_names, dtype=str), return_inverse=True)
            codes, values = at[np.repeat(panel.slices, panel.counts)], _values(panel, labels=labels)[0]
            groups = None if panel.clusters is None else np.repeat(panel.clusters, panel.counts)
        if groups is not None:
            clusters = _of_each(groups, codes, str(wanted.cluster), source)
        own = replace(own, cluster=None)
        found.append(Answers(values=values, questions=codes))
        names.append(ids)
    for source, ids in zip(sources, names, strict=True):
        _refuse_lone(sources[0], names[0], source, ids)
        _refuse_lone(source, ids, sources[0], names[0])
    return found, clusters


def _refuse_lone(one: Source, own: Column, other: Source, there: Column) -> None:
    lone = np.setdiff1d(own, there)
    if len(lone):
        raise InputError(
            f"{len(lone)} of {len(own)} questions of {one.name} are not in {other.name}, such as "
            f"{shown(str(lone[0]))}; expected the same questions in both"
        )
