"""What an engine can do: say what columns there are, and answer one query."""

from collections.abc import Callable
from typing import Protocol

from bakeoff.read.values import Column

KINDS = ("text", "whole", "real", "boolean", "date", "other")

Progress = Callable[[float], None]  # told the share that is done, 0 to 1, from another thread


class Engine(Protocol):
    """A place where predictions are counted; what it is asked changes nothing in it.

    Notes
    -----
    A query is one plain SELECT in DuckDB's dialect that holds to portable SQL outside the relations
    (SELECT, WHERE, GROUP BY, JOIN, COUNT, SUM, CAST, CASE, COALESCE, HAVING, ORDER BY, LIMIT, ROW_NUMBER),
    so that it can be translated. Every column of the answer has a name.

    Answers come as one array for each column, all of one length (0 where nothing was found):

    ========  =======================================  ============================
    kind      without gaps                             with gaps
    ========  =======================================  ============================
    text      object array of str                      None in the gaps
    whole     integer array (any width)                object array of int and None
    real      float array                              NaN in the gaps
    boolean   bool array                               object array of bool and None
    date      object array of datetime.date/.datetime  None in the gaps
    ========  =======================================  ============================
    """

    @property
    def name(self) -> str:
        """What messages call it, without anything secret."""
        ...

    def columns(self, relation: str) -> dict[str, str]:
        """The columns of a relation in order, each with its kind (one of `KINDS`)."""
        ...

    def fetch(self, query: str, *, wanted: str = "") -> dict[str, Column]:
        """The answer to a query; ``wanted`` says in words what it is for, should it fail."""
        ...

    def close(self) -> None:
        """Let go of whatever is held; an engine may be closed twice."""
        ...
