"""What the methods on paired items share: estimate, interval and the note on identical answers."""

from bakeoff.core.outcomes import PairedItems
from bakeoff.core.result import Result
from bakeoff.methods._asked import Asked
from bakeoff.methods._paired_difference import paired_interval

WHICH_CLASSIFIER = "Do two classifiers differ in accuracy on the population that one test set was drawn from?"
INDEPENDENT_ITEMS = "the items are independent draws from the population of interest"
NONE_DISCORDANT = "A and B are right and wrong on the same items: there is no difference to judge"


def items_result(
    asked: Asked,
    items: PairedItems,
    *,
    p_value: float,
    statistic: float | None = None,
    df: float | None = None,
) -> Result:
    """The result of a test on discordant items, with the score interval for A minus B."""
    discordant = items.only_a + items.only_b
    p_value = p_value if discordant else 1.0
    return asked.result(
        estimate=(items.only_a - items.only_b) / items.n,
        interval=paired_interval(items, p_value, asked.level, asked.alternative),
        statistic=statistic,
        df=df,
        p_value=p_value,
        n=items.n,
        notes=() if discordant else (NONE_DISCORDANT,),
        degenerate=not discordant,
    )
