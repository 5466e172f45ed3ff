import pytest

from bakeoff.core.exceptions import FileError, InputError, UnknownNameError
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.importers._answers import Answer, Kind, Side, TaskLog, found_answers
from bakeoff.read.importers._choice import Offer


def log(values, task="t", *, higher=None, columns=None, metric="acc"):
    """A log of one task: values by question, each a number or several."""
    answers = [
        Answer(id=name, repeat=at, scores={metric: value}, where=f"{name} {at}", about={"kind": name[0]})
        for name, given in values.items()
        for at, value in enumerate(given if isinstance(given, list) else [given], start=1)
    ]
    return TaskLog(
        task=task,
        source=f"log of {task}",
        offer=lambda: Offer(task=task, scores={metric: 1.0}),
        answers=lambda: iter(answers),
        higher=higher or {},
        columns=columns or {},
    )


def found(a, b, **asked):
    sides = [Side(source=name, logs=logs, model=name) for name, logs in (("A", a), ("B", b))]
    return found_answers(sides, Wanted(**asked), Kind(), source="logs")


def test_answers_to_a_question_become_one_number():
    logs = [log({"x": [1, 0], "y": [1, 1]})], [log({"y": [0, 1], "x": [0, 0]})]
    one = found(*logs)
    assert [side.tolist() for side in one.panel.answers] == [[0.5, 1.0], [0.0, 0.5]]
    assert (one.panel.repeats, one.metric, one.by) == ((2, 2), "acc", "")
    both = found(*logs, metric="pass^2")
    assert [side.tolist() for side in both.panel.answers] == [[0.0, 1.0], [0.0, 0.0]]
    assert (both.metric, both.higher_is_better) == ("acc pass^2", True)
    with pytest.raises(InputError, match="pass@3 needs 3 answers to each question, but some have 2"):
        found(*logs, metric="pass@3")


def test_one_answer_each_is_no_repeat():
    logs = [log({"x": 1})], [log({"x": 0})]
    assert found(*logs).panel.repeats is None
    with pytest.raises(InputError, match="agreement needs 2 answers to each question, but some have 1"):
        found(*logs, metric="agreement")


def test_metrics_of_which_lower_is_better():
    logs = [[log({"x": [1, 3]}, metric="loss")] for _ in "ab"]
    assert not found(*logs).higher_is_better
    assert found(*logs, metric="best-of-2").panel.answers[0].tolist() == [1.0]
    assert found(*logs, metric="agreement").higher_is_better
    with pytest.raises(InputError, match="lower 'loss' is better; choose another metric"):
        found(*logs, metric="pass@2")


def test_directions_that_differ():
    logs = [
        [log({"x": 1}, task, higher={"acc": told}) for task, told in (("t", True), ("u", False))]
        for _ in "ab"
    ]
    with pytest.raises(InputError, match="better in some of the tasks and worse in others"):
        found(*logs)
    with pytest.raises(InputError, match="better in some of the logs and worse in others"):
        found([log({"x": 1}, higher={"acc": True})], [log({"x": 1}, higher={"acc": False})])


def test_slices_by_task_group_and_field():
    logs = [
        [log({"x": 1, "y": 0}, task, columns={"group": "g" + task[0]}) for task in ("t1", "t2", "u")]
        for _ in "ab"
    ]
    whole = found(*logs)
    assert (whole.by, whole.panel.slices.tolist()) == ("group", ["gt"] * 4 + ["gu"] * 2)
    assert found(*logs, by="task").panel.slices.tolist() == ["t1", "t1", "t2", "t2", "u", "u"]
    assert found(*logs, by="kind", cluster="task").panel.clusters.tolist() == [
        "t1",
        "t1",
        "t2",
        "t2",
        "u",
        "u",
    ]
    assert found(*logs, cluster="id").panel.clusters is None
    with pytest.raises(
        UnknownNameError, match="no field of the questions in log of t1 is called 'kinds'; did you"
    ):
        found(*logs, by="kinds")
    many = [[log({"x": 1}, f"t{at}") for at in range(21)] for _ in "ab"]
    assert found(*many).by == ""


def test_what_does_not_fit_together():
    with pytest.raises(FileError, match="log of t has no questions; expected at least one"):
        found([log({"x": 1})], [log({})])
    twice = log({"x": 1})
    doubled = TaskLog(task="t", source="log", offer=twice.offer, answers=lambda: iter([*twice.answers()] * 2))
    with pytest.raises(FileError, match="log has x 1 twice; expected it once"):
        found([doubled], [twice])
    with pytest.raises(
        InputError, match="the repeats differ: A has 2 repeats and B 1 repeat; use the same number of answers"
    ):
        found([log({"x": [1, 1]})], [log({"x": 1})])
    with pytest.raises(
        InputError, match="1 of 3 questions of A are not in B, the log of B, such as 't', 'y'; run"
    ):
        found([log({"x": 1, "y": 1}), log({"x": 1}, "u")], [log({"x": 1}), log({"x": 1}, "u")])
