"""A report with slices, their names from anywhere, in a real browser."""

import pytest

import bakeoff
from bakeoff.judge.slices import with_slices

NAMES = (
    "<script>alert(1)</script>",
    "a|b & c_d",
    "x" * 300,
    "",
    "שלום עולם",
    "漢字 🦊",
    "\u202eback\n",
    "10",
)


def written(slices, path):
    def part(at):
        return lambda tried: bakeoff.compare_counts(5 + at % 30, 12, n=100, both_right=30, tried=tried)

    listed = [(f"{NAMES[at % len(NAMES)]}{at // len(NAMES) or ''}", 100, part(at)) for at in range(slices)]
    whole = bakeoff.compare_counts(200, 190, n=2000, both_right=800, names=("forest", "boosting"))
    bakeoff.write_report(with_slices(whole, listed, by="re|gion <b>"), path)
    return path.as_uri()


@pytest.fixture(scope="module")
def reports(tmp_path_factory):
    folder = tmp_path_factory.mktemp("slices")
    return [written(slices, folder / f"{slices}-slices.html") for slices in (2, 16, 80)]


def test_reports_with_slices(look, reports):
    for report in reports:
        look.page.goto(report)
        assert look.within_first_view(".bk-verdict")
        section = look.page.locator("section", has_text="By re|gion <b>").first
        assert section.locator("figure svg").count() == 1
        assert section.locator("tbody tr").count() > 2
        assert section.locator("tbody tr").last.inner_text().startswith("all items")
        look.check()
        look.accessible()
