"""Numbers and names as people write them, and who shows nouns."""

import math
from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, Protocol

NAME = 40  # letters of a name


def number(value: float) -> str:
    """A number as people write it: enough digits, no more.

    >>> [number(x) for x in (3.94, 0.0312, 12345.6, float("inf"), 0.0)]
    ['3.9', '0.031', '12346', 'unlimited', '0']
    """
    if math.isinf(value):
        return "unlimited" if value > 0 else "-unlimited"
    size = abs(value)
    if size == 0:
        return "0"
    if size < 1e-4:
        return f"{value:.1e}"
    digits = 0 if size >= 1000 else 1 if size >= 1 else 1 - math.floor(math.log10(size))
    return f"{value:.{digits}f}"


NOTHING = 1e-300  # an end just beyond 0 is 0 to the eye


def in_step(*values: float) -> list[str]:
    """Numbers with the same decimals: two digits for the largest, and none but 0 shown as 0.

    >>> in_step(1.47, 0.151, 3.26), in_step(0.004, -12.3)
    (['1.5', '0.2', '3.3'], ['0.004', '-12.300'])
    """
    values = tuple(0.0 if abs(value) < NOTHING else value for value in values)
    sizes = [abs(value) for value in values if math.isfinite(value) and value]
    if not sizes or max(sizes) >= 1000 or min(sizes) < 1e-4:
        return [number(value) for value in values]
    digits = max(1, 1 - math.floor(math.log10(max(sizes))))
    while any(float(f"{size:.{digits}f}") == 0 for size in sizes):
        digits += 1
    return [f"{value:.{digits}f}" if math.isfinite(value) and value else number(value) for value in values]


BORDERS = ("0.010", "0.025", "0.050", "0.100")


def p_text(p: float) -> str:
    """A p-value as papers print it."""
    return f"p = {p_digits(p)}"


def p_digits(p: float) -> str:
    """The digits of a p-value as papers print them.

    >>> [p_digits(p) for p in (0.0421, 0.04988, 0.00042, 1e-200, 0.0, 1.0)]
    ['0.042', '0.0499', '0.0004', '1e-200', '0', '1']
    """
    if p == 0:
        return "0"
    if p > 0.9995:
        return "1"
    if p < 1e-4:
        mantissa, exponent = f"{p:.0e}".split("e")
        return f"{mantissa}e{int(exponent)}"
    # Next to a usual alpha it counts which side it is on.
    near = f"{p:.3f}" in BORDERS and p != float(f"{p:.3f}")
    digits = 4 if p < 0.001 or near else 3
    return f"{p:.{digits}f}"


def brief(name: str, most: int = NAME, *, among: Iterable[str] = ()) -> str:
    """A name that shows and does not fill a line; of names ``among`` others no two become the same text.

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


class Faces(Protocol):
    """All the ways in which a noun shows itself."""

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
        """A line that tells how far a run is."""


_shown_by: list[Callable[[], Faces]] = []


def shown_by(load: Callable[[], Faces]) -> None:
    """Say who shows nouns; it is loaded when the first is shown."""
    _shown_by[:] = [load]


def face() -> Faces:
    """Who shows nouns."""
    (load,) = _shown_by
    return load()


class Shown:
    """A noun that people read: as one sentence, as text, in a notebook and as plain values."""

    __slots__ = ()

    @property
    def sentence(self) -> str:
        """The answer in one sentence."""
        return face().sentence(self)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values for strict JSON: what is infinite becomes None."""
        return face().values(self)

    def text(self, *, all_caveats: bool = False) -> str:
        """The answer, its numbers and what limits it: the three caveats that matter most, or all."""
        return face().text(self, all_caveats=all_caveats)

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        return face().html(self)
