"""What holds for populations with any parameters."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from studies._search import limits, random_network

from bakeoff.lab.populations import POPULATIONS
from bakeoff.lab.populations._networks import joint_cells

CHANCES = st.floats(0, 1)
STRENGTHS = st.floats(-5, 5)


@given(noise=CHANCES, class_noise=CHANCES)
@settings(deadline=None, max_examples=30)
def test_noise_in_attributes_leaves_the_classes_of_lenses_as_they_are(noise, class_noise):
    cells = POPULATIONS["contact-lenses"].vary(attribute_noise=noise, class_noise=class_noise).cells()
    kept = np.array([4, 5, 15]) / 24
    assert cells.class_shares == pytest.approx((1 - class_noise) * kept + class_noise / 3)
    assert cells.bayes_error >= 2 / 3 * class_noise - 1e-12


@given(main=STRENGTHS, interaction=STRENGTHS, offset=STRENGTHS, data=st.data())
@settings(deadline=None, max_examples=30)
def test_a_classifier_of_one_block_errs_as_often_on_the_other(main, interaction, offset, data):
    population = POPULATIONS["exchangeable-blocks"].vary(
        attributes=4, main=main, interaction=interaction, offset=offset
    )
    said = np.array(data.draw(st.lists(st.integers(0, 1), min_size=16, max_size=16)))

    def predict(block):
        return said[block @ (1 << np.arange(4))]

    first, second = (population.true_error(predict, view=view) for view in population.exchangeable)
    assert first == pytest.approx(second, abs=1e-12)


@given(seed=st.integers(0, 10**6))
@settings(deadline=None, max_examples=15)
def test_networks_have_a_distribution_and_naive_bayes_is_never_best(seed):
    cells = joint_cells(random_network(seed))
    assert cells.chances.sum() == pytest.approx(1)
    naive_bayes, best = limits(cells)
    assert naive_bayes <= best + 1e-9


@given(said=st.lists(st.integers(0, 1), min_size=32, max_size=32), positive=CHANCES, data=st.data())
@settings(deadline=None, max_examples=30)
def test_where_labels_tell_nothing_errors_depend_on_how_often_a_class_is_said(said, positive, data):
    population = POPULATIONS["fair-attributes"].vary(attributes=5, positive=positive)
    order = data.draw(st.permutations(range(32)))
    errors = [population.true_error(lambda X, s=s: np.array(s)) for s in (said, [said[i] for i in order])]
    assert errors[0] == pytest.approx(errors[1])
    share = np.mean(said)
    assert errors[0] == pytest.approx(share * (1 - positive) + (1 - share) * positive)
