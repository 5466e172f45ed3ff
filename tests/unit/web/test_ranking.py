"""Rankings of what a form sends: the same as the command line's, and one clear line for what cannot be."""

import json
import re

import html5lib
import numpy as np
import pytest

from bakeoff.cli.main import main
from bakeoff.report.formats import FORMATS

RNG = np.random.default_rng(15)
TRUTH = RNG.choice(["cat", "dog"], 300)
MODELS = {
    name: np.where(RNG.random(300) < right, TRUTH, RNG.choice(["cat", "dog"], 300))
    for name, right in (("bayes", 0.6), ("forest", 0.9), ("net", 0.85), ("svm", 0.8), ("tree", 0.3))
}


def rows(**columns):
    lines = [columns, *zip(*columns.values(), strict=True)]
    return "".join(",".join(map(str, line)) + "\n" for line in lines)


WIDE = rows(truth=TRUTH, **MODELS)
ODD = rows(**{"Question #": range(300), "gold": TRUTH}, **MODELS)
PARTS = {"part": ["old", "new", "new"] * 100, "who": [at // 3 for at in range(300)]}
SLICED = rows(truth=TRUTH, **PARTS, **MODELS)
IDS = [f"i{at}" for at in range(300)]
FIVE = [("file", f"{name}.csv", rows(id=IDS, prediction=said)) for name, said in MODELS.items()]
TRUE = ("truth_file", "truth.csv", rows(id=IDS[::-1], truth=TRUTH[::-1]))


def ranking(site, fields=(), files=()):
    return site.verdict("/compare", fields, files)["values"]


def refused(site, fields=(), files=(), **headers):
    """What is said in place of an answer: one paragraph, and nothing is left behind."""
    answer = site.send(fields=fields, files=files, HX_Request="true", **headers)
    page = html5lib.parseFragment(answer.text, namespaceHTMLElements=False)
    said = ["".join(each.itertext()) for each in page.iter("p") if each.get("class") is None]
    assert (answer.status, site.left()) == (400, []), answer.text
    return said[0]


@pytest.fixture
def on_command_line(tmp_path, monkeypatch, capsys):
    """What the command line prints as JSON, in a folder with the same files."""
    monkeypatch.chdir(tmp_path)

    def run(words):
        main([*words, "--json"])
        return capsys.readouterr().out

    return run


@pytest.mark.parametrize(
    ("fields", "files", "words"),
    [
        ({"task": "rank"}, [("file", "wide.csv", WIDE)], "rank wide.csv"),
        (
            {"baseline": "svm", "metric": "macro-f1", "margin": "0.02", "alpha": "0.1"},
            [*FIVE, TRUE],
            "rank bayes.csv forest.csv net.csv svm.csv tree.csv --truth-file truth.csv --id id "
            "--baseline svm --metric macro-f1 --margin 0.02 --alpha 0.1",
        ),
        (
            {"kind": "ranking", "which_truth": "gold", "models": "net,svm,tree"},
            [("file", "odd.csv", ODD)],
            "rank odd.csv --truth gold --models net,svm,tree",
        ),
        (
            {"task": "rank", "by": "part", "cluster": "who"},
            [("file", "by.csv", SLICED)],
            "rank by.csv --cluster who --by part",
        ),
    ],
    ids=["columns", "files", "chosen", "slices"],
)
@pytest.mark.slow
def test_the_command_line_gives_the_same_bytes(site, tmp_path, on_command_line, fields, files, words):
    for _, name, content in files:
        (tmp_path / name).write_text(content)
    answer = site.send(fields=fields, files=files)
    report = site.get(answer.headers["location"] + "/report.json").json
    theirs = on_command_line(words.split())
    assert json.dumps(report["values"], allow_nan=False, indent=2) + "\n" == theirs
    told = dict(report["repeat"]["rows"])["command"]
    assert on_command_line(told.split()[1:]) == theirs


@pytest.mark.slow
def test_three_files_are_ranked_without_being_asked(site):
    found = ranking(site, files=[*FIVE[:3], TRUE])
    assert [each["name"] for each in found["models"]] == ["forest", "net", "bayes"]
    assert found["best"] == ["forest"]


def test_two_files_are_compared_unless_a_ranking_is_wanted(site):
    first = ("file", "net.csv", rows(id=IDS, truth=TRUTH, prediction=MODELS["net"]))
    assert site.verdict("/compare", {}, [first, FIVE[4]])["title"] == "net against tree"
    assert len(ranking(site, {"task": "rank"}, [first, FIVE[4]])["models"]) == 2
    assert len(ranking(site, {"task": "rank"}, [FIVE[2], FIVE[4], TRUE])["models"]) == 2


@pytest.mark.parametrize(
    ("fields", "names"),
    [
        ({}, ("id", "prediction", "truth")),
        ({}, ("id", "said", "truth")),
        ({"kind": "predictions", "id": "key", "truth": "gold", "a": "x", "b": "x"}, ("key", "x", "gold")),
    ],
    ids=["usual", "only-one-left", "chosen"],
)
@pytest.mark.slow
def test_two_files_with_the_truth_apart_are_compared(site, tmp_path, on_command_line, fields, names):
    key, said, true = names
    files = [("file", f"{each}.csv", rows(**{key: IDS, said: MODELS[each]})) for each in ("net", "tree")]
    files.append(("truth_file", "gold.csv", rows(**{key: IDS[::-1], true: TRUTH[::-1]})))
    for _, name, content in files:
        (tmp_path / name).write_text(content)
    answer = site.send(fields=fields, files=files)
    report = site.get(answer.headers["location"] + "/report.json").json
    assert report["title"] == "net against tree"
    told = dict(report["repeat"]["rows"])["command"]
    assert "--truth-file gold.csv" in told
    theirs = json.loads(on_command_line(told.split()[1:]))
    assert theirs["sentence"].removesuffix(".") in json.dumps(report)


def test_columns_of_three_files_are_asked_for(site):
    odd = [("file", f"{each}.csv", rows(key=IDS, said=MODELS[each])) for each in ("net", "tree")]
    asked = site.send(files=[*odd, ("truth_file", "gold.csv", rows(key=IDS, gold=TRUTH))], HX_Request="true")
    assert "expected id and prediction in both, and id and truth in gold.csv: say below" in asked.text
    assert "True value, in gold.csv" in asked.text
    told = refused(site, {}, [*odd, ("truth_file", "gold.csv", rows(what=IDS, gold=TRUTH))])
    assert "net.csv, tree.csv and gold.csv have no column in common" in told
    short = rows(id=IDS[:-1], truth=TRUTH[:-1])
    told = refused(site, {}, [FIVE[2], FIVE[4], ("truth_file", "gold.csv", short)])
    assert "1 only in net.csv" in told


def test_a_file_with_the_truth_beside_one_with_all_models(site):
    found = ranking(site, {}, [("file", "all.csv", rows(id=IDS, **MODELS)), TRUE])
    assert found["models"] == ranking(site, {"task": "rank"}, [("file", "wide.csv", WIDE)])["models"]


def ticked(text):
    page = html5lib.parse(text, namespaceHTMLElements=False)
    return [
        each.get("value")
        for each in page.iter("input")
        if each.get("name") == "model" and each.get("checked") is not None
    ]


def test_columns_of_slices_and_clusters_are_no_models(site):
    said = {"task": "rank", "by": "part", "cluster": "who"}
    odd = ("file", "odd.csv", rows(gold=TRUTH, **PARTS, **MODELS))
    assert ticked(site.send(fields=said, files=[odd], HX_Request="true").text) == list(MODELS)


def test_the_form_asks_for_a_column_of_slices(site):
    assert 'name="by"' in site.get("/").text


@pytest.mark.parametrize("task", ["", "rank"])
def test_models_are_asked_for_where_columns_are_not_clear(site, task):
    asked = site.send(fields={"task": task}, files=[("file", "odd.csv", ODD)], HX_Request="true")
    assert (asked.status, ticked(asked.text)) == (200, list(MODELS))
    assert '<option value="gold" selected>' in asked.text
    assert ('value="scores"' in asked.text) == (task == "")
    assert f"Then press {'Rank.' if task else 'Compare, or Rank to rank the models'}" in asked.text


def test_models_that_are_ticked_and_a_baseline_that_is_chosen(site):
    body, kind = site.multipart(
        {"kind": "ranking", "which_truth": "gold", "which_baseline": "svm", "model": "svm"},
        [("file", "odd.csv", ODD)],
    )
    more = b'--0123456789abcdef\r\nContent-Disposition: form-data; name="model"\r\n\r\nnet\r\n'
    answer = site.post("/compare", more + body, kind)
    found = site.get(answer.headers["location"] + "/report.json").json["values"]
    assert ([each["name"] for each in found["models"]], found["baseline"]) == (["net", "svm"], "svm")


def test_what_was_ticked_survives_another_error(site):
    fields = {"kind": "ranking", "which_truth": "gold", "model": "svm", "alpha": "seven"}
    answer = site.send(fields=fields, files=[("file", "odd.csv", ODD)], HX_Request="true")
    assert (answer.status, ticked(answer.text)) == (400, ["svm"])
    assert "expected a number such as 0.05" in answer.text


@pytest.mark.slow
def test_columns_of_many_files_are_asked_for_and_then_used(site):
    files = [(field, name, text.replace("id,", "uid,", 1)) for field, name, text in [*FIVE, TRUE]]
    files[-1] = (*files[-1][:2], files[-1][2].replace("truth", "gold", 1))
    asked = site.send(files=files, HX_Request="true")
    assert asked.status == 200
    assert '<option value="uid" selected>' in asked.text
    assert '<option value="gold" selected>' in asked.text
    found = ranking(site, {"kind": "ranking", "id": "uid", "which_truth": "gold"}, files)
    assert found["models"] == ranking(site, {}, [*FIVE, TRUE])["models"]


def test_three_learners_in_one_file_can_be_ranked_with_one_click(site):
    folds = [
        f"{name},{data},{fold},{0.7 + 0.05 * at + RNG.normal(0, 0.01):.4f}"
        for at, name in enumerate(("bayes", "net", "tree"))
        for data in range(8)
        for fold in range(5)
    ]
    file = ("file", "folds.csv", "learner,dataset,fold,score\n" + "\n".join(folds) + "\n")
    asked = site.send(files=[file], HX_Request="true")
    assert asked.status == 200
    assert re.search(
        r'<button type="submit" name="task" value="rank"[^>]*>Rank 3 models</button>', asked.text
    )
    found = ranking(site, {"task": "rank", "kind": "log", "learner_a": "bayes"}, [file])
    assert [each["name"] for each in found["models"]] == ["tree", "net", "bayes"]


def test_fold_scores_of_one_data_set_are_not_offered_as_a_ranking(site):
    folds = [f"{name},{fold},{RNG.random():.4f}" for name in "xyz" for fold in range(5)]
    file = ("file", "folds.csv", "learner,fold,score\n" + "\n".join(folds) + "\n")
    asked = site.send(files=[file], HX_Request="true")
    assert "has 3 learners" in asked.text
    assert 'value="rank"' not in asked.text
    assert "fold scores of one data set" in refused(site, {"task": "rank"}, [file])


@pytest.mark.slow
def test_every_form_of_report_comes(site):
    answer = site.send(fields={"task": "rank"}, files=[("file", "wide.csv", WIDE)])
    place = answer.headers["location"]
    page = site.get(place).text
    html5lib.HTMLParser(strict=True).parse(page)
    assert "<title>Ranking · bakeoff</title>" in page
    for form in FORMATS.keys():  # noqa: SIM118 - a registry
        report = site.get(f"{place}/report.{form}")
        assert report.status == 200
        assert len(report.body) > 200
        assert report.headers["content-disposition"] == f'attachment; filename="bakeoff-ranking.{form}"'
        assert report.headers["content-type"] == FORMATS[form].media


@pytest.mark.slow
def test_names_are_shown_and_never_run(site):
    bad = "<script>alert(1)</script>"
    wide = WIDE.replace("bayes", bad).replace("forest", "=cmd()").replace("net", "x" * 5000)
    place = site.send(fields={"task": "rank"}, files=[("file", f"{bad}.csv", wide)]).headers["location"]
    for form in ("", "/report.html", "/report.svg", "/report.md"):
        text = site.get(place + form).text
        assert "<script>alert" not in text
    image = ("file", "<img src=x onerror=alert(1)>.csv", FIVE[0][2])
    place = site.send(files=[image, *FIVE[1:], TRUE]).headers["location"]
    assert "<img src=x" not in site.get(place).text


def many(models):
    return "truth," + ",".join(f"m{at}" for at in range(models)) + "\n" + "x," + ",".join("x" * models) + "\n"


@pytest.mark.parametrize(
    ("fields", "files", "said"),
    [
        ({}, [FIVE[0], FIVE[0], FIVE[1], TRUE], "two models are called 'bayes'; expected different names"),
        ({"task": "rank"}, [FIVE[0], TRUE], "expected a column for each of two or more models"),
        ({"task": "rank"}, [("file", "one.csv", rows(truth=TRUTH, net=TRUTH))], "1 column besides the"),
        ({"task": "rank"}, [("file", "one.csv", rows(gold=TRUTH, net=TRUTH))], "expected truth and one for"),
        ({"task": "rank"}, [("file", "empty.csv", "")], "empty.csv"),
        ({"task": "rank"}, [("file", "empty.csv", "truth,x,y,z\n")], "empty.csv"),
        ({}, [*FIVE[:2], ("file", "none.csv", ""), TRUE], "none.csv"),
        ({"task": "rank"}, [("file", "many.csv", many(3000))], "3000 columns of models; this page ranks at"),
        ({"kind": "ranking", "models": ",".join(f"m{at}" for at in range(60))},
         [("file", "many.csv", many(70))], "60 columns of models; this page ranks at most 50"),
        ({"task": "rank", "baseline": "cook"}, [("file", "wide.csv", WIDE)], "'cook'"),
        ({"task": "rank", "models": "net,cook"}, [("file", "wide.csv", WIDE)], "'cook'"),
        ({"task": "rank", "metric": "cook"}, [("file", "wide.csv", WIDE)], "'cook'"),
        ({"task": "rank", "method": "mcnemar"}, [("file", "wide.csv", WIDE)], "leave it out to rank"),
        ({}, [("file", f"{at}.csv", rows(**{f"x{at}": "ab"})) for at in range(3)], "no column in common"),
        ({}, [*FIVE[:2], ("file", "short.csv", rows(id=IDS[5:], prediction=TRUTH[5:])), TRUE], "'i0'"),
        ({}, [*FIVE[:2], ("file", "\x00.parquet", b"PAR1" + b"\x00" * 40 + b"PAR1"), TRUE], "parquet"),
    ],
)  # fmt: skip
def test_what_cannot_be_ranked_is_refused_in_one_line(site, fields, files, said):
    told = refused(site, fields, files)
    assert said in told
    assert "\n" not in told
    assert str(site.app.state.folder) not in told


def test_only_the_truth_is_not_enough(site):
    answer = site.send(files=[("file", "", b""), TRUE])
    assert (answer.status, "No file was chosen" in answer.text) == (400, True)


SETS = rows(dataset=[f"d{at}" for at in range(12)], **{name: RNG.random(12).round(3) for name in MODELS})


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, ""),
        (
            {"baseline": "svm", "models": "svm,net,tree", "alpha": "0.1"},
            " --baseline svm --models svm,net,tree --alpha 0.1",
        ),
    ],
)
def test_a_row_for_each_data_set(site, tmp_path, on_command_line, fields, words):
    (tmp_path / "sets.csv").write_text(SETS)
    asked = site.send(fields={"task": "rank"}, files=[("file", "sets.csv", SETS)], HX_Request="true")
    assert (asked.status, 'value="datasets"' in asked.text) == (200, True)
    answer = site.send(fields=fields | {"kind": "datasets"}, files=[("file", "sets.csv", SETS)])
    report = site.get(answer.headers["location"] + "/report.json").json
    theirs = on_command_line(f"rank sets.csv --datasets{words}".split())
    assert json.dumps(report["values"], allow_nan=False, indent=2) + "\n" == theirs
    assert on_command_line(dict(report["repeat"]["rows"])["command"].split()[1:]) == theirs


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fields", "text", "said"),
    [
        ({"cluster": "id"}, SETS, "a ranking over data sets takes one file with a row for each"),
        ({"margin": "0.1"}, SETS, "margin is given"),
        ({}, many(60).replace("x", "1"), "this page ranks at most 50"),
        ({}, WIDE, "no learners"),
    ],
)
def test_what_cannot_be_ranked_over_data_sets(site, fields, text, said):
    told = refused(site, fields | {"kind": "datasets"}, [("file", "wide.csv", text)])
    assert said in told


def test_some_of_many_files(site):
    found = ranking(site, {"models": "net,tree"}, [*FIVE, TRUE])
    assert [each["name"] for each in found["models"]] == ["net", "tree"]
    assert "'cook'" in refused(site, {"models": "net,cook"}, [*FIVE, TRUE])


@pytest.mark.slow
def test_what_missing_answers_count_as_can_be_chosen(site, on_command_line, tmp_path):
    lost = rows(truth=TRUTH, **{**MODELS, "svm": ["", *MODELS["svm"][1:]]})
    assert "--missing" in refused(site, {"task": "rank"}, [("file", "wide.csv", lost)])
    found = ranking(site, {"task": "rank", "missing": "drop"}, [("file", "wide.csv", lost)])
    (tmp_path / "wide.csv").write_text(lost)
    same = json.loads(on_command_line(["rank", "wide.csv", "--missing", "drop"]))
    assert found["missing"] == same["missing"]
    two = rows(truth=TRUTH, a=MODELS["net"], b=["", *MODELS["svm"][1:]])
    values = site.verdict("/compare", {"missing": "bounds"}, [("file", "two.csv", two)])
    values = values["comparisons"][0]["values"]
    assert values["missing"]["without_answer"] == {"A": 0, "B": 1}
    assert set(values["bounds"]) == {"worst", "best"}
