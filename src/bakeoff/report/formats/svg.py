"""Pictures as SVG."""

from bakeoff.report.formats._picture import picture

record = picture("svg", media="image/svg+xml", place=7)
