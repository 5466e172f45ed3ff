"""Run all cells of some stages: stored cells are reused, the others are run and stored."""

import hashlib
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from bakeoff.core.design import Design, Splits, at_least, in_words
from bakeoff.core.exceptions import InputError
from bakeoff.designs import KFold, RepeatedKFold
from bakeoff.experiment.cell import Done, Given, Task, open_random_states
from bakeoff.experiment.content import Content, decode, versions
from bakeoff.experiment.data import Data
from bakeoff.experiment.learner import Learner
from bakeoff.experiment.observer import Interim, Observer, Silent, usual_observer
from bakeoff.experiment.stage import MAIN, Stage
from bakeoff.experiment.workers import run_tasks
from bakeoff.read.run_store import Fact, Row, RunStore

ALL_CORES = -1


@dataclass(frozen=True, kw_only=True)
class Setup:
    """How to run: the number of workers or the cluster, the store, and the observer.

    ``jobs`` may be -1 for one each core; ``retry`` runs cells again that failed before.
    """

    jobs: int = 1
    cluster: str | None = None
    store: RunStore | None = None
    observer: Observer = field(default_factory=Silent)
    retry: bool = False

    def __post_init__(self) -> None:
        if self.jobs != ALL_CORES:
            at_least(1, jobs=self.jobs)


class Place(NamedTuple):
    """Where a cell belongs: which learner did which split of which stage."""

    learner: str
    stage: str
    at: int


@dataclass(kw_only=True, eq=False)
class Run:
    """The results of learners on one data set: the bytes of each cell, decoded when they are needed.

    Cells hold probabilities or decision values where they are ``scored``.
    """

    data: Data
    learners: tuple[Learner, ...]
    rng: int
    scored: bool = True
    stages: dict[str, Stage] = field(default_factory=dict)
    contents: dict[Place, bytes] = field(default_factory=dict)
    seconds: dict[Place, float] = field(default_factory=dict)

    @property
    def splits(self) -> Splits:
        """The splits of the design on all data."""
        return self.stages[MAIN].splits

    def cell(self, learner: str, stage: str, at: int) -> Content:
        """The result of one learner on one split."""
        return decode(self.contents[Place(learner, stage, at)])


def extend(
    run: Run, stages: Sequence[Stage], setup: Setup, *, interim: Callable[[Run], Interim | None] | None = None
) -> None:
    """Finish all cells of some stages, and keep each as soon as it is finished."""
    run.stages |= {stage.key: stage for stage in stages}
    places: dict[str, list[Place]] = {}
    tasks: list[Task] = []
    for key, place, make in _cells(run, stages):
        # Identical learners have the same key: their cells are run once.
        if not _known(run, key, place, setup) and key not in places:
            tasks.append(make(key))
        places.setdefault(key, []).append(place)
    data, estimators = run.data, [learner.estimator for learner in run.learners]
    classes = data.classes if data.kind == "classes" else None
    states = [open_random_states(each) for each in estimators]
    given = Given(data.X, data.y, data.groups, classes, estimators, states, run.scored)
    try:
        setup.observer.start(len(places), len(places) - len(tasks), run.data.name)
        for done in run_tasks(given, tasks, jobs=setup.jobs, cluster=setup.cluster):
            _keep(run, places[done.key], done, setup.store)
            failed = int(has_failed(done.content))
            setup.observer.finished(1, failed, interim(run) if interim is not None else None)
    finally:
        setup.observer.stop()


def failures(run: Run, learners: Iterable[str], stage: str = MAIN) -> list[tuple[str, int, str]]:
    """The cells that failed: learner, split, and what went wrong."""
    return [
        (name, at, run.cell(name, stage, at).error)
        for name in learners
        for at in range(len(run.stages[stage].splits))
        if has_failed(run.contents[Place(name, stage, at)])
    ]


def refuse_failed(run: Run, learner: str) -> None:
    """Refuse a learner of which no training succeeded, and say why the first did not."""
    failed = failures(run, [learner])
    if len(failed) == len(run.splits):
        raise InputError(f"{learner} failed in all {len(failed)} trainings: {failed[0][2]}")


def hold(setup: Setup, runs: Sequence[Run], design: Design | None = None) -> None:
    """Refuse a store that was begun with other data, learners, libraries or splits of the design.

    Runs of the same folds may be added to it.
    """
    if setup.store is None:
        return
    single = {"set of libraries": versions(), "rng": str(runs[0].rng)}
    single |= {} if design is None else {"design": in_words(_one_run(runs[0].splits).design)}
    facts = [Fact(what=what, name="", fingerprint=words, words=words) for what, words in single.items()]
    data = [run.data for run in runs]
    facts += [_fact("data set", each.name, each.fingerprint, f"{each.n} items", each.parts) for each in data]
    learners = runs[0].learners
    facts += [_fact("learner", each.name, each.fingerprint, each.words, each.parts) for each in learners]
    for run in runs if design is not None else ():
        first = _one_run(run.splits)
        mark, words = first.fingerprint, in_words(first.design)
        facts.append(_fact("splits of the data set", run.data.name, mark, words, {}))
    setup.store.hold_to(facts)


def _one_run(splits: Splits) -> Splits:
    """The first run of repeated folds; other splits as they are."""
    design = splits.design
    if not isinstance(design, RepeatedKFold):
        return splits
    folds = KFold(folds=design.folds, stratified=design.stratified)
    return replace(splits, design=folds, shape=(1, design.folds), test=splits.test[: design.folds])


def _fact(what: str, name: str, fingerprint: str, words: str, parts: Mapping[str, str]) -> Fact:
    # The mark separates values that read the same.
    marked = f"{words} (mark {fingerprint[:6]})"
    return Fact(what=what, name=name, fingerprint=fingerprint, words=marked, parts=parts)


def _cells(run: Run, stages: Iterable[Stage]) -> Iterator[tuple[str, Place, Callable[[str], Task]]]:
    for stage in stages:
        for at in range(len(stage.splits)):
            mark = stage.mark(at)
            for number, learner in enumerate(run.learners):
                place = Place(learner.name, stage.key, at)
                path = (run.data.fingerprint, learner.fingerprint, stage.key, str(at), str(run.rng))
                key = _hash(*path, mark, versions())
                yield key, place, _task(stage, at, number, _hash("seed", *path))


def _task(stage: Stage, at: int, learner: int, seed: str) -> Callable[[str], Task]:
    # Made only for cells that are missing: their indices are long.
    return lambda key: Task(
        key=key,
        learner=learner,
        test=stage.test(at),
        drawn=stage.drawn(at),
        items=stage.items,
        order=stage.order,
        seed=int(seed[:12], 16),
    )


def _known(run: Run, key: str, place: Place, setup: Setup) -> bool:
    """Take a cell from the store if it has it."""
    row = setup.store.get(key) if setup.store is not None and place not in run.contents else None
    if row is not None and not (setup.retry and has_failed(row.content)):
        run.contents[place] = row.content
        run.seconds[place] = row.fit_seconds + row.predict_seconds
    return place in run.contents


def _keep(run: Run, places: list[Place], done: Done, store: RunStore | None) -> None:
    for place in places:
        run.contents[place] = done.content
        run.seconds[place] = done.fit_seconds + done.predict_seconds
    if store is None:
        return
    first = places[0]
    of_run, fold = divmod(first.at, run.stages[first.stage].splits.shape[1])
    store.put(
        Row(
            key=done.key,
            data=run.data.name,
            learner=first.learner,
            part=first.stage,
            run=of_run,
            fold=fold,
            content=done.content,
            fit_seconds=done.fit_seconds,
            predict_seconds=done.predict_seconds,
        )
    )


def has_failed(content: bytes) -> bool:
    """Whether a cell failed, by the beginning of its bytes: it has no predictions."""
    return not content.startswith(b'{"arrays":{"predicted":[')


def _hash(*words: str) -> str:
    text = "".join([f"{len(word)}:{word}" for word in words])
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


Path = str | os.PathLike[str]


@contextmanager
def open_store(path: Path | None) -> Iterator[RunStore | None]:
    """The store at a path, closed in the end; None where nothing is to be kept."""
    if path is None:
        yield None
        return
    with RunStore(path, waiting=lambda: _wait(path)) as store:
        yield store


@contextmanager
def set_up(
    path: Path | None, *, jobs: int, cluster: str | None, observer: Observer | None
) -> Iterator[Setup]:
    """How to run, as the caller wants, while the store is open."""
    with open_store(path) as store:
        yield Setup(jobs=jobs, cluster=cluster, store=store, observer=observer or usual_observer())


def _wait(path: Path) -> None:
    sys.stderr.write(f"note: another process is using {os.fspath(path)}; waiting for it to finish\n")
