"""The exception tree.

::

    BakeoffError                    anything bakeoff raises on purpose
    └── InputError (ValueError)     what was given cannot be used
        ├── UnknownNameError        a key or column that does not exist; names the nearest
        ├── IllegalMethodError      a method that does not accept such outcomes; names those that do
        ├── ModelsError             other than two models, where two are to be compared; names them
        └── FileError               a file that cannot be read as what it should be
"""

from collections.abc import Iterable
from typing import Self


class BakeoffError(Exception):
    """Anything that bakeoff raises on purpose."""


class InputError(BakeoffError, ValueError):
    """What was given cannot be used; the message says what was got, expected, and what to do.

    The same is there as facts where it is known, so that nobody has to read the message: the ``source`` (a
    file or a table), the ``column`` in it and the ``role`` it plays (truth, a, b, ...), the ``row`` (from 1)
    and the ``line`` in which it starts, or the ``position`` in memory (from 0), the ``value`` found there and
    what was ``expected``.

    >>> problem = InputError("column 'a' of x.csv has '?' in row 3", source="x.csv", column="a", row=3)
    >>> problem.column, problem.row, problem.line
    ('a', 3, None)
    """

    def __init__(
        self,
        message: str = "",
        *,
        source: str = "",
        column: str = "",
        role: str = "",
        row: int | None = None,
        line: int | None = None,
        position: int | None = None,
        value: object = None,
        expected: str = "",
    ) -> None:
        super().__init__(message)
        self.source, self.column, self.role = source, column, role
        self.row, self.line, self.position = row, line, position
        self.value, self.expected = value, expected

    def worded(self, message: str) -> Self:
        """The same problem with the same facts, in other words."""
        other = type(self).__new__(type(self), message)
        other.__dict__.update(self.__dict__)
        return other


class UnknownNameError(InputError):
    """A key, column or option that does not exist.

    ``name`` is what was asked for, ``known`` what there is, and ``nearest`` the one that was probably meant.
    An unknown column is also the ``column`` of its ``source``.
    """

    def __init__(
        self,
        message: str = "",
        *,
        name: str = "",
        known: Iterable[str] = (),
        nearest: str | None = None,
        source: str = "",
        column: str = "",
    ) -> None:
        super().__init__(message, source=source, column=column)
        self.name, self.known, self.nearest = name, tuple(known), nearest


class IllegalMethodError(InputError):
    """A method asked to judge outcomes that it does not accept."""


class ModelsError(InputError):
    """A source with other than two models, where two are to be compared; ``names`` are those in it."""

    def __init__(self, message: str = "", *, source: str = "", names: Iterable[str] = ()) -> None:
        super().__init__(message, source=source)
        self.names = tuple(names)


class FileError(InputError):
    """A file that cannot be read as what it should be."""
