import json

import numpy as np
import pandas as pd
import pytest

from bakeoff.compare.scores import compare_scores
from bakeoff.designs import FiveByTwo, KFold, RepeatedKFold, Resampling

WAVE = np.random.default_rng(3)
A, B = 0.8 + 0.05 * WAVE.random((10, 10)), 0.78 + 0.05 * WAVE.random((10, 10))


def tidy(a, b, names=("tree", "bayes"), **sizes):
    runs, folds = np.shape(a)
    return pd.DataFrame(
        [
            {"learner": name, "run": run + 1, "fold": fold + 1, "score": scores[run][fold], **sizes}
            for name, scores in zip(names, (a, b), strict=True)
            for run in range(runs)
            for fold in range(folds)
        ]
    )


@pytest.fixture
def ten_by_ten(tmp_path):
    tidy(A, B).to_csv(tmp_path / "f.csv", index=False)
    return "f.csv"


@pytest.mark.slow
def test_repeated_kfold_is_read_off_the_table(bakeoff, ten_by_ten):
    ran = bakeoff("scores", ten_by_ten, "--metric", "accuracy", "--json")
    names = "tree", "bayes"
    expected = compare_scores(A, B, design=RepeatedKFold(), names=names, metric="accuracy")
    assert (ran.code, ran.err, ran.json) == (0, "", expected.to_dict())
    assert bakeoff("scores", ten_by_ten, "--metric", "accuracy").out == f"{expected}\n"
    assert bakeoff("scores", ten_by_ten, "--metric", "accuracy", "--quiet").out == f"{expected.sentence}\n"


@pytest.mark.parametrize("suffix", ["csv", "tsv", "jsonl", "parquet"])
def test_every_kind_of_file_and_any_order_of_rows(bakeoff, tmp_path, suffix):
    table = tidy(A, B, n_train=270, n_test=30)
    table = pd.concat([table[:1], table[1:].sample(frac=1, random_state=0)])
    path = tmp_path / f"f.{suffix}"
    if suffix in ("csv", "tsv"):
        table.to_csv(path, index=False, sep="," if suffix == "csv" else "\t")
    elif suffix == "jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in table.to_dict("records")))
    else:
        table.to_parquet(path)
    expected = compare_scores(A, B, design=RepeatedKFold(), n_train=270, n_test=30, names=("tree", "bayes"))
    assert bakeoff("scores", path, "--json").json == expected.to_dict()


@pytest.mark.slow
def test_the_first_learner_is_a_unless_others_are_named(bakeoff, ten_by_ten):
    usual = bakeoff("scores", ten_by_ten, "--json").json
    swapped = bakeoff("scores", ten_by_ten, "--a", "bayes", "--json").json
    assert (usual["names"], swapped["names"]) == (["tree", "bayes"], ["bayes", "tree"])
    assert swapped["estimate"] == -usual["estimate"]
    assert bakeoff("scores", ten_by_ten, "--b", "tree", "--json").json == swapped


@pytest.mark.slow
def test_two_of_three_learners_must_be_named(bakeoff, refused, tmp_path):
    three = pd.concat([tidy(A, B), tidy(A, B**2, names=("tree2", "knn"))])
    three.to_csv(tmp_path / "three.csv", index=False)
    assert "has 4 learners: 'tree', 'bayes', 'tree2', 'knn'; choose two" in refused("scores", "three.csv")
    ran = bakeoff("scores", "three.csv", "--a", "knn", "--b", "bayes", "--json")
    assert ran.json["names"] == ["knn", "bayes"]
    assert "did you mean 'bayes'?" in refused("scores", "three.csv", "--a", "bayse", "--b", "knn")


@pytest.mark.slow
def test_one_row_of_splits_is_a_guess_and_says_so_on_standard_error(bakeoff, tmp_path):
    tidy(A[:1], B[:1]).to_csv(tmp_path / "k.csv", index=False)
    ran = bakeoff("scores", "k.csv", "--metric", "accuracy", "--json")
    assert ran.err == "note: read as KFold(folds=10); give --design if it is another\n"
    assert ran.json["method"] == "corrected-resampled-t"
    assert "note: read as" not in bakeoff("scores", "k.csv", "--quiet").err
    bare = bakeoff("scores", "k.csv", "--design", "kfold", "--json")
    assert (bare.err, bare.json["metric"]) == ("", "score")
    assert "direction-assumed" in [each["key"] for each in bare.json["caveats"]]


def test_an_error_is_one_line_also_where_the_design_was_guessed(refused, tmp_path):
    tidy(A[:1], B[:1]).to_csv(tmp_path / "k.csv", index=False)
    assert refused("scores", "k.csv", "--method", "mcnemar").startswith("mcnemar takes ")


def test_sizes_tell_resampling_from_folds(bakeoff, tmp_path):
    tidy(A[:1], B[:1], n_train=200, n_test=100).to_csv(tmp_path / "r.csv", index=False)
    ran = bakeoff("scores", "r.csv", "--method", "resampled-t", "--metric", "accuracy", "--json")
    assert (ran.code, ran.err) == (0, "")
    assert ran.json["caveats"][0]["key"] == "unsound-method"


@pytest.mark.slow
def test_designs_by_name(bakeoff, tmp_path):
    tidy(A[:1], B[:1]).to_csv(tmp_path / "k.csv", index=False)
    ran = bakeoff("scores", "k.csv", "--design", "resampling", "--test", "0.2", "--json")
    expected = compare_scores(A[:1], B[:1], design=Resampling(splits=10, test=0.2), names=("tree", "bayes"))
    assert ran.json == expected.to_dict()
    tidy(A[:5, :2], B[:5, :2]).to_csv(tmp_path / "five.csv", index=False)
    expected = compare_scores(A[:5, :2], B[:5, :2], design=FiveByTwo(), names=("tree", "bayes")).to_dict()
    assert bakeoff("scores", "five.csv", "--json").json == expected
    assert bakeoff("scores", "five.csv", "--design", "five-by-two", "--json").json == expected


@pytest.mark.parametrize(
    ("df", "given"), [("calibrated", "calibrated"), ("nominal", "nominal"), ("7", 7), ("7.5", 7.5)]
)
def test_degrees_of_freedom(bakeoff, ten_by_ten, df, given):
    ran = bakeoff("scores", ten_by_ten, "--method", "cv-all-data", "--df", df, "--json")
    names = {"names": ("tree", "bayes")}
    expected = compare_scores(A, B, design=RepeatedKFold(), method="cv-all-data", df=given, **names)
    assert ran.json == expected.to_dict()


@pytest.mark.slow
def test_scores_in_percent_are_a_caveat(bakeoff, tmp_path):
    tidy(100 * A, 100 * B).to_csv(tmp_path / "p.csv", index=False)
    refused = bakeoff("scores", "p.csv")
    assert (refused.code, "name it, such as accuracy (also in per cent)" in refused.err) == (2, True)
    ran = bakeoff("scores", "p.csv", "--metric", "accuracy")
    assert ran.code == 0
    assert "caveat: scores reach " in ran.out
    assert "scores-in-percent" in [
        caveat["key"]
        for caveat in bakeoff("scores", "p.csv", "--metric", "accuracy", "--json").json["caveats"]
    ]


def test_a_table_without_runs_has_those_of_the_design(bakeoff, tmp_path):
    a, b = np.random.default_rng(0).random((2, 5, 2)).round(3)
    tidy(a.reshape(1, 10), b.reshape(1, 10)).drop(columns="run").to_csv(tmp_path / "flat.csv", index=False)
    expected = compare_scores(a, b, design=FiveByTwo(), names=("tree", "bayes")).to_dict()
    assert bakeoff("scores", "flat.csv", "--design", "five-by-two", "--json").json == expected


def test_a_table_without_runs_has_one(bakeoff, tmp_path):
    tidy(A[:1], B[:1]).drop(columns="run").to_csv(tmp_path / "k.csv", index=False)
    expected = compare_scores(A[0], B[0], design=KFold(), names=("tree", "bayes")).to_dict()
    assert bakeoff("scores", "k.csv", "--json").json == expected


HEAD = "learner,run,fold,score\n"
BAD_TABLES = [
    ("", "is empty"),
    (HEAD, "has a header but no items"),
    (
        "learner,run,fold,scores\na,1,1,0.5\nb,1,1,0.5\n",
        "no column of f.csv is called 'score'; did you mean 'scores'?",
    ),
    (HEAD + "a,1,1,0.5\na,1,2,0.6\n", "f.csv has 1 learner: 'a'; expected at least two"),
    (
        HEAD + "a,1,1,0.5\na,1,1,0.6\nb,1,1,0.5\n",
        "has 'a' run 1, fold 1 twice: in row 1 (line 2) and in row 2",
    ),
    (HEAD + "a,1,1,0.5\na,1,2,0.6\nb,1,1,0.5\n", "no score of 'b' for run 1, fold 2, which 'a' has"),
    (
        HEAD + "a,1,1,0.5\nb,1,1,good\n",
        "column 'score' of f.csv has 'good' in row 2 (line 3); expected a finite",
    ),
    (HEAD + "a,1,1,0.5\nb,1,1,\n", "column 'score' of f.csv has a missing value ('') in row 2 (line 3)"),
    (HEAD + "a,1,1,0.5\nb,1,1,85%\n", "write it as a fraction, such as 0.85 for 85 %"),
    (HEAD + 'a,1,1,0.5\nb,1,1,"0,5"\n', "write 0.5 with a decimal point"),
    ("learner,fold,score,n_test\na,1,0.5,0\nb,1,0.5,0\n", "expected the number of items in a set"),
    (
        "learner,fold,score,n_test\na,1,0.5,9\nb,1,0.5,8\n",
        "n_test of fold 1 in f.csv is 9 for 'a' and 8 for 'b'",
    ),
    (
        "label,svm,tree\n1,1,0\n",
        "There are: label, svm, tree; fold scores have columns learner, run, fold and score: to compare "
        "predictions, use bakeoff compare",
    ),
    (
        "truth,a,b\n1,1,0\n",
        "f.csv holds predictions, not fold scores; expected columns learner, run, fold and score: to "
        "compare predictions, use bakeoff compare",
    ),
    (HEAD + "a,1,1,0.5\nb,1,1,0.6\n", "no sound method exists for fold scores of one split alone; "),
]


@pytest.mark.parametrize(("content", "message"), BAD_TABLES)
def test_tables_that_cannot_be_used(refused, write, content, message):
    write("f.csv", content)
    assert message in refused("scores", "f.csv")


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (("--design", "kfold"), "has 1 run of 10 folds, but the scores have shape (10, 10)"),
        (("--design", "five-by-two"), "has 5 runs of 2 folds, but the scores have shape (10, 10)"),
        (
            ("--method", "resampled-t"),
            "resampled-t takes designs resampling; these are scores of RepeatedKFold(",
        ),
        (("--method", "cv-folds", "--df", "calibrated"), "cv-folds cannot be calibrated"),
        (("--method", "cv-all-data", "--df", "x"), "df of cv-all-data is 'x'; expected \"calibrated\""),
        (("--method", "cv-all-data", "--df", "-3"), "df of cv-all-data is -3.0; expected"),
        (("--method", "corrected-resampled-t", "--df", "9"), "df"),
        (("--a", "tree", "--b", "tree"), "a and b both name the learner 'tree'"),
        (("--design", "resampling", "--test", "1.5"), "test is 1.5; expected the share of the data"),
        (("--metric", "acuracy"), "did you mean 'accuracy'?"),
    ],
)
def test_options_that_cannot_be_used(refused, ten_by_ten, asked, message):
    assert message in refused("scores", ten_by_ten, *asked)


def test_the_remedy_for_missing_items_has_no_option_that_the_command_lacks(bakeoff, ten_by_ten):
    said = bakeoff("scores", ten_by_ten).out
    assert "or pass items= to compare_scores" in said
    assert "train with bakeoff run or compare_learners" in said
    assert said.count("items=") == 1
