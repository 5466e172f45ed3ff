"""Two sources that should hold the same items: where they do not, and what is said about it."""

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Ints
from bakeoff.core.tally import Tally
from bakeoff.read.alike import comparable, disagreement
from bakeoff.read.engine.distinct import Distinct, distinct
from bakeoff.read.engine.keys import refuse_repeated, unmatched
from bakeoff.read.engine.plan import AGAIN, Plan
from bakeoff.read.engine.sources import quoted
from bakeoff.read.values import Column, shown


def refuse_mismatch(plan: Plan, side: Column, counts: Ints) -> None:
    """Refuse ids that are not in both sources, once in each.

    Where every row has a partner, as many pairs as rows of either source mean that no id is repeated.
    """
    keys = plan.keys
    if keys is None:
        return
    alone = (int(counts[side == 1].sum()), int(counts[side == 2].sum()))
    if not any(alone) and set(keys.rows) == {int(counts.sum())}:
        return
    for source, key in zip(plan.sources, keys.written, strict=True):
        refuse_repeated(source, key)
    raise unmatched(plan.sources, keys, alone)


def agree(one: Distinct, other: Distinct) -> Column:
    """For each row whether both columns say the same."""
    left, right = comparable(one.written, other.written)
    return np.array(left[one.codes] == right[other.codes], dtype=bool)


def refuse_disagreement(plan: Plan, role: str) -> None:
    """Refuse two sources that say different things about one item."""
    roles = [role, role + AGAIN]
    chosen = ", ".join(map(quoted, roles))
    answer = plan.engine.fetch(
        f'SELECT {chosen}, COUNT(*) AS "n", MIN(CAST("id" AS VARCHAR)) AS "id" FROM {plan.rows(roles)} AS r '
        f"GROUP BY {chosen}",
        wanted=f"comparing {plan.name}",
    )
    counts = answer["n"].astype(np.int64)
    found = [distinct(*plan.columns[each], answer[each], counts) for each in roles]
    differ = ~agree(*found)
    if not differ.any():
        return
    ids = [_as_id(plan, text) for text in answer["id"][differ].tolist()]
    at = min(range(len(ids)), key=ids.__getitem__)
    said = [values[each.codes[differ][at]] for each, values in zip(found, _both(found), strict=True)]
    first, second = (source.name for source in plan.sources)
    raise disagreement(
        plan.columns[role][1], int(counts[differ].sum()), ids[at], (said[0], said[1]), (first, second)
    )


def _both(found: list[Distinct]) -> tuple[Column, Column]:
    return comparable(found[0].written, found[1].written)


def _as_id(plan: Plan, text: str) -> str | int:
    return int(text) if plan.keys is not None and plan.keys.kind == "whole" else text


def refuse_lone_classes(tally: Tally, first: str, second: str) -> None:
    """Refuse a class that only one of two files knows: neither true of any item nor said by the other model.

    Mostly a slip in writing it, which would count as so many errors.
    """
    true, by_a, by_b = (np.unique(codes) for codes in (tally.truth, tally.a, tally.b))
    for codes, said, other, mine, yours in (
        (tally.a, by_a, by_b, first, second),
        (tally.b, by_b, by_a, second, first),
    ):
        lone = np.setdiff1d(said, np.union1d(true, other))
        if len(lone):
            count = int(tally.counts[codes == lone[0]].sum())
            more = f" (and {len(lone) - 1} more such class(es))" if len(lone) > 1 else ""
            known = ", ".join(shown(tally.labels[code]) for code in np.union1d(true, other)[:5])
            raise InputError(
                f"class {shown(tally.labels[lone[0]])} is predicted {count} time(s) in {mine} and occurs "
                f"neither in {yours} nor in the truth{more}; expected the same classes in both, such as "
                f"{known}: correct the label, or put both predictions into one file if it is meant"
            )
