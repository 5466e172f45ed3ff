"""Reading the keys of an experiment file: unknown ones, wrong types, and where it went wrong."""

import datetime
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from bakeoff.core.exceptions import InputError, unknown_name
from bakeoff.read.values import shown

_DEEPEST = 30
_LARGEST = 2**63  # TOML's own limit for whole numbers
_WORDS = {
    str: "a text", bool: "true or false", int: "a whole number", float: "a number",
    list: "a list", dict: "a table", datetime.datetime: "a date", datetime.date: "a date",
    datetime.time: "a time",
}  # fmt: skip


@contextmanager
def inside(where: str) -> Iterator[None]:
    """Say of every error within where it arose.

    >>> with inside("x.toml"):
    ...     raise InputError("rng is -1")
    Traceback (most recent call last):
    bakeoff.core.exceptions.InputError: x.toml: rng is -1
    """
    try:
        yield
    except InputError as problem:
        raise type(problem)(f"{where}: {problem}") from None


def refuse_unknown(table: Mapping[str, Any], known: Collection[str], noun: str = "key") -> None:
    """Refuse keys that nothing reads: a slip in writing one would otherwise go unnoticed."""
    for key in table:
        if key not in known:
            raise unknown_name(noun, key, known)


def of_type(value: Any, kind: type, name: str, *, such_as: str = "") -> Any:
    """The value if it is of a type; whole numbers are numbers too, and booleans are neither.

    >>> of_type("ten", int, "folds", such_as="10")
    Traceback (most recent call last):
    bakeoff.core.exceptions.InputError: folds is 'ten', a text; expected a whole number, such as 10
    """
    fits = isinstance(value, (int, float) if kind is float else kind)
    if not fits or (isinstance(value, bool) and kind is not bool):
        hint = f", such as {such_as}" if such_as else ""
        raise InputError(f"{name} is {shown(value)}, {_kind(value)}; expected {_WORDS[kind]}{hint}")
    return value


def texts(value: object, name: str, *, such_as: str) -> tuple[str, ...]:
    """A list of different texts; one alone may stand without brackets."""
    found = [value] if isinstance(value, str) else of_type(value, list, name, such_as=such_as)
    for each in found:
        of_type(each, str, f"a member of {name}", such_as=such_as)
        if found.count(each) > 1:
            raise InputError(f"{name} has {shown(each)} twice; expected each once")
    return tuple(found)


def required(table: Mapping[str, Any], key: str, kind: type, *, such_as: str) -> Any:
    """The value of a key that must be there."""
    if key not in table:
        raise InputError(f"there is no {key}; expected one: write {key} = {such_as}")
    return of_type(table[key], kind, key, such_as=such_as)


def refuse_monsters(table: Mapping[str, Any]) -> None:
    """Refuse what no experiment needs and what Python cannot even print: endless nesting and numbers."""
    pending: list[tuple[Any, str, int]] = [(table, "", 0)]
    while pending:
        value, name, depth = pending.pop()
        if depth > _DEEPEST:
            raise InputError(f"{name[:60]} is nested more than {_DEEPEST} deep; expected a plain experiment")
        if isinstance(value, Mapping):
            for key in value:
                if not key.isprintable():
                    raise InputError(f"a key is {shown(key)}; expected a name that can be read")
            pending += [(each, f"{name}.{key}".strip("."), depth + 1) for key, each in value.items()]
        elif isinstance(value, list):
            pending += [(each, name, depth + 1) for each in value]
        elif isinstance(value, int) and not -_LARGEST <= value < _LARGEST:
            raise InputError(f"{name[:60]} has a whole number of more than 64 bits; expected a smaller one")


def _kind(value: object) -> str:
    return "a boolean" if isinstance(value, bool) else _WORDS.get(type(value), type(value).__name__)
