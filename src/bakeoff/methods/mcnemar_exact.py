"""The exact McNemar test: the sign test on the items that exactly one classifier gets right."""

from bakeoff.core.evidence import Version
from bakeoff.core.method import Example, Method
from bakeoff.core.outcomes import PairedItems
from bakeoff.core.result import Alternative, Result
from bakeoff.core.works import DIETTERICH_1998, SALZBERG_1997, TANGO_1998
from bakeoff.methods._paired_items import INDEPENDENT_ITEMS, items_result
from bakeoff.methods._reference import Asked, coin_p


def mcnemar_exact(items: PairedItems, *, level: float, alternative: Alternative) -> Result:
    """The binomial test of the discordant items with probability 1/2 (SIG-1).

    With s wins of A among d discordant items the one-sided p-value is ``P(S >= s)`` for S
    binomial(d, 1/2); two-sided it is twice the smaller tail, at most 1. No discordant items: p = 1.

    Examples
    --------
    >>> items = PairedItems(only_a=35, only_b=15, n=50)
    >>> round(mcnemar_exact(items, level=0.95, alternative="two-sided").p_value, 6)
    0.0066
    """
    _, p = exact_version(items, alternative)
    return items_result(Asked("mcnemar-exact", level, alternative), items, p_value=p)


def exact_version(items: PairedItems, alternative: Alternative) -> Version:
    """The exact test next to its mid-p version and its approximation; mid-p values are never larger.

    >>> exact_version(PairedItems(only_a=7, only_b=1, n=412), "two-sided")
    Version(method='mcnemar-exact', p_value=0.0703125)
    """
    return Version("mcnemar-exact", float(coin_p(items.only_a, items.only_b, alternative)))


record = Method(
    key="mcnemar-exact",
    title="exact McNemar",
    takes=PairedItems,
    compute=mcnemar_exact,
    latex=(
        r"p = \min\left( 1, 2 \min\{ \Pr(S \le n_A), \Pr(S \ge n_A) \} \right), "
        r"\quad S \sim \operatorname{Binomial}\left(n_A + n_B, \tfrac{1}{2}\right)"
    ),
    procedures=("SIG-1",),
    assumptions=(INDEPENDENT_ITEMS,),
    references=(SALZBERG_1997, DIETTERICH_1998, TANGO_1998),
    interval_by="Tango's score interval",
    valid_in=("independent-items", "epsilon-halves"),
    invalid_in=("clustered-items",),
    examples=(
        Example(
            outcomes=PairedItems(only_a=35, only_b=15, n=50),
            expected={"p_value": 0.006600447967},
            source="Salzberg 1997, sec. 3.1, printed 0.0064; corrected in E-S2",
        ),
        Example(
            outcomes=PairedItems(only_a=30, only_b=20, n=50),
            expected={"p_value": 2 * 0.101319375532},
            source="Salzberg 1997, sec. 3.1, one-sided printed 0.1012; corrected in E-S2",
        ),
    ),
)
