"""Plain words for how p-values were adjusted."""

from bakeoff.core.adjustment import Adjustment
from bakeoff.core.verdict import Verdict


def adjusted_by(how: Adjustment) -> str:
    """The method, and how many there were of what.

    >>> adjusted_by(Adjustment(method="holm", count=6, kind="comparisons"))
    'holm, 6 comparisons'
    >>> adjusted_by(Adjustment(method="holm", count=1, kind="slices", tried=3))
    'holm, 1 slice, 3 tried'
    >>> adjusted_by(Adjustment(method="bonferroni", count=20, kind="tries"))
    'bonferroni, 20 tried'
    """
    if how.kind == "tries":
        return f"{how.method}, {how.count} tried"
    what = how.kind if how.count != 1 else how.kind.removesuffix("s")
    return f"{how.method}, {how.count} {what}" + (f", {how.tried} tried" if how.tried > 1 else "")


def of_slices(v: Verdict) -> Adjustment | None:
    """How the p-values of slices were adjusted together; None where no slice was judged."""
    return next((each.verdict.adjustment for each in v.slices if each.verdict), None)
