"""Options and steps of commands that record their looks at a test set in a ledger."""

import os
import shlex
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from cyclopts import Parameter

from bakeoff.cli.asked import TYPED, Flag
from bakeoff.core.exceptions import InputError

if TYPE_CHECKING:
    from bakeoff.core.looks import Finding, Look, Looks, TestItems
    from bakeoff.core.ranking import Ranking
    from bakeoff.core.verdict import Verdict
    from bakeoff.plan.ledger import Ledger

What = TypeVar("What", "Verdict", "Ranking")
VARIABLE = "BAKEOFF_LEDGER"


@dataclass
class Book:
    """A ledger that one command writes to, or none where it has no ``address``.

    Pass ``asks`` to the reader. It is called with the items and returns the number of earlier looks to adjust
    for. Then `note` what was found. The ledger is open only while it is used.
    """

    kind: str
    address: str | None = None
    adjust: bool = False
    items: "TestItems | None" = None
    before: "Sequence[Look]" = field(default_factory=tuple)

    @property
    def asks(self) -> "Callable[[TestItems], int] | None":
        """Who wants to know which items there are; None without a ledger."""
        return None if self.address is None else self.seen

    def seen(self, items: "TestItems") -> int:
        """Look these items up; the number of looks to adjust for."""
        with self._open() as ledger:
            self.items, self.before = items, ledger.before(items)
        return len(self.before) if self.adjust else 0

    def note(self, what: What) -> What:
        """Record what was found, if there is a ledger; the same with how often its items were looked at."""
        if self.address is None or not self._has_items():
            return what
        with self._open() as ledger:
            return ledger.record(what, self.items, **self._circumstances())

    def add(self, finding: "Finding") -> "Looks | None":
        """Record something else than a verdict, such as what a gate found; how often they were looked at."""
        if self.address is None or not self._has_items() or self.items is None:
            return None
        with self._open() as ledger:
            return ledger.add(finding, self.items, **self._circumstances())

    def _open(self) -> "Ledger":
        from bakeoff.plan.ledger import Ledger

        return Ledger(self.address or "")

    def _has_items(self) -> bool:
        if self.items is None:
            sys.stderr.write("note: the ledger counts looks at items; here are none, and none is recorded\n")
        return self.items is not None

    def _circumstances(self) -> dict[str, Any]:
        from bakeoff.read.engine.masking import masked_words

        return {
            "before": self.before,
            "added": len(self.before) if self.adjust else 0,
            "kind": self.kind,
            "command": shlex.join(("bakeoff", *masked_words(TYPED.get()))),
        }


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Recording:
    """Whether and where the look is recorded."""

    ledger: str | None = None
    (
        "Record this look at the items in a ledger: a file, or postgres://user@host/name (default: the "
        "variable BAKEOFF_LEDGER; none: no ledger)."
    )

    adjust_looks: Flag = False
    "Adjust for the earlier looks at these items that are in the ledger (Bonferroni)."

    def begin(self, kind: str) -> Book:
        """Open the ledger, and refuse one that cannot be added to before anything is computed."""
        address = self.ledger if self.ledger is not None else os.environ.get(VARIABLE, "") or "none"
        if address == "none":
            if self.adjust_looks:
                raise InputError(
                    f"--adjust-looks needs the ledger that counts the looks; add --ledger FILE, or set "
                    f"{VARIABLE}"
                )
            return Book(kind)
        from bakeoff.plan.ledger import Ledger

        with Ledger(address) as ledger:
            ledger.check()
        return Book(kind, address, self.adjust_looks)
