from dataclasses import replace

from bakeoff.core.verdict import Caveat
from bakeoff.judge.pitfalls import BY_KEY
from bakeoff.report.words.limits import SAID, SHORT, VOID, is_void, limitations, short, warning


def with_caveats(verdict, *keys):
    return replace(verdict, caveats=tuple(Caveat(key=key, text=f"{key} found; do that") for key in keys))


def test_every_key_is_one_of_a_pitfall():
    assert {*VOID, *SHORT, *SAID} <= set(BY_KEY)


def test_every_pitfall_has_short_words():
    for key in BY_KEY:
        assert 5 < len(short(Caveat(key=key, text="x"))) < 85
    assert short(Caveat(key="other", text="this limits it")) == "this limits it"


def test_what_voids_is_told_once_with_how_many(verdict):
    tuned, fine = with_caveats(verdict, "tuned-on-test", "tuned-on-test"), with_caveats(verdict, "few-items")
    assert is_void(tuned) and not is_void(fine)
    assert warning([fine]) == ""
    assert warning([tuned]) == "No conclusion follows from this: tuning on the test data"
    assert warning([tuned, fine]).endswith("tuning on the test data (in 1 of 2 comparisons)")


def test_limitations_leave_out_what_is_said_elsewhere(verdict):
    found = limitations([with_caveats(verdict, "tuned-on-test", "many-tried", "few-items", "few-items")])
    assert found == ["resampling of few items"]
