"""What `studies.claims` measured, as pictures."""

import json
from functools import cache
from typing import Any

from docs._ext.reference import pictures
from docs._ext.reference.markdown import picture
from docs._ext.reference.parts import ROOT

FILE = ROOT / "docs" / "_data" / "claims.json"
NOMINAL = 0.05
Z = 1.96


@cache
def measured(part: str) -> dict[str, Any]:
    """What was measured for methods, metrics or estimators."""
    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8")).get(part, {})
    return found


def command(part: str) -> str:
    """The command that made a part."""
    return f"python -m studies.claims {part}"


def made(part: str) -> str:
    """A sentence that names the command that made a part."""
    return f"Made by `{command(part)}`."


def told(before: str, chart: str, after: str) -> str:
    """A picture with its caption and the command that made it; a sentence where nothing was measured."""
    return f"{before}\n\n{chart}\n\n{after}" if chart else "Nothing was measured for this page."


def alarms(part: str, key: str) -> str:
    """False alarms of a record by world or size, with Monte-Carlo intervals; empty where there are none."""
    rows = [row(name, *counts) for name, counts in measured(part).get(key, {}).items()]
    alt = f"False-alarm rates of {key}"
    return picture(pictures.rates(rows, nominal=NOMINAL, alt=alt, key=f"{key}-{part}")) if rows else ""


def row(name: str, found: int, draws: int) -> pictures.Row:
    """A share of draws with its Monte-Carlo interval."""
    share = found / draws
    reach = Z * (share * (1 - share) / draws) ** 0.5
    what = f"{' '.join(name.split())}: {100 * share:.1f} % of {draws} draws"
    return pictures.Row(label=name, rates=((share, what),), reach=(share - reach, share + reach))


def biases(key: str) -> str:
    """The bias of an estimator by learner, with Monte-Carlo intervals; empty where none was measured."""
    rows = [
        pictures.Row(
            label=name,
            rates=((mean, f"{name}: {100 * mean:+.1f} points"),),
            reach=(mean - Z * error, mean + Z * error),
        )
        for name, (mean, error) in measured("estimators").get(key, {}).items()
    ]
    return picture(pictures.biases(rows, alt=f"Bias of {key} by learner", key=f"{key}-bias")) if rows else ""
