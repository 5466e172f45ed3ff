"""Size, power, coverage and replicability of methods in settings whose truth is known."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from bakeoff.core.design import Design, at_least, in_words
from bakeoff.core.exceptions import InputError, unknown_name
from bakeoff.designs import RepeatedKFold
from bakeoff.lab.answers import can_rank, true_area_difference
from bakeoff.lab.learners._arrays import Bools
from bakeoff.lab.own_setting import BY_ARGUMENT, check_null, training_size, true_difference
from bakeoff.lab.populations._settings import Setting
from bakeoff.lab.populations._settings import setting as setting_of
from bakeoff.lab.procedure import Procedure, legal_procedures, read_procedure
from bakeoff.lab.responses import Responses, measuring, responses

Measure = Literal["size", "power", "coverage", "replicability"]
TEN_BY_TEN = RepeatedKFold(runs=10, folds=10)
REPETITIONS = 10  # Bouckaert's
KEYWORDS = ("methods", "design", "draws", "alpha", "rng", "store", "observer")


@dataclass(frozen=True, kw_only=True)
class Finding:
    """A measured share with its Monte-Carlo interval at 95 % (Jeffreys').

    Attributes
    ----------
    count, draws
        Number of data sets with a property, and of all data sets.
    truth
        The true difference, A minus B in accuracy (in the area under the curve for methods that judge that),
        at the training size of the design.
    fits
        How often each learner is trained on one data set.
    """

    question: Measure
    setting: str
    method: str
    design: str
    alpha: float
    count: int
    draws: int
    truth: float
    fits: int

    @property
    def share(self) -> float:
        """The share of data sets."""
        return self.count / self.draws

    @property
    def interval(self) -> tuple[float, float]:
        """The Monte-Carlo interval of the true share."""
        from bakeoff.intervals.jeffreys import jeffreys

        low, high = jeffreys(self.count, self.draws, 0.025)
        return float(low), float(high)

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {**vars(self), "share": self.share, "interval": list(self.interval)}


def size(settings: "Settings", **asked: Any) -> list[Finding]:
    """How often methods raise a false alarm where the two learners are equally good.

    Parameters
    ----------
    settings
        One or several settings: keys (`bakeoff lab` lists them) or what `situation` makes.
    **asked
        ``methods`` (keys, with options as in ``"cv-all-data:df=5"``, or `Procedure`; default: all that are
        valid), ``design`` (default 10 runs of 10 folds), ``draws`` (1000), ``alpha`` (0.05), ``rng`` (0),
        ``store`` (a file that keeps what is finished), ``observer``.

    Examples
    --------
    >>> found = size("fair-attributes:n-100:naive-bayes-vs-c45", methods=["corrected-resampled-t"], draws=50)
    >>> found[0].draws, 0 <= found[0].share < 0.3
    (50, True)
    """
    return _study("size", settings_of(settings), **_known(asked))


def power(settings: "Settings", **asked: Any) -> list[Finding]:
    """How often methods find the better learner where there is one; keywords as in `size`."""
    chosen = settings_of(settings)
    for each in chosen:
        if each.null:
            raise InputError(
                f"in {each.key} the two learners are equally good: power is measured where they are not; use "
                f"size"
            )
    return _study("power", chosen, **_known(asked))


def coverage(settings: "Settings", **asked: Any) -> list[Finding]:
    """How often the interval at level 1 - alpha contains the true difference; keywords as in `size`."""
    return _study("coverage", settings_of(settings), **_known(asked))


def replicability(settings: "Settings", **asked: Any) -> list[Finding]:
    """On how many data sets ``repetitions`` (10) of a test with other random folds all agree (SIM-3)."""
    repetitions = asked.pop("repetitions", REPETITIONS)
    return _study("replicability", settings_of(settings), repetitions=repetitions, **_known(asked))


def _known(asked: dict[str, Any]) -> dict[str, Any]:
    """The keywords, or an error that names the nearest."""
    for name in asked:
        if name not in KEYWORDS:
            raise unknown_name("keyword", name, KEYWORDS)
    return asked


Settings = str | Setting | Iterable[str | Setting]
Methods = Sequence[str | Procedure] | str | None


def _study(
    question: Measure,
    settings: list[Setting],
    *,
    methods: Methods = None,
    design: Design = TEN_BY_TEN,
    repetitions: int = 1,
    **asked: Any,
) -> list[Finding]:
    at_least(2 if question == "replicability" else 1, repetitions=repetitions)
    if isinstance(design, type) or not isinstance(design, Design):
        raise InputError(f"design is {design!r}; expected one such as KFold(folds=10)")
    procedures = _procedures(methods, design)
    if methods is None and not all(map(can_rank, settings)):
        procedures = [each for each in procedures if not each.of_ranks]
    if question == "size":
        for setting in settings:
            for procedure in procedures:
                check_null(setting, procedure.design)
                _check_areas(setting, procedure)
    with measuring(question, len(settings), repetitions=repetitions, **asked) as how:
        return [
            finding(question, said, how.alpha)
            for setting in settings
            for said in responses(setting, procedures, how)
        ]


def _check_areas(setting: Setting, procedure: Procedure) -> None:
    """Refuse learners that were made equally accurate where areas under curves are compared."""
    if procedure.of_ranks and setting.reason not in BY_ARGUMENT:
        raise InputError(
            f"in {setting.key} the learners are as accurate, which says nothing of their areas under the "
            f"curve; use a setting where labels tell nothing or views may change places"
        )


def finding(question: Measure, said: Responses, alpha: float) -> Finding:
    """The answer to a question from the results of a procedure."""
    truth = truth_of(said.setting, said.procedure)
    yes = _answers(question, said, alpha, truth)
    return Finding(
        question=question,
        setting=said.setting.key,
        method=said.procedure.name,
        design=in_words(said.procedure.design),
        alpha=alpha,
        count=int(yes.sum()),
        draws=yes.size,
        truth=truth,
        fits=said.procedure.fits,
    )


def truth_of(setting: Setting, procedure: Procedure) -> float:
    """The true difference that a procedure estimates: in accuracy, or in the area under the curve."""
    if not procedure.of_ranks or setting.reason in BY_ARGUMENT:
        return true_difference(setting, procedure.design)
    return true_area_difference(setting, training_size(setting, procedure.design)).mean


def _answers(question: Measure, said: Responses, alpha: float, truth: float) -> Bools:
    """For each data set, whether it happened."""
    rejected: Bools = said.p_value < alpha
    yes: dict[Measure, Bools] = {
        "size": rejected[0],
        "power": rejected[0] & (said.direction[0] == np.sign(truth)),
        "coverage": (said.low[0] <= truth) & (truth <= said.high[0]),
        "replicability": (rejected == rejected[0]).all(axis=0),
    }
    return yes[question]


def settings_of(given: Settings) -> list[Setting]:
    """Settings by key or as they are."""
    several = [given] if isinstance(given, str | Setting) else list(given)
    if not several:
        raise InputError("no settings were given; expected one or more: bakeoff lab lists them")
    return [each if isinstance(each, Setting) else setting_of(each) for each in several]


def _procedures(methods: Methods, design: Design) -> list[Procedure]:
    if methods is None:
        return legal_procedures(design)
    several = [methods] if isinstance(methods, str) else list(methods)
    if not several:
        raise InputError("no methods were given; expected one or more keys, or none for all that are valid")
    return [each if isinstance(each, Procedure) else read_procedure(each, design) for each in several]
