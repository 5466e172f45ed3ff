import hashlib
import inspect
import json
from pathlib import Path

import html5lib
import pytest

from bakeoff.cli.asked import Asked, Training, _jobs, whole_number
from bakeoff.core.exceptions import InputError
from bakeoff.experiment.observer import Silent
from bakeoff.judge.answer import ask


def test_the_options_are_keywords_of_a_comparison_with_the_same_defaults():
    taken = {name: each.default for name, each in inspect.signature(ask).parameters.items()}
    for name, value in Asked().keywords().items():
        assert taken[name] == value


def test_what_is_asked_is_passed_on():
    asked = Asked(method="sign", metric="error", level=0.9, alpha=0.1, alternative="less", margin=0.2)
    assert asked.keywords() == {
        "method": "sign",
        "metric": "error",
        "level": 0.9,
        "alpha": 0.1,
        "alternative": "less",
        "margin": 0.2,
        "tried": 1,
        "tuned_on_test": False,
    }
    assert Asked(tried="20", tuned_on_test=True).keywords()["tried"] == 20
    with pytest.raises(InputError, match=r"--tried is '2\.5'; expected a whole number"):
        Asked(tried="2.5").keywords()


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("8", 8), ("007", 7), ("9" * 300, 10**300 - 1)])
def test_whole_numbers_as_typed(text, number):
    assert whole_number(text, "N") == number


@pytest.mark.parametrize("text", ["2.7", "-1", "+1", "1e3", "1_000", " 8", "", "ten", "²", "٣"])
def test_nothing_is_rounded_or_guessed(text):
    with pytest.raises(InputError, match=r"N is .*; expected a whole number of at least 0, such as 8"):
        whole_number(text, "N")


def test_more_digits_than_python_reads_are_refused_in_short():
    with pytest.raises(InputError, match=r"^N is '9{60}'; expected a whole number"):
        whole_number("9" * 5000, "N")


ITEMS = "truth,svm,forest\n" + "x,x,y\n" * 30 + "y,y,y\n" * 60 + "x,y,x\n" * 10
FOLDS = "learner,run,fold,score\n" + "".join(
    f"{name},{run},{fold},{0.7 + shift + 0.01 * ((3 * run + fold) % 5)}\n"
    for name, shift in (("tree", 0.05), ("bayes", 0.0))
    for run in range(1, 11)
    for fold in range(1, 11)
)
EXPERIMENT = """
data = { file = "d.csv", target = "y" }
design = { kind = "kfold", folds = 3 }
method = "corrected-resampled-t"
[learners]
bayes = { estimator = "sklearn.naive_bayes.GaussianNB" }
tree = { estimator = "sklearn.tree.DecisionTreeClassifier", parameters = { max_depth = 1 } }
"""


def rows(path):
    found = json.loads(path.read_text("utf-8"))
    return {row[0]: row[1] for row in found["repeat"]["rows"]}


@pytest.mark.slow
def test_a_comparison_leaves_a_page(bakeoff, tmp_path):
    (tmp_path / "my items.csv").write_text(ITEMS)
    done = bakeoff("compare", "my items.csv", "--a", "svm", "--b", "forest", "--report", "r.html")
    plain = bakeoff("compare", "my items.csv", "--a", "svm", "--b", "forest")
    assert (done.code, done.out) == (0, plain.out)
    assert done.err == "note: the report is in r.html\n"
    page = (tmp_path / "r.html").read_text("utf-8")
    tree = html5lib.HTMLParser(strict=True).parse(page)
    shown = " ".join("".join(tree.itertext()).split())
    assert "svm is better" in shown
    assert "difference-of-proportions (unsound)" in shown
    assert "bakeoff compare 'my items.csv' --a svm --b forest --report r.html" in shown
    assert hashlib.sha256(ITEMS.encode()).hexdigest() in shown


def test_what_is_needed_to_repeat_a_comparison(bakeoff, tmp_path):
    (tmp_path / "items.csv").write_text(ITEMS.replace("svm,forest", "a,b"))
    bakeoff(
        "compare",
        "items.csv",
        "--metric",
        "macro-f1",
        "--method",
        "bootstrap",
        "--resamples",
        "200",
        "--rng",
        "5",
        "--report",
        "r.json",
    )
    found = rows(tmp_path / "r.json")
    assert found["command"].startswith("bakeoff compare items.csv --metric macro-f1")
    assert (found["rng"], found["option resamples"]) == ("5", "200")
    assert "SHA-256 of items.csv" in found


@pytest.mark.parametrize("form", ["json", "html"])
@pytest.mark.parametrize("said", ["host=h password=s3cret", "postgres://u:s3cret@h/db"])
@pytest.mark.slow
def test_a_secret_in_a_query_is_in_no_report(bakeoff, tmp_path, form, said):
    import sqlite3
    from contextlib import closing

    with closing(sqlite3.connect(tmp_path / "x.db")) as connection:
        connection.execute("CREATE TABLE t (truth TEXT, a TEXT, b TEXT)")
        connection.executemany("INSERT INTO t VALUES (?, ?, ?)", [("x", "x", "y"), ("y", "y", "y")] * 20)
        connection.commit()
    query = f"SELECT * FROM t WHERE a <> '{said}'"
    done = bakeoff("compare", "--connect", "sqlite:///x.db", "--query", query, "--report", f"r.{form}")
    assert done.code == 0, done.err
    page = (tmp_path / f"r.{form}").read_text("utf-8")
    assert "s3cret" not in page + done.out + done.err
    assert "SELECT * FROM t WHERE" in page


def test_two_files_are_both_told(bakeoff, tmp_path):
    (tmp_path / "a.csv").write_text("id,truth,prediction\n1,x,x\n2,y,y\n3,y,x\n")
    (tmp_path / "b.csv").write_text("id,prediction\n1,x\n2,x\n3,x\n")
    assert (
        bakeoff("compare", "a.csv", "b.csv", "--id", "id", "--report", "r.json", "--quiet").err.count("note")
        == 0
    )
    assert {"SHA-256 of a.csv", "SHA-256 of b.csv"} <= set(rows(tmp_path / "r.json"))


def test_scores_leave_one_too(bakeoff, tmp_path):
    (tmp_path / "folds.csv").write_text(FOLDS)
    done = bakeoff("scores", "folds.csv", "--json", "--report", "r.json")
    found = json.loads((tmp_path / "r.json").read_text("utf-8"))["comparisons"][0]
    assert done.json["estimate"] == found["values"]["estimate"]
    assert done.json["p_value"] == found["values"]["p_value"]
    assert len(found["opinions"]["rows"]) > 10


def test_an_experiment_leaves_one_too(bakeoff, tmp_path):
    lines = [f"{x},{x * 7 % 5},{'p' if x % 3 else 'q'}" for x in range(30)]
    (tmp_path / "d.csv").write_text("\n".join(["u,v,y", *lines]))
    (tmp_path / "e.toml").write_text(EXPERIMENT)
    done = bakeoff("run", "e.toml", "--quiet", "--report", "r.md")
    assert done.code == 0, done.err
    page = (tmp_path / "r.md").read_text("utf-8")
    assert "| SHA-256 of e.toml |" in page and "| SHA-256 of d.csv |" in page
    assert "bakeoff run e.toml --quiet --report r.md" in page
    assert "| learner bayes | GaussianNB() |" in page
    assert "## All methods that accept these data" in page


@pytest.mark.slow
def test_the_demo_leaves_one_too(bakeoff, tmp_path):
    plain, done = bakeoff("demo"), bakeoff("demo", "--report", "demo.tex")
    assert plain.out == done.out
    assert r"\begin{document}" in (tmp_path / "demo.tex").read_text("utf-8")


@pytest.mark.parametrize("command", ["compare items.csv", "demo"])
@pytest.mark.parametrize(
    ("report", "said"),
    [
        ("r.doc", "expected a file that ends with one of .txt, .md"),
        ("gone/r.html", "there is no folder 'gone'"),
    ],
)
def test_a_report_that_cannot_be_written_is_refused_before_anything_is_said(
    bakeoff, tmp_path, command, report, said
):
    (tmp_path / "items.csv").write_text(ITEMS.replace("svm,forest", "a,b"))
    done = bakeoff(*command.split(), "--report", report)
    assert (done.code, done.out) == (2, "")
    assert said in done.err


@pytest.mark.slow
def test_without_a_report_nothing_of_it_is_loaded(tmp_path):
    import subprocess
    import sys

    (tmp_path / "items.csv").write_text(ITEMS.replace("svm,forest", "a,b"))
    code = (
        "import sys; from bakeoff.cli.main import main; main(['compare', 'items.csv', '--quiet'])\n"
        "heavy = ('matplotlib', 'jinja2', 'sklearn', 'bakeoff.report.render')\n"
        "sys.exit(any(each in sys.modules for each in heavy))"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True).returncode == 0


@pytest.mark.parametrize(("text", "jobs"), [("1", 1), ("12", 12), ("all", -1)])
def test_numbers_of_workers(text, jobs):
    assert _jobs(text) == jobs


@pytest.mark.parametrize("text", ["0", "-1", "two", "1.5", "", "ALL"])
def test_numbers_of_workers_that_make_no_sense(text):
    with pytest.raises(InputError, match="--jobs"):
        _jobs(text)


@pytest.mark.parametrize(
    ("given", "place"),
    [({}, "folder/e.bakeoff"), ({"store": "other.db"}, "other.db")],
)
def test_the_store_lies_beside_the_file_unless_another_place_is_given(tmp_path, monkeypatch, given, place):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    with Training(**given, jobs="2", cluster="tcp://h:1", retry=True).kept("folder/e.toml") as how:
        assert how.store.path == Path(place)
        assert (how.jobs, how.cluster, how.retry) == (2, "tcp://h:1", True)
        assert isinstance(how.observer, Silent)
    assert Path(place).exists()


def test_whoever_stops_a_run_is_told_how_to_go_on(tmp_path, capsys):
    with pytest.raises(KeyboardInterrupt), Training().kept(str(tmp_path / "e.toml")) as how:
        how.store.keep("x", "y")
        raise KeyboardInterrupt
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == (
        f"note: what was finished is kept in {tmp_path / 'e.bakeoff'}; "
        "the same command continues from there\n"
    )
    with Training().kept(str(tmp_path / "e.toml")) as how:
        assert how.store.kept("x") == "y"


def test_other_errors_pass(tmp_path, capsys):
    with pytest.raises(InputError, match="something else"), Training().kept(str(tmp_path / "e.toml")):
        raise InputError("something else")
    assert capsys.readouterr().err == ""
