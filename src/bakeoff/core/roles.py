"""What the columns of a source were used as, and which were not used."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypedDict

# Who decided: the user, the source (a log that declares its clusters), or names and values of the columns.
Authority = Literal["said", "declared", "recognised"]


class ColumnRole(TypedDict):
    """The column of a role, or the columns where it has several, and who decided it."""

    column: str | list[str]
    by: Authority


Roles = Mapping[str, ColumnRole]
MODELS = re.compile(r"a|b|m\d+")  # the roles of models that are read


@dataclass(frozen=True, kw_only=True)
class UsedColumns:
    """The roles of columns by name, the columns that were not used, and notes that say why.

    Roles are called as in Python's keywords: ``truth``, ``item``, ``group``, ``by``, ``count``; models are
    ``a`` and ``b`` of a comparison, ``old`` and ``new`` of a gate, and ``models`` of a ranking.
    """

    roles: Roles = field(default_factory=dict, hash=False)
    left_out: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def renamed(self, names: Mapping[str, str]) -> "UsedColumns":
        """The same columns under other names of roles.

        >>> used = UsedColumns(roles={"a": role_of("v1"), "truth": role_of("truth", said=False)})
        >>> list(used.renamed({"a": "old"}).roles)
        ['old', 'truth']
        """
        roles = {names.get(name, name): each for name, each in self.roles.items()}
        return UsedColumns(roles=roles, left_out=self.left_out, notes=self.notes)

    def with_models(self, *, said: bool) -> "UsedColumns":
        """The same with the columns of all models as one role, and whether the user named them.

        >>> used = UsedColumns(roles={"truth": role_of("y"), "a": role_of("v1"), "b": role_of("v2")})
        >>> used.with_models(said=False).roles["models"]
        {'column': ['v1', 'v2'], 'by': 'recognised'}
        """
        rest = {name: each for name, each in self.roles.items() if not MODELS.fullmatch(name)}
        own = [each["column"] for name, each in self.roles.items() if MODELS.fullmatch(name)]
        columns = dict.fromkeys(name for each in own for name in ([each] if isinstance(each, str) else each))
        roles = {"models": role_of(columns, said=said), **rest} if columns else rest
        return UsedColumns(roles=roles, left_out=self.left_out, notes=self.notes)


def role_of(column: str | Iterable[str], *, said: bool = True, declared: bool = False) -> ColumnRole:
    """The role of a column, or of several.

    >>> role_of("user"), role_of(["x", "y"], said=False)["by"], role_of("doc", declared=True)["by"]
    ({'column': 'user', 'by': 'said'}, 'recognised', 'declared')
    """
    by: Authority = "declared" if declared else "said" if said else "recognised"
    return ColumnRole(column=column if isinstance(column, str) else list(column), by=by)


def roles_values(roles: Roles, left_out: Iterable[str]) -> dict[str, Any]:
    """The roles and what was left out as plain values; nothing where no column has a role.

    >>> roles_values({"group": role_of("user")}, ("age",))
    {'roles': {'group': {'column': 'user', 'by': 'said'}}, 'left_out': ['age']}
    >>> roles_values({}, ())
    {}
    """
    left = list(left_out)
    if not roles and not left:
        return {}
    return {"roles": {name: dict(each) for name, each in roles.items()}, "left_out": left}
