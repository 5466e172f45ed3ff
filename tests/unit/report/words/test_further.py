import pytest

from bakeoff import check_not_worse_counts
from bakeoff.read.repeats import over_repeats
from bakeoff.report.words.catalogue import REGISTRIES
from bakeoff.report.words.further import GATE_TESTS, GROUPS, REPEATED, further


@pytest.mark.parametrize("name", ["pass@3", "pass_at_3", "pass^3", "pass_k_3", "best-of-12", "agreement"])
def test_metrics_of_several_answers_have_a_page(name):
    entry = further(name)
    assert over_repeats(name) is not None
    assert entry in REPEATED
    example = next(text for row, text in entry.rows if row == "takes").rpartition("--metric ")[2]
    assert further(example) is entry
    assert over_repeats(example).how in example


def test_every_test_of_a_gate_has_a_page():
    used = {check_not_worse_counts(3, 4, n=n, margin=0.1).method for n in (99, 100)}
    assert used == {entry.key for entry in GATE_TESTS}


def test_no_key_is_taken_twice():
    keys = [entry.key for *_, entries in GROUPS for entry in entries]
    assert not any(key in registry for key in keys for registry in REGISTRIES.values())
    assert further("accuracy") is further("tango-x") is None
