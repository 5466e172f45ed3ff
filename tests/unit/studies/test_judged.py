"""The worlds of a judge: what is true in them, and that all sizes are drawn."""

import numpy as np
from studies import _judged_fast as fast
from studies._judged_worlds import CHOSEN, LAST, OTHERS, SCALES, stream
from studies.judged import ALONE, OURS, few_differences, measured, outside, table, worlds_table

from bakeoff.core.outcomes import JudgedItems
from bakeoff.judge.judged import around
from bakeoff.methods._powered import powered


def test_true_differences_are_those_of_many_items():
    for world in (CHOSEN[-1], OTHERS[1], OTHERS[-1]):
        people, _ = world.scores(200_000, stream(world, 0, 0))
        gap = people[0] - people[1]
        assert abs(gap.mean() - world.true) < 4 * gap.std() / np.sqrt(gap.size)  # false alarm 6e-5 each


def test_labels_come_first_and_the_rest_has_none():
    items = OTHERS[0].draw(7, 5, stream(OTHERS[0], 7, 5))
    assert items.labelled.tolist() == [True] * 7 + [False] * 5


def test_no_world_is_used_for_both():
    for place in (0, 1):
        assert not {each[place] for each in (*CHOSEN, *OTHERS)} & {each[place] for each in LAST}


def test_many_draws_at_once_are_those_of_the_method_itself():
    draws, n, others = 12, 20, 60
    for world in (CHOSEN[0], CHOSEN[13], CHOSEN[-1], OTHERS[20], LAST[9]):
        people, judge = world.scores(draws * (n + others), stream(world, n, others))
        people, judge = people.reshape(2, draws, -1), judge.reshape(2, draws, -1)
        y, f, rest = (
            (people[0] - people[1])[:, :n],
            (judge[0] - judge[1])[:, :n],
            (judge[0] - judge[1])[:, n:],
        )
        known = people[:, :, :n]
        largest = fast._largest(known, y, float(len(SCALES[world.scale])))
        alone = fast._spread(y, largest)
        moments = rest.mean(axis=1), rest.var(axis=1, ddof=1)
        ours, used = fast._with_judge(y, f, largest, fast._step(known), alone, *moments, others)
        for at, ends in enumerate(fast._ends(*ours)):
            human = np.where(np.arange(n + others) < n, people[:, at], np.nan)
            items = JudgedItems(a=judge[0, at], b=judge[1, at], human_a=human[0], human_b=human[1])
            found = powered(items)
            np.testing.assert_allclose(tuple(around(*found.used, level=0.95)), ends, atol=1e-9)
            assert (found.use == "judge") == used[at]


def test_probabilities_are_those_of_many_items():
    for world in (CHOSEN[9], OTHERS[-1]):
        four, chances = fast.cells(world)
        people, judge = world.scores(100_000, stream(world, 1, 1))
        drawn = (people[0] - people[1]) * (judge[0] - judge[1])
        exact = ((four[0] - four[1]) * (four[2] - four[3])) @ chances
        assert abs(drawn.mean() - exact) < 4 * drawn.std() / np.sqrt(drawn.size)  # false alarm 6e-5 each
        assert abs((four[0] - four[1]) @ chances - world.true) < 1e-9


def test_what_twenty_labels_can_tell():
    found = few_differences()
    assert 9 < found["differ"] < 13
    assert abs(found["expected"] - found["differ"] / 5) < 1e-12


def test_a_line_of_the_table():
    cells = [measured(OTHERS[0], 20, 50, 4)]
    assert set(cells[0].covers) == {OURS, ALONE}
    assert table(cells, lambda each: each.labels, "labels").splitlines()[2].startswith("| 20 | ")
    every = [measured(OTHERS[0], n, 50, 4) for n in (20, 50, 100, 500)]
    assert worlds_table(every).count("\n") == 2
    assert outside(every, 100.0) == ["1", *["0 below, 0 above"] * 4]
