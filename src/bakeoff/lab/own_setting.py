"""A custom setting: a population, two learners and a size, with its truth computed."""

from dataclasses import replace
from typing import Any

from bakeoff.core.design import Design, at_least, in_words
from bakeoff.core.exceptions import InputError
from bakeoff.lab.layout import layout_of
from bakeoff.lab.learners.fit_predict import fit_predict
from bakeoff.lab.population import Population
from bakeoff.lab.populations import POPULATIONS
from bakeoff.lab.populations._settings import Setting, Side, once
from bakeoff.lab.populations._truth import Measured, Trained, expected, true_errors

BY_ARGUMENT = ("labels-tell-nothing", "exchangeable-views")
DRAWS = 1000  # training sets over which a true difference is measured
TRUTH_RNG = 1


def situation(population: str, *, a: str, b: str, n: int = 300, **parameters: Any) -> Setting:
    """A setting composed of a population with its parameters and two learners.

    Parameters
    ----------
    population
        Key of a population, such as ``fair-attributes``.
    a, b
        Keys of learners; ``learner@view`` shows a view of the attributes.
    n
        Items in a data set.
    **parameters
        Parameters of the population.

    Examples
    --------
    >>> made = situation("fair-attributes", a="naive-bayes", b="1-nn", n=200, attributes=5)
    >>> made.null, made.reason
    (True, 'labels-tell-nothing')
    """
    at_least(2, n=n)
    sides = side_of(a), side_of(b)
    made = POPULATIONS[population].vary(**parameters)
    for side in sides:
        made.view(side.view)
    if sides[0] == sides[1]:
        raise InputError(
            f"A and B are both {a}; expected two learners, or one with two views of the attributes"
        )
    reason = _reason(made, *sides)
    setting = Setting(
        key=f"{made.name}:n-{n}:{a}-vs-{b}",
        population=population,
        parameters=dict(parameters),
        n=n,
        train=n * 9 // 10,
        a=sides[0],
        b=sides[1],
        difference=0.0,
        standard_error=0.0,
        reason=reason,
    )
    if reason in BY_ARGUMENT:
        return setting
    found = measured_difference(setting, setting.train)
    return replace(setting, difference=found.mean, standard_error=found.standard_error)


def side_of(words: str) -> Side:
    """``learner`` or ``learner@view``.

    >>> side_of("c45@first-block")
    Side(learner='c45', view='first-block', error_rate=0.0)
    """
    learner, _, view = words.partition("@")
    fit_predict(learner)  # refuses what is not a learner
    return Side(learner=learner, view=view) if view else Side(learner=learner)


def training_size(setting: Setting, design: Design) -> int:
    """How many of a setting's items a design trains on, in its largest fold."""
    return setting.n - -(-setting.n // layout_of(design).folds)


def true_difference(setting: Setting, design: Design) -> float:
    """The expected accuracy of A minus that of B after training on sets of the size in a design."""
    if setting.reason in BY_ARGUMENT:
        return 0.0
    train = training_size(setting, design)
    if train == setting.train:
        return setting.difference
    return measured_difference(setting, train).mean


def check_null(setting: Setting, design: Design) -> None:
    """Refuse a setting in which the two learners are not equally good under a design."""
    if not setting.null:
        raise InputError(
            f"{setting.key} has a difference of {setting.difference:+.4f}; expected a setting without a "
            f"difference: bakeoff lab lists them (settings with a difference measure power)"
        )
    train = training_size(setting, design)
    if setting.reason not in BY_ARGUMENT and train != setting.train:
        raise InputError(
            f"in {setting.key} the learners are equal for {setting.train} training items, but "
            f"{in_words(design)} trains on {train} of {setting.n}; use another design or setting"
        )


@once
def measured_difference(setting: Setting, train: int) -> Measured:
    """Accuracy of A minus B over random training sets, with its standard error."""
    sides = {
        name: Trained(fit_predict=fit_predict(side.learner), view=side.view, error_rate=side.error_rate)
        for name, side in setting.sides.items()
    }
    errors = true_errors(setting.make(), sides, n=train, draws=DRAWS, rng=TRUTH_RNG)
    return expected(errors["b"] - errors["a"])


def _reason(made: Population, a: Side, b: Side) -> str:
    if made.chance_error is not None:
        return BY_ARGUMENT[0]
    if a.learner == b.learner and {a.view, b.view} <= set(made.exchangeable):
        return BY_ARGUMENT[1]
    return "measured"
