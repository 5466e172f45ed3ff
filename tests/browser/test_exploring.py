import re

import pytest

PAGES = ["/methods", "/methods/corrected-resampled-t", "/methods/wilson", "/pitfalls", "/papers"]
PAPERS = ["/papers/bouckaert-fig2", "/papers/mh-table12", "/papers/bouckaert-table7"]


def test_sliders_change_the_intervals(look):
    look.open("/intervals")
    before = look.page.inner_text("#found table")
    slider = look.page.get_by_label("Errors, slider")
    slider.focus()
    for _ in range(5):
        slider.press("ArrowRight")
    look.page.get_by_text("13 errors among 100 items").first.wait_for()
    assert look.page.get_by_label("Errors", exact=True).input_value() == "13"
    assert look.page.inner_text("#found table") != before
    assert "13 errors among 100 items" in look.page.text_content("#said")
    look.page.wait_for_url(re.compile(r"errors=13\b"))
    # A page that is left while it waits for an answer says so on the console: let every answer come.
    look.page.wait_for_load_state("networkidle")
    look.page.reload()
    assert look.page.get_by_label("Errors", exact=True).input_value() == "13"
    look.check()


def test_sliders_change_the_plan(look):
    look.open("/plan")
    slider = look.page.get_by_label("Disagreement in per cent, slider")
    slider.focus()
    for _ in range(5):
        slider.press("ArrowRight")
    look.page.get_by_text("disagreement 10.5 %").first.wait_for()
    assert "disagreement 10.5 %" in look.page.text_content("#said")
    look.page.wait_for_url(re.compile(r"disagreement=10\.5\b"))
    look.page.wait_for_load_state("networkidle")
    look.check()


def test_a_plan_without_scripts(plain):
    plain.open("/plan?size=20&disagreement=10")
    assert "smaller than the difference" in plain.page.inner_text(".problem")
    plain.page.get_by_label("Difference or margin in points").fill("5")
    plain.page.get_by_role("button", name="Show").click()
    plain.page.get_by_text("items are needed to find a difference of 5 points").first.wait_for()
    plain.wrong.clear()  # the refusal itself is a status of 400
    plain.check()


def test_there_are_never_more_errors_than_items(glance):
    glance.open("/intervals")
    glance.page.get_by_label("Items", exact=True).fill("5")
    glance.page.get_by_text("5 errors among 5 items").first.wait_for()
    assert glance.page.get_by_label("Errors, slider").get_attribute("max") == "5"
    glance.check()


def test_numbers_without_scripts(plain):
    plain.open("/intervals")
    plain.page.get_by_label("Errors").fill("3")
    plain.page.get_by_role("button", name="Show").click()
    plain.page.wait_for_url(re.compile(r"errors=3\b"))
    assert "3 errors among 100 items" in plain.page.inner_text("#found")
    plain.check()


def test_more_errors_than_items_without_scripts(plain):
    plain.open("/intervals?errors=9&n=3")
    assert "lower the errors, or raise the items" in plain.page.inner_text(".problem")
    plain.page.get_by_label("Errors").fill("3")
    plain.page.get_by_role("button", name="Show").click()
    plain.page.get_by_text("3 errors among 3 items").first.wait_for()


def test_a_command_is_not_cut(plain):
    plain.open("/advice?have=two&subject=classifier&domains=one&sample=large&items=same&matters=accuracy")
    for box in plain.page.locator(".advice pre").all():
        assert box.evaluate("each => each.scrollWidth - each.clientWidth") <= 0


def advised(look, button="Next"):
    look.open("/advice")
    for _ in range(12):
        if not look.page.locator("input[type=radio]").count():
            break
        question = look.page.inner_text("legend")
        look.page.locator("input[type=radio]").last.check()
        look.page.get_by_role("button", name=button).click()
        look.page.locator("legend").filter(has_text=question).wait_for(state="detached")
    assert "In Python" in look.page.inner_text("main")


def test_advice_leads_somewhere(look):
    advised(look)
    look.check()
    look.page.get_by_role("link", name="change").first.click()
    look.page.get_by_text("What do you want to know?").wait_for()


def test_advice_can_be_gone_back_in(glance):
    advised(glance)
    last = glance.page.url
    glance.page.go_back()
    glance.page.locator("input[type=radio]").first.wait_for()
    assert glance.page.url != last
    assert glance.page.get_by_role("navigation").count() == 1
    glance.check()


def test_advice_without_scripts(plain):
    plain.open("/advice?have=two&subject=classifier&domains=one&sample=large&items=same&matters=accuracy")
    assert "bakeoff compare predictions.csv" in plain.page.inner_text("main")
    plain.check()


@pytest.mark.parametrize("path", ["/", "/intervals", "/plan", "/advice", *PAGES, *PAPERS])
def test_pages_on_the_smallest_screen(plain, path):
    plain.open(path)
    plain.check()
