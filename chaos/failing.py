"""The command in a process in which one call that changes files in a folder fails, or ends the process.

Its first arguments are the number of the call (0: none, and the calls are counted), the way in which it
fails, the error, and the library. The process must have been started with the library of ``failing_calls.c``
loaded before all others; the folder is ``disk`` in the current one.
"""

import ctypes
from pathlib import Path

from bakeoff.cli import main as command

WAYS = ("never", "fails", "stays", "stops", "torn")
COUNT = Path("calls")  # beside the folder, so that writing it is not counted


def main(arguments: list[str]) -> None:
    """Make one call fail, and run the command."""
    number, way, error, library, *rest = arguments
    calls = ctypes.CDLL(library)
    calls.failing_calls.restype = ctypes.c_long
    place = str(Path("disk").resolve()).encode() + b"/"
    calls.failing_arm(ctypes.c_long(int(number)), WAYS.index(way), int(error), place)
    try:
        command.main(rest)
    finally:
        if way == "never":
            COUNT.write_text(f"{calls.failing_calls()}")
