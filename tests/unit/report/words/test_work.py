from bakeoff.core.work import Tuning, Work
from bakeoff.designs import KFold
from bakeoff.report.words.work import data_told, work_rows

TUNED = Tuning(
    data="iris", learner="tree", trainings=5, configurations=2, total=10, chosen={"k=3": 4, "k=1": 1}
)
WORK = Work(
    data="iris",
    items=150,
    groups=30,
    design=KFold(folds=5),
    rng=7,
    trainings=10,
    halvings=15,
    halves_trainings=600,
    tuning=(TUNED,),
)


def test_what_was_run():
    assert work_rows(WORK) == [
        ("data", "iris, 150 items in 30 groups"),
        ("design", "KFold(folds=5), rng 7: 10 trainings"),
        ("halvings", "15 times both halves with 10 folds each: 600 more trainings, on half the data"),
        (
            "tuned tree",
            "2 configurations in each of 5 trainings, 10 in all, inside the training part; chosen most often "
            "(4 times): k=3",
        ),
    ]


def test_what_was_not_done_is_not_told():
    plain = Work(data="iris", items=150, design=KFold(folds=5), rng=0, trainings=10)
    assert [name for name, _ in work_rows(plain)] == ["data", "design"]
    assert data_told(plain) == "iris, 150 items"
    assert work_rows(None) == []
