"""The limits of a server, and its address."""

from dataclasses import dataclass

from bakeoff.core.exceptions import InputError

MEGABYTE = 1_000_000


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Limits of one server.

    Attributes
    ----------
    port
        Where it listens.
    limit
        Bytes that one request may send.
    at_once, waiting
        Comparisons that run, and that wait for their turn; more are refused.
    seconds
        How long one comparison may take, waiting included.
    kept
        Results that can be looked at again; the oldest are dropped.
    most_rows
        Rows that a file may have after unpacking.
    most_models
        Models that one ranking may have.
    """

    port: int = 8765
    limit: int = 50 * MEGABYTE
    at_once: int = 2
    waiting: int = 8
    seconds: float = 120.0
    kept: int = 40
    most_rows: int = 5_000_000
    most_models: int = 50

    def __post_init__(self) -> None:
        if not 0 <= self.port <= 65_535:
            raise InputError(f"port is {self.port}; expected a number from 0 (any free one) to 65535")
        if self.limit <= 0:
            raise InputError(f"limit is {self.limit}; expected a number of bytes that can be sent")
