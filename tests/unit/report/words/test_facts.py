from dataclasses import replace
from typing import get_args

import pytest

from bakeoff.core.family import Adjustment
from bakeoff.core.verdict import Basis, Reason, Replicability, Sensitivity, Unit, Why
from bakeoff.core.work import Tuning, Work
from bakeoff.designs import KFold
from bakeoff.report.words.facts import (
    REASONS,
    adjusted_by,
    basis_told,
    because,
    data_told,
    reason_told,
    replication_told,
    sensitivity_told,
    work_rows,
)


def test_a_one_sided_test_says_for_whom_it_can_decide():
    found = Sensitivity(difference=0.03, items=500, more=0, disagreement=0.15, matters=False)
    points = Unit("accuracy", 100.0)
    assert sensitivity_told(found, points, "B")[1].startswith(
        "with 500 items, a difference of 3 points of accuracy or more in favour of B is found with"
    )
    needed = replace(found, more=100, matters=True)
    assert "3 points of accuracy in favour of B is found" in sensitivity_told(needed, points, "B")[1]


def test_a_repetition_that_cannot_decide_is_told_without_a_range():
    told = replication_told(
        Replicability(share=1.0, low=1.0, high=1.0, of="test sets", rests_on=1, by="counts")
    )
    assert told.startswith("100 % chance") and "no difference in the 95 % interval changes that" in told


def test_every_reason_has_words():
    assert set(REASONS) == set(get_args(Why))


def test_a_paper_is_told_why_the_test_fits_and_not_how_the_program_works():
    fits = Reason(why="allows-for-overlap")
    assert reason_told(fits) == "chosen automatically: it takes the overlap of training sets into account"
    assert because(fits) == ", because it takes the overlap of training sets into account"
    assert because(Reason(why="usual-for-areas")) == because(Reason(why="without-halvings")) == ""
    assert because(None) == reason_told(None) == ""


def test_degrees_of_freedom_are_short_on_the_terminal_and_spelled_out_in_a_paper():
    held = Reason(why="fewest-false-alarms", df=5)
    assert reason_told(held).startswith(
        "chosen automatically: with df 5, a cautious choice, it raised the fewest false alarms"
    )
    assert because(held).startswith(", because with 5 degrees of freedom, a cautious choice, it raised")
    assert reason_told(held, 5) == reason_told(held)
    assert reason_told(held, 99) == f"{reason_told(held)}; here it has df 99"
    assert because(held, 6.21834) == f"{because(held)}; here it has 6.218 degrees of freedom"
    assert reason_told(Reason(why="items-and-folds"), 9) == reason_told(Reason(why="items-and-folds"))


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


@pytest.mark.parametrize(
    ("how", "words"),
    [
        (Adjustment(method="bonferroni", count=20, kind="tries"), "bonferroni, 20 tried"),
        (Adjustment(method="holm", count=1, kind="slices"), "holm, 1 slice"),
        (Adjustment(method="holm", count=4, kind="slices", tried=3), "holm, 4 slices, 3 tried"),
        (Adjustment(method="bh", count=6, kind="comparisons"), "bh, 6 comparisons"),
    ],
)
def test_the_method_and_how_many(how, words):
    assert adjusted_by(how) == words
    assert str(how) == words


TUNED = Tuning(
    data="iris", learner="tree", trainings=5, configurations=2, total=10, chosen={"k=3": 4, "k=1": 1}
)
WORK = Work(
    data="iris",
    items=150,
    groups=30,
    design=KFold(folds=5),
    rng=7,
    trainings=10,
    halvings=15,
    halves_trainings=600,
    tuning=(TUNED,),
)


def test_what_was_run():
    assert work_rows(WORK) == [
        ("data", "iris, 150 items in 30 groups"),
        ("design", "KFold(folds=5), random seed 7: 10 trainings"),
        ("halvings", "15 times both halves with 10 folds each: 600 more trainings, on half the data"),
        (
            "tuned tree",
            "2 configurations in each of 5 trainings, 10 in all, inside the training part; chosen most often "
            "(4 times): k=3",
        ),
    ]


def test_what_was_not_done_is_not_told():
    plain = Work(data="iris", items=150, design=KFold(folds=5), rng=0, trainings=10)
    assert [name for name, _ in work_rows(plain)] == ["data", "design"]
    assert data_told(plain) == "iris, 150 items"
    assert work_rows(None) == []


def test_items_that_repeat_others_are_told():
    plain = Work(data="iris", items=150, design=KFold(folds=5), rng=0, trainings=10)
    assert data_told(replace(plain, repeated=1)) == "iris, 150 items (1 repeats the attributes of another)"
    assert data_told(replace(plain, groups=9, repeated=30, relabelled=2)) == (
        "iris, 150 items in 9 groups (30 repeat the attributes of another, 2 of them with another label)"
    )
