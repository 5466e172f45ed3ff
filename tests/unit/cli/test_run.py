import numpy as np
import pytest

EXPERIMENT = """
metrics = ["accuracy", "brier"]
halvings = 2
data = { file = "items.csv", target = "kind" }
learners.bayes.estimator = "sklearn.naive_bayes.GaussianNB"
learners.none.estimator = "sklearn.dummy.DummyClassifier"
[design]
kind = "kfold"
folds = 3
"""
OTHER = (
    'learners.stump = { estimator = "sklearn.tree.DecisionTreeClassifier", parameters = { max_depth = 1 } }\n'
)


@pytest.fixture
def experiment(write):
    """An experiment on sixty items, with lines put before it or words replaced."""
    draws = np.random.default_rng(0)
    labels = ["no", "yes"] * 30
    rows = [f"{draws.normal() + (word == 'yes'):.6f},{draws.normal():.6f},{word}" for word in labels]
    write("items.csv", "x,z,kind\n" + "\n".join(rows) + "\n")

    def make(name="e.toml", before="", **replaced):
        text = before + EXPERIMENT
        for old, new in replaced.items():
            assert old in text
            text = text.replace(old, new)
        write(name, text)
        return name

    return make


@pytest.mark.slow
def test_a_verdict_and_what_lies_behind_it(bakeoff, experiment, tmp_path):
    ran = bakeoff("run", experiment())
    assert ran.code == 0
    assert "items-and-folds t" in ran.out.splitlines()[0]
    assert "items-folds-t" in ran.out
    assert "Results of all methods" in ran.out
    assert (
        "Other metrics (for information; the verdict is by accuracy, and these p-values are not adjusted):"
        in ran.out
    )
    assert ran.err.startswith("note: 6 trainings (bayes ")
    assert (tmp_path / "e.bakeoff").exists()


@pytest.mark.slow
def test_json_is_strict_and_alone(bakeoff, experiment):
    ran = bakeoff("run", experiment(), "--json")
    told = ran.json
    assert ran.err == ""
    assert (told["method"], told["names"], told["trainings"]) == ("items-folds-t", ["bayes", "none"], 6)
    assert [each["metric"] for each in told["comparisons"]] == ["accuracy", "brier"]
    assert {each["learner"] for each in told["summaries"]} == {"bayes", "none"}


@pytest.mark.slow
def test_a_second_run_says_the_same_from_the_store(bakeoff, experiment):
    first = bakeoff("run", experiment(), "--json").out
    assert bakeoff("run", "e.toml", "--json").out == first
    assert bakeoff("run", "e.toml", "--json", "--store", "elsewhere.bakeoff").out == first


@pytest.mark.slow
def test_halvings_are_trained_where_the_method_needs_them(bakeoff, experiment):
    told = bakeoff("run", experiment(), "--method", "half-sample-t", "--json").json
    assert (told["method"], told["trainings"]) == ("half-sample-t", 86)


@pytest.mark.slow
def test_quick_runs_repeated_folds_five_times_with_the_same_test(bakeoff, experiment):
    name = experiment(**{'"kfold"\nfolds = 3': '"repeated-kfold"\nruns = 6\nfolds = 2'})
    full = bakeoff("run", name, "--json", "--store", "full.bakeoff").json
    told = bakeoff("run", name, "--quick", "--json").json
    assert (full["method"], full["trainings"]) == ("items-folds-t", 24)
    assert (told["method"], told["trainings"]) == ("items-folds-t", 20)


@pytest.mark.slow
def test_quick_changes_nothing_where_folds_are_not_repeated(bakeoff, experiment):
    name = experiment(**{'"kfold"\nfolds = 3': '"holdout"'})
    assert bakeoff("run", name, "--quick", "--json").json["method"] == "mcnemar-mid-p"


@pytest.mark.slow
def test_words_on_the_command_line_go_before_those_of_the_file(bakeoff, experiment):
    asked = ("--method", "kfold-t", "--metric", "error", "--level", "0.9", "--alpha", "0.2")
    told = bakeoff("run", experiment(), *asked, "--alternative", "greater", "--json").json
    assert (told["method"], told["metric"], told["level"], told["alpha"]) == ("kfold-t", "error", 0.9, 0.2)
    assert told["alternative"] == "greater"
    assert len(told["comparisons"]) == 1
    told = bakeoff("run", "e.toml", "--quick", "--margin", "0.5", "--metric", "accuracy", "--json").json
    assert told["margin"] == 0.5


@pytest.mark.slow
def test_the_level_follows_alpha_unless_it_is_given(bakeoff, experiment):
    quick = experiment(before='alpha = 0.01\nmethod = "kfold-t"\n')
    assert bakeoff("run", quick, "--json").json["level"] == 0.99
    assert bakeoff("run", quick, "--alpha", "0.2", "--json").json["level"] == 0.8
    assert bakeoff("run", quick, "--level", "0.5", "--json").json["level"] == 0.5


@pytest.mark.slow
def test_what_was_tried_and_tuned_is_told(bakeoff, experiment):
    def keys(told):
        return {each["key"] for each in told["caveats"]} & {"many-tried", "tuned-on-test"}

    plain = bakeoff("run", experiment(), "--quick", "--json").json
    told = bakeoff("run", "e.toml", "--quick", "--json", "--tried", "20", "--tuned-on-test").json
    assert told["adjusted_p_value"] == min(1, 20 * plain["p_value"])
    assert (keys(plain), keys(told)) == (set(), {"many-tried", "tuned-on-test"})
    filed = bakeoff("run", experiment("f.toml", "tried = 20\ntuned_on_test = true"), "--quick", "--json").json
    assert filed == told


def test_what_was_tried_must_be_a_number(refused, experiment):
    assert refused("run", experiment(), "--tried", "2.5").startswith(
        "--tried is '2.5'; expected a whole number"
    )
    assert "--tried is '0'; expected a whole number of at least 1" in refused("run", "e.toml", "--tried", "0")
    assert "tried is 'many'" in refused("run", experiment("f.toml", "tried = 'many'"))
    assert "tuned_on_test" in refused("run", experiment("g.toml", "tuned_on_test = 1"))


@pytest.mark.slow
def test_three_learners_are_compared_in_pairs(bakeoff, experiment):
    name = experiment(before='method = "corrected-resampled-t"\n' + OTHER)
    ran = bakeoff("run", name, "--metric", "accuracy")
    assert (
        "of 3 comparisons by accuracy decided at alpha 0.05; p-values are adjusted with Holm's method for 3"
        in ran.out
    )
    assert len(bakeoff("run", name, "--metric", "accuracy", "--json").json["comparisons"]) == 3
    quiet = bakeoff("run", name, "--metric", "accuracy", "--quiet")
    *pairs, ranking = quiet.out.splitlines()
    assert len(pairs) == 3
    assert ranking.startswith("Ranking on items by accuracy: ")
    lines = quiet.err.splitlines()
    assert all(line.startswith("caveat: ") for line in lines)
    assert len(set(lines)) == len(lines)
    assert sum("the variance of the difference is estimated only from folds" in line for line in lines) == 1


@pytest.mark.slow
def test_a_place_for_predictions_is_looked_for_before_training(
    bakeoff, refused, experiment, write, tmp_path, monkeypatch
):
    monkeypatch.syspath_prepend(str(tmp_path))
    write(
        "counting.py",
        "from sklearn.dummy import DummyClassifier\n\n\n"
        "class Counting(DummyClassifier):\n"
        "    def fit(self, X, y):\n"
        "        with open('fits', 'a') as stream:\n"
        "            stream.write('x')\n"
        "        return super().fit(X, y)\n",
    )
    name = experiment(**{"sklearn.dummy.DummyClassifier": "counting.Counting"})
    asked = ("run", name, "--quick", "--allow", "counting", "--predictions")
    assert "no/such.csv cannot be written: there is no folder 'no'" in refused(*asked, "no/such.csv")
    (tmp_path / "folder.csv").mkdir()
    assert "folder.csv cannot be written" in refused(*asked, "folder.csv")
    assert not (tmp_path / "fits").exists()
    assert bakeoff(*asked, "said.csv").code == 0
    assert (tmp_path / "fits").read_text() == "xxx"


@pytest.mark.slow
def test_permutations_and_predictions(bakeoff, experiment, tmp_path):
    asked = ("--quick", "--permutations", "3", "--predictions", "said.csv", "--json")
    told = bakeoff("run", experiment(), *asked).json
    assert [len(each["permuted"]) for each in told["references"]] == [3, 3]
    lines = (tmp_path / "said.csv").read_text().splitlines()
    assert lines[0] == "data,run,fold,item,truth,bayes,none"
    assert len(lines) == 61


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("nowhere.toml",), "nowhere.toml"),
        (("e.toml", "--method", "mcnemr"), "is called 'mcnemr'; did you mean 'mcnemar'?"),
        (("e.toml", "--method", "cv-all-data"), "cv-all-data takes designs repeated-kfold"),
        (("e.toml", "--metric", "nonsense"), "no metric is called 'nonsense'"),
        (("e.toml", "--level", "95"), "level is 95"),
        (("e.toml", "--permutations", "1"), "permutations is 1; expected a whole number of at least 2"),
        (("e.toml", "--jobs", "0"), "--jobs is 0; expected at least 1, or all"),
        (("e.toml", "--jobs", "many"), "--jobs"),
        (("e.toml", "--store", "no/such/folder/s"), "the store no/such/folder/s cannot be created"),
        (("e.toml", "--store", "items.csv"), "items.csv is not a run store"),
        (
            ("e.toml", "--quick", "--predictions", "no/such/folder.csv"),
            "no/such/folder.csv cannot be written",
        ),
    ],
    ids=str,
)
def test_what_is_refused_in_one_line(refused, experiment, words, told):
    experiment()
    assert told in refused("run", *words)


@pytest.mark.slow
def test_an_estimator_that_is_not_allowed(refused, experiment):
    name = experiment(**{"sklearn.dummy.DummyClassifier": "os.system"})
    assert "os" in refused("run", name)


@pytest.mark.slow
def test_a_changed_data_file_is_noticed_and_named(bakeoff, refused, experiment, write, tmp_path):
    assert bakeoff("run", experiment(), "--quick").code == 0
    text = (tmp_path / "items.csv").read_text()
    write("items.csv", text.replace("yes", "no", 1))
    before = (tmp_path / "e.bakeoff").read_bytes()
    assert "belongs to another experiment: the data set 'items' changed: y was mark" in refused(
        "run", "e.toml", "--quick"
    )
    assert (tmp_path / "e.bakeoff").read_bytes() == before


@pytest.mark.slow
def test_a_damaged_store_is_left_alone(bakeoff, refused, experiment, tmp_path):
    assert bakeoff("run", experiment(), "--quick").code == 0
    store = tmp_path / "e.bakeoff"
    store.write_bytes(store.read_bytes()[:5000])
    before = store.read_bytes()
    assert "it was not changed" in refused("run", "e.toml", "--quick")
    assert store.read_bytes() == before
