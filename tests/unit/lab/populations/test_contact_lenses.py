import itertools

import numpy as np
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.lab.populations.contact_lenses import LENSES, VALUES, cases, contact_lenses

# The last column of the table of 24 cases in Cendrowska 1987, in its order: age changes slowest, then
# prescription, astigmatism and tears (reduced, normal).
IN_PRINT = "none soft none hard none soft none hard none soft none hard " + (
    "none soft none none none none none hard none soft none none"
)


def test_the_24_cases_are_those_in_print():
    X, y = cases()
    assert [LENSES[label] for label in y] == IN_PRINT.split()
    assert X.tolist() == [list(each) for each in itertools.product(range(3), range(2), range(2), range(2))]


def test_without_noise_the_cases_are_all_there_is():
    cells = contact_lenses(attribute_noise=0.0, class_noise=0.0).cells()
    assert cells.chances == pytest.approx(np.eye(3)[cases()[1]] / 24)
    assert cells.bayes_error == pytest.approx(0)


def test_noise_is_summed_over_all_ways_to_get_an_item():
    """Each attribute and the class is kept, or replaced by each of its values: all 24 * 432 * 16 ways."""
    noise, class_noise = 0.3, 0.2
    chances = np.zeros((24, 3))
    for (x, y), drawn in itertools.product(
        zip(*cases(), strict=True), itertools.product(*(range(v) for v in (*VALUES, 3)))
    ):
        for replaced in itertools.product((False, True), repeat=5):
            if any(not r and d != 0 for r, d in zip(replaced, drawn, strict=True)):
                continue  # a value is drawn only where one is replaced
            chance = 1 / 24
            for r, v, q in zip(replaced, (*VALUES, 3), [noise] * 4 + [class_noise], strict=True):
                chance *= q / v if r else 1 - q
            item = [d if r else old for r, d, old in zip(replaced, drawn, (*x, y), strict=True)]
            chances[np.ravel_multi_index(item[:4], VALUES), item[4]] += chance
    found = contact_lenses(attribute_noise=noise, class_noise=class_noise).cells()
    assert found.chances == pytest.approx(chances, abs=1e-14)


def test_class_noise_makes_the_classes_alike():
    assert contact_lenses(class_noise=1.0).cells().class_shares == pytest.approx([1 / 3] * 3)


def test_noise_beyond_a_chance_is_refused():
    with pytest.raises(InputError, match=r"attribute_noise is 1\.5; expected a number from 0 to 1"):
        contact_lenses(attribute_noise=1.5)
