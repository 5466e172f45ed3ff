"""The unpaired t test over independent samples."""

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.method import Method
from bakeoff.core.outcomes import SampleScores
from bakeoff.core.result import Alternative, Result
from bakeoff.core.works import MARTIN_HIRSCHBERG_1996
from bakeoff.methods._fold_scores import parse_df
from bakeoff.methods._reference import Asked, deviation, enough, noise_of, ratio_result

INDEPENDENT_SAMPLES = "the samples are independent of each other: no data are shared between them"
NORMAL_MEAN = "the mean is roughly normal"
EQUAL_MEANS = "both means are equal"
PAIRING_UNUSED = "the samples are paired, but this method ignores the pairing: paired-t uses it"


def unpaired_t(
    samples: SampleScores, *, level: float, alternative: Alternative, df: str | float = "martin-hirschberg"
) -> Result:
    """Test the difference of two means measured on different samples (SIG-9).

    ``t = (mean_a - mean_b) / sqrt(s_a^2 / n_a + s_b^2 / n_b)`` with n - 1 degrees of freedom as in Martin and
    Hirschberg (n is the smaller size), or n_a + n_b - 2 with ``df="pooled"`` (E-M16).

    Examples
    --------
    >>> samples = SampleScores(a=[0.9, 0.8, 0.85], b=[0.7, 0.75, 0.7], paired=False)
    >>> round(unpaired_t(samples, level=0.95, alternative="two-sided").statistic, 4)
    4.0
    """
    a, b = samples.a, samples.b
    enough("unpaired-t", min(a.size, b.size), "samples of each")
    number = parse_df(df, "unpaired-t", ("martin-hirschberg", "pooled"))
    if number == "pooled" and a.size != b.size:
        raise InputError(
            f'df="pooled" needs samples of one size, got {a.size} and {b.size}; use one-way-anova, which '
            f"pools the variances as well"
        )
    nominal = {"martin-hirschberg": min(a.size, b.size) - 1, "pooled": a.size + b.size - 2}
    noise, gap = noise_of(a, b), float(np.mean(a) - np.mean(b))
    squares = deviation(a, noise) ** 2 / a.size + deviation(b, noise) ** 2 / b.size
    return ratio_result(
        Asked("unpaired-t", level, alternative),
        estimate=gap,
        error=float(np.sqrt(squares)),
        df=nominal[number] if isinstance(number, str) else number,
        n=a.size + b.size,
        noise=noise,
        notes=((PAIRING_UNUSED,) if samples.paired else ()) + ((EQUAL_MEANS,) if abs(gap) <= noise else ()),
    )


record = Method(
    key="unpaired-t",
    title="unpaired t",
    takes=SampleScores,
    ignores_pairing=True,
    compute=unpaired_t,
    latex=r"t = \frac{\bar{a} - \bar{b}}{\sqrt{s_a^2 / n_a + s_b^2 / n_b}}, \quad \nu = \min(n_a, n_b) - 1",
    procedures=("SIG-9",),
    assumptions=(INDEPENDENT_SAMPLES, NORMAL_MEAN, "the two learners were measured on different samples"),
    references=(MARTIN_HIRSCHBERG_1996,),
    valid_in=("unpaired-samples",),
    invalid_in=("shared-samples",),
    options={"df": '"martin-hirschberg" (default: n - 1), "pooled" (2 n - 2) or a number'},
    risk="on paired samples it ignores the pairing and reached a wrong conclusion in 7 of 35 "
    "cells of Martin & Hirschberg's Table 11",
)
