"""Worlds of two areas on a few clusters, and rules for their test and interval on many test sets at once.

`delong` and `area_t` are written out here a second time; tests hold them against `bakeoff.methods`.
"""

import math
from typing import NamedTuple

import numpy as np
from scipy import special
from studies._areas import score_law
from studies._losses import TINY, Floats, degrees

MANY = 20  # degrees of freedom of a class from which on `area_t` uses the skewness
SURE = 0.975
SAME = 1e-12


class FewClusters(NamedTuple):
    """Equal areas of two models on clusters of items, and how alike these are.

    ``within`` is the correlation of the scores of a model in a cluster, ``alike`` that of the models. A
    cluster has items of one class where labels are of the cluster (``of_cluster``), otherwise of both. Where
    a law hides positives, it hides those of a ``whole`` cluster together, or each item alone.
    """

    area: float
    laws: tuple[str, str]
    clusters: int
    size: int
    uneven: bool
    within: float
    alike: float
    of_cluster: bool = False
    whole: bool = False
    positives: float = 0.3

    def layout(self, rng: np.random.Generator) -> tuple[Floats, Floats]:
        """The cluster of each item and whether it is positive; each class is in two clusters or more."""
        while True:
            sizes = np.full(self.clusters, self.size)
            if self.uneven:
                sizes = rng.geometric(1 / self.size, self.clusters)
            codes = np.repeat(np.arange(self.clusters), sizes)
            unit = codes if self.of_cluster else np.arange(codes.size)
            count = int(unit.max()) + 1
            positive = rng.permutation(np.arange(count) < max(2, round(self.positives * count)))[unit]
            if min(len(np.unique(codes[side])) for side in (positive, ~positive)) >= 2:
                return codes, positive

    def draw(
        self, codes: Floats, positive: Floats, draws: int, rng: np.random.Generator, lacks: float
    ) -> list[Floats]:
        """Scores [draw, item] by A and B, whose area lacks this many times as much."""
        common, *own = (self._normal(codes, draws, rng) for _ in range(3))
        unit = codes if self.whole or self.of_cluster else np.arange(codes.size)
        found = []
        for law, area, each in zip(self.laws, (self.area, self.lower(lacks)), own, strict=True):
            z = math.sqrt(self.alike) * common + math.sqrt(1 - self.alike) * each
            which = rng.random((draws, int(unit.max()) + 1))[:, unit]
            z[:, positive] = score_law(law, area)(z[:, positive], which[:, positive])
            found.append(z)
        return found

    def lower(self, lacks: float) -> float:
        """An area that lacks this many times as much of 1."""
        return 1 - lacks * (1 - self.area)

    def _normal(self, codes: Floats, draws: int, rng: np.random.Generator) -> Floats:
        shared = rng.normal(size=(draws, self.clusters))[:, codes]
        own = rng.normal(size=(draws, codes.size))
        return math.sqrt(self.within) * shared + math.sqrt(1 - self.within) * own


def _worlds(
    laws: tuple[tuple[float, tuple[str, str]], ...],
    clusters: tuple[int, ...],
    sizes: tuple[tuple[int, bool], ...],
    within: tuple[float, ...],
    alike: tuple[float, ...],
    positives: float,
) -> list[FewClusters]:
    return [
        FewClusters(area, pair, count, size, uneven, inside, near, of_cluster, whole, positives)
        for count in clusters
        for size, uneven in sizes
        for of_cluster, whole in ((True, False), (False, False), (False, True))
        for area, pair in laws
        if not whole or any(law.startswith("hidden") for law in pair)
        for inside in within
        for near in alike
    ]


def chosen_worlds() -> list[FewClusters]:
    """The worlds on which the rule was chosen."""
    laws = (
        (0.8, ("normal 1", "low power")),
        (0.9, ("normal 1", "normal 3")),
        (0.9, ("normal 1", "hidden 0.1")),
        (0.97, ("normal 2", "normal 0.5")),
        (0.9, ("normal 1", "normal 1")),
    )
    return _worlds(laws, (5, 8, 10, 20, 40), ((10, False), (10, True)), (0.2, 0.8), (0.5, 0.97), 0.3)


def confirmed_worlds() -> list[FewClusters]:
    """Other laws, sizes and correlations."""
    laws = (
        (0.75, ("heavy 3", "low power")),
        (0.88, ("easy 5", "normal 1")),
        (0.94, ("hidden 0.15", "normal 0.5")),
        (0.92, ("normal 1", "hidden 0.05")),
    )
    return _worlds(laws, (5, 8, 10, 20, 40), ((6, True), (16, False)), (0.05, 0.5), (0.8, 0.99), 0.45)


class Part(NamedTuple):
    """How an area, or the difference of two, varies: the influence of clusters [draw, cluster] by class.

    ``full`` are those influences over the share of their class that the other clusters hold, ``single`` the
    variance by class if items were independent, ``placed`` the placements by class.
    """

    value: Floats
    placed: list[Floats]
    influence: list[Floats]
    full: list[Floats]
    single: list[Floats]

    @property
    def by_class(self) -> list[Floats]:
        """The variance by class."""
        return [(each**2).sum(1) for each in self.full]

    @property
    def variance(self) -> Floats:
        """The variance, with what both classes of a cluster have in common."""
        return ((self.full[0] + self.full[1]) ** 2).sum(1)


class Sets(NamedTuple):
    """Test sets of one layout: the difference and both areas, and the items of either class by cluster."""

    gap: Part
    sides: tuple[Part, Part]
    held: list[Floats]
    members: list[Floats]

    @property
    def df(self) -> list[float]:
        """Bell and McCaffrey's degrees of freedom by class."""
        return [of_shares(each) for each in self.held]

    @property
    def df_of_all(self) -> float:
        """Those of all items."""
        return of_shares(self.held[0] + self.held[1])


def of_shares(held: Floats) -> float:
    """Bell and McCaffrey's degrees of freedom of clusters that hold this many items."""
    share = held[held > 0] / held.sum()
    q = share**2 / (1 - share)
    return float(1 / ((share**2).sum() + q.sum() ** 2 - (q**2).sum()))


def judged(codes: Floats, positive: Floats, scores: list[Floats]) -> Sets:
    """What the rules need of these test sets."""
    one = np.eye(int(codes.max()) + 1)[codes]
    members = [one[positive], one[~positive]]
    held = [each.sum(0) for each in members]

    def part(placed: list[Floats]) -> Part:
        value = placed[0].mean(1)
        influence, full, single = [], [], []
        for each, inside, sizes in zip(placed, members, held, strict=True):
            count, total = np.count_nonzero(sizes), sizes.sum()
            moved = (each @ inside - value[:, None] * sizes) / total
            influence.append(moved)
            full.append(math.sqrt((count - 1) / count) * moved / (1 - sizes / total))
            single.append(((each - value[:, None]) ** 2).sum(1) / total / (total - 1))
        return Part(value, placed, influence, full, single)

    a, b = (_placed(each, positive) for each in scores)
    return Sets(part([x - y for x, y in zip(a, b, strict=True)]), (part(a), part(b)), held, members)


def _placed(score: Floats, positive: Floats) -> list[Floats]:
    """The share of the other class that each item is ranked right against, where no scores are equal."""
    above, below = score[:, positive], score[:, ~positive]
    split = above.shape[1]
    rank, own, other = (
        each.argsort(1).argsort(1) for each in (np.concatenate([above, below], axis=1), above, below)
    )
    return [(rank[:, :split] - own) / below.shape[1], 1 - (rank[:, split:] - other) / split]


def _unseen(sets: Sets) -> list[Floats]:
    """What one more cluster far off adds where fewer than three of a class are placed unlike the rest."""
    far = np.maximum(*(np.abs(each).max(1) for each in sets.gap.placed))
    found = []
    for placed, inside, df in zip(sets.gap.placed, sets.members, sets.df, strict=True):
        ordered, place = np.sort(placed, axis=1), np.arange(placed.shape[1])
        fresh = np.diff(ordered, axis=1, prepend=-9.0) > SAME
        run = place - np.maximum.accumulate(np.where(fresh, place, 0), axis=1)
        commonest = np.take_along_axis(ordered, run.argmax(1)[:, None], 1)
        apart = ((np.abs(placed - commonest) > SAME) @ inside > 0).sum(1)
        found.append(np.where(apart < 3, far**2 / df / (df + 1), 0.0))
    return found


class Rule(NamedTuple):
    """What is added to the variance, whether Hall's cubic and the widening are used, and what bounds it.

    ``cubic`` is used in classes with at least so many degrees of freedom. The interval of the difference is
    ``bounded`` by those of both areas.
    """

    name: str
    added: str = "one cluster"
    cubic: float = math.inf
    wider: bool = True
    bounded: bool = False
    by_influence: bool = True


RULES = (
    Rule("`area-t` (used)", cubic=MANY, bounded=True),
    Rule("with the cubic, not bounded", cubic=0),
    Rule("with the cubic", cubic=0, bounded=True),
    Rule("not bounded", cubic=MANY),
    Rule("Student's t without widening", wider=False, bounded=True),
    Rule("added: one effective item", "one effective item", cubic=MANY, bounded=True),
    Rule("added: at most the largest cluster", "largest cluster", cubic=MANY, bounded=True),
    Rule("added: nothing", "nothing", cubic=MANY, bounded=True),
    Rule("`delong`", "nothing", wider=False),
    Rule("`delong`, degrees of freedom by sizes", "nothing", wider=False, by_influence=False),
)


def _added(sets: Sets, kind: str) -> list[Floats]:
    """What is added to the variance by either class."""
    alone = sum(each.variance for each in sets.sides)
    chance = np.where(alone > 0, sets.gap.variance / np.maximum(alone, TINY), 1.0) / 3
    found = []
    for at, (held, df) in enumerate(zip(sets.held, sets.df, strict=True)):
        units, square = df, chance
        if kind == "nothing":
            square = 0 * chance
        elif kind == "largest cluster":
            square = np.minimum(chance, ((df + 1) * np.abs(sets.gap.influence[at]).max(1)) ** 2)
        elif kind == "one effective item":
            alike = [
                np.where(each.single[at] > 0, each.by_class[at] / np.maximum(each.single[at], TINY), np.inf)
                for each in (sets.gap, *sets.sides)
            ]
            total = held.sum()
            units = np.maximum(total / np.clip(np.maximum.reduce(alike), 1, total / (df + 1)) - 1, df)
        found.append(square / units / (units + 1))
    return found


def intervals(sets: Sets, rules: tuple[Rule, ...] = RULES) -> dict[str, tuple[Floats, Floats]]:
    """The 95 % interval of each rule."""
    gap, moved = sets.gap, sum(sets.gap.influence)
    unseen, found = _unseen(sets), {}
    same = np.all([np.all(np.abs(each) < SAME, axis=1) for each in gap.placed], axis=0)
    scaled = moved / np.maximum(np.abs(moved).max(1, keepdims=True), TINY)
    skew = (scaled**3).sum(1) / np.maximum((scaled**2).sum(1) ** 1.5, TINY)
    a, b = (own_interval(sets, each, (1 + SURE) / 2) for each in sets.sides)
    for rule in rules:
        more = [np.maximum(*each) for each in zip(unseen, _added(sets, rule.added), strict=True)]
        parts = [own + each for own, each in zip(gap.by_class, more, strict=True)]
        df = np.minimum(sets.df_of_all, _welch(parts, sets.df))
        shown = degrees(scaled, df) if rule.by_influence else df
        df = np.maximum(np.where(scaled.any(1), shown, df), 1.0)
        reach = -special.stdtrit(df, 1 - SURE) * (np.sqrt(1 + 2 / df) if rule.wider else 1.0)
        error = np.sqrt(gap.variance + sum(more))
        slope = skew if min(sets.df) >= rule.cubic else 0 * skew
        low, high = (gap.value - error * _again(reach, slope), gap.value + error * _again(reach, -slope))
        if rule.bounded:
            zero = (low <= 0) & (high >= 0)
            low = np.maximum(
                low, np.minimum(a[0] - b[1], np.where(zero, np.minimum(gap.value, 0), gap.value))
            )
            high = np.minimum(
                high, np.maximum(a[1] - b[0], np.where(zero, np.maximum(gap.value, 0), gap.value))
            )
        found[rule.name] = tuple(np.where(same, 0.0, np.clip(end, -1, 1)) for end in (low, high))
    return found


def _welch(parts: list[Floats], df: list[float]) -> Floats:
    below = sum(part**2 / own for part, own in zip(parts, df, strict=True))
    return np.where(below > 0, sum(parts) ** 2 / np.maximum(below, TINY), np.inf)


def _again(point: Floats, skew: Floats) -> Floats:
    """Where Hall's cubic has this value, if it is nearer to 0 than that."""
    turn, slope = skew * point, skew / 3
    corrected = turn < -1e-12
    return np.where(corrected, (np.cbrt(1 + turn) - 1) / np.where(corrected, slope, 1.0), point)


def own_interval(sets: Sets, side: Part, sure: float = SURE) -> tuple[Floats, Floats]:
    """The separate interval of one area."""
    sizes = [each.sum() for each in sets.held]
    total = sum(sizes)
    end = min(max(0.035, 1.4 / total), 0.1)
    most = float(((sum(sets.held) / total) ** 2).sum() * total)
    plain = sum(side.single)
    alike = np.where(plain > 0, np.clip(side.variance / np.maximum(plain, TINY), 1, most), most)
    df = np.maximum(np.minimum(sets.df_of_all, _welch(side.by_class, sets.df)), 1.0)
    worth = 1 / alike / (special.stdtrit(df, sure) / special.ndtri(sure)) ** 2
    weights = [2 * end + worth * size for size in sizes]
    shares = [
        (end + worth * size * placed.mean(1)) / weight
        for placed, size, weight in zip(side.placed, sizes[::-1], weights[::-1], strict=True)
    ]
    mean = (worth * sizes[0] * shares[0] + end) / weights[0]
    variance = 0.0
    for at, (placed, share) in enumerate(zip(side.placed, shares, strict=True)):
        spread = (worth * sizes[1 - at] / weights[1 - at]) ** 2 * placed.var(1)
        low = end / 2 / weights[1 - at]
        ends = end * ((low - mean) ** 2 + (1 - low - mean) ** 2)
        variance += (worth * sizes[at] * (spread + (share - mean) ** 2) + ends) / weights[at] ** 2
    items = mean * (1 - mean) / variance
    low, high = (special.betaincinv(mean * items, (1 - mean) * items, q) for q in (1 - sure, sure))
    return np.minimum(low, side.value), np.maximum(high, side.value)
