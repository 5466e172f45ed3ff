from dataclasses import replace

from tests.unit.core.test_looks import LOOK

from bakeoff.core.looks import Ladder, Looks
from bakeoff.report.words.looks import HEAD, ladder_told, look_row, look_rows, looks_told

LOOKS = Looks(items="ab", by="ids", before=4, decided=1, since="2026-05-01T10:00:00.000+00:00")


def test_how_often():
    assert looks_told(LOOKS).startswith(
        "4 recorded looks at these items before, since 2026-05-01, of which 1 "
    )
    assert looks_told(replace(LOOKS, before=1)).startswith("1 recorded look at these items before")
    assert "2 of the looks by labels alone" in looks_told(replace(LOOKS, alike=2))
    assert "which other items may share" in looks_told(replace(LOOKS, by="labels", alike=4))
    assert looks_told(replace(LOOKS, added=4)).endswith("; adjusted for 4 of them")


def test_the_ladder():
    stays = Ladder(metric="f1", value=0.8, before=0.8, improved=False)
    assert ladder_told(stays) == "the best f1 stays 0.8: no gain of more than one standard error"
    first = Ladder(metric="f1", value=0.8, before=None, improved=True)
    assert ladder_told(first) == "f1 0.8 is the value to beat by more than its standard error"


def test_rows():
    assert look_rows(None) == []
    assert [name for name, _ in look_rows(LOOKS)] == ["looks"]
    ladder = Ladder(metric="f1", value=0.8, before=None, improved=True)
    assert [name for name, _ in look_rows(replace(LOOKS, ladder=ladder))] == ["looks", "ladder"]
    row = look_row(replace(LOOK, p_value=None, value=None).sealed(3, ""))
    assert len(row) == len(HEAD)
    assert row[:4] == ("3", "2026-05-01 10:00", "compare", "A, B")
    assert row[-2:] == ("", "")
