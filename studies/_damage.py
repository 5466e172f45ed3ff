"""Damage the better of C4.5 and 1-NN until both err as often (Dietterich 1998, section 4.2)."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from typing import Any

from studies import _table

from bakeoff.lab.learners.fit_predict import fit_predict
from bakeoff.lab.population import Population
from bakeoff.lab.populations import POPULATIONS
from bakeoff.lab.populations._damage import CODED, DAMAGED
from bakeoff.lab.populations._settings import Setting, Side
from bakeoff.lab.populations._truth import Trained, expected, true_errors

ITEMS, HALVINGS, MOST, NEAR = 300, 7, 6.0, 0.1
# Part of the way from equal errors to no damage: Dietterich's points for power.
PARTS = (0.0, 0.5)
# Learners that differ by less leave too little between equal and undamaged to measure power with.
ROOM = 0.04
TREE, NEIGHBOUR = Side(learner="c45", view=CODED), Side(learner="1-nn", view=DAMAGED)


def damaged_settings(*, draws: int) -> list[dict[str, Any]]:
    """One setting for each population, training size and part of the way."""
    return [
        entry
        for key in _table.DAMAGED
        for train in _table.SIZES
        for entry in _settings_of(POPULATIONS[key], train, _enough(POPULATIONS[key], draws))
    ]


def _enough(population: Population, draws: int) -> int:
    """Training sets to draw: fewer where the error after each is exact."""
    return draws // 2 if population.cells is None else draws // 4


def _settings_of(population: Population, train: int, draws: int) -> Iterator[dict[str, Any]]:
    undamaged = true_errors(
        population, {"tree": _trained(TREE), "1-nn": _trained(NEIGHBOUR)}, n=train, draws=draws, rng=1
    )
    of_tree, of_neighbour = (float(undamaged[name].mean()) for name in ("tree", "1-nn"))
    worse, better = max(of_tree, of_neighbour), min(of_tree, of_neighbour)
    for part in PARTS if worse - better > ROOM else PARTS[:1]:
        target = worse - part * (worse - better)
        if of_tree <= of_neighbour:
            # For a rate r the error e becomes e (1 - r) + (1 - e) r.
            rate = round((target - of_tree) / (1 - 2 * of_tree), 4)
            yield _stored(population, {}, replace(TREE, error_rate=rate), train, part, draws)
        else:
            amount = round(_solve(_error_of_damaged(population, train), target, draws), 4)
            yield _stored(population, {"damage": amount}, TREE, train, part, draws)


def _stored(
    population: Population, parameters: dict[str, Any], tree: Side, train: int, part: float, draws: int
) -> dict[str, Any]:
    """A setting, its difference measured on new training sets."""
    sides = {"a": _trained(tree), "b": _trained(NEIGHBOUR)}
    errors = true_errors(population.vary(**parameters), sides, n=train, draws=draws, rng=2)
    found = expected(errors["b"] - errors["a"])
    key = f"{population.key}:train-{train}:" + ("equal" if part == 0 else f"part-{part:g}")
    level = errors["a"].mean()
    sys.stderr.write(f"{key}: {found.mean:+.4f} +- {found.standard_error:.4f} {level:.3f} {parameters}\n")
    return asdict(
        Setting(
            key=key,
            population=population.key,
            parameters=parameters,
            n=ITEMS,
            train=train,
            a=tree,
            b=NEIGHBOUR,
            difference=round(found.mean, 6),
            standard_error=round(found.standard_error, 6),
            reason="damaged" if part == 0 else "measured",
        )
    )


def _error_of_damaged(population: Population, train: int) -> Callable[[float, int], float]:
    """The mean error of 1-NN as a function of the damage and the number of training sets."""
    fit_predict = _trained(NEIGHBOUR).fit_predict

    def error(amount: float, draws: int) -> float:
        show = population.vary(damage=amount).views[DAMAGED]
        # Of the undamaged population, so that any damage meets the same training sets.
        shown = Trained(fit_predict=lambda X, y, items: fit_predict(show(X), y, show(items)))
        return float(true_errors(population, {"1-nn": shown}, n=train, draws=draws, rng=1)["1-nn"].mean())

    return error


def _solve(error: Callable[[float, int], float], target: float, draws: int) -> float:
    """The damage at which the error, which grows with it, is the target.

    Halving with few training sets comes near; a line through two errors with all of them finds the place.
    """
    low, high = 0.0, MOST
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if error(middle, max(2, draws // 16)) < target else (low, middle)
    low, high = max(0.0, low - NEAR), high + NEAR
    at_low, at_high = error(low, draws), error(high, draws)
    return low + (target - at_low) * (high - low) / (at_high - at_low)


def _trained(side: Side) -> Trained:
    return Trained(fit_predict=fit_predict(side.learner), view=side.view, error_rate=side.error_rate)
