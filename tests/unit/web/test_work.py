"""Comparisons in processes of their own; the calls are those of the standard library."""

import asyncio
import operator
import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.web.choosing import Choice, UnclearError
from bakeoff.web.refusals import RefusalError, too_large
from bakeoff.web.settings import Settings
from bakeoff.web.work import Workers, outcome_of

pytestmark = pytest.mark.slow  # a process takes a second to load the libraries
LONG = 60.0


def workers(**settings):
    return Workers(Settings(**settings))


def in_a_loop_of_its_own(asked):
    """A browser test that ran before in this process may have left a loop running in this thread."""
    with ThreadPoolExecutor(1) as other:
        other.submit(asyncio.run, asked).result()


async def until(there):
    deadline = time.monotonic() + LONG
    while not there():
        assert time.monotonic() < deadline
        await asyncio.sleep(0.01)


def test_it_gives_what_the_call_gives():
    async def ask():
        pool = workers()
        try:
            assert await pool.run(partial(int, "7")) == 7
            with pytest.raises(ZeroDivisionError, match="division by zero"):
                await pool.run(partial(operator.truediv, 1, 0))
            first, second = await pool.run(os.getpid), await pool.run(os.getpid)
            assert first == second != os.getpid()  # one process, which has loaded the libraries
        finally:
            pool.close()

    in_a_loop_of_its_own(ask())


@pytest.mark.parametrize(
    "problem",
    [
        too_large(10),
        InputError("no"),
        UnclearError("which?", {"predictions": (Choice("a", "A", (("x", "x"),)),)}, "scores", models=3),
    ],
)
def test_exceptions_come_back_with_what_they_hold(problem):
    def fails():
        raise problem

    found = outcome_of(fails)
    with pytest.raises(type(problem)) as raised:
        found.get()
    assert (str(raised.value), vars(raised.value)) == (str(problem), vars(problem))


def test_no_more_at_once_than_allowed_and_the_rest_in_turn():
    async def ask():
        pool = workers(at_once=2, waiting=10)
        since = time.monotonic()
        found = await asyncio.gather(*(pool.run(os.getpid) for _ in range(12)))
        assert len(set(found)) <= 2
        assert time.monotonic() - since < LONG
        pool.close()

    in_a_loop_of_its_own(ask())


def test_too_many_are_refused_until_there_is_room_again(tmp_path):
    gate = tmp_path / "gate"
    os.mkfifo(gate)

    async def ask():
        pool = workers(at_once=1, waiting=2)
        first = asyncio.create_task(pool.run(partial(Path.read_text, gate)))  # waits for somebody to write
        waiting = [asyncio.create_task(pool.run(partial(int, "1"))) for _ in range(2)]
        await asyncio.sleep(0.01)
        with pytest.raises(RefusalError, match="2 comparisons wait already") as refused:
            await pool.run(partial(int, "1"))
        assert refused.value.status == 503
        await asyncio.to_thread(gate.write_text, "go")
        assert await asyncio.gather(first, *waiting) == ["go", 1, 1]
        assert await pool.run(partial(int, "1")) == 1
        pool.close()

    in_a_loop_of_its_own(ask())


def test_what_takes_too_long_is_ended_and_the_next_is_answered():
    """As many as there are places, and each would go on for ever."""

    async def ask():
        pool = workers(at_once=2, waiting=2)
        await asyncio.gather(*(pool.run(partial(int, "1")) for _ in range(2)))
        pool.settings = Settings(at_once=2, waiting=2, seconds=0.5)
        slow = [pool.run(partial(time.sleep, LONG)) for _ in range(2)]
        for problem in await asyncio.gather(*slow, return_exceptions=True):
            assert isinstance(problem, RefusalError)
            assert "not done after 0.5 seconds" in str(problem)
        pool.settings = Settings(at_once=2, waiting=2, seconds=LONG)
        since = time.monotonic()
        assert await pool.run(partial(int, "7")) == 7
        assert time.monotonic() - since < LONG / 2
        assert not pool._busy
        pool.close()

    in_a_loop_of_its_own(ask())


def test_a_process_that_breaks_down_takes_nothing_with_it():
    async def ask():
        pool = workers(at_once=1)
        with pytest.raises(RefusalError, match="broke off"):
            await pool.run(partial(os._exit, 9))
        pid = await pool.run(os.getpid)
        os.kill(pid, signal.SIGKILL)
        with suppress(RefusalError):
            await pool.run(partial(int, "7"))
        assert await pool.run(partial(int, "7")) == 7
        pool.close()

    in_a_loop_of_its_own(ask())


def test_who_goes_away_leaves_the_queue(tmp_path):
    gate, ran = tmp_path / "gate", tmp_path / "ran"
    os.mkfifo(gate)

    async def ask():
        pool = workers(at_once=1, waiting=5)
        first = asyncio.create_task(pool.run(partial(Path.read_text, gate)))
        second = asyncio.create_task(pool.run(partial(Path.write_text, ran, "second")))
        await asyncio.sleep(0.01)
        second.cancel()
        with suppress(asyncio.CancelledError):
            await second
        await asyncio.to_thread(gate.write_text, "go")
        await first
        await pool.run(partial(int, "3"))
        pool.close()

    in_a_loop_of_its_own(ask())
    assert not ran.exists()


def test_nothing_is_left_where_the_server_ends():
    pids = []

    async def ask():
        pool = workers(at_once=1, seconds=LONG)
        pids.append(await pool.run(os.getpid))
        busy = asyncio.create_task(pool.run(partial(time.sleep, LONG)))
        await until(lambda: pool._busy)
        pool.close()
        with pytest.raises(RefusalError):
            await busy

    in_a_loop_of_its_own(ask())
    with pytest.raises(ProcessLookupError):
        os.kill(pids[0], 0)
