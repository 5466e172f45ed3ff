"""Which columns of which source a comparison needs, and the rows that hold them side by side."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bakeoff.core.exceptions import InputError
from bakeoff.read.alike import check_roles, need_id, role_names
from bakeoff.read.engine.engine import Engine
from bakeoff.read.engine.keys import Keys, keys_of
from bakeoff.read.engine.sources import Source, quoted

AGAIN = " again"  # marks a role that both sources have a column for, and should say the same in
SIDE = """CASE WHEN y."id" IS NULL THEN 1 WHEN x."id" IS NULL THEN 2 ELSE 0 END"""


@dataclass(frozen=True, kw_only=True, eq=False)
class Plan:
    """One source, or two that are joined on ids, and where the column of each role is."""

    sources: tuple[Source, ...]
    columns: Mapping[str, tuple[Source, str]]
    keys: Keys | None = None

    @property
    def engine(self) -> Engine:
        """The engine that has the rows."""
        return self.sources[0].engine

    @property
    def name(self) -> str:
        """What messages call the rows."""
        return " and ".join(source.name for source in self.sources)

    @property
    def twice(self) -> list[str]:
        """The roles that both sources have a column for."""
        return [role for role in self.columns if role + AGAIN in self.columns]

    def rows(self, roles: Sequence[str], computed: Mapping[str, str] | None = None) -> str:
        """SQL of the rows, with a column for each role; some may be ``computed`` by SQL of their own.

        Of two sources every row is there, with a partner or without: ``side`` is 0 where both have the
        item, and otherwise 1 or 2, the source that has it.
        """
        sql = {role: source.column(name) for role, (source, name) in self.columns.items() if role in roles}
        sql |= computed or {}
        if len(self.sources) == 1 or self.keys is None:
            return f"(SELECT {_listed({role: sql[role] for role in roles})} FROM {self.sources[0].relation})"
        sides = []
        for source, key in zip(self.sources, self.keys.written, strict=True):
            mine = {role: sql[role] for role in roles if self.columns[role][0] is source}
            sides.append(f"(SELECT {_listed({'id': key} | mine)} FROM {source.relation})")
        both = [
            f"{'x' if self.columns[role][0] is self.sources[0] else 'y'}.{quoted(role)}" for role in roles
        ]
        return (
            f'(SELECT {", ".join(both)}, COALESCE(x."id", y."id") AS "id", {SIDE} AS "side" '
            f'FROM {sides[0]} AS x FULL JOIN {sides[1]} AS y ON x."id" = y."id")'
        )


def planned(
    first: Source,
    second: Source | None,
    *,
    truth: str | None = None,
    a: str | None = None,
    b: str | None = None,
    id: str | None = None,  # noqa: A002 - the word of the command line
    scored: bool = False,
    **others: str | None,
) -> Plan:
    """Find the columns, and refuse what cannot be a comparison before anything is counted."""
    if second is not None and id is None:
        raise need_id()
    if second is first:
        second = replace(first)  # each is known by its place in the join
    names = role_names(truth=truth, a=a, b=b, two=second is not None, scored=scored)
    more = {role: name for role, name in others.items() if name is not None}
    if second is None:
        check_roles(names, first, first.name)
        columns = {role: (first, name) for role, name in (names | more).items()}
    else:
        columns = _in_two(first, second, names, more)
    for source, name in columns.values():
        source.column(name)
    sources = (first,) if second is None else (first, second)
    return Plan(sources=sources, columns=columns, keys=None if id is None else keys_of(sources, id))


def _in_two(
    first: Source, second: Source, names: Mapping[str, str], more: Mapping[str, str]
) -> dict[str, tuple[Source, str]]:
    if first.engine is not second.engine:
        raise InputError(
            f"{first.name} is in {first.engine.name} and {second.name} in {second.engine.name}; "
            f"expected both in one place: load one where the other is"
        )
    if "count" in more:
        raise InputError(
            f"rows of {first.name} and {second.name} are joined one to one, so column {more['count']!r} "
            f"cannot say how many a row stands for; join them into one table first, or leave the counts out"
        )
    true = {"truth": names["truth"]} if "truth" in names else {}
    columns = {role: (first, name) for role, name in true.items()}
    columns |= {"a": (first, names["a"]), "b": (second, names["b"])}
    for role, name in {**true, **more}.items():
        columns[role] = (second if role != "truth" and name not in first and name in second else first, name)
        if name in first and name in second:
            columns[role + AGAIN] = (second, name)
    return columns


def _listed(sql: Mapping[str, str]) -> str:
    return ", ".join(f"{expression} AS {quoted(role)}" for role, expression in sql.items())
