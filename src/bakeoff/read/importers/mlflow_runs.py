"""The runs of a local MLflow store, each with a table of items that ``log_table`` or an evaluation wrote.

Give the database (``mlflow.db``), the folder of the store (``mlruns``), or that of one experiment. Every run
with a table is a model. What a table holds is read as by `split_table`.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from bakeoff.core.exceptions import InputError
from bakeoff.core.written import plural
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.importers._answers import Side, found_answers
from bakeoff.read.importers._conditions import Conditions, flat
from bakeoff.read.importers._mlflow_files import StoredRun, is_database, runs_of
from bakeoff.read.importers._record import Found, Glimpse, Importer, no_such
from bakeoff.read.importers.split_table import KIND, find_tables, table_log
from bakeoff.read.json_values import Scan
from bakeoff.read.values import plain

SHOWN = 5  # names in a message
FINISH = "run it again to its end, or give the tables themselves if they are whole"
Tables = dict[str, Glimpse]  # of one run, by their paths among its artifacts


def is_store(glimpse: Glimpse) -> bool:
    """Whether it is the database or the folder of a store, or the folder of an experiment."""
    if glimpse.path.is_dir():
        return bool(runs_of(glimpse.path))
    return glimpse.path.is_file() and is_database(glimpse.path, glimpse.head)


def read_runs(glimpses: Sequence[Glimpse], wanted: Wanted) -> Found:
    """The scores of runs by row; a run is a model."""
    if len(glimpses) > 1:
        raise InputError(
            f"{glimpses[1].called} is a second store; give one store, or one table for each model"
        )
    store = glimpses[0].called
    runs = runs_of(glimpses[0].path)
    held = {run: _tables(run) for run in runs}
    having = [run for run, tables in held.items() if tables]
    if not having:
        listed = _listed([run.name or run.id for run in runs])
        raise InputError(
            f"{store} has {plural(len(runs), 'run')}{': ' if runs else ''}{listed}; none has a table of "
            f"items, and averages are not enough: log a table in each run with mlflow.log_table, or give the "
            f"tables"
        )
    _refuse_several_experiments(having, store)
    chosen = _one_each({run: held[run] for run in having}, store)
    scan = Scan((table.path for table in chosen.values()), wanted.progress)
    lost = [run.name or run.id for run in runs if not held[run]]
    notes = ((f"{plural(len(lost), 'run')} without a table left out: {_listed(lost)}"),) if lost else ()
    named = Counter(run.name for run in chosen)
    sides = [
        Side(
            source=f"run {run.name or run.id} in {store}",
            logs=[replace(table_log(table, wanted, scan), conditions=_conditions(run))],
            model=run.name if named[run.name] == 1 else f"{run.name} {run.id[:8]}".strip(),
            called=run.id,
            notes=notes if not at else (),
        )
        for at, (run, table) in enumerate(chosen.items())
    ]
    if len(sides) == 1:
        _refuse_one(chosen, store, wanted)
    return found_answers(sides, wanted, replace(KIND, finish=FINISH), source=store)


def _tables(run: StoredRun) -> Tables:
    found = find_tables(Glimpse(path=run.folder, called=str(run.folder)))
    return {each.path.relative_to(run.folder).as_posix(): each for each in found}


def _conditions(run: StoredRun) -> Conditions:
    """The parameters of a run, and whether it ended."""
    ended = run.status == "FINISHED"
    return Conditions(
        settings=flat(dict(run.parameters)),
        unfinished="" if ended else f"run {run.name or run.id} is {run.status}, not finished",
    )


def _refuse_several_experiments(runs: Sequence[StoredRun], store: str) -> None:
    places: dict[str, Path] = {}
    for run in runs:
        places.setdefault(run.experiment, run.folder.parents[1])
    if len(places) > 1:
        listed = ", ".join(f"{plain(name)} in {folder}" for name, folder in list(places.items())[:SHOWN])
        raise InputError(
            f"{store} has tables in {len(places)} experiments: {listed}; give the folder of one of them"
        )


def _one_each(held: dict[StoredRun, Tables], store: str) -> dict[StoredRun, Glimpse]:
    """The table of each run: its only one, or the only one that all have."""
    if all(len(tables) == 1 for tables in held.values()):
        return {run: next(iter(tables.values())) for run, tables in held.items()}
    first, *others = held.values()
    common = [name for name in first if all(name in tables for tables in others)]
    if len(common) == 1:
        return {run: tables[common[0]] for run, tables in held.items()}
    every = sorted({name for tables in held.values() for name in tables})
    raise InputError(
        f"the runs of {store} have several tables each: {_listed(every)}; give the files of one table, one "
        f"for each model, such as {next(iter(first.values())).called}"
    )


def _refuse_one(chosen: dict[StoredRun, Glimpse], store: str, wanted: Wanted) -> None:
    """Refuse a store of one run, and say what to give where its table holds several models."""
    ((run, table),) = chosen.items()
    for name in (getattr(wanted, "a", None), getattr(wanted, "b", None)):
        if name is not None and name != run.name:
            raise no_such(f"run with a table in {store}", name, [run.name])
    raise InputError(
        f"{store} has one run with a table: {run.name or run.id}; expected one for each model, or give the "
        f"table itself if it has a column for each model: {table.called}"
    )


def _listed(names: Sequence[str]) -> str:
    return ", ".join(map(plain, names[:SHOWN])) + (", ..." if len(names) > SHOWN else "")


record = Importer(
    key="mlflow-runs",
    title="runs of an MLflow store",
    recognises=is_store,
    read=read_runs,
)
