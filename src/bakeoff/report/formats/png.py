"""Pictures as PNG."""

from bakeoff.report.formats._picture import picture

record = picture("png", media="image/png", place=8)
