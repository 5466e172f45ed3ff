"""Pages of caveats: what each warns of, when it is raised and what to do."""

import sys
from collections.abc import Iterator

from docs._ext.reference import cases
from docs._ext.reference.markdown import Page, page, prose, section, session
from docs._ext.reference.parts import cited, link, see_also, source_of, titled

from bakeoff.judge.pitfalls import PITFALLS, Pitfall
from bakeoff.judge.pitfalls.dataset_rankings import PITFALLS_OF_RANKINGS
from bakeoff.report.words import references

EVERY: tuple[Pitfall, ...] = (*PITFALLS, *PITFALLS_OF_RANKINGS)


def pages() -> Iterator[Page]:
    """One page for each caveat."""
    return map(of_caveat, EVERY)


def of_caveat(pitfall: Pitfall) -> Page:
    """The page of a caveat."""
    return page(
        f"caveats/{pitfall.key}",
        titled(pitfall),
        f"Key: `{pitfall.key}`. A caveat of a verdict or a ranking.",
        section("When it is raised", _sentence(pitfall.when)),
        section("What to do instead", _sentence(pitfall.remedy)),
        section("Example", _example(pitfall.key)),
        section("Who says so", _sentence(pitfall.source)),
        cited(works_in(pitfall.source)),
        see_also(
            [
                *(link("caveats", each.key) for each in neighbours(pitfall)),
                "[All pitfalls](../../pitfalls.md)",
            ],
            source=_source(pitfall),
        ),
    )


def _example(key: str) -> str:
    """The code and its output or, where the code is long, the verdict and its caveat."""
    if shown := cases.session(key):
        return session(shown)
    sentence, text = cases.raised(key)
    return f"> {prose(sentence)}\n>\n> caveat: {prose(text)}"


def works_in(source: str) -> list[str]:
    """The works that a source names, as records write them."""
    return [text for entry in references.entries().values() for text in entry["as"] if text in source]


def neighbours(pitfall: Pitfall) -> list[Pitfall]:
    """Caveats about the same outcomes, or raised by the same module."""
    home = pitfall.trigger.__module__
    return [each for each in EVERY if each != pitfall and each.trigger.__module__ == home][:8]


def _source(pitfall: Pitfall) -> str:
    return source_of(sys.modules[pitfall.trigger.__module__])


def _sentence(text: str) -> str:
    shown = prose(text)
    return shown[:1].upper() + shown[1:] + ("" if shown.endswith((".", "?")) else ".")
