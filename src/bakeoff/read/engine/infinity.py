"""Dates without end in PostgreSQL, which Python has no date for."""

from typing import Any

BEFORE, AFTER = "-infinity", "infinity"


def take_infinity(cursor: Any) -> None:
    """Let a cursor of psycopg read dates and times that are infinite as text."""
    from psycopg.types import datetime as types

    loaders: dict[str, tuple[Any, ...]] = {
        "date": (types.DateLoader, types.DateBinaryLoader),
        "timestamp": (types.TimestampLoader, types.TimestampBinaryLoader),
        "timestamptz": (types.TimestamptzLoader, types.TimestamptzBinaryLoader),
    }
    for name, both in loaders.items():
        for loader in both:
            cursor.adapters.register_loader(name, _with_infinity(loader))


def _with_infinity(loader: Any) -> Any:
    def load(self: Any, data: Any) -> Any:
        found = _infinite(bytes(data))
        return loader.load(self, data) if found is None else found

    return type(f"{loader.__name__}WithInfinity", (loader,), {"load": load})


def _infinite(data: bytes) -> str | None:
    """The word for an infinite date, as text or as the least or the largest whole number of its width."""
    if data in (BEFORE.encode(), AFTER.encode()):
        return data.decode()
    least = 1 << (8 * len(data) - 1)
    value = int.from_bytes(data, "big", signed=True)
    if len(data) in (4, 8) and value in (-least, least - 1):
        return AFTER if value > 0 else BEFORE
    return None
