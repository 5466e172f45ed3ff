"""Student's paired t test over independent samples."""

from bakeoff.core.exceptions import IllegalMethodError
from bakeoff.core.method import Method
from bakeoff.core.outcomes import SampleScores
from bakeoff.core.result import Alternative, Result
from bakeoff.core.works import MARTIN_HIRSCHBERG_1996
from bakeoff.methods._fold_scores import plain_t
from bakeoff.methods._reference import Asked
from bakeoff.methods.unpaired_t import INDEPENDENT_SAMPLES, NORMAL_MEAN


def paired_t(samples: SampleScores, *, level: float, alternative: Alternative) -> Result:
    """Test the mean difference over samples on which both were measured (SIG-8).

    ``t = mean / (s / sqrt(n))`` with n - 1 degrees of freedom for n independent samples.

    Examples
    --------
    >>> samples = SampleScores(a=[0.9, 0.8, 0.85], b=[0.7, 0.75, 0.7])
    >>> round(paired_t(samples, level=0.95, alternative="two-sided").statistic, 4)
    3.0237
    """
    if not samples.paired:
        raise IllegalMethodError("paired-t needs paired samples; use unpaired-t for independent samples")
    return plain_t(Asked("paired-t", level, alternative), samples.a, samples.b, what="samples of each")


record = Method(
    key="paired-t",
    title="paired t",
    takes=SampleScores,
    compute=paired_t,
    latex=r"t = \frac{\bar{d}}{s_d / \sqrt{n}}, \quad \nu = n - 1",
    procedures=("SIG-8",),
    assumptions=(INDEPENDENT_SAMPLES, NORMAL_MEAN),
    references=(MARTIN_HIRSCHBERG_1996,),
    valid_in=("paired-samples",),
    invalid_in=("shared-samples",),
)
