"""Measure the truth of the settings in which methods are judged, and store them.

    python -m studies.settings [--draws 1000] [--check]

Writes src/bakeoff/lab/populations/settings.json. With --check, settings whose difference is 0 by an
argument are measured too, and the worst of them is shown in standard errors.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from studies import _table
from studies._damage import damaged_settings
from studies._learners import ORIGIN

from bakeoff.lab.learners.fit_predict import fit_predict
from bakeoff.lab.populations import _settings
from bakeoff.lab.populations._parts import block_views
from bakeoff.lab.populations._settings import Setting, Side
from bakeoff.lab.populations._truth import Trained, expected, true_errors

FILE = Path(_settings.__file__).with_name(_settings.FILE)


def key_of(population: str, parameters: dict[str, Any], n: int, a: Side, b: Side) -> str:
    """What a setting is called: everything that sets it apart."""
    numbers = [f"{name.replace('_', '-')}-{_short(value)}" for name, value in parameters.items()]
    sides = [each.learner if each.view == "all" else f"{each.learner}@{each.view}" for each in (a, b)]
    return ":".join([population, *numbers, f"n-{n}", "-vs-".join(sides)])


def _short(value: Any) -> str:
    return "-".join(f"{each:g}" for each in value) if isinstance(value, list) else f"{value:g}"


def by_argument() -> Iterator[Setting]:
    """Settings whose difference is 0 without measuring."""
    for population, parameters, sizes, a, b in _table.NOISE:
        yield from _settings_of(population, parameters, sizes, side(a), side(b), "labels-tell-nothing")
    for population, parameters, sizes, same in _table.BLOCKS:
        first, second = (Side(learner=same, view=view) for view in block_views(1))
        yield from _settings_of(population, parameters, sizes, first, second, "exchangeable-views")


def with_a_difference() -> Iterator[Setting]:
    """Settings whose difference is to be measured, with the nine tenths of the items that folds train on."""
    for population, parameters, sizes, a, b in _table.DIFFERENT:
        yield from _settings_of(population, parameters, sizes, side(a), side(b), "measured")


def side(words: str) -> Side:
    """``learner`` or ``learner@view``."""
    learner, _, view = words.partition("@")
    return Side(learner=learner, view=view or "all")


def _settings_of(
    population: str, parameters: dict[str, Any], sizes: tuple[int, ...], a: Side, b: Side, reason: str
) -> Iterator[Setting]:
    for n in sizes:
        yield Setting(
            key=key_of(population, parameters, n, a, b),
            population=population,
            parameters=parameters,
            n=n,
            train=n * 9 // 10,
            a=a,
            b=b,
            difference=0.0,
            standard_error=0.0,
            reason=reason,
        )


def measured(setting: Setting, draws: int) -> dict[str, Any]:
    """A setting as it is stored, with its difference in accuracy measured."""
    sides = {
        name: Trained(fit_predict=fit_predict(each.learner), view=each.view, error_rate=each.error_rate)
        for name, each in (("a", setting.a), ("b", setting.b))
    }
    parameters = {k: tuple(v) if isinstance(v, list) else v for k, v in setting.parameters.items()}
    population = _settings.POPULATIONS[setting.population].vary(**parameters)
    errors = true_errors(population, sides, n=setting.train, draws=draws, rng=1)
    found = expected(errors["b"] - errors["a"])
    sys.stderr.write(f"{setting.key}: {found.mean:+.4f} +- {found.standard_error:.4f}\n")
    return asdict(setting) | {
        "difference": round(found.mean, 6),
        "standard_error": round(found.standard_error, 6),
    }


def main() -> None:
    """Measure and store."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draws", type=int, default=1000)
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    exact = list(by_argument())
    if given.check:
        found = [measured(each, given.draws) for each in exact]
        worst = max(abs(each["difference"]) / max(each["standard_error"], 1e-12) for each in found)
        sys.stderr.write(f"{len(found)} differences that must be 0: worst {worst:.2f} standard errors\n")
    entries = [asdict(each) for each in exact]
    entries += [measured(each, given.draws) for each in with_a_difference()]
    entries += damaged_settings(draws=given.draws)
    about = {
        "command": f"python -m studies.settings --draws {given.draws}",
        "learners": ORIGIN,
        "draws": given.draws,
        "numpy": np.__version__,
        "difference": "expected accuracy of A minus B after training on `train` items",
        "reasons": _settings.REASONS,
    }
    write(about, entries)


def write(about: dict[str, Any], entries: list[dict[str, Any]]) -> None:
    """Store the settings, one a line."""
    lines = ",\n".join(f"  {json.dumps(entry)}" for entry in entries)
    text = f'{{\n "about": {json.dumps(about)},\n "settings": [\n{lines}\n ]\n}}\n'
    FILE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
