"""What is requested from tables or logs, and the joined rows of their sources.

A role is what a column is for: ``truth``, ``cluster``, ``by`` and ``count`` by these names, and each model by
its own letter or number (``a``, ``b``, ``m2``, ...), whatever its name.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from bakeoff.core.exceptions import InputError, unknown_column
from bakeoff.core.missing import Filling
from bakeoff.core.names import names_in
from bakeoff.core.pick import Pick, every
from bakeoff.core.roles import ColumnRole, UsedColumns, role_of
from bakeoff.metrics import MetricLike
from bakeoff.read.alike import check_roles, model_column
from bakeoff.read.engine.duck import Engine, Progress
from bakeoff.read.engine.keys import keys_of, refuse_unmatched
from bakeoff.read.engine.sources import Keys, Source, quoted

if TYPE_CHECKING:
    from bakeoff.core.looks import TestItems

AGAIN = " again"  # marks a role that several sources have a column for, and should say the same in
Columns = Mapping[str, tuple[Source, str]]


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What is requested, from readers and importers alike; None leaves the choice to them.

    ``truth``, ``id``, ``cluster``, ``by`` and ``count`` name columns, ``attributes`` those in which equal
    rows are looked for; ``filter`` is of a log of lm-evaluation-harness, and ``may_differ`` are conditions of
    logs that differ between the models on purpose. ``missing`` is what missing answers count as; without it
    they are refused. ``pick`` chooses among the models,
    and ``progress`` receives the progress of a long scan. ``seen`` is called with the items before they are
    judged, and returns the number of earlier looks at them to adjust for.
    """

    truth: str | None = None
    id: str | None = None
    cluster: str | None = None
    by: str | None = None
    count: str | None = None
    attributes: tuple[str, ...] | None = None
    filter: str | None = None
    may_differ: tuple[str, ...] = ()
    missing: Filling | None = None
    metric: MetricLike | None = None
    pick: Pick = every
    progress: Progress | None = None
    seen: "Callable[[TestItems], int] | None" = None

    @property
    def measure(self) -> str | None:
        """The metric as files may call it."""
        return None if self.metric is None else str(getattr(self.metric, "key", self.metric))

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns to keep besides the scores."""
        return tuple(dict.fromkeys(name for name in (self.by, self.cluster) if name is not None))


def attributes_of(given: str | Sequence[str] | None) -> tuple[str, ...] | None:
    """The names of attributes as they may be given: several, or a text as `names_in` reads it.

    >>> attributes_of("age, weight"), attributes_of(["age"]), attributes_of("none"), attributes_of(None)
    (('age', 'weight'), ('age',), (), None)
    """
    if given is None or not isinstance(given, str):
        return None if given is None else tuple(dict.fromkeys(given))
    if given.strip() in ("", "none"):
        return ()
    return tuple(dict.fromkeys(names_in(given)))


@dataclass(frozen=True, kw_only=True, eq=False)
class Plan:
    """One source, or several that are joined on ids, and where the column of each role is.

    ``models`` are their names by their roles. ``used`` says what columns are used as, and which are not.
    """

    sources: tuple[Source, ...]
    columns: Columns
    models: Mapping[str, str]
    keys: Keys | None = None
    used: UsedColumns = field(default_factory=UsedColumns)

    @property
    def engine(self) -> Engine:
        """The engine that has the rows."""
        return self.sources[0].engine

    @property
    def name(self) -> str:
        """What messages call the rows."""
        return " and ".join(source.name for source in self.sources)

    @property
    def joined(self) -> bool:
        """Whether rows are joined from several sources."""
        return len(self.sources) > 1

    @property
    def twice(self) -> list[tuple[str, str]]:
        """The roles that another source has a column for, too, each with the role of that one."""
        return [(role.partition(AGAIN)[0], role) for role in self.columns if AGAIN in role]

    def label(self, role: str) -> str:
        """What messages call the column of a role: its file, too, where there are several."""
        source, name = self.columns[role]
        return source.label(name) if self.joined else f"column {name!r}"

    def fault(self, problem: InputError, role: str) -> InputError:
        """An error about the values of a role, with its column."""
        told = problem if self.joined else problem.worded(f"{self.name}: {problem}")
        source, told.column = self.columns[role]
        told.role, told.source = role, source.name
        return told

    def unused(self, wanted: Wanted) -> dict[str, Source]:
        """The columns without a role, each in the first source that has it."""
        taken = {wanted.id, *(name for _, name in self.columns.values())}
        return {
            name: source
            for source in reversed(self.sources)
            for name, kind in source.kinds.items()
            if name not in taken and kind != "other" and name not in source.faults
        }

    def can_read(self, columns: Mapping[str, Source]) -> bool:
        """Whether columns that nobody asked for can be read; what is wrong with them is no error."""
        try:
            for name, source in columns.items():
                source.column(name)
        except InputError:
            return False
        return True

    def rows(self, roles: Sequence[str], computed: Mapping[str, str] | None = None) -> str:
        """SQL of the rows, with a column for each role; some may be ``computed`` by other SQL.

        Of several sources every row is there, with partners or without: ``side`` is 0 where all have the
        item, and otherwise the number of the first that has it, from 1.
        """
        sql = {role: source.column(name) for role, (source, name) in self.columns.items() if role in roles}
        sql |= computed or {}
        if not self.joined or self.keys is None:
            return f"(SELECT {_listed({role: sql[role] for role in roles})} FROM {self.sources[0].relation})"
        joined, known = "", ""
        at = {id(source): f"s{place}" for place, source in enumerate(self.sources)}
        for source, key in zip(self.sources, self.keys.written, strict=True):
            mine = {role: sql[role] for role in roles if self.columns[role][0] is source}
            alias = at[id(source)]
            side = f"(SELECT {_listed({'id': key} | mine)} FROM {source.relation}) AS {alias}"
            joined += f' FULL JOIN {side} ON {known} = {alias}."id"' if joined else side
            known = f'COALESCE({known}, {alias}."id")' if known else f'{alias}."id"'
        chosen = ", ".join(f"{at[id(self.columns[role][0])]}.{quoted(role)}" for role in roles)
        return f'(SELECT {chosen}, {known} AS "id", {_side(list(at.values()))} AS "side" FROM {joined})'


def planned(
    sources: Sequence[Source],
    models: Mapping[str, str | None],
    wanted: Wanted,
    *,
    scored: bool = False,
    truth_source: Source | None = None,
) -> Plan:
    """Find the columns, and refuse what cannot be compared before anything is counted.

    ``models`` has the column of each model by its name, None for the default: all in one source, or one in
    each. The truth may be in a separate ``truth_source``, in the column that is named, ``truth`` or the
    only one that is left.
    """
    asked = wanted
    wanted = (
        wanted if scored else with_truth(wanted, truth_source or sources[0], own=truth_source is not None)
    )
    every = [*sources, *([] if truth_source is None else [truth_source])]
    if len(every) > 1 and wanted.id is None:
        raise InputError(
            "two files or tables are joined on a column that identifies the items, but no column is "
            "named; give id='NAME' (--id NAME on the command line)"
        )
    refuse_unknown_id(every, wanted)
    # each is known by its place in the join
    own = [replace(source) if source in every[:at] else source for at, source in enumerate(every)]
    places = _one_each(own[: len(sources)], models)
    names = {
        model: _model_column(given, source, wanted, scored=scored, apart=truth_source is not None)
        if len(sources) > 1
        else given or model
        for (model, given), source in zip(models.items(), places, strict=True)
    }
    letters = ["a", "b", *(f"m{at}" for at in range(2, len(models)))]
    roles = dict(zip(letters, names, strict=False))
    said = {role: (source, names[roles[role]]) for role, source in zip(roles, places, strict=True)}
    home = own[0 if truth_source is None else -1]
    true = {role: (home, name) for role, name in _truth(wanted.truth, scored=scored).items()}
    others = {"count": wanted.count, "cluster": wanted.cluster, "by": wanted.by}
    more = {role: name for role, name in others.items() if name is not None}
    if len(own) == 1:
        check_roles({role: name for role, (_, name) in true.items()} | names, own[0], own[0].name)
        columns = {**true, **said, **{role: (own[0], name) for role, name in more.items()}}
    else:
        _refuse_truth_as_model({roles[role]: at for role, at in said.items()}, true, wanted)
        columns = _in_several(own, said, true, more)
    for source, name in columns.values():
        source.column(name)
    return Plan(
        sources=tuple(own),
        columns=columns,
        models=roles,
        keys=None if wanted.id is None else keys_of(own, wanted.id),
        used=_used_columns(own, columns, asked, {role: models[roles[role]] is not None for role in roles}),
    )


def _used_columns(
    sources: Sequence[Source], columns: Columns, asked: Wanted, said: Mapping[str, bool]
) -> UsedColumns:
    """What the columns are used as, by the names of Python's keywords; ``said`` are the models' roles."""
    called = {"cluster": "group"}
    roles: dict[str, ColumnRole] = {
        called.get(role, role): role_of(name, said=said.get(role, role != "truth" or asked.truth is not None))
        for role, (_, name) in columns.items()
        if AGAIN not in role
    }
    if asked.id is not None:
        roles["item"] = role_of(asked.id)
    taken = {asked.id, *(asked.attributes or ()), *(name for _, name in columns.values())}
    every = (name for source in sources for name in source.kinds if name not in taken)
    return UsedColumns(roles=roles, left_out=tuple(dict.fromkeys(every)))


def with_truth(wanted: Wanted, home: Source, *, own: bool) -> Wanted:
    """What is wanted, with the column of the truth in a separate source if it was not named."""
    refuse_truth_path(wanted.truth, home)
    if wanted.truth is not None or not own or "truth" in home:
        return wanted
    left = _left(home, wanted)
    return replace(wanted, truth=left[0]) if len(left) == 1 else wanted


def refuse_unknown_id(sources: Sequence[Source], wanted: Wanted) -> None:
    """Refuse ids that a source does not have, before columns are found by what is left beside them."""
    for source in sources:
        if wanted.id is not None and wanted.id not in source:
            raise unknown_column(wanted.id, source.kinds, source.name)


def refuse_truth_path(truth: str | None, home: Source) -> None:
    """Refuse the name of a file where that of a column is expected."""
    if truth is not None and truth not in home and os.path.isfile(truth):  # noqa: PTH113 - a name, not a path
        raise InputError(
            f"truth is {truth!r}, which is a file, but truth must name a column; give the file as "
            f"truth_file (--truth-file {truth}) and the column of its ids as id (--id NAME)"
        )


def _left(source: Source, wanted: Wanted, *taken: str | None) -> list[str]:
    """The columns without another role."""
    gone = {wanted.id, wanted.cluster, wanted.by, wanted.count, *taken}
    return [name for name in source.kinds if name not in gone]


def _model_column(given: str | None, source: Source, wanted: Wanted, *, scored: bool, apart: bool) -> str:
    """The column of a model in a separate source; it may be named like the truth where that is elsewhere."""
    true = wanted.truth or "truth"
    if given is None and apart and _left(source, wanted) == [true]:
        return true
    taken = {wanted.id, true, wanted.cluster, wanted.by, wanted.count}
    return model_column(given, source.kinds, taken, scored=scored)


def beside_truth(source: Source, home: Source, wanted: Wanted) -> Source:
    """The rows of a source with the truth, and other wanted columns that it lacks, from another one.

    Rows of ``source`` may have the same id, those of ``home`` may not.
    """
    true = wanted.truth or "truth"
    if true in source:
        raise InputError(
            f"both {source.name} and {home.name} have column {true!r}; leave out --truth-file, or the column"
        )
    if (source.spelled, source.json) != (home.spelled, home.json):
        raise InputError(
            f"{source.name} and {home.name} are files of different formats; if questions have several "
            f"answers, expected one format: save the truth in the format of the answers"
        )
    assert wanted.id is not None  # noqa: S101 - asked before
    keys = keys_of([source, home], wanted.id, repeated=True)
    refuse_unmatched([source, home], keys)
    others = (wanted.cluster, wanted.by)
    names = [true, *(name for name in others if name is not None and name not in source and name in home)]
    added = {name: f"beside {at}" for at, name in enumerate(names)}
    chosen = ", ".join(f"{home.column(name)} AS {quoted(column)}" for name, column in added.items())
    relation = (
        f'(SELECT * FROM (SELECT *, {keys.written[0]} AS "id here" FROM {source.relation}) AS x JOIN '
        f'(SELECT {chosen}, {keys.written[1]} AS "id there" FROM {home.relation}) AS y '
        f'ON x."id here" = y."id there")'
    )
    return replace(
        source,
        relation=relation,
        kinds={**source.kinds, **{name: home.kinds[name] for name in names}},
        written={**source.written, **{name: quoted(column) for name, column in added.items()}},
        parts=None,
        walk=None,
    )


def _refuse_truth_as_model(said: Columns, true: Columns, wanted: Wanted) -> None:
    """Refuse the column of the truth as predictions of a model, unless it is the only one in its own file."""
    for model, (source, name) in said.items():
        for home, truth in true.values():
            if name == truth and name in source and (source is home or _left(source, wanted, truth)):
                raise InputError(
                    f"truth and {model} are both column {name!r} of {source.name}; expected a column with "
                    f"predictions: name another one, or leave its name out",
                    source=source.name,
                    column=name,
                )


def _truth(truth: str | None, *, scored: bool) -> dict[str, str]:
    """The role and the column of the truth; items that are ``scored`` already need none."""
    if not scored:
        return {"truth": truth or "truth"}
    if truth is not None:
        raise InputError(
            f"truth is column {truth!r}, but scores and losses of items need no truth; leave it out"
        )
    return {}


def _one_each(sources: Sequence[Source], models: Mapping[str, str | None]) -> list[Source]:
    """The source of each model."""
    if len(sources) not in (1, len(models)):
        raise InputError(
            f"there are {len(sources)} files or tables for {len(models)} models; expected one for each "
            f"model, or one with a column for each model"
        )
    return list(sources) * (len(models) if len(sources) == 1 else 1)


def _in_several(
    sources: Sequence[Source], said: Columns, true: Columns, more: Mapping[str, str]
) -> dict[str, tuple[Source, str]]:
    """Where the columns are: those that several sources have are there again."""
    if "count" in more:
        raise InputError(
            f"rows of {sources[0].name} and {sources[1].name} are joined one to one, so column "
            f"{more['count']!r} cannot give the number of items for each row; join them into one table "
            f"first, or leave the counts out"
        )
    columns = {**true, **said}
    for role, name in {**{role: name for role, (_, name) in true.items()}, **more}.items():
        has = [source for source in sources if name in source and (source, name) not in said.values()]
        first = true[role][0] if role in true else (has or sources)[0]
        columns[role] = (first, name)
        again = [source for source in has if source is not first]
        columns |= {
            role + AGAIN + (f" {at}" if at > 1 else ""): (source, name)
            for at, source in enumerate(again, start=1)
        }
    return columns


def _side(aliases: Sequence[str]) -> str:
    """SQL of 0 where all sources have the item, and otherwise of the number of the first that has it."""
    every = " AND ".join(f'{alias}."id" IS NOT NULL' for alias in aliases)
    first = " ".join(f'WHEN {alias}."id" IS NOT NULL THEN {at}' for at, alias in enumerate(aliases, start=1))
    return f"CASE WHEN {every} THEN 0 {first} END"


def _listed(sql: Mapping[str, str]) -> str:
    return ", ".join(f"{expression} AS {quoted(role)}" for role, expression in sql.items())
