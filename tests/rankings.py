"""Rankings written by hand: the same numbers wherever tests run."""

from dataclasses import replace
from itertools import combinations

from bakeoff.core.ranking import Omnibus, RankedModel, RankedPair, RankedSlice, Ranking
from bakeoff.core.result import Interval
from bakeoff.core.verdict import Basis, Caveat

CAVEAT = Caveat(
    key="winners-curse",
    text="m0 has the best value; report the set of possible best models",
    remedy="report the set of possible best models",
    source="Hsu (1996)",
)


def ranking(count=6, *, names=None, gap=2, n=400, **more):
    """So many models of which two differ where they are more than ``gap`` places apart."""
    names = names or tuple(f"m{at}" for at in range(count))
    models = tuple(
        RankedModel(
            name=name,
            value=0.92 - 0.01 * at,
            interval=Interval(low=0.89 - 0.01 * at, high=0.94 - 0.01 * at),
            rank=(max(1, at + 1 - gap), min(count, at + 1 + gap)),
            may_be_best=at <= gap,
        )
        for at, name in enumerate(names)
    )
    fields = {
        "models": models,
        "pairs": tuple(pair(names, a, b, gap) for a, b in combinations(range(count), 2)),
        "best": names[: gap + 1],
        "method": "max-t",
        "metric": "accuracy",
        "basis": Basis(of="items", counts=(n,)),
        "alpha": 0.05,
        "omnibus": Omnibus(
            method="cochran-q", statistic=26.903, df=(count - 1.0,), p_value=6.17e-6, null="all are alike"
        ),
        "critical": 2.68,
        "resamples": 10_000,
        "caveats": (CAVEAT,),
    }
    return Ranking(**(fields | more))


def pair(names, a, b, gap=2):
    size = 0.01 * (b - a)
    differ = b - a > gap
    return RankedPair(
        a=names[a],
        b=names[b],
        estimate=size,
        interval=Interval(low=size - 0.01 * (gap + 0.5), high=size + 0.01 * (gap + 0.5)),
        p_value=0.0012 if differ else 0.4,
        decision="a-better" if differ else "undecided",
        method="max-t",
        wins=30 + b,
        ties=340,
        losses=20 + a,
    )


def with_baseline(count=5, at=1):
    """Pairs with the second model alone."""
    whole = ranking(count)
    name = whole.names[at]
    return replace(
        whole, baseline=name, pairs=tuple(each for each in whole.pairs if name in (each.a, each.b))
    )


def over_data_sets(count=6, **more):
    """Mean ranks in place of intervals of values."""
    given = {"method": "wilcoxon-holm", "omnibus": None, "resamples": None, "critical": None} | more
    whole = ranking(count, basis=Basis(of="data sets", counts=(14,)), **given)
    step = (count - 1) / count
    models = [replace(each, interval=None, mean_rank=1.3 + step * at) for at, each in enumerate(whole.models)]
    pairs = tuple(replace(each, method=whole.method) for each in whole.pairs)
    return replace(whole, models=tuple(models), pairs=pairs, interval_level=1 - 0.05 / len(pairs))


def bayesian(count=4):
    """Probabilities in place of p-values."""
    whole = over_data_sets(count)
    pairs = [
        replace(each, p_value=None, probabilities=(0.02, 0.08 + 0.01 * at, 0.9 - 0.01 * at))
        for at, each in enumerate(whole.pairs)
    ]
    return replace(whole, pairs=tuple(pairs), rope=0.01, critical=None)


def sliced():
    """Two slices, one of which could not be ranked."""
    part = RankedSlice(name="north", n=200, ranking=ranking(3, n=200))
    refused = RankedSlice(name="south", n=7, refused="every truth is 'cat'")
    return ranking(3, by="region", slices=(part, refused))


MADE = {
    "items": ranking,
    "two": lambda: ranking(2, gap=0, omnibus=None),
    "many": lambda: ranking(30, gap=6),
    "baseline": with_baseline,
    "data-sets": over_data_sets,
    "bayesian": bayesian,
    "sliced": sliced,
}
