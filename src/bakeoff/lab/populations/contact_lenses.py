"""The 24 contact-lens cases with noise, for pruned against unpruned trees."""

from functools import cache

import numpy as np

from bakeoff.core.outcomes import Floats
from bakeoff.lab.population import Attributes, Cells, Labels, Population
from bakeoff.lab.populations._parts import MARTIN_HIRSCHBERG_1996, all_items, between, independent

CENDROWSKA_1987 = (
    "Cendrowska 1987, PRISM: an algorithm for inducing modular rules, "
    "International Journal of Man-Machine Studies 27:349-370"
)
# The codes of the values: their places here.
AGE = ("young", "pre-presbyopic", "presbyopic")
PRESCRIPTION = ("myope", "hypermetrope")
ASTIGMATISM = ("no", "yes")
TEARS = ("reduced", "normal")
LENSES = ("hard", "soft", "none")
VALUES = (len(AGE), len(PRESCRIPTION), len(ASTIGMATISM), len(TEARS))


def cases() -> tuple[Attributes, Labels]:
    """The 24 cases, one for each combination of values, with the lenses that were prescribed.

    Few tears: none. Without astigmatism: soft, unless presbyopic and myope. With astigmatism: hard for
    myopes and for the young, none for other hypermetropes.

    Examples
    --------
    >>> X, y = cases()
    >>> dict(zip(LENSES, np.bincount(y).tolist()))
    {'hard': 4, 'soft': 5, 'none': 15}
    """
    X = all_items(VALUES)
    age, prescription, astigmatism, tears = X.T
    myope, astigmatic = prescription == 0, astigmatism == 1
    soft = ~astigmatic & ~((age == 2) & myope)
    hard = astigmatic & (myope | (age == 0))
    given = np.select([tears == 0, soft, hard], [2, 1, 0], default=2)
    return X, given.astype(np.int64)


def contact_lenses(*, attribute_noise: float = 0.1, class_noise: float = 0.1) -> Population:
    """One of the 24 cases at random; then each attribute, and the class, may be replaced by chance.

    With probability ``attribute_noise`` an attribute, and with ``class_noise`` the class, is drawn
    again with all values equally likely (so that it may stay the same).

    Martin & Hirschberg study trees on such data and do not print their noise: this is a population of
    their kind, not theirs.
    """
    between(0, 1, attribute_noise=attribute_noise, class_noise=class_noise)

    @cache
    def cells() -> Cells:
        items, given = cases()
        kept = [_kept(values, attribute_noise) for values in VALUES]
        chances = np.zeros((len(items), len(LENSES)))
        for case, lenses in zip(items, given, strict=True):
            seen = independent(items, [k[value] for k, value in zip(kept, case, strict=True)])
            chances += np.outer(seen, _kept(len(LENSES), class_noise)[lenses]) / len(items)
        return Cells(items=items, chances=chances)

    return Population(
        key="contact-lenses",
        title="the 24 contact-lens cases with noise in attributes and class",
        sample=lambda n, rng: cells().draw(n, rng),
        values=VALUES,
        classes=len(LENSES),
        make=contact_lenses,
        parameters={"attribute_noise": attribute_noise, "class_noise": class_noise},
        cells=cells,
        stands_for="Martin & Hirschberg's noisy contact lenses, whose noise is not printed",
        references=(CENDROWSKA_1987, MARTIN_HIRSCHBERG_1996),
    )


def _kept(values: int, noise: float) -> Floats:
    """Row v: the probability of each value where the value was v."""
    return np.asarray((1 - noise) * np.eye(values) + noise / values)


record = contact_lenses()
