"""The results of a table, by account: numbers, claims, stand-ins, and what holds by construction."""

from collections.abc import Iterable, Sequence

from bakeoff.core.written import plural
from bakeoff.lab.exhibit import CLEAR, SURE, UNCOUNTED, Cell, Kind, Status
from bakeoff.lab.joint import Joint, joint

KINDS: tuple[Kind, ...] = ("number", "claim", "stand-in", "construction", "repeat", "reading")
STATUSES: tuple[Status, ...] = (
    "exact",
    "within",
    "holds",
    "unsure",
    "near",
    "built",
    "differs",
    "cannot",
    "unprinted",
)
UNMET = ("differs", "cannot")
MARKS: dict[Status, str] = {
    "exact": "=",
    "within": "~",
    "holds": "+",
    "unsure": "±",
    "near": "s",
    "built": "c",
    "differs": "!",
    "cannot": "?",
    "unprinted": "",
}
MEANINGS = {
    "=": "exact",
    "~": f"within {SURE:g} standard errors",
    "+": "claim holds",
    "±": f"claim holds, by less than {CLEAR:g} standard errors",
    "s": "stand-in, near",
    "s±": f"stand-in, claim holds by less than {CLEAR:g} standard errors",
    "c": "by construction",
    "!": "differs",
    "s!": "stand-in, differs",
    "c!": "by construction, and differs",
    "?": "cannot be reproduced",
    "()": "not counted",
}
OF_KIND: dict[Kind, tuple[str, str]] = {
    "number": ("", ""),
    "claim": ("claim ", ""),
    "stand-in": ("stand-in ", "s"),
    "construction": ("by construction, ", "c"),
    "repeat": ("repeat, ", ""),
    "reading": ("other reading, ", ""),
}


def mark(cell: Cell) -> str:
    """A sign for the result of a cell.

    >>> mark(Cell("a", "b", 5.0, 5.0)), mark(Cell("a", "b", 5.0, 7.0, kind="stand-in"))
    ('=', 's!')
    """
    sign = MARKS[cell.status]
    if not sign:
        return ""
    if cell.kind in UNCOUNTED:
        return f"({sign})"
    before = OF_KIND[cell.kind][1]  # type: ignore[index]
    return sign if sign == before else before + sign


def legend(cells: Iterable[Cell]) -> str:
    """What the marks of these cells mean.

    >>> legend([Cell("a", "b", 5.0, 5.0)])
    'printed|computed; = exact'
    """
    found = {mark(cell) for cell in cells}
    used = {sign.strip("()") for sign in found} | ({"()"} if any("(" in sign for sign in found) else set())
    return "; ".join(
        ["printed|computed", ", ".join(f"{m} {said}" for m, said in MEANINGS.items() if m in used)]
    )


def in_words(cell: Cell) -> str:
    """The kind of a cell and its result.

    >>> in_words(Cell("a", "b", (0, 7), 6, words="at most 7"))
    'claim holds'
    """
    if cell.status == "unprinted":
        return "not in print"
    if cell.status in ("near", "built"):
        return "stand-in, near" if cell.status == "near" else "by construction"
    return OF_KIND[cell.kind][0] + cell.status  # type: ignore[index]


def counts(cells: Iterable[Cell]) -> dict[str, dict[Status, int]]:
    """How many cells of each kind have each status; ``unprinted`` is of no kind.

    >>> counts([Cell(row="a", column="b", published=1, computed=1)])
    {'number': {'exact': 1}}
    """
    found: dict[str, dict[Status, int]] = {}
    every = [(str("" if cell.status == "unprinted" else cell.kind), cell.status) for cell in cells]
    for kind in ("", *KINDS):
        by_status = {status: every.count((kind, status)) for status in STATUSES}
        if any(by_status.values()):
            found[kind or "unprinted"] = {status: n for status, n in by_status.items() if n}
    return found


def answer(cells: Sequence[Cell]) -> str:
    """How much of a table was reproduced, account by account, in a sentence.

    >>> answer([Cell(row="a", column="b", published=1, computed=x) for x in (1.2, 7, 8)])
    '1 of 3 numbers reproduced exactly, 2 differ'
    """
    found = counts(cells)
    parts = [
        account(found[kind])
        for kind, account in (
            ("number", _numbers),
            ("claim", _claims),
            ("stand-in", _stand_ins),
            ("construction", _constructions),
        )
        if kind in found
    ]
    if not parts:
        parts = [f"nothing is printed to compare with: {plural(len(cells), 'cell')} computed"]
        return parts[0]
    for kind, one, more in (
        (
            "repeat",
            "1 cell repeats a number that is counted elsewhere",
            "{} cells repeat numbers that are counted elsewhere",
        ),
        (
            "reading",
            "1 cell follows another reading of the paper and is not counted",
            "{} cells follow other readings of the paper and are not counted",
        ),
        (
            "unprinted",
            "1 cell is computed that is not in print",
            "{} cells are computed that are not in print",
        ),
    ):
        n = sum(found.get(kind, {}).values())
        parts += [one if n == 1 else more.format(n)] * bool(n)
    return "; ".join(parts)


def _numbers(n: dict[Status, int]) -> str:
    exact, within = n.get("exact", 0), n.get("within", 0)
    how = f" ({exact} exactly, {within} within Monte-Carlo error)"
    if not (exact and within):
        how = " exactly" if exact else " within Monte-Carlo error" if within else ""
    return f"{exact + within} of {sum(n.values())} numbers reproduced{how}{_failed(n)}"


def _claims(n: dict[Status, int]) -> str:
    said = f"{n.get('holds', 0)} of {sum(n.values())} claims in words hold"
    return f"{said}{_unsure(n)}{_failed(n)}"


def _stand_ins(n: dict[Status, int]) -> str:
    return f"{n.get('near', 0)} of {sum(n.values())} stand-ins come near print{_unsure(n)}{_failed(n)}"


def _constructions(n: dict[Status, int]) -> str:
    good = sum(n.values()) - n.get("differs", 0)
    return f"{plural(good, 'cell')} {'holds' if good == 1 else 'hold'} by construction{_failed(n)}"


def _unsure(n: dict[Status, int]) -> str:
    return f", {n['unsure']} within error of not holding" if "unsure" in n else ""


def _failed(n: dict[Status, int]) -> str:
    differ, cannot = n.get("differs", 0), n.get("cannot", 0)
    said = f", {differ} differ{'s' if differ == 1 else ''}" if differ else ""
    return said + (f", {cannot} cannot be" if cannot else "")


def joint_by_kind(cells: Sequence[Cell]) -> dict[str, Joint]:
    """The joint statistics of numbers and of stand-ins, where there are enough."""
    found = {kind: joint(cells, kind) for kind in KINDS if kind in ("number", "stand-in")}
    return {kind: each for kind, each in found.items() if each is not None}


def joints(cells: Sequence[Cell]) -> list[str]:
    """The joint statistics, a sentence for each.

    >>> joints([Cell("a", f"{at}", 5.0, 6.0, error=0.5) for at in range(4)])
    ['4 numbers: mean z 2.00 (p = 6e-05), chi-square 16.0 on 4 df (p = 0.003), as if all were independent']
    """
    return [
        f"{plural(each.cells, kind)}: {each.words}, as if all were independent"
        for kind, each in joint_by_kind(cells).items()
    ]
