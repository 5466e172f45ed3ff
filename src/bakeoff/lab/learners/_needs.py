"""Compiled code needs a compiler, which a plain install does not have."""

from importlib.util import find_spec

from bakeoff.core.exceptions import InputError


def needs_numba(called: str) -> None:
    """Refuse to continue without numba; ``called`` is what the user asked for."""
    if find_spec("numba") is None:
        raise InputError(
            f'{called} needs numba, which is not installed; install it with: pip install "bakeoff[lab]"'
        )
