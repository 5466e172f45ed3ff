"""The worlds of a judge: what is true in them, and that all sizes are drawn."""

import numpy as np
from studies._judged_worlds import CHOSEN, OTHERS, stream
from studies.judged import ALONE, OURS, measured, table


def test_true_differences_are_those_of_many_items():
    for world in (CHOSEN[-1], OTHERS[1], OTHERS[-1]):
        people, _ = world.scores(200_000, stream(world, 0, 0))
        gap = people[0] - people[1]
        assert abs(gap.mean() - world.true) < 4 * gap.std() / np.sqrt(gap.size)  # false alarm 6e-5 each


def test_labels_come_first_and_the_rest_has_none():
    items = OTHERS[0].draw(7, 5, stream(OTHERS[0], 7, 5))
    assert items.labelled.tolist() == [True] * 7 + [False] * 5


def test_no_world_is_used_for_both():
    assert not {each[:2] for each in CHOSEN} & {each[:2] for each in OTHERS}


def test_a_line_of_the_table():
    cells = [measured(OTHERS[0], 20, 50, 4)]
    assert set(cells[0].covers) == {OURS, ALONE}
    assert table(cells, lambda each: each.labels, "labels").splitlines()[2].startswith("| 20 | ")
