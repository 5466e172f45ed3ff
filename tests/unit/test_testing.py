"""The assertion for test suites."""

import pytest

from bakeoff import InputError, check_not_worse, testing

TRUTH = [0, 1] * 200
WRONG = [1 - each for each in TRUTH]


def said(wrong):
    return WRONG[:wrong] + TRUTH[wrong:]


def test_it_returns_the_gate_that_passes():
    gate = testing.assert_not_worse(TRUTH, old=said(20), new=said(18), margin=0.02)
    assert gate == check_not_worse(TRUTH, said(20), said(18), margin=0.02)


def test_the_message_is_the_report():
    gate = check_not_worse(TRUTH, said(10), said(60), margin=0.02)
    with pytest.raises(AssertionError) as caught:
        testing.assert_not_worse(TRUTH, old=said(10), new=said(60), margin=0.02)
    assert str(caught.value) == str(gate)
    assert str(gate).startswith("Fail: ")


def test_inconclusive_may_pass():
    few = {"old": said(4)[:40], "new": said(4)[:40], "margin": 0.02}
    with pytest.raises(AssertionError, match="Inconclusive"):
        testing.assert_not_worse(TRUTH[:40], **few)
    assert testing.assert_not_worse(TRUTH[:40], inconclusive="pass", **few).outcome == "inconclusive"
    with pytest.raises(AssertionError, match="Fail"):
        testing.assert_not_worse(TRUTH, old=said(10), new=said(60), margin=0.02, inconclusive="pass")
    with pytest.raises(InputError, match="inconclusive is 'maybe'"):
        testing.assert_not_worse(TRUTH, old=said(4), new=said(4), margin=0.02, inconclusive="maybe")
