import numpy as np
import pytest
from tests.looping import in_one_test

from bakeoff.core.exceptions import UnknownNameError
from bakeoff.estimators.true_error import normal_classes, true_error_of_neighbours
from bakeoff.lab.populations import POPULATIONS
from bakeoff.lab.populations._settings import REASONS, setting, settings

LEARNERS = {
    "naive-bayes",
    "c45",
    "c45-unpruned",
    "c45-full",
    "1-nn",
    "3-nn",
    "majority",
    "gaussian-naive-bayes",
}
EVERY = [pytest.param(each, id=each.key) for each in settings().values()]
NULL = [each for each in settings().values() if each.null]
EXACT = [each for each in NULL if each.reason != "damaged"]
DIFFERENT = [each for each in settings().values() if not each.null]


def test_there_are_enough_of_both_kinds():
    assert len(EXACT) >= 30
    assert len({(each.population, str(each.parameters)) for each in EXACT}) >= 15
    assert len(DIFFERENT) >= 10
    assert {100, 300, 900} <= {each.n for each in EXACT}
    assert any("majority" in (each.a.learner, each.b.learner) for each in EXACT)
    assert any(each.make().classes > 2 for each in EXACT)
    assert any(0 in each.make().values for each in EXACT)


@in_one_test("each", EVERY)
def test_a_setting_names_what_exists(each):
    population = each.make()
    assert {each.a.learner, each.b.learner} <= LEARNERS
    assert each.reason in REASONS
    assert 0 < each.train <= each.n
    shown = [
        population.view(side.view)(population.draw(4, np.random.default_rng(0))[0])
        for side in (each.a, each.b)
    ]
    for side, X in zip((each.a, each.b), shown, strict=True):
        nominal = np.issubdtype(X.dtype, np.integer)
        assert nominal or side.learner in ("1-nn", "3-nn", "majority", "gaussian-naive-bayes")
        assert not nominal or side.learner != "gaussian-naive-bayes"
        assert side.error_rate == 0 or population.classes == 2


@in_one_test("each", [pytest.param(each, id=each.key) for each in EXACT])
def test_a_difference_of_0_has_its_argument(each):
    assert (each.difference, each.standard_error) == (0, 0)
    population = each.make()
    if each.reason == "labels-tell-nothing":
        assert population.chance_error is not None
        assert each.a != each.b
    else:
        assert (each.a.view, each.b.view) == population.exchangeable
        assert each.a.learner == each.b.learner
    assert (each.a.error_rate, each.b.error_rate) == (0, 0)


@in_one_test("each", [pytest.param(each, id=each.key) for each in DIFFERENT])
def test_a_difference_is_known_well(each):
    assert abs(each.difference) > 4 * each.standard_error > 0
    assert each.standard_error <= 0.002


@in_one_test("each", [pytest.param(each, id=each.key) for each in NULL if each.reason == "damaged"])
def test_damage_made_the_errors_equal(each):
    # Found with one set of draws and measured with another: sqrt(2) standard errors, 4 times that.
    assert abs(each.difference) <= 4 * np.sqrt(2) * each.standard_error
    assert 0 < each.standard_error <= 0.002
    assert each.parameters.get("damage", 0) > 0 or max(each.a.error_rate, each.b.error_rate) > 0


def test_a_wrong_key_is_answered_with_the_nearest():
    key = "fair-attributes:n-300:naive-bayes-vs-c45"
    assert setting(key).make() is POPULATIONS["fair-attributes"]
    with pytest.raises(UnknownNameError, match=f"did you mean '{key}'"):
        setting("fair-attributes:n-300:naive-bayes-vs-c4.5")


@pytest.mark.parametrize("inherent", [0.1, 0.25])
def test_a_measured_difference_is_the_exact_one(inherent):
    """Exact errors after 400 training sets against the stored mean: 4 standard errors (1 in 16,000)."""
    each = setting(f"two-normals:inherent-error-{inherent}:n-100:3-nn-vs-1-nn")
    population = each.make()
    X, y = population.draw_many(400, each.train, 11)

    def errors(k):
        return [
            true_error_of_neighbours(x[:, 0], labels, k=k, classes=normal_classes(inherent))
            for x, labels in zip(X, y, strict=True)
        ]

    gaps = np.subtract(errors(1), errors(3))
    spread = np.hypot(gaps.std(ddof=1) / np.sqrt(400), each.standard_error)
    assert abs(gaps.mean() - each.difference) < 4 * spread
