import json
import math

import numpy as np
import pytest
from scipy import special

from bakeoff.core.evidence import grade_of
from bakeoff.core.exceptions import InputError
from bakeoff.plan.betting import bets, gains
from bakeoff.plan.watch import Watch


def after(wins, losses, n, **options):
    watch = Watch(**options)
    watch.update(only_a=wins, only_b=losses, n=n)
    return watch


def test_the_worked_number():
    watch = after(35, 15, 412, prior=0.5)
    assert watch.e_value == pytest.approx(6.867, abs=5e-4)
    assert watch.p_value == pytest.approx(0.146, abs=5e-4)
    assert watch.decision == "undecided"


def share_that_ever_reaches(threshold, discordant, prior):
    """The exact probability of reaching a threshold within a number of discordant items; none is better."""
    alive, reached = np.array([1.0]), 0.0
    for d in range(1, discordant + 1):
        alive = (np.append(alive, 0) + np.append(0, alive)) / 2
        w = np.arange(d + 1)
        log_e = d * math.log(2) + special.betaln(prior + w, prior + d - w) - special.betaln(prior, prior)
        out = log_e >= math.log(threshold)
        reached += alive[out].sum()
        alive[out] = 0
    return reached


@pytest.mark.slow
@pytest.mark.parametrize("prior", [1, 5])
def test_exact_share_of_false_alarms_with_a_look_at_every_item(prior):
    found = share_that_ever_reaches(20, 2000, prior)
    assert 0.02 < found < 0.045


@pytest.mark.slow
@pytest.mark.parametrize(("m", "disagreement"), [(-0.1, 0.1), (-0.1, 0.3), (-0.3, 0.9), (0.2, 0.4)])
def test_exact_share_of_intervals_that_ever_miss_the_truth(m, disagreement):
    """Every path of 40 items: how often the e-value against the true difference reaches 20."""
    up, down = (disagreement + m) / 2, (disagreement - m) / 2
    at, shares = bets(5.0)
    each = [gains({x: 1}, m, 5.0) for x in (1.0, -1.0)]
    alive, missed = {(0, 0): 1.0}, 0.0
    for n in range(1, 41):
        new: dict[tuple[int, int], float] = {}
        for (w, b), chance in alive.items():
            for step, p in (((w + 1, b), up), ((w, b + 1), down), ((w, b), 1 - up - down)):
                new[step] = new.get(step, 0.0) + p * chance
        tie = gains({0.0: 1}, m, 5.0)
        keys = np.array(list(new))
        capital = keys @ np.array(each) + (n - keys.sum(axis=1))[:, None] * tie + shares
        gone = special.logsumexp(capital, axis=1) >= math.log(20)
        missed += sum(new[tuple(key)] for key in keys[gone].tolist())
        alive = {tuple(key): new[tuple(key)] for key in keys[~gone].tolist()}
    assert len(at) == 256
    assert missed <= 0.05


def walk(steps, **options):
    watch = Watch(**options)
    for x in steps:
        watch.add(x > 0, x < 0)
        yield watch


@pytest.mark.parametrize("seed", range(4))
def test_interval_and_decision_agree_at_every_look(seed):
    rng = np.random.default_rng(seed)
    steps = rng.choice([1, 0, -1], p=[0.4, 0.5, 0.1], size=150)
    most, old = 0.0, (-1.0, 1.0)
    for watch in walk(steps):
        low, high = watch.interval
        most = max(most, watch.e_value)
        assert watch.p_value == pytest.approx(min(1, 1 / most))
        assert (watch.decision == "a-better") == (low > 0) == (watch.p_value <= 0.05)
        assert (watch.decision == "b-better") == (high < 0)
        assert old[0] <= low < high <= old[1]
        assert (watch.share_interval.low > 0.5) == (low > 0)
        old = (low, high)
    assert watch.decision == "a-better"


def test_swapping_the_models_mirrors_everything():
    steps = np.random.default_rng(5).choice([1, 0, -1], p=[0.2, 0.7, 0.1], size=120)
    *_, one = walk(steps)
    *_, other = walk(-steps)
    assert (other.e_value, other.p_value) == pytest.approx((one.e_value, one.p_value))
    assert [-end for end in other.interval] == pytest.approx(list(one.interval)[::-1], abs=1e-8)
    assert [1 - end for end in other.share_interval] == pytest.approx(
        list(one.share_interval)[::-1], abs=1e-8
    )


def test_right_and_wrong_are_scores_of_one_and_nought():
    right, scored = Watch(margin=0.1), Watch(margin=0.1)
    for x in np.random.default_rng(6).choice([1, 0, -1], size=40).tolist():
        right.add(x > 0, x < 0)
        scored.add_scores(float(x > 0), float(x < 0))
    assert scored.to_dict() == right.to_dict()
    scored.add_scores(0.75, 0.5)
    assert scored.share_interval is None
    assert scored.items == 41


@pytest.mark.slow
def test_scores_of_little_spread_decide_soon():
    watch = Watch()
    rng = np.random.default_rng(7)
    for x in rng.normal(0.05, 0.1, 400).clip(-0.5, 0.5):
        watch.add_scores(0.5 + x, 0.5)
        if watch.decision != "undecided":
            break
    assert watch.decision == "a-better"
    assert watch.interval.low > 0
    assert watch.items < 300


def test_not_worse_is_decided_where_the_interval_leaves_the_margin():
    assert after(40, 42, 1000, margin=0.05).decision == "not-worse"
    assert after(15, 35, 412, margin=0.05).decision == "undecided"
    worse = after(10, 120, 412, margin=0.05)
    assert worse.decision == "b-better"
    assert worse.interval.high < -0.05
    better = after(120, 10, 412, margin=0.05)
    assert better.decision == "not-worse"
    assert better.interval.low > 0


def test_the_first_decision_stays_and_the_interval_keeps_something():
    watch = after(30, 2, 40)
    watch.update(only_a=0, only_b=500, n=600)
    assert watch.decision == "a-better"
    assert 0 < watch.interval.low < watch.interval.high
    assert watch.p_value < 1e-4


@pytest.mark.parametrize(
    ("wins", "losses", "grade"), [(10, 8, "none"), (24, 5, "weak"), (26, 5, "moderate"), (40, 10, "strong")]
)
def test_the_evidence_is_graded_by_the_p_value_that_holds_at_any_time(wins, losses, grade):
    watch = after(wins, losses, 400)
    assert watch.strength.grade == watch.to_dict()["strength"]["grade"] == grade
    assert grade == ("none" if watch.decision == "undecided" else grade_of(watch.p_value, watch.alpha))


def test_a_grade_once_reached_stays_and_the_other_side_does_not_add_to_it():
    watch = after(24, 5, 400)
    assert watch.strength.grade == "weak"
    watch.update(only_a=0, only_b=500, n=600)
    assert (watch.decision, watch.strength.grade) == ("a-better", "weak")
    assert (watch.turned, watch.decided_at) == (True, 400)
    assert watch.p_value < watch.alpha / 50 < watch.decision_p_value == after(24, 5, 400).p_value
    assert not after(24, 5, 400).turned
    assert (Watch().turned, Watch().decided_at, Watch().decision_p_value) == (False, None, None)
    assert watch.p_value < watch.alpha / 50


def test_items_on_which_both_agree_narrow_the_interval_alone():
    watch = after(0, 0, 500)
    assert (watch.e_value, watch.p_value, watch.decision) == (1.0, 1.0, "undecided")
    assert watch.interval.high == pytest.approx(-watch.interval.low)
    assert watch.interval.high < 0.02
    assert watch.share_interval == (0.0, 1.0)


def test_before_anything_is_known():
    watch = Watch()
    assert (watch.items, watch.estimate, watch.e_value) == (0, None, 1.0)
    assert (watch.interval, watch.share_interval) == ((-1.0, 1.0), (0.0, 1.0))
    watch.update(only_a=0, only_b=0, n=0)
    assert watch.items == 0


def test_all_items_for_one_side():
    watch = after(10_000, 0, 10_000)
    assert watch.e_value == math.inf
    assert watch.interval.high == 1.0
    assert json.dumps(watch.to_dict(), allow_nan=False)
    assert watch.to_dict()["e_value"] is None
    assert after(0, 10_000, 10_000).interval.low == -1.0


def test_both_ways_to_add_add_up():
    watch = after(3, 1, 10)
    watch.add(True, False)
    watch.update(only_a=1, only_b=2, n=4)
    assert (watch.items, watch.only_a, watch.only_b) == (15, 5, 3)
    assert watch.e_value == after(5, 3, 15).e_value


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: Watch(alpha=5), "alpha is 5; expected a number between 0 and 1; write 0.05 for 5 %"),
        (lambda: Watch(prior=0), "prior is 0; expected a number from 0.5 to 10000, such as 5"),
        (lambda: Watch(prior=math.nan), "prior is nan; expected"),
        (lambda: Watch(margin=-0.1), "margin is -0.1; expected a number between 0 and 1"),
        (lambda: Watch(margin=2), "margin is 2; expected"),
        (lambda: Watch().add(1, "yes"), "b_right is 'yes'; expected True or False"),
        (lambda: Watch().add(None, True), "a_right is None; expected True or False"),
        (lambda: Watch().add_scores(0.5, 80), "b_score is 80; expected a score from 0 to 1"),
        (lambda: Watch().add_scores(math.nan, 0.5), "a_score is nan; expected a score"),
        (
            lambda: Watch().update(only_a=3, only_b=3, n=5),
            "only_b are 3 and 3 and n is 5; expected",
        ),
        (lambda: Watch().update(only_a=-1, only_b=3, n=5), "only_a is -1; expected a whole number"),
    ],
)
def test_refused(call, said):
    with pytest.raises(InputError, match=said.replace("?", r"\?").replace(".", r"\.")):
        call()


def test_when_somebody_asks_for_the_interval_changes_nothing():
    steps = np.random.default_rng(8).choice([1, 0, -1], p=[0.3, 0.5, 0.2], size=80)
    for asked in walk(steps):
        _ = asked.interval
    *_, last = walk(steps)
    assert last.to_dict() == asked.to_dict()


def test_more_items_than_can_be_counted():
    with pytest.raises(InputError, match="n is 1e\\+40; expected a whole number up to 1e\\+15"):
        Watch().update(only_a=1, only_b=1, n=10**40)
