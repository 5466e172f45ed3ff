"""The posterior interval under a Beta prior chosen by the user."""

from bakeoff.core.rate_interval import RateInterval
from bakeoff.core.works import MARTIN_HIRSCHBERG_96_22
from bakeoff.intervals._assumed import BINOMIAL
from bakeoff.intervals._counts import Numbers, beta_quantile


def beta(
    m: Numbers, M: Numbers, tail: float, *, prior: tuple[float, float] = (1.0, 1.0)
) -> tuple[Numbers, Numbers]:
    """The quantiles of the posterior distribution, Beta(m + u, M - m + v) for the prior (u, v).

    The limits follow no convention at m = 0 or m = M. The prior is uniform, (1, 1), unless another is
    given; Martin and Hirschberg (1996) fitted (1, 3.67) to the error rates of 35 published problems
    (appendix A.2).

    Examples
    --------
    >>> low, high = beta(20, 100, 0.025, prior=(1, 3.67))
    >>> round(float(low), 4), round(float(high), 4)
    (0.13, 0.2821)
    """
    a, b = m + prior[0], M - m + prior[1]
    return beta_quantile(a, b, tail), beta_quantile(a, b, 1 - tail)


record = RateInterval(
    key="beta",
    title="Beta posterior",
    formula="quantiles of Beta(m + u, M - m + v) for the prior (u, v); uniform (1, 1) unless given",
    compute=beta,
    latex=r"\left[ B_{\alpha / 2}(m + u, M - m + v), \; B_{1 - \alpha / 2}(m + u, M - m + v) \right]",
    takes_prior=True,
    procedures=("INT-3",),
    assumptions=(*BINOMIAL, "before the data, the rate is distributed as Beta(u, v)"),
    references=(MARTIN_HIRSCHBERG_96_22,),
    caution="its coverage holds on average over rates drawn from the prior; for a fixed rate it depends "
    "on the prior",
)
