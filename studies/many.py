"""Measure rankings of many models: how often any statement about any pair, rank or best set is wrong.

    python -m studies.many [--draws 400] [--again 2000] [--areas 400] [--learners 400] [--jobs 1]
                           [--store FOLDER]

Writes docs/many.md and a summary into docs/measured.md. Beside bakeoff's ranking are others, in the same
worlds; evalstats where installed. What is measured is kept in the store in blocks of data sets, so that the
command resumes where it was stopped or where fewer data sets were requested.
"""

import argparse
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
from joblib import Parallel, delayed
from studies._area_worlds import AREAS
from studies._ranked_learners import WORLDS as LEARNER_WORLDS
from studies._ranked_learners import LearnerWorld
from studies._ranked_learners import measured as by_learners
from studies._ranked_page import brief, page, world_name
from studies._ranked_rivals import Said, evalstats, nemenyi, percentile_ranks, uncorrected
from studies._ranked_worlds import GROUPS as BY_LABELS_AND_AREAS
from studies._ranked_worlds import World, draw, world_of
from studies.floors import section_of

from bakeoff.compare.together import best_first
from bakeoff.core.exceptions import BakeoffError
from bakeoff.core.panel import ItemPanel
from bakeoff.core.ranking import Ranking
from bakeoff.core.rng import generator
from bakeoff.judge.ranking import Asked, Together, judged
from bakeoff.methods.many._joint import pairs_of
from bakeoff.metrics import metric_of

FILE, BRIEF = (Path(__file__).parents[1] / "docs" / name for name in ("many.md", "measured.md"))
BEGIN, END = "<!-- rankings: made by python -m studies.many -->", "<!-- end of rankings -->"
RESAMPLES, RNG = 500, 0
Work = Callable[[], Counter[str]]
GROUPS: dict[str, list[World]] = {**BY_LABELS_AND_AREAS, "areas": [*AREAS]}
MANY = 30  # models, with 435 pairs
BLOCK = 25  # data sets that the store keeps together
MOST, MOST_CLUSTERED = 5000, 2000  # answers, above which evalstats is left out; it takes a second for 5000


def true_ranks(values: Any) -> tuple[Any, Any]:
    """The best and the worst rank of each model; equal models share theirs."""
    better = (values[np.newaxis] > values[:, np.newaxis]).sum(axis=1)
    worse = (values[np.newaxis] < values[:, np.newaxis]).sum(axis=1)
    return 1 + better, len(values) - worse


def ours(models: Together, asked: Asked, names: tuple[str, ...]) -> tuple[Said, Any]:
    """What a ranking says, in the order of the worlds' models, and which models may be the best."""
    ranking: Ranking = judged(models, asked)
    place = {name: at for at, name in enumerate(names)}
    first, second = pairs_of(len(names))
    apart = np.zeros((len(names), len(names)), dtype=bool)
    for pair in ranking.pairs:
        apart[place[pair.a], place[pair.b]] = apart[place[pair.b], place[pair.a]] = (
            pair.decision != "undecided"
        )
    ranks = np.array([dict(zip(ranking.names, ranking.models, strict=True))[name].rank for name in names])
    best = np.array([name in ranking.best for name in names])
    return Said(apart[first, second], tuple(ranks.T)), best


def everyone(
    world: World, panel: ItemPanel, rng: np.random.Generator, rivals: bool
) -> tuple[dict[str, Said], Any]:
    """What each procedure says about one data set, and bakeoff's set of possible best."""
    asked = Asked(metric=metric_of(world.metric), resamples=RESAMPLES, rng=int(rng.integers(2**31)))
    models = best_first(panel, asked, positive=None if world.metric == "accuracy" else 1)
    said, best = ours(models, asked, panel.names)
    found: dict[str, Said | None] = {"bakeoff": said}
    if len(world.levels) > 1:
        found["step-down"] = ours(models, replace(asked, step_down=True), panel.names)[0]
    if world in (*GROUPS["few"], *AREAS):
        together = replace(models, apart=False)
        found["joint"] = ours(together, asked, panel.names)[0] if models.apart else said
    found["uncorrected"] = _in_order(uncorrected(models.joint), models.names, panel.names)
    if rivals:
        found["percentile"] = percentile_ranks(panel, world.metric, rng)
    if rivals and world.metric == "accuracy":
        found["nemenyi"] = nemenyi(panel)
        most = MOST_CLUSTERED if world.clusters else MOST
        found["evalstats"] = evalstats(panel) if world.k * world.n <= most else None
    return {name: each for name, each in found.items() if each is not None}, best


def _in_order(said: Said, names: tuple[str, ...], wanted: tuple[str, ...]) -> Said:
    """Pairs in the order of other names."""
    k = len(names)
    whole = np.zeros((k, k), dtype=bool)
    whole[pairs_of(k)] = said.apart
    order = [names.index(name) for name in wanted]
    return Said((whole | whole.T)[np.ix_(order, order)][pairs_of(k)])


def one_draw(world: World, rng: np.random.Generator, *, rivals: bool = True) -> Counter[str]:
    """What was wrong in one data set, and how many of the true differences were found."""
    try:
        found, best = everyone(world, draw(world, rng), rng, rivals)
    except BakeoffError as problem:
        return Counter({"refused": 1, str(problem)[:60]: 1})
    first, second = pairs_of(world.k)
    equal = world.values[first] == world.values[second]
    low, high = true_ranks(world.values)
    counts: Counter[str] = Counter(tried=1)
    for name, said in found.items():
        counts[f"{name}: tried"] += 1
        counts[f"{name}: false"] += bool(np.any(said.apart & equal))
        counts[f"{name}: found"] += float(np.mean(said.apart[~equal])) if not equal.all() else 0.0
        if said.ranks is not None:
            counts[f"{name}: ranks"] += bool(np.all((said.ranks[0] <= low) & (said.ranks[1] >= high)))
    held = bool(np.all((found["bakeoff"].ranks[0] <= low) & (found["bakeoff"].ranks[1] >= high)))
    counts["best"] += bool(best[0])  # the first model is one of the best
    counts["ranks and best"] += held and bool(best[0])
    counts["size of the best set"] += int(best.sum())
    return counts


def measured(world: World, first: int, last: int) -> Counter[str]:
    """Counts over some data sets of a world; others judge one in five of them, of 30 models one in two."""
    counts: Counter[str] = Counter()
    for at in range(first, last):
        rng = generator(RNG, "many", str(world), at)
        counts.update(one_draw(world, rng, rivals=at % (5 if world.k < MANY else 2) == 0))
    return counts


def in_blocks(
    world: World, first: int, last: int, store: Path | None, *, only: bool
) -> dict[str, Any] | None:
    """Counts over data sets of a world, block by block; a quarter as many of 30 models, but for areas."""
    if world.k >= MANY and world not in AREAS:
        first, last = first // 4, last // 4
    counts: Counter[str] = Counter()
    for start in range(first, last, BLOCK):
        stop = min(start + BLOCK, last)
        found = kept(store, f"{world} {start} {stop}", partial(measured, world, start, stop), only=only)
        if found is None:
            return None
        counts.update(found)
    return {"world": asdict(world), "counts": dict(counts)}


def highest(rows: list[dict[str, Any]], how_many: int = 8) -> list[World]:
    """The worlds with the highest family-wise errors."""
    rows = sorted(rows, key=lambda row: -row["counts"]["bakeoff: false"] / row["counts"]["tried"])
    return [world_of(row["world"]) for row in rows[:how_many]]


def learners_measured(
    world: LearnerWorld, draws: int, store: Path | None, *, only: bool
) -> dict[str, Any] | None:
    """Counts over data sets of a world of learners; fewer of many learners."""
    draws = draws if world.k < 10 else 2 * draws // 5
    counts = kept(store, f"{world} {draws}", partial(by_learners, world, draws), only=only)
    return None if counts is None else {"world": asdict(world), "counts": dict(counts)}


def kept(store: Path | None, key: str, work: Work, *, only: bool) -> Counter[str] | None:
    """The counts that the store has, or else those made now unless ``only`` the store is asked."""
    file = None if store is None else store / f"{crc32(key.encode()):08x}.json"
    if file is not None and file.exists():
        return Counter(json.loads(file.read_text(encoding="utf-8")))
    if only:
        return None
    found = work()
    if file is not None:
        file.write_text(json.dumps(found), encoding="utf-8")
    return found


def parsed() -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draws", type=int, default=400, help="data sets of each world")
    parser.add_argument("--again", type=int, default=2000, help="further data sets of the highest worlds")
    parser.add_argument("--areas", type=int, default=400, help="data sets of each world that confirms areas")
    parser.add_argument("--learners", type=int, default=400, help="data sets for learners")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--store", type=Path, help="a folder that keeps what was measured")
    parser.add_argument("--stored", action="store_true", help="write what the store has, measure nothing")
    return parser.parse_args()


def main() -> None:
    """Measure and write."""
    given = parsed()
    if given.store:
        given.store.mkdir(parents=True, exist_ok=True)
    ask = {"store": given.store, "only": given.stored}
    worlds = [(group, world) for group, each in GROUPS.items() for world in each]
    tasks: list[tuple[str, Any]] = [
        (group, delayed(in_blocks)(world, 0, given.areas if group == "areas" else given.draws, **ask))
        for group, world in worlds
    ]
    tasks += [
        ("learners", delayed(learners_measured)(each, given.learners, **ask)) for each in LEARNER_WORLDS
    ]
    rows = _rows(tasks, given.jobs)
    chosen = highest([row for row in rows if row["group"] in BY_LABELS_AND_AREAS])
    last = given.draws + given.again
    again = [("again", delayed(in_blocks)(world, given.draws, last, **ask)) for world in chosen]
    asked = [f"--{name} {getattr(given, name)}" for name in ("draws", "again", "areas", "learners")]
    command = " ".join(["python -m studies.many", *asked])
    done = [row["world"] for row in rows]
    missing = [world_name(each) for _, world in worlds if (each := asdict(world)) not in done]
    missing += [str(world) for world in LEARNER_WORLDS if asdict(world) not in done]
    kept_there = section_of(FILE.read_text(encoding="utf-8"))
    made = page([*rows, *_rows(again, given.jobs)], missing, command)
    FILE.write_text(f"{made}\n{kept_there}" if kept_there else made, encoding="utf-8")
    before, rest = BRIEF.read_text(encoding="utf-8").split(BEGIN)
    text = f"{before}{BEGIN}\n{brief(rows, missing, command)}\n{END}{rest.split(END)[1]}"
    BRIEF.write_text(text, encoding="utf-8")


def _rows(tasks: list[tuple[str, Any]], jobs: int) -> list[dict[str, Any]]:
    """What was measured for tasks, with the group of each."""
    found = Parallel(n_jobs=jobs)(task for _, task in tasks)
    return [{"group": group} | row for (group, _), row in zip(tasks, found, strict=True) if row is not None]


if __name__ == "__main__":
    main()
