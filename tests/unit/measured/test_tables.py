import pytest

from bakeoff.designs import RepeatedKFold
from bakeoff.measured.tables import (
    LEVELS,
    InSetting,
    Risk,
    about,
    nearest_level,
    risk_of,
    risk_under,
    risks,
)
from bakeoff.methods import METHODS

TEN_BY_TEN = "RepeatedKFold(runs=10, folds=10)"
OF_AREAS = ("delong", "area-t")


def made(**changed):
    settings = (
        InSetting(setting="calm", draws=100, decided=(0, 2, 6), covered=97, truth=0.0, null=True),
        InSetting(setting="wild", draws=100, decided=(5, 18, 30), covered=80, truth=0.0, null=True),
        InSetting(
            setting="apart",
            draws=100,
            decided=(10, 40, 60),
            covered=94,
            truth=0.1,
            null=False,
            repeated=20,
            agreed=15,
        ),
    )
    given = {
        "method": "kfold-t",
        "design": "KFold(folds=10)",
        "options": {},
        "halvings": 0,
        "fits": 10,
        "adjusted_level": 0.01,
        "adjusted_power": 0.1,
        "settings": settings,
    }
    return Risk(**given | changed)


def test_what_is_said_follows_from_the_counts():
    found = made()
    assert found.sizes() == (0.02, 0.18)
    assert found.sizes(0.01) == (0.0, 0.05)
    assert found.worst().setting == "wild"
    assert found.power() == 0.4
    assert found.coverage == (0.8, pytest.approx((0.97 + 0.8 + 0.94) / 3))
    assert found.replicability == (0.75, 0.75)
    assert found.sizes(0.001) == (0.0, 0.05)
    assert found.under == "10 folds"


@pytest.mark.parametrize(("alpha", "level"), [(0.05, 0.05), (0.03, 0.01), (0.04, 0.05), (0.2, 0.1)])
def test_levels_next_to_alpha(alpha, level):
    assert nearest_level(alpha) == level


def test_the_table_has_every_method_on_fold_scores_and_items():
    measured = {each.method for each in risks()}
    items = ("PairedItems", "PairedLabels", "PairedScores", "RankedItems")
    wanted = {method.key for method in METHODS if method.takes.__name__ in ("FoldScores", *items)}
    assert wanted == measured


def test_the_table_says_how_it_was_made():
    made_by = about()
    assert made_by["command"].startswith("python -m studies.risk --draws ")
    assert tuple(made_by["levels"]) == LEVELS
    assert {"date", "versions", "rng"} <= set(made_by)


@pytest.mark.parametrize("each", risks(), ids=lambda each: f"{each.method} {each.design}")
def test_enough_worlds_and_draws(each):
    assert len(each.null) >= 30
    # Where classes are skewed and labels tell nothing, accuracies differ and areas under curves do not.
    assert len(each.different) >= (9 if each.method in OF_AREAS else 10)
    assert all(row.draws >= 250 for row in each.settings)
    assert sum(row.repeated > 0 for row in each.settings) >= (9 if each.method in OF_AREAS else 10)
    # A smaller level never decides more often.
    assert all(list(row.decided) == sorted(row.decided) for row in each.settings)


def test_the_half_sample_test_stands_beside_the_others():
    with_floor = risk_of("half-sample-t", TEN_BY_TEN, {"floor": "items"})
    other = risk_of("corrected-resampled-t", TEN_BY_TEN)
    assert with_floor.fits == 400
    assert with_floor.sizes()[1] < 0.12 < other.sizes()[1]
    assert other.adjusted_power < with_floor.adjusted_power
    assert with_floor.adjusted_power < risk_of("items-folds-t", TEN_BY_TEN).adjusted_power


@pytest.mark.parametrize(("runs", "fits"), [(10, 100), (5, 50)])
def test_the_default_holds_its_level_with_ten_runs_and_with_five(runs, fits):
    found = risk_under("items-folds-t", RepeatedKFold(runs=runs, folds=10), {})
    other = risk_under("corrected-resampled-t", RepeatedKFold(runs=runs, folds=10), {})
    assert found.fits == other.fits == fits
    assert found.sizes()[1] < 0.05 < 0.12 < other.sizes()[1]
    assert found.coverage[0] > 0.9 > other.coverage[0]
    assert found.adjusted_power > other.adjusted_power
    assert found.replicability > other.replicability


def test_what_was_not_measured():
    assert risk_of("wilcoxon") is None
    assert risk_of("kfold-t", "KFold(folds=7)") is None
    assert risk_of("cv-all-data", options={"df": 3}) is None
