"""Libraries that talk too much: the answer alone is our output."""

import logging
import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def unwarned() -> Iterator[None]:
    """Libraries that warn of each other's versions are not the user's affair."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@contextmanager
def unheard() -> Iterator[None]:
    """What Java says while it starts, and ever after, is not part of our output."""
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    kept = os.dup(1), os.dup(2)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        yield
    finally:
        for number, stream in zip((1, 2), kept, strict=True):
            os.dup2(stream, number)
            os.close(stream)
        os.close(nowhere)


@contextmanager
def unlogged(name: str) -> Iterator[None]:
    """Nothing is logged under a name meanwhile: what went wrong is told once, by the error."""
    logger = logging.getLogger(name)
    before, logger.disabled = logger.disabled, True
    try:
        yield
    finally:
        logger.disabled = before
