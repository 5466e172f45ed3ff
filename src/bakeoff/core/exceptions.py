"""The exception tree.

::

    BakeoffError                    anything bakeoff raises on purpose
    └── InputError (ValueError)     what was given cannot be used
        ├── UnknownNameError        a key or column that does not exist; names the nearest
        ├── IllegalMethodError      a method that does not accept such outcomes; names those that do
        ├── ModelsError             other than two models, where two are to be compared; names them
        └── FileError               a file that cannot be read as what it should be
"""

import re
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Self

LONGEST_MESSAGE = 290  # characters: with the word error before it, a line of fewer than 300
_LONG_WORD = re.compile(r"\S{48,}")
_LONG_QUOTE = re.compile(r"(?<![^\s(])'[^']{64,}'(?=[\s,;:.)]|$)")
_QUOTED = re.compile(r"(?<![^\s(])'[^'\s]{24,}'")  # such as an id
_WORD = re.compile(r"\S{40,}")
LONGEST_ADVICE = 180  # characters after the last semicolon, which are kept
_LIST = re.compile(r"(?:[^,;:.]{1,80}, ){4,}")


def brief(message: str) -> str:
    """A message that fits on a few lines, whatever labels, names and lists are in it.

    The longest list is cut first, then long words, long texts in quotes and ids, then what stands before the
    last semicolon, and the advice after it last of all.

    >>> brief(f"column {'x' * 5000!r} has a gap in row 2; expected a value")
    "column 'xxxxxxx...xxxxxxxxxxxxxxxxxxxxxxx' has a gap in row 2; expected a value"
    """
    message = _shorter_list(message)
    for long, least, most in ((_LONG_WORD, 24, 56), (_LONG_QUOTE, 24, 56), (_QUOTED, 9, 9), (_WORD, 24, 24)):
        if len(message) > LONGEST_MESSAGE:
            shorter = partial(_shorter_word, least=least, most=most)
            message = _shorter_list(long.sub(shorter, message))
    return message if len(message) <= LONGEST_MESSAGE else _with_its_end(message)


def _with_its_end(message: str) -> str:
    """A message without what is too much before its last semicolon, or else without its end."""
    before, semicolon, advice = message.rpartition("; ")
    end = semicolon + advice if semicolon and len(advice) <= LONGEST_ADVICE else ""
    return f"{(before if end else message)[: LONGEST_MESSAGE - 3 - len(end)]}...{end}"


def _shorter_word(found: re.Match[str], *, least: int, most: int) -> str:
    """The beginning and the end of a long word or text; of a path the end is the name of the file."""
    word = found[0]
    name = len(word) - word.rfind("/") if "/" in word else 0
    kept = min(max(name, least), most)
    return word if len(word) <= kept + 11 else f"{word[:8]}...{word[-kept:]}"


def _shorter_list(message: str) -> str:
    """A message with as much of its longest list as fits; unchanged where that is not enough."""
    if len(message) <= LONGEST_MESSAGE:
        return message
    listed = max(_LIST.finditer(message), key=lambda found: len(found[0]), default=None)
    room = 0 if listed is None else LONGEST_MESSAGE - (len(message) - len(listed[0])) - len("..., ")
    if listed is None or room <= 0:
        return message
    kept = listed[0][:room].rpartition(", ")[0]
    shorter = f"{message[: listed.start()]}{kept}{', ' if kept else ''}..., {message[listed.end() :]}"
    return shorter.replace("..., ...", "...")


class BakeoffError(Exception):
    """Base class of all errors that bakeoff raises on purpose."""


class InputError(BakeoffError, ValueError):
    """Invalid input; the message says what was given, what was expected, and what to do.

    The same facts are attributes, where they are known, so no program has to parse the message: the
    ``source`` (a file or a table), the ``column`` in it and its ``role`` (truth, a, b, ...), the ``row``
    (from 1) and the ``line`` in which it starts, or the ``position`` in memory (from 0), the ``value`` found
    there and what was ``expected``.

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
        super().__init__(brief(message))
        self.source, self.column, self.role = source, column, role
        self.row, self.line, self.position = row, line, position
        self.value, self.expected = value, expected

    def worded(self, message: str) -> Self:
        """The same error with the same facts and another message."""
        other = type(self).__new__(type(self), brief(message))
        other.__dict__.update(self.__dict__)
        return other


class UnknownNameError(InputError):
    """A key, column or option that does not exist.

    ``name`` is the unknown name, ``known`` lists the existing names, and ``nearest`` is the one that was
    probably meant. For an unknown column, ``column`` and ``source`` are set too.
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
    """A method that is not valid for the given data."""


class ModelsError(InputError):
    """A source with other than two models, where two are to be compared; ``names`` are those in it."""

    def __init__(self, message: str = "", *, source: str = "", names: Iterable[str] = ()) -> None:
        super().__init__(message, source=source)
        self.names = tuple(names)


class FileError(InputError):
    """A file that cannot be read in the expected format."""


def install_told(extra: str) -> str:
    """What to do where an optional dependency is not installed.

    >>> install_told("lab")
    'install bakeoff with the extra "lab" (in a clone of it: pip install ".[lab]")'
    """
    return f'install bakeoff with the extra "{extra}" (in a clone of it: pip install ".[{extra}]")'


# The search for near names takes the product of both lengths for each name: it must stay short.
LONGEST = 100
SEARCHED = 1000


def unknown_name(
    noun: str,
    name: object,
    known: Iterable[str],
    *,
    other_names: Mapping[str, str] | None = None,
    source: str = "",
    column: str = "",
) -> UnknownNameError:
    """Build the error for an unknown name, with the nearest known one and the whole list.

    >>> print(unknown_name("method", "mcnemer", ["mcnemar", "sign"]))
    no method is called 'mcnemer'; did you mean 'mcnemar'? There are: mcnemar, sign
    >>> print(unknown_name("metric", "acc", ["accuracy", "mcc"]))
    no metric is called 'acc'; did you mean 'accuracy'? There are: accuracy, mcc
    """
    names, asked = [str(each) for each in known], str(name)
    aliases = {_folded(other): key for other, key in (other_names or {}).items()}
    folded = aliases | {_folded(each): each for each in reversed(names)}
    near = _nearest(_folded(asked), list(folded))
    hint = f"; did you mean {folded[near]!r}?" if near is not None else "."
    listed = ", ".join(map(_short, names[:60])) + (", ..." if len(names) > 60 else "")
    message = f"no {noun} is called {_short(asked)!r}{hint} There are: {listed or 'none'}"
    nearest = None if near is None else folded[near]
    return UnknownNameError(message, name=asked, known=names, nearest=nearest, source=source, column=column)


def unknown_column(name: str, known: Iterable[str], source: str) -> UnknownNameError:
    """Build the error for a column that a table does not have.

    >>> problem = unknown_column("Truth", ["truth", "a", "b"], "x.csv")
    >>> print(problem)
    no column of x.csv is called 'Truth'; did you mean 'truth'? There are: truth, a, b
    >>> problem.column, problem.source, problem.nearest
    ('Truth', 'x.csv', 'truth')
    """
    return unknown_name(f"column of {source}", name, known, source=source, column=name)


def _nearest(name: str, known: list[str]) -> str | None:
    """The shortest known name that begins as the given one does, or else the most similar one."""
    from difflib import get_close_matches

    if len(name) > LONGEST:
        return None
    fit = [each for each in known if len(each) <= LONGEST]
    longer = [each for each in fit if each.startswith(name)] if len(name) > 1 else []
    if longer:
        return min(longer, key=len)
    fit.sort(key=lambda each: abs(len(each) - len(name)))
    return next(iter(get_close_matches(name, fit[:SEARCHED], n=1, cutoff=0.6)), None)


def _short(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[:60]}..."


def _folded(name: str) -> str:
    return name.casefold().replace("_", "-").replace(" ", "-")
