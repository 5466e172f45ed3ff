"""Options that several commands share, and what they do: reports, workers, the store, the ledger."""

import os
import shlex
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

from cyclopts import Parameter

from bakeoff.core.exceptions import FileError, InputError
from bakeoff.core.written import whole_typed

if TYPE_CHECKING:
    from bakeoff.core.looks import Finding, Look, Looks, TestItems
    from bakeoff.core.ranking import Ranking
    from bakeoff.core.verdict import Verdict
    from bakeoff.experiment.experiment import Experiment
    from bakeoff.experiment.result import ExperimentResult
    from bakeoff.experiment.run import Setup
    from bakeoff.plan.ledger import Ledger

Flag = Annotated[bool, Parameter(negative="", show_default=False)]
Json = Annotated[Flag, Parameter(help="Print one JSON object and nothing else.")]
AllCaveats = Annotated[Flag, Parameter(help="Show all caveats, not only the three that matter most.")]
Several = Annotated[tuple[str, ...], Parameter(negative="", consume_multiple=False)]
# The words of the command line, which only `main` knows.
TYPED: ContextVar[tuple[str, ...]] = ContextVar("typed", default=())
What = TypeVar("What", "Verdict", "Ranking")
Got = TypeVar("Got")
VARIABLE = "BAKEOFF_LEDGER"


def whole_number(text: str, name: str, example: int = 8, *, least: int = 0) -> int:
    """A whole number as typed."""
    return whole_typed(text, name, least=least, example=example)


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
    "Print the verdict alone; caveats go to standard error."

    def keywords(self) -> dict[str, Any]:
        """The keywords of ``compare_*`` that the options stand for; a report shows all valid methods."""
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
        """Print the verdict, and write a report if one was requested."""
        from bakeoff.report.terminal import show

        # What other methods say is for the report: the terminal shows the same with and without one.
        told = replace(verdict, opinions=())
        show(told, as_json=self.json, quiet=self.quiet, all_caveats=self.all_caveats)
        leave_report(verdict, self.report, files=files, rng=rng, quiet=self.quiet)


def report_wanted(path: str | None) -> bool:
    """Whether a report is requested; refuses one that cannot be written before anything is computed."""
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
    """Write the report, with what is needed to repeat it, if one was requested."""
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
    """Where training happens, where results are kept, and what is shown."""

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
    "Print the answer alone, and no progress; caveats go to standard error."

    def read(self, file: str) -> "Experiment":
        """The experiment of a file."""
        from bakeoff.experiment.file import read_experiment

        return read_experiment(file, allow=self.allow)

    @contextmanager
    def kept(self, file: str) -> Iterator["Setup"]:
        """How to run, with the store open; a user who stops it is told how to continue."""
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
                    f"note: what was finished is kept in {place}; the same command continues from there\n"
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


@dataclass
class Book:
    """A ledger that one command writes to, or none where it has no ``address``.

    Pass ``asks`` to the reader. It is called with the items and returns the number of earlier looks to adjust
    for. Then `note` what was found. The ledger is open only while it is used.
    """

    kind: str
    address: str | None = None
    adjust: bool = False
    optional: bool = False
    items: "TestItems | None" = None
    before: "Sequence[Look]" = field(default_factory=tuple)

    @property
    def asks(self) -> "Callable[[TestItems], int] | None":
        """What records which items there are; None without a ledger."""
        return None if self.address is None else self.seen

    def seen(self, items: "TestItems") -> int:
        """Look up these items; gives the number of looks to adjust for."""
        self.items = items
        self.before = self._in_ledger(lambda ledger: ledger.before(items)) or ()
        return len(self.before) if self.adjust else 0

    def note(self, what: What) -> What:
        """Record the result, if there is a ledger; gives it with the number of earlier looks."""
        if self.address is None or not self._has_items():
            return what
        items, circumstances = self.items, self._circumstances()
        return self._in_ledger(lambda ledger: ledger.record(what, items, **circumstances)) or what

    def add(self, finding: "Finding") -> "Looks | None":
        """Record a result other than a verdict, such as that of a gate; gives the earlier looks."""
        items = self.items
        if self.address is None or not self._has_items() or items is None:
            return None
        circumstances = self._circumstances()
        return self._in_ledger(lambda ledger: ledger.add(finding, items, **circumstances))

    def check(self) -> None:
        """Refuse a ledger that cannot be added to."""
        self._in_ledger(lambda ledger: ledger.check())

    def _in_ledger(self, act: "Callable[[Ledger], Got]") -> "Got | None":
        """What is done in the ledger; None, with a note, where it may be left out and cannot be used."""
        from bakeoff.plan.ledger import Ledger

        if self.address is None:
            return None
        try:
            with Ledger(self.address) as ledger:
                return act(ledger)
        except FileError as problem:
            if not self.optional:
                raise
            self.address = None
            sys.stderr.write(f"note: this look is not recorded: {problem}\n")
            return None

    def _has_items(self) -> bool:
        if self.items is None:
            sys.stderr.write("note: the ledger counts looks at items; here are none, and none is recorded\n")
        return self.items is not None

    def _circumstances(self) -> dict[str, Any]:
        from bakeoff.read.engine.masking import masked_words

        return {
            "before": self.before,
            "added": len(self.before) if self.adjust else 0,
            "kind": self.kind,
            "command": shlex.join(("bakeoff", *masked_words(TYPED.get()))),
        }


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Recording:
    """Whether and where the look is recorded."""

    ledger: str | None = None
    (
        "Record this look at the items in a ledger: a file, or postgres://user@host/name (default: the "
        "variable BAKEOFF_LEDGER; none: no ledger)."
    )

    adjust_looks: Flag = False
    "Adjust for the earlier looks at these items that are in the ledger (Bonferroni)."

    ledger_optional: Flag = False
    "If the ledger cannot be used, say so and go on without it."

    def begin(self, kind: str) -> Book:
        """Open the ledger, and refuse one that cannot be added to before anything is computed."""
        address = self.ledger if self.ledger is not None else os.environ.get(VARIABLE, "") or "none"
        if address == "none":
            if self.adjust_looks:
                raise InputError(
                    f"--adjust-looks needs the ledger that counts the looks; add --ledger FILE, or set "
                    f"{VARIABLE}"
                )
            return Book(kind)
        if self.adjust_looks and self.ledger_optional:
            raise InputError(
                "--ledger-optional is given with --adjust-looks, which needs the ledger; leave one out"
            )
        book = Book(kind, address, self.adjust_looks, self.ledger_optional)
        book.check()
        return book
