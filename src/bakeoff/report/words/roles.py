"""Words for what the columns of a source were used as."""

from collections.abc import Iterable, Sequence

from bakeoff.core.roles import ColumnRole, Roles
from bakeoff.core.written import brief

MOST_NAMED = 8  # columns of one role in a row


def role_rows(roles: Roles, left_out: Sequence[str]) -> list[tuple[str, ...]]:
    """What the columns were used as, where the user did not say it all, as (name, text) rows.

    >>> from bakeoff.core.roles import role_of
    >>> role_rows({"models": role_of(["x", "y"], said=False), "truth": role_of("truth", said=False)}, ["qid"])
    [('columns', 'models: x, y (recognised); truth: truth (recognised); not used: qid')]
    >>> role_rows({"models": role_of(["x", "y"])}, ["qid"])
    []
    """
    models = roles.get("models")
    chosen = models is not None and models["by"] == "recognised" and len(left_out) > 0
    if not chosen and all(each["by"] != "declared" for each in roles.values()):
        return []
    told = [f"{role}: {_role_told(each)}" for role, each in roles.items()]
    told += [f"not used: {_some(left_out)}"] if left_out else []
    return [("columns", "; ".join(told))]


def _role_told(role: ColumnRole) -> str:
    columns = [role["column"]] if isinstance(role["column"], str) else role["column"]
    return _some(columns) + ("" if role["by"] == "said" else f" ({role['by']})")


def _some(names: Iterable[str]) -> str:
    told = [brief(each) for each in names]
    more = len(told) - MOST_NAMED
    return ", ".join(told[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
