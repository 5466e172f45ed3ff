import json
from pathlib import Path

FORMS = ("html", "md", "txt", "tex", "bib", "json", "svg", "png", "pdf")


def upload(page, file):
    page.set_input_files("#files-file", file)
    page.get_by_role("button", name="Compare", exact=True).click()


def focused(page, selector):
    """What the server says is put in and focused in two steps some milliseconds apart."""
    page.locator(f"{selector}:focus").wait_for()


def seen(look):
    look.page.wait_for_url("**/results/**")
    assert look.within_first_view(".bk-verdict")
    look.check()


def test_a_file_of_predictions(look, files):
    look.open("/")
    look.check()
    upload(look.page, files / "predictions.csv")
    seen(look)


def test_a_file_of_scores(glance, files):
    glance.open("/")
    upload(glance.page, files / "scores.csv")
    seen(glance)
    assert "bayes against forest" in glance.page.inner_text(".bk-verdict")


def test_columns_with_other_names(glance, files):
    glance.open("/")
    upload(glance.page, files / "other.csv")
    glance.page.get_by_text("Which column is which?").wait_for()
    glance.check()
    focused(glance.page, ".problem")
    glance.page.get_by_role("button", name="Compare", exact=True).click()
    seen(glance)
    assert "svm against tree" in glance.page.inner_text(".bk-verdict")


def test_a_file_that_is_dropped(glance, files):
    glance.open("/")
    content = (files / "predictions.csv").read_text()
    glance.page.evaluate(
        """(content) => {
            const data = new DataTransfer();
            data.items.add(new File([content], "dropped.csv"));
            const zone = document.querySelector("[data-drop]");
            zone.dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));
        }""",
        content,
    )
    glance.page.get_by_role("button", name="Compare", exact=True).click()
    seen(glance)


def test_the_example_and_every_report(glance):
    glance.open("/")
    glance.page.get_by_role("button", name="Try an example").click()
    seen(glance)
    for form in FORMS:
        with glance.page.expect_download() as download:
            glance.page.locator(f"a[href$='report.{form}']").click()
        assert download.value.suggested_filename == f"bakeoff-verdict.{form}"
        content = Path(download.value.path()).read_bytes()
        assert len(content) > 200
        if form == "json":
            assert json.loads(content)["decision"]
    glance.check()


def test_counts(glance):
    glance.open("/")
    for name, value in (("Only A is right", "15"), ("Only B is right", "35"), ("Items in total", "412")):
        glance.page.get_by_label(name, exact=True).fill(value)
    glance.page.get_by_role("button", name="Compare counts").click()
    seen(glance)
    assert "B is better" in glance.page.inner_text(".bk-verdict")


def test_an_error_is_told_where_one_is(glance, files, tmp_path):
    wrong = tmp_path / "wrong.csv"
    wrong.write_text("truth,a,b\n1,2\n")
    glance.open("/")
    upload(glance.page, wrong)
    glance.page.get_by_role("alert").wait_for()
    assert "wrong.csv has 2 fields" in glance.page.inner_text(".problem")
    focused(glance.page, ".problem")
    assert glance.page.url == glance.site.url + "/"
    upload(glance.page, files / "predictions.csv")
    glance.page.wait_for_url("**/results/**")


def test_by_keyboard_alone(glance):
    glance.open("/")
    glance.page.keyboard.press("Tab")
    assert glance.page.evaluate("document.activeElement.className") == "skip"
    glance.page.keyboard.press("Enter")
    assert glance.page.evaluate("document.activeElement.id") == "main"
    for _ in range(30):
        glance.page.keyboard.press("Tab")
        if glance.page.evaluate("document.activeElement.textContent") == "Try an example":
            break
    glance.page.keyboard.press("Enter")
    seen(glance)


def test_without_scripts(plain, files):
    plain.open("/")
    upload(plain.page, files / "other.csv")
    plain.page.get_by_text("Which column is which?").wait_for()
    upload(plain.page, files / "other.csv")
    plain.page.wait_for_url("**/results/**")
    assert "svm against tree" in plain.page.inner_text(".bk-verdict")
    assert plain.wrong == []


def test_two_files_with_other_names(glance, files):
    glance.open("/")
    glance.page.get_by_text("Options").first.click()
    glance.page.set_input_files("#files-file-b", files / "second.csv")
    upload(glance.page, files / "first.csv")
    glance.page.get_by_text("Which column is which?").wait_for()
    glance.check()
    chosen = [glance.page.locator(f"#which-{name}").input_value() for name in ("id", "truth", "a", "b")]
    assert chosen == ["uid", "gold", "svm", "tree"]
    glance.page.get_by_role("button", name="Compare", exact=True).click()
    seen(glance)


def test_two_files_without_scripts(plain, files):
    plain.open("/")
    for _ in range(2):
        if not plain.page.locator("#files-file-b").is_visible():
            plain.page.get_by_text("Options").first.click()
        plain.page.set_input_files("#files-file-b", files / "second.csv")
        upload(plain.page, files / "first.csv")
        plain.page.wait_for_load_state()
    plain.page.wait_for_url("**/results/**")
    assert plain.wrong == []


def test_columns_of_scores_are_hidden_while_predictions_are_chosen(glance, files):
    glance.open("/")
    upload(glance.page, files / "other.csv")
    glance.page.get_by_label("True value").wait_for()
    assert not glance.page.get_by_label("Learner", exact=True).is_visible()
    glance.page.get_by_label("scores of two learners by fold").check()
    assert glance.page.get_by_label("Learner", exact=True).is_visible()
    assert not glance.page.get_by_label("True value").is_visible()


def test_captions_keep_to_the_screen(plain):
    plain.open("/")
    plain.page.get_by_role("button", name="Try an example").click()
    plain.page.wait_for_url("**/results/**")
    boxes = plain.page.locator(".bk-scroll caption > span")
    assert boxes.count() >= 2
    for at in range(boxes.count()):
        box = boxes.nth(at).bounding_box()
        assert box["x"] + box["width"] <= 320
