"""Pictures as PDF."""

from bakeoff.report.formats._picture import picture

record = picture("pdf", media="application/pdf", place=9)
