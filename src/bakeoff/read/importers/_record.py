"""What an importer is, what it is asked for, and what it finds: named models, and what is said about them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from bakeoff.core.exceptions import InputError, UnknownNameError, unknown_name
from bakeoff.core.panel import FoldPanel, ItemPanel
from bakeoff.core.pick import Pick, every
from bakeoff.read.importers._glimpse import Glimpse


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What to take out of a log that holds more than one thing; None leaves the choice to the importer."""

    metric: str | None = None
    filter: str | None = None
    by: str | None = None
    cluster: str | None = None
    pick: Pick = every
    progress: Callable[[float], None] | None = None

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns to keep beside the scores."""
        return tuple(dict.fromkeys(name for name in (self.by, self.cluster) if name is not None))


@dataclass(frozen=True, kw_only=True, eq=False)
class Found:
    """What an importer found.

    ``panel`` has one number for each item and model, in their own units, or else the scores by fold of each
    data set, under its name. ``metric`` is one of bakeoff's keys where there is one that fits, else what the
    file calls it, with ``higher_is_better`` to tell its direction. ``design`` is the key of the one that
    made the folds, where the file tells. ``other_metrics`` could have been asked for instead; ``notes`` say
    what was chosen or left out on the way.
    """

    panel: ItemPanel | Mapping[str, FoldPanel]
    metric: str
    source: str
    higher_is_better: bool = True
    design: str | None = None
    other_metrics: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The models."""
        return (
            self.panel.names if isinstance(self.panel, ItemPanel) else next(iter(self.panel.values())).names
        )


@dataclass(frozen=True, kw_only=True)
class Importer:
    """One format: its name in words, how a file of it is recognised, and how its models are read."""

    key: str
    title: str
    recognises: Callable[[Glimpse], bool]
    read: Callable[[Sequence[Glimpse], Wanted], Found]


def no_such(noun: str, name: object, known: Iterable[object]) -> UnknownNameError:
    """The error for a name that a file does not have, with those that it has, fit to be printed."""
    return unknown_name(noun, name, [plain(each) for each in known])


def plain(text: object, longest: int = 120) -> str:
    r"""A name out of a file as one line that can be printed.

    >>> plain("gpt\n2"), plain("half \ud800 a pair")
    ('gpt 2', 'half ? a pair')
    """
    line = " ".join(str(text).encode("utf-8", "replace").decode("utf-8").split())
    shown = "".join(c if c.isprintable() else "?" for c in line)
    return shown if len(shown) <= longest else f"{shown[: longest - 3]}..."


def only_one(glimpses: Sequence[Glimpse]) -> Glimpse:
    """The file, where one holds all models."""
    if len(glimpses) > 1:
        raise InputError(f"{glimpses[1].called} is one table too many; give one that holds both sides")
    return glimpses[0]


def all_of(glimpses: Sequence[Glimpse]) -> str:
    """What to call several files in one message."""
    return " and ".join(each.called for each in glimpses)
