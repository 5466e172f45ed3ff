"""What is known of each model's run besides its answers, as a verdict, a ranking or a gate has it."""

from collections.abc import Mapping, Sequence
from typing import Any

from bakeoff.core.names import names_in
from bakeoff.core.written import listed

SHOWN = 3  # models that have a value
MOST = 6  # values of a condition
Known = Mapping[str, Mapping[str, Any]]  # conditions by model, or models by condition


def called(conditions: Known, names: Sequence[str]) -> dict[str, dict[str, Any]]:
    """The conditions of models under other names, given in the same order.

    >>> called({"m": {"version": 1}}, ["old"])
    {'old': {'version': 1}}
    """
    return (
        {name: dict(each) for name, each in zip(names, conditions.values(), strict=True)}
        if conditions
        else {}
    )


def differ_called(differ: Known, names: Sequence[str]) -> dict[str, dict[str, Any]]:
    """What differs between models under other names, given in the same order.

    >>> differ_called({"version": {"m": 1, "n": 2}}, ["old", "new"])
    {'version': {'old': 1, 'new': 2}}
    """
    return {key: dict(zip(names, each.values(), strict=True)) for key, each in differ.items()}


def conditions_in(given: str | Sequence[str] | None) -> tuple[str, ...]:
    """Names of conditions as they may be given: several, or a text with commas between them.

    >>> conditions_in("scorer, version"), conditions_in(["scorer"]), conditions_in(None)
    (('scorer', 'version'), ('scorer',), ())
    """
    return tuple(names_in(given)) if given is None or isinstance(given, str) else tuple(given)


def by_value(values: Mapping[str, Any]) -> str:
    """A condition of several models, each value with the models that have it.

    >>> by_value({"m": 1, "n": None, "o": 1})
    '1 (m and o), not set (n)'
    >>> by_value({"m (effort=low)": "low", "m (effort=high)": "high"})
    'low / high'
    >>> by_value({f"m{at}": at for at in range(9)})
    '0 (m0), 1 (m1), 2 (m2), 3 (m3), 4 (m4), 5 (m5) and 3 more'
    """
    if all(f"={value}" in model for model, value in values.items()):
        return _first([_shown(value) for value in values.values()], " / ")
    models: dict[str, list[str]] = {}
    for model, value in values.items():
        models.setdefault(_shown(value), []).append(model)
    return _first([f"{value} ({_few(names)})" for value, names in models.items()], ", ")


def _first(told: list[str], between: str) -> str:
    """The first of several texts, and how many more there are."""
    more = f" and {len(told) - MOST} more" if len(told) > MOST else ""
    return between.join(told[:MOST]) + more


def _shown(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{task}: {_shown(each)}" for task, each in value.items())
    return "not set" if value is None else str(value)


def _few(names: list[str]) -> str:
    return (
        listed(names) if len(names) <= SHOWN else f"{', '.join(names[:SHOWN])} and {len(names) - SHOWN} more"
    )
