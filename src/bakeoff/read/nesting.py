"""Texts of others that may be nested without end."""

import gc
import json
from collections.abc import Callable
from typing import Any, TypeVar

Found = TypeVar("Found")


def parsed(parse: Callable[..., Found], *given: object) -> Found:
    """What a parser that calls itself for each level makes of a text; too many levels are a ValueError.

    Garbage is not collected meanwhile: at the last level no stack is left for finalizers of other objects,
    and each would fail with a message on standard error.

    >>> parsed(json.loads, "[1]")
    [1]
    >>> parsed(json.loads, "[" * 100_000)
    Traceback (most recent call last):
    ValueError: nested too deeply
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        return parse(*given)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    finally:
        if collecting:
            gc.enable()


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    item = dict(pairs)
    if len(item) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"an object has two keys {next(n for n in names if names.count(n) > 1)[:60]!r}")
    return item


UNIQUE_KEYS = json.JSONDecoder(object_pairs_hook=_unique)  # of two alike, json.loads would drop the first
