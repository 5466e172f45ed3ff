"""Compiled code needs a compiler, which a plain install does not have."""

from importlib.util import find_spec

from bakeoff.core.exceptions import InputError, install_told


def needs_numba() -> None:
    """Refuse to continue without numba."""
    if find_spec("numba") is None:
        raise InputError(
            f"simulations and learners of the lab need numba, which is not installed; {install_told('lab')}"
        )
