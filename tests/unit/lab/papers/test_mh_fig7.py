from functools import cache

from bakeoff.lab.exhibit import Effort
from bakeoff.lab.papers.mh_fig7 import record


@cache
def found():
    return record.compute(Effort(quick=True))


@cache
def cells():
    return {(cell.row, cell.column): cell for cell in found().cells}


def test_what_the_text_says_comes_out():
    """Of 10-CV and LOO print says that they differ where they hardly do."""
    claims = {place: cell.status for place, cell in cells().items() if cell.kind == "claim"}
    close = {
        ("LOO divided by 10-CV", "deviation"),
        ("10-CV minus LOO", "correlation with the true difference"),
    }
    assert {place for place, status in claims.items() if status != "holds"} == close
    assert cells()["true errors", "t of 20 samples"].kind == "repeat"
    assert cells()["true errors", "t of 20 samples"].status == "within"


def test_signs_of_single_samples_are_not_to_be_trusted():
    """Means over 40 sets are known to 0.4 of 20."""
    for name in ("LOO", "10-CV", "LOO*"):
        assert cells()[name, "samples, of 20, with the sign reversed"].computed > 5
        assert cells()[name, "correlation with the true difference"].computed < 0.4
    assert cells()["LOO* divided by LOO", "deviation"].computed < 0.85


def test_panels_show_one_set():
    assert [len(panel.series[0].x) for panel in found().figure.panels] == [20, 20]
