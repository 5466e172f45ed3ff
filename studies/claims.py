"""False alarms of every method in the worlds that its record names: docs/_data/claims.json.

``python -m studies.claims`` (one minute). The tests check the same claims, but stop each as soon as it is
known; here all draws are made, for the pictures of the pages of the methods.
"""

import argparse
import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from bakeoff.core.method import Method
from bakeoff.core.outcomes import FoldScores
from bakeoff.core.rng import generator
from bakeoff.methods import METHODS
from bakeoff.worlds import WORLDS

FILE = Path(__file__).parents[1] / "docs" / "_data" / "claims.json"
ALPHA = 0.05
SIMULATED = ("bootstrap", "permutation")  # these draw themselves


def kind_of(method: Method) -> Any:
    """What a world must draw for a method."""
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


def measure(draws: int) -> dict[str, dict[str, tuple[int, int]]]:
    """For every method and world: false alarms, and draws."""
    claims = sorted(
        ((world, str(kind_of(method)), method.key) for method in METHODS for world in _named(method)),
    )
    found: dict[str, dict[str, tuple[int, int]]] = {}
    for world, _, key in claims:
        found.setdefault(key, {})[world] = (alarms(METHODS[key], world, draws), draws)
    return dict(sorted(found.items()))


def _named(method: Method) -> tuple[str, ...]:
    return (*method.valid_in, *method.invalid_in)


def main() -> None:
    """Measure, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draws", type=int, default=2000)
    draws = parser.parse_args().draws
    command = "python -m studies.claims" + ("" if draws == 2000 else f" --draws {draws}")
    rows = [f'  "{key}": {json.dumps(worlds)}' for key, worlds in measure(draws).items()]
    text = f'{{\n "command": "{command}",\n "methods": {{\n' + ",\n".join(rows) + "\n }\n}\n"
    FILE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
