"""Too few of something: discordant items, items of a class, clusters, training sets, data sets."""

from typing import cast

import numpy as np

from bakeoff.core.figures import figure, figures
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
    BELL_MCCAFFREY_2002,
    DELONG_1988,
    DEMSAR_2006,
    DIETTERICH_1998,
    EFRON_1993,
    HONAVAR,
    SALZBERG_1997,
)
from bakeoff.core.written import plural
from bakeoff.judge.facts import clusters_of
from bakeoff.judge.pitfalls.exact import of_chi_squared, of_signed_ranks
from bakeoff.judge.pitfalls.pitfall import EVERY_NOUN, OURS, Case, Finding, Found, Pitfall
from bakeoff.judge.pitfalls.support import Support, by_definition, rates_of, unmeasured
from bakeoff.methods._areas import fewest_of_a_class
from bakeoff.methods._kinds import bell_mccaffrey, units_of
from bakeoff.methods._label_kinds import label_units

FEW = 10  # items of a class, or items on which two classifiers differ
FEW_DF = 5
FEWEST_DATA_SETS = 6  # with fewer no test over data sets can reach 5 %
# An area from which on the items that are ranked low are few, and how many of a class are enough of them.
HIGH, NEAR_ONE, ENOUGH_BELOW = 0.9, 0.98, 100
# Where figures of these caveats are, by items of the smaller class and by items of both.
OF_CLASS = {n: f"{n} items, delong: alarms" for n in (8, 18, 50, 80)}
NEAR = {n: f"{n} items, areas near 1, delong: coverage" for n in (60, 200, 600)}
FEW_CLUSTERS = ("4 clusters", "6 clusters", "8 clusters")
TRAINING_SETS = ("2 training sets", "3 training sets", "4 training sets")
MANY = 500  # items from which on even an AUC near 1 has an interval that covers
ROUNDING = 1e-9


def _discordant(case: Case) -> Found:
    differ = case.outcomes.only_a + case.outcomes.only_b
    if case.method.key == "mcnemar" and 0 < differ < FEW:
        count = plural(differ, "item")
        yield Finding(f"{_both(case)} differ on only {count}, too few for the chi-squared approximation")


def _both(case: Case) -> str:
    return " and ".join(case.names)


def _items(case: Case) -> Found:
    table = case.outcomes.table
    differ = differing(table)
    classes = table.sum(axis=(1, 2))
    rarest = int(classes[classes > 0].min())
    enough = "too few for a reliable test"
    if 0 < differ < FEW and case.noun != "gate":  # whose bounds allow for that
        yield Finding(f"{_both(case)} differ on only {plural(differ, 'item')}: {enough}")
    elif rarest < FEW and not case.metric.right_or_wrong:
        yield Finding(f"the rarest class has only {plural(rarest, 'item')}: {enough}")


def _of_a_class(case: Case) -> Found:
    if isinstance(case.outcomes, PairedScores):
        yield from _of_several(case)
        return
    positives = int(case.outcomes.positive.sum())
    fewest = min(positives, case.outcomes.positive.size - positives)
    if case.method.key == "area-t":
        held = fewest if case.outcomes.clusters is None else _clusters_of_a_class(case.outcomes)
        if held < FEW <= fewest:
            yield Finding(
                f"one class occurs in only {plural(held, 'cluster')}: with 10 clusters, area-t detected only "
                f"{_of_clusters('one')} to {_of_clusters('both')} % of the differences where one AUC is "
                "twice as far from 1 as the other",
                remedy="compare on more data",  # area-t is in use
                importance="limits",  # of power, not of the level
            )
        elif fewest < FEW:
            yield Finding(
                f"the smaller class has {plural(fewest, 'item')}, too few to detect most differences: "
                f"with 5, 7 and 8 items, area-t detected only "
                f"{figures('losses', *(f'{n} items, area-t: power' for n in (5, 7, 8)))} % of the "
                "differences where one AUC is "
                f"twice as far from 1 as the other",
                remedy="compare on more data",  # area-t is in use
                importance="limits",  # of power, not of the level
            )
    elif fewest < FEW:
        yield Finding(
            f"the smaller class has {plural(fewest, 'item')}: with fewer than {FEW}, the measured "
            f"false-alarm rate of delong was up to {figure('losses', OF_CLASS[8])} % at a nominal 5 %"
        )
    elif fewest < ENOUGH_BELOW and case.values and HIGH <= max(case.values) <= NEAR_ONE:
        yield Finding(
            f"the smaller class has {fewest} items and one AUC is {max(case.values):.4g}: the difference "
            f"depends on the few items that are ranked low, and the measured false-alarm rate of delong "
            f"was up to {figure('losses', OF_CLASS[18])} % with 18 items, "
            f"{figure('losses', OF_CLASS[50])} % with 50 "
            f"and {figure('losses', OF_CLASS[80])} % with 80, at a nominal 5 %"
        )


def _of_clusters(classes: str) -> str:
    """The share of differences that area-t finds with 10 clusters, of one class each or of both."""
    return figure("few units", f"area-t, 10 clusters, {classes} of the classes in each: power")


def _of_several(case: Case) -> Found:
    """The same of the mean of several areas, one for each class."""
    fewest = fewest_of_a_class(case.outcomes)
    if fewest < FEW - ROUNDING:
        what = "items" if case.outcomes.clusters is None else "clusters"
        yield Finding(
            f"the smallest class has about {fewest:.0f} {what}, and its area counts as much as those of the "
            f"others: too few to detect most differences",
            remedy="compare on more data, or by the area of one class",
            importance="limits",  # of power, not of the level
        )


def _clusters_of_a_class(items: RankedItems) -> int:
    """The number of clusters that the class has which occurs in fewer."""
    clusters = cast(Ints, items.clusters)
    return min(len(np.unique(clusters[side])) for side in (items.positive, ~items.positive))


def _labels_as_scores(case: Case) -> Found:
    for name, ranks in zip(case.names, case.outcomes.ranks, strict=True):
        if ranks.groups == 2:
            yield Finding(
                f"{name} has only two distinct scores, as labels would: most items are tied, and the AUC "
                f"describes a single threshold"
            )
            return


def _near_one(case: Case) -> Found:
    few = case.outcomes.positive.size < MANY
    if case.method.key != "area-t" and few and case.values and max(case.values) > NEAR_ONE:
        yield Finding(
            f"with an AUC of {max(case.values):.4g} and fewer than {MANY} items, the interval may be "
            f"much too narrow: nominal 95 % intervals of delong covered the true difference in as few as "
            f"{figure('losses', NEAR[60])} % of cases with 60 items and {figure('losses', NEAR[200])} % "
            "with 200"
        )


def _clusters(case: Case) -> Found:
    if not clusters_of(case.outcomes):
        return
    df = degrees_of_clusters(case.outcomes)
    if isinstance(case.result.df, int | float):
        df = min(df, case.result.df)
    if df < FEW_DF - ROUNDING:
        where = " or one class occurs in few of them" if isinstance(case.outcomes, RankedItems) else ""
        degrees = "1 degree" if f"{df:.3g}" == "1" else f"{df:.3g} degrees"
        yield Finding(
            f"the clusters provide only {degrees} of freedom, because they are few or very unequal in "
            f"size{where}: the p-value is approximate"
        )


def degrees_of_clusters(outcomes: PairedLabels | PairedScores | RankedItems | JudgedItems) -> float:
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
            "with 2 and 3 training sets, the measured false-alarm rate of this test was up to "
            f"{figures('training sets', '2 training sets', '3 training sets')} % at a nominal 5 %"
        )


def _data_sets(case: Case) -> Found:
    if len(case.outcomes.a) < FEWEST_DATA_SETS:
        yield Finding(
            f"{len(case.outcomes.a)} data sets are too few to generalise from, and with fewer than "
            f"{FEWEST_DATA_SETS} neither wilcoxon nor sign can be significant at a two-sided 5 %"
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
        references=(DIETTERICH_1998,),
        support=Support(
            basis="computed",
            text="given the number of items on which the models differ, the chi-squared test rejects for "
            "equally good models with the probability shown, which jumps from one number to the next",
            exact=of_chi_squared,
        ),
        about=PairedItems,
        trigger=_discordant,
    ),
    Pitfall(
        key="few-items",
        nouns=EVERY_NOUN,
        importance="casts-doubt",
        title="a label metric with few items",
        when="a label metric is compared and A and B differ on fewer than 10 items, or a class has fewer "
        "than 10",
        remedy="compare on more data, or compare accuracy with mcnemar-exact",
        source=f"{EFRON_1993}; the limit of 10 is our choice",
        references=(EFRON_1993,),
        support=unmeasured(
            "the limit of 10 items is a rule of thumb; the tests of equal metrics were measured on larger "
            "test sets"
        ),
        about=PairedLabels,
        trigger=_items,
    ),
    Pitfall(
        key="few-of-a-class",
        nouns=EVERY_NOUN,
        scope="data",
        importance="casts-doubt",
        title="an AUC with few items in a class",
        when="the metric is the AUC and the smaller class has fewer than 10 items (with area-t: occurs "
        "in fewer than 10 clusters; of several areas: the smallest class), or, with delong or bootstrap, "
        "fewer than 100 items while an AUC lies between .9 and .98",
        remedy="compare on more data, and use area-t",
        source=f"{DELONG_1988}; measured here: docs/losses.md, docs/few_units.md, docs/many.md",
        references=(DELONG_1988,),
        support=Support(
            basis="measured",
            text="with 8, 18, 50 and 80 items of the smaller class, delong raised up to "
            f"{figures('losses', *OF_CLASS.values())} % false alarms",
            page="measured",
            section="Figures in caveats",
            rates=rates_of("losses", {f"{n} items of the class": key for n, key in OF_CLASS.items()}),
        ),
        about=RankedItems | PairedScores,
        trigger=_of_a_class,
    ),
    Pitfall(
        key="labels-as-scores",
        nouns=EVERY_NOUN,
        scope="model",
        importance="limits",
        title="labels used as scores",
        when="the metric is the AUC and the scores have only two distinct values",
        remedy="provide scores that rank the items, such as probabilities, or compare with balanced-accuracy",
        source=f"{DELONG_1988}; follows from the definition",
        references=(
            DELONG_1988,
            HONAVAR,
        ),
        support=by_definition(
            "two distinct scores give a ROC curve with one corner, which is the rate of hits and of false "
            "alarms at one threshold"
        ),
        about=RankedItems,
        trigger=_labels_as_scores,
    ),
    Pitfall(
        key="auc-near-one",
        nouns=EVERY_NOUN,
        importance="casts-doubt",
        title="an AUC near 1 with few items",
        when="an AUC is above .98, there are fewer than 500 items, and the method is delong or bootstrap",
        remedy="use area-t, or compare on more data",
        source="measured here: docs/losses.md",
        references=(DELONG_1988,),
        support=Support(
            basis="measured",
            text="with areas of .995 and .985, nominal 95 % intervals of delong covered the true difference "
            f"in as few as {figures('losses', *NEAR.values())} % of the cases with 60, 200 and 600 items",
            page="measured",
            section="Figures in caveats",
            rates=rates_of("losses", {f"{n} items": key for n, key in NEAR.items()}),
            quantity="coverage",
        ),
        about=RankedItems,
        trigger=_near_one,
    ),
    Pitfall(
        key="few-clusters",
        nouns=EVERY_NOUN,
        importance="casts-doubt",
        title="few clusters of items",
        when="the clusters provide fewer than 5 degrees of freedom",
        remedy="collect more clusters",
        source="Bell & McCaffrey 2002, Survey Methodology 28(2):169-181",
        references=(BELL_MCCAFFREY_2002,),
        support=Support(
            basis="measured",
            text="with 4, 6 and 8 clusters, the default test of a loss raised up to "
            f"{figures('few units', *FEW_CLUSTERS)} % false alarms",
            page="measured",
            section="Figures in caveats",
            rates=rates_of("few units", {key: key for key in FEW_CLUSTERS}),
        ),
        trigger=_clusters,
    ),
    Pitfall(
        key="few-training-sets",
        importance="casts-doubt",
        title="few training sets to estimate the variance between training sets",
        when="quasi-f has 2 or 3 training sets",
        remedy="use 4 or more",
        source=OURS,
        references=(DIETTERICH_1998,),
        support=Support(
            basis="measured",
            text="with 2, 3 and 4 training sets, quasi-f raised "
            f"{figures('training sets', *TRAINING_SETS)} % false alarms in the worst of 5 settings",
            page="measured",
            section="Figures in caveats",
            rates=rates_of("training sets", {key: key for key in TRAINING_SETS}),
        ),
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
        references=(
            SALZBERG_1997,
            DEMSAR_2006,
        ),
        support=Support(
            basis="computed",
            text="the smallest p-value that the two-sided signed-rank test can give",
            exact=of_signed_ranks,
            quantity="smallest-p",
        ),
        about=DatasetScores,
        trigger=_data_sets,
    ),
)
