"""What two learners of a finished run are judged by, for tests of verdicts."""

from bakeoff.experiment.conduct import Choice
from bakeoff.experiment.experiment import Experiment
from bakeoff.experiment.panels import score
from bakeoff.experiment.scoring import measure_for
from bakeoff.experiment.verdict import Pair, answer_on


def auto(halvings, **more):
    """What is asked where the choice of the method was left open, and the halves were run."""
    return {"chosen": "half-sample-t", "halvings": halvings, **more}


def asked(method, **more):
    """What is asked where a method was named."""
    return {"method": method, "chosen": method, **more}


def judge(run, wanted):
    more = dict(wanted)
    halvings, found_here = more.pop("halvings", 0), more.pop("calibrated", {})
    choice = Choice(
        method=more.pop("chosen", "auto"), halves=tuple(run.stages.values())[1 : 1 + 2 * halvings]
    )
    metric = more.pop("metric", "accuracy")
    experiment = Experiment(data=(run.data,), learners=run.learners, metrics=(metric,), **more)
    scored = score(run, measure_for(metric, run.data, experiment.positive), halvings)
    return answer_on(
        Pair(scored=scored, names=("a", "b"), experiment=experiment, choice=choice, calibrated=found_here)
    ).verdict
