import pytest

from bakeoff.report.words.visible import visible


@pytest.mark.parametrize("text", ["", "forest", "a b", "forêt 漢 🌲", "<script>", 'it\'s "it"', "C:\\new"])
def test_what_prints_is_left_alone(text):
    assert visible(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[2J", r"\x1b[2J"),
        ("two\nlines\r\n", r"two\nlines\r\n"),
        ("\x9b31m", r"\x9b31m"),
        ("a\u202eb", r"a\u202eb"),
        ("half \ud800", r"half \ud800"),
        ("\0\a\b\x7f", r"\x00\x07\x08\x7f"),
    ],
)
def test_what_does_not_print_is_escaped(text, shown):
    assert visible(text) == shown
    assert visible(text).isprintable()
