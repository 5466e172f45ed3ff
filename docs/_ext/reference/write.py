"""All pages of the reference, and the tables of contents that reach them."""

import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

from docs._ext.reference import api, caveats, designs, methods, others
from docs._ext.reference.markdown import Page, page, prose, section, table

from bakeoff.report.words.catalogue import groups

FOLDERS = (
    ("methods", "Methods for two models", "Methods by the kind of data that they take."),
    (
        "many",
        "Methods for many models",
        "All pairs at once, omnibus tests, possible ranks, the set of possible best.",
    ),
    (
        "intervals",
        "Intervals for a rate",
        "`bakeoff interval --method KEY`, `bakeoff.interval(..., method=KEY)`.",
    ),
    ("metrics", "Metrics", "`--metric KEY`, `metric=KEY`."),
    ("estimators", "Estimators of the error of one learner", "`bakeoff.estimate(..., estimator=KEY)`."),
    ("designs", "Designs", "How data are split into training and test items."),
    ("caveats", "Caveats", "What limits a verdict, when the caveat is raised, and what to do."),
    ("api", "Python API", "The public names, grouped by what they are for."),
)


def pages() -> Iterator[Page]:
    """Every page, and the contents."""
    found = [*methods.pages(), *others.pages(), *designs.pages(), *caveats.pages(), *api.pages()]
    yield from found
    for folder, title, about in FOLDERS:
        yield _contents(folder, title, about, [each for each in found if each.path.parts[0] == folder])
    yield _index()


def _contents(folder: str, title: str, about: str, found: Iterable[Page]) -> Page:
    listed = "\n".join(each.path.stem for each in found)
    tree = f"```{{toctree}}\n:maxdepth: 1\n\n{listed}\n```"
    return page(f"{folder}/index", title, about, *(_by_kind() if folder == "methods" else ()), tree)


def _by_kind() -> list[str]:
    """Methods in tables, by what they take."""
    tables = []
    for heading, _, records in groups():
        if heading.startswith("Methods on"):
            body = [(f"[`{each.key}`]({each.key}.md)", prose(each.title)) for each in records]
            tables.append(section(prose(heading), table(("key", "method"), body, numbers_from=2)))
    return tables


def _index() -> Page:
    listed = "\n".join([*(f"{folder}/index" for folder, _, _ in FOLDERS), "worlds"])
    about = "One page for each method, interval, metric, estimator, design and caveat, and the API."
    return page("index", "Reference", about, f"```{{toctree}}\n:maxdepth: 1\n\n{listed}\n```")


def write(folder: Path) -> list[Path]:
    """Write all pages below a folder; leave unchanged ones alone, so that Sphinx reads few again."""
    written = []
    for each in pages():
        path = folder / each.path
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != each.text:
            path.write_text(each.text, encoding="utf-8")
        written.append(path)
    for stale in set(folder.rglob("*.md")) - set(written):
        stale.unlink()
    return written


def clean(folder: Path) -> None:
    """Remove the written pages."""
    shutil.rmtree(folder, ignore_errors=True)
