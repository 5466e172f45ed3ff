"""Write the reference before Sphinx reads, and llms.txt after it has written."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docs._ext import llms
from docs._ext.outputs import wrapped
from docs._ext.reference.write import write
from docutils import nodes

from bakeoff.report.words.catalogue import CODES

if TYPE_CHECKING:  # the tests need no Sphinx
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

SCROLLING = {
    "<pre>": '<pre tabindex="0">',
    '<div class="table-wrapper': '<div tabindex="0" class="table-wrapper',
}


def _reference(app: "Sphinx") -> None:
    write(Path(app.srcdir) / "reference")


def _without_codes(
    app: "Sphinx", what: str, name: str, thing: object, options: object, lines: list[str]
) -> None:
    """Numbers of the specification mean nothing to a reader of the API."""
    lines[:] = [CODES.sub("", line) for line in lines]


def _collapsed(
    app: "Sphinx", page: str, template: str, context: dict[str, Any], tree: nodes.document
) -> None:
    """Keep the sidebar of each page to its own branch: 300 links on 300 pages take a minute to write."""
    whole: Callable[..., str] = context["toctree"]
    context["toctree"] = lambda **asked: _levelled(whole(**{**asked, "collapse": True}))


def _levelled(sidebar: str) -> str:
    """Captions are headings to screen readers, which must know their level."""
    return sidebar.replace('role="heading"', 'role="heading" aria-level="2"')


def _reachable(
    app: "Sphinx", page: str, template: str, context: dict[str, Any], tree: nodes.document
) -> None:
    """Wrap sentences in outputs, and let the keyboard reach what still scrolls: code and tables."""
    body = wrapped(context.get("body", ""))
    for old, new in SCROLLING.items():
        body = body.replace(old, new)
    context["body"] = body


def _one_list(app: "Sphinx", page: str, template: str, context: dict[str, Any], tree: nodes.document) -> None:
    """Make one list of the modules: Sphinx nests lists in a way that HTML does not allow."""
    if page == "_modules/index":
        heading, _, items = context["body"].partition("<ul>")
        context["body"] = f"{heading}<ul>{items.replace('<ul>', '').replace('</ul>', '')}</ul>"


def _for_programs(app: "Sphinx", problem: Exception | None) -> None:
    from sphinx import addnodes

    if problem is not None or app.builder.name != "html":
        return
    env = app.env
    trees = env.get_doctree("index").findall(addnodes.toctree)
    sections = {
        tree["caption"]: [
            name for top in tree["includefiles"] for name in llms.below(top, env.toctree_includes)
        ]
        for tree in trees
    }
    names = [name for below in sections.values() for name in below]
    titles = {name: env.titles[name].astext() for name in names}
    sources = {name: Path(env.doc2path(name)).read_text(encoding="utf-8") for name in names}
    llms.write(Path(app.outdir), llms.in_full(sections, sources), llms.listed(sections, titles, sources))


def setup(app: "Sphinx") -> "ExtensionMetadata":
    """Register the steps."""
    app.connect("builder-inited", _reference)
    app.connect("autodoc-process-docstring", _without_codes)
    app.connect("html-page-context", _collapsed, priority=100)
    app.connect("html-page-context", _reachable)
    app.connect("html-page-context", _one_list)
    app.connect("build-finished", _for_programs)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
