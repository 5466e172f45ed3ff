import json
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as some

from bakeoff.core.exceptions import FileError
from bakeoff.experiment.content import Content, decode, encode

NUMBERS = st.floats(allow_nan=True, allow_infinity=True)
PREDICTED = (
    some.arrays(np.uint8, st.integers(0, 9))
    | some.arrays(np.int32, st.integers(0, 9))
    | some.arrays(np.float64, st.integers(0, 9), elements=NUMBERS)
)
SCORES = some.arrays(np.float64, some.array_shapes(min_dims=1, max_dims=2, min_side=0), elements=NUMBERS)
PLAIN = st.recursive(
    st.none() | st.text() | st.integers() | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


@settings(deadline=None)
@given(
    st.none() | PREDICTED,
    st.none() | SCORES,
    st.sampled_from(["", "probability", "decision"]),
    st.dictionaries(st.text(), st.integers(1, 99)),
    st.dictionaries(st.text(), PLAIN, max_size=3),
    st.text(),
)
@pytest.mark.slow
def test_there_and_back(predicted, scores, kind, warnings, tuned, error):
    given_in = Content(
        predicted=predicted, scores=scores, score_kind=kind, warnings=warnings, tuned=tuned, error=error
    )
    out = decode(encode(given_in))
    for name in ("predicted", "scores"):
        before, after = getattr(given_in, name), getattr(out, name)
        assert (before is None) == (after is None)
        if before is not None:
            assert (after.dtype, after.shape) == (before.dtype, before.shape)
            assert after.tobytes() == before.tobytes()
    assert (out.score_kind, out.warnings, out.tuned, out.error) == (kind, warnings, tuned, error)
    assert encode(out) == encode(given_in)


def test_the_bytes_do_not_depend_on_how_arrays_lie_in_memory():
    scores = np.arange(6.0).reshape(2, 3)
    plain = encode(Content(scores=scores, warnings={"b": 1, "a": 2}))
    other = Content(scores=np.asfortranarray(scores), warnings={"a": 2, "b": 1})
    assert encode(other) == plain
    assert encode(Content(scores=scores.astype(">f8"), warnings={"a": 2, "b": 1})) == plain


def test_scores_of_configurations_that_failed_become_null():
    tuned = {"tried": [["C=1", float("nan")], ["C=2", 0.5]], "chosen": "C=2"}
    assert decode(encode(Content(tuned=tuned))).tuned["tried"] == [["C=1", None], ["C=2", 0.5]]


STORED = encode(
    Content(predicted=np.arange(5, dtype=np.uint8), scores=np.linspace(0, 1, 10).reshape(5, 2), error="x")
)


def test_bytes_that_were_cut_off_are_refused_wherever():
    for length in range(len(STORED)):
        with pytest.raises(FileError, match=r"a stored cell cannot be read \(.*\); start a new store"):
            decode(STORED[:length])


@pytest.mark.parametrize(
    "head",
    [
        {"predicted": ["|O", 1], "scores": None},
        {"predicted": ["<f8", -1], "scores": None},
        {"predicted": ["<f8", "9"], "scores": None},
        {"predicted": ["|u1", 10**30, 0], "scores": None},
        {"predicted": 3, "scores": None},
        {"predicted": []},
        [],
        None,
    ],
)
def test_odd_descriptions_of_arrays_are_refused(head):
    rest = {"arrays": head, "score_kind": "", "warnings": {}, "tuned": {}, "error": ""}
    with pytest.raises(FileError, match="a stored cell cannot be read"):
        decode(json.dumps(rest).encode() + b"\n" + bytes(8))


def test_bytes_too_many_are_refused():
    with pytest.raises(FileError, match="1 bytes too many"):
        decode(STORED + b"\0")


@settings(deadline=None)
@given(st.binary(max_size=200))
@pytest.mark.slow
def test_any_other_bytes_are_refused(noise):
    with pytest.raises(FileError):
        decode(noise)


def test_nothing_is_ever_unpickled():
    class Trap:
        def __reduce__(self):
            return (pytest.fail, ("it was unpickled",))

    with pytest.raises(FileError):
        decode(pickle.dumps(Trap()))
