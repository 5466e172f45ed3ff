"""Logs and tables of other programs, recognised by their content: one file for each format."""

import os
from collections.abc import Sequence
from pathlib import PurePath

from bakeoff.core.exceptions import FileError, InputError
from bakeoff.core.registry import Registry
from bakeoff.read.engine.text_files import is_many
from bakeoff.read.importers._record import Glimpse, Importer, glimpse_of
from bakeoff.read.json_values import JsonValues, unpacked
from bakeoff.read.opening import opened, refuse_strange_file
from bakeoff.read.packed import without_packing

IMPORTERS: Registry[Importer] = Registry("importer", __name__)


def importer_of(glimpses: Sequence[Glimpse]) -> Importer | None:
    """The importer of the format that all files have; None where there is none.

    The caller may then read them as plain tables.
    """
    for each in glimpses:
        refuse_strange_file(each.path, each.called)
    found = [next((each for each in IMPORTERS if _recognises(each, glimpse)), None) for glimpse in glimpses]
    if all(each is None for each in found):
        for each in glimpses:
            if _is_strange_json(each):
                known = ", ".join(importer.key for importer in IMPORTERS if not importer.is_table)
                raise FileError(f"{each.called} is JSON, but neither JSON Lines nor a known format: {known}")
        return None
    if found.count(found[0]) < len(found):
        _refuse_mixed(glimpses, found)
    alone = len(glimpses) == 1 and glimpses[0].path.is_file()
    return None if alone and found[0] is not None and found[0].is_table else found[0]


def matches_ids(paths: Sequence[str | os.PathLike[str]]) -> bool:
    """Whether files are tables of one model each whose importer matches rows by an id itself."""
    importer = importer_of([glimpse_of(each) for each in paths])
    return importer is not None and importer.is_table


def _is_strange_json(glimpse: Glimpse) -> bool:
    """Whether it is one JSON object with others in it, or a list of such: no table, but somebody's log."""
    if not without_packing(PurePath(glimpse.called).name).endswith(".json"):
        return False
    nested = any(isinstance(value, dict | list) for value in glimpse.first.values())
    if not nested or glimpse.head[:1] == b"[":
        return nested
    try:
        with unpacked(glimpse.path, glimpse.called, expected="a log or a table") as stream:
            text = JsonValues(stream, glimpse.called)
            text.value()
            return text.at_end()
    except InputError:
        return False  # reading it as a plain table reports what is wrong


def _recognises(importer: Importer, glimpse: Glimpse) -> bool:
    try:
        return importer.recognises(glimpse)
    except InputError:
        return False  # reading it as a plain table reports what is wrong


def _refuse_mixed(glimpses: Sequence[Glimpse], found: Sequence[Importer | None]) -> None:
    """Refuse sides of which one alone is known, or that are of different kinds."""
    for each in glimpses:
        if not is_many(each.path):
            with opened(each.path, each.called, expected="a log or a table"):
                pass
    known, importer = next((each, own) for each, own in zip(glimpses, found, strict=True) if own is not None)
    other = next(each for each, own in zip(glimpses, found, strict=True) if own is not importer)
    raise InputError(
        f"{known.called} is {importer.title} and {other.called} is not; give files of one format"
    )
