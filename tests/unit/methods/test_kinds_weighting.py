import itertools
import math

import numpy as np
import pytest
from scipy import stats
from tests.looping import in_one_test

from bakeoff.core.rng import generator
from bakeoff.methods import _kinds as weighting


@pytest.fixture(autouse=True, params=[0, weighting.UNITS_TO_PREPARE], ids=["by unit", "by kind"])
def preparing(request, monkeypatch):
    """Few units are drawn one by one too."""
    monkeypatch.setattr(weighting, "UNITS_TO_PREPARE", request.param)


@pytest.mark.parametrize("repeats", [[40, 900, 60], [1] * 700, [2, 1, 3] * 200, [1] * 256, [1], [5]])
def test_a_sample_is_as_large_as_the_whole(repeats):
    drawn = weighting.draw_weights(np.array(repeats), 7, generator(0))
    assert drawn.shape == (7, len(repeats))
    assert (drawn.sum(axis=1) == sum(repeats)).all()
    assert (drawn >= 0).all()


@pytest.mark.parametrize(
    "repeats", [[40, 900, 60], [2, 1, 3] * 100, [1] * 300], ids=["kinds", "few", "units"]
)
def test_moments_are_those_of_a_multinomial(repeats):
    # Each mean and product of 2000 draws lies within 5 standard errors, which one of about 1e6 misses; at
    # most 1200 are looked at: a false-alarm rate of 1e-3 with a fixed rng.
    repeats, draws = np.array(repeats), 2000
    n, share = repeats.sum(), repeats / repeats.sum()
    drawn = weighting.draw_weights(repeats, draws, generator(5))
    mean, spread = n * share, n * share * (1 - share)
    assert (np.abs(drawn.mean(axis=0) - mean) < 5 * np.sqrt(spread / draws)).all()
    apart = drawn - mean
    product = (apart[:, :-1] * apart[:, 1:]).mean(axis=0) + n * share[:-1] * share[1:]
    assert (np.abs(product) < 5 * np.sqrt(1.2 * spread[:-1] * spread[1:] / draws)).all()


def test_small_samples_have_the_chances_of_a_multinomial():
    # All 10 outcomes of 3 draws from 3 units, 4000 times; chi-squared at a false-alarm rate of 1e-4.
    drawn = weighting.draw_weights(np.ones(3, dtype=np.int64), 4000, generator(1))
    outcomes = [o for o in itertools.product(range(4), repeat=3) if sum(o) == 3]
    chances = [6 / math.prod(map(math.factorial, o)) / 27 for o in outcomes]
    seen = [int((drawn == o).all(axis=1).sum()) for o in outcomes]
    assert stats.chisquare(seen, 4000 * np.array(chances)).pvalue > 1e-4


@in_one_test("units", [1, 2, 255, 300, 65_536, 100_000, 200_001])
def test_blocks_are_powers_of_two(units):
    sizes = weighting.blocks(units)
    assert sizes.sum() == units
    assert all(size & (size - 1) == 0 for size in sizes.tolist())
    assert sizes.max() <= 1 << 16


def test_units_of_smaller_blocks_are_as_likely_as_others():
    # 300 units: blocks of 256, 32, 8 and 4. The share of the latter three in 500 samples, 5 standard errors.
    drawn = weighting.draw_weights(np.ones(300, dtype=np.int64), 500, generator(2))
    share = drawn[:, 256:].sum() / drawn.sum()
    assert share == pytest.approx(44 / 300, abs=5 * math.sqrt(44 * 256 / 300**2 / 150_000))


def test_coins_are_fair_and_as_many_as_units():
    repeats = np.array([1, 1, 7, 400])
    heads = weighting.draw_coins(repeats, 3000, generator(3))
    assert ((heads >= 0) & (heads <= repeats)).all()
    assert (np.abs(heads.mean(axis=0) - repeats / 2) < 5 * np.sqrt(repeats / 4 / 3000)).all()
    assert heads.var(axis=0) == pytest.approx(repeats / 4, rel=0.15)


def test_no_kinds_throw_no_coins():
    assert weighting.draw_coins(np.array([], dtype=np.int64), 5, generator(0)).shape == (5, 0)


def test_chunks_depend_on_the_width_alone(monkeypatch):
    def work(count, rng):
        return rng.random(count)

    monkeypatch.setattr(weighting, "BATCH", 100)
    many = weighting.in_chunks(work, 25, 10, 7, "here")
    monkeypatch.setattr(weighting, "_processors", lambda: 1)
    alone = weighting.in_chunks(work, 25, 10, 7, "here")
    assert [part.size for part in many] == [10, 10, 5]
    assert np.array_equal(np.concatenate(many), np.concatenate(alone))
    assert not np.array_equal(many[0], many[1])


def test_an_error_in_a_chunk_is_raised():
    def work(count, rng):
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        weighting.in_chunks(work, 5, weighting.BATCH, 0)
