import time

import pytest

from bakeoff.core.exceptions import FileError
from bakeoff.read.toml_file import LARGEST, MOST_PARTS, read_toml

PARTS = "a." * 150_000


@pytest.fixture
def read(tmp_path):
    def written(content):
        path = tmp_path / "x.toml"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return read_toml(path, "x.toml", expected="a list in TOML")

    return written


@pytest.mark.parametrize(
    "text",
    [f"{PARTS}a = 1", f"[{PARTS}a]", f"[[{PARTS}a]]", f"x = {{{PARTS}a = 1}}", '"a".' * 100_000 + "b = 1"],
    ids=["key", "table", "list", "inline", "quoted"],
)
def test_a_key_without_end_is_refused_at_once(read, text):
    started = time.process_time()
    with pytest.raises(FileError, match=f"line 2 of x.toml has a key of more than {MOST_PARTS} parts"):
        read(f"# first\n{text}\n")
    assert time.process_time() - started < 0.5


def test_dots_elsewhere_do_no_harm(read):
    dots = "." * 500
    text = f"""
    # {dots} a comment with "quotes
    basic = "{dots}\\"{dots}"
    plain = '{dots}"'
    long = \"\"\"{dots}\n""{dots}\\\"\"\"{dots}\"\"\"\"\"
    longer = '''{dots}\n''{dots}'''
    numbers = [{"1.5, " * 100}]
    a.b.c = 1.5
    "x.y" = 2
    """
    found = read(text)
    assert (found["basic"], found["plain"]) == (f'{dots}"{dots}', f'{dots}"')
    assert len(found["numbers"]) == 100
    assert (found["a"], found["x.y"]) == ({"b": {"c": 1.5}}, 2)


def test_what_is_wrong_is_one_line(read):
    for content, said in (
        ("a = ", "x.toml is not valid TOML: Invalid value"),
        ('a = "', "x.toml is not valid TOML"),
        (b"\xff", r"x.toml is not UTF-8 \(byte offset 0\); expected a list in TOML"),
        ("#" * (LARGEST + 1), "has more than 1,048,576 bytes; expected a list in TOML"),
        ("a = " + "[" * 100_000, "x.toml has brackets nested without end; expected a list in TOML"),
        ("a = " + "1" * 10_000, "x.toml has a number without end; expected a list in TOML"),
    ):
        with pytest.raises(FileError, match=said):
            read(content)
