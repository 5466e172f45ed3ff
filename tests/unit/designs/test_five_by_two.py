from bakeoff.designs.five_by_two import FiveByTwo


def test_five_runs_of_two_equal_halves():
    assert (FiveByTwo().key, FiveByTwo().shape, FiveByTwo().test_to_train) == ("five-by-two", (5, 2), 1)
