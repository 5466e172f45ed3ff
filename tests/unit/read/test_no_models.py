"""Which columns are no models: by their names, and by values that contradict or betray them."""

import numpy as np
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.read.no_models import look_at, no_models, role_named

RNG = np.random.default_rng(3)
N = 60
SCORES = {name: RNG.random(N).round(3) for name in ("bm25", "dense", "colbert")}
LABELS = {name: RNG.integers(0, 3, N) for name in ("svm", "tree", "bayes")}
TRUTH = RNG.integers(0, 3, N)


def left_out(columns, *, scored=True, truth=None, **more):
    looks = {name: look_at(np.asarray(each)) for name, each in columns.items()}
    true = None if truth is None else look_at(np.asarray(truth))
    return no_models(looks, source="x.csv", scored=scored, truth=true, **more)


@pytest.mark.parametrize(
    "name",
    ["qid", "Query", "topic", "docno", "did", "task_id", "question", "fold", "split", "series", "unique_id",
     "user", "patient", "t", "ds", "timestamp", "month", "horizon", "seed", "replicate", "n_samples",
     "weight", "label", "cost_usd", "latency", "dataset", "Topic", "question id"],
)  # fmt: skip
def test_columns_with_the_names_of_other_roles_are_no_models(name):
    # values in the range of the scores, so that nothing but the name tells
    values = np.arange(N) % 2
    assert list(left_out({name: values, **SCORES})) == [name]
    assert list(left_out({name: values, **LABELS}, scored=False, truth=TRUTH)) == [name]


def test_a_name_is_not_enough_where_the_values_are_those_of_a_model():
    assert left_out({"sample": SCORES["bm25"], "system": SCORES["dense"], "svm": SCORES["colbert"]}) == {}
    assert list(left_out({"cost": SCORES["bm25"], **SCORES})) == ["cost"]  # costs are fractions, too


@pytest.mark.parametrize(
    ("values", "why"),
    [
        (np.arange(101, 101 + N), "a different whole number in every row"),
        (RNG.permutation(N), "a different whole number in every row"),
        (np.repeat(np.arange(1, 21), 3), "values from 1 to 20, where others go from"),
        (RNG.integers(2015, 2025, N), "values from 2015 to 2024"),
        (RNG.integers(100, 4000, N) + 0.5, "where others go from"),
        ([f"what is {at}" for at in range(N)], "holds no numbers"),
    ],
)
def test_values_betray_a_column_with_any_name(values, why):
    found = left_out({"xyz": values, **SCORES})
    assert list(found) == ["xyz"]
    assert why in found["xyz"]


def test_labels_that_differ_in_every_row_are_no_predictions():
    assert list(left_out({"xyz": np.arange(N), **LABELS}, scored=False, truth=TRUTH)) == ["xyz"]
    texts = [f"what is {at}" for at in range(N)]
    assert list(left_out({"xyz": texts, **LABELS}, scored=False, truth=TRUTH)) == ["xyz"]
    # a truth that differs in every row is predicted by models that do so, too
    whole = {"svm": RNG.permutation(N), "tree": RNG.permutation(N)}
    assert left_out(whole, scored=False, truth=np.arange(N)) == {}


def test_two_strange_columns_do_not_outvote_the_models():
    strange = {"x1": RNG.integers(2015, 2025, N), "x2": RNG.integers(100, 9000, N)}
    assert sorted(left_out({**strange, **SCORES})) == ["x1", "x2"]
    two = {name: SCORES[name] for name in ("bm25", "dense")}
    assert sorted(left_out({**strange, **two})) == ["x1", "x2"]


def test_columns_of_different_sizes_are_asked_about():
    with pytest.raises(
        InputError, match=r"x\.csv have values of different sizes: bm25 .*name those with models"
    ):
        left_out({"bm25": SCORES["bm25"], "xyz": 1000 + 500 * SCORES["dense"]})


def test_models_on_one_scale_are_all_models():
    assert left_out({**SCORES, "worse": SCORES["bm25"] * 0.02, "right": np.arange(N) % 2}) == {}
    assert (
        left_out(
            {"never": np.zeros(N), "always": np.ones(N), "x": SCORES["bm25"] / 9, "y": SCORES["dense"] / 8}
        )
        == {}
    )
    losses = {name: each * 5 for name, each in SCORES.items()}
    assert left_out({**losses, "grades": RNG.integers(1, 6, N)}) == {}
    counts = {"m1": RNG.permutation(N) + 3, "m2": RNG.permutation(N) + 5}  # errors, different in each row
    assert left_out(counts | {"m3": RNG.integers(0, 70, N)}, kept=["m1", "m2"]) == {}


def test_a_column_that_the_user_named_is_kept():
    assert left_out({"qid": np.arange(N), **SCORES}, kept=["qid"]) == {}


def test_few_rows_prove_nothing():
    assert left_out({"x": [1, 0], "y": [0.5, 0.2]}) == {}


@pytest.mark.parametrize("name", ["svm", "gpt-4", "valid", "model_a", "n", "time_llm", "id_of"])
def test_names_of_models(name):
    assert (role_named(name) is None) is (name != "n")
