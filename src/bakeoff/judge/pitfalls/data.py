"""What data may hide: imbalance, reuse, training items."""

import numpy as np

from bakeoff.core.outcomes import PairedLabels, PairedScores, RankedItems
from bakeoff.core.works import EFRON_1983, HONAVAR, MARTIN_HIRSCHBERG_1996, SALZBERG_1997
from bakeoff.judge.pitfalls.pitfall import EVERY_NOUN, Case, Finding, Found, Pitfall, Predicted, mistakes
from bakeoff.judge.pitfalls.support import Claim, Support, by_definition, unmeasured

ENOUGH_TO_WONDER = 30  # items without a single error, or all with the same prediction
LOPSIDED = 0.8
# Data sets on which so many learners have been compared that some differences must be chance.
WELL_KNOWN = frozenset((
    "abalone", "adult", "anneal", "audiology", "australian", "autos", "balance-scale", "breast-cancer",
    "breast-w", "california-housing", "boston-housing", "car", "census-income", "chess", "cifar-10",
    "cifar-100", "cifar10", "cifar100", "colic", "contact-lenses", "covertype", "credit-g", "diabetes",
    "digits", "ecoli", "fashion-mnist", "german-credit", "glass", "heart", "heart-disease", "hepatitis",
    "hypothyroid", "imagenet", "ionosphere", "iris", "kr-vs-kp", "labor", "letter", "mnist", "monks",
    "mushroom", "newsgroups", "nursery", "optdigits", "pendigits", "pima", "pima-indians-diabetes",
    "primary-tumor", "satimage", "segment", "sick", "sonar", "soybean", "spambase", "splice", "tic-tac-toe",
    "titanic", "vehicle", "votes", "vowel", "waveform", "wdbc", "wine", "wine-quality", "yeast", "zoo",
))  # fmt: skip


def _no_errors(case: Case) -> Found:
    counted, seen, n = _mistakes(case), _predicted(case), case.result.n
    sizes = [size if errors == 0 else 0 for errors, size in counted or ()]
    told = ""
    if counted is None and seen is not None:
        sizes = [n if each.perfect else 0 for each in seen]
        told = "" if case.metric.needs == "numbers" else " (its scores separate the classes completely)"
    found = [
        f"{name} on {size} items{told}"
        for name, size in zip(case.names, sizes, strict=False)
        if size >= ENOUGH_TO_WONDER
    ]
    if found:
        yield Finding(
            f"no errors: {' and '.join(found)}",
            "check that no attribute reveals the class" if case.background.data else "",
        )


def _mistakes(case: Case) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Errors and items of A and of B; also of right and wrong answers in clusters."""
    got = case.outcomes
    if not isinstance(got, PairedScores) or not case.metric.right_or_wrong:
        return mistakes(got)
    counts = np.ones(len(got.a), dtype=np.int64) if got.counts is None else got.counts
    a, b = (got.n - round(float(counts @ side)) for side in (got.a, got.b))
    return (a, got.n), (b, got.n)


def _predicted(case: Case) -> tuple[Predicted, Predicted] | None:
    """What is seen in the predictions of A and of B: in ranks and tables, or before losses were taken."""
    got = case.outcomes
    if isinstance(got, RankedItems):
        of_a, of_b = (Predicted(perfect=each.separates, constant=each.groups == 1) for each in got.ranks)
        return of_a, of_b
    if isinstance(got, PairedLabels):
        classes, a, b = (
            int(np.count_nonzero(got.table.sum(axis=others))) for others in ((1, 2), (0, 2), (0, 1))
        )
        return Predicted(constant=a == 1 < classes), Predicted(constant=b == 1 < classes)
    return case.background.predicted


def _imbalanced(case: Case) -> Found:
    common = case.background.commonest
    if common is None or not case.metric.right_or_wrong:
        return
    if common[1] >= LOPSIDED:
        yield Finding(f"{_always(common)}: accuracy says little about the rare classes")


def _always(common: tuple[str, float]) -> str:
    return f"always predicting {common[0]} would be correct for {100 * common[1]:.1f} % of the items"


def _no_better(case: Case) -> Found:
    common = case.background.commonest
    if common is None or not case.metric.right_or_wrong:
        yield from _constant(case)
        return
    # A learner that says the commonest class is a baseline by intent.
    low = [
        (side, f"{name} ({100 * right:.1f} %)")
        for side, (name, right) in enumerate(zip(case.names, _right(case), strict=True))
        if name not in case.background.follow and right <= common[1] + 1e-12
    ]
    if low:
        told = f"{_always(common)}; no better than that: {' and '.join(each for _, each in low)}"
        yield _finding(case, told, [side for side, _ in low])


def _constant(case: Case) -> Found:
    """Models that predict the same for all items, whatever the metric makes of that."""
    seen, n = _predicted(case), case.result.n
    if seen is None or n < ENOUGH_TO_WONDER:
        return
    dead = [
        side
        for side, each in enumerate(seen)
        if each.constant and case.names[side] not in case.background.follow
    ]
    if dead:
        named = " and ".join(case.names[side] for side in dead)
        yield _finding(
            case, f"the same prediction for all {n} items, which distinguishes none: {named}", dead
        )


def _finding(case: Case, told: str, dead: list[int]) -> Finding:
    """A finding that casts doubt where the decision relies on such a model."""
    return Finding(told, importance="casts-doubt" if set(dead) & set(case.trusted) else None)


def _right(case: Case) -> tuple[float, float]:
    if case.values is None:
        return 1.0, 1.0
    a, b = case.values
    return (1 - a, 1 - b) if case.metric.complement_of else (a, b)


def _well_known(case: Case) -> Found:
    name = case.background.data
    if name.strip().casefold().replace("_", "-").replace(" ", "-") in WELL_KNOWN:
        yield Finding(
            f"{name!r} is a standard benchmark: differences found on it may not carry over to other data, "
            f"and published hyperparameters may be tuned to it"
        )


OF_DATA = (
    Pitfall(
        key="no-errors",
        nouns=EVERY_NOUN,
        scope="model",
        importance="casts-doubt",
        codes=("PIT-1",),
        title="error measured on the training items",
        when="a model makes no errors on 30 items or more: its labels or numbers are all right, or its "
        "scores separate the classes completely",
        remedy="check that no model was trained on these items",
        source=f"{MARTIN_HIRSCHBERG_1996}, sec. 1: the apparent error can be made arbitrarily low",
        references=(
            MARTIN_HIRSCHBERG_1996,
            EFRON_1983,
        ),
        support=Support(
            basis="measured",
            text="the error on the training items is too low, by the number of points shown; learners that "
            "remember their items make none",
            claims=(Claim("estimators", "apparent"),),
        ),
        trigger=_no_errors,
    ),
    Pitfall(
        key="imbalanced-classes",
        nouns=EVERY_NOUN,
        scope="data",
        importance="limits",
        codes=("PIT-11",),
        title="accuracy on imbalanced classes",
        when="the metric is accuracy or error and at least 80 % of the items belong to one class",
        remedy="also compare with balanced-accuracy",
        source=HONAVAR,
        references=(HONAVAR,),
        support=by_definition("always predicting the most frequent class has its share as accuracy"),
        trigger=_imbalanced,
    ),
    Pitfall(
        key="no-better-than-commonest",
        nouns=EVERY_NOUN,
        scope="model",
        importance="limits",
        codes=("PIT-11",),
        title="a model that does no better than always predicting one class",
        when="the metric is accuracy or error and a model does no better than always predicting the most "
        "frequent class; with any metric, where a model predicts the same for all of 30 items or more; it "
        "casts doubt where that model is the better one, the new one of a gate, or equivalent to the other",
        remedy="check its labels and its training before you compare it",
        source=HONAVAR,
        references=(HONAVAR,),
        support=by_definition(
            "always predicting the most frequent class has its share as accuracy, without any attribute; "
            "the same score for all items ranks none of them"
        ),
        trigger=_no_better,
    ),
    Pitfall(
        key="well-known-data",
        importance="informs",
        codes=("PIT-9",),
        title="a widely used benchmark data set",
        when="an experiment uses a data set with the name of a well-known benchmark",
        remedy="confirm the verdict on your own data",
        source=f"{SALZBERG_1997}, sec. 2.1 and 3.2",
        references=(SALZBERG_1997,),
        support=unmeasured("how much published settings fit a benchmark differs from one to the next"),
        trigger=_well_known,
    ),
)
