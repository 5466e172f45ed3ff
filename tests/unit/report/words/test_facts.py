from typing import get_args

import pytest

from bakeoff.core.basis import Basis
from bakeoff.core.reason import Reason, Why
from bakeoff.report.words.facts import REASONS, basis_told, because, reason_told


def test_every_reason_has_words():
    assert set(REASONS) == set(get_args(Why))


def test_a_paper_is_told_why_the_test_fits_and_not_how_the_program_works():
    fits = Reason(why="allows-for-overlap")
    assert reason_told(fits) == "chosen automatically: it allows for training sets that overlap"
    assert because(fits) == ", because it allows for training sets that overlap"
    assert because(Reason(why="usual-for-areas")) == because(Reason(why="without-halvings")) == ""
    assert because(None) == reason_told(None) == ""


def test_degrees_of_freedom_are_short_on_the_terminal_and_spelled_out_in_a_paper():
    held = Reason(why="held-in-every-world", df=5)
    assert reason_told(held).startswith("chosen automatically: with df 5 it held its level")
    assert because(held).startswith(", because with 5 degrees of freedom it held its level")


@pytest.mark.parametrize(
    ("basis", "words"),
    [
        (Basis(of="items", counts=(1,)), "1 item"),
        (Basis(of="items", counts=(100, 110)), "100 and 110 items"),
        (Basis(of="items", counts=(90,), clusters=30), "90 items in 30 clusters"),
        (Basis(of="items", counts=(9,), clusters=1), "9 items in 1 cluster"),
        (Basis(of="data sets", counts=(1,)), "1 data set"),
        (Basis(of="folds", counts=(10,)), "10 folds"),
        (Basis(of="splits", counts=(30,)), "30 splits"),
        (Basis(of="runs of folds", counts=(10, 10)), "10 x 10 folds"),
        (Basis(of="samples", counts=(3,), each=True), "3 samples each"),
        (Basis(of="samples", counts=(3, 2)), "3 and 2 samples"),
        (Basis(of="training sets of items", counts=(4, 50)), "4 training sets x 50 items"),
    ],
)
def test_what_a_verdict_rests_on(basis, words):
    assert basis_told(basis) == words
