import pytest

from bakeoff import lab
from bakeoff.core.exceptions import InputError
from bakeoff.designs import KFold, RepeatedKFold

SET_1 = "fair-attributes:n-300:naive-bayes-vs-c45"


def test_bouckaerts_calibration_comes_out():
    [found] = lab.calibrate(SET_1, methods="cv-all-data", draws=1000)
    assert 10 <= found.found.df <= 12  # published: about 11
    assert found.nominal_df == 99
    assert 0.485 <= found.nominal_size <= 0.585  # published: 53 %
    assert found.to_dict()["df"] == found.found.df


def test_other_designs_and_levels_have_other_df():
    [strict] = lab.calibrate(
        SET_1, methods="cv-all-data", design=RepeatedKFold(runs=2, folds=5), alpha=0.1, draws=200
    )
    assert strict.nominal_df == 9
    assert strict.found.size <= 0.1


@pytest.mark.parametrize("methods", [None, ["cv-runs", "cv-all-data", "cv-runs"]])
def test_each_method_is_calibrated_once_on_as_many_data_sets_as_were_drawn(methods):
    found = lab.calibrate(SET_1, methods=methods, draws=100)
    keys = [each.method for each in found]
    assert len(set(keys)) == len(keys)
    assert {each.found.draws for each in found} == {100}
    [alone] = lab.calibrate(SET_1, methods="cv-all-data", draws=100)
    assert found[keys.index("cv-all-data")] == alone


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"methods": "kfold-t"}, "cannot be calibrated"),
        ({"methods": "cv-sign"}, "cannot be calibrated"),
        ({"methods": "cv-runs", "design": KFold()}, "cannot be calibrated"),
        ({"draws": 0}, "draws is 0"),
    ],
)
def test_what_cannot_be_calibrated_is_refused(asked, words):
    with pytest.raises(InputError, match=words):
        lab.calibrate(SET_1, **asked)


def test_learners_that_differ_calibrate_nothing():
    with pytest.raises(InputError, match="expected a setting without a difference"):
        lab.calibrate("network-large-gap:n-300:c45-vs-naive-bayes", draws=10)
