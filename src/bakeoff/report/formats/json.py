"""Reports as strict JSON: the whole summary."""

import json

from bakeoff.report.formats import Format

record = Format(
    key="json",
    title="JSON",
    media="application/json",
    place=5,
    render=lambda told: json.dumps(told.summary, allow_nan=False, indent=2, ensure_ascii=False) + "\n",
    render_sheet=lambda sheet: json.dumps(sheet.values, allow_nan=False, indent=2) + "\n",
)
