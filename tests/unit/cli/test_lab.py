import pytest

NOISE = "fair-attributes:n-100:naive-bayes-vs-c45"


def test_settings_are_listed(bakeoff):
    ran = bakeoff("lab")
    assert ran.out.startswith("Labels are independent of attributes")
    assert f"  {NOISE} " in ran.out
    assert "gaussian-naive-bayes" in ran.out
    [only] = bakeoff("lab", "settings", NOISE, "--json").json["settings"]
    assert (only["key"], only["n"], only["difference"]) == (NOISE, 100, 0)


@pytest.mark.parametrize("question", ["size", "coverage", "replicability"])
@pytest.mark.slow
def test_a_question_is_answered_with_its_monte_carlo_interval(bakeoff, question):
    asked = ("lab", question, NOISE, "--method", "kfold-t", "--design", "kfold", "--draws", "20")
    told = bakeoff(*asked, "--json").json
    [found] = told["findings"]
    assert (told["question"], found["method"], found["draws"]) == (question, "kfold-t", 20)
    assert found["interval"][0] <= found["share"] <= found["interval"][1]
    text = bakeoff(*asked).out
    assert text.splitlines()[1].split()[:3] == ["kfold-t", f"{100 * found['share']:.1f}", "%"]
    assert "KFold(folds=10)" in text
    assert "note" not in bakeoff(*asked, "--quiet").out


@pytest.mark.slow
def test_a_setting_of_ones_own(bakeoff):
    told = bakeoff(
        *("lab", "power", "--world", "exchangeable-blocks", "--a", "naive-bayes", "--b", "majority"),
        *("--n", "60", "--parameter", "offset=1.2", "--draws", "10", "--method", "corrected-resampled-t"),
        *("--runs", "2", "--folds", "3", "--json"),
    ).json
    [found] = told["findings"]
    assert found["design"] == "RepeatedKFold(runs=2, folds=3)"
    assert 0 < found["truth"] < 0.1
    assert "offset=1.2" in found["setting"]


@pytest.mark.slow
def test_calibration(bakeoff):
    asked = ("lab", "calibrate", NOISE, "--method", "cv-all-data", "--draws", "60")
    [found] = bakeoff(*asked, "--json").json["calibrations"]
    assert (found["method"], found["draws"], found["nominal_df"]) == ("cv-all-data", 60, 99)
    assert f"cv-all-data  {found['df']:g}" in bakeoff(*asked).out


def test_what_is_finished_is_kept(bakeoff, tmp_path):
    asked = ("lab", "size", NOISE, "--method", "kfold-t", "--design", "kfold", "--draws", "30", "--json")
    kept = ("--store", str(tmp_path / "study.bakeoff"))
    first, again = bakeoff(*asked, *kept), bakeoff(*asked, *kept)
    assert first.out == again.out == bakeoff(*asked).out


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (("size",), "needs a setting"),
        (("size", "fair-atributes:n-100:naive-bayes-vs-c45"), "did you mean"),
        (("size", "--a", "c45"), "give --world too"),
        (("size", NOISE, "--n", "50"), "give --world too"),
        (("size", "--world", "fair-attributes", "--a", "c45"), "needs two learners"),
        (("size", NOISE, "--draws", "ten"), "--draws is 'ten'"),
        (("size", NOISE, "--test", "a third"), "--test is 'a third'"),
        (("size", NOISE, "--design", "holdout", "--test", "0.3"), "expected 1/k for a whole number k"),
        (("size", NOISE, "--method", "mcnemar"), "tests items more than once"),
        (
            (
                "size",
                "--world",
                "fair-attributes",
                "--a",
                "c45",
                "--b",
                "1-nn",
                "--parameter",
                "attributes=x",
            ),
            "expected name=value",
        ),
        (("power", NOISE), "use size"),
    ],
)
def test_bad_questions_are_refused_in_one_line(bakeoff, asked, words):
    ran = bakeoff("lab", *asked)
    assert ran.code == 2
    assert words in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("question", ["size", "power", "coverage", "replicability"])
def test_a_figure(bakeoff, tmp_path, question):
    setting = "contact-lenses:n-100:c45-vs-c45-full" if question == "power" else NOISE
    asked = (question, setting, "--method", "kfold-t", "--design", "kfold", "--draws", 20, "--quiet")
    ran = bakeoff("lab", *asked, "--figure", "found.svg")
    assert ran.code == 0
    assert "kfold-t" in (tmp_path / "found.svg").read_text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("size", "--figure", "found.gif"),
            "figure is 'found.gif'; expected a file that ends with one of .svg",
        ),
        (("size", "--figure", "none/found.svg"), "there is no folder 'none'"),
        (("calibrate", "--figure", "found.svg"), "bakeoff lab calibrate has no figure; leave --figure out"),
        (("settings", "--figure", "found.svg"), "bakeoff lab settings has no figure; leave --figure out"),
    ],
)
def test_figures_that_cannot_be_are_refused_before_any_work(refused, arguments, message):
    question, *rest = arguments
    assert message in refused("lab", question, *([] if question == "settings" else [NOISE]), *rest)
