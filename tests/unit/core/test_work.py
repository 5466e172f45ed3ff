from dataclasses import asdict

from bakeoff.core.work import Tuning, Work
from bakeoff.designs import KFold


def test_what_is_not_told_was_not_done():
    work = Work(data="iris", items=150, design=KFold(folds=5), rng=0, trainings=10)
    assert (work.groups, work.halvings, work.halves_trainings, work.tuning) == (0, 0, 0, ())


def test_tuning_is_plain_values():
    tuned = Tuning(data="iris", learner="tree", trainings=5, configurations=2, total=10, chosen={"k=3": 4})
    assert list(asdict(tuned)) == ["data", "learner", "trainings", "configurations", "total", "chosen"]
    assert asdict(tuned)["chosen"] == {"k=3": 4}
