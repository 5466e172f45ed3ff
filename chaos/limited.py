"""The command in a process whose files may not grow beyond a number of bytes, its first argument."""

import resource

from bakeoff.cli import main as command


def main(arguments: list[str]) -> None:
    """Set the limit and run the command."""
    size, *rest = arguments
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(size), resource.RLIM_INFINITY))
    command.main(rest)
