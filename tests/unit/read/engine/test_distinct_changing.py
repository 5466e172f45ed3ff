"""A column that changes its type between files."""

import pytest
from tests.unit.read.engine.pairs import read_tally

from bakeoff.core.exceptions import InputError
from bakeoff.read.engine.duck import DuckEngine
from bakeoff.read.engine.files import files_source

ROWS = {
    "csv": ("truth,a,b\n1,1,0\n0,0,0\n", "truth,a,b\nyes,yes,no\nno,no,no\n"),
    "jsonl": ('{"truth": 1, "a": 1, "b": 0}\n', '{"truth": "cat", "a": "cat", "b": "dog"}\n'),
}


def tally(folder):
    with DuckEngine() as engine:
        return read_tally(files_source(folder, engine))


@pytest.mark.parametrize("kind", ROWS)
def test_numbers_in_one_file_and_text_in_another(tmp_path, kind):
    for at, text in enumerate(ROWS[kind]):
        (tmp_path / f"{at}.{kind}").write_text(text)
    expected = (
        rf"column 'truth' of .* holds numbers in .*0\.{kind} and text in .*1\.{kind}; expected one kind"
    )
    with pytest.raises(InputError, match=expected):
        tally(tmp_path)


def test_text_that_reads_as_a_number_now_and_then(tmp_path):
    """Each file has both, so that nothing changes from one to the next."""
    (tmp_path / "1.csv").write_text("truth,a,b\n1,1,unknown\nunknown,unknown,1\n")
    (tmp_path / "2.csv").write_text("truth,a,b\n2,unknown,2\nunknown,1,1\n")
    assert tally(tmp_path).labels == ("1", "2", "unknown")


def test_a_file_that_happens_to_hold_numbers_only_beside_one_with_both(tmp_path):
    (tmp_path / "1.csv").write_text("truth,a,b\n1,1,1\n")
    (tmp_path / "2.csv").write_text("truth,a,b\n2,unknown,2\nunknown,1,unknown\n")
    assert tally(tmp_path).n == 3


def test_headers_of_files_that_were_put_together(tmp_path):
    (tmp_path / "1.csv").write_text("truth,a,b\ncat,cat,dog\ntruth,a,b\ndog,dog,dog\n")
    (tmp_path / "2.csv").write_text("truth,a,b\ncat,cat,dog\n")
    with pytest.raises(InputError, match=r"row 2 \(line 3\) of \S*1.csv repeats the column names"):
        tally(tmp_path)
