"""Conduct an experiment: check what is asked, and run every cell once."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from bakeoff.core.design import Splits, in_words
from bakeoff.core.exceptions import BakeoffError, IllegalMethodError, InputError
from bakeoff.core.outcomes import FoldScores, Outcomes
from bakeoff.core.panel import FoldPanel
from bakeoff.designs import RepeatedKFold
from bakeoff.experiment.content import Content
from bakeoff.experiment.data import Data
from bakeoff.experiment.experiment import Experiment
from bakeoff.experiment.observer import Interim, Silent
from bakeoff.experiment.panels import fold_pair, fold_panel, item_material, said_of, shared
from bakeoff.experiment.randomization import Randomization, randomizations
from bakeoff.experiment.run import Place, Run, Setup, extend, hold
from bakeoff.experiment.scoring import Measure, cell_score, measure_for
from bakeoff.experiment.stage import MAIN, Stage, halves, permuted, split_by
from bakeoff.judge.answer import ask
from bakeoff.judge.facts import WITH_HALVINGS, WITH_ITEMS, WITHOUT_HALVINGS
from bakeoff.methods import METHODS
from bakeoff.metrics import METRICS
from bakeoff.read.run_store import RunStore

PAUSE = 0.5  # seconds between two looks
QUICK_RUNS = 5


def interim_of(a: str, b: str, measure: Measure, level: float) -> Callable[[Run], Interim | None]:
    """The difference so far, now and then; None in between and before it can be computed."""
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
            return None  # what cannot be computed in the middle may be computed, or refused, at the end

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


@dataclass(frozen=True, kw_only=True, eq=False)
class Choice:
    """The method that will be used, and the halves that it needs.

    The method stays ``"auto"`` where items are judged, each of which is tested once. ``why_not`` says
    why the default, where it needs halves, cannot be used.
    """

    method: str
    halves: tuple[Stage, ...] = ()
    why_not: str = ""

    @property
    def halvings(self) -> int:
        """How often the data are halved."""
        return len(self.halves) // 2


def choice_for(method: str, splits: Splits, data: Data, *, halvings: int, rng: int) -> Choice:
    """Settle what ``"auto"`` is for these splits; halves are used only where they may be trusted."""
    several = method == "auto" and len(splits) > 1
    if several and splits.design.key in METHODS[WITH_ITEMS].designs:
        return Choice(method=WITH_ITEMS)
    wanted = WITH_HALVINGS if several else method
    if not needs_halvings(wanted) or splits.design.key not in METHODS[wanted].designs:
        return Choice(method=method)
    try:
        tested = int(splits.n_test.sum())
        if tested < splits.n:  # the mean of all varies more than the halves can show
            raise InputError(
                f"{in_words(splits.design)} tests {tested} of {splits.n} items, but {wanted} needs all "
                f"items to be tested: use more splits, KFold or RepeatedKFold"
            )
        return Choice(method=wanted, halves=tuple(halves(data, halvings, rng, wanted)))
    except InputError as problem:
        if method == wanted:
            raise IllegalMethodError(str(problem)) from None
        return Choice(method=WITHOUT_HALVINGS, why_not=str(problem))


def fewer_runs(design: object) -> object:
    """The design with fewer runs for speed: half the trainings, and slightly less agreement."""
    if isinstance(design, RepeatedKFold) and design.runs > QUICK_RUNS:
        return replace(design, runs=QUICK_RUNS)
    return design


def needs_halvings(method: str) -> bool:
    """Whether a method that was named needs halves of the data."""
    return method in METHODS and METHODS[method].needs_halvings


def by_items(method: str) -> bool:
    """Whether a method judges items rather than fold scores; ``"auto"`` does where it was not replaced."""
    return method == "auto" or METHODS[method].takes is not FoldScores


def check_items(method: str, splits: Splits, measure: Measure) -> None:
    """Refuse to judge items that were tested twice, or to rank them by the scores of several models."""
    name = "a method that judges items" if method == "auto" else method
    if not splits.tests_each_once:
        raise IllegalMethodError(
            f"{in_words(splits.design)} tests items more than once, but {name} needs one prediction for "
            f"each item; use KFold or Holdout, or a method for fold scores (bakeoff methods lists them)"
        )
    if measure.metric.ranks_items and len(splits) > 1:
        raise IllegalMethodError(
            f"{measure.metric.key} ranks items by their scores, but scores of the {len(splits)} models "
            f"of {in_words(splits.design)} are not on a common scale; use KFold or RepeatedKFold with "
            f"{WITH_ITEMS}, which compares fold by fold"
        )


def rehearse(experiment: Experiment, choice: Choice, data: Data, splits: Splits) -> None:
    """Ask every question about simulated outcomes, so that errors are found before hours of training."""
    for metric in experiment.metrics:
        measure = measure_for(metric, data, experiment.positive)
        if by_items(choice.method):
            check_items(choice.method, splits, measure)
            made_up = _made_up_items(choice.method, data, measure)
        else:
            check_classes(splits, data, measure)
            made_up = _made_up_folds(splits, choice.halvings, measure)
        asked = experiment.common | experiment.options
        ask(made_up, method=choice.method, metric=metric, again=False, **asked)


def check_classes(splits: Splits, data: Data, measure: Measure) -> None:
    """Refuse to rank the items of a split that lack a class, or are all of one."""
    if not measure.metric.ranks_items:
        return
    places = range(len(data.classes)) if measure.place is None else (measure.place,)
    for at, test in enumerate(splits.test):
        counts = {place: int(np.sum(data.truth[test] == place)) for place in places}
        place = next((each for each, count in counts.items() if count in (0, len(test))), None)
        if place is not None:
            there = "none" if not counts[place] else "each"
            raise InputError(
                f"{measure.metric.key} is undefined on split {at + 1} of {in_words(splits.design)}: "
                f"{there} of its {len(test)} items belongs to class {data.classes[place]!r}; use fewer "
                f"folds, more data, or a label metric"
            )


def _made_up_folds(splits: Splits, halvings: int, measure: Measure) -> Outcomes:
    draws = np.random.default_rng(0)
    panel = FoldPanel(
        names=("A", "B"),
        scores=draws.uniform(0.4, 0.6, (2, *splits.shape)),
        design=splits.design,
        n_train=splits.n_train,
        n_test=splits.n_test,
        halves=draws.uniform(size=(2, halvings, 2, 1)) if halvings else None,
        items=draws.uniform(size=(2, splits.n)),
    )
    return fold_pair(panel, "A", "B", measure.metric)


def _made_up_items(method: str, data: Data, measure: Measure) -> Outcomes:
    """Outcomes of two learners that both predict the truth, with equal probabilities for all classes."""
    classes = len(data.classes) if data.kind == "classes" else 1
    cell = Content(
        predicted=data.truth, scores=np.full((data.n, classes), 1 / classes), score_kind="probability"
    )
    panel = said_of(data, np.arange(data.n), {"A": [cell], "B": [cell]}, measure)
    outcomes: Outcomes = item_material(panel, "A", "B", measure, data).build(method).outcomes
    return outcomes


@dataclass(frozen=True, kw_only=True, eq=False)
class Conducted:
    """An experiment with all cells finished: one run for each data set, with its method.

    ``randomizations`` are of permuted labels, each with the name of its data set.
    """

    experiment: Experiment
    runs: tuple[Run, ...]
    choices: tuple[Choice, ...]
    store: RunStore | None = None
    randomizations: tuple[tuple[str, Randomization], ...] = ()


def conduct(experiment: Experiment, setup: Setup) -> Conducted:
    """Run all cells of an experiment that are not in the store yet."""
    runs = begin(experiment)
    # What is kept may be judged by another metric later; otherwise only the scores that are used are needed.
    for run in runs:
        run.scored = setup.store is not None or any(
            METRICS[key].needs not in ("labels", "numbers") for key in experiment.metrics
        )
    # All data sets are checked first: one that is too small is reported before another is trained on.
    choices = [settled(experiment, run.data, run.splits) for run in runs]
    hold(setup, runs, runs[0].splits.design)
    measures = [measure_for(experiment.metrics[0], run.data, experiment.positive) for run in runs]
    for run, choice in zip(runs, choices, strict=True):
        extend(run, [*run.stages.values(), *choice.halves], setup, interim=watched(experiment, run, setup))
    found: list[tuple[str, Randomization]] = []
    if experiment.permutations:
        asked = (experiment.design, experiment.permutations, setup)
        for run, measure in zip(runs, measures, strict=True):
            found += [(run.data.name, each) for each in randomizations(run, measure, *asked)]
    return Conducted(
        experiment=experiment,
        runs=tuple(runs),
        choices=tuple(choices),
        store=setup.store,
        randomizations=tuple(found),
    )


def watched(experiment: Experiment, run: Run, setup: Setup) -> Callable[[Run], Interim | None] | None:
    """A look at the first pair so far, if there is an observer: looks take a sixth of short trainings."""
    if isinstance(setup.observer, Silent):
        return None
    measure = measure_for(experiment.metrics[0], run.data, experiment.positive)
    return interim_of(*experiment.pairs[0], measure, experiment.interval_level)


def begin(experiment: Experiment) -> list[Run]:
    """A run for each data set, in which only the data have been split."""
    learners, rng = experiment.learners, experiment.rng
    splits = [split_by(experiment.design, data, rng) for data in experiment.data]
    return [
        Run(data=data, learners=learners, rng=rng, stages={MAIN: Stage(key=MAIN, splits=each)})
        for data, each in zip(experiment.data, splits, strict=True)
    ]


def settled(experiment: Experiment, data: Data, splits: Splits) -> Choice:
    """The method for a data set; refuses impossible questions before anything is trained."""
    choice = choice_for(experiment.method, splits, data, halvings=experiment.halvings, rng=experiment.rng)
    rehearse(experiment, choice, data, splits)
    if experiment.permutations:  # labels that cannot be permuted are reported before anything is trained
        permuted(data, experiment.design, 0, experiment.rng)
    return choice
