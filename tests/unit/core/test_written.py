import numpy as np
import pytest

from bakeoff.core.written import brief

RUN = "meta-llama/Llama-3.1-8B-Instruct-lora-rank-16-lr-{}-batch-size-64-epoch-3"


def test_names_that_differ_in_the_middle_show_where():
    names = [RUN.format(rate) for rate in ("1e-4", "2e-4", "5e-5")]
    told = [brief(name, among=names) for name in names]
    assert len(set(map(brief, names))) == 1
    assert told[0] == "meta-llama…-1e-4-batch-size-64-epoch-3"
    assert len(set(told)) == 3
    assert max(map(len, told)) <= 40


@pytest.mark.parametrize("most", [7, 20, 40])
def test_no_two_names_become_the_same_text(most):
    rng = np.random.default_rng(1)
    for _ in range(300):
        sizes = rng.integers(1, 4 * most, 5)
        names = {"".join(rng.choice(["a", "b", "…"], size, p=[0.9, 0.09, 0.01])) for size in sizes}
        assert len({brief(name, most, among=names) for name in names}) == len(names)


def test_names_of_one_letter_differ_by_their_length():
    names = ["a" * size for size in range(38, 60)]
    assert len({brief(name, among=names) for name in names}) == len(names)


def test_a_name_that_differs_from_others_is_cut_as_alone():
    names = [RUN.format("1e-4"), "another-model-with-a-name-that-is-too-long-for-a-table"]
    assert [brief(name, among=names) for name in names] == list(map(brief, names))
