"""Damage the better of C4.5 and 1-NN until both err as often (Dietterich 1998, section 4.2)."""

import sys
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from studies import _table
from studies._learners import learner

from bakeoff.core.population import Population
from bakeoff.worlds.populations import POPULATIONS
from bakeoff.worlds.populations._damage import CODED, DAMAGED
from bakeoff.worlds.populations._settings import Setting, Side
from bakeoff.worlds.populations._truth import Trained, expected, true_errors

ITEMS, HALVINGS, MOST, NEAR = 300, 7, 6.0, 0.1
# Part of the way from equal errors to no damage: Dietterich's points for power.
PARTS = (0.0, 0.5)


def damaged_settings(*, draws: int) -> list[dict[str, Any]]:
    """One setting for each population, training size and part of the way, fresh draws measuring the rest."""
    return [
        _stored(POPULATIONS[key], train, part, draws)
        for key in _table.DAMAGED
        for train in _table.SIZES
        for part in PARTS
    ]


def _stored(population: Population, train: int, part: float, draws: int) -> dict[str, Any]:
    parameters, a, b = _damaged(population, train, part, draws)
    sides = {"a": _trained(a), "b": _trained(b)}
    errors = true_errors(population.vary(**parameters), sides, n=train, draws=draws, rng=2)
    found = expected(errors["b"] - errors["a"])
    level = {"a": round(float(errors["a"].mean()), 4), "b": round(float(errors["b"].mean()), 4)}
    key = f"{population.key}:train-{train}:" + ("equal" if part == 0 else f"part-{part:g}")
    sys.stderr.write(f"{key}: {found.mean:+.4f} +- {found.standard_error:.4f} errors {level} {parameters}\n")
    return asdict(
        Setting(
            key=key,
            population=population.key,
            parameters=parameters,
            n=ITEMS,
            train=train,
            a=a,
            b=b,
            difference=round(found.mean, 6),
            standard_error=round(found.standard_error, 6),
            reason="damaged" if part == 0 else "measured",
        )
    )


def _damaged(
    population: Population, train: int, part: float, draws: int
) -> tuple[dict[str, Any], Side, Side]:
    """What to damage, and how much: a worse metric for 1-NN, or random errors for C4.5."""
    tree, neighbour = Side(learner="c45", view=CODED), Side(learner="1-nn", view=DAMAGED)
    undamaged = true_errors(
        population, {"tree": _trained(tree), "1-nn": _trained(neighbour)}, n=train, draws=draws, rng=1
    )
    of_tree, of_neighbour = (float(undamaged[name].mean()) for name in ("tree", "1-nn"))
    worse, better = max(of_tree, of_neighbour), min(of_tree, of_neighbour)
    target = worse - part * (worse - better)
    if of_tree <= of_neighbour:
        rate = (target - of_tree) / (1 - 2 * of_tree)
        return {}, Side(learner="c45", view=CODED, error_rate=round(rate, 4)), neighbour

    def error(amount: float, draws: int) -> float:
        show = population.vary(damage=amount).views[DAMAGED]
        fit_predict = _trained(neighbour).fit_predict
        shown = Trained(fit_predict=lambda X, y, items: fit_predict(show(X), y, show(items)))
        return float(true_errors(population, {"1-nn": shown}, n=train, draws=draws, rng=1)["1-nn"].mean())

    return {"damage": round(_solve(error, target, draws), 4)}, tree, neighbour


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
    return Trained(fit_predict=learner(side.learner), view=side.view, error_rate=side.error_rate)
