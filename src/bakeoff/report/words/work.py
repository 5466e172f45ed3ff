"""Plain words for what was run."""

from bakeoff.core.design import in_words
from bakeoff.core.work import Tuning, Work


def work_rows(work: Work | None) -> list[tuple[str, str]]:
    """What was run and what it cost, as (name, text) rows; none for a verdict on what others ran."""
    if work is None:
        return []
    rows = [
        ("data", data_told(work)),
        ("design", f"{in_words(work.design)}, rng {work.rng}: {work.trainings} trainings"),
    ]
    if work.halvings:
        folds = work.halves_trainings // (4 * work.halvings)
        rows.append(
            (
                "halvings",
                f"{work.halvings} times both halves with {folds} folds each: {work.halves_trainings} more "
                f"trainings, on half the data",
            )
        )
    return [*rows, *((f"tuned {each.learner}", tuning_told(each)) for each in work.tuning)]


def data_told(work: Work) -> str:
    """The data set with its size."""
    return f"{work.data}, {work.items} items" + (f" in {work.groups} groups" if work.groups else "")


def tuning_told(tuning: Tuning) -> str:
    """How much was tried, and the configuration that was chosen most often."""
    best, often = next(iter(tuning.chosen.items()))
    return (
        f"{tuning.configurations} configurations in each of {tuning.trainings} trainings, {tuning.total} in "
        f"all, inside the training part; chosen most often ({often} times): {best}"
    )
