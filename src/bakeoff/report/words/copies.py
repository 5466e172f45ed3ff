"""Words for items that repeat others."""

from bakeoff.core.copies import Copies


def copies_told(copies: Copies) -> str:
    """How many items repeat the attributes of others.

    >>> found = Copies(attributes=("age",), items=90, repeated=30, relabelled=10, beyond_chance=True)
    >>> copies_told(found)
    '30 of 90 items repeat the attributes of another (age), 10 of them with another label'
    """
    if copies.answers is not None:
        return f"{copies.items} rows for {copies.items - copies.repeated} items ({copies.listed})"
    if copies.together:
        values = copies.items - copies.repeated
        return f"{copies.items} rows with {values} values of {copies.listed} may belong together"
    verb = "repeats" if copies.repeated == 1 else "repeat"
    relabelled = f", {copies.relabelled} of them with another label" if copies.relabelled else ""
    told = f"{copies.repeated or 'none'} of {copies.items} items {verb} the attributes of another"
    return f"{told} ({copies.listed}){relabelled}"
