"""Runs of models over the same items, each with one number for each item, joined."""

import hashlib
import json
from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import isinf, isnan, nan
from typing import Any, Literal

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.missing import COMMON, HOW, Filling
from bakeoff.core.outcomes import Floats
from bakeoff.read.values import Column, as_float, plain, shown

Key = tuple[Any, ...]  # whatever names an item: task, id, which of several tries
NUMERIC = (bool, int, float)
EXAMPLES = 3  # items in a message
LONGEST = 60  # characters of a question in its name
ANOTHER = "it is a log of one model; give the log of the other model as the second file"


@dataclass(kw_only=True)
class Run:
    """The numbers of one model by item; NaN where an item has none.

    ``marks`` say what an item is, so that two runs over different items with the same names are kept
    apart, ``prompts`` how it was asked; ``columns`` keep the requested columns besides the numbers. Of the
    ``whole`` tasks there is every item that was asked.
    """

    source: str
    places: dict[Key, int] = field(default_factory=dict)
    values: "array[float]" = field(default_factory=lambda: array("d"))
    marks: list[Any] = field(default_factory=list)
    prompts: list[Any] = field(default_factory=list)
    columns: dict[str, list[Any]] = field(default_factory=dict)
    whole: set[str] = field(default_factory=set)

    def add(
        self,
        key: Key,
        value: float,
        *,
        mark: Any = None,
        prompt: Any = None,
        columns: Iterable[tuple[str, Any]] = (),
    ) -> None:
        """Keep one item."""
        self.places[key] = len(self.values)
        self.values.append(value)
        self.marks.append(mark)
        self.prompts.append(prompt)
        for name, entry in columns:
            self.columns.setdefault(name, []).append(entry)


def in_words(key: Key) -> str:
    """An item's key as a message shows it."""
    return ", ".join(shown(part) for part in key if part not in ("", None))


@dataclass(frozen=True, kw_only=True, eq=False)
class Joined:
    """The items of several runs in the order of the first: their keys, and the numbers of each run."""

    keys: list[Key]
    values: tuple[Floats, ...]
    columns: dict[str, Column]
    notes: tuple[str, ...]

    def only(self, chosen: Column) -> "Joined":
        """The items that are chosen."""
        return replace(
            self,
            keys=[key for key, kept in zip(self.keys, chosen.tolist(), strict=True) if kept],
            values=tuple(each[chosen] for each in self.values),
            columns={name: column[chosen] for name, column in self.columns.items()},
        )


def joined(
    runs: Sequence[Run],
    *,
    item: str,
    metric: str,
    advice: str,
    say: Callable[[Key], str] = in_words,
    missing: Filling | None = None,
) -> Joined:
    """The items of runs side by side; an error where they are not the same, or one lacks some.

    Where it is said what ``missing`` answers count as, they are NaN.
    """
    first, keys = runs[0], list(dict.fromkeys(key for run in runs for key in run.places))
    other_prompts: set[Key] = set()
    for at, other in enumerate(runs[1:], start=1):
        if missing is None:
            _refuse_lacking(first, other, letter(at), item=item, advice=advice, say=say)
            _refuse_lacking(other, first, letter(0), item=item, advice=advice, say=say)
        both = [key for key in first.places if key in other.places]
        _refuse_others(first, other, _differing(first, other, both, "marks"), len(both), item, say)
        other_prompts |= set(_differing(first, other, both, "prompts"))
    if missing == "wrong":
        _refuse_never_asked(runs, keys, item=item)
    values = [
        np.fromiter((run.values[run.places[key]] if key in run.places else nan for key in keys), float)
        for run in runs
    ]
    has_none: Column = np.isnan(np.array(values))
    if missing is None:
        _refuse_half(runs, has_none, keys, metric=metric, item=item, say=say)
    keep: Column = ~np.logical_or.reduce(has_none)
    dropped, prompts = int((~keep).sum()), len(other_prompts)
    if dropped == len(keep):
        raise InputError(
            f"no {item} of {first.source} has a value of {metric!r}{' in all logs' * bool(missing)}; choose "
            f"another metric"
        )
    if missing is not None:
        keep, dropped = np.ones(len(keys), dtype=bool), 0
    any_log = "either log" if len(runs) == 2 else "any log"
    notes = (
        (
            dropped,
            f"{dropped} of {len(keep)} {item}s are left out because they have no value of {metric!r} in "
            f"{any_log}",
        ),
        (
            prompts,
            f"the prompts of {prompts} of {len(keep)} {item}s differ between the logs: part of the "
            f"difference may be due to the prompts",
        ),
    )
    return Joined(
        keys=[key for key, kept in zip(keys, keep.tolist(), strict=True) if kept],
        values=tuple(each[keep] for each in values),
        columns={
            name: np.array([plain(_entry(runs, key, name), 10_000) for key in keys], dtype=object)[keep]
            for name in first.columns
        },
        notes=tuple(told for count, told in notes if count),
    )


def _entry(runs: Sequence[Run], key: Key, name: str) -> Any:
    """What the first run that has an item says about it."""
    run = next(each for each in runs if key in each.places)
    return run.columns[name][run.places[key]]


def letter(place: int) -> str:
    """What to call a model without a name.

    >>> letter(0), letter(1), letter(30)
    ('A', 'B', 'model 31')
    """
    return chr(ord("A") + place) if place < 26 else f"model {place + 1}"


def names_told(*given: Sequence[str]) -> tuple[str, ...]:
    """The first names that distinguish all models, else letters.

    >>> names_told(["x", "x"], ["old", "new"]), names_told(["", "x"])
    (('old', 'new'), ('A', 'B'))
    """
    for names in given:
        if all(names) and len(set(names)) == len(names):
            return tuple(map(plain, names))
    return tuple(letter(at) for at in range(len(given[0])))


def _refuse_lacking(
    one: Run, other: Run, whose: str, *, item: str, advice: str, say: Callable[[Key], str]
) -> None:
    lacking = [key for key in one.places if key not in other.places]
    if lacking:
        raise InputError(
            f"{len(lacking)} of {len(one.places)} {item}s of {one.source} are not in {other.source}, the "
            f"log of {whose}, such as {'; '.join(map(say, lacking[:EXAMPLES]))}; {advice}"
        )


def _refuse_never_asked(runs: Sequence[Run], keys: Sequence[Key], *, item: str) -> None:
    """Refuse to count items as wrong that a run was never asked."""
    for run in runs:
        lacking = [key for key in keys if key not in run.places and key[0] in run.whole]
        if lacking:
            raise InputError(
                f"missing is 'wrong', but {len(lacking)} of {len(keys)} {item}s were never asked in "
                f"{run.source}, which has an answer for all that it planned; {COMMON}"
            )


def _differing(one: Run, other: Run, keys: Sequence[Key], what: Literal["marks", "prompts"]) -> list[Key]:
    """The items of which both runs have a mark, or a prompt, and not the same."""
    a, b = getattr(one, what), getattr(other, what)
    pairs = ((key, a[one.places[key]], b[other.places[key]]) for key in keys)
    return [key for key, x, y in pairs if x != y and _differ(x, y)]


def _differ(x: Any, y: Any) -> bool:
    """Whether two marks that both are known differ; several in one place count where both are known.

    >>> _differ((1, None), (1, 2)), _differ((1, 2), (None, 3)), _differ("question", None)
    (False, True, False)
    """
    if isinstance(x, tuple) and isinstance(y, tuple):
        return any(map(_differ, x, y))
    return x is not None and y is not None and bool(x != y)


def _refuse_others(
    a: Run, b: Run, differ: Sequence[Key], count: int, item: str, say: Callable[[Key], str]
) -> None:
    if differ:
        raise InputError(
            f"{len(differ)} of {count} {item}s differ between {a.source} and {b.source}, such as "
            f"{'; '.join(say(key) for key in differ[:EXAMPLES])}: the logs come from different "
            f"versions of the task; run both models on the same version"
        )


def _refuse_half(
    runs: Sequence[Run],
    has_none: Column,
    keys: Sequence[Key],
    *,
    metric: str,
    item: str,
    say: Callable[[Key], str],
) -> None:
    """Refuse items that one run has no value of and another has."""
    for one, own in zip(runs, has_none, strict=True):
        gaps = own & ~has_none.all(axis=0)
        if gaps.any():
            first = keys[int(np.flatnonzero(gaps)[0])]
            raise InputError(
                f"{int(gaps.sum())} {item}s have no value of {metric!r} in {one.source} but have one in "
                f"the other log, such as {say(first)}; score them in both logs, or {HOW}"
            )


def number(value: Any, *, metric: str, where: str, usable: Sequence[str]) -> float:
    """The number that an item has, NaN for none; an error that names other metrics where it is not one."""
    if value is None:
        return nan
    if not isinstance(value, NUMERIC):
        others = [name for name in usable if name != metric]
        hint = (
            f"choose one of {', '.join(map(plain, others))}"
            if others
            else "no metric of this log has a number for each item"
        )
        raise InputError(
            f"{metric!r} is {shown(value)} {where}, not a number for each item, because it is aggregated "
            f"in another way; {hint}"
        )
    found = as_float(value)
    if isinf(found) or (not isnan(found) and abs(found) > 1e100):
        raise InputError(f"{metric!r} is {found:g} {where}; expected a finite number")
    return found


def texts_of(keys: Sequence[Key]) -> Column:
    """Keys as one text each."""
    texts = [" ".join(plain(part) for part in key if part not in ("", None)) for key in keys]
    return np.array(texts, dtype=object)


def known_by(told: str, about: object) -> str:
    """A name for a question that has none: the beginning of what it says, and a hash of all that it is.

    >>> known_by("7 + 5 =", ["7 + 5 =", "12"])
    '7 + 5 = #27216fc8'
    """
    digest = hashlib.sha256(_in_order(about).encode()).hexdigest()
    return f"{plain(told, LONGEST)} #{digest[:8]}"


def mark_of(content: object) -> int:
    """A number that is the same for the same content, whatever the order of its keys.

    >>> mark_of({"a": 1, "b": [2]}) == mark_of({"b": [2], "a": 1}), mark_of("1") == mark_of(1)
    (True, True)
    """
    return hash(_in_order(content) if isinstance(content, dict | list | tuple) else str(content))


def _in_order(content: object) -> str:
    return json.dumps(content, sort_keys=True, default=str)


def codes_of(labels: Sequence[Any]) -> Column:
    """A number for each label, the same for the same one.

    >>> codes_of([(7, 1), (9, 1), (7, 1)]).tolist()
    [0, 1, 0]
    """
    codes: dict[Any, int] = {}
    return np.array([codes.setdefault(label, len(codes)) for label in labels], dtype=np.int64)
