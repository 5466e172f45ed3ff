import numpy as np
import pytest
from studies import few_units
from studies._clustered_areas import clustered_areas
from studies._losses import Losses, loss_tests


def test_the_first_rule_is_that_of_the_method():
    rng = np.random.default_rng(0)
    drawn = Losses("", "", np.exp(rng.normal(size=(500, 2)))).draw(30, 20, rng)
    expected, found = loss_tests(drawn, rng, 0), few_units.p_values(drawn)
    assert found[few_units.RULES[0].name] == pytest.approx(expected["skewed-t"], rel=1e-9)
    assert found["paired-mean"] == pytest.approx(expected["paired-mean"], rel=1e-9)


@pytest.mark.slow
def test_clustered_worlds_have_the_area_and_the_correlation():
    # Over 60 test sets of 100 clusters, the error of an area is about .005 and that of a correlation .02.
    rng = np.random.default_rng(0)
    for world in [each for each in clustered_areas() if each.clusters == 100 and each.size == 5][::5]:
        areas, within = [], []
        for _ in range(60):
            items = world.draw(rng)
            for score in (items.a, items.b):
                high, low = score[items.positive], score[~items.positive]
                areas.append(np.mean(high[:, None] > low))
            first = np.flatnonzero(~items.positive[:-1] & ~items.positive[1:])
            first = first[items.clusters[first] == items.clusters[first + 1]]
            within.append(np.mean(items.a[first] * items.a[first + 1]))
        assert np.mean(areas) == pytest.approx(world.area, abs=0.02)
        assert np.mean(within) == pytest.approx(world.within, abs=0.08)


def test_the_page_has_all_tables():
    kind, rates = "log loss", dict.fromkeys(["paired-mean", *(rule.name for rule in few_units.RULES)], 5.0)
    found = [few_units.Found(kind, n, rates, rates) for n in few_units.SIZES]
    two = np.array([4.0, 3.0])
    areas = [few_units.Area(world, two, two, two) for world in clustered_areas()]
    text = few_units.page({"chosen": found, "confirmed": found}, areas, 20)
    assert "python -m studies.few_units --draws 20" in text
    assert text.count("| --- |\n") == 5
    assert "nan" not in text


def test_a_world_of_areas_is_judged_by_all_methods():
    found = few_units.of_areas(clustered_areas()[0], 2)
    assert found.alarms.shape == found.power.shape == found.covered.shape == (2,)
    assert ((found.covered >= 0) & (found.covered <= 100)).all()
