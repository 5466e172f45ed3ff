"""Predictions in files: the same verdict whichever way they are read."""

import numpy as np
import pytest
from tests.columns import without_roles
from tests.packing import PACKERS

from bakeoff.compare.files import compare_files, compare_table
from bakeoff.compare.predictions import compare_predictions
from bakeoff.core.exceptions import BakeoffError, InputError, UnknownNameError

RNG = np.random.default_rng(11)
N = 240
TRUTH = RNG.choice(["cat", "dog", "eel"], N)
A = np.where(RNG.random(N) < 0.8, TRUTH, RNG.choice(["cat", "dog", "eel"], N))
B = np.where(RNG.random(N) < 0.7, TRUTH, RNG.choice(["cat", "dog", "eel"], N))
USER, LAND = RNG.integers(0, 60, N), RNG.choice(["fr", "de"], N)
P_A, P_B = (np.round(np.clip(RNG.normal(0.3 + 0.4 * (TRUTH == "cat"), 0.2), 0, 1), 3) for _ in range(2))
COLUMNS = {"truth": TRUTH, "a": A, "b": B, "user": USER, "land": LAND, "pa": P_A, "pb": P_B}


def lines(columns, rows=slice(None)):
    cells = [np.asarray(column)[rows].tolist() for column in columns.values()]
    return [",".join(columns), *(",".join(map(str, row)) for row in zip(*cells, strict=True))]


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "p.csv"
    path.write_text("\n".join(lines(COLUMNS)))
    return path


@pytest.fixture(params=PACKERS)
def shards(tmp_path, request):
    folder = tmp_path / "shards"
    folder.mkdir()
    half = RNG.permutation(N)
    (folder / "1.csv").write_text("\n".join(lines(COLUMNS, half[:100])))
    packed = PACKERS[request.param]("\n".join(lines(COLUMNS, half[100:])).encode())
    (folder / f"2.csv.{request.param}").write_bytes(packed)
    return folder


ASKED = [
    {},
    {"metric": "macro-f1", "resamples": 300},
    {"metric": "f1", "positive": "dog", "method": "bootstrap", "resamples": 300},
    {"metric": "mcc", "cluster": "user", "resamples": 300},
    {"cluster": "user"},
    {"by": "land"},
    {"by": "land", "cluster": "user", "metric": "kappa", "method": "jackknife"},
    {"metric": "score", "a": "pa", "b": "pb", "by": "land"},
    {"metric": "loss", "a": "pa", "b": "pb", "cluster": "user", "method": "bootstrap", "resamples": 300},
    {"metric": "auc", "a": "pa", "b": "pb", "positive": "cat"},
    {"metric": "brier", "a": "pa", "b": "pb", "positive": "cat", "by": "land", "cluster": "user"},
]


@pytest.mark.parametrize("asked", ASKED, ids=str)
def test_one_file_and_shards_give_the_same_to_the_bit(file, shards, asked):
    assert compare_files(shards, **asked).to_dict() == compare_files(file, **asked).to_dict()


def test_scores_of_two_files_need_no_truth(tmp_path, file):
    first, second = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    for path, scores, step in ((first, P_A, 1), (second, P_B, -1)):
        rows = [f'{{"item": "q{i}", "score": {scores[i]}}}' for i in range(N)]
        path.write_text("\n".join(rows[::step]))
    joined = compare_files(first, second, id="item", metric="score")
    assert joined.result == compare_files(file, a="pa", b="pb", metric="score").result
    with pytest.raises(
        InputError, match="truth is column 'truth', but scores and losses of items need no truth"
    ):
        compare_files(file, truth="truth", a="pa", b="pb", metric="loss")


def test_files_say_what_arrays_say(file):
    found = compare_files(file, cluster="user", metric="macro-f1", method="jackknife")
    given = compare_predictions(TRUTH, A, B, clusters=USER, metric="macro-f1", method="jackknife")
    assert without_roles(found.to_dict()) == given.to_dict()


def test_rows_that_are_counts(tmp_path, file):
    rows, counts = np.unique(np.stack([TRUTH, A, B]), axis=1, return_counts=True)
    counted = tmp_path / "counted.csv"
    counted.write_text("\n".join(lines(dict(zip(("truth", "a", "b"), rows, strict=True)) | {"n": counts})))
    found, given = compare_files(counted, count="n").to_dict(), compare_files(file, attributes=()).to_dict()
    assert found["roles"]["count"] == {"column": "n", "by": "said"}
    assert without_roles(found) == without_roles(given)
    with pytest.raises(InputError, match="brier cannot be computed from counts"):
        compare_files(counted, count="n", metric="brier")


def test_two_files_are_joined(tmp_path, file):
    ids, order = np.arange(N), RNG.permutation(N)
    first, second = tmp_path / "one.csv", tmp_path / "two.csv"
    first.write_text("\n".join(lines({"id": ids, "truth": TRUTH, "prediction": A})))
    second.write_text("\n".join(lines({"id": ids[order], "prediction": B[order]})))
    joined = compare_files(first, second, id="id")
    assert joined.names == ("one", "two")
    assert joined.result == compare_files(file).result
    second.write_text(
        "\n".join(lines({"id": ids[order], "prediction": np.where(B == "dog", "Dog", B)[order]}))
    )
    expected = (
        rf"class 'Dog' is predicted {np.sum(B == 'dog')} times in .*two.csv and occurs neither in "
        r".*one.csv nor in the truth; .*: correct the label"
    )
    with pytest.raises(InputError, match=expected):
        compare_files(first, second, id="id")


def test_probabilities_that_are_none(tmp_path):
    path = tmp_path / "p.csv"
    path.write_text("truth,a,b\n0,0.2,0.1\n1,1.25,0.9\n")
    with pytest.raises(
        InputError,
        match=r"^column 'a' of \S*p.csv has 1\.25 in row 2 \(line 3\) .*expected probabilities from 0 to 1",
    ):
        compare_files(path, metric="log-loss")


def test_names_of_columns_that_are_not_there(file, shards):
    for path in (file, shards):
        with pytest.raises(UnknownNameError, match=r"'lnd'.* did you mean 'land'"):
            compare_files(path, by="lnd")


def test_a_filter_is_for_logs(file):
    with pytest.raises(InputError, match="only logs of lm-evaluation-harness have filters"):
        compare_files(file, filter="strict-match")


def test_tables_need_a_table_or_a_query():
    with pytest.raises(InputError, match="expected either --table or --query"):
        compare_table(connect="sqlite:///nowhere.db")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"clusters": "u"}, "no option of compare_files is called 'clusters'; did you mean 'cluster'?"),
        ({"by": ["u"]}, "by is a list; expected the name of one column"),
        ({"truth": 3}, "truth is an int; expected the name of one column"),
        ({"method": "mcnemer"}, "no method is called 'mcnemer'; did you mean 'mcnemar'?"),
    ],
)
def test_what_cannot_be_meant_is_refused_before_a_file_is_read(given, said):
    with pytest.raises(BakeoffError) as refused:
        compare_files("a file that is not there", **given)
    assert str(refused.value).startswith(said)


def test_tables_name_their_own_options():
    with pytest.raises(BakeoffError, match="no option of compare_table is called 'runs'"):
        compare_table("t", connect="sqlite:///not there", runs=3)


@pytest.fixture
def apart(tmp_path):
    """A file of truth and one of predictions for each model, in different orders."""
    shuffled, other = RNG.permutation(N), RNG.permutation(N)
    every = {"item": np.arange(N)}
    (tmp_path / "truth.csv").write_text("\n".join(lines({**every, "species": TRUTH}, shuffled)))
    (tmp_path / "svm.csv").write_text("\n".join(lines({**every, "guess": A})))
    (tmp_path / "tree.csv").write_text("\n".join(lines({**every, "species": B}, other)))
    both = lines({**every, "a": A, "b": B, "pa": P_A, "pb": P_B})
    (tmp_path / "both.csv").write_text("\n".join(both))
    return tmp_path


@pytest.mark.parametrize("files", [("svm.csv", "tree.csv"), ("both.csv",)])
def test_truth_in_a_file_of_its_own(apart, files):
    # the truth is the only column beside the id, and so is each prediction, though one is called the same
    paths = [apart / each for each in files]
    found = compare_files(*paths, truth_file=apart / "truth.csv", id="item").result
    assert found == compare_predictions(TRUTH, A, B).result


def test_truth_of_scores_in_a_file_of_its_own(apart):
    asked = {"metric": "auc", "positive": "cat"}
    named = {"truth_file": apart / "truth.csv", "id": "item", "truth": "species", "a": "pa", "b": "pb"}
    found = compare_files(apart / "both.csv", **named, **asked).result
    assert found.estimate == compare_predictions(TRUTH, P_A, P_B, **asked).result.estimate


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"truth": "{truth}"}, r"truth.csv', which is a file, .* \(--truth-file .*truth.csv\)"),
        ({"truth_file": 3}, "a file is an int|a file is a"),
        ({"truth_file": "{truth}", "truth": "class"}, "no column of .*truth.csv is called 'class'"),
        ({"truth_file": "{truth}", "id": None}, "joined on a column that identifies the items"),
        ({"truth_file": "{truth}", "a": "species"}, "no column of .*svm.csv is called 'species'"),
    ],
)
def test_truth_that_cannot_be_found(apart, asked, message):
    given = {
        k: str(apart / "truth.csv") if v == "{truth}" else v for k, v in ({"id": "item"} | asked).items()
    }
    with pytest.raises(InputError, match=message):
        compare_files(apart / "svm.csv", apart / "tree.csv", **given)


def test_the_truth_is_not_a_prediction(tmp_path):
    for name in "xy":
        (tmp_path / f"{name}.csv").write_text("k,truth,prediction\n1,u,u\n2,v,u\n")
    with pytest.raises(
        InputError, match=r"truth and a are both column 'truth' of .*x.csv; expected a column"
    ):
        compare_files(tmp_path / "x.csv", tmp_path / "y.csv", id="k", a="truth")


@pytest.mark.parametrize("metric", ["r2", "neg_median_absolute_error", "pinball:0.1"])
def test_predicted_numbers_in_files(tmp_path, metric):
    truth = P_A + P_B
    file = tmp_path / "numbers.csv"
    file.write_text("\n".join(lines({"truth": truth, "a": P_A, "b": P_B})))
    found = compare_files(file, metric=metric)
    expected = compare_predictions(truth, P_A, P_B, metric=metric)
    assert found.result.estimate == pytest.approx(expected.result.estimate)
    assert found.result.p_value == pytest.approx(expected.result.p_value)


@pytest.mark.slow
def test_visits_of_a_patient_raise_a_caveat_on_every_route(tmp_path):
    import sqlite3

    import pandas as pd

    from bakeoff.compare.rank_source import RankRequest, rank_source
    from bakeoff.compare.ranking import RankOptions
    from bakeoff.plan.gates import GateRequest, Wish, gate_source

    rng = np.random.default_rng(3)
    columns = {name: rng.integers(0, 2, 240) for name in ("truth", "a", "b")} | {
        "patient_id": np.arange(240) // 6
    }
    frame = pd.DataFrame(columns)
    frame.to_csv(tmp_path / "v.csv", index=False)
    frame.to_parquet(tmp_path / "v.parquet")
    with sqlite3.connect(tmp_path / "v.db") as base:
        frame.to_sql("v", base, index=False)
    base.close()
    address, few = f"sqlite:///{tmp_path / 'v.db'}", RankOptions(resamples=200)
    rank = RankRequest(files=(tmp_path / "v.csv",), models=("a", "b"), options=few)
    results = [
        compare_files(tmp_path / "v.csv"),
        compare_files(tmp_path / "v.parquet", metric="f1", positive=1),
        compare_files(tmp_path / "v.csv", metric="auc", positive=1),
        compare_table("v", connect=address),
        rank_source(rank),
        rank_source(RankRequest(connect=address, tables=("v",), models=("a", "b"), options=few)),
        gate_source(GateRequest(files=(tmp_path / "v.csv",), wishes=(Wish(margin=0.1),), old="a", new="b")),
    ]
    for found in results:
        (told,) = [each for each in found.caveats if each.key == "duplicated-rows"]
        assert "column 'patient_id' has 40 different values in 240 rows" in told.text
        assert "--cluster patient_id" in told.remedy
    declared = compare_files(tmp_path / "v.csv", cluster="patient_id")
    assert "duplicated-rows" not in [each.key for each in declared.caveats]
