from pathlib import Path

import pytest
from tests.looping import in_one_test

from bakeoff.core.exceptions import InputError
from bakeoff.read.importers.weka import (
    HIGHER_IS_BETTER,
    LOWER_IS_BETTER,
    NO_QUALITY,
    is_higher_better,
    is_quality,
    refuse_no_quality,
)

RESULTS = Path(__file__).parents[3] / "oracles" / "weka" / "experimenter" / "folds.csv"


def test_every_column_of_the_experimenter_is_known_once():
    with RESULTS.open() as lines:
        columns = [name for name in next(lines).strip().split(",") if not name.startswith("Key_")]
    lists = (HIGHER_IS_BETTER, LOWER_IS_BETTER, NO_QUALITY)
    assert [sum(name in each for each in lists) for name in columns] == [1] * len(columns)
    assert sum(map(len, lists)) == len(set().union(*lists))


@in_one_test(
    ("column", "higher"),
    [
        ("False_negative_rate", False),
        ("Num_false_positives", False),
        ("Percent_unclassified", False),
        ("Number_incorrect", False),
        ("UserCPU_Time_testing", False),
        ("SF_mean_scheme_entropy", False),
        ("Avg_Total_cost", False),
        ("measureOutOfBagError", False),
        ("SF_mean_entropy_gain", True),
        ("KB_relative_information", True),
        ("Num_true_negatives", True),
        ("Correlation_coefficient", True),
        ("measureGizmo", None),
    ],
)
def test_directions(column, higher):
    assert is_quality(column)
    assert is_higher_better(column) is higher
    refuse_no_quality(column, [], "r.csv")


@pytest.mark.parametrize(
    "column",
    ["measureTreeSize", "Serialized_Model_Size", "Summary", "Key_Fold", "Dev_Percent_correct", "Num_Fold"],
)
def test_what_is_no_quality_is_refused(column):
    with pytest.raises(InputError, match=f"{column} of r.csv is not a performance metric.*one of auc, kappa"):
        refuse_no_quality(column, ["auc", "kappa"], "r.csv")
