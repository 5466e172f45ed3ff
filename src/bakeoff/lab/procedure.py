"""A method under a design: what the lab tests."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bakeoff.core.design import Design, in_words
from bakeoff.core.exceptions import IllegalMethodError, InputError, unknown_name
from bakeoff.core.method import Method
from bakeoff.core.outcomes import IN_WORDS, FoldScores, PairedItems, PairedLabels, PairedScores, RankedItems
from bakeoff.core.result import Result
from bakeoff.judge.facts import WITH_HALVINGS, is_legal
from bakeoff.lab.layout import layout_of
from bakeoff.methods import METHODS
from bakeoff.methods.cv_all_data import WARY_DF

HALVINGS, FOLDS_OF_A_HALF = 15, 10
OF_ITEMS = (PairedItems, PairedLabels, PairedScores, RankedItems)
# What verdicts use by default under repeated folds.
DEFAULTS = (f"{WITH_HALVINGS}:floor=items", f"cv-all-data:df={WARY_DF}")


@dataclass(frozen=True, kw_only=True)
class Procedure:
    """A method with its options, on the outcomes of a design.

    ``halvings`` is how often data are halved for a method that needs it.
    """

    method: str
    design: Design
    options: Mapping[str, Any] = field(default_factory=dict)
    halvings: int = 0

    def __post_init__(self) -> None:
        if self.record.needs_halvings and not self.halvings:
            object.__setattr__(self, "halvings", HALVINGS)
        layout, method = layout_of(self.design), self.record
        for name in self.options:
            if name not in method.options:
                raise unknown_name(f"option of {self.method}", name, method.options)
        if method.takes is FoldScores:
            _check_design(method, self.design)
        elif method.takes not in OF_ITEMS:
            raise IllegalMethodError(
                f"{self.method} takes {IN_WORDS[method.takes]}; expected a method for fold scores or for the "
                f"items of one test set: the lab's learners give no more"
            )
        elif method.takes is RankedItems and layout.fits > 1:
            raise IllegalMethodError(
                f"{self.method} ranks items by their scores, and those of the {layout.fits} models of "
                f"{in_words(self.design)} have no common scale; use Holdout"
            )
        elif layout.runs > 1:
            raise IllegalMethodError(
                f"{in_words(self.design)} tests items more than once, and {self.method} needs one answer for "
                f"each; use Holdout or KFold"
            )

    @property
    def record(self) -> Method:
        """The record of the method."""
        return METHODS[self.method]

    @property
    def name(self) -> str:
        """The method with its options.

        >>> from bakeoff.designs import KFold
        >>> Procedure(method="half-sample-t", design=KFold(), options={"floor": "nadeau-bengio"}).name
        'half-sample-t (15 halvings, floor nadeau-bengio)'
        """
        given = [f"{self.halvings} halvings"] if self.halvings else []
        given += [f"{key} {value}" for key, value in self.options.items()]
        return f"{self.method} ({', '.join(given)})" if given else self.method

    @property
    def of_items(self) -> bool:
        """Whether it judges items and not fold scores."""
        return self.record.takes is not FoldScores

    @property
    def fits(self) -> int:
        """How often each learner is trained, halves included."""
        return layout_of(self.design).fits + 2 * FOLDS_OF_A_HALF * self.halvings

    @property
    def of_ranks(self) -> bool:
        """Whether it judges areas under ROC curves."""
        return self.record.takes is RankedItems

    def compute(self, outcomes: Any, level: float) -> Result:
        """The result of the method."""
        return self.record.compute(outcomes, level=level, alternative="two-sided", **self.options)


def _check_design(method: Method, design: Design) -> None:
    import numpy as np

    nothing = np.zeros(design.shape or (1, 1))
    if not is_legal(method, FoldScores(a=nothing, b=nothing, design=design)):
        raise IllegalMethodError(
            f"{method.key} does not take scores of {in_words(design)}; expected {', '.join(method.designs)}"
        )


def read_procedure(words: str, design: Design) -> Procedure:
    """A method, with options after a colon.

    Examples
    --------
    >>> from bakeoff.designs import RepeatedKFold
    >>> read_procedure("cv-all-data:df=5", RepeatedKFold()).name
    'cv-all-data (df 5)'
    """
    method, _, rest = words.partition(":")
    pairs = [part.partition("=") for part in rest.split(",") if part]
    for name, equals, _ in pairs:
        if not equals:
            raise InputError(f"{words!r} gives {name!r} no value; expected method:option=value")
    return Procedure(
        method=method, design=design, options={name.strip(): _value(text) for name, _, text in pairs}
    )


def _value(text: str) -> Any:
    try:
        number = float(text)
    except ValueError:
        return text.strip()
    return int(number) if number.is_integer() else number


def legal_procedures(design: Design) -> list[Procedure]:
    """Every method that the lab can test under a design, and the defaults where they differ.

    Examples
    --------
    >>> from bakeoff.designs import FiveByTwo
    >>> [each.method for each in legal_procedures(FiveByTwo()) if each.method.startswith("five")]
    ['five-by-two-f', 'five-by-two-t']
    """
    found = []
    for method in METHODS:
        try:
            found.append(Procedure(method=method.key, design=design))
        except IllegalMethodError:
            continue
    if design.key == "repeated-kfold":
        found += [read_procedure(words, design) for words in DEFAULTS]
    return found
