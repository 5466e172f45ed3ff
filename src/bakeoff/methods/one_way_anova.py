"""One-way analysis of variance over two or more groups of independent samples."""

import math
from collections.abc import Mapping

import numpy as np
from scipy import special

from bakeoff.core.method import Method
from bakeoff.core.outcomes import Floats, SampleScores
from bakeoff.core.ranking import Omnibus
from bakeoff.core.result import Alternative, Result
from bakeoff.core.works import SALZBERG_1997
from bakeoff.methods._reference import (
    Asked,
    deviation,
    directed_p,
    enough,
    no_spread,
    noise_of,
    student_quantile,
)
from bakeoff.methods.unpaired_t import EQUAL_MEANS, INDEPENDENT_SAMPLES, NORMAL_MEAN, PAIRING_UNUSED

EQUAL_GROUPS = "all groups have the same mean score"


def one_way_anova(samples: SampleScores, *, level: float, alternative: Alternative) -> Result:
    """Compare the variance between two groups with that inside them (SIG-30).

    ``F = (mean_a - mean_b)^2 / (s^2 (1/n_a + 1/n_b))`` with s^2 the pooled variance, against F with 1 and
    n_a + n_b - 2 degrees of freedom. For two groups F is the square of the pooled t, which gives the
    interval and the one-sided p-values.

    Examples
    --------
    >>> samples = SampleScores(a=[0.9, 0.8, 0.85], b=[0.7, 0.75, 0.7], paired=False)
    >>> round(one_way_anova(samples, level=0.95, alternative="two-sided").statistic, 4)
    16.0
    """
    asked, a, b = Asked("one-way-anova", level, alternative), samples.a, samples.b
    enough("one-way-anova", min(a.size, b.size), "samples of each")
    noise, total = noise_of(a, b), a.size + b.size
    inner = (a.size - 1) * deviation(a, noise) ** 2 + (b.size - 1) * deviation(b, noise) ** 2
    df, gap = (1.0, float(total - 2)), float(np.mean(a) - np.mean(b))
    error = math.sqrt(inner / df[1] * (1 / a.size + 1 / b.size))
    gap = 0.0 if abs(gap) <= noise else gap
    notes = ((PAIRING_UNUSED,) if samples.paired else ()) + (() if gap else (EQUAL_MEANS,))
    if error <= noise:
        return no_spread(asked, estimate=gap, df=df, n=total, notes=notes, signed=False)
    f = (gap / error) ** 2
    reach = student_quantile(df[1], asked.tail) * error
    return asked.result(
        estimate=gap,
        interval=asked.interval(gap - reach, gap + reach),
        statistic=f,
        df=df,
        p_value=directed_p(float(special.fdtrc(*df, f)), gap, alternative),
        n=total,
        notes=notes,
    )


def between_groups(groups: Mapping[str, Floats]) -> Omnibus:
    """Compare the variance between k groups with that inside them (SIG-30).

    ``F = sum_j n_j (m_j - m)^2 / (k - 1) / s^2`` with m_j the mean of group j, m that of all N scores and s^2
    the pooled variance, against F with k - 1 and N - k degrees of freedom.

    Examples
    --------
    >>> groups = {"a": np.array([0.9, 0.8, 0.85]), "b": np.array([0.7, 0.75, 0.7]), "c": np.array([0.6, 0.7])}
    >>> found = between_groups(groups)
    >>> round(found.statistic, 3), found.df, round(found.p_value, 5)
    (11.429, (2.0, 5.0), 0.01365)
    """
    every = np.concatenate(list(groups.values()))
    for name, group in groups.items():
        enough("one-way-anova", group.size, f"scores of {name}")
    noise, middle = noise_of(every, every), float(every.mean())
    gaps = [0.0 if abs(gap) <= noise else gap for gap in (float(g.mean()) - middle for g in groups.values())]
    inner = sum((group.size - 1) * deviation(group, noise) ** 2 for group in groups.values())
    outer = sum(group.size * gap**2 for group, gap in zip(groups.values(), gaps, strict=True))
    df = (float(len(groups) - 1), float(every.size - len(groups)))
    statistic = (outer / df[0]) / (inner / df[1]) if inner else math.inf if outer else 0.0
    return Omnibus(
        method="one-way-anova",
        statistic=statistic,
        df=df,
        p_value=float(special.fdtrc(*df, statistic)) if statistic else 1.0,
        null=EQUAL_GROUPS,
        degenerate=not inner,
    )


record = Method(
    key="one-way-anova",
    title="one-way analysis of variance",
    takes=SampleScores,
    ignores_pairing=True,
    compute=one_way_anova,
    latex=(
        r"F = \frac{(\bar{a} - \bar{b})^2}{s^2 (1 / n_a + 1 / n_b)} \sim F_{1, n_a + n_b - 2}, "
        r"\quad s^2 = \frac{\sum (a_i - \bar{a})^2 + \sum (b_i - \bar{b})^2}{n_a + n_b - 2}"
    ),
    procedures=("SIG-30",),
    assumptions=(INDEPENDENT_SAMPLES, NORMAL_MEAN, "both groups have the same variance"),
    references=(SALZBERG_1997,),
    valid_in=("unpaired-samples",),
    invalid_in=("shared-samples",),
)
