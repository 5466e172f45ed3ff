"""Search random Bayesian networks that replace Bouckaert's Sets 2 to 4, and store them.

    python -m studies.networks [--seeds 100000] [--quick]

Writes src/bakeoff/lab/populations/networks.json. Targets: Table 3 of Bouckaert 2003, accuracies after
training on 300 items.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from studies import _search
from studies._learners import ORIGIN

from bakeoff.lab.learners.fit_predict import fit_predict
from bakeoff.lab.population import Population
from bakeoff.lab.populations import _networks
from bakeoff.lab.populations._truth import Measured, Trained, expected, true_errors

FILE = Path(_networks.__file__).with_name(_networks.FILE)
TARGETS = {
    "network-small-gap": _search.Target(naive_bayes=87.84, c45=90.61),
    "network-medium-gap": _search.Target(naive_bayes=71.92, c45=77.74),
    "network-large-gap": _search.Target(naive_bayes=81.96, c45=93.23),
}
ITEMS = 300


def measure(network: dict[str, Any], draws: int, rng: int) -> dict[str, Measured]:
    """Expected accuracies in per cent of both learners, and their difference (C4.5 minus naive Bayes)."""

    def cells() -> Any:
        return found

    found = _networks.joint_cells(network)
    population = Population(
        key=f"network-{network['seed']}",
        title="",
        sample=found.draw,
        values=(2,) * _networks.ATTRIBUTES,
        classes=2,
        make=lambda: None,  # type: ignore[arg-type,return-value]
        cells=cells,
    )
    both = {key: Trained(fit_predict=fit_predict(key)) for key in ("naive-bayes", "c45")}
    errors = true_errors(population, both, n=ITEMS, draws=draws, rng=rng)
    nb, tree = (100 * (1 - errors[key]) for key in ("naive-bayes", "c45"))
    return {"naive-bayes": expected(nb), "c45": expected(tree), "difference": expected(tree - nb)}


def search(name: str, seeds: list[int], stages: list[int]) -> dict[str, Any]:
    """The network nearest to its target: many measured roughly, then ever fewer better."""
    target, left = TARGETS[name], seeds
    for stage, draws in enumerate(stages):
        # Each stage draws new data, so that selection in the one before does not bias it.
        measured = {seed: measure(_search.random_network(seed), draws, rng=stage) for seed in left}
        means = {seed: (m["naive-bayes"].mean, m["c45"].mean) for seed, m in measured.items()}
        left = _search.nearest(target, means)[: max(1, len(left) // 8)]
        sys.stderr.write(
            f"{name}: {draws} draws, {len(measured)} networks, best {left[0]} {means[left[0]]}\n"
        )
    network = _search.random_network(left[0])
    final = measure(network, stages[-1], rng=len(stages))
    cells = _networks.joint_cells(network)
    shown = {key: [round(m.mean, 3), round(m.standard_error, 3)] for key, m in final.items()}
    return {
        **network,
        "target": {"naive-bayes": target.naive_bayes, "c45": target.c45},
        "measured": {"items": ITEMS, "draws": stages[-1], **shown},
        "bayes_accuracy": round(100 * (1 - cells.bayes_error), 3),
        "class_share": round(float(cells.class_shares[1]), 4),
    }


def main() -> None:
    """Search and store."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=100_000)
    parser.add_argument("--quick", action="store_true", help="few draws: to see that it runs")
    given = parser.parse_args()
    stages = [5, 10] if given.quick else [30, 200, 2000]
    found = _search.sieve(TARGETS, range(given.seeds))
    networks = {name: search(name, seeds, stages) for name, seeds in found.items()}
    about = {
        "source": "Bouckaert 2003, Table 3; the networks of the paper are not published",
        "command": f"python -m studies.networks --seeds {given.seeds}",
        "seeds": [0, given.seeds - 1],
        "sieved": {name: len(seeds) for name, seeds in found.items()},
        "draws": stages,
        "learners": ORIGIN,
        "measured": "accuracy in per cent, mean and standard error",
    }
    FILE.write_text(json.dumps({"about": about, "networks": networks}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
