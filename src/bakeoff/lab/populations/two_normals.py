"""Martin and Hirschberg's populations: two normal classes on one attribute, with a given inherent error."""

import numpy as np
from scipy import special

from bakeoff.core.exceptions import InputError
from bakeoff.lab.population import Data, Population
from bakeoff.lab.populations._parts import MARTIN_HIRSCHBERG_1996, between


def two_normals(*, inherent_error: float = 0.1) -> Population:
    r"""Class 0 is N(-mu, 1) and class 1 is N(mu, 1), :math:`\mu = \Phi^{-1}(1 - e)`; both are as likely.

    No classifier errs less than e, the inherent error. The exact true error of trained nearest neighbours
    is `bakeoff.estimators.true_error.true_error_of_neighbours` with ``classes=normal_classes(e)``.
    (The paper prints mu, half the distance between the means, as the distance.)
    """
    between(0, 0.5, inherent_error=inherent_error)
    if inherent_error == 0:
        raise InputError("inherent_error is 0; expected more than 0: normal classes always overlap")
    mu = -float(special.ndtri(inherent_error))

    def sample(n: int, rng: np.random.Generator) -> Data:
        y = rng.integers(2, size=n, dtype=np.int64)
        return rng.standard_normal((n, 1)) + mu * (2.0 * y[:, None] - 1), y

    return Population(
        key="two-normals",
        title="two normal classes on one attribute, with a given inherent error (Martin & Hirschberg)",
        sample=sample,
        values=(0,),
        classes=2,
        make=two_normals,
        parameters={"inherent_error": inherent_error},
        chance_error=0.5 if inherent_error == 0.5 else None,
        references=(MARTIN_HIRSCHBERG_1996,),
    )


record = two_normals()
