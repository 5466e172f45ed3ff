"""The works that records refer to, with all that a bibliography needs (``references.json``)."""

import json
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from typing import Any
from urllib.parse import quote

SAFE = "/:;()"  # characters of DOIs that addresses may have as they are
LISTED = ("journal", "booktitle", "publisher", "institution", "school", "howpublished")


@cache
def entries() -> Mapping[str, Mapping[str, Any]]:
    """All works by key: type and fields as BibTeX has them, authors as a list."""
    text = resources.files("bakeoff.report.words").joinpath("references.json").read_text(encoding="utf-8")
    found: Mapping[str, Mapping[str, Any]] = json.loads(text)
    return found


@cache
def _keys() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for key, entry in entries().items():
        for text in entry["as"]:
            found[text] = (*found.get(text, ()), key)
    return found


def keys_of(references: Iterable[str]) -> tuple[str, ...]:
    """The keys of works as records name them, in that order and each once.

    >>> keys_of(["Tango 1998, Statistics in Medicine 17:891-908"])
    ('tango1998',)
    """
    return tuple(dict.fromkeys(key for text in references for key in _keys()[text]))


def label(key: str) -> str:
    """How a sentence names a work.

    >>> label("fagerland2013"), label("tango1998"), label("bell2002")
    ('Fagerland et al. 2013', 'Tango 1998', 'Bell & McCaffrey 2002')
    """
    entry = entries()[key]
    names = [author.split(",")[0] for author in entry.get("author", ())] or [key]
    who = f"{names[0]} et al." if len(names) > 2 else " & ".join(names)
    return f"{who} {entry['year']}" if "year" in entry else who


def link(key: str) -> str:
    """Where a work is found: by its DOI, or its address; empty where neither is known.

    >>> link("nadeau2003")
    'https://doi.org/10.1023/A:1024068626366'
    """
    entry = entries()[key]
    return f"https://doi.org/{quote(entry['doi'], safe=SAFE)}" if "doi" in entry else entry.get("url", "")


def in_full(key: str) -> str:
    """A work as a bibliography lists it.

    >>> in_full("nadeau2003")
    'C. Nadeau, Y. Bengio (2003). Inference for the generalization error. Machine Learning 52(3):239-281.'
    """
    entry = entries()[key]
    who = ", ".join(_initials(author) for author in entry.get("author", ()))
    year = f" ({entry['year']})" if "year" in entry else ""
    where = next((entry[name] for name in LISTED if name in entry), "")
    return f"{who}{year}{'. ' if who else ''}{_ended(entry['title'])} {where}{_place(entry)}."


def _ended(title: str) -> str:
    return title if title.endswith("?") else f"{title}."


def _initials(author: str) -> str:
    family, _, given = author.partition(", ")
    short = " ".join(f"{word[0]}." for word in given.replace("-", " ").split())
    return f"{short} {family}".strip()


def _place(entry: Mapping[str, Any]) -> str:
    """Volume, number and pages as records write them."""
    volume, number = entry.get("volume", ""), entry.get("number", "")
    if entry["type"] == "techreport":
        return f", report {number}" if number else ""
    if not volume:
        return f", {entry['pages']}" if "pages" in entry else ""
    return (
        f" {volume}" + (f"({number})" if number else "") + (f":{entry['pages']}" if "pages" in entry else "")
    )
