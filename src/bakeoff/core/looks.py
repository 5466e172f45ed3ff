"""Looks at a test set: which items they were, what each look found, and how many there have been."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

By = Literal["ids", "labels", "rows"]
START = "0" * 64  # the hash before the first look


@dataclass(frozen=True, kw_only=True, slots=True)
class TestItems:
    """The items of a test set, known by a fingerprint.

    It does not depend on their order, on names of files and columns, or on predictions. ``by`` is what
    it was computed from: ``ids`` and the truth of each, ``labels`` alone (how many items there are of each
    class, which other items may share), or whole ``rows``. ``labels`` is the fingerprint of the labels alone,
    empty where the truth is not known.
    """

    __test__ = False  # not a test, whatever its name begins with

    fingerprint: str
    by: By
    n: int
    labels: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Finding:
    """What a look found: which models, by which metric and method, and what was decided.

    ``best`` is the model with the best ``value`` by the metric, and ``error`` the standard error of that
    value; ``higher`` is whether more is better.
    """

    names: tuple[str, ...]
    metric: str
    method: str
    decision: str
    decided: bool
    alpha: float
    p_value: float | None = None
    e_value: float | None = None
    best: str = ""
    value: float | None = None
    error: float | None = None
    higher: bool = True


@dataclass(frozen=True, kw_only=True, slots=True)
class Look(Finding):
    """One look as the ledger has it: what it found, when, at which items, and by which command.

    ``previous`` is the hash of the look before, and ``hash`` that of this one with it: a look that is changed
    or removed later breaks the chain.
    """

    when: str
    items: str
    by: str
    labels: str
    n: int
    kind: str
    command: str
    version: str
    number: int = 0
    previous: str = START
    hash: str = ""

    def sealed(self, number: int, previous: str) -> "Look":
        """The look with its place in the chain."""
        placed = replace(self, number=number, previous=previous)
        return replace(placed, hash=placed.digest())

    def digest(self) -> str:
        """The hash of everything but itself."""
        told = {name: value for name, value in asdict(self).items() if name != "hash"}
        text = json.dumps(told, sort_keys=True, separators=(",", ":"), allow_nan=False)
        return hashlib.sha256(text.encode()).hexdigest()

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self) | {"names": list(self.names)}


def broken_at(looks: Iterable[Look]) -> int | None:
    """The number of the first look that is not what was recorded, or does not follow the one before."""
    previous = START
    for number, look in enumerate(looks, start=1):
        if (look.number, look.previous, look.hash) != (number, previous, look.digest()):
            return number
        previous = look.hash
    return None


@dataclass(frozen=True, kw_only=True, slots=True)
class Ladder:
    """The best value that was reported by the rule of the Ladder (Blum & Hardt 2015).

    A new value counts only if it is better than the best so far by more than its standard error. Predictions
    are not kept, so it is the standard error of the value itself; that of the paired difference, which the
    original uses, is smaller as a rule. ``value`` is the best after this look, ``before`` that before it, and
    ``improved`` whether this look raised it.
    """

    metric: str
    value: float
    before: float | None
    improved: bool


def ladder_of(looks: Iterable[Look], metric: str) -> Ladder | None:
    """The Ladder over looks in order, by one metric; None where no look has a value.

    >>> def look(value):
    ...     return Look(when="", items="", by="ids", labels="", n=100, kind="compare", names=("A", "B"),
    ...                 metric="accuracy", method="", command="", decision="", decided=False, p_value=1.0,
    ...                 e_value=None, alpha=0.05, best="A", value=value, error=0.04, higher=True, version="")
    >>> ladder_of([look(0.80), look(0.83), look(0.85)], "accuracy")
    Ladder(metric='accuracy', value=0.85, before=0.8, improved=True)
    """
    best: float | None = None
    before, improved = best, False
    for look in looks:
        if look.metric != metric or look.value is None:
            continue
        gain = 0.0 if best is None else (look.value - best) * (1 if look.higher else -1)
        before, improved = best, best is None or gain > (look.error or 0.0)
        best = look.value if improved else best
    return None if best is None else Ladder(metric=metric, value=best, before=before, improved=improved)


@dataclass(frozen=True, kw_only=True, slots=True)
class Looks:
    """How often these items were looked at before, and how often that decided something.

    ``by`` is what the items are known by. ``alike`` is how many of the looks ``before`` are known by their
    labels alone, and may have been at other items. ``added`` is how many of them the verdict is adjusted for.
    """

    items: str
    by: By
    before: int
    decided: int
    alike: int = 0
    added: int = 0
    since: str = ""
    ladder: Ladder | None = None

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)
