"""Reports as plain text: what the terminal shows."""

from bakeoff.report.formats import Format

record = Format(
    key="txt",
    title="Plain text",
    media="text/plain; charset=utf-8",
    place=1,
    render=lambda content: content.text,
    render_sheet=lambda sheet: sheet.text,
)
