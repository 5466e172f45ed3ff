"""What every record of every registry owes: a key that is its file, and an example that runs."""

import importlib
import inspect

import pytest
from tests.looping import in_one_test

from bakeoff.core.family import ADJUSTMENTS
from bakeoff.designs import DESIGNS
from bakeoff.estimators import ESTIMATORS
from bakeoff.intervals import INTERVALS
from bakeoff.methods import METHODS
from bakeoff.methods.many import MANY
from bakeoff.metrics import METRICS
from bakeoff.report.formats import FORMATS
from bakeoff.worlds import WORLDS

# The keys that CONTRACT.md promises.
CONTRACT = {
    "intervals": (
        INTERVALS.keys(),
        "textbook textbook-continuity wilson jeffreys jeffreys-approximate jeffreys-series beta "
        "clopper-pearson agresti-coull",
    ),
    "methods": (
        METHODS.keys(),
        "mcnemar mcnemar-exact mcnemar-mid-p difference-of-proportions bootstrap permutation delong "
        "paired-mean two-proportion-z two-proportion-exact two-proportion-unpooled resampled-t "
        "corrected-resampled-t kfold-t kfold-weighted-t two-standard-errors five-by-two-t five-by-two-f "
        "cv-all-data cv-folds cv-folds-averaged-variance cv-folds-averaged-t cv-runs "
        "cv-runs-averaged-variance cv-runs-averaged-t cv-sorted-runs cv-sorted-runs-averaged-variance "
        "cv-sorted-runs-averaged-t cv-sign half-sample-t paired-t unpaired-t one-way-anova quasi-f sign "
        "wilcoxon",
    ),
    "ranking methods": (
        MANY.keys(),
        "max-t cochran-q best-set rank-sets friedman iman-davenport nemenyi wilcoxon-holm bayes-signed-rank "
        "random-effects",
    ),
    "metrics": (
        METRICS.keys(),
        "accuracy error balanced-accuracy precision recall specificity false-alarm f1 macro-f1 micro-f1 mcc "
        "kappa auc log-loss brier squared-error",
    ),
    "estimators": (
        ESTIMATORS.keys(),
        "apparent holdout kfold leave-one-out iterated-kfold bootstrap-632 loo-star",
    ),
    "adjustments": (list(ADJUSTMENTS), "bonferroni sidak holm hochberg bh by"),
    "designs": (
        [design.__name__ for design in DESIGNS.values()],
        "Holdout Resampling KFold RepeatedKFold FiveByTwo LeaveOneOut Bootstrap",
    ),
}
RECORDS = [
    pytest.param(registry, key, id=f"{registry.noun}-{key}")
    for registry in (METHODS, MANY, METRICS, INTERVALS, ESTIMATORS, WORLDS, FORMATS)
    for key in registry.keys()  # noqa: SIM118 - a registry iterates over its records
]
COMPUTED = [each for each in RECORDS if each.values[0] not in (WORLDS, FORMATS)]


def module_of(registry, key):
    return importlib.import_module(f"{registry.package}.{key.replace('-', '_')}")


@pytest.mark.parametrize("kind", CONTRACT)
def test_keys_of_the_contract_are_there(kind):
    found, promised = CONTRACT[kind]
    assert set(promised.split()) <= set(found)


@in_one_test(("registry", "key"), RECORDS)
def test_key_is_the_name_of_its_file(registry, key):
    module = module_of(registry, key)
    assert module.record.key == key
    assert registry[key] is module.record
    assert module.record.title


@in_one_test(("registry", "key"), COMPUTED)
def test_public_functions_have_a_runnable_example(registry, key):
    module = module_of(registry, key)
    public = [
        function
        for name, function in inspect.getmembers(module, inspect.isfunction)
        if function.__module__ == module.__name__ and not name.startswith("_")
    ]
    assert public
    assert not [each.__name__ for each in public if ">>>" not in (each.__doc__ or "")]
