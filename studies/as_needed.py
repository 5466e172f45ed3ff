"""Measure how often ten partitions of the same data agree, with fixed runs and with runs as needed.

    python -m studies.as_needed [--sets 100] [--again 200] [--store FILE] [--seconds 240]

Writes two tables into docs/measured.md. An agreement is that of all ten partitions of a data set. The worlds
in which it is lowest are drawn again, since the lowest of many shares is lower than the true one. What is
drawn is kept in the store: with ``--seconds``, the command stops after that much processor time, and
resumes when it is run again.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from studies._families import WORLDS
from studies._partitions import Runs, counts_errors, fold_scores, is_null, partitions
from studies._procedures import REPLICATED

from bakeoff.core.outcomes import FoldScores
from bakeoff.experiment.as_needed import Change, changes, models_moved, moved
from bakeoff.methods.items_folds_t import items_folds_t
from bakeoff.read.run_store import RunStore

FILE = Path(__file__).parents[1] / "docs" / "measured.md"
BEGIN, END = "<!-- runs: made by python -m studies.as_needed -->", "<!-- end of runs -->"
RNG = 78  # other data than those of studies.risk, and than those on which the intervals were chosen
ALPHA, FIRST, PARTITIONS, BLOCK = 0.05, 5, 10, 10
WORST, OTHER_SETS = 5, 1000
LIMITS = (20, 60, 120, 160)
DRAWN = (10, *LIMITS)  # numbers of runs up to which data are drawn


def _earlier(limit: float) -> Sequence[Change]:
    """Each statistic separately, as if there were no limit on the runs."""
    del limit
    return [
        partial(move, side=side, limit=np.inf, tail=tail)
        for move, tail in ((moved, 0.002), (models_moved, 0.01))
        for side in (-1, 1)
    ]


# Changes of the scores that must not change the decision, given the limit; the first rule is the one used.
RULES: dict[str, Callable[[float], Sequence[Change]]] = {
    "as needed": lambda limit: changes(limit)[1:],
    "90 and 90 % intervals": lambda limit: changes(limit, 0.05, 0.05)[1:],
    "earlier rule": _earlier,
}
STOPPED = tuple((name, limit) for name in RULES for limit in LIMITS)
PLANS = ("5 runs", "10 runs", *(f"{name}, to {limit}" for name, limit in STOPPED))
USED = 2 + STOPPED.index(("as needed", 160))  # the plan whose worst worlds are drawn again
LAB = (
    "fair-attributes:n-100:naive-bayes-vs-c45",
    "fair-attributes:n-300:naive-bayes-vs-1-nn",
    "uniform-attributes:n-300:naive-bayes-vs-c45-full",
    "many-valued-noise:n-300:naive-bayes-vs-c45",
    "normal-noise:n-100:gaussian-naive-bayes-vs-1-nn",
    "exchangeable-blocks:n-100:naive-bayes@first-block-vs-naive-bayes@second-block",
    "exchangeable-many-valued:n-300:c45@first-block-vs-c45@second-block",
    "contact-lenses:n-100:c45-vs-c45-full",
    "two-normals:inherent-error-0.25:n-100:3-nn-vs-1-nn",
    "exchangeable-normal-blocks:n-300:gaussian-naive-bayes-vs-1-nn",
    "fair-attributes:positive-0.3:n-300:naive-bayes-vs-1-nn",
)


def _families(*names: str) -> tuple[str, ...]:
    return tuple(world.key for world in WORLDS if world.family in names and world.cost == 1)


# The intervals were chosen on the first three kinds, and confirmed on the last two.
KINDS = {
    "other settings of the lab": LAB,
    "balanced stumps": _families("balanced stumps"),
    "different learners": _families("different learners"),
    "the risk table's settings": REPLICATED,
    "jumping thresholds, other jumps": _families("jumping thresholds", "other jumps"),
}
Array = npt.NDArray[Any]


def decision(scores: FoldScores) -> int:
    """Which side is better, 0 where it is undecided."""
    result = items_folds_t(scores, level=1 - ALPHA, alternative="two-sided")
    return int(np.sign(result.estimate)) if result.p_value <= ALPHA else 0


def followed(draw: Runs, *, answers: bool) -> list[tuple[int, int]]:
    """For each plan, the final decision and the number of runs."""
    decided: list[int] = []
    last: dict[tuple[str, int], int] = {}
    for drawn in DRAWN:
        differences, fold = draw(drawn)
        for runs in range(FIRST * (len(decided) + 1), drawn + 1, FIRST):
            scores = fold_scores(differences[:runs], fold[:runs], answers=answers)
            decided.append(decision(scores))
            for name, limit in STOPPED:
                if (name, limit) not in last and (
                    runs >= limit or _settled(scores, decided[-1], RULES[name](limit))
                ):
                    last[name, limit] = len(decided)
        if len(last) == len(STOPPED):
            break
    return [(decided[stop - 1], FIRST * stop) for stop in (1, 2, *(last[each] for each in STOPPED))]


def _settled(scores: FoldScores, decided: int, changed: Sequence[Change]) -> bool:
    return all(decision(change(scores)) == decided for change in changed)


def of_set(key: str, at: int) -> list[list[tuple[int, int]]]:
    """(partitions, plans): decisions and runs on one data set of a world."""
    drawn = partitions(key, at, rng=RNG, count=PARTITIONS, most=LIMITS[-1])
    return [followed(draw, answers=counts_errors(key)) for draw in drawn]


class OutOfTimeError(Exception):
    """The given processor time is used up."""


def measured(keys: Iterable[str], sets: range, store: RunStore, seconds: float) -> dict[str, Array]:
    """For each world an array (data sets, partitions, plans, 2)."""
    found: dict[str, list[Any]] = {}
    worlds, rule = list(keys), f"{list(PLANS)}"
    for first in sets[::BLOCK]:
        for key in worlds:
            name = f"as needed {RNG} {rule} {key} {first}"
            kept = store.kept(name)
            if kept is None:
                if time.process_time() > seconds:
                    raise OutOfTimeError
                kept = json.dumps([of_set(key, at) for at in range(first, first + BLOCK)])
                store.keep(name, kept)
                sys.stderr.write(f"{key} {first}\n")
            found.setdefault(key, []).extend(json.loads(kept))
    return {key: np.array(rows) for key, rows in found.items()}


def agreement(rows: Array, plan: int) -> float:
    """The share of data sets, in per cent, on which all partitions agree."""
    final = rows[:, :, plan, 0]
    return float(100 * (final == final[:, :1]).all(axis=1).mean())


def table(found: dict[str, Array]) -> str:
    """The tables in markdown: all plans, and the worlds where the last one agrees least."""
    head = ["runs", "trainings a learner, mean (highest)", *KINDS, "false alarms, highest", "power"]
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    null = {key: is_null(key) for key in found}
    for plan, name in enumerate(PLANS):
        cost = [10 * float(rows[:, :, plan, 1].mean()) for rows in found.values()]
        decided = {key: 100 * float((rows[:, :, plan, 0] != 0).mean()) for key, rows in found.items()}
        shares = [[agreement(found[key], plan) for key in keys] for keys in KINDS.values()]
        alarms = max(share for key, share in decided.items() if null[key])
        power = np.mean([share for key, share in decided.items() if not null[key]])
        cells = [f"{min(each):.0f} ({np.mean(each):.1f})" for each in shares]
        lines.append(
            f"| {' | '.join([name, f'{np.mean(cost):.0f} ({max(cost):.0f})', *cells])} "
            f"| {alarms:.1f} | {power:.1f} |"
        )
    return "\n".join(lines)


def least(found: dict[str, Array]) -> list[str]:
    """The worlds in which partitions agree least with the plan that is used."""
    return sorted(found, key=lambda key: agreement(found[key], USED))[:WORST]


def second_table(found: dict[str, Array]) -> str:
    """The agreement and the trainings of some worlds, in markdown."""
    lines = [f"| world | {' | '.join(PLANS)} |", "|---" * (1 + len(PLANS)) + "|"]
    for key, rows in found.items():
        cells = [
            f"{agreement(rows, plan):.1f} ({10 * rows[:, :, plan, 1].mean():.0f})"
            for plan in range(len(PLANS))
        ]
        lines.append(f"| {key} | {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> None:
    """Measure, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sets", type=int, default=100)
    parser.add_argument("--again", type=int, default=200)
    parser.add_argument("--store", default="as-needed.bakeoff")
    parser.add_argument("--seconds", type=float, default=float("inf"))
    given = parser.parse_args()
    keys = [key for each in KINDS.values() for key in each]
    fresh = range(OTHER_SETS, OTHER_SETS + given.again)
    try:
        with RunStore(given.store) as store:
            found = measured(keys, range(given.sets), store, given.seconds)
            worst = measured(least(found), fresh, store, given.seconds)
    except OutOfTimeError:
        sys.stderr.write("not finished: run the same command again\n")
        return
    errors = [100 * np.sqrt(0.9 * 0.1 / each) for each in (given.sets, max(given.again, 1))]
    how = (
        f"Made by `python -m studies.as_needed --sets {given.sets} --again {given.again}`: {given.sets} data "
        f"sets in each of {len(found)} worlds. The Monte-Carlo error of a share near 90 % is {errors[0]:.1f} "
        f"points, and the lowest of many shares is lower than the true one."
    )
    again = (
        f"The {WORST} worlds with the lowest agreement as needed, to 160, were drawn again: "
        f"{given.again} other data sets each, with a Monte-Carlo error of {errors[1]:.1f} points. Trainings "
        f"are in brackets."
    )
    text = FILE.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    tables = f"{how}\n\n{table(found)}"
    if worst:
        tables += f"\n\n{again}\n\n{second_table(worst)}"
    made = f"{before}{BEGIN}\n{tables}\n{END}{rest.split(END)[1]}"
    FILE.write_text(made, encoding="utf-8")


if __name__ == "__main__":
    main()
