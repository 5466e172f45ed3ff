"""What data may hide: too few of something, imbalance, reuse, training items."""

from typing import cast

import numpy as np

from bakeoff.core.joint import differing
from bakeoff.core.outcomes import (
    DatasetScores,
    Ints,
    JudgedItems,
    LayoutScores,
    PairedItems,
    PairedLabels,
    PairedScores,
    RankedItems,
)
from bakeoff.core.works import (
    DELONG_1988,
    DEMSAR_2006,
    DIETTERICH_1998,
    EFRON_1993,
    HONAVAR,
    MARTIN_HIRSCHBERG_1996,
    SALZBERG_1997,
)
from bakeoff.judge.facts import clusters_of
from bakeoff.judge.pitfalls.pitfall import OURS, Case, Finding, Found, Pitfall, mistakes
from bakeoff.methods._kinds import bell_mccaffrey, units_of
from bakeoff.methods._label_kinds import label_units

FEW = 10  # items of a class, or items on which two classifiers differ
FEW_DF = 5
FEWEST_DATA_SETS = 6  # with fewer no test over data sets can reach 5 %
# An area from which on the items that are ranked low are few, and how many of a class are enough of them.
HIGH, NEAR_ONE, ENOUGH_BELOW = 0.9, 0.98, 100
MANY = 500  # items from which on even an AUC near 1 has an interval that covers
ROUNDING = 1e-9


def _discordant(case: Case) -> Found:
    differ = case.outcomes.only_a + case.outcomes.only_b
    if case.method.key == "mcnemar" and 0 < differ < FEW:
        yield Finding(f"A and B differ on only {differ} items, too few for the chi-squared approximation")


def _items(case: Case) -> Found:
    table = case.outcomes.table
    differ = differing(table)
    classes = table.sum(axis=(1, 2))
    rarest = int(classes[classes > 0].min())
    enough = "too few for a reliable test"
    if 0 < differ < FEW:
        yield Finding(f"A and B differ on only {differ} item(s): {enough}")
    elif rarest < FEW and not case.metric.right_or_wrong:
        yield Finding(f"the rarest class has only {rarest} item(s): {enough}")


def _of_a_class(case: Case) -> Found:
    positives = int(case.outcomes.positive.sum())
    fewest = min(positives, case.outcomes.positive.size - positives)
    if case.method.key == "area-t":
        held = fewest if case.outcomes.clusters is None else _clusters_of_a_class(case.outcomes)
        if held < FEW <= fewest:
            yield Finding(
                f"one class occurs in {held} cluster(s) only: with 10 clusters, area-t found 0 to 4 % of the "
                f"differences where one area lacks twice as much to 1 as the other",
                importance="limits",  # of power, not of the level
            )
        elif fewest < FEW:
            yield Finding(
                f"the smaller class has {fewest} item(s), too few to find most differences: with 5 to 8, "
                f"area-t found 0 to 11 % of those where one area lacks twice as much to 1 as the other",
                importance="limits",  # of power, not of the level
            )
    elif fewest < FEW:
        yield Finding(
            f"the smaller class has {fewest} item(s): with fewer than {FEW}, the measured false-alarm rate "
            f"of delong was up to 36 % at a nominal 5 %"
        )
    elif fewest < ENOUGH_BELOW and case.values and HIGH <= max(case.values) <= NEAR_ONE:
        yield Finding(
            f"the smaller class has {fewest} items and an area is {max(case.values):.4g}: the few items that "
            f"are ranked low decide the difference, and the measured false-alarm rate of delong was up to "
            f"56 % with 18 items, 15 % with 50 and 8 % with 80, at a nominal 5 %"
        )


def _clusters_of_a_class(items: RankedItems) -> int:
    """The number of clusters that the class has which occurs in fewer."""
    clusters = cast(Ints, items.clusters)
    return min(len(np.unique(clusters[side])) for side in (items.positive, ~items.positive))


def _labels_as_scores(case: Case) -> Found:
    for name, ranks in zip(case.names, case.outcomes.ranks, strict=True):
        if ranks.groups == 2:
            yield Finding(
                f"{name} has only two distinct scores, as labels would: most items are tied, and the area "
                f"describes a single threshold"
            )
            return


def _near_one(case: Case) -> Found:
    few = case.outcomes.positive.size < MANY
    if case.method.key != "area-t" and few and case.values and max(case.values) > NEAR_ONE:
        yield Finding(
            f"with an area under the ROC curve of {max(case.values):.4g} and fewer than {MANY} items, the "
            f"interval may be much too narrow: nominal 95 % intervals of delong covered the true difference "
            f"in as few as 79 % of cases with 60 items and 82 % with 200"
        )


def _clusters(case: Case) -> Found:
    if not clusters_of(case.outcomes):
        return
    df = _worth(case.outcomes)
    if isinstance(case.result.df, int | float):
        df = min(df, case.result.df)
    if df < FEW_DF - ROUNDING:
        where = " or one class occurs in few of them" if isinstance(case.outcomes, RankedItems) else ""
        degrees = "1 degree" if f"{df:.3g}" == "1" else f"{df:.3g} degrees"
        yield Finding(
            f"the clusters give only {degrees} of freedom, because they are few or very unequal"
            f"{where}: the p-value is approximate"
        )


def _worth(outcomes: PairedLabels | PairedScores | RankedItems | JudgedItems) -> float:
    """The degrees of freedom that the sizes of clusters leave, in the class that has the fewest."""
    if isinstance(outcomes, RankedItems | JudgedItems):
        from bakeoff.methods._ranked_kinds import codes_of, degrees_of

        codes = codes_of(cast(Ints, outcomes.clusters))
        if isinstance(outcomes, RankedItems):
            sides = [outcomes.positive | True, outcomes.positive, ~outcomes.positive]
        else:
            sides = [outcomes.labelled]
        return min(degrees_of(np.bincount(codes[side]).astype(np.float64)) for side in sides)
    if isinstance(outcomes, PairedLabels):
        repeats, share = label_units(outcomes)
    else:
        _, size, repeats = units_of(outcomes.a - outcomes.b, outcomes)
        share = size / outcomes.n
    return bell_mccaffrey(share, repeats)


def _training_sets(case: Case) -> Found:
    if case.outcomes.a.shape[0] < 4:
        yield Finding(
            "with 2 or 3 training sets, the measured false-alarm rate of this test was 8 to 13 % at a "
            "nominal 5 %"
        )


def _data_sets(case: Case) -> Found:
    if len(case.outcomes.a) < FEWEST_DATA_SETS:
        yield Finding(
            f"{len(case.outcomes.a)} data sets do not represent all others, and with fewer than "
            f"{FEWEST_DATA_SETS} no test across data sets can be significant at a two-sided 5 %"
        )


TOO_FEW = (
    Pitfall(
        key="few-discordant",
        importance="casts-doubt",
        codes=("PIT-12",),
        title="a chi-squared approximation with few discordant items",
        when="mcnemar is used and A and B differ on fewer than 10 items",
        remedy="use mcnemar-exact or mcnemar-mid-p",
        source=f"{DIETTERICH_1998}; the limit of 10 is our choice",
        about=PairedItems,
        trigger=_discordant,
    ),
    Pitfall(
        key="few-items",
        importance="casts-doubt",
        title="a label metric with few items",
        when="a label metric is compared and A and B differ on fewer than 10 items, or a class has fewer "
        "than 10",
        remedy="compare on more data, or compare accuracy with mcnemar-exact",
        source=f"{EFRON_1993}; the limit of 10 is our choice",
        about=PairedLabels,
        trigger=_items,
    ),
    Pitfall(
        key="few-of-a-class",
        importance="casts-doubt",
        title="areas under ROC curves with few items in a class",
        when="areas are compared or ranked and the smaller class has fewer than 10 items (with area-t: is in "
        "fewer than 10 clusters), or, with delong or bootstrap, fewer than 100 where an area is .9 to .98",
        remedy="compare on more data, and with area-t",
        source=f"{DELONG_1988}; measured here: docs/losses.md, docs/few_units.md, docs/many.md",
        about=RankedItems,
        trigger=_of_a_class,
    ),
    Pitfall(
        key="labels-as-scores",
        importance="limits",
        title="labels used as scores",
        when="the metric is the area under the ROC curve and the scores have only two distinct values",
        remedy="provide scores that rank the items, such as probabilities, or compare with balanced-accuracy",
        source=f"{DELONG_1988}; follows from the definition",
        about=RankedItems,
        trigger=_labels_as_scores,
    ),
    Pitfall(
        key="auc-near-one",
        importance="casts-doubt",
        title="an area under the ROC curve near 1 with few items",
        when="an area is above .98, there are fewer than 500 items, and the method is delong or bootstrap",
        remedy="use area-t, or compare on more data",
        source="measured here: docs/losses.md",
        about=RankedItems,
        trigger=_near_one,
    ),
    Pitfall(
        key="few-clusters",
        importance="casts-doubt",
        title="few clusters of items",
        when="the clusters give fewer than 5 degrees of freedom",
        remedy="collect more clusters",
        source="Bell & McCaffrey 2002, Survey Methodology 28(2):169-181",
        trigger=_clusters,
    ),
    Pitfall(
        key="few-training-sets",
        importance="casts-doubt",
        title="few training sets to estimate the variance between training sets",
        when="quasi-f has 2 or 3 training sets",
        remedy="use 4 or more",
        source=OURS,
        about=LayoutScores,
        trigger=_training_sets,
    ),
    Pitfall(
        key="few-data-sets",
        importance="limits",
        codes=("PIT-10",),
        title="conclusions about all domains from a few data sets",
        when="learners are compared over fewer than 6 data sets",
        remedy="compare on each data set separately, or on more data sets",
        source=f"{SALZBERG_1997}, sec. 2; {DEMSAR_2006}",
        about=DatasetScores,
        trigger=_data_sets,
    ),
)


ENOUGH_TO_WONDER = 30  # items without a single error
LOPSIDED = 0.8
# Data sets that so many have compared learners on that some differences must be chance.
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
    found = [
        f"{name} on {n} items"
        for name, (errors, n) in zip(case.names, mistakes(case.outcomes) or (), strict=False)
        if errors == 0 and n >= ENOUGH_TO_WONDER
    ]
    if found:
        yield Finding(
            f"zero errors: {' and '.join(found)}",
            "check that no attribute reveals the class" if case.background.data else "",
        )


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
        return
    # A learner that says the commonest class is a baseline by intent.
    low = [
        f"{name} ({100 * right:.1f} %)"
        for name, right in zip(case.names, _right(case), strict=True)
        if name not in case.background.follow and right <= common[1] + 1e-12
    ]
    if low:
        yield Finding(f"{_always(common)}; no better than that: {' and '.join(low)}")


def _right(case: Case) -> tuple[float, float]:
    if case.values is None:
        return 1.0, 1.0
    a, b = case.values
    return (1 - a, 1 - b) if case.metric.complement_of else (a, b)


def _well_known(case: Case) -> Found:
    name = case.background.data
    if name.strip().casefold().replace("_", "-").replace(" ", "-") in WELL_KNOWN:
        yield Finding(
            f"{name!r} is a standard benchmark: some differences reported on it are due to chance in these "
            f"items, and published settings are already tuned to it"
        )


OF_DATA = (
    Pitfall(
        key="no-errors",
        importance="casts-doubt",
        codes=("PIT-1",),
        title="error measured on the training items",
        when="a model makes no errors on 30 items or more",
        remedy="check that no model was trained on these items",
        source=f"{MARTIN_HIRSCHBERG_1996}, sec. 1: the apparent error can be made arbitrarily low",
        trigger=_no_errors,
    ),
    Pitfall(
        key="imbalanced-classes",
        importance="limits",
        codes=("PIT-11",),
        title="accuracy on imbalanced classes",
        when="the metric is accuracy or error and at least 80 % of the items belong to one class",
        remedy="also compare with balanced-accuracy",
        source=HONAVAR,
        trigger=_imbalanced,
    ),
    Pitfall(
        key="no-better-than-commonest",
        importance="limits",
        codes=("PIT-11",),
        title="a model that does no better than always predicting one class",
        when="the metric is accuracy or error and a model does no better than always predicting the most "
        "frequent class",
        remedy="check its labels and its training before you compare it",
        source=HONAVAR,
        trigger=_no_better,
    ),
    Pitfall(
        key="well-known-data",
        importance="informs",
        codes=("PIT-9",),
        title="a widely used benchmark data set",
        when="the data set of an experiment has the name of a well-known benchmark",
        remedy="confirm the verdict on your own data",
        source=f"{SALZBERG_1997}, sec. 2.1 and 3.2",
        trigger=_well_known,
    ),
)
