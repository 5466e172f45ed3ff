import numpy as np
import pytest

from bakeoff.lab.papers._mh_cells import claimed, expected, numbers, sure
from bakeoff.lab.papers._printed import why


def test_numbers_are_read_from_a_claim_and_not_from_its_symbols():
    assert numbers("other_claims", "sec3.4 rho fit") == [0.76, 1.25, 0.375]
    assert numbers("appendix_AS", "lcl_bound") == [0.00078, 1.0]
    assert numbers("table11_unpaired_t", "text") == [7.0, 35.0]


def test_a_reason_is_for_what_differs():
    assert sure("r", "c", 1, 1.2, reason="must-divide").reason == ""
    assert sure("r", "c", 1, 2.0, reason="must-divide").reason == why("must-divide")


def test_print_is_one_study_and_ours_are_many():
    studies = np.tile([-1.0, 1.0], 50)
    cell = expected("r", "c", 2.9, studies, digits=1)
    assert (cell.computed, cell.status) == (0.0, "within")
    assert cell.error == pytest.approx(np.std(studies, ddof=1) * np.sqrt(1.01))
    far = expected("r", "c", 3.1, studies, digits=1)
    assert far.status == "differs"
    assert "0.00% of 100 simulated studies" in far.reason


def test_a_claim_on_all_studies_has_our_error_alone():
    studies = 1.2 + np.tile([-1.0, 1.0], 5000)
    cell = claimed("r", "c", (0.0, 1.0), studies, words="below 1", reason="must-divide")
    assert cell.error == pytest.approx(0.01, rel=1e-3)
    assert (cell.status, cell.reason) == ("differs", why("must-divide"))
