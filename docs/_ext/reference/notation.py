"""The meaning of the symbols in formulas, by the kind of data that a method takes."""

from collections.abc import Mapping

from bakeoff.core.many_method import Over
from bakeoff.core.metric import Needs
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

# What the tests on repeated cross-validation average over.
OF_CV = (
    r"A dot in place of an index marks an average over it: $\bar{x}_{\cdot j}$ is the mean of run $j$ over "
    r"its folds, $\bar{x}_{i \cdot}$ that of fold number $i$ over runs, and $s$ are standard deviations. An "
    r"index in parentheses is a rank within a run. $U$ is the statistic before it is scaled."
)
OF_INTERVALS = (
    r"$m$ is the number of errors among $M$ items and $\alpha$ is 1 minus the level; $z$ is the "
    r"$1 - \alpha / 2$ quantile of the normal distribution, and $B_p$ the $p$ quantile of the Beta "
    r"distribution."
)
OF_ESTIMATORS = (
    r"$m$ is the number of errors (for numbers, the sum of squared errors), $N$ that of all items and $M$ "
    r"that of test items; an index marks a fold, a run or a training set. $\hat{f}$ is the trained learner, "
    r"$\hat{f}_{-i}$ that without item $i$."
)
OF_METRICS: Mapping[Needs, str] = {
    "labels": (
        r"$TP$, $FP$, $FN$ and $TN$ count the true and the false positives, the false and the true negatives "
        r"of a class against the rest; $TP_j$ is the count of class $j$ of $M$, and $N$ or $n$ that of items."
    ),
    "scores": r"$n$ is the number of items, $y_i$ the true class of item $i$ and $M$ the number of classes.",
    "probabilities": (
        r"$n$ is the number of items and $y_i$ the true class of item $i$, with two classes 0 or 1. $p_i$ is "
        r"the predicted probability of class 1, and $\hat{p}_i(y_i)$ that of the true class."
    ),
    "numbers": (
        r"$n$ is the number of items, $y_i$ the true number of item $i$, $\hat{y}_i$ its prediction and "
        r"$\bar{y}$ the mean of the true numbers."
    ),
    "values": r"$n$ is the number of items, and $\ell_i$ or $s_i$ the value that is given for item $i$.",
}
RANKED = r"$s^+$ is the score of a positive item drawn at random, and $s^-$ that of a negative one."
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
PAIRS = "$m$ is the number of pairs."
# Each with the symbol of a formula that it explains; the first is shown always.
NOTATION_OF_MANY: Mapping[Over, tuple[tuple[str, str], ...]] = {
    "items": (
        ("", r"There are $k$ models."),
        (r"v_i", r"$v_i$ are their values."),
        (
            r"\mathrm{se}_{ij}",
            r"$\mathrm{se}_{ij}$ is the standard error of the difference of models $i$ and $j$.",
        ),
        (r"e_{ij}", r"$e_{ij}$ is the difference of models $i$ and $j$."),
        (r"T^*", r"$T^*$ are studentised deviations of $B$ draws."),
        (r"l_{ij}", r"$l_{ij}$ are the lower limits of simultaneous intervals of the differences."),
    ),
    "data sets": (
        ("", r"There are $k$ learners and $N$ data sets."),
        (r"x_{ij}", r"$x_{ij}$ is the score of learner $j$ on data set $i$."),
        (r"R_j", r"$R_j$ is the mean rank of learner $j$."),
        (r"S_j", r"$R$ are the ranks on the data sets, $S_j$ the sum of those of learner $j$."),
        (r"p_{(h)}", r"$p_{(h)}$ is the $h$-th smallest p-value."),
        (r"2 m", PAIRS),
        (r"m - h", PAIRS),
        (r"t_h", r"$t_h$ is the number of pairs that may still be equal after $h - 1$ rejections."),
        (r"d_i", r"$d_i$ is the difference of two learners on data set $i$ and $V_i$ its variance."),
        (r"z_i", r"$z_i$ is the difference of two learners on data set $i$ and $\rho$ the rope."),
        (r"\Phi", r"$\Phi^{-1}$ is the quantile of the normal distribution."),
    ),
}


def of_many(over: Over, latex: str) -> str:
    """The meaning of the symbols in the formula of a method for many models."""
    return " ".join(text for symbol, text in NOTATION_OF_MANY[over] if symbol in latex)
