"""What a run reports besides its scores: cells that failed, warnings, and what a verdict rests on."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from bakeoff.core.design import in_words, spoken
from bakeoff.core.figures import figures
from bakeoff.core.metric import Metric
from bakeoff.core.verdict import Caveat
from bakeoff.core.work import Tuning
from bakeoff.core.written import plural
from bakeoff.designs import KFold, RepeatedKFold
from bakeoff.experiment.run import Run, failures
from bakeoff.experiment.scoring import Measure, item_scores, truth_of
from bakeoff.experiment.stage import MAIN
from bakeoff.judge.facts import WITH_ITEMS
from bakeoff.judge.pitfalls import BY_KEY
from bakeoff.judge.pitfalls.asked import CLIPPED, ZERO_GIVEN
from bakeoff.judge.pitfalls.folds import worst
from bakeoff.measured.tables import measured_designs, risk_under
from bakeoff.methods import METHODS

IN_FOLDS = METHODS[WITH_ITEMS].designs
USUAL = RepeatedKFold(runs=10, folds=10)
# For accuracy, and for metrics that are not means over items.
MOST_CLASSES = (10, 3)
SIZES = ((100, 900), (200, 500))
MEASURED_METRICS = ("f1", "precision", "mcc", "kappa", "macro-f1", "balanced-accuracy", "auc")
SHOWN = 3
INCOMPLETE = "needs every run and fold"
COPIED = (
    "With every row present 2, 3 and 4 times, the worst measured false-alarm rate at a nominal 5 % was "
    f"{figures('copies', *(f'{n} copies, items-folds-t' for n in (2, 3, 4)))} % with items-folds-t and "
    f"{figures('copies', *(f'{n} copies, corrected-resampled-t' for n in (2, 3, 4)))} % with "
    "corrected-resampled-t"
)


def duplicated_rows(run: Run) -> tuple[Caveat, ...]:
    """Warn that rows are repeated, and what that does to error rates."""
    found = run.data.duplicates
    if not found.beyond_chance:
        return ()
    relabelled = f" ({found.relabelled} of them with another label)" if found.relabelled else ""
    text = (
        f"{found.repeated} of {found.rows} rows repeat the attributes of another row{relabelled}, more "
        f"than chance explains: these rows are not independent, but the test treats them as independent, "
        f"and training sets hold copies of test rows, which favours learners that memorise. {COPIED}"
    )
    return (BY_KEY["duplicated-rows"].caveat(text),)


def missing_cells(run: Run, learners: Sequence[str]) -> tuple[Caveat, ...]:
    """Say which cells of the design are missing, and why."""
    if not failures(run, learners):
        return ()
    text = (
        f"{failed_cells(run, learners)}: methods that need every run and fold cannot be used, and if a "
        f"learner fails on difficult splits, the remaining cells overstate its performance"
    )
    return (BY_KEY["missing-cells"].caveat(text),)


def failed_cells(run: Run, learners: Sequence[str]) -> str:
    """How many cells of the design failed, which, and why the first did."""
    failed, folds = failures(run, learners), run.splits.shape[1]
    cells = [f"{name} run {at // folds + 1} fold {at % folds + 1}" for name, at, _ in failed]
    shown = ", ".join(cells[:SHOWN]) + (f" and {len(cells) - SHOWN} more" if len(cells) > SHOWN else "")
    verb = "is" if len(cells) == 1 else "are"
    return f"{plural(len(cells), 'cell')} failed and {verb} missing ({shown}; {failed[0][2]})"


def warned(run: Run, learners: tuple[str, str]) -> tuple[Caveat, ...]:
    """Report the warnings of a learner and their number; lack of convergence makes a comparison unfair."""
    count = len(run.splits)
    found = []
    for name in learners:
        cells: Counter[str] = Counter()
        for at in range(count):
            cells.update(set(run.cell(name, MAIN, at).warnings))
        if cells:
            text, often = cells.most_common(1)[0]
            more = f" (and {plural(len(cells) - 1, 'other warning')})" if len(cells) > 1 else ""
            told = f"{name} issued a warning in {often} of {count} trainings: {text}{more}"
            found.append(BY_KEY["learner-warned"].caveat(told))
    return tuple(found)


def of_items(run: Run) -> tuple[Caveat, ...]:
    """What limits a verdict on items: one training set, or several models pooled as one (E-S6)."""
    design, models = run.splits.design, len(run.splits)
    if models == 1:
        text = (
            "each learner was trained once: the verdict applies to these two classifiers, and with another "
            "training set of the same size the result may differ"
        )
        return (BY_KEY["one-training-set"].caveat(text),)
    instead = (
        ""
        if design.key in IN_FOLDS
        else f"use KFold or RepeatedKFold with {WITH_ITEMS}, which accounts for it"
    )
    text = (
        f"the predictions of {models} models trained on overlapping data are pooled as if one model had made "
        f"them: with 10 folds, the measured false-alarm rate of mcnemar-mid-p on pooled predictions was up "
        f"to {worst('mcnemar-mid-p', KFold(folds=10)):.0f} % at a nominal 5 %"
    )
    return (BY_KEY["pooled-predictions"].caveat(text, instead),)


def followers(run: Run, learners: Iterable[str]) -> tuple[str, ...]:
    """The learners that always predict the commonest class of the training set."""
    return tuple(name for name in learners if run.data.kind == "classes" and _follows(run, name))


def _follows(run: Run, learner: str) -> bool:
    stage, codes = run.stages[MAIN], run.data.codes
    everywhere, classes = np.bincount(codes), len(run.data.classes)
    for at in range(len(stage.splits)):
        predicted, drawn = run.cell(learner, MAIN, at).predicted, stage.drawn(at)
        if predicted is None:
            continue
        tested = np.bincount(codes[stage.test(at)], minlength=classes)
        trained = everywhere - tested if drawn is None else np.bincount(codes[drawn], minlength=classes)
        if np.any(trained[predicted] < trained.max()):
            return False
    return True


def clipped(run: Run, learners: tuple[str, str], measure: Measure) -> tuple[Caveat, ...]:
    """Warn that the log loss depends on probabilities of 0 for the true class."""
    if not measure.metric.clips:
        return ()
    stage = run.stages[MAIN]
    for name in learners:
        for at in range(len(stage.splits)):
            cell = run.cell(name, MAIN, at)
            if cell.error or cell.score_kind != "probability":
                continue
            if np.max(item_scores(cell, truth_of(run.data, stage, at), measure, name)) >= CLIPPED:
                return (BY_KEY["probabilities-clipped"].caveat(f"{name}: {ZERO_GIVEN}"),)
    return ()


def tuned_across_groups(run: Run, learners: tuple[str, str]) -> tuple[Caveat, ...]:
    """Warn that a search splits items of one group when it tunes."""
    if run.data.groups is None:
        return ()
    loose = [
        learner.name
        for learner in run.learners
        if learner.name in learners
        and hasattr(learner.estimator, "cv")
        and hasattr(learner.estimator, "refit")
        and "Group" not in type(learner.estimator.cv).__name__
    ]
    text = "is tuned on splits that separate items of the same group, which rewards memorising the groups"
    return tuple(BY_KEY["tuned-across-groups"].caveat(f"{name} {text}") for name in loose)


def not_measured(run: Run, method: str, metric: Metric, options: Mapping[str, object]) -> tuple[Caveat, ...]:
    """Warn where a method that needs halves or items is used outside the measured range."""
    elsewhere = method == WITH_ITEMS and not metric.is_mean_over_items
    (low, high), most, design = SIZES[elsewhere], MOST_CLASSES[elsewhere], run.splits.design
    classes = len(run.data.classes) if run.data.kind == "classes" else 0
    known = [each for each in measured_designs() if risk_under(method, each, options)]
    odd = [
        word
        for word, there in (
            (metric.key, not (metric.right_or_wrong or (elsewhere and metric.key in MEASURED_METRICS))),
            (f"{classes} classes", classes > most),
            (f"{run.data.n} items", not low <= run.data.n <= high),
            ("groups of items", run.data.groups is not None),
            (in_words(design), (design.key, design.shape) not in [(each.key, each.shape) for each in known]),
        )
        if there
    ]
    if not odd:
        return ()
    text = (
        f"{method} was measured for {'metrics such as F1 and AUC' if elsewhere else 'accuracy'} with "
        f"2 to {most} classes, {low} to {high} items and "
        f"{' or '.join(map(spoken, known))}; its false-alarm rate is not known for: {', '.join(odd)}"
    )
    return (BY_KEY["not-measured-here"].caveat(text),)


def tunings(run: Run, learners: Iterable[str]) -> tuple[Tuning, ...]:
    """How many configurations learners tried, and which they chose how often; of those that tuned."""
    found = []
    for learner in learners:
        cells = [run.cell(learner, MAIN, at).tuned for at in range(len(run.splits))]
        tried = [len(cell["tried"]) for cell in cells if cell]
        if tried:
            tuning = Tuning(
                data=run.data.name,
                learner=learner,
                trainings=len(tried),
                configurations=max(tried),
                total=sum(tried),
                chosen=dict(Counter(cell["chosen"] for cell in cells if cell).most_common()),
            )
            found.append(tuning)
    return tuple(found)
