"""What a run has to say beside its scores: cells that failed, warnings, and what a verdict rests on."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from bakeoff.core.verdict import Caveat
from bakeoff.experiment.part import MAIN
from bakeoff.experiment.run import Run

MANY_CLASSES = 3
MEASURED_SIZES = (100, 900)
SHOWN = 3


def failures(run: Run, learners: Iterable[str], part: str = MAIN) -> list[tuple[str, int, str]]:
    """The cells that failed: learner, split, and what went wrong."""
    count = len(run.parts[part].splits)
    found = [(name, at, run.cell(name, part, at).error) for name in learners for at in range(count)]
    return [(name, at, error) for name, at, error in found if error]


def missing_cells(run: Run, learners: tuple[str, str]) -> tuple[Caveat, ...]:
    """Say which cells of the design are missing, and why."""
    failed = failures(run, learners)
    if not failed:
        return ()
    folds = run.parts[MAIN].splits.shape[1]
    cells = [f"{name} run {at // folds + 1} fold {at % folds + 1}" for name, at, _ in failed]
    shown = ", ".join(cells[:SHOWN]) + (f" and {len(cells) - SHOWN} more" if len(cells) > SHOWN else "")
    text = (
        f"{len(cells)} cell(s) failed and are missing ({shown}; {failed[0][2]}): methods that need every run "
        f"and fold are refused, and if a learner fails where it would do badly, what is left flatters it"
    )
    return (Caveat(key="missing-cells", text=text),)


def warned(run: Run, learners: tuple[str, str]) -> tuple[Caveat, ...]:
    """Say what a learner warned of, how often; lack of convergence makes a comparison unfair."""
    count = len(run.parts[MAIN].splits)
    found = []
    for name in dict.fromkeys(learners):
        cells: Counter[str] = Counter()
        for at in range(count):
            cells.update(set(run.cell(name, MAIN, at).warnings))
        if cells:
            text, often = cells.most_common(1)[0]
            more = f" (and {len(cells) - 1} other warning(s))" if len(cells) > 1 else ""
            found.append(
                Caveat(
                    key="learner-warned",
                    text=f"{name} warned in {often} of {count} trainings: {text}{more}",
                )
            )
    return tuple(found)


def pooled_predictions(run: Run) -> tuple[Caveat, ...]:
    """Say that predictions of several trained models were pooled as if they were one's (E-S6)."""
    folds = len(run.parts[MAIN].splits)
    if folds == 1:
        return ()
    text = (
        f"the predictions of {folds} models trained on overlapping data are pooled as if one model had made "
        f"them: McNemar's test on pooled predictions raised a false alarm in up to 18 % of data sets at a "
        f"nominal 5 %; half-sample-t allows for it"
    )
    return (Caveat(key="pooled-predictions", text=text),)


def halvings_skipped() -> Caveat:
    """Say what a test without halvings risks."""
    text = (
        "without halvings the variance of the difference is guessed from folds that share data: "
        "corrected-resampled-t raised a false alarm in 15 to 18 % of data sets with some learners, at a "
        "nominal 5 %; half-sample-t, the default, in at most 4.5 % but for one world"
    )
    return Caveat(key="halvings-skipped", text=text)


def not_measured(run: Run) -> tuple[Caveat, ...]:
    """Say where the half-sample test is used outside what it was measured on."""
    low, high = MEASURED_SIZES
    odd = [
        word
        for word, there in (
            ("numbers to predict", run.data.kind == "numbers"),
            ("more than two classes", run.data.kind == "classes" and len(run.data.classes) >= MANY_CLASSES),
            (f"{run.data.n} items", not low <= run.data.n <= high),
            ("groups of items", run.data.groups is not None),
        )
        if there
    ]
    if not odd:
        return ()
    text = (
        f"half-sample-t was measured on two classes and {low} to {high} items; here are {', '.join(odd)}: "
        f"its false-alarm rate there is not known"
    )
    return (Caveat(key="not-measured-here", text=text),)


@dataclass(frozen=True, kw_only=True)
class Tuning:
    """What a learner tried inside its training parts: each configuration counts as a look at the data."""

    data: str
    learner: str
    trainings: int
    configurations: int
    total: int
    chosen: dict[str, int]

    @property
    def words(self) -> str:
        """The count for people, and the configuration that was chosen most often."""
        best, often = next(iter(self.chosen.items()))
        return (
            f"{self.configurations} configurations in each of {self.trainings} trainings, {self.total} in "
            f"all, inside the training part; chosen most often ({often} times): {best}"
        )


def tuning_of(run: Run, learner: str) -> Tuning | None:
    """How many configurations a learner tried, and which it chose how often; None where it tuned nothing."""
    cells = [run.cell(learner, MAIN, at).tuned for at in range(len(run.parts[MAIN].splits))]
    tried = [len(cell["tried"]) for cell in cells if cell]
    if not tried:
        return None
    return Tuning(
        data=run.data.name,
        learner=learner,
        trainings=len(tried),
        configurations=max(tried),
        total=sum(tried),
        chosen=dict(Counter(cell["chosen"] for cell in cells if cell).most_common()),
    )
