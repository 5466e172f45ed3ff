"""Items without an answer: what they count as, how many there are, and verdicts that hold for any answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from bakeoff.core.exceptions import InputError, unknown_name
from bakeoff.core.result import Interval

Missing = Literal["wrong", "drop", "bounds"]
# What a reader does: bounds are read twice, with the answers of one model wrong and of the other right.
Filling = Literal["wrong", "drop", "bounds", "a-wrong", "b-wrong"]
CHOICES: Mapping[str, str] = {
    "wrong": "a missing answer is a wrong answer",
    "drop": "items that any of the models lacks are left out",
    "bounds": "a conclusion needs the worst and the best case to agree",
}
HOW = (
    "choose with missing (--missing): wrong (counts as wrong), drop (left out for all) or bounds (what worst "
    "and best case agree on)"
)
COMMON = "compare the common ones with --missing drop"


@dataclass(frozen=True, kw_only=True)
class Lacking:
    """How many of the items each model has no answer to, and what these count as.

    ``left_out`` items are not compared. Of questions that are answered several times it counts answers.
    """

    choice: Missing
    items: int
    names: tuple[str, ...]
    counts: tuple[int, ...]
    left_out: int = 0

    def of(self, names: Sequence[str]) -> "Lacking":
        """The counts of some of the models, in their order."""
        counts = tuple(self.counts[self.names.index(name)] for name in names)
        return Lacking(
            choice=self.choice, items=self.items, names=tuple(names), counts=counts, left_out=self.left_out
        )

    def called(self, names: Sequence[str]) -> "Lacking":
        """The same under other names of the models."""
        return Lacking(
            choice=self.choice,
            items=self.items,
            names=tuple(names),
            counts=self.counts,
            left_out=self.left_out,
        )

    def __str__(self) -> str:
        """One line.

        >>> print(Lacking(choice="wrong", items=200, names=("A", "B"), counts=(9, 0)))
        no answer of A to 9 of 200 (4.5 %); a missing answer is a wrong answer
        """
        if not any(self.counts):
            return f"no answer is missing in {self.items:,} items"
        told = [f"of {name} to {_share(count, self.items)}" for count, name in self._told() if count]
        said = f"no answer {', '.join(told)}"
        if self.choice == "drop":
            return f"{said}; {self.left_out:,} of {self.items:,} are left out"
        return f"{said}; {CHOICES[self.choice]}"

    def _told(self) -> list[tuple[int, str]]:
        return list(zip(self.counts, self.names, strict=True))

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "choice": self.choice,
            "items": self.items,
            "left_out": self.left_out,
            "without_answer": dict(zip(self.names, self.counts, strict=True)),
            "share": {name: count / self.items for count, name in self._told()},
        }


def _share(count: int, items: int) -> str:
    return f"{count:,} of {items:,} ({100 * count / items:.3g} %)"


@dataclass(frozen=True, kw_only=True, slots=True)
class Case:
    """The result if the missing answers are those of one extreme."""

    estimate: float
    interval: Interval
    p_value: float
    decision: str

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "estimate": self.estimate,
            "interval": list(self.interval),
            "p_value": self.p_value,
            "decision": self.decision,
        }


@dataclass(frozen=True, kw_only=True, slots=True)
class Bounds:
    """The worst and the best case for the first model, the new one of a gate.

    In the worst case its missing answers are wrong and those of the other right, in the best case the
    reverse.
    """

    worst: Case
    best: Case

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {"worst": self.worst.to_dict(), "best": self.best.to_dict()}


def missing_values(lacking: Lacking | None, bounds: Bounds | None = None) -> dict[str, Any]:
    """What a verdict says about missing answers, as plain values; nothing where no choice was made."""
    found: dict[str, Any] = {} if lacking is None else {"missing": lacking.to_dict()}
    return found if bounds is None else found | {"bounds": bounds.to_dict()}


def check_missing(missing: object) -> Missing | None:
    """A choice that exists; None for none.

    >>> check_missing("drop"), check_missing(None)
    ('drop', None)
    """
    if missing is None:
        return None
    for each in get_args(Missing):
        if missing == each:
            choice: Missing = each
            return choice
    raise unknown_name("way to count missing answers", missing, list(CHOICES))


def choice_of(filling: Filling) -> Missing:
    """What the user chose where a reader does this."""
    return filling if filling in ("wrong", "drop") else "bounds"


def refuse_missing(missing: object, why: str) -> None:
    """Refuse a choice where it has no meaning."""
    if missing is not None:
        raise InputError(f"missing is {missing!r}, but {why}; leave missing out")
