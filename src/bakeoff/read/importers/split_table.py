"""Tables of MLflow and Weights & Biases: one JSON object with ``columns`` and ``data``, a list for each row.

MLflow writes them as artifacts (``eval_results_table.json`` of an evaluation, ``log_table``), Weights &
Biases as ``*.table.json`` in the files of a run. A run's folder may be given in place of its only table.
Every column of numbers is a metric; a column of the truth and one of the output give the accuracy. Rows are
matched by an id or by what was asked, otherwise by their place. One table alone, with a column for each
model, is read as any other table is.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import PurePath
from typing import Any

from bakeoff.core.exceptions import InputError
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.engine.split_tables import EXPECTED, split_rows
from bakeoff.read.importers._answers import Answer, Kind, Side, TaskLog, found_answers
from bakeoff.read.importers._choice import Offer
from bakeoff.read.importers._files import logs_among
from bakeoff.read.importers._mlflow_files import ARTIFACTS, run_name
from bakeoff.read.importers._record import Found, Glimpse, Importer, all_of, higher_is_better, no_such
from bakeoff.read.importers._runs import NUMERIC, known_by, mark_of
from bakeoff.read.json_values import Scan
from bakeoff.read.packed import without_packing
from bakeoff.read.values import plain

IDS = ("id", "item", "item_id", "example_id", "request_id", "index")
ASKED = ("inputs", "input", "question", "prompt", "query", "text", "request")
QUESTION = tuple(name for name in ASKED if name != "prompt")  # each model may have a prompt of its own
TRUE = ("ground_truth", "ground_truths", "truth", "target", "targets", "label", "expected", "reference")
SAID = ("outputs", "output", "prediction", "predictions", "predicted", "answer", "response")
KIND = Kind(item="row", fields="column of", advice="evaluate both models on the same rows")


def is_table(glimpse: Glimpse) -> bool:
    """Whether a file is such a table."""
    columns, data = glimpse.first.get("columns"), glimpse.first.get("data")
    if not isinstance(columns, list) or not isinstance(data, list) or not columns:
        return False
    return all(isinstance(each, str) for each in columns) and (not data or isinstance(data[0], list))


def find_tables(glimpse: Glimpse) -> list[Glimpse]:
    """The tables in a file, or in the folder of a run or of its artifacts."""
    artifacts = glimpse.path / ARTIFACTS
    if artifacts.is_dir():
        glimpse = Glimpse(path=artifacts, called=glimpse.called)
    return logs_among(glimpse, is_table, endings=(".json",))


def read_split_tables(glimpses: Sequence[Glimpse], wanted: Wanted) -> Found:
    """The scores of models by row; a table for each model."""
    tables = [_only_table(each) for each in glimpses]
    scan = Scan((each.path for each in tables), wanted.progress)
    sides = [
        Side(
            source=each.called,
            logs=[table_log(each, wanted, scan)],
            model=run_name(each.path),
            called=_stem(given),
        )
        for given, each in zip(glimpses, tables, strict=True)
    ]
    return found_answers(sides, wanted, KIND, source=all_of(tables))


def _only_table(glimpse: Glimpse) -> Glimpse:
    found = find_tables(glimpse)
    if len(found) > 1:
        listed = ", ".join(plain(each.path.name) for each in found[:5])
        raise InputError(f"{glimpse.called} has {len(found)} tables ({listed}); give one of these files")
    return found[0]


def _stem(glimpse: Glimpse) -> str:
    name = without_packing(PurePath(glimpse.called).name)
    return name.removesuffix(".json").removesuffix(".table")


def table_log(glimpse: Glimpse, wanted: Wanted, scan: Scan) -> TaskLog:
    """The rows of a table as answers of one model."""
    names = [str(each) for each in glimpse.first["columns"]]
    if wanted.id is not None and wanted.id not in names:
        raise no_such(f"column of {glimpse.called}", wanted.id, names)
    known = {name: higher_is_better(name.partition("/")[0]) for name in names}
    return TaskLog(
        task="",
        source=glimpse.called,
        offer=partial(_offer, glimpse, wanted.id),
        answers=partial(_answers, glimpse, wanted.id, scan),
        higher={name: told for name, told in known.items() if told is not None},
    )


def _offer(glimpse: Glimpse, by: str | None) -> Offer:
    """Metrics of the first rows; those whose direction is known come first."""
    scores: dict[str, Any] = {}
    for answer in _answers(glimpse, by, Scan((), None)):
        for name, value in answer.scores.items():
            if not isinstance(scores.get(name), NUMERIC):
                scores[name] = value
    told = [name for name in scores if higher_is_better(name.partition("/")[0]) is not None]
    return Offer(task="", scores=scores, main=(*told, *scores))


def _answers(glimpse: Glimpse, by: str | None, scan: Scan) -> Iterator[Answer]:
    names = [str(each) for each in glimpse.first["columns"]]
    asked: Counter[object] = Counter()
    for at, row in enumerate(split_rows(glimpse.path, glimpse.called, names, scan), start=1):
        cells = dict(zip(names, row, strict=True))
        name = _name(cells, by, at)
        asked[name] += 1
        yield _answer(cells, name, asked[name], by)


def _name(cells: Mapping[str, Any], by: str | None, at: int) -> int | str:
    """What a row is known by: its id, what was asked, or else its place."""
    own = by or _first(cells, IDS)
    if own is not None:
        value = cells[own]
        return value if isinstance(value, int | str) else str(value)
    put = _first(cells, ASKED)
    return at if put is None else known_by(str(cells[put]), cells[put])


def _answer(cells: Mapping[str, Any], name: int | str, repeat: int, by: str | None) -> Answer:
    true, said = _first(cells, TRUE), _first(cells, SAID)
    beside = {by, _first(cells, IDS), true, said}
    scores = {each: value for each, value in cells.items() if each not in beside}
    if true is not None and said is not None and not isinstance(cells[true], float):
        scores = {"accuracy": cells[said] == cells[true], **scores}
    return Answer(
        id=name,
        repeat=repeat,
        scores=scores,
        where=f"row {plain(name)}",
        mark=(None if true is None else cells[true], _asked(cells)),
        about=cells,
    )


def _asked(cells: Mapping[str, Any]) -> int | None:
    """What was asked, as a number that is the same for the same text; None where it is not said."""
    put = _first(cells, QUESTION)
    return None if put is None or cells[put] is None else mark_of(cells[put])


def _first(cells: Mapping[str, Any], names: Sequence[str]) -> str | None:
    return next((each for each in names if each in cells), None)


record = Importer(
    key="split-table",
    title=EXPECTED,
    recognises=lambda glimpse: bool(find_tables(glimpse)),
    read=read_split_tables,
    is_table=True,
)
