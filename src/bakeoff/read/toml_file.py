"""Reading a TOML file that a user wrote."""

import re
import tomllib
from pathlib import Path
from typing import Any

from bakeoff.core.exceptions import FileError
from bakeoff.read.opening import opened

LARGEST = 1 << 20  # bytes
MOST_PARTS = 32  # of a dotted key: the time to read one grows with their square
# Where a text begins, a comment, a dot between the parts of a key, and what ends a key.
_MARKS = re.compile(r"\"\"\"|'''|\"|'|#|\.|[=\n,{}\[\]]")
_TEXTS = {
    '"""': re.compile(r'(?:[^"\\]|\\.|""?(?!"))*+"{3,5}', re.DOTALL),
    "'''": re.compile(r"(?:[^']|''?(?!'))*+'{3,5}"),
    '"': re.compile(r'(?:[^"\\\n]|\\.)*+"'),
    "'": re.compile(r"[^'\n]*+'"),
    "#": re.compile(r"[^\n]*"),
}


def read_toml(file: Path, source: str, *, expected: str) -> dict[str, Any]:
    """The table of a TOML file; ``source`` is its name in messages, ``expected`` what kind of file it is.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder, "gate.toml")
    ...     _ = file.write_text("alpha = 0.05")
    ...     read_toml(file, file.name, expected="a gate file in TOML")
    {'alpha': 0.05}
    """
    with opened(file, source, expected=expected) as stream:
        content = stream.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise FileError(f"{source} has more than {LARGEST:,} bytes; expected {expected}")
    try:
        text = content.decode("utf-8-sig")
        _refuse_long_keys(text, source)
        return tomllib.loads(text)
    except UnicodeDecodeError as problem:
        raise FileError(
            f"{source} is not UTF-8 (byte offset {problem.start}); expected {expected}: save it as UTF-8"
        ) from None
    except tomllib.TOMLDecodeError as problem:
        reason = " ".join(str(problem).split())[:150]
        raise FileError(f"{source} is not valid TOML: {reason}; correct the file") from None
    except FileError:
        raise
    except (ValueError, RecursionError) as problem:
        odd = "brackets nested without end" if isinstance(problem, RecursionError) else "a number without end"
        raise FileError(f"{source} has {odd}; expected {expected}") from None


def _refuse_long_keys(text: str, source: str) -> None:
    """Refuse a key of very many parts; dots in texts and comments do not count."""
    at = dots = 0
    while found := _MARKS.search(text, at):
        at = found.end()
        if found[0] == ".":
            dots += 1
        elif found[0] in _TEXTS:
            rest = _TEXTS[found[0]].match(text, at)
            if rest is None:
                return  # it has no end, so the rest is not TOML
            at = rest.end()
        else:
            dots = 0
        if dots >= MOST_PARTS:
            line = text.count("\n", 0, at) + 1
            raise FileError(
                f"line {line} of {source} has a key of more than {MOST_PARTS} parts; expected at most a few, "
                f"joined by dots",
                source=source,
                line=line,
            )
