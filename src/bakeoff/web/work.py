"""A few comparisons at once, each in a process that can be ended; others wait, too many are refused."""

import asyncio
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, BinaryIO, TypeVar, cast

from bakeoff.web.refusals import broken_off, too_busy, too_slow
from bakeoff.web.settings import Settings

T = TypeVar("T")
# -P: nothing is imported from the current folder.
COMMAND = (sys.executable, "-P", "-c", "from bakeoff.web.work import answer_jobs; answer_jobs()")


@dataclass(frozen=True, slots=True)
class Job:
    """A call that can be pickled, what waits for its result, and the time at which it is ended."""

    future: Future[Any]
    call: Callable[[], Any]
    until: float


class Worker:
    """A process that makes one call after the other, and is killed where one takes too long."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603
        self.ended = False

    def answer(self, call: Callable[[], T], seconds: float, limit: float) -> T:
        """What the call returns or raises; `RefusalError` where ``seconds`` of the limit were not enough."""
        assert self._process.stdin is not None and self._process.stdout is not None  # noqa: S101
        alarm = threading.Timer(max(0.0, seconds), self.end)
        alarm.start()
        found: Outcome | None = None
        try:
            pickle.dump(call, self._process.stdin)
            self._process.stdin.flush()
            found = pickle.load(self._process.stdout)  # noqa: S301 - from a process of our own
        except (EOFError, OSError, pickle.UnpicklingError):
            pass
        finally:
            alarm.cancel()
            alarm.join()
        if found is not None:
            return cast(T, found.get())
        late = self.ended
        self.end()
        raise too_slow(limit) if late else broken_off()

    def end(self) -> None:
        """Kill the process, whatever it does."""
        self.ended = True
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with suppress(OSError):  # what was not sent is not needed
                    stream.close()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a call returned, or the type, the arguments and the attributes of the exception that it raised."""

    value: Any = None
    raised: tuple[type[BaseException], tuple[Any, ...], dict[str, Any]] | None = None

    def get(self) -> Any:
        """The value, or the exception again: those with arguments of their own cannot be pickled."""
        if self.raised is None:
            return self.value
        kind, arguments, attributes = self.raised
        problem = kind.__new__(kind, *arguments)
        problem.__dict__.update(attributes)
        raise problem


def outcome_of(call: Callable[[], Any]) -> Outcome:
    """What a call returns or raises."""
    try:
        return Outcome(call())
    except Exception as problem:
        return Outcome(raised=(type(problem), problem.args, vars(problem)))


def answer_jobs() -> None:
    """Answer calls that come on standard input, until it ends; what they print goes to standard error."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in the terminal is for the server
    answers: BinaryIO = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    while True:
        try:
            call = pickle.load(sys.stdin.buffer)  # noqa: S301 - from the server
        except EOFError:
            return
        pickled = pickle.dumps(outcome_of(call))
        del call  # what was compared is large
        try:
            answers.write(pickled)
            answers.flush()
        except OSError:  # the server has ended
            return


class Workers:
    """Threads that take jobs from a queue, and give each to a process.

    They are daemons: a server that is stopped does not wait for a comparison whose result is not needed.
    Processes start when they are needed.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._jobs: queue.Queue[Job | None] = queue.Queue()
        self._open = 0  # running or waiting; changed by the event loop alone
        self._idle: list[Worker] = []
        self._busy: set[Worker] = set()
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(settings.at_once)]
        for thread in self._threads:
            thread.start()

    async def run(self, call: Callable[[], T]) -> T:
        """What the call returns, when its turn has come; `RefusalError` where there is no room or no time."""
        if self._open >= self.settings.at_once + self.settings.waiting:
            raise too_busy(self.settings.waiting)
        future: Future[T] = Future()
        self._open += 1
        loop = asyncio.get_running_loop()
        # A job that is cancelled while it runs keeps its place until its thread is free again.
        future.add_done_callback(lambda _: _soon(loop, self._one_less))
        self._jobs.put(Job(future, call, time.monotonic() + self.settings.seconds))
        waited = asyncio.wrap_future(future)
        waited.add_done_callback(lambda done: done.cancelled() or done.exception())  # seen, if nobody waits
        try:
            return await asyncio.wait_for(asyncio.shield(waited), self.settings.seconds)
        except TimeoutError:
            raise too_slow(self.settings.seconds) from None
        finally:
            future.cancel()  # does nothing once it runs

    def close(self) -> None:
        """End all processes, and let the threads end when they have nothing to do."""
        for _ in self._threads:
            self._jobs.put(None)
        for worker in (*self._idle, *self._busy):
            worker.end()

    def _one_less(self) -> None:
        self._open -= 1

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            if not job.future.set_running_or_notify_cancel():
                continue
            try:
                job.future.set_result(self._answer(job))
            except BaseException as problem:
                job.future.set_exception(problem)
            del job

    def _answer(self, job: Job) -> Any:
        """Give the job to the process that was used last: it has loaded the libraries."""
        worker = self._idle.pop() if self._idle else Worker()
        self._busy.add(worker)
        try:
            return worker.answer(job.call, job.until - time.monotonic(), self.settings.seconds)
        finally:
            self._busy.discard(worker)
            if not worker.ended:
                self._idle.append(worker)


def _soon(loop: asyncio.AbstractEventLoop, call: Callable[[], None]) -> None:
    """Call it in the loop: at once where this is the loop, so that the next request finds the place free."""
    try:
        here = asyncio.get_running_loop() is loop
    except RuntimeError:  # a thread without a loop
        here = False
    if here:
        call()
    elif not loop.is_closed():
        loop.call_soon_threadsafe(call)
