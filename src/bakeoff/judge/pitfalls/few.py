"""Too few of something for what was asked of it, degrees of freedom among them."""

from dataclasses import replace
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
from bakeoff.judge.pitfalls.pitfall import OURS, Case, Finding, Found, Pitfall
from bakeoff.measured.tables import Calibration, calibration_of, is_calibratable
from bakeoff.methods._kinds import bell_mccaffrey
from bakeoff.methods._label_kinds import label_kinds
from bakeoff.methods._references import (
    BOUCKAERT_2003,
    DELONG_1988,
    DEMSAR_2006,
    DIETTERICH_1998,
    EFRON_1993,
    MARTIN_HIRSCHBERG_1996,
    SALZBERG_1997,
)
from bakeoff.methods._resampling import differing

FEW = 10  # items of a class, or items on which two classifiers differ
FEW_DF = 5
FEWEST_DATA_SETS = 6  # with fewer no test over data sets can reach 5 %
MANY = 500  # items from which on even an AUC near 1 has an interval that covers
ROUNDING = 1e-9


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


CALIBRATED_HERE = "calibrated-here"  # degrees of freedom found on the user's own data


def _own(case: Case) -> bool:
    """Whether the degrees of freedom were found on the user's own data."""
    return any(caveat.key == CALIBRATED_HERE for caveat in case.known)


def _used(case: Case) -> Calibration | None:
    """The calibration whose degrees of freedom were used."""
    if not is_calibratable(case.method.key) or _own(case):
        return None
    return calibration_of(case.method.key) if case.options.get("df") in (None, "calibrated") else None


def _borrowed(case: Case) -> Found:
    found = _used(case)
    if found is not None and found.borrowed_from:
        yield Finding(
            f"{case.method.key} has no calibration of its own; {found.df:g} degrees of freedom are those of "
            f"{found.borrowed_from}"
        )


def _domain(case: Case) -> Found:
    found = _used(case)
    if found is None:
        return
    runs, folds = case.outcomes.a.shape
    if not replace(found, borrowed_from=None).covers(runs, folds):
        yield Finding(
            f"the degrees of freedom were calibrated for {found.domain}, and this is {runs} x {folds}: the "
            f"false-alarm rate here is unknown, with few folds above 50 % where a nominal 5 % was asked"
        )


def _elsewhere(case: Case) -> Found:
    found = _used(case)
    if found is not None:
        yield Finding(
            f"{found.df:g} degrees of freedom were found with naive Bayes against C4.5 on 300 items with 10 "
            f"binary attributes, and hold the level there; what was measured elsewhere is told below"
        )


def _nominal(case: Case) -> Found:
    asked = case.options.get("df")
    if not is_calibratable(case.method.key) or _own(case) or asked in (None, "calibrated"):
        return
    df = case.result.df
    if asked == "nominal" or (isinstance(df, int | float) and df > calibration_of(case.method.key).df):
        yield Finding(
            f"{df:g} degrees of freedom were not calibrated, and runs and folds share data: cv-all-data at "
            f"10x10 folds with its nominal 99 made 53 % false alarms of a nominal 5 %"
        )


DEGREES_OF_FREEDOM = (
    Pitfall(
        key=CALIBRATED_HERE,
        title="degrees of freedom that were calibrated on permuted labels of these data",
        when="bakeoff calibrate was run on the experiment before",
        remedy="read a p-value near alpha as undecided",
        source=f"{BOUCKAERT_2003}, sec. 4",
    ),
    Pitfall(
        key="calibration-borrowed",
        codes=("PIT-17",),
        title="degrees of freedom of another method",
        when="a method of the cv- family without a calibration of its own uses its nearest kin's",
        remedy="use cv-all-data, or find them with bakeoff calibrate",
        source=f"{BOUCKAERT_2003}, sec. 4",
        trigger=_borrowed,
    ),
    Pitfall(
        key="calibration-domain",
        codes=("PIT-17",),
        title="calibrated degrees of freedom under another design",
        when="a calibrated method is used with other numbers of runs or folds than it was calibrated for",
        remedy="use that design, or leave the choice to auto",
        source=f"{BOUCKAERT_2003}, sec. 4; {OURS}",
        trigger=_domain,
    ),
    Pitfall(
        key="calibration-not-universal",
        codes=("PIT-17",),
        title="calibrated degrees of freedom with other learners and data",
        when="a calibrated method of the cv- family is used with its published degrees of freedom",
        remedy="read a p-value near alpha as undecided",
        source=f"{BOUCKAERT_2003}, sec. 4; that they are not universal is {OURS}",
        trigger=_elsewhere,
    ),
    Pitfall(
        key="nominal-df",
        codes=("PIT-6", "PIT-14"),
        title="repetitions of cross-validation taken for independent",
        when="a method of the cv- family is given nominal degrees of freedom, or more than calibrated",
        remedy="use df=5, which held its level at 10 x 10 folds, or leave the choice to auto",
        source=f"{BOUCKAERT_2003}, sec. 2 and 4; {MARTIN_HIRSCHBERG_1996}, B.3",
        trigger=_nominal,
    ),
)
