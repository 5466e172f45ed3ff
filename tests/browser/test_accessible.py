import pytest
from tests.rankings import MADE

import bakeoff

PAGES = [
    "/", "/intervals", "/plan", "/advice", "/advice?have=two", "/methods", "/methods/mcnemar",
    "/methods/corrected-resampled-t", "/methods/wilson", "/pitfalls", "/papers", "/papers/bouckaert-fig2",
    "/papers/bouckaert-table7", "/methods/max-t",
    "/papers/mh-table12", "/advice?have=many&subject=algorithm&domains=many",
    "/advice?have=two&subject=classifier&domains=one&sample=large&items=same&matters=accuracy",
]  # fmt: skip


@pytest.mark.parametrize("path", PAGES)
def test_pages(glance, path):
    glance.open(path)
    glance.check()
    glance.page.locator("details").evaluate_all("all => all.forEach(each => { each.open = true; })")
    glance.accessible()


def test_what_is_wrong_and_what_is_asked(glance, files):
    glance.open("/nowhere")
    glance.accessible()
    glance.open("/")
    glance.page.set_input_files("#files-file", files / "other.csv")
    glance.page.get_by_role("button", name="Compare", exact=True).click()
    glance.page.get_by_text("Which column is which?").wait_for()
    glance.accessible()


@pytest.mark.parametrize("name", ["predictions.csv", "scores.csv"])
def test_verdicts_and_reports(glance, files, name, tmp_path):
    glance.open("/")
    glance.page.set_input_files("#files-file", files / name)
    glance.page.get_by_role("button", name="Compare", exact=True).click()
    glance.page.wait_for_url("**/results/**")
    glance.accessible()
    with glance.page.expect_download() as download:
        glance.page.locator("a[href$='report.html']").click()
    report = tmp_path / "report.html"
    download.value.save_as(report)
    glance.page.goto(report.as_uri())
    assert glance.within_first_view(".bk-verdict")
    glance.check()
    glance.accessible()


@pytest.mark.parametrize("name", ["many", "bayesian", "sliced"])
def test_reports_of_rankings(glance, name, tmp_path):
    report = tmp_path / "ranking.html"
    bakeoff.write_report(MADE[name](), report)
    glance.page.goto(report.as_uri())
    glance.check()
    glance.page.locator("details").evaluate_all("all => all.forEach(each => { each.open = true; })")
    glance.accessible()
    glance.check()
