"""Figures that texts quote, looked up in the tables that have them.

No text of the package has a measured figure typed into it: it names a table and a key, and the figure is
filled in from ``bakeoff/measured/figures.json``. `python -m studies.quoted` makes that file from what was
measured, and each table in it names the command that measured it.
"""

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

PLACE = re.compile(r"\{([a-z0-9 -]+):([^{}]+)\}")


@cache
def tables() -> Mapping[str, Mapping[str, Any]]:
    """All tables by name, each with its ``command`` and its ``values`` by key."""
    file = resources.files("bakeoff.measured").joinpath("figures.json")
    found: dict[str, Mapping[str, Any]] = json.loads(file.read_text(encoding="utf-8"))
    return found


def value(table: str, key: str) -> float:
    """A measured value: rates are in per cent.

    >>> value("mid-p", "16 items differ") > 5
    True
    """
    try:
        return float(tables()[table]["values"][key])
    except KeyError:
        raise LookupError(f"no figure {key!r} in the table {table!r} of measured/figures.json") from None


def figure(table: str, key: str) -> str:
    """The value as texts show it: with one digit behind the point, whatever it is.

    >>> figure("mid-p", "16 items differ")
    '7.7'
    """
    return f"{value(table, key):.1f}"


def filled(text: str) -> str:
    """A text of a data file, with ``{table:key}`` replaced by the figure.

    >>> filled("up to {mid-p:16 items differ} %")
    'up to 7.7 %'
    """
    return PLACE.sub(lambda found: figure(*found.groups()), text)


def figures(table: str, *keys: str) -> str:
    """Several values, listed.

    >>> figures("mid-p", "8 items differ", "16 items differ", "25 items differ")
    '7.0, 7.7 and 4.3'
    """
    *before, last = (figure(table, key) for key in keys)
    return f"{', '.join(before)} and {last}"


def span(table: str, keys: str, low: str = "least", high: str = "most") -> str:
    """The lowest and the highest value of what the keys begin with.

    >>> span("dietterich", "mcnemar")
    '2.6 to 3.6'
    """
    return f"{figure(table, f'{keys}: {low}')} to {figure(table, f'{keys}: {high}')}"
