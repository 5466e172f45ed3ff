"""Check that every link inside the built site leads somewhere: `python -m docs._ext.check_links FOLDER`."""

import sys
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit


class Found(HTMLParser):
    """The links and the anchors of one page."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.places: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record the link and the id of an element."""
        given = {name: value for name, value in attrs if value}
        self.links += [given[name] for name in ("href", "src") if name in given]
        self.places |= {given[name] for name in ("id", "name") if name in given}


@cache
def read(page: Path) -> Found:
    """The links and anchors of a page."""
    found = Found()
    found.feed(page.read_text(encoding="utf-8"))
    return found


def broken(site: Path) -> Iterator[str]:
    """Each link that leads nowhere, with the page that has it."""
    for page in sorted(site.rglob("*.html")):
        for link in dict.fromkeys(read(page).links):
            problem = _problem(link, page, site)
            if problem:
                yield f"{page.relative_to(site)}: {link}: {problem}"


def _problem(link: str, page: Path, site: Path) -> str:
    parts = urlsplit(link)
    if parts.scheme in ("http", "https"):
        return "" if page_may_link(link) else "loads from the network"
    if parts.scheme or parts.netloc:
        return ""
    path, place = urldefrag(link)
    target = page if not path else (page.parent / unquote(urlsplit(path).path)).resolve()
    if target.is_dir():
        target /= "index.html"
    if not target.is_relative_to(site) or not target.exists():
        return "no such file"
    if place and target.suffix == ".html" and unquote(place) not in read(target).places | {"top"}:
        return "no such place in the page"
    return ""


def page_may_link(link: str) -> bool:
    """Whether an address is one that a reader follows; scripts, styles and pictures must be in the site."""
    return not link.endswith((".js", ".css", ".svg", ".png", ".woff2"))


def main(folder: str) -> int:
    """Print what is broken; the exit code says whether anything is."""
    site = Path(folder).resolve()
    found = list(broken(site))
    pages = len(list(site.rglob("*.html")))
    sys.stdout.write("".join(f"{line}\n" for line in found))
    sys.stdout.write(f"{len(found)} broken links in {pages} pages\n")
    return 1 if found or not pages else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
