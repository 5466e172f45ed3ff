import numpy as np
import pytest
from studies import few_clusters
from studies._few_clusters import (
    RULES,
    chosen_worlds,
    confirmed_worlds,
    intervals,
    judged,
    own_interval,
)

from bakeoff.core.outcomes import RankedItems
from bakeoff.methods._own_area import area_interval
from bakeoff.methods.area_t import area_t
from bakeoff.methods.delong import delong

TWO = {"level": 0.95, "alternative": "two-sided"}


@pytest.mark.parametrize("at", range(0, 240, 17))
def test_rules_are_those_of_the_methods(at):
    world, rng = chosen_worlds()[at], np.random.default_rng(at)
    codes, positive = world.layout(rng)
    scores = world.draw(codes, positive, 4, rng, 2.0)
    sets = judged(codes, positive, scores)
    found, own = intervals(sets), own_interval(sets, sets.sides[1])
    for draw in range(4):
        items = RankedItems(positive=positive, a=scores[0][draw], b=scores[1][draw], clusters=codes)
        for method, rule in ((area_t, "`area-t` (used)"), (delong, "`delong`")):
            ends = [found[rule][side][draw] for side in (0, 1)]
            assert ends == pytest.approx(tuple(method(items, **TWO).interval), abs=1e-7)
        assert [side[draw] for side in own] == pytest.approx(
            tuple(area_interval(items, items.ranks[1], 0.95)), abs=1e-7
        )


def test_the_page_has_all_rules_and_worlds():
    share = np.linspace(1, 9, len(RULES))
    chosen, confirmed = (
        [few_clusters.Found(world, share, share, share, share) for world in worlds]
        for worlds in (chosen_worlds(), confirmed_worlds())
    )
    text = few_clusters.page(chosen, confirmed, 20)
    assert "python -m studies.few_clusters --draws 20" in text
    assert "nan" not in text
    for rule in RULES:
        assert text.count(f"| {rule.name} |") == 10


def test_a_world_is_judged_by_all_rules():
    found = few_clusters.of_world(confirmed_worlds()[0], 16)
    for shares in found[1:]:
        assert shares.shape == (len(RULES),)
        assert ((shares >= 0) & (shares <= 200)).all()
