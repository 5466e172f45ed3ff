import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.lab.exhibit import Cell, Effort


def cell(**changed):
    return Cell(**{"row": "r", "column": "c", "published": 5.0, "computed": 5.0, **changed})


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({"published": 0.05, "computed": 0.0549, "digits": 2}, "exact"),
        ({"published": 0.05, "computed": 0.0551, "digits": 2}, "differs"),
        ({"computed": 5.5}, "exact"),
        ({"computed": 5.6}, "differs"),
        ({"computed": 6.4, "error": 0.5}, "within"),
        ({"computed": 6.6, "error": 0.5}, "differs"),
        ({"published": (2.0, 4.0), "computed": 4.0}, "holds"),
        ({"published": (2.0, 4.0), "computed": 3.5, "error": 0.1}, "holds"),
        ({"published": (2.0, 4.0), "computed": 3.9, "error": 0.1}, "unsure"),
        ({"kind": "claim", "words": "five"}, "holds"),
        ({"kind": "stand-in"}, "near"),
        ({"kind": "stand-in", "computed": 6.6, "error": 0.5}, "differs"),
        ({"kind": "stand-in", "published": (2.0, 4.0), "computed": 3.9, "error": 0.1}, "unsure"),
        ({"kind": "construction", "published": (2.0, 4.0), "computed": 3.0}, "built"),
        ({"kind": "repeat", "reason": "elsewhere"}, "exact"),
        ({"published": (2.0, 4.0), "computed": 4.2}, "differs"),
        ({"published": (2.0, 4.0), "computed": 4.2, "error": 5.0}, "differs"),
        ({"published": None}, "unprinted"),
        ({"computed": None, "reason": "the data are lost"}, "cannot"),
    ],
)
def test_status_follows_from_the_numbers(changed, status):
    assert cell(**changed).status == status


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"computed": None}, "expected a reason"),
        ({"kind": "repeat"}, "is not counted; expected a reason"),
        ({"computed": float("nan")}, "expected a finite number"),
        ({"error": -1.0}, "expected 0 or a standard error"),
    ],
)
def test_a_cell_without_sense_is_refused(changed, words):
    with pytest.raises(InputError, match=words):
        cell(**changed)


def test_effort_picks_the_draws():
    assert Effort().draws(1000, 10) == 1000
    assert Effort(quick=True).draws(1000, 10) == 10


def test_a_cell_without_chance():
    cell = Cell("row", "column", 0.12, 0.1234, 2, words="about .12")
    assert (cell.status, cell.error, cell.words) == ("holds", 0.0, "about .12")


@pytest.mark.parametrize(
    ("changed", "counted"),
    [
        ({}, True),
        ({"kind": "stand-in"}, True),
        ({"published": None}, False),
        ({"kind": "reading", "reason": "another"}, False),
    ],
)
def test_what_is_counted(changed, counted):
    assert cell(**changed).counted is counted


def test_a_kind_follows_from_words():
    assert cell().kind == "number"
    assert cell(words="about 5").kind == cell(published=(4.0, 6.0)).kind == "claim"
