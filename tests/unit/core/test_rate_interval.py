from bakeoff.core.rate_interval import RateInterval


def test_a_recipe_knows_every_level_and_takes_no_prior_unless_it_says_so():
    recipe = RateInterval(key="k", title="t", formula="f", compute=lambda m, n, tail: (0, 1))
    assert recipe.only_tail is None
    assert recipe.takes_prior is False
