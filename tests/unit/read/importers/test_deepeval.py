import json
from pathlib import Path

import numpy as np
import pytest

from bakeoff.core.exceptions import FileError, InputError
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.importers._record import glimpse_of
from bakeoff.read.importers.deepeval import read_deepeval, recognises

DATA = Path(__file__).parent / "data" / "deepeval"
PAIR = DATA / "careful.json", DATA / "hasty.json"


def read(*paths, **asked):
    return read_deepeval([glimpse_of(each) for each in paths], Wanted(**asked))


@pytest.mark.parametrize("metric", ["pass", "Exact", "Close"])
def test_means_are_those_of_deepeval(metric):
    found = read(*PAIR, metric=metric)
    for values, path in zip(found.panel.answers, PAIR, strict=True):
        run = json.loads(path.read_text())
        own = {each["metric"]: np.mean(each["scores"]) for each in run["metricsScores"]}
        own["pass"] = run["testPassed"] / (run["testPassed"] + run["testFailed"])
        assert values.mean() == pytest.approx(own[metric], rel=1e-15)
    assert (found.names, found.panel.n, found.higher_is_better) == (("careful", "hasty"), 6, True)
    assert not any("assumed" in note for note in found.notes)


def test_metadata_slices():
    assert all(recognises(glimpse_of(path)) for path in PAIR)
    found = read(*PAIR, by="size")
    assert (found.metric, found.other_metrics) == ("pass", ("Exact", "Close"))
    assert set(found.panel.slices) == {"small", "large"}


def case(put, score, *, success=True, threshold=0.5):
    told = {"name": "Gizmo", "score": score, "threshold": threshold, "success": success}
    return {"input": put, "expectedOutput": "!", "success": success, "metricsData": [told]}


def write(path, cases):
    path.write_text(json.dumps({"testCases": cases, "metricsScores": []}))
    return path


def test_lower_scores_that_pass_are_better(tmp_path):
    cases = [case("x", 0.5), case("y", 0.2), case("z", 0.9, success=False), case("x", 0.1)]
    a, b = write(tmp_path / "a.json", cases), write(tmp_path / "b.json", cases[::-1])
    with pytest.raises(InputError, match="the repeats differ"):
        read(a, write(tmp_path / "c.json", cases[:3]), metric="Gizmo")
    found = read(a, b, metric="Gizmo")
    assert (found.names, found.higher_is_better, found.panel.repeats) == (("a", "b"), False, (1, 2))
    assert found.panel.answers[0].tolist() == pytest.approx([0.3, 0.2, 0.9])


def test_bad_files(tmp_path):
    with pytest.raises(FileError, match="has an int in testCases; expected test cases"):
        read(write(tmp_path / "a.json", [7]), PAIR[0])
    with pytest.raises(InputError, match=r"6 of 6 test cases .*; run both models on the same test cases"):
        read(PAIR[0], write(tmp_path / "a.json", [case("x", 0.5)]))


@pytest.mark.parametrize(
    ("name", "metric", "doubtful", "differ"),
    [
        ("same", None, (), {}),
        ("temperature", None, (), {"temperature": ("0", "1")}),
        ("grader", None, ("scorer.Graded.model",), {"scorer.Graded.model": ("judge-1", "judge-2")}),
        ("grader", "Graded", ("scorer.model",), {"scorer.model": ("judge-1", "judge-2")}),
        ("grader", "Exact", (), {}),
        ("threshold", None, ("scorer.Graded.threshold",), {"scorer.Graded.threshold": (0.4, 0.9)}),
        ("threshold", "Graded", (), {}),
        (
            "strict",
            None,
            ("scorer.Graded.threshold", "scorer.Graded.strict"),
            {"scorer.Graded.threshold": (0.4, 1.0), "scorer.Graded.strict": (False, True)},
        ),
        ("strict", "Graded", ("scorer.strict",), {"scorer.strict": (False, True)}),
    ],
)
@pytest.mark.parametrize("turned", [False, True])
def test_another_judge_or_threshold_is_said(name, metric, doubtful, differ, turned):
    """Runs of DeepEval with exactly one condition changed."""
    folder = DATA / "conditions"
    found = read(*(folder / "careful.json", folder / f"{name}.json")[:: -1 if turned else 1], metric=metric)
    assert sorted(found.names) == ["careful", "hasty"]
    assert found.doubtful == doubtful
    assert found.differ == {
        key: dict(zip(("careful", "hasty"), values, strict=True)) for key, values in differ.items()
    }


def test_a_metric_that_is_lacking_on_one_side_decides_what_passes():
    folder = DATA / "conditions"
    for paths in (("careful", "metrics"), ("metrics", "careful")):
        found = read(*(folder / f"{name}.json" for name in paths))
        assert {"scorer.Graded.threshold", "scorer.Graded.model"} <= set(found.doubtful)
        assert read(*(folder / f"{name}.json" for name in paths), metric="Exact").doubtful == ()


def test_one_model_by_two_judges_has_two_names():
    names = read(*(DATA / "conditions" / f"{name}.json" for name in ("same", "grader"))).names
    assert names == ("hasty (scorer.Graded.model=judge-1)", "hasty (scorer.Graded.model=judge-2)")


def test_metrics_that_failed_are_counted(tmp_path):
    for name in ("careful", "hasty"):
        run = json.loads((DATA / f"{name}.json").read_text())
        run["testCases"][0]["metricsData"][0] |= {"error": "no answer", "score": None, "success": False}
        (tmp_path / f"{name}.json").write_text(json.dumps(run))
    notes = read(tmp_path / "careful.json", tmp_path / "hasty.json").notes
    assert sum("1 of 6 test cases" in each and "ended with an error" in each for each in notes) == 2
