from dataclasses import replace

import pytest

from bakeoff import compare_counts
from bakeoff.core.evidence import Caveat
from bakeoff.report.words.evidence import headline, strength_told

STRONG = compare_counts(40, 1, n=412, names=("ant", "bee"))

LARGER = "for equivalence, the larger p of two one-sided tests"


def with_caveats(*importances):
    caveats = tuple(Caveat(key=f"{at}", text="t", importance=each) for at, each in enumerate(importances))
    return replace(STRONG, caveats=caveats)


@pytest.mark.parametrize(
    ("verdict", "told"),
    [
        (STRONG, "ant is better"),
        (with_caveats("limits", "informs"), "ant is better"),
        (with_caveats("casts-doubt"), "Weak evidence that ant is better, with a serious caveat"),
        (
            with_caveats("casts-doubt", "casts-doubt"),
            "Weak evidence that ant is better, with serious caveats",
        ),
        (with_caveats("invalidates", "casts-doubt"), "No valid conclusion"),
        (compare_counts(12, 1, n=412), "A is better"),
        (compare_counts(1, 7, n=412), "Weak evidence that B is better"),
        (compare_counts(3, 1, n=412), "Undecided"),
        (
            compare_counts(20, 21, n=4000, margin=0.0035),
            "Weak evidence that A and B are equivalent within 0.35 points of accuracy",
        ),
    ],
)
def test_the_headline_is_as_sure_as_the_evidence_is_strong(verdict, told):
    assert headline(verdict) == told
    assert verdict.sentence.startswith(f"{told}: ")


@pytest.mark.parametrize(
    ("verdict", "told"),
    [
        (STRONG, "strong (p <= 0.001; also significant by the exact test: p = 4e-11)"),
        (compare_counts(3, 1, n=412), ""),
        (
            with_caveats("casts-doubt"),
            "weak (also significant by the exact test: p = 4e-11; see the first caveat)",
        ),
        (with_caveats("invalidates", "invalidates"), "not valid (see the first 2 caveats)"),
        (
            compare_counts(20, 21, n=4000, margin=0.05),
            f"strong ({LARGER}: p <= 0.001)",
        ),
        (
            compare_counts(20, 21, n=4000, margin=0.0035),
            f"weak ({LARGER}: 0.01 < p <= 0.05)",
        ),
    ],
)
def test_the_row_gives_the_reason(verdict, told):
    assert strength_told(verdict) == told


def test_an_invalid_verdict_says_who_is_ahead_not_who_is_better():
    told = with_caveats("invalidates").sentence
    assert told.startswith("No valid conclusion: ant is ahead by 9.5 points of accuracy")
