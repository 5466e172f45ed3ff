import json

import numpy as np
import pytest
from tests.columns import without_roles

import bakeoff
from bakeoff.compare.source import Request, compare_source
from bakeoff.core.exceptions import InputError, ModelsError, UnknownNameError
from bakeoff.metrics import METRICS

RNG = np.random.default_rng(9)
TRUTH, A, B = (RNG.choice(["cat", "dog"], 60).tolist() for _ in range(3))
FOLDS = RNG.random((3, 10)).round(3)


@pytest.fixture
def predictions(tmp_path):
    rows = (",".join(row) for row in zip(TRUTH, A, B, strict=True))
    (tmp_path / "p.csv").write_text("\n".join(["truth,a,b", *rows]) + "\n")
    return tmp_path / "p.csv"


@pytest.fixture
def folds(tmp_path):
    rows = [
        f"{name},{fold},{score}"
        for name, scores in zip(("nb", "tree", "svm"), FOLDS.tolist(), strict=True)
        for fold, score in enumerate(scores)
    ]
    (tmp_path / "f.csv").write_text("\n".join(["learner,fold,score", *rows]) + "\n")
    return tmp_path / "f.csv"


def test_predictions_in_files_and_in_memory_are_judged_alike(predictions):
    expected = bakeoff.compare_predictions(TRUTH, A, B).to_dict()
    answer = compare_source(Request(files=(predictions,)))
    assert (without_roles(answer.verdict.to_dict()), answer.guessed) == (expected, None)


def test_messages_and_names_follow_what_files_are_called(predictions):
    request = Request(files=(predictions,), called=("mine.csv",), a="tree", names=("old", None))
    with pytest.raises(UnknownNameError, match=r"^no column of mine.csv is called 'tree'"):
        compare_source(request)
    named = compare_source(Request(files=(predictions,), names=("old", None))).verdict
    assert named.names == ("old", "B")


def test_a_table_of_folds_is_asked_for_or_recognised(folds):
    asked = Request(files=(folds,), folds={}, a="nb", b="tree")
    answer = compare_source(asked)
    assert answer.guessed == bakeoff.KFold(folds=10)
    assert answer.verdict.names == ("nb", "tree")
    expected = bakeoff.compare_scores(FOLDS[0], FOLDS[1], design=bakeoff.KFold(folds=10)).result
    assert answer.verdict.result == expected
    found = compare_source(Request(files=(folds,), a="nb", b="tree"))
    assert found.guessed is None
    assert any("the design is assumed to be KFold(folds=10)" in note for note in found.verdict.result.notes)
    assert found.verdict.result.p_value == expected.p_value


@pytest.mark.parametrize("asked", [{"folds": {}}, {}])
def test_a_third_learner_is_for_rank(folds, asked):
    with pytest.raises(
        ModelsError, match=r"3 learners: 'nb', 'tree', 'svm'; .* with rank_learners"
    ) as raised:
        compare_source(Request(files=(folds,), **asked))
    assert raised.value.names == ("nb", "tree", "svm")


def test_columns_of_predictions_go_before_formats_of_others(tmp_path):
    rows = "".join(f"{at % 2},{at % 2},{at % 3 % 2},{at}\n" for at in range(30))
    (tmp_path / "p.csv").write_text("truth,a,b,split0_test_score\n" + rows)
    assert compare_source(Request(files=(tmp_path / "p.csv",))).verdict.result.n == 30


def test_what_only_logs_have_is_refused_of_tables(predictions):
    with pytest.raises(InputError, match="only logs of lm-evaluation-harness have filters"):
        compare_source(Request(files=(predictions,), filter="strict"))
    with pytest.raises(InputError, match="only files of fold scores have runs"):
        compare_source(Request(files=(predictions,), runs=3))


def test_methods_are_refused_before_anything_is_read():
    with pytest.raises(UnknownNameError, match="no method is called 'mcnemer'"):
        compare_source(Request(files=("missing.csv",), method="mcnemer"))


def test_a_metric_of_ours_may_be_asked_of_a_result_file(tmp_path):
    made = {name: {"fit_time": [1] * 3, "test_f1_macro": [0.5, at / 8, 0.25]} for at, name in enumerate("xy")}
    (tmp_path / "cv.json").write_text(json.dumps(made))
    for metric in ("macro-f1", "f1_macro", METRICS["macro-f1"]):
        request = Request(files=(tmp_path / "cv.json",), metric=metric)
        assert compare_source(request).verdict.metric == "macro-f1"
