"""How much a pitfall matters: rates that were measured or computed, or why there are none."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from bakeoff.core.figures import value

Basis = Literal["measured", "computed", "definition", "unmeasured"]
Quantity = Literal["false-alarms", "disagreement", "coverage", "smallest-p"]
Rates = tuple[tuple[str, float], ...]  # labels, and per cent


@dataclass(frozen=True, kw_only=True)
class Procedure:
    """A method under a design, which has measured rates in `bakeoff.measured`."""

    method: str
    design: str
    options: Mapping[str, object] = field(default_factory=dict)


class Claim(NamedTuple):
    """What `studies.claims` measured about a record: the part of the file, the key and the rows, or all."""

    part: Literal["methods", "rankings", "estimators"]
    key: str
    rows: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Support:
    """How much a pitfall matters, and how that is known.

    ``basis`` says whether figures were ``measured`` by simulation or ``computed`` from a formula, or that
    there are none: because the caveat follows from a ``definition``, or because nothing was measured
    (``unmeasured``). ``text`` says what was found, or the reason. ``page`` and ``section`` are where a
    measured figure is in the documentation; ``rates`` repeat figures of that section for a picture.
    ``procedures`` and ``claims`` name tables that have the figures, ``exact`` computes them. ``quantity`` is
    what the rates are: shares of data sets with a false alarm (``false-alarms``) or on which repetitions
    disagree (``disagreement``), shares of intervals that cover the truth (``coverage``), or the smallest
    p-values that are possible (``smallest-p``).
    """

    basis: Basis
    text: str
    page: str = ""
    section: str = ""
    rates: Rates = ()
    procedures: tuple[Procedure, ...] = ()
    claims: tuple[Claim, ...] = ()
    exact: Callable[[], Rates] | None = None
    quantity: Quantity = "false-alarms"


def rates_of(table: str, keys: Mapping[str, str]) -> Rates:
    """Rates by label, looked up by the keys that they have in a table of figures."""
    return tuple((label, value(table, key)) for label, key in keys.items())


def by_definition(text: str) -> Support:
    """A pitfall that follows from a definition, so that there is nothing to measure."""
    return Support(basis="definition", text=text)


def unmeasured(text: str) -> Support:
    """A pitfall about which no rate was measured, and why."""
    return Support(basis="unmeasured", text=text)


def under_folds(method: str, **options: object) -> Procedure:
    """A method under ten runs of ten folds."""
    return Procedure(method=method, design="RepeatedKFold(runs=10, folds=10)", options=options)


def under_one_run(method: str) -> Procedure:
    """A method under one run of ten folds."""
    return Procedure(method=method, design="KFold(folds=10)")


def after_holdout(method: str) -> Procedure:
    """A method on the items of one test set."""
    return Procedure(method=method, design="Holdout(test=0.3333)")
