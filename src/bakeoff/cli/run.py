"""``bakeoff run``: an experiment from a file."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Parameter

from bakeoff.cli.asked import whole_number

Flag = Annotated[bool, Parameter(negative="", show_default=False)]


def run(
    file: str,
    /,
    *,
    store: str | None = None,
    jobs: str = "1",
    cluster: str | None = None,
    quick: Flag = False,
    retry: Flag = False,
    allow: Annotated[tuple[str, ...], Parameter(negative="", consume_multiple=False)] = (),
    method: str | None = None,
    metric: str | None = None,
    level: float | None = None,
    alpha: float | None = None,
    alternative: Literal["two-sided", "greater", "less"] | None = None,
    margin: float | None = None,
    json: Flag = False,
    quiet: Flag = False,
) -> None:
    """Run the learners of an experiment file, once, and judge them.

    Every finished training is kept in a store beside the file: a run that was stopped goes on where it was.

    Parameters
    ----------
    file
        The experiment, in TOML; examples/ has some.
    store
        Where finished trainings are kept (default: the experiment's name with .bakeoff at the end).
    jobs
        Worker processes, or all for one each core. The answer does not depend on it.
    cluster
        Address of a Dask scheduler to run on, such as tcp://host:8786.
    quick
        Skip the halvings of half-sample-t: faster, with a false-alarm rate that may be far off.
    retry
        Run trainings again that failed before.
    allow
        A package beside scikit-learn that estimators may come from; once for each.
    method
        Key of the method, instead of the file's.
    metric
        What to compare on, instead of the file's.
    level
        Level of the interval, instead of the file's.
    alpha
        A p-value below this decides, instead of the file's.
    alternative
        greater: is A better? less: is B better?
    margin
        Differences smaller than this do not matter.
    json
        Print one JSON object and nothing else.
    quiet
        Print the verdict alone, and no progress.
    """
    from bakeoff.experiment.conduct import conduct, opened
    from bakeoff.experiment.file import read_experiment
    from bakeoff.experiment.judge import needs_halvings
    from bakeoff.experiment.result import result_of
    from bakeoff.experiment.run import How
    from bakeoff.report.experiment import show_experiment
    from bakeoff.report.progress import progress_for

    asked = {
        "method": method,
        "metrics": None if metric is None else (metric,),
        "level": level,
        "alpha": alpha,
        "alternative": alternative,
        "margin": margin,
    }
    experiment = replace(read_experiment(file, allow=allow), **_given(asked))
    if quick and needs_halvings(experiment.method, experiment.design.key):
        experiment = replace(experiment, method="corrected-resampled-t")
    place = store_of(file, store)
    with opened(place) as kept:
        how = How(
            jobs=number_of_jobs(jobs),
            cluster=cluster,
            store=kept,
            observer=progress_for(quiet=quiet),
            retry=retry,
        )
        try:
            result = result_of(conduct(experiment, how))
        except KeyboardInterrupt:
            sys.stderr.write(
                f"note: what was finished is kept in {place}; the same command goes on from there\n"
            )
            raise
    show_experiment(result, as_json=json, quiet=quiet)


def store_of(file: str, store: str | None) -> Path:
    """Where the trainings of an experiment file are kept."""
    return Path(store) if store is not None else Path(file).with_suffix(".bakeoff")


def number_of_jobs(text: str) -> int:
    """The number of workers as typed: a whole number from 1, or all."""
    if text == "all":
        return -1
    return max(1, whole_number(text, "--jobs", example=2))


def _given(asked: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in asked.items() if value is not None}
