from bakeoff.read.importers._files import logs_among
from bakeoff.read.importers._record import glimpse_of


def names(path, **more):
    found = logs_among(glimpse_of(path), lambda each: each.head.startswith(b"log"), endings=(".log",), **more)
    return [each.path.name for each in found]


def test_files_folders_and_patterns(tmp_path):
    (tmp_path / "below").mkdir()
    for name, text in (
        ("b.log", "log"),
        ("a.log", "log"),
        ("no.log", "x"),
        ("a.txt", "log"),
        ("below/c.log", "log"),
    ):
        (tmp_path / name).write_text(text)
    assert names(tmp_path) == ["a.log", "b.log"]
    assert names(tmp_path, besides="a") == ["b.log"]
    assert names(tmp_path / "a.txt") == ["a.txt"]
    assert names(tmp_path / "no.log") == names(tmp_path / "none") == names(tmp_path / "none*") == []
    assert names(tmp_path / "*.log") == ["a.log", "b.log"]


def test_folders_just_below_where_there_is_none_above(tmp_path):
    for name in ("x", "y"):
        (tmp_path / name / "deep").mkdir(parents=True)
        (tmp_path / name / f"{name}.log").write_text("log")
        (tmp_path / name / "deep" / "z.log").write_text("log")
    assert names(tmp_path) == ["x.log", "y.log"]
    assert names(tmp_path.parent / "nowhere") == []
