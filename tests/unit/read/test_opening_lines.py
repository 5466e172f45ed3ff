import io

import pytest

from bakeoff.core.exceptions import FileError
from bakeoff.read.opening import LIMIT, Lines


def read(content: bytes) -> list[str]:
    return list(Lines(io.BytesIO(content), "x.csv"))


def test_lines_keep_their_ends_and_a_byte_order_mark_is_dropped():
    assert read(b"\xef\xbb\xbfa\r\n\xc3\xa9\n\nlast") == ["a\r\n", "é\n", "\n", "last"]
    assert read(b"") == []


def test_a_mark_elsewhere_is_text():
    assert read(b"a\n\xef\xbb\xbfb") == ["a\n", "\ufeffb"]


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_a_byte_that_is_not_utf8_is_named_with_its_offset(mark):
    with pytest.raises(FileError) as error:
        read(mark + b"abc,d\ncaf\xe9,x\n")
    assert (
        f"line 2 of x.csv is not UTF-8: byte 0xe9 at byte offset {len(mark) + 9}; save the file again"
        in str(error.value)
    )


def test_the_offset_on_the_first_line_counts_the_mark():
    with pytest.raises(FileError, match=r"line 1 of x.csv is not UTF-8: byte 0xff at byte offset 4"):
        read(b"\xef\xbb\xbfa\xff")


def test_nul_bytes_are_named():
    with pytest.raises(FileError, match=r"line 2 of x.csv has a NUL byte \(byte offset 3\)"):
        read(b"a\nb\0c\n")


def test_a_line_may_be_as_long_as_the_limit_and_no_longer():
    assert len(read(b"x" * (LIMIT - 1) + b"\n")[0]) == LIMIT
    with pytest.raises(FileError, match=r"line 2 of x.csv is longer than 1,048,576 bytes"):
        read(b"a\n" + b"x" * (LIMIT + 1))
