"""Sources that should hold the same items: where they do not, and what is said about it."""

from collections.abc import Sequence

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Ints
from bakeoff.core.panel import LabelPanel
from bakeoff.read.alike import comparable, disagreement
from bakeoff.read.engine.distinct import Distinct, distinct
from bakeoff.read.engine.keys import refuse_repeated, unmatched
from bakeoff.read.engine.plan import Plan
from bakeoff.read.engine.sources import quoted
from bakeoff.read.values import Column, shown


def refuse_mismatch(plan: Plan, side: Column, counts: Ints) -> None:
    """Refuse ids that are not in all sources, once in each.

    Where every row has its partners, as many of them as rows of each source mean that no id is repeated.
    """
    keys = plan.keys
    if keys is None or (not side.any() and set(keys.rows) == {int(counts.sum())}):
        return
    for source, key in zip(plan.sources, keys.written, strict=True):
        refuse_repeated(source, key, keys.name)
    raise unmatched(plan.sources, keys)


def agree(one: Distinct, other: Distinct) -> Column:
    """For each row whether both columns say the same."""
    left, right = comparable(one.written, other.written)
    return np.array(left[one.codes] == right[other.codes], dtype=bool)


def refuse_disagreement(plan: Plan, role: str, again: str) -> None:
    """Refuse two sources that say different things about one item."""
    roles = [role, again]
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
    both = comparable(found[0].written, found[1].written)
    said = [values[each.codes[differ][at]] for each, values in zip(found, both, strict=True)]
    first, second = (plan.columns[each][0].name for each in roles)
    raise disagreement(
        plan.columns[role][1], int(counts[differ].sum()), ids[at], (said[0], said[1]), (first, second)
    )


def _as_id(plan: Plan, text: str) -> str | int:
    return int(text) if plan.keys is not None and plan.keys.kind == "whole" else text


def refuse_lone_classes(panel: LabelPanel, sources: Sequence[str]) -> None:
    """Refuse a class that one of several files knows alone: true of no item, and said by no other model.

    Mostly a slip in writing it, which would count as so many errors.
    """
    true, said = np.unique(panel.truth), [np.unique(codes) for codes in panel.answers]
    for at, source in enumerate(sources):
        others = np.unique(np.concatenate([true, *said[:at], *said[at + 1 :]]))
        lone = np.setdiff1d(said[at], others)
        if len(lone):
            count = int(panel.counts[panel.answers[at] == lone[0]].sum())
            more = f" (and {len(lone) - 1} more such class(es))" if len(lone) > 1 else ""
            known = ", ".join(shown(panel.labels[code]) for code in others[:5])
            two = len(sources) == 2
            raise InputError(
                f"class {shown(panel.labels[lone[0]])} is predicted {count} time(s) in {source} and occurs "
                f"neither in {sources[1 - at] if two else 'the other files'} nor in the truth{more}; "
                f"expected the same classes in {'both' if two else 'all'}, such as {known}: correct the "
                f"label, or put {'both' if two else 'all'} predictions into one file if it is meant",
                source=source,
                value=panel.labels[lone[0]],
            )
