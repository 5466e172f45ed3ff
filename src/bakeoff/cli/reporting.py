"""``--report``: a file that says everything, beside what the terminal shows."""

import shlex
import sys
import tomllib
from collections.abc import Iterable
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bakeoff.core.verdict import Verdict
    from bakeoff.experiment.result import ExperimentResult

# The words of the command line, which `main` knows and a command does not.
TYPED: ContextVar[tuple[str, ...]] = ContextVar("typed", default=())


def report_wanted(path: str | None) -> bool:
    """Whether a report is asked for; refuses one that cannot be written, before anything is computed."""
    if path is None:
        return False
    from bakeoff.report.render import check_report

    check_report(path)
    return True


def leave_report(
    what: "Verdict | ExperimentResult",
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
