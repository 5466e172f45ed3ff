"""A log of answers that grows while it is read: one JSON object a line, each item once."""

import os
import select
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from bakeoff.core.exceptions import FileError
from bakeoff.read.engine.json_lines import parse_object
from bakeoff.read.opening import file_path, opened
from bakeoff.read.values import shown

CHUNK = 1 << 16
LONGEST = 1 << 20  # bytes of a line
TAIL = 256  # bytes that must still be there when more is read
PAUSE = 0.1  # seconds between two looks at a file
KEYS = {"right": ("a_right", "b_right"), "score": ("a_score", "b_score")}
EXAMPLE = '{"id": 7, "a_right": true, "b_right": false}'


class Answer(NamedTuple):
    """The answers of A and B to one item: right or wrong as 1 and 0, or scores; and the line that says so."""

    id: object
    a: float
    b: float
    scored: bool
    line: int


class AnswerLog:
    """The answers of a log, in order, as they come.

    Parameters
    ----------
    path
        A file of JSON Lines, or ``-`` for standard input.
    follow
        Wait for more at the end of a file. Standard input ends when its writer does.
    timeout
        Stop waiting after this many seconds without anything new; None waits forever.
    waiting
        Called from time to time while there is nothing new.
    """

    def __init__(
        self,
        path: str,
        *,
        follow: bool = True,
        timeout: float | None = None,
        waiting: Callable[[], None] = lambda: None,
    ) -> None:
        self.path, self.follow, self.timeout, self.waiting = path, follow, timeout, waiting
        self.source = "standard input" if path == "-" else file_path(path)[1]
        self.repeated = 0  # lines that repeat an item with the same answers
        self.unfinished = False  # whether the last line breaks off
        self._seen: dict[object, Answer] = {}

    @property
    def ids(self) -> list[object]:
        """The items that were answered so far."""
        return list(self._seen)

    def __iter__(self) -> Iterator[Answer]:
        with self._opened() as handle:
            for number, raw in self._lines(handle):
                if not raw.strip():
                    continue
                answer = self._answer(raw, number)
                before = self._seen.setdefault(answer.id, answer)
                if before is answer:
                    self._refuse_change_of_kind(answer)
                    yield answer
                elif before[1:4] == answer[1:4]:
                    self.repeated += 1
                else:
                    raise self._wrong(
                        number,
                        f"repeats item {shown(answer.id)} with other values than line {before.line}; "
                        f"expected each item once: remove one of the two lines",
                    )

    @contextmanager
    def _opened(self) -> Iterator[int]:
        if self.path == "-":
            yield sys.stdin.fileno()
            return
        file, source = file_path(self.path)
        with opened(file, source, expected="JSON Lines", wait=False) as stream:
            yield stream.fileno()

    def _lines(self, handle: int) -> Iterator[tuple[int, bytes]]:
        """Lines with their numbers; an unfinished one is kept until it is complete."""
        number, rest = 0, b""
        for piece in self._pieces(handle):
            *whole, rest = (rest + piece).split(b"\n")
            for line in whole:
                number += 1
                yield number, line
            if len(rest) > LONGEST:
                raise self._wrong(number + 1, f"is longer than {LONGEST:,} bytes; expected one answer a line")
        if rest.strip():
            try:
                self._answer(rest, number + 1)
            except FileError:
                self.unfinished = not rest.rstrip().endswith(b"}")
                if not self.unfinished:
                    raise
            else:
                yield number + 1, rest

    def _pieces(self, handle: int) -> Iterator[bytes]:
        """The present content and, of a log that is followed, what is added later."""
        plain = stat.S_ISREG(os.fstat(handle).st_mode)
        place, tail, last = 0, b"", time.monotonic()
        while True:
            if not plain and not self._ready(handle, last):
                return
            piece = os.read(handle, CHUNK)
            if piece:
                if plain and tail and os.pread(handle, len(tail), place - len(tail)) != tail:
                    raise self._changed("was rewritten while it was watched")
                place, tail, last = place + len(piece), (tail + piece)[-TAIL:], time.monotonic()
                yield piece
                continue
            if not plain or not self.follow or self.path == "-" or self._over(last):
                return
            self._refuse_other_file(handle, place)
            self.waiting()
            time.sleep(PAUSE)

    def _ready(self, handle: int, last: float) -> bool:
        """Whether there is something to read from a pipe, or its end, before the time is over."""
        while not select.select([handle], [], [], PAUSE)[0]:
            if self._over(last):
                return False
            self.waiting()
        return True

    def _over(self, last: float) -> bool:
        return self.timeout is not None and time.monotonic() - last >= self.timeout

    def _refuse_other_file(self, handle: int, place: int) -> None:
        here = os.fstat(handle)
        if here.st_size < place:
            raise self._changed(f"became shorter: it had {place:,} bytes and has {here.st_size:,}")
        try:
            there = Path(self.path).stat()
        except OSError:
            raise self._changed("was removed while it was watched") from None
        if (there.st_dev, there.st_ino) != (here.st_dev, here.st_ino):
            raise self._changed("was replaced by another file while it was watched")

    def _changed(self, what: str) -> FileError:
        return FileError(
            f"{self.source} {what}; expected a log that only grows: restore its contents, or start a new "
            f"log and watch that",
            source=self.source,
        )

    def _wrong(self, number: int, said: str) -> FileError:
        return FileError(f"line {number} of {self.source} {said}", source=self.source, line=number)

    def _answer(self, raw: bytes, number: int) -> Answer:
        try:
            text = raw.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError:
            raise self._wrong(number, "is not UTF-8; write the log as UTF-8") from None
        if len(raw) > LONGEST:
            raise self._wrong(number, f"is longer than {LONGEST:,} bytes; expected one answer a line")
        item = parse_object(text, self.source, number, example=EXAMPLE)
        kind = [kind for kind, keys in KEYS.items() if any(key in item for key in keys)]
        if "id" not in item or len(kind) != 1 or any(key not in item for key in KEYS[kind[0]]):
            raise self._wrong(
                number,
                f"has the keys {', '.join(map(shown, item)) or 'none'}; expected id with a_right and b_right "
                f"or with a_score and b_score, such as {EXAMPLE}",
            )
        name = item["id"]
        if isinstance(name, bool) or not isinstance(name, str | int | float):
            raise self._wrong(number, f"has the id {shown(name)}; expected text or a number")
        a, b = (self._value(item[key], key, number) for key in KEYS[kind[0]])
        return Answer(name, a, b, kind[0] == "score", number)

    def _value(self, value: object, key: str, number: int) -> float:
        scored = key in KEYS["score"]
        if isinstance(value, int | float):  # true and false are whole numbers, too
            if scored and not isinstance(value, bool) and 0 <= value <= 1:
                return float(value)
            if not scored and value in (0, 1):
                return float(value)
        expected = "a score from 0 to 1: divide by the largest possible score" if scored else "true or false"
        raise self._wrong(number, f"has {shown(value)} as {key}; expected {expected}")

    def _refuse_change_of_kind(self, answer: Answer) -> None:
        first = next(iter(self._seen.values()))
        if answer.scored != first.scored:
            one, other = ("scores", "right or wrong") if answer.scored else ("right or wrong", "scores")
            raise self._wrong(
                answer.line,
                f"has {one} and line {first.line} has {other}; expected the same kind on each line",
            )
