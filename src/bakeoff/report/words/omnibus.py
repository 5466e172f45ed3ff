"""Words for the test of whether any of several models differ."""

from bakeoff.core.many_method import ManyMethod
from bakeoff.core.method import Method
from bakeoff.core.ranking import Omnibus
from bakeoff.core.written import in_four_digits, p_text
from bakeoff.methods import METHODS
from bakeoff.methods.many import MANY

COMPUTED = {"approximation": "", "exact": " (exact)", "permutation": " (by permutation)"}


def record_of(key: str) -> ManyMethod | Method:
    """The record of what judged models or a pair of them."""
    return MANY[key] if key in MANY else METHODS[key]


def omnibus_told(test: Omnibus) -> str:
    """The test of whether any differ, with its hypothesis."""
    nothing = "; nothing differs" if test.degenerate and not test.statistic else ""
    null = f"null hypothesis: {test.null}; for information only; the verdicts on pairs do not use it"
    return f"{omnibus_short(test)}{nothing} ({null})"


def omnibus_short(test: Omnibus) -> str:
    """Statistic, degrees of freedom and p-value."""
    df = " and ".join(f"{each:.4g}" for each in test.df)
    told = f"{record_of(test.method).title}: statistic {in_four_digits(test.statistic)}"
    p = p_text(test.p_value, nothing_varies=test.degenerate)
    return f"{told}{f', df {df}' if df else ''}, {p}{COMPUTED[test.by]}"
