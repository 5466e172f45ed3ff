import math
from dataclasses import replace

import numpy as np
import pytest
from tests.rankings import MADE, bayesian, over_data_sets, ranking, sliced, with_baseline

import bakeoff
from bakeoff.core.verdict import Heterogeneity, Unit
from bakeoff.report.words import pairs
from bakeoff.report.words import ranking as words
from bakeoff.report.words.omnibus import omnibus_short, omnibus_told

EQUAL_SHARES = "each of the 15 pairs gets an equal share of alpha, 0.00333 (Bonferroni's method)"


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (
            ranking(6),
            "m0, m1 or m2 may be the best of 6 models by accuracy on 400 items; "
            "6 of 15 pairs differ significantly",
        ),
        (
            ranking(4, gap=0),
            "m0 is the best of 4 models by accuracy on 400 items; 6 of 6 pairs differ significantly",
        ),
        (ranking(2, gap=0), "m0 is the better of 2 models by accuracy on 400 items; the two differ"),
        (
            ranking(2, gap=1),
            "m0 or m1 may be the better of 2 models by accuracy on 400 items; "
            "the two do not differ significantly",
        ),
        (
            ranking(3),
            "Any of the 3 models may be the best by accuracy on 400 items; "
            "none of 3 pairs differs significantly",
        ),
        (
            ranking(4),
            "m0, m1 or m2 may be the best of 4 models by accuracy on 400 items; "
            "1 of 6 pairs differs significantly",
        ),
        (
            ranking(30, gap=6),
            "7 of 30 models may be the best (m0, m1, m2 and 4 more) by accuracy on 400 items; "
            "276 of 435 pairs differ significantly",
        ),
        (
            with_baseline(5),
            "m0, m1 or m2 may be the best of 5 models by accuracy on 400 items; "
            "1 of 4 differs significantly from m1 (0 better, 1 worse)",
        ),
        (
            replace(ranking(3), best=()),
            "3 models ranked by accuracy on 400 items; none of 3 pairs differs significantly",
        ),
        (
            replace(ranking(3), best=("m0",)),
            "Only m0 may be the best of 3 models by accuracy on 400 items; "
            "none of 3 pairs differs significantly",
        ),
        (
            over_data_sets(4),
            "m0, m1 or m2 may be the best of 4 learners by accuracy on 14 data sets; "
            "1 of 6 pairs differs significantly",
        ),
    ],
)
def test_the_sentence_says_who_may_be_the_best_and_how_many_pairs_differ(made, said):
    assert words.sentence(made) == said


def test_no_value_is_minus_nought():
    assert words.value_told(-0.0001, Unit("accuracy", 100.0)) == "0.0 %"
    assert words.value_told(-0.0, Unit("log loss", 1.0, points=False)) == "0.0000"


def test_equivalent_pairs_are_counted():
    made = ranking(4)
    pairs = tuple(replace(each, decision="equivalent") for each in made.pairs)
    assert (
        words.told_pairs(replace(made, pairs=pairs))
        == "none of 6 pairs differs significantly, 6 are equivalent"
    )


def test_a_joint_test_and_tests_of_single_pairs_are_named_with_their_pairs():
    made = ranking()
    some = [
        replace(each, method="mcnemar-mid-p" if at < 2 else "max-t") for at, each in enumerate(made.pairs)
    ]
    mixed = dict(words.numbers(replace(made, pairs=tuple(some))))
    assert mixed["method"] == (
        "mcnemar-mid-p for 2 pairs whose models differ on few items; "
        "max-t, a joint test by resampling the items, for the other 13"
    )
    assert mixed["adjustment"] == (
        f"{EQUAL_SHARES}; max-t tests its 13 pairs jointly, with the 13 shares together, 0.0433"
    )
    one = [replace(each, method="mcnemar-mid-p" if at else "max-t") for at, each in enumerate(made.pairs)]
    assert dict(words.numbers(replace(made, pairs=tuple(one))))["adjustment"] == EQUAL_SHARES
    every = dict(
        words.numbers(replace(made, pairs=tuple(replace(each, method="area-t") for each in made.pairs)))
    )
    assert every["method"] == "area-t for each pair"
    assert every["adjustment"] == EQUAL_SHARES
    assert "adjustment" not in dict(words.numbers(made))


def test_of_many_pairs_those_decided_are_shown_nearest_first():
    made = ranking(30, gap=6)
    shown = words.shown_pairs(made, words.FEW_PAIRS)
    assert len(shown) == words.FEW_PAIRS
    assert [(each.a, each.b) for each in shown[:2]] == [("m0", "m7"), ("m1", "m8")]
    assert words.left_out(made, len(shown)) == (
        "not shown: 256 more that are decided and 159 that are undecided; JSON has all 435 pairs"
    )
    assert words.left_out(ranking(6), 15) == ""


def test_posteriors_of_pairs_are_not_said_to_hold_for_all_at_once_but_ranks_are():
    made = bayesian()
    assert "for each pair by itself" in dict(words.numbers(made))["level"]
    assert words.models_legend(made)[0].endswith("that all of them hold together is not promised")
    undecided = replace(made, pairs=tuple(replace(each, decision="undecided") for each in made.pairs))
    assert words.told_pairs(undecided) == "none of 6 pairs is decided"


def test_the_critical_value_says_what_it_is_of():
    assert words.settings(over_data_sets(method="nemenyi", critical=1.25)) == [
        "critical difference of mean ranks 1.25"
    ]
    assert words.settings(ranking()) == ["critical value 2.68", "10000 resamples"]


def test_two_that_are_equivalent_are_said_to_be():
    made = ranking(2, gap=1)
    pairs = tuple(replace(each, decision="equivalent") for each in made.pairs)
    assert words.told_pairs(replace(made, pairs=pairs)) == "the two are equivalent"


def test_a_row_for_each_model():
    head, first, *_, last = words.model_rows(ranking(6))
    assert head == ("model", "rank", "accuracy", "95 % interval", "may be best")
    assert first == ("m0", "1-3", "92.0 %", "89.0 to 94.0 %", "yes")
    assert last == ("m5", "4-6", "87.0 %", "84.0 to 89.0 %", "no")


def test_mean_ranks_have_a_column_and_missing_intervals_none():
    head, first, *_ = words.model_rows(over_data_sets(6))
    assert head == ("learner", "rank", "mean rank", "accuracy", "may be best")
    assert first == ("m0", "1-3", "1.30", "92.0 %", "yes")


def test_a_row_for_each_pair():
    made = ranking(6)
    head, first, *_ = pairs.pair_rows(made, list(made.pairs))
    assert head[3:] == ("adjusted p", "wins/ties/losses", "verdict")
    assert first == ("m0 - m1", "1.0", "-1.5 to 3.5", "0.400", "31/340/20", "undecided")


def test_pairs_over_data_sets_have_intervals_of_their_own_level():
    made = over_data_sets(6)
    assert pairs.pair_rows(made, list(made.pairs))[0][2] == "99.67 % interval"
    assert "p-values are adjusted for all 15 pairs" in pairs.pairs_caption(made)


def test_probabilities_take_the_place_of_p_values():
    made = bayesian()
    head, first, *_ = pairs.pair_rows(made, list(made.pairs))
    assert (head[3], first[3]) == ("probabilities", "0.900 / 0.080 / 0.020")
    assert "the first is better, both are equivalent, the second is better" in pairs.pairs_caption(made)


def test_pairs_that_their_own_test_judged_say_so():
    made = ranking(4)
    mixed = (replace(made.pairs[0], method="mcnemar-mid-p"), *made.pairs[1:])
    head, first, *_ = pairs.pair_rows(replace(made, pairs=mixed), list(mixed))
    assert (head[-2], first[-2]) == ("method", "mcnemar-mid-p")
    every = tuple(replace(each, method="mcnemar-mid-p") for each in made.pairs)
    assert pairs.pair_rows(replace(made, pairs=every), list(every))[0][-2] == "method"


def test_what_was_done():
    told = dict(words.numbers(with_baseline()))
    assert told["method"].startswith("max-t (joint max-T test")
    assert told["method"].endswith("critical value 2.68, 10000 resamples")
    assert told["omnibus"].startswith("Cochran's Q: statistic 26.9, df 4, p = 6e-6")
    assert told["baseline"] == "m1"


def test_degrees_of_freedom_of_an_omnibus_test_have_four_digits():
    test = replace(ranking().omnibus, df=(2.59266, 28.5193))
    assert ", df 2.593 and 28.52, p = " in omnibus_short(test)


def test_an_omnibus_p_value_below_what_numbers_hold_is_not_zero():
    test = replace(ranking().omnibus, p_value=0.0)
    assert omnibus_short(test).endswith("p < 1e-300")
    assert omnibus_short(replace(test, degenerate=True)).endswith("p = 0")


def test_nothing_differs_only_where_the_statistic_of_an_omnibus_test_is_0():
    test = replace(ranking().omnibus, degenerate=True, statistic=math.inf)
    assert "nothing differs" not in omnibus_told(test)
    assert "p = 6e-6; nothing differs (" in omnibus_told(replace(test, statistic=0.0))


def test_slices_and_whether_they_differ():
    head, north, south, whole = words.slice_rows(sliced())
    assert head[0] == "region"
    assert north == ("north", "200", "m0, m1 or m2", "0 of 3", "m0")
    assert south == ("south", "7", "every truth is 'cat'", "", "")
    assert whole[:2] == ("all items", "400")
    spread = Heterogeneity(statistic=3.2, df=(1.0, 200.0), p_value=0.03, slices=2)
    assert words.slices_differ(replace(sliced(), heterogeneity=spread)).startswith("differences change")
    weak = replace(spread, p_value=0.3)
    assert words.slices_differ(replace(sliced(), heterogeneity=weak)).startswith("no evidence")


def test_losses_are_told_in_their_own_unit():
    unit = Unit("log loss", 1.0, points=False, less=True)
    made = replace(ranking(3), unit=unit, metric="log-loss")
    assert words.unit_told(made) == "log loss"
    assert "by log loss on" in words.sentence(made)
    assert words.models_heading(made) == "Models, lower is better"
    assert words.less_is_better(replace(ranking(3), metric="error"))
    assert not words.less_is_better(ranking(3))


@pytest.mark.parametrize("name", MADE)
def test_every_row_has_as_many_cells_as_the_head(name):
    made = MADE[name]()
    for rows in (words.model_rows(made), pairs.pair_rows(made, list(made.pairs))):
        assert {len(row) for row in rows} == {len(rows[0])}


def test_with_a_baseline_every_difference_is_that_of_a_model_minus_the_baseline():
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, 200)
    answers = {
        name: np.where(rng.random(200) < wrong, 1 - truth, truth)
        for name, wrong in (("base", 0.1), ("bad", 0.4))
    }
    made = bakeoff.rank_predictions(truth, {**answers, "good": truth}, baseline="base")
    assert {(pair.a, pair.b) for pair in made.pairs} == {("good", "base"), ("base", "bad")}
    rows = {row[0]: row for row in pairs.pair_rows(made, list(made.pairs))[1:]}
    assert set(rows) == {"good - base", "bad - base"}
    (pair,) = (each for each in made.pairs if each.b == "bad")
    turned = pairs.less_baseline(made, pair)
    assert rows["bad - base"][1] == f"{-100 * pair.estimate:.1f}"
    assert (turned.interval.low, turned.wins, turned.losses) == (-pair.interval.high, pair.losses, pair.wins)
    assert (pair.decision, turned.decision, rows["bad - base"][-1]) == (
        "a-better",
        "b-better",
        "base is better",
    )


def test_differences_of_losses_have_no_minus_between_the_names():
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, 60)
    models = {
        name: np.clip(np.abs(truth - wrong + rng.normal(0, 0.05, 60)), 0.01, 0.99)
        for name, wrong in (("x", 0.2), ("y", 0.4))
    }
    made = bakeoff.rank_predictions(truth, models, metric="log-loss")
    assert [row[0] for row in pairs.pair_rows(made, list(made.pairs))[1:]] == ["x against y"]


@pytest.mark.parametrize(("method", "told"), [("wilcoxon-holm", True), ("bayes-signed-rank", False)])
def test_only_tests_of_ranks_have_hodges_lehmann_estimates(method, told):
    scores = np.random.default_rng(0).normal(size=(8, 3))
    columns = {f"m{at}": scores[:, at] for at in range(3)}
    made = bakeoff.rank_datasets(columns, method=method, metric="score")
    assert ("Hodges-Lehmann" in pairs.pairs_caption(made)) == told


def test_an_infinite_critical_value_is_told_in_words():
    assert words.settings(ranking(critical=math.inf))[0] == "critical value infinite"
