import pytest
from tests.packing import PACKERS

from bakeoff.core.exceptions import FileError
from bakeoff.read.importers._record import glimpse_of


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("", {}),
        ("nonsense", {}),
        ('{"a": 1}\n{"b": 2}', {"a": 1}),
        ('[{"a": 1}, {"b": 2}]', {"a": 1}),
        ("[7, 8]", {}),
        ('{"a": 1', {}),
        ('{"eval": {}, "status": "", "samples": [{"id": 1', {"eval": {}, "status": ""}),
        ('{"eval": {}, "samples": [{"id": 1}], "status": ""}', {"eval": {}, "samples": [], "status": ""}),
        ('{"samples": [1, {"id": 1}, 2]}', {"samples": [1, 2]}),
        ('{"results": {"results": [{"a": 1}], "version": 3}}', {"results": {"results": [], "version": 3}}),
        (
            '{"results": {"version": 3, "prompts": [], "results": [{"a": 1',
            {"results": {"version": 3, "prompts": [], "results": []}},
        ),
    ],
)
def test_the_first_object_of_anything(tmp_path, text, first):
    (tmp_path / "x").write_text(text)
    assert glimpse_of(tmp_path / "x").first == first
    for ending, pack in PACKERS.items():
        (tmp_path / f"x.{ending}").write_bytes(pack(text.encode()))
        assert glimpse_of(tmp_path / f"x.{ending}").first == first


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("fold,nb,tree\n1,2,3\n", ("fold", "nb", "tree")),
        ("\n% a comment\nfold;'nb';tree\n", ("fold", "nb", "tree")),
        ('{"a": 1}', ("",)),
        ("PK\x03\x04,b", ("",)),
        ("", ("",)),
    ],
)
def test_the_columns_of_the_first_line(tmp_path, text, columns):
    (tmp_path / "x").write_text(text)
    assert glimpse_of(tmp_path / "x").columns == columns


def test_what_is_not_there_is_seen_as_nothing(tmp_path):
    for path in (tmp_path, tmp_path / "missing.csv"):
        glimpse = glimpse_of(path)
        assert (glimpse.head, glimpse.first, glimpse.first_line) == (b"", {}, "")


def test_messages_speak_of_a_file_as_it_is_called(tmp_path):
    (tmp_path / "0.csv").write_text("a,a\n1,2\n")
    with pytest.raises(FileError, match=r"^mine.csv has two columns called 'a'"):
        _ = glimpse_of(tmp_path / "0.csv", "mine.csv").table
