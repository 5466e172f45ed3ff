"""Values that items have already: nothing is computed from a truth."""

from typing import NoReturn

from bakeoff.core.exceptions import InputError


def refuse(key: str, plural: str) -> NoReturn:
    """Refuse to compute what is given: what made the values is not known here."""
    raise InputError(
        f"{key} means {plural} that are given for each item, not computed from the truth; compare them "
        f"with compare_item_scores, or choose a metric of predictions"
    )
