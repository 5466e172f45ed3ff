import json
import math

import numpy as np
import pytest

from bakeoff.compare.measure import measure
from bakeoff.core.exceptions import InputError
from bakeoff.metrics import METRICS

TRUTH = ["cat", "cat", "cat", "dog", "dog", "eel"]
SAID = ["cat", "cat", "dog", "dog", "cat", "dog"]


def test_holds_every_label_metric():
    table = measure(TRUTH, SAID)
    by_kind = [m for m in METRICS if m.kind == "labels"]
    assert set(table.per_class) == {m.key for m in by_kind if m.per_class}
    assert set(table.overall) == {m.key for m in by_kind if not m.per_class}


def test_counts_and_values():
    table = measure(TRUTH, SAID)
    assert (table.n, table.labels) == (6, ("cat", "dog", "eel"))
    counts = {name: values.tolist() for name, values in table.counts.items()}
    assert counts == {"TP": [2, 1, 0], "FP": [1, 2, 0], "FN": [1, 1, 1], "TN": [2, 2, 5]}
    assert table.overall["accuracy"] == 0.5
    np.testing.assert_array_equal(table.per_class["precision"], [2 / 3, 1 / 3, np.nan])


def test_undefined_values_are_noted():
    notes = measure(TRUTH, SAID).notes
    assert "precision of class 'eel' is 0/0: no item is predicted to belong to the class" in notes
    assert "macro-precision is 0/0: some class is never predicted" in notes


def test_nothing_undefined_nothing_noted():
    assert measure([0, 0, 1, 1], [0, 1, 1, 1]).notes == ()


@pytest.mark.parametrize(
    ("undefined", "per_class", "macro", "note"),
    [
        (
            "nan",
            math.nan,
            math.nan,
            "precision of class 'eel' is 0/0: no item is predicted to belong to the class",
        ),
        ("zero", 0.0, 1 / 3, "macro-precision is 0/0: some class is never predicted; 0/0 counts as 0"),
        (
            "exclude",
            math.nan,
            1 / 2,
            "macro-precision is 0/0: some class is never predicted; such classes are left out",
        ),
    ],
)
def test_what_undefined_becomes(undefined, per_class, macro, note):
    table = measure(TRUTH, SAID, undefined=undefined)
    np.testing.assert_array_equal(table.per_class["precision"][2], per_class)
    assert table.overall["macro-precision"] == pytest.approx(macro, nan_ok=True)
    assert note in table.notes


def test_every_nan_has_a_note_and_is_null_in_json():
    table = measure(["a", "b"], ["c", "c"])
    as_dict = json.loads(json.dumps(table.to_dict(), allow_nan=False))
    undefined = [key for key, value in as_dict["overall"].items() if value is None]
    undefined += [key for key, values in as_dict["per_class"].items() if None in values]
    assert "mcc" in undefined
    for key in undefined:
        assert any(note.startswith((f"{key} is 0/0", f"{key} of class")) for note in table.notes)


def test_json_says_which_way_the_matrix_lies():
    as_dict = measure(["a", "a", "b"], ["b", "a", "b"]).to_dict()
    assert as_dict["confusion"] == {"rows": "predicted", "columns": "true", "counts": [[1, 0], [1, 1]]}


def test_json_labels_keep_their_type_where_json_has_it():
    assert measure([1, "a"], [1, "a"]).to_dict()["labels"] == [1, "a"]
    assert measure([True, False], [True, True]).to_dict()["labels"] == [False, True]
    assert measure([0.5, math.inf], [0.5, 0.5]).to_dict()["labels"] == [0.5, "inf"]


def test_truth_and_predictions_that_never_meet_are_noted():
    notes = measure(["Cat", "Dog"], ["cat", "dog"]).notes
    assert (
        "no predicted label occurs in the truth (predicted 'cat', truth 'Cat'): check that both use the "
        "same spelling" in notes
    )


@pytest.mark.parametrize("same", [["x"], ["x", "x"], ["x", "y"]])
def test_perfect_predictions_of_one_item_or_one_class(same):
    table = measure(same, same)
    assert table.overall["accuracy"] == 1
    assert table.overall["balanced-accuracy"] == 1
    assert math.isnan(table.overall["mcc"]) == (len(set(same)) == 1)


def test_text_is_aligned():
    lines = str(measure(TRUTH, SAID)).splitlines()
    assert lines[0] == "6 items, 3 classes"
    start = lines.index("by class")
    header, *rows = lines[start + 1 : start + 5]
    for name in ("TP", "precision", "recall"):
        end = header.index(name) + len(name)
        assert all(row[end - 1] != " " and row[end : end + 1] in ("", " ") for row in rows)
    assert "0/0" in rows[2]
    assert "note: macro-precision is 0/0: some class is never predicted" in lines


@pytest.mark.parametrize(
    ("truth", "predicted", "options", "message"),
    [
        ([], [], {}, "truth is empty"),
        (["a"], [], {}, "predicted is empty"),
        (["a", "b"], ["a", None], {}, r"predicted has a missing value \(None\) at position 1"),
        (["a"], ["a"], {"undefined": "skip"}, "undefined is 'skip'"),
        (["a"], ["a"], {"labels": ["b"]}, "not among the labels given"),
    ],
)
def test_bad_input(truth, predicted, options, message):
    with pytest.raises(InputError, match=message):
        measure(truth, predicted, **options)
