"""What outcomes allow and show: valid methods, the unit, the basis, each side's own value, what is drawn."""

from collections.abc import Iterable
from dataclasses import fields, replace

import numpy as np

from bakeoff.core.design import Design, in_words
from bakeoff.core.evidence import Curve, Evidence
from bakeoff.core.exceptions import IllegalMethodError
from bakeoff.core.method import Method
from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import (
    IN_WORDS,
    ClusterKinds,
    DatasetScores,
    Floats,
    FoldScores,
    Ints,
    JudgedItems,
    LayoutScores,
    Outcomes,
    PairedItems,
    PairedLabels,
    PairedScores,
    RankedItems,
    RatePair,
    SampleScores,
)
from bakeoff.core.verdict import Basis, Counted, Reason, Unit, Verdict, Why
from bakeoff.judge.scales import in_percent
from bakeoff.methods import METHODS
from bakeoff.read.columns import fingerprint

Sided = PairedScores | FoldScores | SampleScores | DatasetScores | LayoutScores

CORNERS = 400  # of a curve that is drawn: more than there are pixels to distinguish them


def unit_of(outcomes: Outcomes | None, metric: Metric, about: str) -> Unit:
    """How differences of this metric are expressed; an error rate is expressed as accuracy."""
    subject = (metric.complement_of or metric.title) + (f" of {about}" if about else "")
    return Unit(
        subject,
        100.0 if metric.is_rate and not in_percent(outcomes, metric) else 1.0,
        points=metric.is_rate,
        less=not metric.higher_is_better and not metric.complement_of,
    )


def basis_of(outcomes: Outcomes, n: int) -> Basis:
    """What a verdict rests on."""
    if isinstance(outcomes, RatePair):
        return Basis(of="items", counts=(outcomes.n_a, outcomes.n_b))
    if isinstance(outcomes, FoldScores):
        runs, folds = outcomes.a.shape
        if runs > 1:
            return Basis(of="runs of folds", counts=(runs, folds))
        return Basis(of="folds" if outcomes.design.key == "kfold" else "splits", counts=(folds,))
    if isinstance(outcomes, LayoutScores):
        return Basis(of="training sets of items", counts=outcomes.a.shape)
    if isinstance(outcomes, SampleScores):
        sizes = (len(outcomes.a), len(outcomes.b))
        same = sizes[0] == sizes[1]
        return Basis(of="samples", counts=sizes[:1] if same else sizes, each=same and not outcomes.paired)
    if isinstance(outcomes, JudgedItems):
        return Basis(of="labelled items", counts=(n, len(outcomes.a)), clusters=clusters_of(outcomes))
    of: Counted = "data sets" if isinstance(outcomes, DatasetScores) else "items"
    return Basis(of=of, counts=(n,), clusters=clusters_of(outcomes))


def clusters_of(outcomes: Outcomes) -> int:
    """How many clusters the items are in; 0 where items are independent."""
    kinds = getattr(outcomes, "clusters", None)
    if isinstance(kinds, ClusterKinds):
        return kinds.clusters
    return 0 if kinds is None else len(np.unique(kinds))


def values_of(outcomes: Outcomes, metric: Metric) -> tuple[float, float] | None:
    """The metric of A and of B, in its own units, where the outcomes show them."""
    if isinstance(outcomes, JudgedItems):
        return None  # labels alone and with the judge give other values
    if isinstance(outcomes, PairedItems):
        if outcomes.both_right is None:
            return None
        rates = [(outcomes.both_right + own) / outcomes.n for own in (outcomes.only_a, outcomes.only_b)]
        return _own(rates[0], rates[1], metric, fractions=True)
    if isinstance(outcomes, RatePair):
        rates = [1 - outcomes.errors_a / outcomes.n_a, 1 - outcomes.errors_b / outcomes.n_b]
        return _own(rates[0], rates[1], metric, fractions=True)
    if isinstance(outcomes, PairedLabels):
        a, b = map(float, outcomes.metric(np.stack([outcomes.table.sum(axis=axis).T for axis in (2, 1)])))
        return _own(a, b, metric, fractions=False)
    if isinstance(outcomes, RankedItems):
        if metric.key == "auc":
            return outcomes.ranks[0].area(), outcomes.ranks[1].area()
        a, b = (float(metric.compute(outcomes.positive, side)) for side in (outcomes.a, outcomes.b))
        return a, b
    a, b = (_mean(outcomes, side) for side in (outcomes.a, outcomes.b))
    return _own(a, b, metric, fractions=_turned(outcomes, metric))


def _mean(outcomes: Sided, side: Floats) -> float:
    """The mean over all items, bit for bit the same in any order."""
    if isinstance(outcomes, PairedScores) and outcomes.counts is not None:
        return float(np.dot(side, outcomes.counts) / outcomes.n)
    return float(np.mean(np.sort(side, axis=None)))


def _turned(outcomes: Sided, metric: Metric) -> bool:
    """Whether a rate where lower is better was subtracted from 1, not negated."""
    possible = metric.is_rate and isinstance(outcomes, FoldScores | PairedScores)
    return possible and bool(min(np.min(outcomes.a), np.min(outcomes.b)) >= 0)


def _own(a: float, b: float, metric: Metric, *, fractions: bool) -> tuple[float, float]:
    if metric.higher_is_better:
        return a, b
    return (1 - a, 1 - b) if fractions else (0.0 - a, 0.0 - b)  # never -0.0


def opening(v: Verdict) -> str:
    """The decision with names."""
    # An equivalence margin has no direction.
    size = replace(v.unit, less=False).amount(f"{(v.margin or 0.0) * v.unit.factor:g}")
    margin = "" if v.margin is None else f" within {size}"
    return {
        "a-better": f"{v.names[0]} is better",
        "b-better": f"{v.names[1]} is better",
        "equivalent": f"{v.names[0]} and {v.names[1]} are equivalent{margin}",
        "undecided": "Undecided",
    }[v.decision]


def evidence_of(outcomes: Outcomes) -> Evidence:
    """The few numbers that pictures need, and a hash of all."""
    curves, ahead = _curves(outcomes) if isinstance(outcomes, RankedItems) else (None, "")
    return Evidence(
        kind=type(outcomes),
        fingerprint=_fingerprint(outcomes),
        differences=_differences(outcomes),
        counts=_counts(outcomes) if isinstance(outcomes, PairedItems) else None,
        curves=curves,
        dominant=ahead,
    )


def _fingerprint(outcomes: Outcomes) -> str:
    values = [getattr(outcomes, each.name) for each in fields(outcomes)]
    known = (v for v in values if isinstance(v, int | float | np.ndarray) and not isinstance(v, bool))
    return fingerprint(*map(np.asarray, known))


def _differences(outcomes: Outcomes) -> Floats | None:
    if isinstance(outcomes, SampleScores):
        return outcomes.a - outcomes.b if outcomes.paired else None
    return outcomes.a - outcomes.b if isinstance(outcomes, FoldScores | DatasetScores) else None


def _counts(items: PairedItems) -> tuple[int | None, int, int, int | None]:
    both = items.both_right
    neither = None if both is None else items.n - both - items.only_a - items.only_b
    return both, items.only_a, items.only_b, neither


def _curves(items: RankedItems) -> tuple[tuple[Curve, Curve], str]:
    """Both curves, and which of them is nowhere below the other."""
    from bakeoff.metrics._roc import in_front

    a, b = (ranks.corners() for ranks in items.ranks)
    return (_thinned(*a), _thinned(*b)), in_front(a, b)


def _thinned(false: Ints, true: Ints) -> Curve:
    """A curve with a limited number of corners, evenly spaced along its length."""
    x, y = false / false[-1], true / true[-1]
    if len(x) > CORNERS:
        places = np.searchsorted(x + y, np.linspace(0, 2, CORNERS)).clip(max=len(x) - 1)
        kept = np.unique(np.concatenate([[0], places, [len(x) - 1]]))
        x, y = x[kept], y[kept]
    return Curve(x=x, y=y)


PREFERRED: dict[type, tuple[str, Why]] = {
    PairedItems: ("mcnemar-mid-p", "usual-for-right-and-wrong"),
    PairedLabels: ("score-t", "usual-for-labels"),
    PairedScores: ("skewed-t", "usual-for-scores-of-items"),
    RankedItems: ("area-t", "usual-for-areas"),
    JudgedItems: ("prediction-powered-t", "usual-for-judges"),
    DatasetScores: ("wilcoxon", "usual-over-data-sets"),
    LayoutScores: ("quasi-f", "usual-for-layouts"),
}


# The default for learners that can be trained as often as a method needs, and for those that cannot.
WITH_HALVINGS, WITHOUT_HALVINGS, WITH_ITEMS = "half-sample-t", "corrected-resampled-t", "items-folds-t"
# With fewer, training sets are smaller and overlap less: at 10 x 2 folds it raised 33 % false alarms.
ENOUGH_FOLDS = 10


def pick(method: str, outcomes: Outcomes) -> tuple[Method, Reason | None]:
    """The requested method, or the preferred one for ``"auto"``, and why; refuses illegal ones."""
    if method == "auto":
        key, why = _preferred(outcomes)
        return METHODS[key], Reason(why=why, df=_wary_df() if why == "fewest-false-alarms" else None)
    chosen = METHODS[method]
    if not is_legal(chosen, outcomes):
        raise _illegal(chosen, outcomes)
    return chosen, None


def _wary_df() -> int:
    from bakeoff.methods.cv_all_data import WARY_DF

    return WARY_DF


def is_legal(method: Method, outcomes: Outcomes) -> bool:
    """Whether a method accepts these outcomes."""
    if not isinstance(outcomes, method.kinds):
        return False
    return not isinstance(outcomes, FoldScores) or bool(_names_of(outcomes.design) & set(method.designs))


def legal_methods(outcomes: Outcomes) -> list[Method]:
    """All methods that accept these outcomes."""
    return [method for method in METHODS if is_legal(method, outcomes)]


def _names_of(design: Design) -> set[str]:
    """A design's key, and those of the designs that it is an instance of."""
    names = {design.key}
    if design.key == "five-by-two":
        names.add("repeated-kfold")
    if design.key == "repeated-kfold":
        runs, folds = design.shape or (0, 0)
        names |= {"five-by-two"} if (runs, folds) == (5, 2) else {"kfold"} if runs == 1 else set()
    return names


def _preferred(outcomes: Outcomes) -> tuple[str, Why]:
    if isinstance(outcomes, FoldScores):
        return _for_folds(outcomes)
    if isinstance(outcomes, RatePair):
        return _for_rates(outcomes)
    if isinstance(outcomes, SampleScores):
        return ("paired-t", "same-samples") if outcomes.paired else ("unpaired-t", "own-samples")
    if clusters_of(outcomes) and not isinstance(outcomes, JudgedItems):
        return PREFERRED[type(outcomes)][0], "respects-clusters"
    return PREFERRED[type(outcomes)]


def _for_folds(scores: FoldScores) -> tuple[str, Why]:
    """The method with the lowest of worst rates of false alarms under the design (docs/measured.md)."""
    names = _names_of(scores.design)
    if scores.halves is not None and names & set(METHODS[WITH_HALVINGS].designs):
        return WITH_HALVINGS, "usual-with-halves"
    if scores.items is not None and names & set(METHODS[WITH_ITEMS].designs):
        return WITH_ITEMS, "items-and-folds"
    if "repeated-kfold" in names and scores.a.shape[1] >= ENOUGH_FOLDS:
        return "cv-all-data", "fewest-false-alarms"
    if names & set(METHODS[WITHOUT_HALVINGS].designs):
        return WITHOUT_HALVINGS, "allows-for-overlap"
    of = "one split" if scores.design.key == "holdout" else in_words(scores.design)
    raise IllegalMethodError(
        f"no sound method exists for fold scores of {of} alone; compare the "
        f"predictions item by item (compare_predictions), or use RepeatedKFold(runs=10, folds=10)"
    )


def _for_rates(rates: RatePair) -> tuple[str, Why]:
    from bakeoff.intervals._rate import applicability

    sides = (applicability(rates.errors_a, rates.n_a), applicability(rates.errors_b, rates.n_b))
    rules = [(each.hodges_lehmann, each.anderson_sclove, each.mendenhall, each.honavar) for each in sides]
    if all(map(all, rules)):
        return "two-proportion-z", "normal-will-do"
    return "two-proportion-exact", "too-few-for-normal"


def _illegal(method: Method, outcomes: Outcomes) -> IllegalMethodError:
    legal = legal_methods(outcomes)
    if isinstance(outcomes, FoldScores) and method.takes is FoldScores:
        of = "one split" if outcomes.design.key == "holdout" else in_words(outcomes.design)
        return not_taken(method, f"scores of {of}", legal, f"designs {', '.join(method.designs)}")
    return not_taken(method, IN_WORDS[type(outcomes)], legal)


def not_taken(method: Method, given: str, legal: Iterable[Method], wanted: str = "") -> IllegalMethodError:
    """The error for a method that does not take what is given; names those that do."""
    listed = ", ".join(each.key + (" (unsound)" if each.unsound else "") for each in legal)
    return IllegalMethodError(
        f"{method.key} takes {wanted or IN_WORDS[method.takes]}; these are {given}. "
        f"Methods that take them: {listed or 'none'}"
    )
