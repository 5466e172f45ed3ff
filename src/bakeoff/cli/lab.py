"""``bakeoff lab``: how methods behave where the truth is known."""

import sys
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Literal

from cyclopts import Parameter

from bakeoff.cli.asked import Flag, Json, Several, whole_number
from bakeoff.core.exceptions import InputError

if TYPE_CHECKING:
    from bakeoff.core.design import Design
    from bakeoff.lab.populations._settings import Setting


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class OwnSetting:
    """A custom setting, in place of those that have a key."""

    world: str | None = None
    "Population to draw data sets from, such as fair-attributes; give --a and --b with it."

    a: str | None = None
    "Learner A, such as naive-bayes; learner@view shows it a view of the attributes."

    b: str | None = None
    "Learner B."

    n: str | None = None
    "Items in a data set (default: 300)."

    parameter: Several = ()
    "A parameter of the population, as name=value; once for each."

    def make(self) -> "list[Setting]":
        """The setting, where one is described."""
        if self.world is None:
            if self.a or self.b or self.n or self.parameter:
                raise InputError("--a, --b, --n and --parameter describe a setting; give --world too")
            return []
        if not (self.a and self.b):
            raise InputError(f"--world {self.world} needs two learners; give --a and --b")
        from bakeoff.lab.own_setting import situation

        given = dict(map(_name_and_value, self.parameter))
        return [
            situation(self.world, a=self.a, b=self.b, n=whole_number(self.n or "300", "--n", 300), **given)
        ]


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class UnderDesign:
    """How the data are reused."""

    design: Literal["repeated-kfold", "kfold", "five-by-two", "resampling", "holdout"] = "repeated-kfold"
    "How learners are trained and tested."

    runs: str = "10"
    "Runs of repeated-kfold."

    folds: str = "10"
    "Folds of kfold and repeated-kfold."

    splits: str = "30"
    "Splits of resampling."

    test: str = "1/3"
    "Share of the items that resampling and holdout test on, such as 1/3."

    def make(self) -> "Design":
        """The design."""
        from bakeoff.designs import DESIGNS

        counts = ("runs", "folds", "splits")
        given: dict[str, Any] = {
            name: whole_number(getattr(self, name), f"--{name}", 10) for name in counts
        } | {"test": _share(self.test)}
        kind = DESIGNS[self.design]
        taken = [each.name for each in fields(kind) if each.name in given]
        return kind(**{name: given[name] for name in taken})


def lab(
    question: Literal["settings", "size", "power", "coverage", "replicability", "calibrate"] = "settings",
    /,
    *settings: str,
    own: OwnSetting | None = None,
    under: UnderDesign | None = None,
    method: Several = (),
    draws: str = "1000",
    alpha: float = 0.05,
    repetitions: str = "10",
    rng: str = "0",
    store: str | None = None,
    figure: str | None = None,
    json: Json = False,
    quiet: Flag = False,
) -> None:
    """Measure methods on data sets drawn from populations whose truth is known.

    Parameters
    ----------
    question
        settings lists them; size: how often is there a false alarm; power: how often is the better
        learner found; coverage: how often does the interval contain the truth; replicability: on how many
        data sets do repetitions with other folds agree; calibrate: which degrees of freedom hold the level.
    settings
        Keys of settings: a population, its parameters, a size and two learners.
    method
        Key of a method, with options as in cv-all-data:df=5; once for each (default: all that are valid).
    draws
        Number of data sets that are drawn.
    alpha
        Significance level; intervals are at level 1 - alpha.
    repetitions
        Number of repetitions with other folds, for replicability.
    rng
        Seed of the random draws.
    store
        File that keeps finished data sets, so that a stopped study can continue.
    figure
        File for a picture of what was measured: .svg, .png or .pdf.
    quiet
        Print the figures alone, and no progress.
    """
    from bakeoff.lab.report.studies import show_calibrations, show_findings, show_settings

    chosen = [*settings, *(own or OwnSetting()).make()]
    if figure is not None:
        _check_figure(question, figure)
    if question == "settings":
        show_settings(list(settings), as_json=json)
        return
    if not chosen:
        raise InputError(
            f"bakeoff lab {question} needs a setting; give keys that bakeoff lab settings lists, or --world "
            f"with --a and --b"
        )
    found = _measured(
        question,
        chosen,
        store=store,
        quiet=quiet,
        design=(under or UnderDesign()).make(),
        methods=list(method) or None,
        draws=whole_number(draws, "--draws", example=1000),
        alpha=alpha,
        rng=whole_number(rng, "--rng", example=1),
        **(
            {"repetitions": whole_number(repetitions, "--repetitions")} if question == "replicability" else {}
        ),
    )
    show = show_calibrations if question == "calibrate" else show_findings
    show(found, as_json=json, quiet=quiet)
    if figure is not None:
        from bakeoff.lab.report.charts import lab_chart
        from bakeoff.report.draw.figures import write_figure

        write_figure(lab_chart(found), figure)


def _check_figure(question: str, figure: str) -> None:
    """Refuse an impossible figure before anything is measured."""
    from bakeoff.report.draw.figures import check_figure

    if question in ("settings", "calibrate"):
        raise InputError(
            f"bakeoff lab {question} has no figure; leave --figure out, or ask for size, power, coverage or "
            f"replicability"
        )
    check_figure(figure)


def _measured(question: str, chosen: list[Any], *, store: str | None, quiet: bool, **asked: Any) -> Any:
    """The answer; a user who stops it is told how to continue."""
    from bakeoff import lab as rooms
    from bakeoff.report.progress import progress_for

    observer = progress_for(quiet=quiet, noun="data sets")
    try:
        return getattr(rooms, question)(chosen, store=store, observer=observer, **asked)
    except KeyboardInterrupt:
        kept = (
            f"what was finished is kept in {store}; the same command continues from there"
            if store
            else "nothing was kept; with --store FILE it would continue from there"
        )
        sys.stderr.write(f"note: {kept}\n")
        raise


def _name_and_value(text: str) -> tuple[str, Any]:
    """``name=value`` with a number or several, as populations take them.

    >>> _name_and_value("shares=0.9,0.1"), _name_and_value("attributes=5")
    (('shares', (0.9, 0.1)), ('attributes', 5))
    """
    name, _, value = text.partition("=")
    try:
        numbers = tuple(float(part) if "." in part else int(part) for part in value.split(","))
    except ValueError:
        raise InputError(
            f"--parameter is {text!r}; expected name=value with a number, such as attributes=5"
        ) from None
    return name.strip().replace("-", "_"), numbers[0] if len(numbers) == 1 else numbers


def _share(text: str) -> float:
    """A share as typed, such as 1/3 or 0.25.

    >>> _share("1/4")
    0.25
    """
    above, _, below = text.partition("/")
    try:
        return float(above) / float(below or 1)
    except (ValueError, ZeroDivisionError):
        raise InputError(f"--test is {text!r}; expected a share such as 1/3") from None
