import pytest

from bakeoff import FileError, InputError
from bakeoff.report.files import check_form, check_place, write


def test_the_end_of_a_name_is_its_form(tmp_path):
    assert check_form(str(tmp_path / "x.SVG"), ["svg", "png"]) == "svg"
    with pytest.raises(InputError, match=r"figure is .* ends with one of \.svg, \.png"):
        check_form(str(tmp_path / "x.gif"), ["svg", "png"], "figure")


def test_a_place_is_refused_before_anything_is_computed(tmp_path, monkeypatch):
    with pytest.raises(FileError, match="there is no folder"):
        check_place(str(tmp_path / "none" / "p.csv"))
    with pytest.raises(FileError, match="it is a folder"):
        check_place(str(tmp_path))
    check_place(str(tmp_path / "p.csv"))
    monkeypatch.chdir(tmp_path)
    check_place("p.csv")
    assert not (tmp_path / "p.csv").exists()


def test_text_and_bytes_are_written_or_refused(tmp_path):
    for content in ("é", "é".encode()):
        write(str(tmp_path / "x"), content)
        assert (tmp_path / "x").read_bytes() == "é".encode()
    with pytest.raises(FileError, match="cannot be written"):
        write(str(tmp_path), "")
