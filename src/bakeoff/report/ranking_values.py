"""A ranking as plain values for strict JSON, under the names of its fields."""

import math
from dataclasses import asdict, fields, is_dataclass
from typing import Any

import numpy as np

from bakeoff.core.missing import missing_values
from bakeoff.core.ranking import RankedSlice, Ranking
from bakeoff.core.result import Interval
from bakeoff.core.roles import roles_values
from bakeoff.report.words.evidence import caveat_values, condition_values
from bakeoff.report.words.ranking import bayesian, sentence


def ranking_values(r: Ranking) -> dict[str, Any]:
    """Everything about a ranking; what is infinite or missing is None, and a note says so."""
    told = {"caveats", "pairs", "slices", "heterogeneity", "adjustment"}  # in their own way
    told |= {"roles", "left_out", "conditions", "differ", "missing"}
    found = {each.name: plain(getattr(r, each.name)) for each in fields(r) if each.name not in told}
    return {
        "sentence": sentence(r),
        "strength": r.strength.to_dict(),
        **found,
        "pairs": [
            {
                **plain(each),
                "adjusted_p_value": each.deciding_p,
                "strength": each.grade(r.alpha),
                "caveats": [caveat.key for caveat in each.caveats],
            }
            for each in r.pairs
        ],
        "adjustment": _adjustment(r),
        **condition_values(r),
        **missing_values(r.missing),
        "caveats": caveat_values(r.caveats),
        "notes": [*r.notes, *_infinite(r)],
        "slices": [_slice(each) for each in r.slices],
        "heterogeneity": None if r.heterogeneity is None else plain(r.heterogeneity.to_dict()),
        **roles_values(r.roles, r.left_out),
    }


def plain(value: object) -> Any:
    """A value as strict JSON has it: lists for tuples and arrays, None for what is not finite.

    >>> plain({"a": (1, float("inf")), "b": np.arange(2)})
    {'a': [1, None], 'b': [0, 1]}
    """
    if is_dataclass(value) and not isinstance(value, type):
        value = asdict(value)
    if isinstance(value, dict):
        return {str(name): plain(each) for name, each in value.items()}
    if isinstance(value, np.ndarray | np.generic):
        return plain(value.tolist())
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return value if value is None or isinstance(value, bool | int | str) else str(value)


def _adjustment(r: Ranking) -> str | None:
    """What p-values are adjusted for: the pairs by the method itself, and other families that were tried."""
    jointly = [f"{r.method}, {len(r.pairs)} pairs"] if len(r.pairs) > 1 and not bayesian(r) else []
    return "; ".join([*jointly, *([] if r.adjustment is None else [str(r.adjustment)])]) or None


def _slice(part: RankedSlice) -> dict[str, Any]:
    found = None if part.ranking is None else ranking_values(part.ranking)
    return {"name": part.name, "n": part.n, "ranking": found, "refused": part.refused}


def _infinite(r: Ranking) -> list[str]:
    """Which numbers strict JSON cannot hold."""
    numbers: dict[str, list[tuple[str, float | Interval]]] = {
        "value": [(each.name, each.value) for each in r.models],
        "interval": [(each.name, each.interval) for each in r.models if each.interval is not None]
        + [(f"{each.a} and {each.b}", each.interval) for each in r.pairs],
        "critical value": [("all pairs", r.critical)] if r.critical is not None else [],
        "statistic": [("the omnibus test", r.omnibus.statistic)] if r.omnibus is not None else [],
    }
    found = []
    for name, each in numbers.items():
        of = [about for about, number in each if not _finite(number)]
        more = f" and {len(of) - 1} more" if len(of) > 1 else ""
        found += [f"the {name} of {of[0]}{more} is not finite and null in this form"] if of else []
    return found


def _finite(number: float | Interval) -> bool:
    return all(map(math.isfinite, number if isinstance(number, Interval) else (number,)))
