"""``bakeoff watch``: compare two models while their answers come in, and stop when it is decided."""

import sys
import time
from collections import deque
from io import BytesIO
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from bakeoff.cli.asked import Book, Flag, Json, Recording, whole_number
from bakeoff.core.exceptions import InputError
from bakeoff.core.written import plural

if TYPE_CHECKING:
    from bakeoff.plan.watch import Watch
    from bakeoff.read.answer_log import AnswerLog

Enough = Literal["weak", "moderate", "strong"]
GRADES: tuple[Enough, ...] = ("weak", "moderate", "strong")
BETWEEN = 0.2  # seconds between two lines of progress on a terminal
STRONGER = (
    "the evidence is weak because the command stops at the first decision; use --evidence moderate or "
    "--evidence strong to continue until it is stronger"
)


def watch(
    file: Annotated[str | None, Parameter(allow_leading_hyphen=True)] = None,
    /,
    *,
    alpha: float = 0.05,
    prior: float = 5.0,
    margin: float | None = None,
    evidence: Enough = "weak",
    until_end: Flag = False,
    timeout: float | None = None,
    shuffle: Annotated[str | None, Parameter(allow_leading_hyphen=True)] = None,
    rng: str = "0",
    ledger: str | None = None,
    json: Json = False,
    quiet: Flag = False,
) -> None:
    """Compare two models while answers come in; stop as soon as it is decided.

    The log has a line such as {"id": 7, "a_right": true, "b_right": false} for each item, or a_score and
    b_score from 0 to 1. You may look at any time: the chance of a false decision stays below alpha. Items
    must come in random order. Everything that is known is in the log: the same command resumes after a stop.

    Parameters
    ----------
    file
        The log, in JSON Lines, which is followed while it grows; - reads standard input.
    alpha
        Probability of a false decision at any time.
    prior
        Parameter of the Beta prior: large values expect small differences.
    margin
        Ask whether A is not worse than B by this much (0.01 = 1 point).
    evidence
        Stop when there is a decision and the evidence for it is at least this strong.
    until_end
        Read what is there, and do not wait for more.
    timeout
        Stop waiting after this many seconds without a new line.
    shuffle
        Print the lines of this file of items or ids in random order, which is the order to answer them in;
        - reads standard input.
    rng
        Seed of the random order.
    ledger
        Record this look at the items in a ledger: a file, or postgres://user@host/name (default: the
        variable BAKEOFF_LEDGER; none: no ledger).
    quiet
        Print the answer alone.
    """
    if file is not None and file.startswith("-") and file != "-":
        raise InputError(f"Unknown option: {file}; see bakeoff watch --help")
    if shuffle is not None:
        if file is not None:
            raise InputError("--shuffle prints an order and watches nothing; leave out the log, or --shuffle")
        _print_shuffled(shuffle, whole_number(rng, "--rng"))
        return
    if file is None:
        raise InputError("no log is named; expected bakeoff watch FILE.jsonl, or - for standard input")
    if timeout is not None and not timeout >= 0:
        raise InputError(f"--timeout is {timeout:g}; expected a number of seconds, such as 600")
    from bakeoff.plan.watch import Watch
    from bakeoff.read.answer_log import AnswerLog

    book = Recording(ledger=ledger).begin("watch")
    state = Watch(alpha=alpha, prior=prior, margin=margin)
    shown = _Progress(state, evidence, quiet=quiet)
    log = AnswerLog(file, follow=not until_end, timeout=timeout, waiting=shown.refresh)
    try:
        for answer in log:
            state.add_scores(answer.a, answer.b)
            if state.strength.grade in GRADES[GRADES.index(evidence) :]:
                break
            shown.refresh()
    except KeyboardInterrupt:
        shown.end()
        sys.stderr.write("note: everything is in the log; the same command continues from there\n")
        raise
    finally:
        shown.end()
    if not state.items:
        raise InputError(f"{log.source} has no answers; expected one JSON object a line for each item")
    notes = [*_notes(log), *_recorded(state, log, book)]
    if not json and evidence == state.strength.grade == "weak":
        notes.append(STRONGER)
    _show(state, notes, as_json=json, quiet=quiet)


class _Progress:
    """The state on standard error: one line that changes on a terminal, elsewhere a few that stay."""

    def __init__(self, state: "Watch", evidence: Enough, *, quiet: bool) -> None:
        self.state, self.evidence, self.quiet = state, evidence, quiet
        self.terminal = sys.stderr.isatty()
        self.last, self.wide, self.due = 0.0, 0, 10

    def refresh(self) -> None:
        """Show the state, if it is time to."""
        if self.quiet or not self.state.items:
            return
        if self.terminal and time.monotonic() - self.last >= BETWEEN:
            line = self._line()
            sys.stderr.write(f"\r{line:<{self.wide}}")
            sys.stderr.flush()
            self.last, self.wide = time.monotonic(), len(line)
        elif not self.terminal and self.state.items >= self.due:
            sys.stderr.write(f"{self._line()}\n")
            self.due = _next(self.state.items)

    def end(self) -> None:
        """Leave an empty line for the next output."""
        if self.wide:
            sys.stderr.write(f"\r{'':<{self.wide}}\r")
            self.wide = 0

    def _line(self) -> str:
        from bakeoff.report.words.watch import progress

        return progress(self.state, self.evidence)


def _next(items: int) -> int:
    """The next round number of items: 1, 2 or 5 with zeros.

    >>> [_next(items) for items in (10, 20, 37, 999)]
    [20, 50, 50, 1000]
    """
    size = int("1" + "0" * (len(str(items)) - 1))
    return next(times * size for times in (2, 5, 10) if times * size > items)


def _notes(log: "AnswerLog") -> list[str]:
    found = []
    if log.repeated:
        found.append(f"{plural(log.repeated, 'repeated line')} with the same answers left out")
    if log.unfinished:
        found.append("the last line breaks off and was left out")
    return found


def _recorded(state: "Watch", log: "AnswerLog", book: Book) -> list[str]:
    """Record the look at the items that were answered, if there is a ledger; how many there were before."""
    if book.address is None:
        return []
    import numpy as np

    from bakeoff.core.looks import Finding
    from bakeoff.read.item_marks import items_in_memory
    from bakeoff.report.words.looks import looks_told

    book.seen(items_in_memory(None, np.array(log.ids, dtype=object)))
    looks = book.add(
        Finding(
            names=("A", "B"),
            metric="accuracy" if state.share_interval is not None else "score",
            method="watch",
            decision=state.decision,
            decided=state.decision != "undecided",
            alpha=state.alpha,
            p_value=state.p_value,
            e_value=state.to_dict()["e_value"],
        )
    )
    return [] if looks is None else [looks_told(looks)]


def _show(state: "Watch", notes: list[str], *, as_json: bool, quiet: bool) -> None:
    from bakeoff.report.terminal import print_json
    from bakeoff.report.words import watch as words

    if as_json:
        told = [{"key": words.ORDER.key, "text": words.ORDER.text}]
        every = [*words.own_notes(state), *notes]
        print_json({"sentence": words.sentence(state), **state.to_dict(), "notes": every, "caveats": told})
        return
    text = words.sentence(state) if quiet else words.full_text(state, notes)
    sys.stdout.write(f"{text}\n")


def _print_shuffled(file: str, rng: int) -> None:
    """The lines of a file in random order; a line of column names stays where it is."""
    from bakeoff.core.rng import generator
    from bakeoff.read.opening import Lines, file_path, opened, refuse_strange_file

    path, source = file_path(file)
    if file == "-":
        source, content = "standard input", sys.stdin.buffer.read()
    else:
        refuse_strange_file(path, source)
        with opened(path, source, expected="one item a line") as stream:
            content = stream.read()
    deque(Lines(BytesIO(content), source), maxlen=0)  # refuses what is not text
    lines = [line for line in content.splitlines() if line.strip()]
    head = lines[:1] if path.suffix.lower() in (".csv", ".tsv") else []
    items = lines[len(head) :]
    if not items:
        raise InputError(f"{source} has no items; expected one a line")
    order = generator(rng, "watch order").permutation(len(items))
    sys.stdout.buffer.write(b"".join(line + b"\n" for line in [*head, *(items[at] for at in order)]))
