"""Logs and tables of other programs, told apart by what is in them: one file for each format."""

from bakeoff.core.registry import Registry
from bakeoff.read.importers._record import Importer

IMPORTERS: Registry[Importer] = Registry("importer", __name__)
