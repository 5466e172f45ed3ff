"""The picture of a report alone."""

from bakeoff.report.draw.figures import Form, draw
from bakeoff.report.formats import Format


def picture(key: Form, *, media: str, place: int) -> Format:
    """The record of a format that pictures are drawn in."""
    return Format(
        key=key,
        title=f"Picture, {key.upper()}",
        media=media,
        place=place,
        render=lambda content: draw(content.picture, key),
        render_sheet=lambda sheet: draw(sheet.figure, key),
    )
