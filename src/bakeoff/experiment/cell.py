"""One cell: a clone of one learner trained and tested on one split. This is what workers run.

The result is bytes that depend only on data, learner, split and seed: never on the worker, the
number of threads, or what ran before.
"""

import contextlib
import errno
import random
import threading
import time
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bakeoff.core.arrays import Rows
from bakeoff.core.exceptions import BakeoffError
from bakeoff.core.outcomes import Ints
from bakeoff.experiment.content import Content, encode

# Seeds and warnings belong to the whole process; a worker with several threads must not mix them up.
_ONE_AT_A_TIME = threading.Lock()
MOST_WARNINGS = 20
Labels = npt.NDArray[Any]
LONGEST = 500  # characters of a warning or an error that are kept


@dataclass(frozen=True, kw_only=True, eq=False)
class Task:
    """What a worker must know about a cell besides the data and the learners.

    ``items`` are the items of the stage, all where it is None; ``drawn`` the training items, the rest
    where it is None; ``order`` says whose label each item gets, its own where it is None.
    """

    key: str
    learner: int
    test: Ints
    seed: int
    drawn: Ints | None = None
    items: Ints | None = None
    order: Ints | None = None

    def train(self, n: int) -> Ints:
        """The items to train on, of n in all."""
        if self.drawn is not None:
            return self.drawn
        rest = np.ones(n, dtype=bool) if self.items is None else np.zeros(n, dtype=bool)
        if self.items is not None:
            rest[self.items] = True
        rest[self.test] = False
        return np.flatnonzero(rest)


@dataclass(frozen=True, kw_only=True)
class Done:
    """A finished cell: its bytes, and how long it took."""

    key: str
    content: bytes
    fit_seconds: float
    predict_seconds: float


class Given(NamedTuple):
    """What all cells of a run share: the data, its classes where it has any, and the estimators.

    ``open_states`` names the random states of each that are to be set; ``scored`` says whether probabilities
    or decision values are wanted besides the predictions.
    """

    X: Rows
    y: Labels
    groups: Labels | None
    classes: tuple[Any, ...] | None
    estimators: list[Any]
    open_states: list[list[str]]
    scored: bool = True


def run_batch(tasks: list[Task], *given: Any) -> list[Done]:
    """Run several cells with one thread each, so that sums are added up in one order everywhere.

    Everything comes as separate arguments, so that a cluster sends the large ones only once.
    """
    from joblib import parallel_config
    from threadpoolctl import threadpool_limits

    # A learner that calls joblib itself would hand its work to the cluster from here, and other batches on
    # this worker would wait for the lock while it waits for them.
    alone = parallel_config(backend="sequential")
    with _ONE_AT_A_TIME, alone, threadpool_limits(limits=1), random_states_kept():
        return [run_cell(Given(*given), task) for task in tasks]


NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def _refuse_full_disk(problem: Exception) -> None:
    """Stop where a learner had no disk space for its files: that is not its result, and is not stored."""
    if isinstance(problem, OSError) and problem.errno in NO_ROOM:
        raise BakeoffError(
            f"a training could not write its files ({problem.strerror}); free disk space and start again: "
            f"finished trainings are kept"
        ) from problem


def run_cell(given: Given, task: Task) -> Done:
    """Train a clone on the training items and predict the test items; an exception is a result too.

    The global generators, which some learners draw from, are seeded: `random_states_kept` restores them.
    """
    content, clock = Content(), _Clock()
    np.random.seed(task.seed % 2**32)
    random.seed(task.seed)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            content = _train_and_predict(given, task, clock)
        except Exception as problem:
            _refuse_full_disk(problem)
            content = Content(error=_short(f"{type(problem).__name__}: {_gist(str(problem))}"))
    content.warnings = _counted(caught)
    return Done(
        key=task.key,
        content=encode(content),
        fit_seconds=clock.fit,
        predict_seconds=clock.predict,
    )


@dataclass
class _Clock:
    fit: float = 0.0
    predict: float = 0.0


def _train_and_predict(given: Given, task: Task, clock: _Clock) -> Content:
    X, y, groups, classes, estimators, open_states, scored = given
    train = task.train(len(y))
    model = _seeded_clone(estimators[task.learner], open_states[task.learner], task.seed)
    labels = y if task.order is None else y[task.order]
    start = time.perf_counter()
    try:
        model.fit(rows_of(X, train), labels[train], **_fit_keywords(model, groups, train))
    finally:
        clock.fit = time.perf_counter() - start
    tested = rows_of(X, task.test)
    start = time.perf_counter()
    predicted = np.asarray(model.predict(tested))
    content = Content(predicted=_coded(predicted, classes, len(task.test)))
    if classes is not None and scored:
        content.scores, content.score_kind = _scores(model, tested, classes)
    clock.predict = time.perf_counter() - start
    content.tuned = _tuned(model)
    return content


def rows_of(X: Rows, rows: Ints) -> Any:
    """Some rows of X, as a copy that the learner may change."""
    if isinstance(X, np.ndarray):  # taking is three times as fast, and has the same order in memory
        return X.take(rows, axis=0) if X.flags.c_contiguous else X[rows]
    from sklearn.utils import _safe_indexing

    return _safe_indexing(X, rows)


def open_random_states(estimator: Any) -> list[str]:
    """The random states that the user left open, in order."""
    return sorted(
        name
        for name, value in estimator.get_params(deep=True).items()
        if value is None and (name == "random_state" or name.endswith("__random_state"))
    )


def _seeded_clone(estimator: Any, open_states: list[str], seed: int) -> Any:
    """A clone whose open random states are set; those that the user fixed stay."""
    from sklearn.base import BaseEstimator, clone

    model = clone(estimator)
    if open_states:
        draws = np.random.default_rng(seed)
        seeds = {name: int(draws.integers(2**31 - 1)) for name in open_states}
        if open_states == ["random_state"] and type(model).set_params is BaseEstimator.set_params:
            model.random_state = seeds["random_state"]  # as set_params, without its search
        else:
            model.set_params(**seeds)
    return model


@contextlib.contextmanager
def random_states_kept() -> Iterator[None]:
    """Restore the global generators afterwards; around many cells, since it takes longer than seeding."""
    numpy_state, python_state = np.random.get_state(), random.getstate()
    try:
        yield
    finally:
        np.random.set_state(numpy_state)
        random.setstate(python_state)


def _fit_keywords(model: Any, groups: Labels | None, train: Ints) -> dict[str, Any]:
    """A search that tunes by groups gets the groups of the training items."""
    by_groups = "Group" in type(getattr(model, "cv", None)).__name__
    return {"groups": groups[train]} if groups is not None and by_groups else {}


def _coded(predicted: Labels, classes: tuple[Any, ...] | None, n: int) -> Any:
    """Predictions as numbers of classes, or as finite numbers."""
    flat = predicted[:, 0] if predicted.ndim == 2 and predicted.shape[1] == 1 else predicted
    if flat.shape != (n,):
        raise ValueError(f"predict gave shape {predicted.shape} for {n} items")
    if classes is None:
        numbers = flat.astype(np.float64)
        if not np.all(np.isfinite(numbers)):
            raise ValueError("predict gave numbers that are not finite")
        return numbers
    kind = np.uint8 if len(classes) < 2**8 else np.int32
    listed = np.asarray(classes)
    if listed.dtype == flat.dtype and flat.dtype.kind in "iub":  # in order, and quickly found
        places = np.minimum(np.searchsorted(listed, flat), len(listed) - 1)
        if np.array_equal(listed[places], flat):
            return places.astype(kind)
    known = {label: code for code, label in enumerate(classes)}
    found, places = np.unique(flat, return_inverse=True)
    strange = [label for label in found.tolist() if label not in known]
    if strange:
        raise ValueError(f"predict gave {strange[0]!r}, which is not one of the classes")
    return np.array([known[label] for label in found.tolist()], dtype=kind)[places]


def _scores(model: Any, tested: Rows, classes: tuple[Any, ...]) -> tuple[Any, str]:
    """Probabilities of all classes, else decision values, else nothing."""
    seen = getattr(model, "classes_", None)
    if seen is None:
        return None, ""
    columns = [classes.index(label) for label in np.asarray(seen).tolist()]
    if hasattr(model, "predict_proba"):
        given = np.asarray(model.predict_proba(tested), dtype=np.float64)
        scores = np.zeros((len(given), len(classes)))
        scores[:, columns] = given
        return scores, "probability"
    if hasattr(model, "decision_function") and len(columns) == len(classes):
        values = np.asarray(model.decision_function(tested), dtype=np.float64)
        if values.ndim == 1 or (values.shape[1] == len(classes) and not _by_pairs(model)):
            return values, "decision"
    return None, ""


def _by_pairs(model: Any) -> bool:
    """Whether decision values are for pairs of classes: of three classes there are as many pairs."""
    parameters = model.get_params(deep=True).items()
    return any(name.endswith("decision_function_shape") and value == "ovo" for name, value in parameters)


def _tuned(model: Any) -> dict[str, Any]:
    """What a search tried: every configuration with its score, and the one it chose."""
    for part in (model, *dict(getattr(model, "steps", ())).values()):
        results = getattr(part, "cv_results_", None)
        if results is not None:
            # A search by several scores has each under its own name, and refits by one of them.
            scores = results.get("mean_test_score", results.get(f"mean_test_{part.refit}"))
            if scores is None:
                scores = np.full(len(results["params"]), np.nan)
            tried = zip(results["params"], scores, strict=True)
            return {
                "tried": [[_configuration(given), float(score)] for given, score in tried],
                "chosen": _configuration(part.best_params_),
            }
    return {}


def _configuration(parameters: dict[str, Any]) -> str:
    """Parameters as text; those of an experiment file's own pipeline without the name of its last step."""
    return _short(
        ", ".join(f"{name.removeprefix('learner__')}={value}" for name, value in parameters.items())
    )


def _counted(caught: list[warnings.WarningMessage]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for each in caught:
        text = _short(f"{each.category.__name__}: {each.message}")
        if text in counts or len(counts) < MOST_WARNINGS:
            counts[text] = counts.get(text, 0) + 1
    return counts


def _gist(message: str) -> str:
    """A message without the traceback that a search quotes: its first line and its last, the cause."""
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    return f"{lines[0]} ({lines[-1]})" if "Traceback" in message else message


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else line[: LONGEST - 3] + "..."
