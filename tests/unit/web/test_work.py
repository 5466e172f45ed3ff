import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest

from bakeoff.web.refusals import RefusalError
from bakeoff.web.settings import Settings
from bakeoff.web.work import Workers


def workers(**settings):
    return Workers(Settings(**settings))


def in_a_loop_of_its_own(asked):
    """A browser test that ran before in this process may have left a loop running in this thread."""
    with ThreadPoolExecutor(1) as other:
        other.submit(asyncio.run, asked).result()


def test_it_gives_what_the_call_gives():
    async def ask():
        pool = workers()
        try:
            assert await pool.run(lambda: 7) == 7
            with pytest.raises(ZeroDivisionError):
                await pool.run(lambda: 1 / 0)
        finally:
            pool.close()

    in_a_loop_of_its_own(ask())


def test_no_more_at_once_than_allowed_and_the_rest_in_turn():
    running, most, lock = 0, 0, threading.Lock()

    def job():
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        time.sleep(0.01)
        with lock:
            running -= 1
        return True

    async def ask():
        pool = workers(at_once=2, waiting=10)
        assert await asyncio.gather(*(pool.run(job) for _ in range(12))) == [True] * 12
        pool.close()

    in_a_loop_of_its_own(ask())
    assert most == 2


def test_too_many_are_refused_until_there_is_room_again():
    go = threading.Event()

    async def ask():
        pool = workers(at_once=1, waiting=2)
        waiting = [asyncio.create_task(pool.run(lambda: go.wait(60))) for _ in range(3)]
        await asyncio.sleep(0.01)
        with pytest.raises(RefusalError, match="2 comparisons wait already") as refused:
            await pool.run(lambda: None)
        assert refused.value.status == 503
        go.set()
        assert await asyncio.gather(*waiting) == [True] * 3
        assert await pool.run(lambda: 1) == 1
        pool.close()

    in_a_loop_of_its_own(ask())


def test_what_takes_too_long_is_given_up_and_keeps_its_place_until_it_ends():
    go = threading.Event()

    async def ask():
        pool = workers(at_once=1, waiting=1, seconds=0.02)
        with pytest.raises(RefusalError, match=r"not done after 0.02 seconds"):
            await pool.run(lambda: go.wait(60))
        with pytest.raises(RefusalError, match="not done after"):
            await pool.run(lambda: None)  # waits for the place in vain
        go.set()
        pool.settings = Settings(at_once=1, waiting=1)
        assert await pool.run(lambda: 1) == 1
        pool.close()

    in_a_loop_of_its_own(ask())


def test_who_goes_away_leaves_the_queue():
    go, ran = threading.Event(), []

    async def ask():
        pool = workers(at_once=1, waiting=5)
        first = asyncio.create_task(pool.run(lambda: go.wait(60)))
        second = asyncio.create_task(pool.run(lambda: ran.append("second")))
        await asyncio.sleep(0.01)
        second.cancel()
        with suppress(asyncio.CancelledError):
            await second
        go.set()
        await first
        await pool.run(lambda: ran.append("third"))
        pool.close()

    in_a_loop_of_its_own(ask())
    assert ran == ["third"]
