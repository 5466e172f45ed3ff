"""Which methods are legal for outcomes, and which one answers when the user leaves it open."""

from bakeoff.core.design import Design, in_words
from bakeoff.core.exceptions import IllegalMethodError
from bakeoff.core.method import Method
from bakeoff.core.outcomes import (
    IN_WORDS,
    DatasetScores,
    FoldScores,
    LayoutScores,
    Outcomes,
    PairedItems,
    PairedLabels,
    PairedScores,
    RankedItems,
    RatePair,
    SampleScores,
)
from bakeoff.core.verdict import Reason, Why
from bakeoff.methods import METHODS

PREFERRED: dict[type, tuple[str, Why]] = {
    PairedItems: ("mcnemar-mid-p", "usual-for-right-and-wrong"),
    PairedLabels: ("permutation", "usual-for-labels"),
    PairedScores: ("paired-mean", "usual-for-scores-of-items"),
    RankedItems: ("delong", "usual-for-areas"),
    DatasetScores: ("wilcoxon", "usual-over-data-sets"),
    LayoutScores: ("quasi-f", "usual-for-layouts"),
}


# What answers for learners that may be trained as often as a method asks, and for those that may not.
WITH_HALVINGS, WITHOUT_HALVINGS = "half-sample-t", "corrected-resampled-t"
# With fewer, training sets are smaller and overlap less: at 10 x 2 folds it raised 33 % false alarms.
ENOUGH_FOLDS = 10


def pick(method: str, outcomes: Outcomes) -> tuple[Method, Reason | None]:
    """The method asked for, or the preferred one for ``"auto"``, and why; refuses illegal ones."""
    if method == "auto":
        key, why = _preferred(outcomes)
        return METHODS[key], Reason(why=why, df=_wary_df() if why == "held-in-every-world" else None)
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
    if isinstance(outcomes, PairedScores) and outcomes.clusters is not None:
        return "paired-mean", "respects-clusters"
    if isinstance(outcomes, RankedItems) and outcomes.clusters is not None:
        return "delong", "respects-clusters"
    if isinstance(outcomes, PairedLabels) and outcomes.clusters is not None:
        return "jackknife", "respects-clusters"
    return PREFERRED[type(outcomes)]


def _for_folds(scores: FoldScores) -> tuple[str, Why]:
    """The method with the lowest of worst rates of false alarms under the design (docs/measured.md)."""
    names = _names_of(scores.design)
    if scores.halves is not None and names & set(METHODS[WITH_HALVINGS].designs):
        return WITH_HALVINGS, "holds-its-level"
    if "repeated-kfold" in names and scores.a.shape[1] >= ENOUGH_FOLDS:
        return "cv-all-data", "held-in-every-world"
    if names & set(METHODS[WITHOUT_HALVINGS].designs):
        return WITHOUT_HALVINGS, "allows-for-overlap"
    raise IllegalMethodError(
        f"no sound method judges fold scores of {in_words(scores.design)} alone; compare the predictions "
        f"item by item (compare_predictions), or use RepeatedKFold(runs=10, folds=10)"
    )


def _for_rates(rates: RatePair) -> tuple[str, Why]:
    from bakeoff.intervals._rate import applicability

    sides = (applicability(rates.errors_a, rates.n_a), applicability(rates.errors_b, rates.n_b))
    normal = all(
        rule
        for side in sides
        for rule in (side.hodges_lehmann, side.anderson_sclove, side.mendenhall, side.honavar)
    )
    if normal:
        return "two-proportion-z", "normal-will-do"
    return "two-proportion-exact", "too-few-for-normal"


def _illegal(method: Method, outcomes: Outcomes) -> IllegalMethodError:
    legal = [each.key + (" (unsound)" if each.unsound else "") for each in legal_methods(outcomes)]
    given = IN_WORDS[type(outcomes)]
    if isinstance(outcomes, FoldScores) and method.takes is FoldScores:
        given = f"scores of {in_words(outcomes.design)}"
        wanted = "designs " + ", ".join(method.designs)
    else:
        wanted = IN_WORDS[method.takes]
    return IllegalMethodError(
        f"{method.key} takes {wanted}; these are {given}. "
        f"Methods that take them: {', '.join(legal) or 'none'}"
    )
