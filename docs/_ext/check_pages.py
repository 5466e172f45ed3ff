"""Look at the built site in a browser: `python -m docs._ext.check_pages FOLDER`.

On a sample of pages, wide and narrow, light and dark, axe must find nothing serious, and no page may be wider
than the screen. The search must work without a network, and a key or a title must find its own page first.
Without Chromium nothing is checked, and a line says so.
"""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

ROOT = Path(__file__).parents[2]
AXE = ROOT / "tests" / "browser" / "axe.min.js"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SAMPLE = (
    "index",
    "start",
    "tutorials/two_models",
    "faq",
    "glossary",
    "measured",
    "papers/mh-table5",
    "papers/dietterich-curves",
    "reference/index",
    "reference/methods/index",
    "reference/methods/corrected-resampled-t",
    "reference/many/max-t",
    "reference/intervals/wilson",
    "reference/metrics/mcc",
    "reference/estimators/bootstrap-632",
    "reference/designs/kfold",
    "reference/caveats/unsound-method",
    "reference/caveats/calibrated-here",
    "reference/api/lab",
    "reference/api/comparing",
    "search",
)
SCREENS = (((1400, 900), "light"), ((1400, 900), "dark"), ((390, 844), "light"), ((390, 844), "dark"))
# What a reader types, and the page that must come first.
SOUGHT = {
    "mcnemar": "reference/methods/mcnemar",
    "items-folds-t": "reference/methods/items-folds-t",
    "score-t": "reference/methods/score-t",
    "area-t": "reference/methods/area-t",
    "kfold-t": "reference/methods/kfold-t",
    "max-t": "reference/many/max-t",
    "corrected resampled t": "reference/methods/corrected-resampled-t",
    "bootstrap-632": "reference/estimators/bootstrap-632",
    "no-errors": "reference/caveats/no-errors",
    "Measured error rates of the methods": "measured",
}
GRAVE = ("serious", "critical")
FOR_ALL = (SCREENS[0], SCREENS[3])  # each width and each scheme once, for pages outside the sample


def problems(browser: Any, site: Path) -> Iterator[str]:
    """Everything that is wrong on the sample of pages."""
    for (width, height), scheme in SCREENS:
        context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, offline=True
        )
        page = context.new_page()
        for name in (*SAMPLE, *(more(site) if ((width, height), scheme) in FOR_ALL else ())):
            page.goto(f"{site.as_uri()}/{name}.html")
            yield from (f"{name}, {width} px, {scheme}: {each}" for each in _of_page(page))
        context.close()


def more(site: Path) -> list[str]:
    """Every page that is written by hand; of each folder of pages that are made the index and the longest."""
    made = [site / "papers", site / "_modules", site / "reference", *(site / "reference").glob("*/")]
    found = [*site.glob("*.html"), *(site / "tutorials").glob("*.html")]
    for folder in made:
        every = sorted(folder.rglob("*.html") if folder.name == "_modules" else folder.glob("*.html"))
        found += {max(every, key=lambda page: page.stat().st_size), *folder.glob("index.html")}
    names = {page.relative_to(site).with_suffix("").as_posix() for page in found}
    return sorted(names - set(SAMPLE))


def _of_page(page: Any) -> Iterator[str]:
    too_wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    if too_wide > 0:
        yield f"{too_wide} px wider than the screen"
    page.evaluate(AXE.read_text(encoding="utf-8"))
    asked = "axe.run(document, {resultTypes: ['violations']}).then(found => found.violations)"
    for each in page.evaluate(asked):
        if each["impact"] in GRAVE:
            places = each["nodes"]
            yield f"{each['id']}: {each['help']}: {places[0]['html'][:200]} ({len(places)} times)"


def searched(browser: Any, site: Path) -> Iterator[str]:
    """Queries whose own page does not come first, offline."""
    page = browser.new_context(offline=True).new_page()
    for asked, wanted in SOUGHT.items():
        page.goto(f"{site.as_uri()}/search.html?q={quote(asked)}")
        found = page.wait_for_selector("#search-results li a", timeout=20_000).get_attribute("href")
        if found != f"{wanted}.html":
            yield f"the search for {asked} finds {found} first, not {wanted}.html"


def main(folder: str) -> int:
    """Print what is wrong; the exit code says whether anything is."""
    path = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if path is None:
        sys.stdout.write("!!! PAGES WERE NOT CHECKED: Chromium is not installed !!!\n")
        return 0
    from playwright.sync_api import sync_playwright

    site = Path(folder).resolve()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        found = [*problems(browser, site), *searched(browser, site)]
        browser.close()
    sys.stdout.write("".join(f"{line}\n" for line in found))
    sys.stdout.write(f"{len(found)} problems on {len(SAMPLE)} pages, each on {len(SCREENS)} screens, ")
    sys.stdout.write(f"and on {len(more(site))} pages, each on {len(FOR_ALL)} screens\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
