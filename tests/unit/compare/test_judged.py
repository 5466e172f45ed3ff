import json

import numpy as np
import pytest

import bakeoff
from bakeoff.compare.judged import compare_judged, compare_judged_file
from bakeoff.core.exceptions import InputError

RNG = np.random.default_rng(2)
PEOPLE = RNG.integers(1, 6, (2, 80)) + np.array([[1], [0]])
JUDGE = PEOPLE + RNG.integers(-1, 2, (2, 80))
LABELS = np.where(np.arange(80) < 30, PEOPLE, np.nan)


def test_missing_labels_may_be_none_or_nan():
    gaps = [[None if np.isnan(each) else each for each in side] for side in LABELS.tolist()]
    assert compare_judged(*JUDGE, *gaps).result == compare_judged(*JUDGE, *LABELS).result


def test_swapping_the_models_mirrors_the_verdict():
    one, other = compare_judged(*JUDGE, *LABELS), compare_judged(*JUDGE[::-1], *LABELS[::-1])
    assert other.result.estimate == pytest.approx(-one.result.estimate)
    assert tuple(other.result.interval) == pytest.approx(
        (-one.result.interval.high, -one.result.interval.low)
    )
    assert (one.decision, other.decision) == ("a-better", "b-better")


def test_losses_are_turned_round():
    score, loss = compare_judged(*JUDGE, *LABELS), compare_judged(*JUDGE, *LABELS, metric="loss")
    assert loss.result.estimate == pytest.approx(-score.result.estimate)
    assert loss.decision == "b-better"


def test_the_verdict_says_what_it_rests_on():
    verdict = bakeoff.compare_judged(*JUDGE, *LABELS, names=("new", "old"), called="helpfulness")
    assert "30 labelled of 80 items" in verdict.sentence
    assert "new is better" in verdict.sentence
    told = str(verdict)
    assert all(word in told for word in ("labels alone", "weighted kappa", "more labels", "used with weight"))
    values = json.loads(json.dumps(verdict.to_dict(), allow_nan=False))
    assert values["judged"]["use"] == "judge"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"human_a": [np.nan] * 80}, "no item has human scores of both models; expected at least 2"),
        (
            {"human_a": [1.0] + [np.nan] * 79},
            "only 1 item has human scores of both models; expected at least 2",
        ),
        ({"human_a": ["good"] * 80}, "human_a has 'good' at position 0; expected a number, or an empty cell"),
        ({"judge_a": [1, 2]}, "judge_a has 2"),
        ({"judge_a": [None] * 80}, "judge_a"),
        ({"metric": "accuracy"}, "metric is accuracy; expected score or loss"),
        ({"a_first": ["maybe"] * 80}, "a_first has 'maybe' at position 0; expected yes or no"),
        ({"method": "paired-mean"}, "Methods that take them: prediction-powered-t"),
    ],
)
def test_bad_input(change, message):
    given = dict(zip(("judge_a", "judge_b", "human_a", "human_b"), (*JUDGE, *LABELS), strict=True))
    with pytest.raises(InputError, match=message):
        compare_judged(**given | change)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "judged.csv"
    rows = zip(*JUDGE.tolist(), *LABELS.tolist(), strict=True)
    cells = [["" if np.isnan(each) else f"{each:g}" for each in row] for row in rows]
    lines = [",".join([*row, str(at % 7), "yes" if at % 2 else "no"]) for at, row in enumerate(cells)]
    path.write_text("\n".join(["ja,jb,ha,hb,length,first", *lines]))
    return path


COLUMNS = {"judge_a": "ja", "judge_b": "jb", "human_a": "ha", "human_b": "hb"}


def test_columns_of_a_file(file):
    found = compare_judged_file(file, COLUMNS | {"a_first": "first"})
    assert found.result == compare_judged(*JUDGE, *LABELS).result
    assert [each.by for each in found.judged.biases] == ["position"]


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        (COLUMNS | {"human_b": None}, "four columns, and human_b is not named; add --human-b NAME"),
        (COLUMNS | {"judge_a": "j"}, "is called 'j'"),
        (COLUMNS | {"length_a": "length"}, "only one length is named; expected the lengths of both answers"),
        (COLUMNS | {"judge_a": "ha"}, "column 'ha'"),
    ],
)
def test_columns_that_cannot_be_used(file, columns, message):
    with pytest.raises(InputError, match=message):
        compare_judged_file(file, columns)


@pytest.mark.parametrize(
    ("at", "cell", "message"),
    [
        (0, "gut", r"^column 'ja' of .*judged.csv has 'gut' in row 3 \(line 4\); expected a number$"),
        (1, "0,644", r"column 'jb' of .* in row 3 \(line 4\); expected a number: write 0.644 with a decimal"),
        (2, "gut", r"column 'ha' of .* 'gut' in row 3 \(line 4\); expected a number, or an empty cell"),
        (5, "gut", r"column 'first' of .* 'gut' in row 3 \(line 4\); expected yes or no, 1 or 0"),
    ],
)
def test_a_cell_that_is_no_number_is_named_with_its_row(file, at, cell, message):
    rows = [line.split(",") for line in file.read_text().split("\n")]
    rows[3][at] = cell
    file.write_text("\n".join(";".join(row) for row in rows))
    with pytest.raises(InputError, match=message) as told:
        compare_judged_file(file, COLUMNS | {"a_first": "first"})
    assert (told.value.row, told.value.value) == (3, cell)


def test_clusters_are_the_units():
    pairs = np.arange(80) // 2
    verdict = compare_judged(*JUDGE, *LABELS, clusters=pairs, opinions=True, margin=0.1, tried=2)
    assert verdict.basis.clusters == 40
    assert "few-clusters" not in [each.key for each in verdict.caveats]
    few = compare_judged(*JUDGE, *LABELS, clusters=np.arange(80) // 10)
    assert "the clusters provide only" in " ".join(each.text for each in few.caveats)
