"""How two learners stand while a run is under way, for the progress bar. It is not a verdict."""

import time
from collections.abc import Callable

import numpy as np

from bakeoff.core.exceptions import BakeoffError
from bakeoff.experiment.observer import Interim
from bakeoff.experiment.panels import fold_pair, fold_panel, shared
from bakeoff.experiment.run import Place, Run
from bakeoff.experiment.scoring import Measure, cell_score
from bakeoff.experiment.stage import MAIN
from bakeoff.judge.answer import ask
from bakeoff.judge.facts import WITHOUT_HALVINGS

PAUSE = 0.5  # seconds between two looks


def interim_of(a: str, b: str, measure: Measure, level: float) -> Callable[[Run], Interim | None]:
    """A look at the difference so far, now and then; None in between and before it can be told."""
    scores: dict[tuple[str, int], float] = {}
    last = time.monotonic()

    def look(run: Run) -> Interim | None:
        nonlocal last
        if time.monotonic() - last < PAUSE:
            return None
        last = time.monotonic()
        try:
            return _standing(run, (a, b), measure, level, scores)
        except BakeoffError:
            return None  # what cannot be said in the middle may be said, or refused, at the end

    return look


def _standing(
    run: Run, names: tuple[str, str], measure: Measure, level: float, scores: dict[tuple[str, int], float]
) -> Interim | None:
    splits = range(len(run.splits))
    for name in names:
        for at in splits:
            if (name, at) not in scores and Place(name, MAIN, at) in run.contents:
                scores[name, at] = cell_score(run, name, MAIN, at, measure)
    so_far = {name: np.array([scores.get((name, at), np.nan) for at in splits]) for name in names}
    panel = fold_panel(run, so_far)
    there = int(shared(panel, *names).sum())
    if there < 2:
        return None
    result = ask(
        fold_pair(panel, *names, measure.metric),
        method=WITHOUT_HALVINGS,
        metric=measure.metric.key,
        level=level,
        again=False,
    ).result
    return Interim(
        estimate=result.estimate,
        low=result.interval.low,
        high=result.interval.high,
        splits=there,
        names=names,
        metric=measure.metric.key,
        of=len(splits),
    )
