"""Logs and tables of other programs, told apart by what is in them: one file for each format."""

from bakeoff.io.importers.found import FoldTables, Imported, ItemScores
from bakeoff.io.importers.recognise import recognise

__all__ = ["FoldTables", "Imported", "ItemScores", "recognise"]
