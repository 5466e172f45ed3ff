"""The meaning of the symbols in formulas, by the kind of data that a method takes."""

from collections.abc import Mapping

from bakeoff.core.many_method import Over
from bakeoff.core.outcomes import (
    DatasetScores,
    FoldScores,
    JudgedItems,
    LayoutScores,
    PairedItems,
    PairedLabels,
    PairedScores,
    RankedItems,
    RatePair,
    SampleScores,
)

DF = r"$\nu$ is the number of degrees of freedom"
NOTATION: Mapping[type, str] = {
    PairedItems: (
        r"$n_A$ and $n_B$ count the items that only A and only B got right, of $n$; $p_A$ and $p_B$ "
        "are the two accuracies."
    ),
    PairedLabels: (
        r"$D$ is the difference of the two metrics, $n$ the number of items and $G$ that of clusters; $D^*$ "
        rf"are resampled differences, $B$ of them; {DF}."
    ),
    PairedScores: (
        r"$\bar{d}$ is the mean difference of the $n$ items, $u_g$ the sum of the deviations of cluster $g$ "
        rf"of $G$ (without clusters, the deviation of one item) and $h_g$ its share of the items; {DF}."
    ),
    RankedItems: (
        r"$D$ is the difference of the two areas, $m$ the number of positives and $n$ that of negatives; "
        rf"$V_1$ and $V_0$ are the variances of the differences of their placements; {DF}."
    ),
    JudgedItems: (
        r"$Y$ are the differences of people's scores on $n$ labelled items, $f$ those of the judge's scores, "
        r"which $N$ further items have as well."
    ),
    RatePair: (
        r"$m_A$ and $m_B$ are the errors on $n_A$ and $n_B$ items, $e_A$ and $e_B$ the two error rates."
    ),
    FoldScores: (
        r"$x_{ij}$ are the differences A minus B in fold $i$ of run $j$, of $k$ folds and $r$ runs, $n = r k$"
        rf" in all; $\bar{{x}}$ is their mean, $S^2$ their variance and $s^2$ that of a run or a fold; {DF}."
    ),
    SampleScores: (
        r"$a$ and $b$ are the scores on $n_a$ and $n_b$ samples and $d$ their differences; $s$ are standard "
        rf"deviations; {DF}."
    ),
    DatasetScores: r"$d_i$ are the differences on $n$ data sets, of which A wins $w$.",
    LayoutScores: (
        r"$\bar{d}$ is the mean difference over $I$ training sets and $J$ items; $MS_a$, $MS_b$ and $MS_e$ "
        "are the mean squares of training sets, of items and of the residuals."
    ),
}
NOTATION_OF_MANY: Mapping[Over, str] = {
    "items": (
        r"$v_i$ are the values of $k$ models, $e_{ij}$ their differences and $\mathrm{se}_{ij}$ the standard "
        r"errors; $l_{ij}$ are lower limits of simultaneous intervals of the differences; $T^*$ are "
        r"studentised deviations of $B$ draws."
    ),
    "data sets": (
        r"$R$ are ranks of $k$ learners on $N$ data sets, $R_j$ the mean and $S_j$ the sum of those of "
        r"learner $j$; $m$ is the number of pairs, $p_{(h)}$ the $h$-th smallest p-value."
    ),
}
