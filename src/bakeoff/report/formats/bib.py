"""The works that a report cites, as BibTeX."""

from bakeoff.report.formats import Format
from bakeoff.report.formats.tex import bibtex

record = Format(
    key="bib",
    title="BibTeX",
    media="application/x-bibtex; charset=utf-8",
    place=4,
    render=lambda content: bibtex(content.summary),
)
