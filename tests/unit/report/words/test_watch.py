import pytest

from bakeoff.plan.watch import Watch
from bakeoff.report.words.watch import progress, sentence


def after(wins, losses, n, **options):
    watch = Watch(**options)
    watch.update(only_a=wins, only_b=losses, n=n)
    return watch


@pytest.mark.parametrize(
    ("watch", "said"),
    [
        (after(0, 0, 0), "Undecided: no items yet"),
        (after(5, 5, 100), "Undecided: no difference, 95 % interval "),
        (after(5, 8, 100), "Undecided: B is ahead by 3.0 points, 95 % interval "),
        (after(10, 60, 100), "B is better: 50.0 points, 95 % interval "),
        (after(10, 60, 100, margin=0.05), "B is better by more than 5 points: 50.0 points, "),
        (after(40, 42, 1000, margin=0.05), "A is not worse than B by 5 points or more: B is ahead by 0.2"),
    ],
)
def test_sentence(watch, said):
    assert sentence(watch).startswith(said)


def test_all_of_it():
    text = str(after(35, 15, 412, alpha=0.1))
    for each in (
        "items       412 (A alone right on 35, B alone on 15)",
        "difference  0.0485437 (A minus B)",
        "interval    ",
        "share of A  ",
        "e-value     12.691 (against no difference; 10 decides)",
        "p-value     0.079 (valid at all looks together)",
        "  caveat: this holds if the items came in random order",
    ):
        assert each in text


def test_one_line_while_answers_come_in():
    assert progress(after(3, 1, 20)).startswith("20 items, e-value 0.98 of 20, difference 10.0 points (-")
