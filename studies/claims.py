"""What the pages of methods, metrics and estimators show as measured: docs/_data/claims.json.

    python -m studies.claims [methods] [rankings] [metrics] [estimators]

False alarms of every method in the worlds that its record names; those of the default test by every metric,
and those of every ranking method, for models that are equally good; and the bias of every estimator. Fifteen
minutes for all; the other parts are kept. The tests check the claims of methods, too, but stop each as
soon as it is known.
"""

import argparse
import json
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from studies import _claims_of_estimators, _claims_of_metrics, _claims_of_rankings

from bakeoff.core.method import Method
from bakeoff.core.outcomes import FoldScores
from bakeoff.core.rng import generator
from bakeoff.methods import METHODS
from bakeoff.worlds import WORLDS

FILE = Path(__file__).parents[1] / "docs" / "_data" / "claims.json"
ALPHA = 0.05
# What caveats are about, beside what records claim: formulas for independent samples on paired ones.
MISUSED = {"unpaired-t": ("paired-samples",), "one-way-anova": ("paired-samples",)}
SIMULATED = ("bootstrap", "permutation")  # these draw themselves


def kind_of(method: Method) -> Any:
    """The kind of outcomes that a world must draw for a method."""
    return method.designs[0] if method.takes is FoldScores else method.takes


@lru_cache(maxsize=1)
def drawn(world: str, kind: Any, draws: int) -> list[Any]:
    """Outcomes without a difference."""
    rng = generator(2026, "claims", world, str(kind))
    return [WORLDS[world].draw[kind](0.0, rng) for _ in range(draws)]


def alarms(method: Method, world: str, draws: int) -> int:
    """On how many draws the method decides."""
    options = {"resamples": 500} if method.key in SIMULATED else {}
    return sum(
        method.compute(outcomes, level=1 - ALPHA, alternative="two-sided", **options).p_value < ALPHA
        for outcomes in drawn(world, kind_of(method), draws)
    )


def of_methods(draws: int) -> dict[str, dict[str, tuple[int, int]]]:
    """For every method and world: false alarms, and draws."""
    claims = sorted(
        ((world, str(kind_of(method)), method.key) for method in METHODS for world in _named(method)),
    )
    found: dict[str, dict[str, tuple[int, int]]] = {}
    for world, _, key in claims:
        found.setdefault(key, {})[world] = (alarms(METHODS[key], world, draws), draws)
    return dict(sorted(found.items()))


def _named(method: Method) -> tuple[str, ...]:
    return (*method.valid_in, *method.invalid_in, *MISUSED.get(method.key, ()))


PARTS: dict[str, tuple[Callable[[int], dict[str, Any]], int]] = {
    "methods": (of_methods, 2000),
    "rankings": (_claims_of_rankings.measure, 500),
    "metrics": (_claims_of_metrics.measure, 500),
    "estimators": (_claims_of_estimators.measure, 40),
}


def written(content: dict[str, Any]) -> str:
    """The file: one line for each record."""
    parts = []
    for part, found in content.items():
        rows = [f'  "{key}": {json.dumps(each)}' for key, each in found.items()]
        parts.append(f' "{part}": {{\n' + ",\n".join(rows) + "\n }")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def main() -> None:
    """Measure the requested parts, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", default=list(PARTS), metavar="|".join(PARTS))
    for part in parser.parse_args().parts:
        measure, draws = PARTS[part]
        found = {part: measure(draws)}
        kept = json.loads(FILE.read_text(encoding="utf-8")) | found  # others may have been written meanwhile
        FILE.write_text(written({name: kept[name] for name in PARTS if name in kept}), encoding="utf-8")


if __name__ == "__main__":
    main()
