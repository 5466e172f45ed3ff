import json
from pathlib import Path

import pandas as pd
import pytest
from tests.packing import PACKERS

from bakeoff.core.exceptions import FileError, InputError
from bakeoff.core.panel import ItemPanel
from bakeoff.core.pick import two_of
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.importers import importer_of
from bakeoff.read.importers._record import glimpse_of

DATA = Path(__file__).parent / "data"
LM, INSPECT = DATA / "lm_eval", DATA / "inspect"
WEKA = Path(__file__).parents[3] / "oracles" / "weka" / "experimenter"
SEARCH = {"params": [{"k": 1}, {"k": 3}], "split0_test_score": [0.5, 0.6], "split1_test_score": [0.7, 0.8]}
VALIDATED = {"fit_time": [0.1, 0.1], "score_time": [0.1, 0.1], "test_score": [0.9, 0.8]}


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        (LM / "careful", "lm-eval"),
        (LM / "list" / "careful", "lm-eval"),
        (str(LM / "careful" / "samples_*.jsonl"), "lm-eval"),
        (next((LM / "careful").glob("samples_toy_sums*")), "lm-eval"),
        (INSPECT / "careful.json.gz", "inspect-log"),
        (INSPECT / "careful_old.json", "inspect-log"),
        (INSPECT / "careful.eval", "inspect-log"),
        (INSPECT / "folders", "inspect-log"),
        (LM / "groups" / "careful", "lm-eval"),
        (DATA / "promptfoo" / "sums.json.gz", "promptfoo"),
        (WEKA / "folds.arff", "weka"),
        (WEKA / "folds.csv", "weka"),
        (LM / "careful" / "nothing.jsonl", None),
        (WEKA / "judged.txt", None),
        (WEKA, None),
    ],
)
def test_files_of_real_programs(path, kind):
    assert key_of(path) == kind


def key_of(path):
    importer = importer_of([glimpse_of(path)])
    return None if importer is None else importer.key


def recognise(*paths, a=None, b=None, **asked):
    glimpses = [glimpse_of(path) for path in paths]
    importer = importer_of(glimpses)
    return None if importer is None else importer.read(glimpses, Wanted(pick=two_of(a, b), **asked))


def test_two_logs_become_scores_by_item():
    found = recognise(
        LM / "careful", LM / "hasty", metric="exact_match", filter="flexible-extract", by="size"
    )
    assert isinstance(found.panel, ItemPanel)
    assert set(found.panel.slices) == {"small", "large"}
    other = recognise(INSPECT / "careful.json.gz", INSPECT / "hasty.json.gz", cluster="id")
    assert isinstance(other.panel, ItemPanel)


def test_results_of_weka_become_tables():
    found = recognise(WEKA / "folds.arff", a="NaiveBayes", b="J48 -U -M 2", metric="kappa")
    assert list(found.panel) == ["plain", "heart disease"]
    assert found.metric == "kappa"


WRITERS = {
    "dict.json": json.dumps(SEARCH),
    "indented.json": json.dumps(SEARCH, indent=2),
    "frame.json": pd.DataFrame(SEARCH).to_json(),
    "records.json": pd.DataFrame(SEARCH).to_json(orient="records"),
    "lines.jsonl": pd.DataFrame(SEARCH).to_json(orient="records", lines=True),
    "frame.csv": pd.DataFrame(SEARCH).to_csv(),
    "bare.csv": pd.DataFrame(SEARCH).to_csv(index=False),
    "semicolons.csv": pd.DataFrame(SEARCH).to_csv(index=False, sep=";"),
    "tabs.tsv": pd.DataFrame(SEARCH).to_csv(index=False, sep="\t"),
}


@pytest.mark.parametrize("name", WRITERS)
def test_tables_of_a_search_however_they_were_written(tmp_path, name):
    (tmp_path / name).write_text(WRITERS[name])
    found = recognise(tmp_path / name)
    assert found.names == ("k=1", "k=3")
    assert found.panel[""].scores[1].tolist() == [[0.6, 0.8]]


def test_dicts_of_cross_validate_in_one_file_and_two(tmp_path):
    other = VALIDATED | {"test_score": [0.7, 0.75]}
    for name, content in (("nb", VALIDATED), ("tree", other), ("both", {"x": VALIDATED, "y": other})):
        (tmp_path / f"{name}.json").write_text(json.dumps(content))
    found = recognise(tmp_path / "nb.json", tmp_path / "tree.json")
    assert found.names == ("nb", "tree")
    assert found.panel[""].scores[1].tolist() == [[0.7, 0.75]]
    assert recognise(tmp_path / "both.json", a="y").names == ("y", "x")
    with pytest.raises(InputError, match="expected at least two"):
        recognise(tmp_path / "nb.json")


@pytest.mark.parametrize(
    "text",
    [
        "learner,fold,score\nnb,1,0.5\nnb,2,0.6\ntree,1,0.7\ntree,2,0.8\n",
        "fold,nb,tree\n1,0.5,0.7\n2,0.6,0.8\n",
        "fold;run;nb;tree\n1;1;0.5;0.7\n2;1;0.6;0.8\n",
    ],
)
def test_tables_of_folds(tmp_path, text):
    (tmp_path / "x.csv").write_text(text)
    assert recognise(tmp_path / "x.csv").panel[""].scores[0].tolist() == [[0.5, 0.6]]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "truth,a,b\n1,1,0\n",
        "fold,label,nb,tree\n1,x,x,y\n1,y,y,y\n2,x,x,x\n",
        '{"truth": 1, "a": 1, "b": 0}\n',
        '{"truth": 1, "a"',
        "[1, 2, 3]",
        "[]",
        "{}",
        "7",
        "PAR1\x00",
        "learner,fold,score\nnb,1\n",
        "\x00\x01",
    ],
)
def test_other_files_are_left_to_others(tmp_path, text):
    (tmp_path / "x").write_text(text)
    assert recognise(tmp_path / "x") is None
    assert recognise(tmp_path / "x", tmp_path / "x") is None


@pytest.mark.parametrize(
    "text", ['{"foo": {"bar": [1]}}', '{\n "foo": [],\n "x": 1\n}\n', '[{"foo": {"bar": 1}}]']
)
def test_unknown_json_says_which_formats_are_known(tmp_path, text):
    (tmp_path / "x.json").write_text(text)
    with pytest.raises(
        FileError, match=r"x.json is JSON, but neither JSON Lines nor a known format"
    ) as raised:
        recognise(tmp_path / "x.json")
    known = ("cross-validate", "deepeval", "helm", "inspect-log", "lighteval", "lm-eval", "promptfoo", "weka")
    assert [each for each in known if each not in str(raised.value)] == []


@pytest.mark.parametrize(
    "text", ['{"a": {"b": 1}}\n{"a": {"b": 2}}\n', '[{"truth": 1, "a": 1}]', '{"a": [', "{}"]
)
def test_json_that_may_be_a_table_is_left_to_others(tmp_path, text):
    (tmp_path / "x.json").write_text(text)
    assert recognise(tmp_path / "x.json") is None


def test_damaged_files_are_left_to_others(tmp_path):
    for ending, pack in PACKERS.items():
        (tmp_path / f"x.{ending}").write_bytes(pack(b"fold,nb,tree\n1,2,3\n")[:-8])
        assert recognise(tmp_path / f"x.{ending}") is None
    assert recognise(tmp_path / "none.csv", tmp_path / "none.csv") is None


@pytest.mark.parametrize(
    ("paths", "message"),
    [
        ([LM / "careful"], "is a log of one model; give the log of the other model as the second file"),
        (
            [LM / "careful", INSPECT / "hasty.json.gz"],
            "is a log of lm-evaluation-harness and .* is not; give files of one format",
        ),
        (
            [WEKA / "judged.txt", INSPECT / "hasty.json.gz"],
            "hasty.json.gz is a log of Inspect and .*judged.txt is not",
        ),
        ([INSPECT], "has 3 models: .*choose two with --a and --b"),
        (
            [INSPECT / "careful.eval"],
            "is a log of one model; give the log of the other model as the second file",
        ),
    ],
)
def test_what_is_known_but_cannot_be_compared(paths, message):
    with pytest.raises(InputError, match=message) as raised:
        recognise(*paths)
    assert "\n" not in str(raised.value)


def test_one_table_holds_both_sides(tmp_path):
    (tmp_path / "x.csv").write_text("fold,nb,tree\n1,0.5,0.7\n")
    with pytest.raises(InputError, match="is a second table"):
        recognise(tmp_path / "x.csv", tmp_path / "x.csv")
    (tmp_path / "x.arff").write_text("@relation iris\n@attribute x numeric\n@data\n1\n")
    with pytest.raises(InputError, match="is an ARFF file, but not a result of Weka's Experimenter"):
        recognise(tmp_path / "x.arff")


def test_a_log_that_was_cut_off_is_still_known(tmp_path):
    text = (INSPECT / "careful_old.json").read_text()
    (tmp_path / "cut.json").write_text(text[:-300])
    with pytest.raises(FileError, match=r"not complete JSON .*cut off"):
        recognise(tmp_path / "cut.json", INSPECT / "hasty_old.json")


def test_progress_is_told():
    for pair in ((LM / "careful", LM / "hasty"), (INSPECT / "careful.json.gz", INSPECT / "hasty.json.gz")):
        told = []
        recognise(*pair, metric="exact_match" if pair[0].is_dir() else None, progress=told.append)
        assert told == sorted(told)
        assert 0 < told[0] <= told[-1] <= 1


@pytest.mark.parametrize("index", [True, False])
@pytest.mark.parametrize("key", ["test_score", "test_auc"])
def test_cross_validate_frames_as_csv(tmp_path, index, key):
    for name, scores in (("nb", [0.9, 0.8]), ("tree", [0.7, 0.6])):
        frame = pd.DataFrame({"fit_time": [0.1, 0.1], "score_time": [0.1, 0.1], key: scores})
        frame.to_csv(tmp_path / f"{name}.csv", index=index)
    found = recognise(tmp_path / "nb.csv", tmp_path / "tree.csv")
    assert found.names == ("nb", "tree")
    assert found.metric == ("auc" if key == "test_auc" else "score")
    assert found.panel[""].scores[1].tolist() == [[0.7, 0.6]]
    with pytest.raises(InputError, match=r"nb.csv has 1 learner: 'nb'; expected at least two"):
        recognise(tmp_path / "nb.csv")


def test_a_frame_of_cross_validate_with_named_folds_is_no_wide_table(tmp_path):
    (tmp_path / "cv.csv").write_text("fold,fit_time,score_time,test_score\n0,0.1,0.1,0.9\n1,0.1,0.1,0.8\n")
    assert key_of(tmp_path / "cv.csv") == "cross-validate"


def test_a_frame_of_cross_validate_with_a_gap(tmp_path):
    (tmp_path / "cv.csv").write_text(",fit_time,score_time,test_score\n0,0.1,0.1,\n1,0.1,0.1,0.8\n")
    with pytest.raises(InputError, match=r"test_score of 'cv' of .*cv.csv has a missing value"):
        recognise(tmp_path / "cv.csv", tmp_path / "cv.csv")
