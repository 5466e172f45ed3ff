"""Logs and tables of other programs, told apart by what is in them: one file for each format."""

from collections.abc import Sequence

from bakeoff.core.exceptions import InputError
from bakeoff.core.registry import Registry
from bakeoff.read.engine.text_files import is_many
from bakeoff.read.importers._record import Glimpse, Importer
from bakeoff.read.opening import opened

IMPORTERS: Registry[Importer] = Registry("importer", __name__)


def importer_of(glimpses: Sequence[Glimpse]) -> Importer | None:
    """The importer of the format that all files have; None where nobody knows them.

    Whoever asked may then read them as plain tables.
    """
    found = [next((each for each in IMPORTERS if _recognises(each, glimpse)), None) for glimpse in glimpses]
    if all(each is None for each in found):
        return None
    if found.count(found[0]) < len(found):
        _refuse_mixed(glimpses, found)
    return found[0]


def _recognises(importer: Importer, glimpse: Glimpse) -> bool:
    try:
        return importer.recognises(glimpse)
    except InputError:
        return False  # whoever reads it as a plain table says what is wrong


def _refuse_mixed(glimpses: Sequence[Glimpse], found: Sequence[Importer | None]) -> None:
    """Refuse sides of which one alone is known, or that are of different kinds."""
    for each in glimpses:
        if not is_many(each.path):
            with opened(each.path, each.called, expected="a log or a table"):
                pass
    known, importer = next((each, own) for each, own in zip(glimpses, found, strict=True) if own is not None)
    other = next(each for each, own in zip(glimpses, found, strict=True) if own is not importer)
    raise InputError(f"{known.called} is {importer.title} and {other.called} is not; give files of one kind")
