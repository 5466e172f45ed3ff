"""Logs and tables of other programs, told apart by what is in them: one file for each format."""

from bakeoff.read.importers.found import FoldTables, Imported, ItemScores
from bakeoff.read.importers.recognise import recognise

__all__ = ["FoldTables", "Imported", "ItemScores", "recognise"]
