"""A real browser that tells on pages: errors, requests that leave this machine, too wide for the screen."""

import random
import shutil
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

import pytest

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SIZES = {"desktop": (1280, 900), "phone": (375, 812)}
AXE = Path(__file__).with_name("axe.min.js")
GRAVE = ("serious", "critical")
NOWHERE = "/static/icon.svg"
# No graphics card, and none that is imitated: pages are drawn without.
PLAIN = ["--disable-gpu", "--disable-software-rasterizer"]
SLOW = 60_000  # milliseconds after which something hangs, on however slow a machine


@pytest.fixture(scope="session")
def browser():
    path = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if path is None:
        pytest.skip("there is no Chromium on this machine")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        # Where tests run as root, as they do in containers, the browser's own sandbox cannot.
        started = playwright.chromium.launch(executable_path=path, chromium_sandbox=False, args=PLAIN)
        yield started
        started.close()


class Looker:
    """A page of the browser, and what went wrong on it."""

    def __init__(self, page, site):
        self.page, self.site, self.wrong = page, site, []
        self._heard = {"console": self._says, "pageerror": self._fails, "request": self._leaves}
        for event, hears in self._heard.items():
            page.on(event, hears)

    def leave(self):
        """Let the page forget what was on it; an answer that it waits for no longer counts."""
        for event, hears in self._heard.items():
            self.page.remove_listener(event, hears)
        self.page.goto(self.site.url + NOWHERE)
        self.page.evaluate("sessionStorage.clear()")

    def _says(self, said):
        # Pages name their icon; only the picture that a test leaves behind makes a browser ask for this one.
        if said.type in ("error", "warning") and not said.location["url"].endswith("/favicon.ico"):
            self.wrong.append(f"{said.text} ({said.location['url']})")

    def _fails(self, error):
        self.wrong.append(str(error))

    def _leaves(self, request):
        parts = urlsplit(request.url)
        if parts.scheme not in ("data", "about", "file") and parts.netloc != self.site.host:
            self.wrong.append(f"asked {request.url}")

    def open(self, path):
        self.page.goto(self.site.url + path)

    def check(self):
        """Nothing went wrong, and nothing is cut off at the side."""
        assert self.wrong == []
        over = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert self.page.evaluate(over) <= 0, "the page is wider than the screen"

    def accessible(self):
        """axe finds nothing grave."""
        # Evaluated by the browser's own tools, so the policy of the page stays as strict as it is.
        self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found = self.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        told = [
            (each["id"], each["nodes"][0]["target"], each["nodes"][0]["failureSummary"])
            for each in found["violations"]
            if each["impact"] in GRAVE
        ]
        assert told == []

    def within_first_view(self, selector):
        """Whether all of an element is seen without scrolling."""
        assert self.page.evaluate("window.scrollY") == 0
        box = self.page.locator(selector).first.bounding_box()
        return box["y"] >= 0 and box["y"] + box["height"] <= self.page.viewport_size["height"]


@pytest.fixture(scope="session")
def pages(browser):
    """One page for each kind of screen: a process for each test would take longer than the tests."""

    @cache
    def page(width, height, **how):
        context = browser.new_context(viewport={"width": width, "height": height}, **how)
        made = context.new_page()
        made.set_default_timeout(SLOW)
        return made

    return page


def looker(pages, site, size, scheme):
    look = Looker(pages(*SIZES[size], color_scheme=scheme, reduced_motion="reduce"), site)
    yield look
    look.leave()


@pytest.fixture(params=[(size, scheme) for size in SIZES for scheme in ("light", "dark")], ids="-".join)
def look(request, pages, site):
    """Look at pages at each width, in the light and in the dark."""
    yield from looker(pages, site, *request.param)


@pytest.fixture(params=[("desktop", "light"), ("phone", "dark")], ids="-".join)
def glance(request, pages, site):
    """Look at each width and each colour once: for what is the same in all four."""
    yield from looker(pages, site, *request.param)


@pytest.fixture
def plain(pages, site):
    """A browser without scripts, on a small screen."""
    look = Looker(pages(320, 640, java_script_enabled=False), site)
    yield look
    look.leave()


@pytest.fixture(scope="session")
def files(tmp_path_factory):
    """Files as users have them."""
    folder = tmp_path_factory.mktemp("files")
    draw = random.Random(3)  # noqa: S311 - not for secrets
    rows = [(draw.choice("xy"), draw.choice("xxy"), draw.choice("xyy")) for _ in range(200)]
    body = "".join(",".join(row) + "\n" for row in rows)
    (folder / "predictions.csv").write_text("truth,a,b\n" + body)
    (folder / "other.csv").write_text("label,svm,tree\n" + body)
    for name, at in (("svm", 1), ("tree", 2)):
        lines = "".join(f"{nr},{row[0]},{row[at]}\n" for nr, row in enumerate(rows))
        (folder / f"{'first' if at == 1 else 'second'}.csv").write_text(f"uid,gold,{name}\n{lines}")
    scores = [
        f"{name},{run},{fold},{0.8 + 0.02 * (name == 'forest') + draw.gauss(0, 0.02):.4f}\n"
        for name in ("bayes", "forest")
        for run in range(10)
        for fold in range(10)
    ]
    (folder / "scores.csv").write_text("learner,run,fold,score\n" + "".join(scores))
    return folder
