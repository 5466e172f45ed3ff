"""Pages of caveats: what each warns of, when it is raised and what to do."""

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from docs._ext.reference import cases, supports
from docs._ext.reference.markdown import Page, bullets, page, prose, section
from docs._ext.reference.parts import link, see_also, source_of, titled, works

from bakeoff.core.evidence import Importance
from bakeoff.judge import pitfalls
from bakeoff.judge.pitfalls import PITFALLS, Pitfall
from bakeoff.judge.pitfalls.dataset_rankings import PITFALLS_OF_RANKINGS
from bakeoff.judge.pitfalls.pitfall import OURS

EFFECT: dict[Importance, str] = {
    "invalidates": "No conclusion follows",
    "casts-doubt": "The decision may be wrong",
    "limits": "The decision says less than it seems to",
    "informs": "This helps to read the verdict",
}
EVERY: tuple[Pitfall, ...] = (*PITFALLS, *PITFALLS_OF_RANKINGS)


def pages() -> Iterator[Page]:
    """One page for each caveat."""
    return map(of_caveat, EVERY)


def of_caveat(pitfall: Pitfall) -> Page:
    """The page of a caveat."""
    return page(
        f"caveats/{pitfall.key}",
        titled(pitfall),
        f"Key: `{pitfall.key}`. {EFFECT[pitfall.importance]} when {_sentence(pitfall.when, capital=False)}",
        section("What to do instead", _sentence(pitfall.remedy)),
        section("What was measured", *supports.told(pitfall.support, pitfall.key)),
        section("Example", cases.shown(pitfall.key)),
        section("References", *_basis(pitfall)),
        see_also(
            [
                *(link("caveats", each.key) for each in neighbours(pitfall)),
                "[All pitfalls](../../pitfalls.md)",
            ],
            source=_source(pitfall),
        ),
    )


def _basis(pitfall: Pitfall) -> Iterator[str]:
    """Who says so and where, the works in full, and the pages that have the figures."""
    said = pitfall.source.replace(f"; {OURS}", "")
    if said != OURS:
        yield _sentence(said)
    places = (f"Measured here: {place}." for place in dict.fromkeys(supports.places(pitfall.support)))
    yield bullets([*works(pitfall.references), *places])


def neighbours(pitfall: Pitfall) -> list[Pitfall]:
    """Caveats that the same module has."""
    home = _homes()[pitfall.key]
    return [each for each in EVERY if each != pitfall and _homes()[each.key] == home][:8]


@cache
def _homes() -> dict[str, ModuleType]:
    """The modules in which the records are."""
    names = (f"{pitfalls.__name__}.{each.name}" for each in iter_modules(pitfalls.__path__))
    return {
        record.key: module
        for module in map(import_module, names)
        for value in vars(module).values()
        if isinstance(value, tuple)
        for record in (each[0] if isinstance(each, tuple) else each for each in value)
        if isinstance(record, Pitfall)
    }


def _source(pitfall: Pitfall) -> str:
    return source_of(_homes()[pitfall.key])


def _sentence(text: str, *, capital: bool = True) -> str:
    shown = prose(text)
    return (
        (shown[:1].upper() if capital else shown[:1])
        + shown[1:]
        + ("" if shown.endswith((".", "?")) else ".")
    )
