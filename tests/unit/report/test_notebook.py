import pytest

from bakeoff.experiment.observer import Interim
from bakeoff.report.notebook import NotebookBar, UsualBar

NOW = Interim(0.012, -0.003, 0.027, 34, ("<b>", "tree"), "accuracy", of=100)


class Page:
    """What a notebook would show, one state after the other."""

    def __init__(self):
        self.states = []

    def __call__(self, first):
        self.states.append(first)
        return self.states.append


@pytest.fixture
def page():
    return Page()


def bar(page, *times, made=NotebookBar, **how):
    ticks = iter(times)
    return made(shows=page, clock=lambda: next(ticks), **how)


def test_a_short_run_shows_nothing(page):
    with bar(page, 0.0, 1.9) as shown:
        shown.start(10, 0, "iris")
        shown.finished(10, 0, None)
    assert page.states == []


def test_it_is_drawn_a_few_times_a_second_at_most_and_taken_away(page):
    with bar(page, 0.0, 3.0, 3.1, 3.3) as shown:
        shown.start(10, 0, "iris")
        for _ in range(3):
            shown.finished(2, 0, None)
    assert [each.count("<progress") for each in page.states] == [1, 1, 0]
    assert 'value="2"' in page.states[0] and 'value="6"' in page.states[1]
    assert page.states[-1] == ""


def test_names_are_escaped_and_failures_and_the_difference_so_far_are_told(page):
    with bar(page, 0.0, 2.0, patience=0.0, noun="fits") as shown:
        shown.start(8, 2, "<script>")
        shown.finished(2, 1, NOW)
    (drawn, _) = page.states
    assert "&lt;script&gt;: 4 of 8 fits, 1.0/s, 0:04 left, 1 failed" in drawn
    assert "interim, not a verdict: &lt;b&gt; ahead by 1.2 points" in drawn


def test_nothing_to_do_is_no_error(page):
    with bar(page, 0.0, 0.0, made=UsualBar, patience=0.0) as shown:
        shown.start(0, 0, "iris")
        shown.finished(0, 0, None)
    assert "0 of 0 trainings" in page.states[0]


def test_stopping_twice_is_no_error(page):
    shown = bar(page, 0.0, 5.0)
    shown.start(2, 0, "iris")
    shown.finished(1, 0, None)
    shown.stop()
    shown.stop()
    assert page.states[-1] == "" and len(page.states) == 2
