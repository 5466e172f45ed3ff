"""Parts that pages of records share: facts, references, sources, links to other records."""

import inspect
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from docs._ext.reference.markdown import bullets, defined, prose, section

from bakeoff.core.registry import Registry
from bakeoff.estimators import ESTIMATORS
from bakeoff.intervals import INTERVALS
from bakeoff.methods import METHODS
from bakeoff.methods.many import MANY
from bakeoff.metrics import METRICS
from bakeoff.report.words import references
from bakeoff.report.words.catalogue import rows

ROOT = Path(__file__).parents[3]
FOLDERS: Mapping[str, Registry[Any]] = {
    "methods": METHODS,
    "many": MANY,
    "intervals": INTERVALS,
    "metrics": METRICS,
    "estimators": ESTIMATORS,
}
# What a page shows elsewhere, or says in its heading.
SHOWN_ELSEWHERE = (
    "question",
    "takes",
    "designs",
    "computes",
    "formula",
    "assumes",
    "option",
    "measured",
    "reference",
    "unsound",
    "holds in",
    "fails in",
    "remark",
)
IN_WORDS = {
    "speaks of": "About",
    "not": "Not to confuse with",
    "plan": "Sample size",
}


def facts(record: Any) -> str:
    """What `bakeoff methods KEY` says about a record, except what the page shows elsewhere."""
    told = [(name, text) for name, text in rows(record) if name not in SHOWN_ELSEWHERE]
    named = [(IN_WORDS.get(name, name.capitalize()), prose(text)) for name, text in told]
    return defined(named)


def conditions(record: Any) -> str:
    """The assumptions and the options."""
    assumed = bullets(map(prose, record.assumptions))
    options = {**getattr(record, "options", {}), **getattr(record, "reading", {})}
    listed = defined((f"`{name}`", prose(text)) for name, text in options.items())
    return "\n\n".join(part for part in (section("Assumptions", assumed), section("Options", listed)) if part)


def cited(named: Iterable[str]) -> str:
    """Works as a bibliography lists them, with a link where one is known."""
    return section("References", bullets(works(named)))


def works(named: Iterable[str]) -> list[str]:
    """The entries of a bibliography."""
    return [_work(key) for key in references.keys_of(named)]


def _work(key: str) -> str:
    if key == "bakeoff":
        return prose("Described and measured, in this form, in docs/measured.md.")
    address, doi = references.link(key), references.entries()[key].get("doi")
    shown = prose(f"doi:{doi}") if doi else address
    return prose(references.in_full(key)) + (f" [{shown}](<{address}>)" if address else "")


def source_of(thing: Any, depth: int = 2) -> str:
    """Where the code is: a link that works in the site and in the repository."""
    path = Path(inspect.getsourcefile(inspect.unwrap(thing)) or "").resolve().relative_to(ROOT)
    return f"[{path}]({'../' * (depth + 1)}{path})"


def record_source(folder: str, key: str) -> str:
    """Where a record is defined."""
    package = FOLDERS[folder].package.replace(".", "/")
    path = f"src/{package}/{key.replace('-', '_')}.py"
    return f"[{path}](../../../{path})"


def see_also(links: Iterable[str], *, source: str) -> str:
    """Related pages, and the source."""
    return section("See also", bullets([*links, f"Source: {source}", "{doc}`/reference/index`"]))


def titled(record: Any) -> str:
    """A title with a capital; a name that starts with a small letter, such as k-fold, keeps it."""
    title: str = record.title
    return title if title[:2].lower() in ("k-", ".6") else title[:1].upper() + title[1:]


def link(folder: str, key: str) -> str:
    """A link from a page of a record to that of another."""
    return f"[`{key}`](../{folder}/{key}.md)"
