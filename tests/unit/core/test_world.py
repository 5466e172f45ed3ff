import numpy as np

from bakeoff.core.world import World


def test_a_world_draws_by_kind():
    world = World(
        key="k", title="t", draw={"kfold": lambda effect, rng: effect + rng.random()}, effects=(1.0,)
    )
    assert 1 <= world.draw["kfold"](1.0, np.random.default_rng(0)) < 2
    assert world.references == ()
