"""Too few of something for what was asked of it."""

from collections.abc import Iterable
from typing import cast

import numpy as np

from bakeoff.core.outcomes import (
    DatasetScores,
    Ints,
    LayoutScores,
    PairedItems,
    PairedLabels,
    PairedScores,
    RankedItems,
)
from bakeoff.judge.facts import clusters_of
from bakeoff.judge.pitfalls.pitfall import OURS, Case, Finding, Pitfall
from bakeoff.methods._kinds import bell_mccaffrey
from bakeoff.methods._label_kinds import label_kinds
from bakeoff.methods._references import DELONG_1988, DEMSAR_2006, DIETTERICH_1998, EFRON_1993, SALZBERG_1997
from bakeoff.methods._resampling import differing

FEW = 10  # items of a class, or items on which two classifiers differ
FEW_DF = 5
FEWEST_DATA_SETS = 6  # with fewer no test over data sets can reach 5 %
MANY = 500  # items from which on even an AUC near 1 has an interval that covers
ROUNDING = 1e-9
Found = Iterable[Finding]


def _discordant(case: Case) -> Found:
    if isinstance(case.outcomes, PairedItems) and case.method.key == "mcnemar":
        differ = case.outcomes.only_a + case.outcomes.only_b
        if 0 < differ < FEW:
            yield Finding(f"only {differ} items separate A and B, too few for the chi-squared approximation")


def _items(case: Case) -> Found:
    if not isinstance(case.outcomes, PairedLabels):
        return
    differ = differing(case.outcomes.table)
    classes = case.outcomes.table.sum(axis=(1, 2))
    rarest = int(classes[classes > 0].min())
    enough = "too few for resampling to be trusted"
    if 0 < differ < FEW:
        yield Finding(f"A and B differ on only {differ} item(s): {enough}")
    elif rarest < FEW and not case.metric.right_or_wrong:
        yield Finding(f"the rarest class has only {rarest} item(s): {enough}")


def _of_a_class(case: Case) -> Found:
    if not isinstance(case.outcomes, RankedItems):
        return
    positives = int(case.outcomes.positive.sum())
    fewest = min(positives, case.outcomes.positive.size - positives)
    if fewest < FEW:
        yield Finding(
            f"the smaller class has {fewest}: with fewer than {FEW} items of a class DeLong's test raised a "
            f"false alarm up to 18 % of the time at a nominal 5 %"
        )


def _labels_as_scores(case: Case) -> Found:
    if not isinstance(case.outcomes, RankedItems):
        return
    for name, scores in zip(case.names, (case.outcomes.a, case.outcomes.b), strict=True):
        if len(np.unique(scores)) == 2:
            yield Finding(
                f"{name} gives only two different scores, as labels do: most items tie, and the area tells "
                f"no more than one threshold"
            )
            return


def _near_one(case: Case) -> Found:
    ranked = isinstance(case.outcomes, RankedItems) and case.outcomes.positive.size < MANY
    if ranked and case.values and max(case.values) > 0.98:
        yield Finding(
            f"with an area under the ROC curve of {max(case.values):.4g} and so few items the interval may "
            f"be much too narrow: of nominal 95 % intervals 49 % held the truth at 20 items, 92 % at 200"
        )


def _clusters(case: Case) -> Found:
    if not clusters_of(case.outcomes):
        return
    df = _worth(case.outcomes)
    if isinstance(case.result.df, int | float):
        df = min(df, case.result.df)
    if df < FEW_DF - ROUNDING:
        where = " or one class is in few of them" if isinstance(case.outcomes, RankedItems) else ""
        yield Finding(
            f"the clusters are worth only {df:.3g} degrees of freedom, because they are few or very unequal"
            f"{where}: the p-value is rough"
        )


def _worth(outcomes: PairedLabels | PairedScores | RankedItems) -> float:
    """The degrees of freedom that the sizes of clusters leave, in the class that has the fewest."""
    if isinstance(outcomes, RankedItems):
        from bakeoff.methods._ranked_clusters import codes_of, degrees_of

        codes, positive = codes_of(cast(Ints, outcomes.clusters)), outcomes.positive
        return min(
            degrees_of(np.bincount(codes[side]).astype(np.float64))
            for side in (positive | True, positive, ~positive)
        )
    from bakeoff.methods._score_kinds import score_kinds

    kinds = label_kinds(outcomes) if isinstance(outcomes, PairedLabels) else score_kinds(outcomes)
    return bell_mccaffrey(kinds.share, kinds.repeats)


def _training_sets(case: Case) -> Found:
    if isinstance(case.outcomes, LayoutScores) and case.outcomes.a.shape[0] < 4:
        yield Finding(
            "with 2 or 3 training sets this test raised a false alarm 8 to 14 % of the time at a nominal 5 %"
        )


def _data_sets(case: Case) -> Found:
    if isinstance(case.outcomes, DatasetScores) and len(case.outcomes.a) < FEWEST_DATA_SETS:
        yield Finding(
            f"{len(case.outcomes.a)} data sets do not stand for all others, and with fewer than "
            f"{FEWEST_DATA_SETS} no test over data sets can reach a two-sided 5 %"
        )


TOO_FEW = (
    Pitfall(
        key="few-discordant",
        codes=("PIT-12",),
        title="a chi-squared approximation on few disagreements",
        when="mcnemar is asked where fewer than 10 items separate A and B",
        remedy="use mcnemar-exact or mcnemar-mid-p",
        source=f"{DIETTERICH_1998}; the limit of 10 is ours",
        trigger=_discordant,
    ),
    Pitfall(
        key="few-items",
        title="resampling of few items",
        when="bootstrap or permutation has fewer than 10 items on which A and B differ, or of some class",
        remedy="compare on more data, or on accuracy by mcnemar-exact",
        source=f"{EFRON_1993}; the limit of 10 is ours",
        trigger=_items,
    ),
    Pitfall(
        key="few-of-a-class",
        title="areas under ROC curves with few items of a class",
        when="delong has fewer than 10 items of the smaller class",
        remedy="compare on more data",
        source=f"{DELONG_1988}; {OURS}",
        trigger=_of_a_class,
    ),
    Pitfall(
        key="labels-as-scores",
        title="labels taken for scores",
        when="an area under the ROC curve is asked of scores that take two values",
        remedy="give scores that rank the items, such as probabilities, or compare by balanced-accuracy",
        source=f"{DELONG_1988}; follows from the definition",
        trigger=_labels_as_scores,
    ),
    Pitfall(
        key="auc-near-one",
        title="an area under the ROC curve near 1 on few items",
        when="an area is above .98 and there are fewer than 500 items",
        remedy="compare on more data, or take the interval for too narrow",
        source=OURS,
        trigger=_near_one,
    ),
    Pitfall(
        key="few-clusters",
        title="few clusters of items",
        when="clusters are worth fewer than 5 degrees of freedom",
        remedy="collect more clusters",
        source="Bell & McCaffrey 2002, Survey Methodology 28(2):169-181",
        trigger=_clusters,
    ),
    Pitfall(
        key="few-training-sets",
        title="few training sets for a variance over training sets",
        when="quasi-f has 2 or 3 training sets",
        remedy="use 4 or more",
        source=OURS,
        trigger=_training_sets,
    ),
    Pitfall(
        key="few-data-sets",
        codes=("PIT-10",),
        title="a few data sets taken for all domains",
        when="learners are compared over fewer than 6 data sets",
        remedy="compare on each data set by itself, or on more of them",
        source=f"{SALZBERG_1997}, sec. 2; {DEMSAR_2006}",
        trigger=_data_sets,
    ),
)
