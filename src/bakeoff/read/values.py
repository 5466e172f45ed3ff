"""Single values and cells of text: what kind of column they make, and what they mean."""

import datetime
import math
import re
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from bakeoff.core.exceptions import FileError

Column = npt.NDArray[Any]

EXACT = 2**53  # whole numbers up to here are distinct as floats
LONGEST_WHOLE = 300  # digits of a whole number; a cell with more is text

_PLAIN_NUMBERS = (bool, int, float, np.bool_, np.integer, np.floating)
NUMBERS = (*_PLAIN_NUMBERS, Decimal, Fraction)
DATES = (datetime.date, np.datetime64)
_NULLS = ("NoneType", "NAType", "NaTType", "MaskedConstant")  # by name: pandas need not be installed


def from_values(values: Sequence[Any]) -> Column:
    """The narrowest array that keeps every value what it is: numbers, or objects.

    By default, numpy would turn ``[1, "1"]`` into two equal texts and ``["a", nan]`` into
    the texts ``a`` and ``nan``.

    >>> from_values([1, "1"]), from_values([1, 2.5])
    (array([1, '1'], dtype=object), array([1. , 2.5]))
    """
    kinds = set(map(type, values))
    if Decimal in kinds:
        values = [of_decimal(value) if isinstance(value, Decimal) else value for value in values]
        kinds = set(map(type, values))
    if kinds and all(issubclass(kind, _PLAIN_NUMBERS) for kind in kinds):
        array = np.asarray(values)
        if array.dtype.kind in "biu" or (array.dtype.kind == "f" and not _rounded(array, values)):
            return array
    return np.fromiter(values, dtype=object, count=len(values))


def of_decimal(value: Decimal) -> int | float | Decimal:
    """A decimal number as the whole number or the float that it is; one with more digits stays what it is.

    >>> [of_decimal(Decimal(text)) for text in ("7.00", "0.1", "9007199254740993", "0.12345678901234567891")]
    [7, 0.1, 9007199254740993, Decimal('0.12345678901234567891')]
    """
    if not value.is_finite():
        return math.nan if value.is_nan() else float(value)
    if value == value.to_integral_value() and value.adjusted() < LONGEST_WHOLE:
        return int(value)
    number = float(value)
    return number if Decimal(repr(number)) == value else value


def _rounded(array: Column, values: Sequence[Any]) -> bool:
    """Whether whole numbers lost digits when they became floats."""
    if not np.any(np.abs(array) >= EXACT):
        return False
    return any(isinstance(v, int | np.integer) and abs(int(v)) >= EXACT for v in values)


def is_text(array: Column) -> bool:
    """Whether every value is text."""
    return array.dtype.kind == "U" or (
        array.dtype.kind == "O" and all(isinstance(v, str) for v in array.tolist())
    )


def is_number(array: Column) -> bool:
    """Whether every value is a number or a boolean."""
    return array.dtype.kind in "biuf" or (
        array.dtype.kind == "O" and all(isinstance(v, NUMBERS) for v in array)
    )


def is_infinite(value: object) -> bool:
    """Whether a value is infinity, or text that says so.

    >>> [is_infinite(value) for value in ("inf", "-Infinity", float("inf"), "info", "nan", 1)]
    [True, True, True, False, False, False]
    """
    if isinstance(value, str):
        return value.strip().lstrip("+-").casefold() in ("inf", "infinity")
    return isinstance(value, float) and math.isinf(value)


def is_missing(value: object) -> bool:
    """Whether a value is missing: None, NaN, NaT, NA or null."""
    if isinstance(value, float | np.floating):
        return math.isnan(value)
    if isinstance(value, np.datetime64 | np.timedelta64):
        return bool(np.isnat(value))
    return type(value).__name__ in _NULLS or (isinstance(value, Decimal) and value.is_nan())


def missing_positions(array: Column) -> npt.NDArray[np.intp]:
    """Where values are missing.

    >>> missing_positions(from_values(["a", None, "b", float("nan")])).tolist()
    [1, 3]
    """
    if isinstance(array, np.ma.MaskedArray):
        gaps = np.ma.getmaskarray(array)
        return np.flatnonzero(gaps) if gaps.any() else missing_positions(array.data)
    if array.dtype.kind == "f":
        return np.flatnonzero(np.isnan(array))
    if array.dtype.kind in "mM":
        return np.flatnonzero(np.isnat(array))
    if array.dtype.kind == "O" and set(map(type, array)) != {str}:
        return np.flatnonzero([is_missing(value) for value in array])
    return np.empty(0, dtype=np.intp)


def as_float(value: Any) -> float:
    """A number as a float; one too large for it is infinite.

    >>> as_float(10**400), as_float(Decimal("0.5"))
    (inf, 0.5)
    """
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def date_text(value: object) -> object:
    """A date as text, the same for all libraries; anything else unchanged.

    >>> date_text(np.datetime64("2024-05-01T00:00:00", "ns")), date_text(7)
    ('2024-05-01', 7)
    """
    if isinstance(value, np.datetime64):
        value = value.astype("datetime64[us]").item()
    if isinstance(value, datetime.datetime):
        return value.isoformat(" ").removesuffix(" 00:00:00")
    return value.isoformat() if isinstance(value, datetime.date) else value


def shown(value: object) -> str:
    """A value as an error message shows it: short, on one line, and quoted if it is text."""
    if type(value).__name__ == "MaskedConstant":
        return "null"
    plain = value.item() if isinstance(value, np.generic) and value.dtype.kind not in "mM" else value
    text = repr(plain) if isinstance(plain, str | bytes) else " ".join(str(plain).split())
    return text if len(text) <= 60 else f"{text[:57]}..."


def plain(text: object, longest: int = 120) -> str:
    r"""A name out of a file as one line that can be printed.

    >>> plain("gpt\n2"), plain("half \ud800 a pair")
    ('gpt 2', 'half ? a pair')
    """
    line = " ".join(str(text).encode("utf-8", "replace").decode("utf-8").split())
    shown = "".join(c if c.isprintable() else "?" for c in line)
    return shown if len(shown) <= longest else f"{shown[: longest - 3]}..."


def a_kind(value: object) -> str:
    """The type of a value with its article.

    >>> a_kind([]), a_kind(1)
    ('a list', 'an int')
    """
    kind = type(value).__name__
    return f"{'an' if kind[0] in 'aeiouAEIOU' else 'a'} {kind}"


PARQUET, JSON, DELIMITED = (".parquet", ".pq"), (".jsonl", ".ndjson", ".json"), (".csv", ".tsv")
TABLES = "CSV, TSV, Parquet or JSON Lines"
_NOT_TEXT = {
    b"\xff\xfe": "is text in UTF-16; save it again as UTF-8",
    b"\xfe\xff": "is text in UTF-16; save it again as UTF-8",
    b"\x00\x00\xfe\xff": "is text in UTF-32; save it again as UTF-8",
    b"\x1f\x8b": "is compressed with gzip; unpack it first",
    b"(\xb5/\xfd": "is compressed with zstd; unpack it first",
    b"BZh": "is compressed with bzip2; unpack it first",
    b"PK\x03\x04": "is a zip archive or a spreadsheet; save the table as CSV in UTF-8",
    b"\xd0\xcf\x11\xe0": "is a spreadsheet; save the table as CSV in UTF-8",
    b"\x89PNG": f"is a picture, not a table; expected {TABLES}",
    b"\xff\xd8\xff": f"is a picture, not a table; expected {TABLES}",
    b"GIF8": f"is a picture, not a table; expected {TABLES}",
    b"%PDF-": f"is a PDF document, not a table; expected {TABLES}",
}


def kind_of_table(head: bytes, suffix: str, source: str) -> str:
    """What a file holds, by its first bytes and how its name ends: parquet, json or delimited.

    >>> kind_of_table(b'{"truth": 1}', ".txt", "x.txt")
    'json'
    """
    suffix = suffix.lower()
    if suffix in PARQUET or (head.startswith(b"PAR1") and (b"\0" in head or suffix not in DELIMITED)):
        if head[:4] != b"PAR1":
            raise FileError(
                f"{source} {'is empty' if not head else 'does not begin like a Parquet file'}; "
                f"export it again, or name it .csv or .jsonl if that is what it is"
            )
        return "parquet"
    for magic, problem in _NOT_TEXT.items():
        if head.startswith(magic):
            raise FileError(f"{source} {problem}")
    like_json = head.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{")
    return "json" if suffix in JSON or (suffix not in DELIMITED and like_json) else "delimited"


_DECIMAL_COMMA = re.compile(r"[+-]?[0-9]+,[0-9]+")


def how_to_write(value: object) -> str:
    """What to do about a text that is nearly a number; nothing for any other.

    >>> how_to_write("0,64"), how_to_write("85%"), how_to_write("good")
    (': write 0.64 with a decimal point', ': write it as a fraction, such as 0.85 for 85 %', '')
    """
    text = value.strip() if isinstance(value, str) else ""
    if _DECIMAL_COMMA.fullmatch(text):
        return f": write {text.replace(',', '.')} with a decimal point"
    return ": write it as a fraction, such as 0.85 for 85 %" if text.endswith("%") else ""


BLANK = " \t"
MISSING = frozenset(
    ("", "NA", "N/A", "n/a", "#N/A", "<NA>", "NaN", "nan", "-nan", "NaT", "null", "NULL", "None")
)

# A leading zero marks a code rather than a quantity, and Python's own int() would take "1_000".
WHOLE = re.compile(r"[+-]?(0|[1-9][0-9]*)")
NUMBER = re.compile(r"[+-]?((0|[1-9][0-9]*)(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?")


def stripped(cell: str | None) -> str:
    """A cell without the blanks around it; what is not there is empty."""
    return "" if cell is None else cell.strip(BLANK)


def trimmed(value: object) -> object:
    """A text without the blanks around it, whatever they are; anything else as it is.

    >>> trimmed(" cat "), trimmed(7)
    ('cat', 7)
    """
    return value.strip() if isinstance(value, str) else value


def has_blanks(value: object) -> bool:
    """Whether a value is text with blanks around it."""
    return isinstance(value, str) and value != value.strip()


def says_missing(value: object) -> bool:
    """Whether a value is missing, or text that says so.

    >>> [says_missing(value) for value in (None, "NA", " ", "none", 0)]
    [True, True, True, False, False]
    """
    return value.strip() in MISSING if isinstance(value, str) else is_missing(value)


def as_number(text: str) -> int | float | None:
    """The finite number that a text writes, or None where it is a label.

    >>> [as_number(text) for text in ("7", "0.5", "1e3", "007", "1_000", "inf", "cat")]
    [7, 0.5, 1000.0, None, None, None, None]
    """
    if WHOLE.fullmatch(text) and len(text) < LONGEST_WHOLE:
        return int(text)
    if NUMBER.fullmatch(text) and math.isfinite(value := float(text)):
        return value
    return None


def parse_cells(cells: Sequence[str]) -> Column:
    """A column of whole numbers if every cell is one, else of numbers, else of text.

    >>> parse_cells(["1", "2.0"]), parse_cells(["1", "cat"])
    (array([1., 2.]), array(['1', 'cat'], dtype=object))
    """
    numbers = {cell: as_number(cell) for cell in set(cells)}
    if None in numbers.values():
        return np.array(cells, dtype=object)
    return from_values([numbers[cell] for cell in cells])
