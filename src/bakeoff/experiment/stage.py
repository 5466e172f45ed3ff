"""The stages of a run: the design on all data, the halves that a method needs, permuted labels."""

import hashlib
from dataclasses import dataclass

import numpy as np

from bakeoff.core.design import Splits
from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Ints
from bakeoff.core.rng import generator
from bakeoff.designs import KFold
from bakeoff.designs._deal import deal
from bakeoff.designs.splitters import as_splits, unstratified
from bakeoff.experiment.data import Data
from bakeoff.judge.facts import WITH_HALVINGS

MAIN = "main"
FOLDS_OF_A_HALF = 10
FEWEST_IN_A_HALF = 2 * FOLDS_OF_A_HALF


@dataclass(frozen=True, kw_only=True, eq=False)
class Stage:
    """Splits of all items or of some, with the labels as they are or in another order."""

    key: str
    splits: Splits
    items: Ints | None = None
    order: Ints | None = None

    def mark(self, at: int) -> str:
        """What identifies one split, whatever the number of others."""
        digest = hashlib.blake2b(f"{self.splits.n}".encode(), digest_size=16)
        split = {
            "test": self.splits.test[at],
            "drawn": self.drawn(at),
            "items": self.items,
            "order": self.order,
        }
        for name, array in split.items():
            if array is not None:
                digest.update(f"{name} {len(array)}:".encode() + array.astype("<i8").tobytes())
        return digest.hexdigest()

    def test(self, at: int) -> Ints:
        """The items that a split tests on."""
        inside = self.splits.test[at]
        return inside if self.items is None else self.items[inside]

    def drawn(self, at: int) -> Ints | None:
        """The items that a split trains on, where they are not simply the rest."""
        if self.splits.drawn is None:
            return None
        inside = self.splits.drawn[at]
        return inside if self.items is None else self.items[inside]


def halves(data: Data, count: int, rng: int, method: str = WITH_HALVINGS) -> list[Stage]:
    """Random halvings, stratified by class, with folds in each half: two stages for each (HS-1).

    Examples
    --------
    >>> data = Data(X=np.zeros((40, 1)), y=np.arange(40) % 2)
    >>> [len(stage.items) for stage in halves(data, 1, rng=0)]
    [20, 20]
    """
    groups = data.n if data.groups is None else len(np.unique(data.groups))
    for what, there, least in (
        ("items", data.n, 2 * FEWEST_IN_A_HALF),
        ("groups", groups, FEWEST_IN_A_HALF),
    ):
        if there < least:
            raise InputError(
                f"there are {there} {what}, but {method} needs {least} for ten folds in each half; use "
                f'method="corrected-resampled-t"'
            )
    codes = data.codes if data.kind == "classes" else None
    return [half for at in range(count) for half in _halving(data, codes, at, rng, method)]


def _halving(data: Data, codes: Ints | None, at: int, rng: int, method: str) -> list[Stage]:
    draws = generator(rng, "halving", at)
    both = deal(codes, data.n, 2, draws, data.groups)
    return [
        Stage(key=f"half {at + 1}.{side + 1}", items=items, splits=_folds(data, codes, items, draws, method))
        for side, items in enumerate(both)
    ]


def _folds(data: Data, codes: Ints | None, items: Ints, draws: np.random.Generator, method: str) -> Splits:
    groups = None if data.groups is None else data.groups[items]
    within = None if codes is None else codes[items]
    dealt = deal(within, len(items), FOLDS_OF_A_HALF, draws, groups)
    if not all(map(len, dealt)):
        raise InputError(
            f"the groups are so unequal that one half has fewer than {FOLDS_OF_A_HALF} groups, but "
            f'{method} needs ten folds in each half; use method="corrected-resampled-t"'
        )
    return Splits(
        design=KFold(folds=FOLDS_OF_A_HALF, stratified=codes is not None),
        n=len(items),
        shape=(1, FOLDS_OF_A_HALF),
        test=tuple(dealt),
    )


def split_by(design: object, data: Data, rng: int, order: Ints | None = None) -> Splits:
    """The splits of a design on data, by their classes where they have any, in the order given."""
    if data.kind == "numbers":
        return as_splits(unstratified(design), data.X, None, data.groups, rng)
    labels = data.y if order is None else data.y[order]
    return as_splits(design, data.X, labels, data.groups, rng)


def permuted(data: Data, design: object, draw: int, rng: int) -> Stage:
    """The design again with labels in a random order, so that nothing can be learnt from them.

    Items of a group keep a common label: groups are permuted, not items.

    The splits are new too: stratified folds must be stratified by the permuted labels.
    """
    draws = generator(rng, "permuted", draw)
    order = _random_order(data, draws)
    return Stage(
        key=f"permuted {draw + 1}",
        splits=split_by(design, data, int(draws.integers(2**62)), order),
        order=order,
    )


def _random_order(data: Data, draws: np.random.Generator) -> Ints:
    """Whose label each item gets."""
    if data.groups is None:
        return draws.permutation(data.n)
    _, first, member = np.unique(data.groups, return_index=True, return_inverse=True)
    if np.any(data.truth != data.truth[first][member]):
        raise InputError(
            "labels differ within a group, so permuting them would break the dependence within groups; "
            "leave out groups, or do not use permuted labels"
        )
    return np.asarray(first[draws.permutation(len(first))][member])
