"""``bakeoff rank``: what it prints is what Python gives, and bad input is one line."""

import shlex

import numpy as np
import pytest
from tests.columns import without_roles

import bakeoff as package

RNG = np.random.default_rng(8)
TRUTH = RNG.integers(0, 2, 120)
RATES = {"x": 0.9, "y": 0.7, "z": 0.6}
SAID = {name: np.where(RNG.random(120) < rate, TRUTH, 1 - TRUTH) for name, rate in RATES.items()}
SCORES = {name: np.round(RNG.random(12), 3) for name in ("tree", "bayes", "forest")}


@pytest.fixture
def items(write):
    rows = "\n".join(",".join(map(str, row)) for row in zip(TRUTH, *SAID.values(), strict=True))
    return write("all.csv", f"truth,x,y,z\n{rows}\n")


@pytest.fixture
def sets(write):
    rows = enumerate(zip(*SCORES.values(), strict=True))
    lines = "\n".join(f"set {at}," + ",".join(map(str, row)) for at, row in rows)
    return write("sets.csv", f"data,{','.join(SCORES)}\n{lines}\n")


def test_text_json_and_quiet_are_those_of_python(bakeoff, items):
    expected = package.rank_predictions(TRUTH, SAID, resamples=500)
    ran = bakeoff("rank", items, "--resamples", 500, "--json")
    assert (ran.code, ran.err) == (0, "")
    assert without_roles(ran.json) == expected.to_dict()
    assert bakeoff("rank", items, "--resamples", 500).out == f"{expected}\n"
    assert bakeoff("rank", items, "--resamples", 500, "--quiet").out == f"{expected.sentence}\n"


def test_models_baseline_and_a_report(bakeoff, items, tmp_path):
    ran = bakeoff("rank", items, "--models", "z,x", "--baseline", "z", "--report", "r.html", "--json")
    assert [(pair["a"], pair["b"]) for pair in ran.json["pairs"]] == [("x", "z")]
    assert "x" in (tmp_path / "r.html").read_text()


def test_models_with_commas_in_their_names_can_be_named(bakeoff, refused, write):
    names = ("id_of", "model (v1.2)", 'svm, C="1"')
    rows = [
        (at, truth, x, y) for at, (truth, x, y) in enumerate(zip(TRUTH, SAID["x"], SAID["y"], strict=True))
    ]
    lines = "\n".join(f"p{at // 2},{true},{a},{b}" for at, true, a, b in rows)
    header = f'{names[0]},truth,{names[1]},"svm, C=""1"""'
    write("p.csv", f"{header}\n{lines}\n")
    told = refused("rank", "p.csv")
    assert "no value of column 'id_of'" in told
    suggested = shlex.split(told.partition("name the models: ")[2])
    ran = bakeoff("rank", "p.csv", *suggested, "--json").json
    assert {each["name"] for each in ran["models"]} == set(names[1:])


def test_rows_that_are_data_sets(bakeoff, sets):
    ran = bakeoff("rank", sets, "--datasets", "--json")
    expected = package.rank_datasets(SCORES)
    assert [each["name"] for each in ran.json["models"]] == list(expected.names)
    assert ran.json["omnibus"]["p_value"] == pytest.approx(expected.omnibus.p_value)


def test_an_assumed_metric_of_data_sets_is_told(bakeoff, sets):
    told = "the metric of the scores is unknown: higher is assumed to be better; name it with --metric"
    assert told in bakeoff("rank", sets, "--datasets").out
    assert told in bakeoff("rank", sets, "--datasets", "--quiet").err
    assert told not in bakeoff("rank", sets, "--datasets", "--metric", "accuracy").out


def test_what_is_left_out_of_a_table_is_told_with_quiet(bakeoff, write):
    lines = [
        f"set {chr(97 + at)},{1000 + 7 * at},{0.7 + at / 100:.2f},{0.6 + at / 50:.2f}" for at in range(11)
    ]
    means = "Average,,0.75,0.70"
    write("d.csv", "\n".join(["data,n_samples,x,y", *lines, means]) + "\n")
    ran = bakeoff("rank", "d.csv", "--datasets", "--quiet")
    assert "note: not taken as models: n_samples (called like weights)" in ran.err
    assert "note: row Average is not a data set but summarises the others; left out" in ran.err
    assert "on 11 data sets" in ran.out


def test_draws_of_a_posterior_can_be_chosen(bakeoff, sets, refused):
    asked = ("rank", sets, "--datasets", "--method", "bayes-signed-rank", "--resamples", "2000", "--json")
    first, again, other = (bakeoff(*asked, "--rng", rng).json for rng in ("1", "1", "2"))
    assert first["resamples"] == 2000
    assert first == again
    assert first["pairs"] != other["pairs"]
    assert "makes no random draws" in refused("rank", sets, "--datasets", "--rng", "3")


OF_ITEMS = [("--margin", "0.1"), ("--cluster", "x"), ("--tried", "5"), ("--step-down",)]


@pytest.mark.parametrize("option", OF_ITEMS)
def test_what_is_said_of_items_is_refused_of_data_sets(refused, sets, option):
    told = refused("rank", sets, "--datasets", *option)
    assert told.startswith(f"{option[0]} is for rankings of predictions")


def test_what_is_said_of_data_sets_is_refused_of_items(refused, items):
    assert refused("rank", items, "--rope", "0.1").startswith("--rope is for rankings over data sets")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("nowhere.csv",), "nowhere.csv"),
        ((), "no file is given"),
        (("all.csv", "--baseline", "w"), "no model is called 'w'"),
        (("all.csv", "--models", "x"), "has 1 column besides the truth"),
        (("all.csv", "--resamples", "many"), "--resamples is 'many'"),
        (("all.csv", "--metric", "best"), "no metric is called 'best'"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(refused, items, arguments, said):
    assert said in refused("rank", *arguments)
