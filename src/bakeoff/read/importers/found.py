"""What an importer found: scores of each item, or of each fold."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from bakeoff.core.exceptions import UnknownNameError
from bakeoff.core.outcomes import Floats
from bakeoff.core.suggest import unknown_name
from bakeoff.read.fold_scores import ScoreTable
from bakeoff.read.values import Column


@dataclass(frozen=True, kw_only=True, eq=False)
class ItemScores:
    """One number for each item and model, in one order, as two logs or a table gave them.

    ``metric`` is what the log calls the numbers, in their own units. ``clusters`` says which items belong
    together, ``slices`` are columns to tell parts of the items apart by. ``other_metrics`` could have been
    asked for instead; ``notes`` say what was chosen or left out on the way.
    """

    a: Floats
    b: Floats
    metric: str
    names: tuple[str, str]
    source: str
    ids: Column
    higher_is_better: bool = True
    clusters: Column | None = None
    slices: Mapping[str, Column] = field(default_factory=dict)
    other_metrics: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def n(self) -> int:
        """Number of items."""
        return len(self.a)


@dataclass(frozen=True, kw_only=True, eq=False)
class FoldTables:
    """Scores of two learners on the same splits of each data set.

    ``metric`` is one of bakeoff's keys where there is one that fits, else what the file calls it, with
    ``higher_is_better`` to tell its direction. ``tables`` are by data set, in the order of the file;
    ``design`` is the key of the one that made them, where the file tells.
    """

    tables: Mapping[str, ScoreTable]
    metric: str
    source: str
    higher_is_better: bool = True
    design: str | None = None
    other_metrics: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, str]:
        """The two learners."""
        return next(iter(self.tables.values())).names


Imported = ItemScores | FoldTables


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What to take out of a log that holds more than one thing; None leaves the choice to the importer."""

    metric: str | None = None
    filter: str | None = None
    a: str | int | None = None
    b: str | int | None = None
    by: str | None = None
    cluster: str | None = None
    progress: Callable[[float], None] | None = None

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns to keep beside the scores."""
        return tuple(dict.fromkeys(name for name in (self.by, self.cluster) if name is not None))


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
