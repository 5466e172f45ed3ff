"""Options that several commands share, and what they do: reports, workers, the store."""

import shlex
import sys
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from bakeoff.core.exceptions import InputError

if TYPE_CHECKING:
    from bakeoff.core.ranking import Ranking
    from bakeoff.core.verdict import Verdict
    from bakeoff.experiment.experiment import Experiment
    from bakeoff.experiment.result import ExperimentResult
    from bakeoff.experiment.run import Setup

Flag = Annotated[bool, Parameter(negative="", show_default=False)]
Json = Annotated[Flag, Parameter(help="Print one JSON object and nothing else.")]
AllCaveats = Annotated[Flag, Parameter(help="Show all caveats, not only the three that matter most.")]
Several = Annotated[tuple[str, ...], Parameter(negative="", consume_multiple=False)]
# The words of the command line, which `main` knows and a command does not.
TYPED: ContextVar[tuple[str, ...]] = ContextVar("typed", default=())
LONGEST = 300  # digits: Python itself refuses a few thousand


def whole_number(text: str, name: str, example: int = 8, *, least: int = 0) -> int:
    """A whole number as typed; the parser would round 2.7 to 3 without a word.

    >>> whole_number("2.7", "ERRORS")
    Traceback (most recent call last):
    bakeoff.core.exceptions.InputError: ERRORS is '2.7'; expected a whole number from 0 upwards, such as 8
    """
    if not (text.isascii() and text.isdigit() and len(text) <= LONGEST and int(text) >= least):
        raise InputError(
            f"{name} is {text[:60]!r}; expected a whole number from {least} upwards, such as {example}"
        )
    return int(text)


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Asked:
    """What to compute and how to show it."""

    method: str = "auto"
    "Key of the method; `bakeoff methods` lists them."

    metric: str | None = None
    "What to compare by (default: accuracy; of a log its main metric), such as f1, pass@3 or agreement."

    level: float | None = None
    "Confidence level of the interval (default: 1 - alpha)."

    alpha: float = 0.05
    "Significance level: a p-value of at most this decides."

    alternative: Literal["two-sided", "greater", "less"] = "two-sided"
    "greater: is A better? less: is B better?"

    margin: float | None = None
    (
        "Largest difference that does not matter (0.01 = 1 point). If the whole interval of level "
        "1 - 2 alpha lies within it, the models are called equivalent."
    )

    tried: str = "1"
    "Number of comparisons tried in total, including this one; p-values are adjusted for it."

    tuned_on_test: Flag = False
    "The test items were used to choose the models; the verdict then says what this invalidates."

    report: str | None = None
    "Write a report to this file: .html, .md, .tex, .bib, .json or .txt; .svg, .png or .pdf is its picture."

    all_caveats: AllCaveats = False

    json: Json = False

    quiet: Flag = False
    "Print the verdict alone."

    def keywords(self) -> dict[str, Any]:
        """The keywords of ``compare_*`` that the options stand for; a report shows all legal methods."""
        names = ("method", "metric", "level", "alpha", "alternative", "margin", "tuned_on_test")
        tried = whole_number(self.tried, "--tried", example=20, least=1)
        given = {name: getattr(self, name) for name in names} | {"tried": tried}
        if self.metric is None:
            del given["metric"]
        return given | ({"opinions": True} if report_wanted(self.report) else {})

    def wanted(self, **more: Any) -> dict[str, Any]:
        """The same as a request to `bakeoff.compare.source` has it, with further options that were given."""
        given = self.keywords() | {name: value for name, value in more.items() if value is not None}
        return {"method": given.pop("method"), "metric": given.pop("metric", None), "common": given}

    def show(self, verdict: "Verdict", *, files: Iterable[Any], rng: Any = "") -> None:
        """Print the verdict, and leave a report if one was asked for."""
        from bakeoff.report.terminal import show

        # What other methods say is for the report: the terminal shows the same with and without one.
        told = replace(verdict, opinions=())
        show(told, as_json=self.json, quiet=self.quiet, all_caveats=self.all_caveats)
        leave_report(verdict, self.report, files=files, rng=rng, quiet=self.quiet)


def report_wanted(path: str | None) -> bool:
    """Whether a report is asked for; refuses one that cannot be written, before anything is computed."""
    if path is None:
        return False
    from bakeoff.report.render import check_report

    check_report(path)
    return True


def leave_report(
    what: "Verdict | ExperimentResult | Ranking",
    path: str | None,
    *,
    files: Iterable[str | Path],
    rng: object = "",
    quiet: bool,
) -> None:
    """Write the report, with what is needed to repeat it, if one was asked for."""
    if path is None:
        return
    from bakeoff.core.origin import origin_here
    from bakeoff.read.engine.masking import masked_words
    from bakeoff.report.render import write_report

    command = shlex.join(("bakeoff", *masked_words(TYPED.get())))
    write_report(what, path, origin_here(command=command, files=files, rng=rng))
    if not quiet:
        sys.stderr.write(f"note: the report is in {path}\n")


def experiment_files(file: str) -> list[Path]:
    """An experiment file that was read before, and the data files that it names."""
    data = tomllib.loads(Path(file).read_bytes().decode("utf-8-sig"))["data"]
    named = [data] if isinstance(data, dict) else data
    return [Path(file), *(Path(file).parent / each["file"] for each in named)]


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Training:
    """Who trains, where it is kept, and what is shown."""

    store: str | None = None
    "Where to keep finished trainings (default: the experiment's name with .bakeoff at the end)."

    jobs: str = "1"
    "Number of worker processes, or all for one per core. The answer does not depend on it."

    cluster: str | None = None
    "Address of a Dask scheduler to run on, such as tcp://host:8786."

    retry: Flag = False
    "Run trainings again that failed before."

    allow: Several = ()
    "Another package than scikit-learn that estimators may come from; can be given several times."

    json: Json = False

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
