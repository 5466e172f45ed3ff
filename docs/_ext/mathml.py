"""Formulas as MathML, which browsers draw themselves: no script and no network."""

from typing import TYPE_CHECKING
from xml.etree import ElementTree

from docutils import nodes
from docutils.utils.math.latex2mathml import accents, over, tex2mathml

if TYPE_CHECKING:  # the tests typeset formulas without Sphinx
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata
    from sphinx.writers.html5 import HTML5Translator

NAMESPACE = "http://www.w3.org/1998/Math/MathML"
BAR, OVERLINE = "\u02c9", "\u203e"  # what docutils writes, and what is drawn clear of the letter
ACCENTS = {*accents.values(), *(sign for sign, _ in over.values())}


def typeset(latex: str, *, as_block: bool = False) -> str:
    """A formula as MathML, with the index of an accented letter at its lower right, and clear bars.

    docutils writes the index below the letter, as that of a sum; braces around the letter do not help. The
    bar that it writes is not in the fonts for formulas: browsers draw that of d across the letter.
    """
    text = tex2mathml(latex, as_block=as_block).replace(f' xmlns="{NAMESPACE}"', "")
    text = text.replace("&ApplyFunction;", "\u2061")  # XML does not have the name
    tree = ElementTree.fromstring(text)  # noqa: S314 - docutils wrote it
    for node in tree.iter("munderover"):
        if node[2].tag == "mo" and node[2].text in ACCENTS:
            _index_beside(node)
    for node in tree.iter("mover"):
        if node[1].text == BAR:
            node[1].text = OVERLINE
            node.set("accent", "false")  # leaves a gap
    tree.set("xmlns", NAMESPACE)  # as an attribute, so that tags are written without a prefix
    return ElementTree.tostring(tree, encoding="unicode", short_empty_elements=False)


def _index_beside(node: ElementTree.Element) -> None:
    """From letter, index, accent to the accented letter and its index."""
    letter, index, accent = node
    accented = ElementTree.Element("mover", {"accent": "true"})
    accented.extend((letter, accent))
    node.tag, node[:] = "msub", [accented, index]


def _inline(translator: "HTML5Translator", node: nodes.math) -> None:
    translator.body.append(typeset(node.astext()))
    raise nodes.SkipNode


def _block(translator: "HTML5Translator", node: nodes.math_block) -> None:
    # A formula that is wider than a phone scrolls separately, so the keyboard must reach it.
    opened = '<div class="math-block" role="group" aria-label="formula" tabindex="0">'
    translator.body.append(f"{opened}{typeset(node.astext(), as_block=True)}</div>\n")
    raise nodes.SkipNode


def setup(app: "Sphinx") -> "ExtensionMetadata":
    """Register the renderer under the name that ``html_math_renderer`` asks for."""
    app.add_html_math_renderer("mathml", inline_renderers=(_inline, None), block_renderers=(_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
