import html5lib
import pytest

PREDICTIONS = "truth,a,b\n" + "x,x,y\n" * 20 + "y,y,y\n" * 20
ODD = PREDICTIONS.replace("truth,a,b", "label,svm,tree")


def test_the_first_page_needs_no_script(site):
    page = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(site.get("/").text)
    forms = {form.get("action"): form for form in page.iter("form")}
    assert set(forms) == {"/compare", "/counts", "/rates", "/example"}
    assert all(form.get("method") == "post" for form in forms.values())
    assert forms["/compare"].get("enctype") == "multipart/form-data"


def test_every_field_has_a_label(site):
    page = html5lib.parse(site.get("/").text, namespaceHTMLElements=False)
    labelled = {label.get("for") for label in page.iter("label")}
    within = {field for label in page.iter("label") for field in label.iter("input")}
    fields = [field for kind in ("input", "select") for field in page.iter(kind)]
    assert len(fields) > 30
    assert all(field.get("id") in labelled or field in within for field in fields)
    named = [field.get("id") for field in fields if field.get("id")]
    assert len(named) == len(set(named))


def test_every_metric_and_method_can_be_chosen(site):
    from bakeoff.methods import METHODS
    from bakeoff.metrics import METRICS

    text = site.get("/").text
    assert all(f'value="{metric.key}"' in text for metric in METRICS)
    assert 'value="mcnemar"' in text
    assert "(unsound)" in text
    assert len(METHODS) > 30


def test_a_form_leads_to_the_verdict(site):
    verdict = site.verdict("/compare", {"name_a": "old"}, [("file", "p.csv", PREDICTIONS)])
    assert verdict["title"] == "old against B"


@pytest.mark.slow
def test_a_form_that_a_script_sends_is_told_where_to_go(site):
    answer = site.send(files=[("file", "p.csv", PREDICTIONS)], HX_Request="true")
    assert (answer.status, answer.body) == (200, b"")
    assert site.get(answer.headers["hx-redirect"]).status == 200


def test_an_error_comes_with_the_form_filled_in(site):
    answer = site.send(fields={"alpha": "seven", "name_a": "old"}, files=[("file", "p.csv", PREDICTIONS)])
    assert answer.status == 400
    assert "The significance level is &#39;seven&#39;; expected a number such as 0.05" in answer.text
    assert 'value="old"' in answer.text
    assert "<h1>Is A really better than B?</h1>" in answer.text


def test_to_a_script_the_error_alone(site):
    answer = site.send(files=[("file", "p.csv", "truth,a,b\n")], HX_Request="true")
    assert answer.status == 400
    assert "<html" not in answer.text
    assert 'role="alert"' in answer.text


@pytest.mark.parametrize("smooth", ["true", "false"])
def test_columns_are_asked_for_and_then_used(site, smooth):
    asked = site.send(files=[("file", "p.csv", ODD)], HX_Request=smooth)
    assert asked.status == 200
    assert "Which column is which?" in asked.text
    assert ("choose the same file again" in asked.text) == (smooth == "false")
    chosen = {"kind": "predictions", "truth": "label", "a": "svm", "b": "tree"}
    assert site.verdict("/compare", chosen, [("file", "p.csv", ODD)])["title"] == "svm against tree"


def test_no_file(site):
    answer = site.send(files=[("file", "", b"")])
    assert answer.status == 400
    assert "No file was chosen" in answer.text


def test_counts_and_rates(site):
    counts = site.post("/counts", b"only_a=15&only_b=35&n=412")
    assert counts.status == 303
    assert "B is better" in site.get(counts.headers["location"]).text
    rates = site.post("/rates", b"errors_a=20&n_a=100&errors_b=30&n_b=100")
    assert rates.status == 303
    wrong = site.post("/counts", b"only_a=15&only_b=35&n=3")
    assert wrong.status == 400
    assert 'value="35"' in wrong.text


@pytest.mark.slow
def test_what_users_give_is_escaped(site):
    bad = '<script>alert("1")</script>'
    files = [("file", "<img src=x onerror=alert(1)>.csv", PREDICTIONS.replace("x", bad.replace('"', "")))]
    answer = site.send(fields={"name_a": bad, "name_b": "=cmd()"}, files=files)
    page = site.get(answer.headers["location"]).text
    assert "<script>alert" not in page
    assert "&lt;script&gt;" in page
    assert "<img src=x" not in page
    wrong = site.send(fields={"metric": bad, "cluster": bad}, files=files).text
    assert "<script>alert" not in wrong
    assert "<img src=x" not in wrong


def test_too_many_comparisons(serving):
    with serving(at_once=1, waiting=0) as own:
        own.app.state.workers._open = 1
        answer = own.post("/counts", b"n=1")
    assert answer.status == 503
    assert "Too many comparisons at once" in answer.text


FIRST, SECOND = (
    f"uid,gold,{name}\n" + "".join(f"{at},{'xy'[at % 2]},{'xy'[at % step % 2]}\n" for at in range(60))
    for name, step in (("svm", 7), ("tree", 5))
)
PAIR = [("file", "1.csv", FIRST), ("file_b", "2.csv", SECOND)]


@pytest.mark.parametrize(
    "more", [{}, {"task": "rank"}, {"kind": "predictions", "truth": "p", "a": "p", "b": "p"}]
)
@pytest.mark.slow
def test_two_files_without_truth_are_refused_and_asked_nothing(site, more):
    """No choice of columns would help: the same question came again for ever."""
    files = [("file", "1.csv", "id,p\n1,x\n2,y\n"), ("file_b", "2.csv", "id,p\n1,x\n2,x\n")]
    answer = site.send(fields=more, files=files)
    assert answer.status == 400
    assert "none of them is left for the true values" in answer.text
    assert '<select id="which-' not in answer.text


@pytest.mark.slow
def test_two_files_of_scores_need_no_truth(site):
    files = [("file", "1.csv", "id,prediction\n" + "".join(f"{at},{at % 7}\n" for at in range(40)))]
    files += [("file_b", "2.csv", "id,prediction\n" + "".join(f"{at},{at % 5}\n" for at in range(40)))]
    assert site.verdict("/compare", {"metric": "score"}, files)["title"] == "1 against 2"


@pytest.mark.parametrize("smooth", ["true", "false"])
@pytest.mark.slow
def test_every_column_of_two_files_is_asked_for_at_once_and_then_used(site, smooth):
    asked = site.send(files=PAIR, HX_Request=smooth)
    assert asked.status == 200
    page = html5lib.parse(asked.text, namespaceHTMLElements=False)
    fields = {
        each.get("name"): each for each in page.iter("select") if each.get("id", "").startswith("which-")
    }
    assert list(fields) == ["id", "truth", "a", "b"]
    likely = {
        name: next(
            option.get("value") for option in each.iter("option") if option.get("selected") is not None
        )
        for name, each in fields.items()
    }
    assert likely == {"id": "uid", "truth": "gold", "a": "svm", "b": "tree"}
    assert site.verdict("/compare", likely | {"kind": "predictions"}, PAIR)["title"] == "svm against tree"


def selected(text):
    page = html5lib.parse(text, namespaceHTMLElements=False)
    return {
        each.get("name"): option.get("value")
        for each in page.iter("select")
        if each.get("id", "").startswith("which-")
        for option in each.iter("option")
        if option.get("selected") is not None
    }


def test_chosen_columns_survive_another_error(site):
    chosen = {"kind": "predictions", "truth": "label", "a": "tree", "b": "svm", "alpha": "seven"}
    answer = site.send(fields=chosen, files=[("file", "p.csv", ODD)], HX_Request="true")
    assert answer.status == 400
    assert "expected a number such as 0.05" in answer.text
    kept = selected(answer.text)
    assert (kept["truth"], kept["a"], kept["b"]) == ("label", "tree", "svm")


def test_chosen_columns_survive_the_next_question(site):
    rows = "".join(f"{name},{fold},{0.5 + at / 9}\n" for at, name in enumerate("xyz") for fold in range(5))
    fields = {"kind": "scores", "learner": "who", "run": "", "fold": "part", "score": "acc"}
    answer = site.send(fields=fields, files=[("file", "s.csv", "who,part,acc\n" + rows)], HX_Request="true")
    assert "has 3 learners" in answer.text
    assert '<input type="hidden" name="learner" value="who">' in answer.text
    assert '<input type="hidden" name="score" value="acc">' in answer.text


def test_what_is_tried_is_counted_with_this_one(site):
    assert "Number of comparisons tried in total, including this one." in site.get("/").text
