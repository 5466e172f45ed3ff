"""From a run to outcomes that methods take: fold scores, and predictions of items tested once."""

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from bakeoff.compare.predictions import clustered, item_outcomes
from bakeoff.compare.scores import fold_outcomes
from bakeoff.core.design import Design, Splits
from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats, FoldScores, PairedScores, RankedItems
from bakeoff.core.panel import ItemPanel
from bakeoff.designs import Resampling
from bakeoff.experiment.part import MAIN
from bakeoff.experiment.run import Run
from bakeoff.experiment.scoring import Measure, Pooled, item_losses, pooled, ranks
from bakeoff.judge.material import Built
from bakeoff.read.values import shown


def of_folds(
    a: Floats,
    b: Floats,
    splits: Splits,
    measure: Measure,
    halves: Floats | None = None,
    items: Floats | None = None,
) -> FoldScores:
    """Scores of all splits as outcomes of the design; without those that failed, as plain splits."""
    there = np.isfinite(a) & np.isfinite(b)
    if there.all():
        shape, design = splits.shape, splits.design
        sizes = (splits.n_train, splits.n_test)
        return fold_outcomes(
            a.reshape(shape),
            b.reshape(shape),
            metric=measure.metric,
            design=design,
            n_train=sizes[0],
            n_test=sizes[1],
            halves=halves,
            items=items,
        )
    if there.sum() < 2:
        raise InputError(
            f"only {int(there.sum())} of {there.size} splits were finished by both learners; expected at "
            f"least 2: mend the learner that fails"
        )
    n_train, n_test = (sizes.ravel()[there][None, :] for sizes in (splits.n_train, splits.n_test))
    return fold_outcomes(
        a[None, there],
        b[None, there],
        metric=measure.metric,
        design=_what_is_left(int(there.sum()), n_train, n_test),
        n_train=n_train,
        n_test=n_test,
    )


def _what_is_left(count: int, n_train: Floats, n_test: Floats) -> Design:
    """Runs or folds with gaps are neither runs nor folds any more, only splits of the same data."""
    return Resampling(splits=count, test=float(np.mean(n_test / (n_train + n_test))))


def of_items(run: Run, a: str, b: str, measure: Measure, *, method: str, positive: object) -> Built:
    """Predictions of items, each tested once, as the outcomes that a method takes."""
    both, metric = pooled(run, a, b, MAIN), measure.metric
    groups = None if run.data.groups is None else run.data.groups[both.items]
    if metric.kind == "labels":
        truth, *said = (_labels(run, each) for each in (both.truth, both.predicted("a"), both.predicted("b")))
        items = ItemPanel(names=("a", "b"), truth=truth, answers=tuple(said), clusters=groups)
        meant = None if measure.place is None else run.data.classes[measure.place]
        return item_outcomes(items, metric, method=method, positive=meant)
    names = {"a": a, "b": b}
    if metric.kind == "ranking":
        scores = {side: _ranked(both, side, measure, run, name) for side, name in names.items()}
        built = Built(
            outcomes=RankedItems(positive=both.truth == measure.place, a=scores["a"], b=scores["b"]),
            about=f"class {shown(run.data.classes[measure.place or 0])}",
        )
    else:
        losses = {side: _lost(both, side, measure, name) for side, name in names.items()}
        a_scores, b_scores = (metric.sign * losses[side] for side in ("a", "b"))
        built = Built(outcomes=PairedScores(a=a_scores, b=b_scores, span=metric.high - metric.low))
    return built if groups is None else replace(built, outcomes=clustered(built.outcomes, groups))


def _labels(run: Run, codes: npt.NDArray[Any]) -> Any:
    return np.asarray(run.data.classes, dtype=_kind(run.data.classes))[codes]


def _kind(classes: tuple[Any, ...]) -> Any:
    return None if len({type(label) for label in classes}) == 1 else object


def _ranked(both: Pooled, side: str, measure: Measure, run: Run, name: str) -> Floats:
    return np.concatenate([ranks(cell, measure, run.data, name) for cell in getattr(both, side)])


def _lost(both: Pooled, side: str, measure: Measure, name: str) -> Floats:
    cells = getattr(both, side)
    sizes = [len(cell.predicted) for cell in cells]
    truths = np.split(both.truth, np.cumsum(sizes)[:-1])
    return np.concatenate(
        [item_losses(cell, truth, measure.metric, name) for cell, truth in zip(cells, truths, strict=True)]
    )
