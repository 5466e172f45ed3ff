import numpy as np
import pytest
from studies import omission
from studies._cv_learners import one_rule, stump
from studies._cv_parts import FIELDS, label_parts
from studies._cv_worlds import folds_of

PLACE = FIELDS.index("omits")


def parts(said, y, runs=2):
    """Of one data set, with the same predictions in all runs."""
    folds = np.stack([folds_of(y, 1, at)[0] for at in range(runs)])
    both = np.stack([np.tile(each, (runs, 1)) for each in said])
    return label_parts("f1", y[None], both[None], folds[None])[0]


def test_models_that_leave_out_a_class_are_found():
    y = np.repeat([0, 1, 2], [100, 60, 40])
    stump_like = np.where(np.arange(200) % 5 > 1, np.where(y == 1, 1, 0), 0)
    assert parts([y, y], y)[PLACE] == 0
    found = parts([y, stump_like], y)
    assert found[PLACE] == parts([stump_like, y], y)[PLACE] == 1
    assert found[0] > 0.2
    without = omission.WITHOUT.variance(found)
    assert omission.WITH.variance(found) == pytest.approx(without + found[0] ** 2 / 2, rel=1e-12)
    two = np.minimum(y, 1)
    assert parts([two, 0 * two], two)[PLACE] == 0


def test_learners_predict_what_they_can():
    rng = np.random.default_rng(0)
    y = rng.permutation(np.repeat([0, 1, 2], 40))
    X = np.column_stack([3.0 * y, rng.normal(size=120)])
    folds = folds_of(y, 1, 0)
    said = one_rule(3)(X, y, folds)[0].argmax(axis=-1)
    assert np.mean(said == y) > 0.95
    costly = stump(balanced=False, costs=(1.0, 1.0, 50.0))(X, y, folds)[0].argmax(axis=-1)
    assert set(costly) == {2, 0} or set(costly) == {2, 1}


def test_the_page_has_all_worlds():
    rng = np.random.default_rng(0)
    found = {each: rng.random((20, len(omission.METRICS), len(FIELDS))) for each in omission.WORLDS}
    text = omission.page(found, 20)
    assert "python -m studies.omission --draws 20 --again 20" in text
    assert (
        sum(line.startswith("| ") for line in text.splitlines())
        == len(omission.WORLDS) + len(omission.SHARES) + 2 * 5
    )
    assert len({(each.name, each.n, each.positives, each.group) for each in omission.WORLDS}) == len(found)


def test_the_world_with_the_lowest_coverage_is_drawn_again(monkeypatch):
    right = np.zeros((40, len(omission.METRICS), len(FIELDS)))
    right[:, 0, 0] = np.linspace(-1, 1, 40)
    wide = right.copy()
    wide[:, 0, FIELDS.index("it")] = 1.0
    worlds = [each for each in omission.WORLDS if each.group == "different"]
    found = dict.fromkeys(worlds, wide) | {worlds[3]: right}
    asked = []
    monkeypatch.setattr(omission, "parts_of", lambda world, draws: asked.append((world, draws)) or wide)
    said = omission.drawn_again(found, 300)
    assert asked == [(worlds[3], range(100_000, 100_250)), (worlds[3], range(100_250, 100_300))]
    assert said["least"] == f"{worlds[3].name}, n = {worlds[3].n}"
    assert said["covered_again"] == "100.0 -> 100.0 % (Monte-Carlo error 0.0)"
