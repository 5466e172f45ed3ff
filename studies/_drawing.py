"""Draws the material of the study of items and folds, and keeps what is finished in a store."""

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from studies import _material
from studies._families import WORLDS, World
from studies._procedures import REPLICATED

from bakeoff.core.rng import generator
from bakeoff.lab.answers import draw_sets, wrong
from bakeoff.lab.item_errors import fold_of
from bakeoff.lab.layout import Layout
from bakeoff.lab.populations._settings import Setting, settings
from bakeoff.read.run_store import RunStore

RNG = 14  # other data than those of the other studies
BLOCK, REPETITIONS = 100, 10
TEN = Layout(runs=_material.RUNS, folds=_material.FOLDS)
LOOSE = ("many classes", "rarest class", "different learners")  # families drawn with unstratified folds, too
AGAIN = ("different learners",)  # families drawn under several partitions
Rows = list[Any]


@dataclass(frozen=True, kw_only=True)
class Block:
    """Some data sets of one world: what they are called in the store, and how they are drawn."""

    kind: str
    key: str
    first: int
    count: int
    draw: Callable[["Block"], Rows]
    round: int = 0
    cost: int = 1

    @property
    def name(self) -> str:
        """What identifies it."""
        return f"items-folds-models {RNG} {self.kind} {self.first} {self.count} {self.key}"


def lab_settings() -> dict[str, Setting]:
    """The settings of the lab whose truth is known for ten folds."""
    return {key: each for key, each in settings().items() if each.train == each.n * 9 // 10}


def blocks(draws: int, replicated: int) -> list[Block]:
    """All that has to be drawn, the first data sets of every world first, the slow ones later."""
    return sorted(_listed(draws, replicated), key=lambda block: block.round + (block.cost > 1))


def _listed(draws: int, replicated: int) -> Iterator[Block]:
    for world in WORLDS:
        for kind in ("main", "loose") if world.family in LOOSE else ("main",):
            draw, number = _batched(world, stratified=kind == "main"), draws if kind == "main" else draws // 2
            yield from _cut(kind, world.key, number, draw, world.cost)
        if world.family in AGAIN and world.cost == 1 and world.n <= BLOCK:
            yield from _cut("again", world.key, replicated, _again(world))
        if not world.null:
            yield Block(kind="truth", key=world.key, first=0, count=1, draw=_truth(world), cost=world.cost)
    for key, each in lab_settings().items():
        yield from _cut("main", key, draws, _compiled(each), 0)
        if key in REPLICATED:
            yield from _cut("again", key, replicated, _compiled_again(each))


def _cut(kind: str, key: str, draws: int, draw: Callable[[Block], Rows], cost: int = 1) -> Iterator[Block]:
    size = BLOCK // max(1, cost)
    for at in range(-(-draws // BLOCK)):
        first, count = at * size, min(size, draws - at * BLOCK)
        yield Block(kind=kind, key=key, round=at, first=first, count=count, draw=draw, cost=cost)


def _streams(block: Block) -> Iterator[np.random.Generator]:
    for index in range(block.first, block.first + block.count):
        yield generator(RNG, "items-folds", block.kind, block.key, index)


def _batched(world: World, *, stratified: bool) -> Callable[[Block], Rows]:
    return lambda block: [_material.of_world(world, rng, stratified=stratified) for rng in _streams(block)]


def _again(world: World) -> Callable[[Block], Rows]:
    return lambda block: [_material.repeated(world, rng, REPETITIONS) for rng in _streams(block)]


def _truth(world: World) -> Callable[[Block], Rows]:
    return lambda block: [_material.truth(world, rng) for rng in _streams(block)]


def _of_setting(each: Setting, block: Block, repetition: int = 0) -> Rows:
    sets = draw_sets(each, first=block.first, count=block.count, rng=RNG, repetition=repetition)
    answers = wrong(sets, TEN)
    folds = fold_of(sets.y, runs=TEN.runs, folds=TEN.folds, seeds=sets.seeds)
    return list(_material.of_flags(answers["b"].astype(float) - answers["a"], folds))


def _compiled(each: Setting) -> Callable[[Block], Rows]:
    return lambda block: _of_setting(each, block)


def _compiled_again(each: Setting) -> Callable[[Block], Rows]:
    def draw(block: Block) -> Rows:
        found = [_of_setting(each, block, repetition) for repetition in range(REPETITIONS)]
        return np.array(found).swapaxes(0, 1).tolist()

    return draw


def material(draws: int, replicated: int, store: RunStore) -> dict[str, dict[str, Any]]:
    """Everything that was drawn: by kind, by world, an array (data sets, ..., columns)."""
    found: dict[str, dict[str, Rows]] = {}
    for block in blocks(draws, replicated):
        kept = store.kept(block.name)
        if kept is None:
            kept = json.dumps(block.draw(block))
            store.keep(block.name, kept)
            sys.stderr.write(f"{block.kind} {block.key} {block.first}\n")
        found.setdefault(block.kind, {}).setdefault(block.key, []).extend(json.loads(kept))
    return {kind: {key: np.array(rows) for key, rows in each.items()} for kind, each in found.items()}
