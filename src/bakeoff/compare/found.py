"""The verdict on what an importer found: scores by item, or by fold of one or several data sets."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Unpack

import numpy as np

from bakeoff.compare.conditions import condition_caveats
from bakeoff.compare.item_scores import described, item_material
from bakeoff.compare.samples import compare_datasets
from bakeoff.compare.scores import compare_scores
from bakeoff.core.conditions import called, differ_called
from bakeoff.core.design import Design, in_words
from bakeoff.core.exceptions import InputError
from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import DatasetScores
from bakeoff.core.panel import DatasetPanel, FoldPanel, ItemPanel
from bakeoff.core.verdict import Caveat, Verdict
from bakeoff.designs.reading import read_design
from bakeoff.judge.answer import Common, two_names
from bakeoff.judge.material import Material, judge
from bakeoff.judge.pitfalls import BY_KEY
from bakeoff.judge.slices import with_slices
from bakeoff.methods import METHODS
from bakeoff.metrics import METRICS, MetricLike
from bakeoff.metrics._bare import SUPPOSED
from bakeoff.read.importers._record import Found

MOST_FOLDS = 10  # in one run, as a rule
DATASETS = ("dataset", "data set")


@dataclass(frozen=True, kw_only=True)
class HowMade:
    """How fold scores were made, as far as it is given: the key of a design, the test share, the runs."""

    design: str | None = None
    test: float | None = None
    runs: int | None = None


def judge_found(
    found: Found,
    *,
    by: str | None = None,
    method: str = "auto",
    resamples: int = 10_000,
    made: HowMade | None = None,
    **common: Unpack[Common],
) -> Verdict:
    """The verdict on the two models that an importer found; its notes are those of the verdict.

    Scores by item are compared as they are, sliced ``by`` the column that came with them. Fold scores of
    one data set are compared by a method for such; of several, the mean scores are compared over the data
    sets, and each data set is a slice.

    Examples
    --------
    >>> panel = ItemPanel(
    ...     names=("old", "new"), answers=(np.array([1.0, 0.5, 0.9]), np.array([0.5, 0.5, 0.8])), truth=None,
    ...     source="logs",
    ... )
    >>> verdict = judge_found(Found(panel=panel, metric="rouge", source="logs"))
    >>> verdict.unit.subject, verdict.names
    ('rouge', ('old', 'new'))
    """
    made = made or HowMade()
    common.setdefault("names", two_names(found.names))
    if made.runs is not None and made.runs < 1:
        raise InputError(f"runs is {made.runs}; expected at least 1")
    if isinstance(found.panel, ItemPanel):
        if made.runs is not None:
            raise InputError(f"runs is {made.runs}, but {found.source} has no folds; leave runs out")
        verdict = _judge_items(
            found, found.panel, by=by or found.by, method=method, resamples=resamples, common=common
        )
    else:
        if by is not None and by not in DATASETS:
            raise InputError(
                f"by is {by!r}, but {found.source} holds fold scores, which have no such column; leave by out"
            )
        verdict = _judge_folds(found, found.panel, made, method, common)
    of_runs = tuple(condition_caveats(found))
    slices = tuple(
        each if each.verdict is None else replace(each, verdict=with_caveats(each.verdict, of_runs))
        for each in verdict.slices
    )
    return replace(
        with_caveats(with_notes(verdict, *found.notes), doubts(found)),
        slices=slices,
        conditions=called(found.conditions, verdict.names),
        differ=differ_called(found.differ, verdict.names),
    )


def with_caveats(verdict: Verdict, caveats: tuple[Caveat, ...]) -> Verdict:
    """A verdict with further caveats."""
    return replace(verdict, caveats=verdict.caveats + caveats)


def doubts(found: Found) -> tuple[Caveat, ...]:
    """Caveats for what was assumed about the direction of a metric, and for the conditions of the runs."""
    pitfall = BY_KEY["direction-assumed"]
    return (
        *(pitfall.caveat(each, importance="limits" if each == SUPPOSED else None) for each in found.assumed),
        *condition_caveats(found),
    )


def with_notes(verdict: Verdict, *notes: str) -> Verdict:
    """A verdict with further notes on its result."""
    return replace(verdict, result=replace(verdict.result, notes=(*verdict.result.notes, *notes)))


def _judge_items(
    found: Found, panel: ItemPanel, *, by: str, method: str, resamples: int, common: Common
) -> Verdict:
    material, metric = _items_material(found, panel, found.names)
    verdict = judge(material, metric=metric, by=by, method=method, resamples=resamples, **common)
    verdict = answered(verdict, panel.repeats)
    if panel.used is None:
        return verdict
    return replace(verdict, roles=panel.used.roles, left_out=panel.used.left_out)


def found_material(found: Found, *, turned: bool = False) -> tuple[Material, Metric]:
    """Numbers by item of two models that an importer found, and the metric that they are of."""
    if not isinstance(found.panel, ItemPanel):
        raise InputError(
            f"{found.source} holds fold scores of learners; expected predictions or scores of two models for "
            f"the same items"
        )
    return _items_material(found, found.panel, found.names[::-1] if turned else found.names)


def _items_material(found: Found, panel: ItemPanel, names: Sequence[str]) -> tuple[Material, Metric]:
    pair = panel.pair(*names)
    a, b = pair.answers
    metric = described(METRICS["score" if found.higher_is_better else "loss"], a, b, found.metric)
    material = item_material(a, b, metric, clusters=pair.clusters, by=pair.slices)
    return replace(material, lacking=pair.lacking), metric


def answered(verdict: Verdict, repeats: tuple[int, int] | None) -> Verdict:
    """A verdict on questions that were answered several times, as a whole and in slices."""
    slices = tuple(
        each if each.verdict is None else replace(each, verdict=answered(each.verdict, repeats))
        for each in verdict.slices
    )
    return replace(verdict, basis=verdict.basis.answered(repeats), slices=slices)


def _judge_folds(
    found: Found, panels: Mapping[str, FoldPanel], made: HowMade, method: str, common: Common
) -> Verdict:
    panels = {name: _in_runs(each, made) for name, each in panels.items()}
    made = replace(made, design=made.design or found.design)
    metric = METRICS[found.metric] if found.metric in METRICS else _own(found, panels)
    over_sets = method != "auto" and DatasetScores in METHODS[method].kinds
    ask = partial(judge_panel, made=made, metric=metric, method="auto" if over_sets else method)
    if len(panels) == 1 and not over_sets:
        verdict, guessed = ask(next(iter(panels.values())), **common)
        told = (
            ()
            if guessed is None
            else (f"the design is assumed to be {in_words(guessed)}; name it if it is another one",)
        )
        return with_notes(verdict, *told)
    means = DatasetPanel(
        names=found.names,
        scores=np.array([each.scores.mean(axis=(1, 2)) for each in panels.values()]).T,
        datasets=tuple(panels),
    )
    pair = means.pair(*found.names)
    overall = compare_datasets(
        pair.a, pair.b, metric=metric, method=method if over_sets else "auto", **common
    )

    def part(panel: FoldPanel, **asked: Unpack[Common]) -> Verdict:
        alone: Common = {"opinions": False}
        return ask(panel, **common | alone | asked)[0]

    parts = ((name, each.scores[0].size, partial(part, each)) for name, each in panels.items())
    return with_slices(overall, parts, by="data set", tried=common.get("tried", 1))


def judge_panel(
    panel: FoldPanel, *, made: HowMade, metric: MetricLike | None, method: str, **common: Unpack[Common]
) -> tuple[Verdict, Design | None]:
    """The verdict on the fold scores of two learners, and the design that was assumed for them."""
    shape = panel.scores.shape[1:]
    design, guessed = read_design(shape, panel.n_train, panel.n_test, key=made.design, test=made.test)
    common.setdefault("names", two_names(panel.names))
    a, b = panel.scores  # which become runs of folds where the design says so
    verdict = compare_scores(
        a,
        b,
        design=design,
        metric=metric,
        method=method,
        n_train=panel.n_train,
        n_test=panel.n_test,
        **common,
    )
    return verdict, design if guessed else None


def _in_runs(panel: FoldPanel, made: HowMade) -> FoldPanel:
    """A row of scores as a number of runs of folds, one run after the other.

    More scores than usual numbers of folds must be declared as folds: treated as one run, repetitions
    would count as independent evidence.
    """
    learners, rows, scores = panel.scores.shape
    if made.runs is None:
        if rows == 1 and scores > MOST_FOLDS and panel.n_test is None and made.design is None:
            raise InputError(
                f"each learner of {panel.source} has {scores} scores in one row, and the number of runs "
                f"is unknown; give it with --runs (1 if these are {scores} folds of one run)"
            )
        return panel
    if rows > 1 or scores % made.runs or scores // made.runs < 2:
        raise InputError(
            f"each learner of {panel.source} has {rows} x {scores} scores, which cannot be {made.runs} "
            f"runs of equal length; expected a number of runs that divides the number of scores"
        )
    shape = (made.runs, scores // made.runs)
    n_train, n_test = (None if n is None else n.reshape(shape) for n in (panel.n_train, panel.n_test))
    return replace(panel, scores=panel.scores.reshape(learners, *shape), n_train=n_train, n_test=n_test)


def _own(found: Found, panels: Mapping[str, FoldPanel]) -> Metric:
    """A metric that is not ours: only its direction and its name are known."""
    record = METRICS["score" if found.higher_is_better else "loss"]
    lowest = min(float(each.scores.min()) for each in panels.values())
    highest = max(float(each.scores.max()) for each in panels.values())
    if found.higher_is_better and lowest >= 0 and highest <= 1:
        return replace(record, title=found.metric, low=0.0, high=1.0)
    return replace(record, title=found.metric, low=-math.inf, high=math.inf)
