"""What the five papers print: the numbers from ``published.json``, the exhibits from ``exhibits.toml``."""

import json
import re
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache
from importlib import resources
from typing import Any

from bakeoff.core.exceptions import unknown_name
from bakeoff.lab.exhibit import Effort, Exhibit, Reproduction

PAPERS = {
    "bouckaert": "bouckaert2003",
    "mh": "martin_hirschberg1996",
    "dietterich": "dietterich1998",
    "honavar": "honavar",
    "salzberg": "salzberg1997",
}  # the first word of an exhibit's key, and its paper


def printed(paper: str, *path: str) -> Any:
    """A printed value of a paper, by the path of names to it.

    >>> printed("salzberg1997", "binomial", "s35_one_sided")
    0.0032
    >>> printed("bouckaert2003", "table4_typeI_pct_by_level_set1", "rows", "Use all data")
    [0.6, 2.0, 4.6, 9.6]
    """
    found: Any = _papers()
    for name in (paper, *path):
        if not isinstance(found, dict) or name not in found:
            raise unknown_name("printed number", name, found if isinstance(found, dict) else ())
        found = found[name]
    return found


def source(paper: str) -> str:
    """The paper, as records refer to it.

    >>> source("salzberg1997")
    'Salzberg 1997, Data Mining and Knowledge Discovery 1:317-328'
    """
    return str(printed(paper, "source"))


def paper_of(key: str) -> str:
    """The paper that an exhibit's key begins with.

    >>> paper_of("mh-table5")
    'martin_hirschberg1996'
    """
    return PAPERS[key.split("-")[0]]


def in_order(keys: Iterable[str]) -> list[str]:
    """Keys of exhibits paper by paper, with table 2 before table 10.

    >>> in_order(["salzberg-examples", "mh-table10", "mh-table5"])
    ['mh-table5', 'mh-table10', 'salzberg-examples']
    """
    papers = list(PAPERS.values())

    def place(key: str) -> tuple[int, list[str]]:
        return papers.index(paper_of(key)), [part.zfill(4) for part in re.split(r"(\d+)", key)]

    return sorted(keys, key=place)


def why(name: str) -> str:
    """A reason of ``exhibits.toml`` why a computed value differs from print.

    >>> why("must-divide")
    'the footnote multiplies where it must divide: Z = k / sqrt(2 (1 - rho)) (E-M9)'
    """
    return _in_one_line(_exhibits()["reasons"][name])


def exhibit(key: str, compute: Callable[[Effort], Reproduction]) -> Exhibit:
    """The record of a table or figure: what ``exhibits.toml`` says about it, and how it is computed.

    Its notes come first, whatever the result; one that begins with @ is a reason.
    """
    facts = _exhibits()[key]

    def with_notes(effort: Effort) -> Reproduction:
        said = (why(note[1:]) if note[0] == "@" else _in_one_line(note) for note in facts.get("notes", ()))
        found = compute(effort)
        return replace(found, notes=(*said, *found.notes))

    return Exhibit(
        key=key,
        title=facts["title"],
        source=", ".join([source(paper_of(key)), *([facts["where"]] if "where" in facts else [])]),
        about=_in_one_line(facts["about"]),
        compute=with_notes,
        errata=tuple(facts.get("errata", ())),
    )


def _in_one_line(text: str) -> str:
    return " ".join(text.split())


@cache
def _exhibits() -> dict[str, dict[str, Any]]:
    return tomllib.loads(_file("exhibits.toml"))


@cache
def _papers() -> dict[str, Any]:
    papers: dict[str, Any] = json.loads(_file("published.json"))
    return papers


def _file(name: str) -> str:
    return resources.files("bakeoff.lab.papers").joinpath(name).read_text(encoding="utf-8")
