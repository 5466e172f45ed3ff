"""Gate files, and what is wrong with some."""

import pytest

from bakeoff import InputError
from bakeoff.plan.gate_file import read_gate_file
from bakeoff.plan.gates import Wish

TEXT = """
files = ["old.csv", "new.csv"]
id = "item"
alpha = 0.01
truth_file = "gold.csv"

[[check]]
margin = 0.02

[[check]]
metric = "f1"
positive = 1
margin = 0.03
by = "language"
slice = "de"
"""


@pytest.fixture
def write(tmp_path):
    def written(text):
        path = tmp_path / "gate.toml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return written


def test_everything_is_read(write, tmp_path):
    request = read_gate_file(write(TEXT))
    assert request.files == (tmp_path / "old.csv", tmp_path / "new.csv")
    assert (request.id, request.alpha, request.truth_file) == ("item", 0.01, tmp_path / "gold.csv")
    assert request.wishes == (
        Wish(margin=0.02),
        Wish(margin=0.03, metric="f1", positive="1", by="language", slice="de"),
    )


@pytest.mark.parametrize("given", ["'scorer, version'", "['scorer', 'version']"])
def test_conditions_that_may_differ(write, given):
    request = read_gate_file(write(f"may_differ = {given}\n[[check]]\nmargin = 0.1"))
    assert request.may_differ == ("scorer", "version")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("may_differ = 3\n[[check]]\nmargin = 0.1", "may_differ is 3; expected names of conditions"),
        ("", "the file has no list of checks"),
        ("check = 3", "the file has no list of checks"),
        ("[[check]]\nmetric = 'f1'", "check 1: margin is missing"),
        ("[[check]]\nmargin = 0.1\n[[check]]\nmargni = 0.1", "check 2: .*margni.*margin"),
        ("[[check]]\nmargin = 0.1\nslice = 'x'", "slice is given without by"),
        ("[[check]]\nmargin = 0.1\nby = 3", "by is 3; expected text"),
        ("file = 'x.csv'\n[[check]]\nmargin = 0.1", "'file'.*files"),
        ("files = 'x.csv'\n[[check]]\nmargin = 0.1", "expected a list of names"),
        ("[[check]\nmargin", "is not valid TOML"),
        (b"\xff\xfe", "not UTF-8"),
    ],
)
def test_faults_are_told(write, text, told):
    with pytest.raises(InputError, match=f"gate.toml.*{told}"):
        read_gate_file(write(text))
