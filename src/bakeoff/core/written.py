"""Numbers, names and tables as people write them, and how results are shown."""

import math
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Any, Protocol

from bakeoff.core.exceptions import InputError

NAME = 40  # letters of a name
LONGEST = 300  # digits: Python itself refuses a few thousand
SHOWN = 60  # letters of what was typed, in a message


def number(value: float, *, least: int = 0) -> str:
    """A number as people write it: enough digits, no more; with ``least`` decimals or more.

    >>> [number(x) for x in (3.94, 0.0312, 12345.6, float("inf"), 0.0)]
    ['3.9', '0.031', '12346', 'unlimited', '0']
    """
    if math.isinf(value):
        return "unlimited" if value > 0 else "-unlimited"
    size = abs(value)
    if size == 0:
        return "0"
    if size < 1e-4:
        return f"{value:.{max(1, least + math.floor(math.log10(size)))}e}"
    digits = 0 if size >= 1000 else 1 if size >= 1 else 1 - math.floor(math.log10(size))
    return f"{value:.{max(digits, least)}f}"


def in_four_digits(value: float) -> str:
    """A statistic or a critical value.

    >>> [in_four_digits(x) for x in (2.51234, -0.0, float("inf"), float("-inf"))]
    ['2.512', '0', 'infinite', '-infinite']
    """
    return f"{value:z.4g}" if math.isfinite(value) else f"{value:z}".replace("inf", "infinite")


MOST_DECIMALS = 12


def decimals_beside(value: float, limit: float) -> int:
    """From how many decimals on a number shows on which side of a limit it lies.

    The limit is written with up to six digits, as margins are. Where no decimals show the side, the number
    has as many as the limit.

    >>> [decimals_beside(value, -2.0) for value in (-1.4, -1.96, -2.0004, -2.0)]
    [0, 2, 4, 0]
    >>> decimals_beside(-0.8469612345, -0.8469612345)
    6
    """
    written = f"{limit:.6g}"
    shown_limit, side = float(written), (value > limit, value < limit)
    for decimals in range(MOST_DECIMALS, -1, -1):
        shown = float(f"{value:.{decimals}f}")
        if (shown > shown_limit, shown < shown_limit) != side:
            return decimals + 1 if decimals < MOST_DECIMALS else _decimals(written)
    return 0


def _decimals(written: str) -> int:
    """How many decimals a written number has.

    >>> _decimals("-2"), _decimals("0.84"), _decimals("3.93e-05")
    (0, 2, 7)
    """
    digits, _, power = written.partition("e")
    return max(0, len(digits.partition(".")[2]) - int(power or 0))


def plural(count: int, noun: str) -> str:
    """A count with its noun, which is given in the singular.

    >>> plural(1, "item"), plural(0, "item"), plural(2, "such class"), plural(1994, "item")
    ('1 item', '0 items', '2 such classes', '1,994 items')
    """
    ending = "" if count == 1 else "es" if noun.endswith("s") else "s"
    return f"{count:,} {noun}{ending}"


def two_digits(value: float) -> str:
    """A positive number in two significant digits, never as a power of ten.

    >>> [two_digits(each) for each in (0.211, 4.58, 99.6, 3.0, 1234.0, 1e-5)]
    ['0.21', '4.6', '100', '3', '1200', '0.00001']
    """
    return f"{Decimal(f'{value:.2g}'):f}"


def listed(names: Sequence[str]) -> str:
    """Names as a sentence lists them.

    >>> listed(["a"]), listed(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def whole_typed(text: str, name: str, *, least: int = 0, example: int = 8, digits: int = LONGEST) -> int:
    """A whole number as typed in a shell or a form; a general parser would silently round 2.7 to 3.

    >>> whole_typed("2.7", "ERRORS")
    Traceback (most recent call last):
    bakeoff.core.exceptions.InputError: ERRORS is '2.7'; expected a whole number of at least 0, such as 8
    """
    if not (text.isascii() and text.isdigit() and len(text) <= digits and int(text) >= least):
        raise InputError(
            f"{name} is {text[:SHOWN]!r}; expected a whole number of at least {least}, such as {example}"
        )
    return int(text)


NOTHING = 1e-300  # an end just beyond 0 is shown as such, without digits


def in_step(*values: float, least: int = 0) -> list[str]:
    """Numbers with the same decimals: two digits for the largest, and none but 0 shown as 0.

    >>> in_step(1.47, 0.151, 3.26), in_step(0.004, -12.3), in_step(1.5, 1e-308)
    (['1.5', '0.2', '3.3'], ['0.004', '-12.300'], ['1.5', '>0'])
    """
    beyond = {value: ">0" if value > 0 else "<0" for value in values if 0 < abs(value) < NOTHING}
    sizes = [abs(value) for value in values if math.isfinite(value) and value and value not in beyond]
    digits = None
    if sizes and max(sizes) < 1000 and min(sizes) >= 1e-4:
        digits = max(1, least, 1 - math.floor(math.log10(max(sizes))))
        while any(float(f"{size:.{digits}f}") == 0 for size in sizes):
            digits += 1
    return [beyond.get(value) or _in_digits(value, digits, least) for value in values]


def _in_digits(value: float, digits: int | None, least: int) -> str:
    if digits is None:
        return number(value, least=least)
    return f"{value:.{digits}f}" if math.isfinite(value) and value else number(value)


def reach_told(interval: Iterable[float], low: str, high: str) -> str:
    """An interval from the texts of its ends; an end without a limit is left out.

    >>> reach_told((-1, 2), "-1.0", "2.0"), reach_told((-math.inf, math.inf), "", "")
    ('-1.0 to 2.0', 'unlimited')
    >>> reach_told((-1, math.inf), "-1.0", ""), reach_told((-math.inf, 2), "", "2.0")
    ('at least -1.0', 'at most 2.0')
    """
    below, above = map(math.isinf, interval)
    if below and above:
        return "unlimited"
    return f"at most {high}" if below else f"at least {low}" if above else f"{low} to {high}"


TINY = "< 1e-300"
BORDERS = ("0.010", "0.025", "0.050", "0.100")


def p_text(p: float, *, nothing_varies: bool = False) -> str:
    """A p-value as papers print it.

    >>> p_text(0.0421), p_text(0.0), p_text(0.0, nothing_varies=True)
    ('p = 0.042', 'p < 1e-300', 'p = 0')
    """
    digits = p_digits(p, nothing_varies=nothing_varies)
    return f"p {digits}" if digits == TINY else f"p = {digits}"


def p_digits(p: float, *, nothing_varies: bool = False) -> str:
    """The digits of a p-value as papers print them; it is 0 only where nothing varies.

    >>> [p_digits(p) for p in (0.0421, 0.04988, 0.00042, 1e-200, 5e-324, 0.0, 1.0)]
    ['0.042', '0.0499', '0.0004', '1e-200', '< 1e-300', '< 1e-300', '1']
    """
    if p == 0 and nothing_varies:
        return "0"
    if p < NOTHING:
        return TINY
    if p > 0.9995:
        return "1"
    if p < 1e-4:
        mantissa, exponent = f"{p:.0e}".split("e")
        return f"{mantissa}e{int(exponent)}"
    # Near a usual alpha it matters on which side it is.
    near = f"{p:.3f}" in BORDERS and p != float(f"{p:.3f}")
    digits = 4 if p < 0.001 or near else 3
    return f"{p:.{digits}f}"


def brief(name: str, most: int = NAME, *, among: Iterable[str] = ()) -> str:
    """A name that is visible and fits a line; of names ``among`` others no two become the same text.

    >>> brief("north"), brief(""), brief("abcdefghij", 7)
    ('north', "''", 'abc…hij')
    >>> [brief(name, 7, among=["abcdefghij", "abcdXfghij"]) for name in ("abcdefghij", "abcdXfghij")]
    ['a…defg…', 'a…dXfg…']
    """
    shown = name if name.strip() else repr(name)
    if len(shown) <= most:
        return shown
    return _apart(frozenset((shown, *among)), most)[shown]


@lru_cache(maxsize=16)
def _apart(names: frozenset[str], most: int) -> dict[str, str]:
    """Names without their middle, or with the place where they differ; in full where that is not enough."""
    told = {name: name if len(name) <= most else _ends(name, most) for name in names}
    alike: dict[str, list[str]] = {}
    for name, text in told.items():
        alike.setdefault(text, []).append(name)
    for group in alike.values():
        if len(group) > 1:
            same = [len(set(letters)) == 1 for letters in zip(*group, strict=False)]
            at = same.index(False) if False in same else len(same)
            told |= {name: _around(name, at, most) for name in group if len(name) > most}
    counted = Counter(told.values())
    return {name: text if counted[text] == 1 else name for name, text in told.items()}


def _ends(name: str, most: int) -> str:
    half = (most - 1) // 2
    return f"{name[: most - 1 - half]}…{name[len(name) - half :]}"


def _around(name: str, at: int, most: int) -> str:
    """The beginning of a name, and what it has at a place."""
    first = most // 4
    start = max(at - 1, first)
    rest = name[start : start + most - first - 1]
    return f"{name[:first]}…{rest if start + len(rest) >= len(name) else f'{rest[:-1]}…'}"


def aligned(rows: list[tuple[str, ...]], right: Collection[int] = ()) -> list[str]:
    """Rows of a table as lines, each column as wide as its widest cell; numbers end at the right.

    >>> aligned([("n", "name"), ("9", "漢字"), ("10", "x")], right=[0])
    [' n  name', ' 9  漢字', '10  x']
    """
    widths = [max(map(_wide, column)) for column in zip(*rows, strict=True)]

    def padded(cell: str, at: int) -> str:
        room = " " * (widths[at] - _wide(cell))
        return room + cell if at in right else cell + room

    return ["  ".join(padded(cell, at) for at, cell in enumerate(row)).rstrip() for row in rows]


def _wide(text: str) -> int:
    """How many columns of a terminal a text takes: two for a wide letter, none for a combining mark."""
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(c) else 1 + (unicodedata.east_asian_width(c) in "WF") for c in text)


class Faces(Protocol):
    """All the ways in which a result is shown."""

    @property
    def sentence(self) -> Callable[..., str]:
        """One sentence."""

    @property
    def text(self) -> Callable[..., str]:
        """Text for a terminal."""

    @property
    def html(self) -> Callable[..., str]:
        """HTML for a notebook."""

    @property
    def values(self) -> Callable[..., dict[str, Any]]:
        """Plain values for strict JSON."""

    @property
    def progress(self) -> Callable[[], Any]:
        """A line with the progress of a run."""


_shown_by: list[Callable[[], Faces]] = []


def shown_by(load: Callable[[], Faces]) -> None:
    """Register what shows results; it is loaded when the first is shown."""
    _shown_by[:] = [load]


def face() -> Faces:
    """What shows results."""
    (load,) = _shown_by
    return load()


class Shown:
    """A result that people read: as one sentence, as text, in a notebook and as plain values."""

    __slots__ = ()

    @property
    def sentence(self) -> str:
        """The answer in one sentence."""
        return face().sentence(self)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values for strict JSON: infinite numbers become None."""
        return face().values(self)

    def text(self, *, all_caveats: bool = False) -> str:
        """The answer, its numbers and what limits it: the three caveats that matter most, or all."""
        return face().text(self, all_caveats=all_caveats)

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        return face().html(self)
