from dataclasses import replace

import numpy as np
import pytest
from scipy import stats
from tests.looping import in_one_test

from bakeoff import lab
from bakeoff.core.exceptions import InputError
from bakeoff.designs import FiveByTwo, Holdout, KFold
from bakeoff.lab import Procedure
from bakeoff.lab.populations._settings import setting
from bakeoff.lab.responses import Responses
from bakeoff.lab.study import finding

NOISE = "fair-attributes:n-100:naive-bayes-vs-c45"
LARGE = "network-large-gap:n-300:c45-vs-naive-bayes"


class Watching:
    def __init__(self, stop_after=None):
        self.done, self.total, self.stopped, self.stop_after = 0, 0, False, stop_after

    def start(self, total, done, what):
        self.total = total

    def finished(self, cells, failed, interim):
        self.done += cells
        if self.stop_after is not None and self.done >= self.stop_after:
            raise KeyboardInterrupt

    def stop(self):
        self.stopped = True


def test_size_of_a_sound_and_an_unsound_method():
    found = lab.size(NOISE, methods=["corrected-resampled-t", "cv-folds"], draws=200)
    sound, unsound = (each.share for each in found)
    # measured at 1000 draws: 3.6 and 57 %; with 200, each bound errs less than once in 10,000
    assert sound < 0.11
    assert unsound > 0.42


def test_power_counts_decisions_for_the_better_one():
    [found] = lab.power(LARGE, methods="corrected-resampled-t", draws=40)
    assert found.truth == setting(LARGE).difference
    assert found.share > 0.9  # a difference of 11 points in 300 items is seen all but always


def test_coverage_of_an_interval():
    [found] = lab.coverage(LARGE, methods="mcnemar-mid-p", design=Holdout(), draws=100)
    assert 0.85 < found.share <= 1
    low, high = found.interval
    assert low < found.share < high or found.share == 1


def said_in(key, **said):
    """What a procedure said about four data sets."""
    given = {"p_value": [0.01] * 4, "low": [-1] * 4, "high": [1] * 4, "direction": [1] * 4} | said
    return Responses(
        setting=setting(key),
        procedure=Procedure(method="kfold-t", design=KFold()),
        **{name: np.array([values]) for name, values in given.items()},
    )


def test_a_decision_for_the_worse_one_is_no_power():
    said = said_in(LARGE, p_value=[0.01, 0.01, 0.2, 0.04], direction=[1, -1, 1, 1])
    assert finding("power", said, 0.05).count == 2
    assert finding("size", said, 0.05).count == 3


def test_the_truth_must_lie_between_both_ends():
    truth = setting(LARGE).difference
    said = said_in(LARGE, low=[0, truth + 0.01, 0, truth], high=[0.5, 0.5, truth - 0.01, 0.5])
    assert finding("coverage", said, 0.05).count == 2


def test_the_interval_of_a_share_is_jeffreys_at_95():
    found = finding("size", said_in(NOISE, p_value=[0.01, 0.5, 0.5, 0.5]), 0.05)
    assert found.interval == pytest.approx(stats.beta.ppf([0.025, 0.975], 1.5, 3.5), rel=1e-9)


def test_replicability_is_unanimity():
    both = replace(said_in(NOISE), p_value=np.array([[0.01, 0.5, 0.01, 0.5], [0.01, 0.5, 0.5, 0.5]]))
    answered = finding("replicability", both, 0.05)
    assert (answered.count, answered.draws) == (3, 4)
    [found] = lab.replicability(NOISE, methods="kfold-t", design=KFold(), draws=20, repetitions=3)
    assert 0 <= found.count <= found.draws == 20


def test_a_study_that_was_stopped_goes_on(tmp_path):
    asked = {"methods": "five-by-two-t", "design": FiveByTwo(), "draws": 250, "rng": 3}
    store, watching = tmp_path / "study.bakeoff", Watching(stop_after=200)
    with pytest.raises(KeyboardInterrupt):
        lab.size(NOISE, store=store, observer=watching, **asked)
    assert watching.stopped
    whole = Watching()
    again = lab.size(NOISE, store=store, observer=whole, **asked)
    assert again == lab.size(NOISE, **asked)
    assert whole.done == whole.total == 250


def test_methods_of_several_designs_share_a_study():
    several = [
        Procedure(method="kfold-t", design=KFold()),
        Procedure(method="five-by-two-f", design=FiveByTwo()),
        Procedure(method="half-sample-t", design=KFold(), halvings=2),
    ]
    found = lab.size(NOISE, methods=several, draws=10)
    assert [each.fits for each in found] == [10, 10, 50]
    assert [each.design for each in found] == ["KFold(folds=10)", "FiveByTwo()", "KFold(folds=10)"]


@in_one_test(
    ("call", "words"),
    [
        (lambda: lab.size(LARGE, draws=10), "settings with a difference measure power"),
        (lambda: lab.size("digits-pool:train-200:equal", draws=10), "are equal for 200 training items"),
        (lambda: lab.power(NOISE, draws=10), "use size"),
        (lambda: lab.size([], draws=10), "no settings were given"),
        (lambda: lab.size(NOISE, methods=[], draws=10), "no methods were given"),
        (lambda: lab.size(NOISE, draws=0), "draws is 0"),
        (lambda: lab.size(NOISE, method="kfold-t"), "did you mean 'methods'"),
        (lambda: lab.size(NOISE, design="kfold"), "expected one such as KFold"),
        (lambda: lab.power(LARGE, repetitions=3), "repetitions"),
        (lambda: lab.size("fair-attributes", draws=10), "is a population and no setting"),
        (lambda: lab.size(NOISE, alpha=5, draws=10), "alpha"),
        (lambda: lab.size("fair-attribute", draws=10), "setting"),
        (lambda: lab.replicability(NOISE, draws=10, repetitions=1), "repetitions is 1"),
    ],
)
def test_bad_questions_are_refused(call, words):
    with pytest.raises(InputError, match=words):
        call()


def test_findings_as_plain_data():
    [found] = lab.size(NOISE, methods="kfold-t", design=KFold(), draws=10)
    plain = found.to_dict()
    assert plain["share"] == plain["count"] / plain["draws"]
    assert plain["interval"] == list(found.interval)
