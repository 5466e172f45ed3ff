"""``bakeoff run``: an experiment from a file."""

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from bakeoff.cli.asked import (
    AllCaveats,
    Book,
    Flag,
    Recording,
    Training,
    experiment_files,
    leave_report,
    report_wanted,
    whole_number,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bakeoff.core.looks import Look, TestItems
    from bakeoff.experiment.experiment import Experiment
    from bakeoff.experiment.result import ExperimentResult


def run(
    file: str,
    /,
    *,
    quick: Flag = False,
    method: str | None = None,
    metric: str | None = None,
    level: float | None = None,
    alpha: float | None = None,
    alternative: Literal["two-sided", "greater", "less"] | None = None,
    margin: float | None = None,
    tried: str | None = None,
    tuned_on_test: Flag = False,
    permutations: str | None = None,
    most_runs: str | None = None,
    predictions: str | None = None,
    report: str | None = None,
    all_caveats: AllCaveats = False,
    training: Training | None = None,
    recording: Recording | None = None,
) -> None:
    """Run the learners of an experiment file, once, and judge them.

    Every finished training is kept in a store next to the file; a run that was stopped resumes there.

    Parameters
    ----------
    file
        The experiment, in TOML; examples/ has some.
    quick
        Run repeated folds five times instead of ten: half the trainings, the same test.
    method
        Key of the method, instead of the file's.
    metric
        What to compare on, instead of the file's.
    level
        Confidence level of the interval, instead of the file's.
    alpha
        Significance level, instead of the file's.
    alternative
        greater: is A better? less: is B better?
    margin
        Largest difference that does not matter (0.01 = 1 point).
    tried
        Number of comparisons tried in total, including those of this experiment; p-values are adjusted.
    tuned_on_test
        The data were used to choose the learners; verdicts then say what this invalidates.
    permutations
        Number of extra runs with permuted labels, to see what the procedure finds where there is nothing.
    most_runs
        Add runs of repeated folds up to this number while another partition could change the decision.
    predictions
        Write every prediction of the design to this CSV file.
    report
        Write a report to this file: .html, .md, .tex, .bib, .json or .txt; .svg, .png or .pdf is its picture.
    """
    from bakeoff.experiment.as_needed import conduct_as_needed
    from bakeoff.experiment.comparisons import result_of
    from bakeoff.experiment.conduct import fewer_runs
    from bakeoff.report.files import check_place
    from bakeoff.report.predictions import write_predictions
    from bakeoff.report.words.experiment import show_experiment

    training = training or Training()
    book = (recording or Recording()).begin("run")
    asked: dict[str, Any] = {"method": method, "level": level, "alpha": alpha, "alternative": alternative}
    asked |= {"margin": margin, "metrics": None if metric is None else (metric,)}
    if permutations is not None:
        asked["permutations"] = whole_number(permutations, "--permutations", example=99)
    if most_runs is not None:
        asked["most_runs"] = whole_number(most_runs, "--most-runs", example=40)
    if tried is not None:
        asked["tried"] = whole_number(tried, "--tried", example=20, least=1)
    if tuned_on_test:
        asked["tuned_on_test"] = True
    given = {name: value for name, value in asked.items() if value is not None}
    experiment = replace(training.read(file), **given)
    if quick:
        experiment = replace(experiment, design=fewer_runs(experiment.design))
    if predictions is not None:
        check_place(predictions)
    report_wanted(report)
    counted = Counted(book)
    experiment = counted.looked_up(experiment)
    with training.kept(file) as how:
        conducted = conduct_as_needed(experiment, how)
        if predictions is not None:
            write_predictions(conducted, predictions)
        result = counted.noted(result_of(conducted))
    show_experiment(result, as_json=training.json, quiet=training.quiet, all_caveats=all_caveats)
    leave_report(result, report, files=experiment_files(file), rng=experiment.rng, quiet=training.quiet)


@dataclass
class Counted:
    """The looks of an experiment at its data sets, each known by its rows."""

    book: Book
    items: "dict[str, TestItems]" = field(default_factory=dict)
    before: "dict[str, Sequence[Look]]" = field(default_factory=dict)

    def looked_up(self, experiment: "Experiment") -> "Experiment":
        """The experiment, adjusted for earlier looks at its data where that is requested."""
        if self.book.address is None:
            return experiment
        from bakeoff.experiment.marks import items_of_data

        most = 0
        for data in experiment.data:
            self.items[data.name] = items_of_data(data)
            most = max(most, self.book.seen(self.items[data.name]))
            self.before[data.name] = self.book.before
        made = len(experiment.pairs) * len(experiment.data)
        return replace(experiment, tried=max(made, experiment.tried) + most) if most else experiment

    def noted(self, result: "ExperimentResult") -> "ExperimentResult":
        """The result, with each comparison that decides recorded as a look at its data set."""
        if self.book.address is None:
            return result
        deciding = {id(each) for each in result.deciding}
        found = []
        for each in result.comparisons:
            if id(each) in deciding:
                self.book.items, self.book.before = self.items[each.data], self.before[each.data]
                each = replace(each, verdict=self.book.note(each.verdict))
            found.append(each)
        return replace(result, comparisons=tuple(found))
