import inspect
import subprocess
import sys

import pytest

import bakeoff

KEYWORDS = {
    "interval": {"method": "jeffreys", "level": 0.95, "alternative": "two-sided", "prior": None},
    "compare_counts": {"n": ..., "both_right": None, "method": "auto"},
    "compare_predictions": {"method": "auto", "metric": "accuracy", "clusters": None, "resamples": 10_000},
    "compare_rates": {"method": "auto"},
    "compare_scores": {
        "design": ...,
        "method": "auto",
        "metric": None,  # bare scores have no unit
        "n_train": None,
        "n_test": None,
        "halves": None,
    },
    "compare_samples": {"paired": True, "method": "auto"},
    "compare_datasets": {"method": "auto"},
    "compare_layout": {"method": "auto"},
    "adjust": {"method": "holm"},
}
POSITIONS = {
    "interval": ["errors", "n"],
    "compare_counts": ["only_a", "only_b"],
    "compare_predictions": ["truth", "a", "b"],
    "compare_rates": ["errors_a", "n_a", "errors_b", "n_b"],
    "compare_scores": ["a", "b"],
    "compare_samples": ["a", "b"],
    "compare_datasets": ["a", "b"],
    "compare_layout": ["a", "b"],
    "adjust": ["p_values"],
}
DESIGNS = {
    "Holdout": {"test": 1 / 3, "stratified": True},
    "Resampling": {"splits": 30, "test": 1 / 3, "stratified": True},
    "KFold": {"folds": 10, "stratified": True},
    "RepeatedKFold": {"runs": 10, "folds": 10, "stratified": True},
    "FiveByTwo": {"stratified": True},
    "LeaveOneOut": {},
    "Bootstrap": {"samples": 200},
}


@pytest.mark.parametrize("name", KEYWORDS)
def test_functions_have_the_keywords_of_the_contract(name):
    parameters = inspect.signature(getattr(bakeoff, name)).parameters.values()
    positional = [p.name for p in parameters if p.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD]
    keyword = {p.name: p.default for p in parameters if p.kind is inspect.Parameter.KEYWORD_ONLY}
    assert positional == POSITIONS[name]
    for each, default in KEYWORDS[name].items():
        assert keyword[each] == (inspect.Parameter.empty if default is ... else default)


@pytest.mark.parametrize("name", DESIGNS)
def test_designs_have_the_fields_of_the_contract(name):
    design = getattr(bakeoff, name)()
    for field, default in DESIGNS[name].items():
        assert getattr(design, field) == default
    assert design == getattr(bakeoff, name)(**DESIGNS[name])


def test_exceptions_form_the_tree_of_the_contract():
    assert issubclass(bakeoff.InputError, bakeoff.BakeoffError)
    assert issubclass(bakeoff.InputError, ValueError)
    for name in ("UnknownNameError", "IllegalMethodError", "FileError"):
        assert issubclass(getattr(bakeoff, name), bakeoff.InputError)


def test_every_public_name_is_there():
    assert {*KEYWORDS, *DESIGNS, "Verdict", "Result", "Interval", "__version__"} <= set(bakeoff.__all__)
    for name in bakeoff.__all__:
        assert getattr(bakeoff, name) is not None
    assert dir(bakeoff) == sorted(bakeoff.__all__)


@pytest.mark.slow
def test_rooms_are_there_without_importing_them_by_hand():
    code = "import bakeoff; print(bakeoff.designs.KFold(), len(bakeoff.methods.METHODS) > 30)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "KFold(folds=10, stratified=True) True\n"


def test_unknown_name():
    with pytest.raises(AttributeError, match="module 'bakeoff' has no attribute 'compare_everything'"):
        bakeoff.compare_everything  # noqa: B018


def test_importing_loads_not_even_numpy():
    code = "import sys, bakeoff; print(*sorted(name for name in sys.modules if name.startswith('bakeoff')))"
    code += "; sys.exit('numpy' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    loaded = "bakeoff bakeoff.core bakeoff.core.exceptions bakeoff.core.version bakeoff.core.written\n"
    assert (ran.returncode, ran.stdout) == (0, loaded)


def test_interval_unpacks_and_broadcasts():
    low, high = bakeoff.interval(8, 100)
    assert 0 < low < 0.08 < high < 1
    many = bakeoff.interval([[0], [5]], [10, 20, 30])
    assert many.low.shape == many.high.shape == (2, 3)
    assert bakeoff.interval(0, 10).low == 0
    assert bakeoff.interval(10, 10).high == 1
    assert bakeoff.interval(3, 10, alternative="greater").high == 1
    assert bakeoff.interval(3, 10, alternative="less").low == 0


def test_adjusted_p_values_keep_their_order():
    assert bakeoff.adjust([0.04, 0.01, 0.03]).tolist() == pytest.approx([0.06, 0.03, 0.06])
