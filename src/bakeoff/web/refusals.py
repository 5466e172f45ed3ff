"""Why a request can be refused, and the page that says so: what was given, expected, and what to do."""

from bakeoff.core.exceptions import BakeoffError


class RefusalError(BakeoffError):
    """A request that is not answered; ``status`` is the code of the answer, ``remedy`` what to do."""

    def __init__(self, status: int, title: str, text: str, remedy: str) -> None:
        super().__init__(f"{title}: {text}; {remedy}")
        self.status, self.title, self.text, self.remedy = status, title, text, remedy


def too_large(limit: int) -> RefusalError:
    """More was sent than is accepted."""
    return RefusalError(
        413,
        "This is too large",
        f"The upload has more than {limit / 1e6:g} MB, and that is the limit of this server.",
        "Leave out columns that are not needed, write it as Parquet, or start the server with a larger "
        "limit: bakeoff serve --limit 500. The command line has no limit: bakeoff compare FILE.",
    )


def too_busy(waiting: int) -> RefusalError:
    """All places are taken, those in the queue too."""
    return RefusalError(
        503,
        "Too many comparisons at once",
        f"All places are taken, and {waiting} comparisons wait already.",
        "Wait until some are done, and send it again.",
    )


def too_slow(seconds: float) -> RefusalError:
    """The time limit was exceeded."""
    return RefusalError(
        503,
        "This takes too long",
        f"The comparison was not done after {seconds:g} seconds, the longest that this page waits.",
        "Choose a method that draws nothing at random, send fewer rows, or use the command line, which "
        "takes as long as it needs: bakeoff compare FILE.",
    )


def broken_off() -> RefusalError:
    """The process of a comparison ended by itself, for want of memory as a rule."""
    return RefusalError(
        503,
        "The comparison broke off",
        "Its process was ended by the system, most often because it needed more memory than there is.",
        "Send fewer rows or columns, or use the command line: bakeoff compare FILE. The server still runs.",
    )


def gone() -> RefusalError:
    """A result that is not kept any more."""
    return RefusalError(
        404,
        "This result is gone",
        "Results are kept in memory, only the latest, and only as long as the server runs; or there never "
        "was one with this address.",
        "Send the file again: the same numbers give the same verdict.",
    )


def cut_off() -> RefusalError:
    """A form whose end is missing."""
    return RefusalError(
        400,
        "The upload is incomplete",
        "What was sent is not a complete form: its end is missing, or its parts cannot be separated.",
        "Choose the file again and send the form of this page.",
    )


def fault_here() -> RefusalError:
    """An internal error."""
    return RefusalError(
        500,
        "This is a fault of bakeoff",
        "Something went wrong that should not have, whatever was sent.",
        "Please report it, with what you sent and the line that the server printed. The server still runs.",
    )
