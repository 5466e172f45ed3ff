"""What commands that train share: workers, the store, progress, and what Ctrl-C says."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from bakeoff.cli.asked import whole_number
from bakeoff.core.exceptions import InputError

if TYPE_CHECKING:
    from bakeoff.experiment.experiment import Experiment
    from bakeoff.experiment.run import Setup

Flag = Annotated[bool, Parameter(negative="", show_default=False)]


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Training:
    """Who trains, where it is kept, and what is shown."""

    store: str | None = None
    "Where finished trainings are kept (default: the experiment's name with .bakeoff at the end)."

    jobs: str = "1"
    "Worker processes, or all for one each core. The answer does not depend on it."

    cluster: str | None = None
    "Address of a Dask scheduler to run on, such as tcp://host:8786."

    retry: Flag = False
    "Run trainings again that failed before."

    allow: Annotated[tuple[str, ...], Parameter(negative="", consume_multiple=False)] = ()
    "A package beside scikit-learn that estimators may come from; once for each."

    json: Flag = False
    "Print one JSON object and nothing else."

    quiet: Flag = False
    "Print the answer alone, and no progress."

    def read(self, file: str) -> "Experiment":
        """The experiment of a file."""
        from bakeoff.experiment.file import read_experiment

        return read_experiment(file, allow=self.allow)

    @contextmanager
    def kept(self, file: str) -> Iterator["Setup"]:
        """How to run, with the store open; who stops it is told how to go on."""
        from bakeoff.experiment.run import Setup, open_store
        from bakeoff.report.progress import progress_for

        place = Path(file).with_suffix(".bakeoff") if self.store is None else Path(self.store)
        jobs = _jobs(self.jobs)
        with open_store(place) as store:
            try:
                yield Setup(
                    jobs=jobs,
                    cluster=self.cluster,
                    store=store,
                    observer=progress_for(quiet=self.quiet),
                    retry=self.retry,
                )
            except KeyboardInterrupt:
                sys.stderr.write(
                    f"note: what was finished is kept in {place}; the same command goes on from there\n"
                )
                raise


def _jobs(text: str) -> int:
    """The number of workers as typed: a whole number from 1, or all."""
    if text == "all":
        return -1
    count = whole_number(text, "--jobs", example=2)
    if not count:
        raise InputError("--jobs is 0; expected at least 1, or all")
    return count
