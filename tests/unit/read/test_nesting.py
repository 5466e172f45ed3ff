import gc
import json
import sys

import pytest

from bakeoff.read.nesting import UNIQUE_KEYS, parsed

DEEP = "[" * 100_000


@pytest.fixture
def collections():
    """How many collections began so far, with one due after every tenth object."""
    seen, before = [], gc.get_threshold()
    gc.callbacks.append(lambda phase, info: seen.append(phase))
    gc.set_threshold(10)
    yield seen
    gc.set_threshold(*before)
    gc.callbacks.pop()


def test_no_finalizer_runs_where_no_stack_is_left(collections):
    def decode():
        collections.clear()
        try:
            return UNIQUE_KEYS.decode(DEEP)
        finally:
            decode.seen = len(collections)

    with pytest.raises(RecursionError):
        decode()
    if sys.version_info < (3, 12):  # later ones collect between two instructions of Python alone
        assert decode.seen > 0
    with pytest.raises(ValueError, match="nested too deeply"):
        parsed(decode)
    assert decode.seen == 0


@pytest.mark.parametrize("text", ["[1]", DEEP, "[1"])
@pytest.mark.parametrize("enabled", [True, False])
def test_the_collector_is_left_as_it_was(text, enabled):
    (gc.enable if enabled else gc.disable)()
    try:
        parsed(json.loads, text)
    except ValueError:
        pass
    finally:
        found = gc.isenabled()
        gc.enable()
    assert found == enabled


def test_the_reason_is_named():
    with pytest.raises(ValueError, match="nested too deeply"):
        parsed(json.loads, DEEP)


def test_a_key_that_is_there_twice_is_refused():
    with pytest.raises(ValueError, match="an object has two keys 'a'"):
        parsed(UNIQUE_KEYS.decode, '[{"a": 1, "b": 2, "a": 3}]')
