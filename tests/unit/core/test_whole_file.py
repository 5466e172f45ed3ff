import os
import stat

import pytest

from bakeoff.core.whole_file import append_whole, whole_file

FULL = "/dev/full"
needs_full = pytest.mark.skipif(not os.path.exists(FULL), reason="there is no device that is always full")  # noqa: PTH110


def fill(path, content, problem=None):
    with whole_file(path) as stream:
        stream.write(content)
        if problem is not None:
            raise problem


def names(folder):
    return sorted(each.name for each in folder.iterdir())


@pytest.mark.parametrize("problem", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_what_was_there_stays_where_writing_fails(tmp_path, problem):
    place = tmp_path / "report.html"
    place.write_bytes(b"good")
    with pytest.raises(type(problem)):
        fill(place, b"half", problem)
    assert (place.read_bytes(), names(tmp_path)) == (b"good", ["report.html"])


def test_a_disk_that_is_full_at_the_end(tmp_path, monkeypatch):
    place = tmp_path / "report.html"
    place.write_bytes(b"good")

    def fails(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fails)
    with pytest.raises(OSError, match="No space left"):
        fill(place, b"new")
    assert (place.read_bytes(), names(tmp_path)) == (b"good", ["report.html"])


def test_permissions_and_links_stay(tmp_path):
    place, link = tmp_path / "kept.md", tmp_path / "link.md"
    place.write_bytes(b"old")
    place.chmod(0o640)
    link.symlink_to(place)
    fill(link, b"new")
    assert link.is_symlink()
    assert place.read_bytes() == b"new"
    assert stat.S_IMODE(place.stat().st_mode) == 0o640


def test_a_new_file_has_the_usual_permissions(tmp_path):
    (tmp_path / "usual").write_bytes(b"")
    fill(tmp_path / "new", b"x")
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_a_name_as_long_as_can_be(tmp_path):
    place = tmp_path / ("x" * 250 + ".html")
    fill(place, b"new")
    assert place.read_bytes() == b"new"


@needs_full
def test_a_device_is_written_as_it_is():
    fill(os.devnull, b"x")
    with pytest.raises(OSError, match="No space left"):
        fill(FULL, b"x")
    assert stat.S_ISCHR(os.stat(FULL).st_mode)  # noqa: PTH116


def test_appending_that_fails_in_the_middle_appends_nothing(tmp_path, monkeypatch):
    place = tmp_path / "summary.md"
    place.write_bytes(b"before")
    write = os.write

    def cut(handle, content):
        if len(content) <= 2:
            raise OSError(28, "No space left on device")
        return write(handle, content[:3])

    monkeypatch.setattr("os.write", cut)
    with pytest.raises(OSError, match="No space left"):
        append_whole(place, b"after")
    assert place.read_bytes() == b"before"
    monkeypatch.undo()
    append_whole(place, b"after")
    assert place.read_bytes() == b"beforeafter"
