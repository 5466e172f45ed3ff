"""Settings of the documentation site: `make docs` builds it."""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from bakeoff.core.version import VERSION  # noqa: E402 - the path comes first

project = "bakeoff"
author = "bakeoff developers"
version = release = VERSION
language = "en"

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
    "docs._ext.mathml",
    "docs._ext.site",
]
exclude_patterns = ["_ext", "_data", "_build"]
nitpicky = True
# Signatures and docstrings name types of numpy and of the inside of the package, which have no page.
nitpick_ignore_regex = [("py:class", ".*")]

myst_enable_extensions = ["deflist", "dollarmath", "colon_fence", "attrs_inline"]
myst_heading_anchors = 4
myst_links_external_new_tab = False
highlight_language = "none"
smartquotes = False  # options start with two hyphens
default_role = "code"

autodoc_typehints = "none"
autodoc_member_order = "bysource"
napoleon_google_docstring = False
napoleon_use_rtype = False

html_theme = "furo"
html_title = f"bakeoff {VERSION}"
html_static_path = ["_static"]
html_css_files = ["bakeoff.css"]
html_search_scorer = str(Path(__file__).parent / "_static" / "scorer.js")
html_math_renderer = "mathml"
html_show_sphinx = False
html_show_copyright = False
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"
