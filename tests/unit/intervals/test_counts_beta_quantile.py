import numpy as np
import pytest
from scipy import special

from bakeoff.intervals._counts import beta_quantile


def test_known_quantiles():
    # Beta(1, b): 1 - (1 - p)^(1/b); Beta(a, 1): p^(1/a)
    assert beta_quantile(1.0, 7.0, 0.3) == pytest.approx(1 - 0.7 ** (1 / 7), abs=1e-15)
    assert beta_quantile(7.0, 1.0, 0.3) == pytest.approx(0.3 ** (1 / 7), abs=1e-15)


@pytest.mark.parametrize(
    ("p", "expected"),
    [(0.005, 9.204240823249679e-07), (0.025, 9.38973046589561e-07), (0.1, 9.596939515897355e-07)],
)
def test_shape_of_1000_beside_a_large_one_is_that_of_r(p, expected):
    # R 4.2.2: qbeta(p, 1000, 1e9 - 999). Plain betaincinv gives 1.9e-06 for each of them.
    assert beta_quantile(1000.0, 1e9 - 999, p) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("p", [0.005, 0.025, 0.975])
def test_solves_its_equation_near_the_troubled_shape(p):
    a = np.array([998.0, 999.0, 999.5, 1000.0, 1000.5, 1001.0])[:, None]
    b = 10.0 ** np.arange(1, 10)
    np.testing.assert_allclose(special.betainc(a, b, beta_quantile(a, b, p)), p, rtol=1e-10)


def test_mirror_image():
    for other in (1e4, 1e7, 1e9):
        assert beta_quantile(other, 1000.0, 0.025) == pytest.approx(
            1 - beta_quantile(1000.0, other, 0.975), abs=1e-15
        )
