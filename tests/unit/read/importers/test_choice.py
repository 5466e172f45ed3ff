import pytest

from bakeoff.core.exceptions import InputError, UnknownNameError
from bakeoff.read.importers._choice import Offer, by_task, choose
from bakeoff.read.repeats import Repeats

PAIR = [
    Offer(task="t", scores={"bleu": [1], "acc": 1, "f1": 0.5}),
    Offer(task="u", scores={"acc": 0, "em": 1}, main=("em",)),
]


def chosen(measure=None, offers=PAIR):
    return choose(offers, measure, noun="metric", source="x")


def test_the_main_metric_of_each_task():
    found = chosen()
    assert (found.metrics, found.metric, found.others) == ({"t": "acc", "u": "em"}, "score", ("f1",))
    assert found.notes == ("each task uses its own main metric: t by acc, u by em",)
    listed = chosen(offers=[Offer(task="t", scores={"acc": 1, "f1": 0.5}, main=("gone", "f1"))])
    assert (listed.metric, listed.notes) == ("f1", ("the metric is 'f1'; the logs also have acc",))


def test_the_metric_asked_for():
    assert chosen("acc").metrics == {"t": "acc", "u": "acc"}
    assert chosen("em").notes == ("1 task without 'em' left out: t",)
    with pytest.raises(UnknownNameError, match="no metric in x is called 'acu'; did you mean 'acc'"):
        chosen("acu")
    with pytest.raises(InputError, match="x has no metric with a number for each item; it has bleu"):
        chosen(offers=[Offer(task="t", scores={"bleu": [1]})])
    with pytest.raises(InputError, match="it has none at all"):
        chosen(offers=[Offer(task="t", scores={})])


def test_metrics_over_repeats_unless_the_log_has_one_of_that_name():
    assert chosen("em:pass@3").repeats == Repeats(how="pass@", k=3, of="em")
    assert chosen("agreement").metrics == {"t": "acc", "u": "em"}
    own = chosen("pass@3", [Offer(task="t", scores={"pass@3": 0.5})])
    assert (own.metric, own.repeats.how) == ("pass@3", "mean")
    with pytest.raises(UnknownNameError, match="is called 'emm'; did you mean 'em'"):
        chosen("emm:pass@3")


def test_few_tasks_are_listed():
    assert by_task({f"t{at}": "acc" for at in range(7)}).endswith("t4 by acc and 2 more")
