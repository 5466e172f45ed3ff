"""Reports on a wide screen: the verdict is the last column of a table, and it has to be seen."""

from dataclasses import replace

from tests.rankings import ranking

import bakeoff

WIDE = (1400, 900)
HIDDEN = "all => all.map(each => each.scrollWidth - each.clientWidth)"


def test_a_wide_screen_shows_the_whole_table_of_pairs(pages, tmp_path):
    names = ("forest", "boosting", "logistic", "bayes", "stump")
    made = ranking(5, names=names)
    pairs = tuple(
        replace(each, method="mcnemar-mid-p", wins=121, ties=1276, losses=103) for each in made.pairs
    )
    report = tmp_path / "ranking.html"
    bakeoff.write_report(replace(made, pairs=pairs), report)
    page = pages(*WIDE)
    page.goto(report.as_uri())
    beside = page.locator(".bk-beside .bk-scroll")
    assert beside.count() == 2
    assert max(beside.evaluate_all(HIDDEN)) <= 0
    page.goto("about:blank")
