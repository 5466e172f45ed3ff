"""What every error estimator owes."""

import importlib
import inspect
import json
from pathlib import Path

import numpy as np
import pytest

from bakeoff.core.design import Design, Splits
from bakeoff.core.estimator import Losses
from bakeoff.core.exceptions import InputError
from bakeoff.designs import Given
from bakeoff.estimators import ESTIMATORS

PROCEDURES = (Path(__file__).parents[2] / "docs" / "procedures.md").read_text(encoding="utf-8")
KEYS = ESTIMATORS.keys()
N = 24
X = np.random.default_rng(1).normal(size=N)
Y = np.arange(N) % 2


def small(record):
    """Options that keep the runs few."""
    few = {"samples": 4, "iterations": 3, "runs": 3, "folds": 4, "size": 5, "sets": 3}
    return {name: few[name] for name in record.options if name in few}


def run_under(record, kind="zero-one", order=None):
    """What a nearest-neighbour learner loses under the designs of an estimator, items in any order."""
    place = np.arange(N) if order is None else order
    designs = record.designs(**small(record)) or {"test": None}
    found = {}
    for name, design in designs.items():
        splits = _given() if design is None else design.split(Y, rng=3)
        # item i of the reordered data is item place[i] of the first, so its number changes and no more
        back = np.argsort(place)
        test = tuple(back[each] for each in splits.test)
        drawn = None if splits.drawn is None else tuple(back[each] for each in splits.drawn)
        moved = Splits(design=splits.design, n=N, shape=splits.shape, test=test, drawn=drawn)
        values = tuple(_lost(X[place], Y[place], train, held, kind) for train, held in moved)
        found[name] = Losses(splits=moved, values=values, kind=kind)
    return found


def _given():
    return Splits(design=Given(), n=N, shape=(1, 1), test=(np.arange(0, N, 3),))


def _lost(x, y, train, test, kind):
    near = train[np.argmin(np.abs(x[test][:, None] - x[train]), axis=1)]
    return (y[near] != y[test]).astype(float) if kind == "zero-one" else (x[near] - x[test]) ** 2


def test_keys_of_the_contract_are_there():
    promised = "apparent holdout kfold leave-one-out iterated-kfold bootstrap-632 loo-star"
    assert set(promised.split()) <= set(KEYS)


def test_every_procedure_is_there_and_explained():
    found = {number: record.key for record in ESTIMATORS for number in record.procedures}
    assert sorted(found) == sorted(f"EST-{number}" for number in range(1, 11))
    for number, key in found.items():
        assert f"| {number} | `{key}`" in PROCEDURES


@pytest.mark.parametrize("key", KEYS)
class TestEveryRecord:
    def test_key_is_the_name_of_its_file(self, key):
        module = importlib.import_module(f"bakeoff.estimators.{key.replace('-', '_')}")
        assert module.record.key == key
        assert ESTIMATORS[key] is module.record

    def test_public_functions_have_a_runnable_example(self, key):
        module = importlib.import_module(f"bakeoff.estimators.{key.replace('-', '_')}")
        public = [
            function
            for name, function in inspect.getmembers(module, inspect.isfunction)
            if function.__module__ == module.__name__ and not name.startswith("_")
        ]
        assert ESTIMATORS[key].combine in public
        assert not [each.__name__ for each in public if ">>>" not in (each.__doc__ or "")]

    def test_says_how_it_errs_and_where_that_is_from(self, key):
        record = ESTIMATORS[key]
        assert record.title
        assert record.formula
        assert record.references
        assert len(record.bias) > 50

    def test_options_are_the_keywords(self, key):
        record = ESTIMATORS[key]
        assert set(record.options) == set(inspect.signature(record.designs).parameters)
        assert set(record.reading) == set(inspect.signature(record.combine).parameters) - {"tested", "level"}
        assert all(record.options.values())

    def test_runs_under_designs_or_needs_test_items(self, key):
        record = ESTIMATORS[key]
        designs = record.designs()
        assert bool(designs) != record.needs_test_items
        assert all(isinstance(design, Design) for design in designs.values())

    @pytest.mark.parametrize("kind", ["zero-one", "squared"])
    def test_estimate_is_complete(self, key, kind):
        record = ESTIMATORS[key]
        tested = run_under(record, kind)
        found = record.combine(tested, level=0.9)
        assert (found.estimator, found.level, found.loss) == (key, 0.9, kind)
        assert found.value >= 0
        assert set(found.parts) == set(found.sizes) == set(tested)
        for name, each in tested.items():
            assert found.parts[name].shape == found.sizes[name].shape == each.splits.shape
        assert found.bias
        if kind == "zero-one":  # that of squared errors may be worded for numbers
            assert found.bias == record.bias

    @pytest.mark.parametrize("kind", ["zero-one", "squared"])
    def test_interval_or_the_reason_for_none(self, key, kind):
        record = ESTIMATORS[key]
        found = record.combine(run_under(record, kind), level=0.9)
        if found.interval is None:
            assert found.notes[0].startswith("no interval: ")
        else:
            assert found.interval.low <= found.value <= found.interval.high
            wider = record.combine(run_under(record, kind), level=0.99).interval
            assert wider.high > found.interval.high
            assert found.notes[0].startswith("the interval is ")
        if kind == "zero-one":
            assert found.notes[0] == record.why_interval

    def test_shown_and_written(self, key):
        found = ESTIMATORS[key].combine(run_under(ESTIMATORS[key]), level=0.95)
        back = json.loads(json.dumps(found.to_dict(), allow_nan=False))
        assert back["value"] == found.value
        shown = f"{100 * found.value:.1f}" if found.value else "0"
        assert str(found).startswith(f"error {shown} %, ")
        assert found._repr_html_().startswith("<div><p><strong>error ")

    def test_order_of_items_does_not_matter(self, key):
        record = ESTIMATORS[key]
        first = record.combine(run_under(record), level=0.95)
        again = record.combine(run_under(record, order=np.random.default_rng(9).permutation(N)), level=0.95)
        assert again.value == first.value
        assert again.interval == first.interval

    def test_level_is_checked(self, key):
        record = ESTIMATORS[key]
        with pytest.raises(InputError, match="level is 95"):
            record.combine(run_under(record), level=95)

    def test_nothing_tested(self, key):
        with pytest.raises(InputError, match=f"{key} got "):
            ESTIMATORS[key].combine({}, level=0.95)


MEASURED = json.loads((Path(__file__).parents[2] / "docs/_data/claims.json").read_text())["estimators"]


def test_the_bias_of_every_estimator_was_measured():
    assert set(MEASURED) == set(ESTIMATORS.keys())


def test_training_sets_have_no_bias_for_their_size_and_a_large_one_for_all_items():
    """Three rows of each kind: one beyond 3.5 standard errors has a chance of 0.0014 without bias."""
    for name, (bias, error) in MEASURED["training-sets"].items():
        assert bias > 3.5 * error if name.endswith("all items") else abs(bias) < 3.5 * error
