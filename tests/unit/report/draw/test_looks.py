import numpy as np
import pytest

from bakeoff.report.draw import looks


def test_no_two_of_28_labels_look_alike():
    found = {tuple(looks.look(at).values()) for at in range(28)}
    assert len(found) == 28


@pytest.mark.parametrize(
    "seen",
    [
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    ],
    ids=["no red cones", "no green cones"],
)
def test_colours_are_told_apart_without_red_and_green(seen):
    """How linear RGB looks without one kind of cones: Machado, Oliveira & Fernandes 2009, IEEE TVCG 15(6)."""
    shares = np.array([[int(c[at : at + 2], 16) / 255 for at in (1, 3, 5)] for c in looks.COLOURS])
    linear = np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)
    found = linear @ np.array(seen).T
    apart = np.linalg.norm(found[:, None] - found, axis=2)[np.triu_indices(len(found), 1)]
    assert apart.min() > 0.15
