import json

import numpy as np
import pytest

from bakeoff import KFold, RepeatedKFold, compare_datasets, compare_scores
from bakeoff.compare.files import compare_files
from bakeoff.compare.found import HowMade, judge_found
from bakeoff.compare.item_scores import compare_item_scores
from bakeoff.core.exceptions import InputError
from bakeoff.core.panel import FoldPanel, ItemPanel
from bakeoff.core.verdict import Basis
from bakeoff.read.importers._record import Found

RNG = np.random.default_rng(3)
A, B = RNG.random(30), RNG.random(30)


def items(*, by=None, clusters=None, **more):
    slices = None if by is None else np.repeat(["t", "u"], 15)
    panel = ItemPanel(
        names=("x", "y"), answers=(A, B), truth=None, source="logs", slices=slices, clusters=clusters
    )
    return Found(panel=panel, metric="rouge", source="logs", notes=("a note",), **more)


def table(seed=0, shape=(1, 10), **more):
    rng = np.random.default_rng(seed)
    return FoldPanel(names=("x", "y"), scores=np.array([rng.random(shape), rng.random(shape)]), **more)


def folds(panels, metric="accuracy", **more):
    return Found(panel=panels, metric=metric, source="results", **more)


def test_items_are_compared_under_their_own_name():
    verdict = judge_found(items(), alpha=0.1)
    assert verdict.result.p_value == compare_item_scores(A, B).result.p_value
    assert verdict.names == ("x", "y")
    assert verdict.unit.subject == "rouge"
    assert verdict.result.notes[-1] == "a note"
    assert judge_found(items(), names=("p", "q")).names == ("p", "q")


def test_losses_clusters_and_slices():
    verdict = judge_found(items(by="task", higher_is_better=False, clusters=np.arange(30) // 3), by="task")
    assert verdict.metric == "loss"
    assert verdict.by == "task"
    assert [each.name for each in verdict.slices] == ["t", "u"]
    assert "30 items in 10 clusters" in verdict.sentence


def test_folds_of_one_data_set():
    one = table()
    verdict = judge_found(folds({"": one}))
    expected = compare_scores(*one.scores, design=KFold(folds=10))
    assert verdict.result.p_value == expected.result.p_value
    assert verdict.slices == ()
    assert any("the design is assumed to be KFold(folds=10)" in note for note in verdict.result.notes)


@pytest.mark.parametrize("design", ["resampling", None])
def test_the_design_is_told_or_read(design):
    sizes = {"n_train": np.full((1, 10), 66.0), "n_test": np.full((1, 10), 34.0)}
    made = table(**sizes)
    verdict = judge_found(folds({"": made}, design=design), method="corrected-resampled-t")
    assert verdict.result.method == "corrected-resampled-t"
    assert "10 splits" in verdict.sentence
    assert not any("the design is assumed" in note for note in verdict.result.notes)


def test_several_data_sets_are_slices_of_a_comparison_over_them():
    tables = {f"set {at}": table(at, (2, 5)) for at in range(7)}
    verdict = judge_found(folds(tables, metric="auc"))
    means = [[each.scores[side].mean() for each in tables.values()] for side in (0, 1)]
    assert verdict.result.p_value == compare_datasets(*means, metric="auc").result.p_value
    assert verdict.by == "data set"
    assert [(each.name, each.n) for each in verdict.slices] == [(name, 10) for name in tables]
    assert {each.verdict.result.method for each in verdict.slices} == {"corrected-resampled-t"}
    notes = [note for each in verdict.slices for note in each.verdict.result.notes]
    assert not any("the design is assumed" in note for note in notes)


@pytest.mark.slow
def test_a_method_goes_where_it_belongs():
    tables = {f"set {at}": table(at, (10, 10)) for at in range(7)}
    by_sign = judge_found(folds(tables), method="sign")
    assert by_sign.result.method == "sign"
    assert by_sign.slices[0].verdict.result.method == "cv-all-data"
    by_folds = judge_found(folds(tables), method="corrected-resampled-t")
    assert by_folds.result.method == "wilcoxon"
    assert by_folds.slices[0].verdict.result.method == "corrected-resampled-t"


def test_metrics_that_are_none_of_ours():
    verdict = judge_found(folds({"": table()}, metric="bleu"))
    assert (verdict.metric, verdict.unit.subject, verdict.unit.factor) == ("score", "bleu", 100)
    big = FoldPanel(names=("x", "y"), scores=3 + table().scores)
    verdict = judge_found(folds({"": big}, metric="Mean_absolute_error", higher_is_better=False))
    assert (verdict.metric, verdict.unit.less) == ("loss", True)
    assert verdict.result.estimate == pytest.approx(float(big.scores[1].mean() - big.scores[0].mean()))


def test_folds_have_no_columns_to_slice_by():
    with pytest.raises(InputError, match="by is 'task', but results holds fold scores"):
        judge_found(folds({"": table()}), by="task")
    assert judge_found(folds({"a": table(), "b": table(1)}), by="dataset").by == "data set"


def test_folds_in_one_row_may_be_several_runs(tmp_path):
    rng = np.random.default_rng(5)
    scores = {name: rng.normal(0.8, 0.02, 30).tolist() for name in ("nb", "tree")}
    path = tmp_path / "cv.json"
    path.write_text(json.dumps({name: {"fit_time": [1] * 30, "test_score": s} for name, s in scores.items()}))
    with pytest.raises(InputError, match=r"has 30 scores in one row.* --runs \(1 if these are 30 folds"):
        compare_files(path)
    repeated = compare_files(path, runs=3)
    a, b = (np.reshape(scores[name], (3, 10)) for name in ("nb", "tree"))
    given = compare_scores(a, b, design=RepeatedKFold(runs=3)).result
    assert (repeated.result.method, repeated.result.p_value) == (given.method, given.p_value)
    assert compare_files(path, runs=1).basis == Basis(of="folds", counts=(30,))
    with pytest.raises(InputError, match="cannot be 7 runs of equal length"):
        compare_files(path, runs=7)


@pytest.mark.slow
def test_frames_of_cross_validate_as_csv(tmp_path):
    rng = np.random.default_rng(5)
    a, b = rng.normal(0.8, 0.02, (2, 30)).round(6)
    for name, scores in (("a", a), ("b", b)):
        rows = (f"{at},0.1,0.1,{score}" for at, score in enumerate(scores))
        (tmp_path / f"{name}.csv").write_text("\n".join([",fit_time,score_time,test_score", *rows]) + "\n")
    files = tmp_path / "a.csv", tmp_path / "b.csv"
    given = compare_scores(a.reshape(3, 10), b.reshape(3, 10), design=RepeatedKFold(runs=3)).result
    assert compare_files(*files, runs=3).result.p_value == given.p_value
    with pytest.raises(
        InputError, match=r"each learner of .*a.csv and .*b.csv has 1 x 30 scores, which cannot be 7"
    ):
        compare_files(*files, runs=7)


def test_runs_that_cannot_be():
    with pytest.raises(InputError, match="runs is 0; expected at least 1"):
        judge_found(folds({"": table()}), made=HowMade(runs=0))
    with pytest.raises(InputError, match="runs is 2, but logs has no folds"):
        judge_found(items(), made=HowMade(runs=2))
