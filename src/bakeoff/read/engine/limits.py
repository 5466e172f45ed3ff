"""How long a query of a database may take."""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from bakeoff.core.exceptions import InputError
from bakeoff.read.values import as_number

SECONDS, USUAL_SECONDS = "BAKEOFF_QUERY_SECONDS", 1800


def query_seconds() -> float:
    """The seconds that a query may take, as the environment says.

    >>> query_seconds()
    1800.0
    """
    given = os.environ.get(SECONDS, "")
    seconds = as_number(given) if given else USUAL_SECONDS
    if seconds is None or not 0 < seconds <= 10**6:
        raise InputError(
            f"{SECONDS} is {given[:60]!r}; expected a number of seconds, such as {USUAL_SECONDS}"
        )
    return float(seconds)


@contextmanager
def in_time(stop: Callable[[], None]) -> Iterator[threading.Event]:
    """Call ``stop`` once the time is over; whether it is."""
    late = threading.Event()

    def end() -> None:
        late.set()
        stop()

    timer = threading.Timer(query_seconds(), end)
    timer.daemon = True
    timer.start()
    try:
        yield late
    finally:
        timer.cancel()


def too_slow(place: str) -> InputError:
    """The error for a query that took too long."""
    return InputError(
        f"{place} took longer than {query_seconds():g} seconds to answer; request less data, or set the "
        f"environment variable {SECONDS} to a longer time"
    )
