import pytest

from bakeoff.lab.exhibit import Effort
from bakeoff.lab.papers.bouckaert_table7 import LEARNERS, record


@pytest.fixture(scope="module")
def found():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Effort, "draws", lambda self, full, quick: 20)
        return record.compute(Effort())


def test_every_pair_of_learners_once(found):
    pairs = {frozenset((cell.row, cell.column)) for cell in found.cells}
    assert len(pairs) == len(found.cells) == 10
    assert set().union(*pairs) == set(LEARNERS)


def test_the_degrees_of_freedom_are_told(found):
    assert found.notes[-1].startswith("degrees of freedom calibrated with naive Bayes and C4.5: ")
