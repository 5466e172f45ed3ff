"""The ledger: how often a test set has been used, by whom, and with which results.

A test set that decides again and again is used up: among many looks some find a difference by chance. The
ledger counts them by a fingerprint of the items. It keeps fingerprints and verdicts, never predictions.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime
from typing import Self, TypedDict, TypeVar, Unpack, cast

import numpy.typing as npt

from bakeoff.core.exceptions import FileError, InputError
from bakeoff.core.looks import By, Finding, Look, Looks, TestItems, broken_at, ladder_of
from bakeoff.core.ranking import Ranking
from bakeoff.core.result import Interval, rejects
from bakeoff.core.verdict import Caveat, Verdict
from bakeoff.core.version import VERSION
from bakeoff.core.written import p_digits, plural
from bakeoff.judge.pitfalls import BY_KEY

What = TypeVar("What", Verdict, Ranking)
CUT = 2000  # letters of a command


class Circumstances(TypedDict, total=False):
    """What is known about a look: those ``before``, if they were looked up; what made it; by which command.

    ``added`` is for how many of the looks before the p-values are adjusted already.
    """

    before: Sequence[Look] | None
    added: int
    kind: str
    command: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Chain:
    """Whether all looks are as they were recorded: how many, the first that is not, and the last hash."""

    looks: int
    broken_at: int | None
    head: str

    @property
    def intact(self) -> bool:
        """Whether nothing was changed or removed; that the last looks are missing shows in ``head`` alone."""
        return self.broken_at is None

    def holds(self, look: Look) -> bool:
        """Whether a look is as it was recorded, and so are all before it."""
        return self.broken_at is None or look.number < self.broken_at


class Ledger:
    """An append-only record of looks at test sets.

    Parameters
    ----------
    address
        A file, which is created if it does not exist, or ``postgres://user@host/database`` for shared use.
    create
        Whether to create the ledger if it does not exist.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from bakeoff import compare_predictions
    >>> truth, a, b = ["cat", "dog"] * 50, ["cat", "dog"] * 50, ["cat"] * 100
    >>> verdict = compare_predictions(truth, a, b)
    >>> with tempfile.TemporaryDirectory() as folder, Ledger(pathlib.Path(folder, "looks.ledger")) as ledger:
    ...     _ = ledger.record(verdict, truth=truth)
    ...     again = ledger.record(verdict, truth=truth)
    ...     again.looks.before, again.looks.decided, ledger.verify().intact
    (1, 1, True)
    """

    def __init__(self, address: str | os.PathLike[str], *, create: bool = True) -> None:
        from bakeoff.read.ledger_store import open_store

        self._store = open_store(address, create=create)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file or the database connection."""
        self._store.close()

    @property
    def name(self) -> str:
        """Where it is, without a password."""
        return self._store.name

    def check(self) -> None:
        """Raise an error if the ledger is not writable."""
        self._store.check()

    def looks(self) -> tuple[Look, ...]:
        """All looks, in order."""
        return tuple(self._store.looks())

    def verify(self) -> Chain:
        """Whether all looks are unchanged since they were recorded."""
        found = self.looks()
        return Chain(looks=len(found), broken_at=broken_at(found), head=found[-1].hash if found else "")

    def before(self, items: TestItems) -> tuple[Look, ...]:
        """The looks at these items so far; looks identified by labels alone may refer to other items."""
        found = self.looks()
        self._refuse_changed(broken_at(found))
        return tuple(each for each in found if _same(each, items))

    def _refuse_changed(self, broken: int | None) -> None:
        """Refuse looks that are not what was recorded: verdicts are adjusted for their number."""
        if broken is not None:
            raise FileError(
                f"the ledger {self.name} was changed: look {broken} differs from what was recorded, or "
                f"earlier looks are missing; nothing was recorded: restore a copy, or start a new ledger"
            )

    def record(
        self,
        what: What,
        items: TestItems | None = None,
        *,
        truth: npt.ArrayLike | None = None,
        ids: npt.ArrayLike | None = None,
        **circumstances: Unpack[Circumstances],
    ) -> What:
        """Record a verdict or a ranking, and return it with the number of looks at its items.

        The items are identified by ``truth`` and, more reliably, also by ``ids``.
        """
        if items is None:
            from bakeoff.read.item_marks import items_in_memory

            if truth is None and ids is None:
                raise InputError("the items cannot be identified; give truth, ids or both")
            items = items_in_memory(truth, ids)
        finding = _of_verdict(what) if isinstance(what, Verdict) else _of_ranking(what)
        return _with_looks(what, self.add(finding, items, **circumstances))

    def add(self, finding: Finding, items: TestItems, **circumstances: Unpack[Circumstances]) -> Looks:
        """Record the result of a look, and return the number of looks at these items."""
        before = circumstances.get("before")
        known = self.before(items) if before is None else before
        kept = self._store.append(
            Look(
                **{each.name: getattr(finding, each.name) for each in fields(finding)},
                when=datetime.now(UTC).isoformat(timespec="milliseconds"),
                items=items.fingerprint,
                by=items.by,
                labels=items.labels,
                n=items.n,
                kind=circumstances.get("kind", "python"),
                command=_plain(circumstances.get("command", ""))[:CUT],
                version=VERSION,
            )
        )
        return Looks(
            items=items.fingerprint,
            by=items.by,
            before=len(known),
            decided=sum(each.decided for each in known),
            alike=sum(each.items != items.fingerprint or each.by == "labels" for each in known),
            added=circumstances.get("added", 0),
            since=known[0].when if known else "",
            ladder=ladder_of([*known, kept], finding.metric),
        )


def _same(look: Look, items: TestItems) -> bool:
    if look.items == items.fingerprint:
        return True
    weak = "labels" in (look.by, items.by)
    return weak and look.n == items.n and look.labels == items.labels != ""


def _with_looks(what: What, looks: Looks) -> What:
    """A verdict with its looks, and a caveat where it would not stand among all of them."""
    if not isinstance(what, Verdict):
        return replace(what, looks=looks)
    several = looks.before + 1
    p_value = min(1.0, several * what.deciding_p)
    better = what.decision in ("a-better", "b-better")
    found: tuple[Caveat, ...] = ()
    if better and not looks.added and not rejects(p_value, what.alpha):
        text = (
            f"these items were used {plural(looks.before, 'time')} before; adjusted for {several} looks with "
            f"Bonferroni's method, the p-value would be {p_digits(p_value)} and nothing would be "
            f"decided. Studies of popular test sets found little overfitting when many similar models "
            f"were compared (Roelofs et al. 2019, Recht et al. 2019)"
        )
        found = (BY_KEY["many-looks"].caveat(text),)
    return replace(what, looks=looks, caveats=(*what.caveats, *found))


def _of_verdict(v: Verdict) -> Finding:
    ahead = 0 if v.result.estimate >= 0 else 1
    higher = not v.unit.less
    if v.values is not None and v.values[0] != v.values[1] and v.result.estimate:
        higher = (v.values[0] > v.values[1]) == (v.result.estimate > 0)
    own = None if v.value_intervals is None else v.value_intervals[ahead]
    return Finding(
        names=tuple(map(_plain, v.names)),
        metric=_plain(v.metric),
        method=v.result.method,
        decision=v.decision,
        decided=v.decision != "undecided",
        alpha=v.alpha,
        p_value=float(v.deciding_p),
        best=_plain(v.names[ahead]),
        value=None if v.values is None else _number(v.values[ahead]),
        error=_error(own, v.result.level),
        higher=higher,
    )


def _of_ranking(r: Ranking) -> Finding:
    found = [each.deciding_p for each in r.pairs if each.deciding_p is not None]
    first, last = r.models[0], r.models[-1]
    return Finding(
        names=tuple(_plain(each.name) for each in r.models),
        metric=_plain(r.metric),
        method=r.method,
        decision="ranked",
        decided=any(each.decision != "undecided" for each in r.pairs),
        alpha=r.alpha,
        p_value=float(min(found)) if found else None,
        best=_plain(first.name),
        value=_number(first.value),
        error=_error(first.interval, 1 - r.alpha),
        higher=first.value > last.value if first.value != last.value else not r.unit.less,
    )


def _error(interval: Interval | None, level: float) -> float | None:
    """The standard error that an interval for a value implies."""
    if interval is None:
        return None
    from scipy.special import ndtri

    return _number((interval.high - interval.low) / (2 * float(ndtri((1 + level) / 2))))


def _number(value: float | None) -> float | None:
    return None if value is None or not abs(value) < float("inf") else float(value)


def _plain(text: str) -> str:
    """A text that every database takes."""
    return text.replace("\0", "\\0").encode("utf-8", "backslashreplace").decode()


@dataclass(frozen=True, kw_only=True, slots=True)
class TestSet:
    """The looks at one test set, and the Ladder by each metric."""

    __test__ = False

    items: str
    by: By
    n: int
    looks: tuple[Look, ...]

    @property
    def decided(self) -> int:
        """How many looks decided something."""
        return sum(each.decided for each in self.looks)

    @property
    def ladders(self) -> dict[str, float]:
        """The best value by the Ladder, for each metric."""
        found = {
            each: ladder_of(self.looks, each) for each in dict.fromkeys(look.metric for look in self.looks)
        }
        return {metric: ladder.value for metric, ladder in found.items() if ladder is not None}


def by_test_set(looks: Sequence[Look]) -> list[TestSet]:
    """Looks by the fingerprint of their items, in the order of their first look."""
    found: dict[str, list[Look]] = {}
    for each in looks:
        found.setdefault(each.items, []).append(each)
    return [
        TestSet(items=items, by=cast(By, each[0].by), n=each[0].n, looks=tuple(each))
        for items, each in found.items()
    ]
