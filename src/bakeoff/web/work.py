"""A few comparisons at once, the others wait, and too many are refused."""

import asyncio
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from bakeoff.web.refusals import too_busy, too_slow
from bakeoff.web.settings import Settings

T = TypeVar("T")
Job = tuple[Future[Any], Callable[[], Any]]


class Workers:
    """Threads that take jobs from a queue.

    They are daemons: a server that is stopped does not wait for a comparison whose result is not needed.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._jobs: queue.Queue[Job | None] = queue.Queue()
        self._open = 0  # running or waiting; changed by the event loop alone
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
        self._jobs.put((future, call))
        try:
            shielded = asyncio.shield(asyncio.wrap_future(future))
            return await asyncio.wait_for(shielded, self.settings.seconds)
        except TimeoutError:
            raise too_slow(self.settings.seconds) from None
        finally:
            future.cancel()  # does nothing once it runs

    def close(self) -> None:
        """Let the threads end when they have nothing to do."""
        for _ in self._threads:
            self._jobs.put(None)

    def _one_less(self) -> None:
        self._open -= 1

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            future, call = job
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(call())
            except BaseException as problem:
                future.set_exception(problem)
            del job, future, call  # what was compared is large


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
