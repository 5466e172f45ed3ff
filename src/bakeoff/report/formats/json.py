"""Reports as strict JSON: the whole summary."""

import json
from typing import Any

from bakeoff.report.formats import Format


def _written(values: dict[str, Any], *, ascii_only: bool) -> str:
    return json.dumps(values, allow_nan=False, indent=2, ensure_ascii=ascii_only) + "\n"


record = Format(
    key="json",
    title="JSON",
    media="application/json",
    place=5,
    render=lambda content: _written(content.summary, ascii_only=False),
    render_rate=lambda rate: _written(rate.values, ascii_only=True),
)
