import pytest

from bakeoff.core.exceptions import IllegalMethodError, InputError
from bakeoff.designs import FiveByTwo, Holdout, KFold, RepeatedKFold
from bakeoff.lab.procedure import Procedure, legal_procedures, read_procedure


def test_the_half_sample_test_pays_for_its_halves():
    assert Procedure(method="half-sample-t", design=RepeatedKFold()).fits == 100 + 15 * 2 * 10
    assert Procedure(method="half-sample-t", design=KFold(), halvings=3).fits == 10 + 3 * 2 * 10
    assert Procedure(method="kfold-t", design=KFold()).fits == 10


@pytest.mark.parametrize(
    ("method", "design", "words"),
    [
        ("five-by-two-t", KFold(), "does not take scores of KFold"),
        ("mcnemar", RepeatedKFold(), "tests items more than once"),
        ("wilcoxon", KFold(), "the lab's learners give no more"),
        ("delong", KFold(), "have no common scale"),
    ],
)
def test_illegal_pairs_are_refused(method, design, words):
    with pytest.raises(IllegalMethodError, match=words):
        Procedure(method=method, design=design)


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("cv-all-data:df=5", "cv-all-data (df 5)"),
        ("half-sample-t:floor=items", "half-sample-t (15 halvings, floor items)"),
        ("cv-runs", "cv-runs"),
    ],
)
def test_options_are_read_after_a_colon(words, name):
    assert read_procedure(words, RepeatedKFold()).name == name


@pytest.mark.parametrize(
    ("words", "said"),
    [("cv-all-data:dff=5", "dff"), ("cv-all-data:df", "no value"), ("cv-all", "cv-all")],
)
def test_options_that_there_are_not(words, said):
    with pytest.raises(InputError, match=said):
        read_procedure(words, RepeatedKFold())


def test_the_defaults_of_verdicts_are_among_those_of_repeated_folds():
    names = [each.name for each in legal_procedures(RepeatedKFold())]
    assert names[-2:] == ["half-sample-t (15 halvings, floor items)", "cv-all-data (df 5)"]


def test_legal_procedures_of_a_holdout_judge_items():
    found = {each.method for each in legal_procedures(Holdout())}
    assert {"delong", "mcnemar", "mcnemar-exact", "mcnemar-mid-p", "difference-of-proportions"} <= found
    by_folds = [each.method for each in legal_procedures(Holdout()) if not each.of_items]
    assert by_folds == ["two-standard-errors"]
    assert {"five-by-two-t", "five-by-two-f"} <= {each.method for each in legal_procedures(FiveByTwo())}
