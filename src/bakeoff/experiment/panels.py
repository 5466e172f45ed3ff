"""All learners of a run as panels: scores on the same splits, and predictions for the same items."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from bakeoff.compare.predictions import panel_material
from bakeoff.compare.scores import fold_outcomes
from bakeoff.core.arrays import Bools
from bakeoff.core.exceptions import InputError
from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import Floats, FoldScores, Ints
from bakeoff.core.panel import FoldPanel, ItemPanel, place_of
from bakeoff.designs import Resampling
from bakeoff.experiment.content import Content
from bakeoff.experiment.data import Data
from bakeoff.experiment.item_values import has_items, item_values
from bakeoff.experiment.omission import omitting
from bakeoff.experiment.run import Run, failures
from bakeoff.experiment.scoring import (
    Measure,
    UndefinedScoreError,
    confusion,
    pools,
    said,
    split_scores,
    split_values,
    values_from,
)
from bakeoff.experiment.stage import MAIN
from bakeoff.judge.material import Material
from bakeoff.metrics._influence import cell_values, one_answer


@dataclass(frozen=True, kw_only=True, eq=False)
class Scored:
    """All learners on one data set by one metric.

    ``folds`` has their scores in the metric's own units. A learner has none (NaN) where its cell failed, or
    where the metric is 0/0, as ``undefined`` says for the design and ``undefined_in_halves`` for the rest.
    """

    run: Run
    measure: Measure
    folds: FoldPanel
    undefined: Mapping[str, UndefinedScoreError] = field(default_factory=dict)
    undefined_in_halves: Mapping[str, UndefinedScoreError] = field(default_factory=dict)

    def pair(self, a: str, b: str) -> FoldScores:
        """The fold scores of two learners, as outcomes."""
        for name in (a, b):
            if name in self.undefined:
                raise self.undefined[name]
        found = fold_pair(self.folds, a, b, self.measure.metric)
        of_labels = self.measure.metric.kind == "labels" and found.pooled and found.items is not None
        return self._with_both(found, a, b) if of_labels else found

    def _with_both(self, found: FoldScores, a: str, b: str) -> FoldScores:
        """The scores with what both confusion matrices together show, and whether a class is left out."""
        metric, place = self.measure.metric, self.measure.place
        both = sum(confusion(self.run, name, MAIN) for name in (a, b))
        return replace(
            found,
            restricted=self._restricted(a, b, cell_values(metric, both, place)),
            one_answer=one_answer(metric, both * (self.run.data.n / np.sum(both)), place),
            omits=bool(omitting(self.run, (a, b), self.measure)),
        )

    def _restricted(self, a: str, b: str, by_cell: Floats) -> FoldScores:
        """The scores with the values that items have by the mean of both confusion matrices."""
        run, measure = self.run, self.measure
        values = [values_from(by_cell, run, name, MAIN) for name in (a, b)]
        scores = {
            name: np.array([np.mean(v) for v in each]) for name, each in zip((a, b), values, strict=True)
        }
        panel = fold_panel(run, scores, pooled=True)
        return fold_pair(_with_items(panel, values, run, measure), a, b, measure.metric)

    def items(self, a: str, b: str) -> Material:
        """Predictions of two learners for the items that both were tested on, each once, ready to judge."""
        alike = not failures(self.run, self.folds.names)
        panel = self._items if alike else item_panel(self.run, self.measure, (a, b))
        return item_material(panel, a, b, self.measure, self.run.data)

    @cached_property
    def _items(self) -> ItemPanel:
        return item_panel(self.run, self.measure, self.folds.names)


def score(run: Run, measure: Measure, halvings: int = 0) -> Scored:
    """The scores of all learners on all splits, and in the halves where those were run."""
    undefined: dict[str, UndefinedScoreError] = {}
    in_halves: dict[str, UndefinedScoreError] = {}
    names = [learner.name for learner in run.learners]
    scores = {name: _scores(run, name, [MAIN], measure, undefined) for name in names}
    folds = fold_panel(run, scores, pooled=pools(run.stages[MAIN], measure.metric))
    if has_items(run.stages[MAIN], measure.metric, run.data):
        folds = _with_items(
            folds, [_split_values(run, name, measure, undefined) for name in names], run, measure
        )
    if halvings:
        halves = [f"half {at + 1}.{side}" for at in range(halvings) for side in (1, 2)]
        found = [_scores(run, name, halves, measure, in_halves) for name in names]
        folds = replace(folds, halves=np.reshape(found, (len(names), halvings, 2, -1)))
    return Scored(run=run, measure=measure, folds=folds, undefined=undefined, undefined_in_halves=in_halves)


def _split_values(
    run: Run, learner: str, measure: Measure, undefined: Mapping[str, UndefinedScoreError]
) -> list[Floats]:
    if learner not in undefined:
        return split_values(run, learner, MAIN, measure)
    return [np.full(len(test), np.nan) for test in run.stages[MAIN].splits.test]


def _with_items(panel: FoldPanel, by_learner: list[list[Floats]], run: Run, measure: Measure) -> FoldPanel:
    """The panel with items and, unless the metric ranks items, models.

    Ranks of one fold depend on each other, so that what they share does not show how models differ.
    """
    found = item_values(by_learner, run.stages[MAIN], run.data)
    shows_models = panel.pooled or measure.metric.is_mean_over_items
    return replace(panel, items=found.items, models=found.models if shows_models else None)


def fold_panel(
    run: Run, scores: Mapping[str, Floats], stage: str = MAIN, *, pooled: bool = False
) -> FoldPanel:
    """The scores of learners on the splits of a stage as a panel."""
    splits = run.stages[stage].splits
    return FoldPanel(
        names=tuple(scores),
        scores=np.reshape([*scores.values()], (len(scores), *splits.shape)),
        design=splits.design,
        n_train=splits.n_train,
        n_test=splits.n_test,
        pooled=pooled,
        splits=splits.fingerprint,
        source=run.data.name,
    )


def _scores(
    run: Run, learner: str, stages: list[str], measure: Measure, undefined: dict[str, UndefinedScoreError]
) -> Floats:
    """The scores of one learner: a row for each stage."""
    try:
        return np.array([split_scores(run, learner, stage, measure) for stage in stages])
    except UndefinedScoreError as problem:
        undefined[learner] = problem
        return np.full((len(stages), len(run.stages[stages[0]].splits)), np.nan)


def fold_pair(panel: FoldPanel, a: str, b: str, metric: Metric) -> FoldScores:
    """Two learners of a panel in the metric's own units as outcomes, by the splits that both finished."""
    found = _finished(panel, a, b).pair(a, b)
    return fold_outcomes(
        found.a,
        found.b,
        metric=metric,
        design=found.design,
        n_train=found.n_train,
        n_test=found.n_test,
        halves=found.halves,
        items=found.items,
        models=found.models,
        models_error=found.models_error,
        pooled=found.pooled,
    )


def _finished(panel: FoldPanel, a: str, b: str) -> FoldPanel:
    """The panel without what either learner lacks: halves, and splits, which leaves plain splits."""
    two = [place_of(name, panel.names) for name in (a, b)]
    there = shared(panel, a, b)
    if there.all():
        halved = panel.halves is not None and not np.isnan(panel.halves[two]).any()
        return panel if halved else replace(panel, halves=None)
    count = int(there.sum())
    if count < 2:
        raise InputError(
            f"only {count} of {there.size} splits were completed by both learners; expected at least 2: "
            f"fix the learner that fails"
        )
    n_train, n_test = (np.asarray(sizes)[there][None, :] for sizes in (panel.n_train, panel.n_test))
    # Runs or folds with missing cells are only splits of the same data.
    left = Resampling(splits=count, test=float(np.mean(n_test / (n_train + n_test))))
    scores = panel.scores[:, there][:, None, :]
    return replace(
        panel,
        scores=scores,
        design=left,
        n_train=n_train,
        n_test=n_test,
        halves=None,
        items=None,
        models=None,
    )


def shared(panel: FoldPanel, a: str, b: str) -> Bools:
    """Which splits two learners both have a score of, by run and fold."""
    two = [place_of(name, panel.names) for name in (a, b)]
    return np.asarray(np.isfinite(panel.scores[two]).all(axis=0))


def item_panel(run: Run, measure: Measure, names: Sequence[str]) -> ItemPanel:
    """The predictions of learners for the test items of all splits that each of them finished."""
    stage = run.stages[MAIN]
    cells = {name: [run.cell(name, MAIN, at) for at in range(len(stage.splits))] for name in names}
    kept = [at for at in range(len(stage.splits)) if not any(each[at].error for each in cells.values())]
    if not kept:
        raise InputError(
            f"{' and '.join(names)} have no completed split in common, so no item has predictions of "
            f"both; fix the learner that fails"
        )
    items = np.concatenate([stage.test(at) for at in kept])
    return said_of(
        run.data, items, {name: [each[at] for at in kept] for name, each in cells.items()}, measure
    )


def said_of(data: Data, items: Ints, cells: Mapping[str, Sequence[Content]], measure: Measure) -> ItemPanel:
    """The predictions of models for items, in the form that the metric takes."""
    answers = [np.concatenate([said(cell, measure, name) for cell in each]) for name, each in cells.items()]
    truth, kind = data.truth[items], measure.metric.kind
    if kind in ("labels", "ranking"):
        mixed = len({type(label) for label in data.classes}) > 1
        labels = np.asarray(data.classes, dtype=object if mixed else None)
        truth, answers = labels[truth], [labels[each] for each in answers] if kind == "labels" else answers
    return ItemPanel(
        names=tuple(cells),
        answers=tuple(answers),
        truth=truth,
        source=data.name,
        ids=items,
        clusters=None if data.groups is None else data.groups[items],
    )


def item_material(panel: ItemPanel, a: str, b: str, measure: Measure, data: Data) -> Material:
    """Two models of a panel, ready to judge."""
    positive = None if measure.place is None else data.classes[measure.place]
    return panel_material(panel.pair(a, b), measure.metric, positive=positive)
