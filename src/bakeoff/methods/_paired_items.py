"""What the methods on paired items share: estimate, interval and the notes on thin evidence."""

from bakeoff.core.alternative import Alternative
from bakeoff.core.outcomes import PairedItems
from bakeoff.core.result import Result
from bakeoff.methods._paired_difference import paired_interval

DIETTERICH_1998 = "Dietterich 1998, Neural Computation 10(7):1895-1923"
SALZBERG_1997 = "Salzberg 1997, Data Mining and Knowledge Discovery 1:317-328"
NONE_DISCORDANT = "A and B are right and wrong on the same items: there is no difference to judge"


def items_result(
    method: str,
    items: PairedItems,
    *,
    p_value: float,
    level: float,
    alternative: Alternative,
    statistic: float | None = None,
    df: float | None = None,
) -> Result:
    """The result of a test on discordant items, with the score interval for A minus B."""
    discordant = items.only_a + items.only_b
    return Result(
        method=method,
        estimate=(items.only_a - items.only_b) / items.n,
        interval=paired_interval(items, p_value, level, alternative),
        level=level,
        alternative=alternative,
        statistic=statistic,
        df=df,
        p_value=p_value if discordant else 1.0,
        n=items.n,
        notes=() if discordant else (NONE_DISCORDANT,),
        degenerate=not discordant,
    )
