"""Other versions of a test, whose p-values follow from the same counts at once."""

from bakeoff.core.outcomes import PairedItems
from bakeoff.core.strength import Version
from bakeoff.judge.pitfalls import Case
from bakeoff.methods._reference import coin_p

EXACT, APPROXIMATE = "mcnemar-exact", ("mcnemar-mid-p", "mcnemar")


def versions_of(case: Case) -> tuple[Version, ...]:
    """The exact McNemar test beside its mid-p version and its approximation.

    The mid-p version is not asked beside the exact test: its p-values are never the larger ones.
    """
    items = case.outcomes
    if not isinstance(items, PairedItems) or case.method.key not in APPROXIMATE:
        return ()
    return (Version(EXACT, float(coin_p(items.only_a, items.only_b, case.result.alternative))),)
