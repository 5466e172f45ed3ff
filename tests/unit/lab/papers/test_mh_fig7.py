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
    """The t of one set and four claims in words, each at three standard errors."""
    assert {cell.status for cell in found().cells} == {"within", "unprinted"}
    assert sum(cell.status == "within" for cell in found().cells) == 5


def test_signs_of_single_samples_are_not_to_be_trusted():
    """Means over 40 sets are known to 0.4 of 20."""
    for name in ("LOO", "10-CV", "LOO*"):
        assert cells()[name, "signs reversed, of 20"].computed > 5
        assert cells()[name, "correlation with the true difference"].computed < 0.4
    assert cells()["LOO* / LOO", "deviation"].computed < 0.85


def test_panels_show_one_set():
    assert [len(panel.series[0].x) for panel in found().figure.panels] == [20, 20]
