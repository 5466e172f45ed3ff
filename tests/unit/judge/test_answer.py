import json
import re

import numpy as np
import pytest
from tests.looping import in_one_test

from bakeoff.compare.counts import compare_counts
from bakeoff.compare.samples import compare_samples
from bakeoff.compare.scores import compare_scores
from bakeoff.core.exceptions import InputError, UnknownNameError
from bakeoff.core.family import Adjustment
from bakeoff.core.outcomes import PairedItems
from bakeoff.core.verdict import Caveat
from bakeoff.designs import RepeatedKFold
from bakeoff.judge.answer import answer

JSON_NAMES = {
    "decision", "strength", "sentence", "names", "metric", "subject", "values", "detail", "method",
    "estimate",
    "interval", "level", "alternative", "statistic", "df", "p_value", "n", "alpha", "margin", "degenerate",
    "notes", "reason", "risk", "caveats", "replicability",
    "value_intervals", "interval_was", "equivalence",
    "adjusted_p_value", "tried", "adjustment", "interval_level",
}  # fmt: skip


def test_the_verdict_has_the_names_of_the_contract():
    verdict = compare_counts(15, 35, n=412)
    result = verdict.result
    for name in ("method", "estimate", "level", "statistic", "df", "p_value", "n", "notes"):
        assert hasattr(result, name)
    assert result.interval.low < result.estimate < result.interval.high
    assert verdict.decision in ("a-better", "b-better", "equivalent", "undecided")
    assert isinstance(verdict.caveats, tuple)
    assert str(verdict).startswith(verdict.sentence)
    assert set(verdict.to_dict()) == JSON_NAMES
    assert verdict.to_dict()["interval"] == [result.interval.low, result.interval.high]


def test_caveats_are_records_with_key_and_text():
    verdict = compare_counts(2, 7, n=100, method="mcnemar")
    (caveat,) = verdict.caveats
    assert verdict.to_dict()["caveats"] == [
        {"key": caveat.key, "text": caveat.text, "importance": "casts-doubt"}
    ]


def test_the_sentence_comes_first_then_numbers_then_caveats():
    lines = str(compare_counts(2, 7, n=100, method="mcnemar")).splitlines()
    assert lines[0].startswith("Undecided: B is ahead by 5.0 points of accuracy, 95 % interval ")
    assert lines[0].endswith("McNemar on 100 items)")
    starts = [line.split()[0] for line in lines[1:] if line]
    assert starts.index("difference") < starts.index("p-value") < starts.index("caveat:")


@pytest.mark.parametrize(
    ("alternative", "counts", "decision"),
    [
        ("two-sided", (35, 15), "a-better"),
        ("two-sided", (15, 35), "b-better"),
        ("greater", (35, 15), "a-better"),
        ("greater", (15, 35), "undecided"),
        ("less", (15, 35), "b-better"),
        ("less", (35, 15), "undecided"),
    ],
)
def test_greater_asks_whether_a_is_better(alternative, counts, decision):
    verdict = compare_counts(*counts, n=412, alternative=alternative)
    assert verdict.decision == decision
    assert verdict.result.alternative == alternative


def test_one_sided_questions_have_one_sided_bounds():
    both = compare_counts(35, 15, n=412, level=0.9).result.interval
    lower = compare_counts(35, 15, n=412, level=0.95, alternative="greater")
    upper = compare_counts(35, 15, n=412, level=0.95, alternative="less")
    assert lower.result.interval.low == pytest.approx(both.low, abs=1e-12)
    assert upper.result.interval.high == pytest.approx(both.high, abs=1e-12)
    assert "95 % bound: at least " in lower.sentence
    assert "95 % bound: at most " in upper.sentence


def test_unlimited_ends_are_null_with_a_note():
    verdict = compare_samples([0.82, 0.85, 0.80], [0.78, 0.80, 0.79], alternative="greater")
    content = json.loads(json.dumps(verdict.to_dict(), allow_nan=False))
    assert content["interval"][1] is None
    assert content["interval"][0] == verdict.result.interval.low
    assert any("infinite" in note for note in content["notes"])


def test_margin_allows_equivalent():
    assert compare_counts(10, 12, n=5000, margin=0.01).decision == "equivalent"
    assert compare_counts(10, 12, n=5000).decision == "undecided"
    assert compare_counts(10, 12, n=50, margin=0.01).decision == "undecided"
    assert compare_counts(100, 200, n=500, margin=0.01).decision == "b-better"
    verdict = compare_counts(10, 12, n=5000, margin=0.015)
    assert verdict.sentence.startswith(
        "A and B are equivalent within 1.5 points of accuracy: B is ahead by 0.04 points of accuracy, "
    )
    assert verdict.to_dict()["margin"] == 0.015


def test_the_level_follows_alpha_unless_it_is_given():
    assert compare_counts(15, 30, n=412).result.level == 0.95
    strict = compare_counts(22, 5, n=34, alpha=0.001)
    assert (strict.result.level, strict.decision) == (0.999, "a-better")
    assert strict.result.interval.low > 0
    assert (strict.result.interval_was, strict.to_dict()["interval_was"]) == ("narrowed", "narrowed")
    given = compare_counts(15, 30, n=412, alpha=0.1, level=0.99)
    assert given.result.level == 0.99
    assert any(
        "excludes 0 exactly where the test decides at alpha 0.1 has 90 %" in n
        for n in given.to_dict()["notes"]
    )


def test_the_interval_of_one_among_several_says_that_it_is_alone():
    among = compare_counts(15, 30, n=412, tried=20)
    assert (among.decision, among.result.interval.high < 0) == ("undecided", True)
    (told,) = [note for note in among.to_dict()["notes"] if "this comparison alone" in note]
    assert told.endswith("among 20 comparisons the difference is not significant")
    assert told in str(among)


def test_alpha_decides_and_level_does_not():
    assert compare_counts(15, 30, n=412).decision == "b-better"
    assert compare_counts(15, 30, n=412, alpha=0.01).decision == "undecided"
    assert compare_counts(15, 30, n=412, level=0.999).decision == "b-better"


def test_names_are_used_in_the_words():
    verdict = compare_counts(15, 35, n=412, names=("forest", "boosting"))
    assert verdict.sentence.startswith("boosting is better: 4.9 points of accuracy")
    assert verdict.to_dict()["names"] == ["forest", "boosting"]
    assert "points of accuracy (forest minus boosting)" in str(verdict)
    assert compare_counts(1, 2, n=9, names=np.array(["x", "y"]).tolist()).names == ("x", "y")


@in_one_test(
    ("keywords", "message"),
    [
        ({"names": "AB"}, "names is 'AB'; expected two"),
        ({"names": ("x",)}, "names is ('x',); expected two"),
        ({"names": None}, "names is None; expected two"),
        ({"names": 5}, "names is 5; expected two"),
        ({"margin": 0}, "margin is 0; expected a positive difference"),
        ({"margin": -0.1}, "margin is -0.1; expected a positive difference"),
        ({"margin": "wide"}, "margin is 'wide'; expected a positive difference"),
        ({"margin": float("inf")}, "margin is inf; expected a positive difference"),
        ({"margin": float("nan")}, "margin is nan; expected a positive difference"),
        ({"margin": 1}, "margin is 1, but accuracy lies between 0 and 1; write 0.01 for 1 points"),
        ({"margin": 2.5}, "margin is 2.5, but accuracy lies between 0 and 1; write 0.025 for 2.5 points"),
        ({"margin": 0.1, "alternative": "less"}, "a margin tests equivalence, which is two-sided"),
        ({"margin": 0.1, "alpha": 0.6}, "alpha is 0.6; equivalence needs an alpha below 0.5"),
        ({"alternative": "larger"}, "alternative is 'larger'; expected \"two-sided\""),
        ({"level": 95}, "level is 95; expected a number between 0 and 1; write 0.95 for 95 %"),
        ({"alpha": 5}, "alpha is 5; expected a number between 0 and 1; write 0.05 for 5 %"),
        ({"alpha": "x"}, "alpha is 'x'; expected a number between 0 and 1"),
        (
            {"df": 3},
            "no option of mcnemar-mid-p is called 'df'. There are: alpha, level, alternative, names, margin, "
            "rng, tried, tuned_on_test",
        ),
        (
            {"tried": 0},
            "tried is 0; expected the total number of comparisons that were tried, including this one",
        ),
        ({"tried": 1.5}, "tried is 1.5; expected a whole number of at least 0"),
        ({"tried": "many"}, "tried is 'many'; expected a whole number"),
        ({"tried": 10**9}, "tried is 1000000000; expected the total number of comparisons that were tried"),
        ({"method": "mcnemar", "corection": True}, "did you mean 'correction'?"),
    ],
)
def test_bad_keywords(keywords, message):
    with pytest.raises(InputError, match=re.escape(message)):
        compare_counts(1, 2, n=9, **keywords)


def test_options_reach_the_method():
    corrected = compare_counts(3, 9, n=20, method="mcnemar").result.statistic
    plain = compare_counts(3, 9, n=20, method="mcnemar", correction=False).result.statistic
    assert (corrected, plain) == (pytest.approx(25 / 12), pytest.approx(36 / 12))


def test_unknown_metric_names_the_nearest():
    with pytest.raises(UnknownNameError, match="did you mean 'accuracy'"):
        answer(PairedItems(only_a=1, only_b=2, n=9), metric="acuracy")


def test_an_unsound_method_is_called_so_in_the_sentence():
    verdict = compare_counts(3, 9, n=20, both_right=5, method="difference-of-proportions")
    assert verdict.sentence.endswith("difference of two proportions (unsound) on 20 items)")
    assert "unsound" not in compare_counts(3, 9, n=20).sentence


def test_a_margin_in_the_units_of_percentages_or_losses_may_be_large():
    percent = compare_samples([80.1, 81.2, 83.0], [80.0, 81.3, 83.1], margin=5)
    assert percent.decision == "equivalent"
    assert compare_samples([1.5, 2.1], [1.6, 2.2], metric="log-loss", margin=3).margin == 3


def test_identical_scores_prove_no_equivalence():
    same = [0.8, 0.9, 0.7]
    verdict = compare_samples(same, same, margin=0.1)
    assert (verdict.decision, verdict.result.interval.low, verdict.result.interval.high) == (
        "undecided",
        0,
        0,
    )


def test_what_was_known_before_comes_first():
    known = (Caveat(key="known", text="beware", importance="casts-doubt"),)
    verdict = answer(PairedItems(only_a=2, only_b=7, n=100), method="mcnemar", known=known, about="class 1")
    assert [caveat.key for caveat in verdict.caveats] == ["known", "few-discordant"]
    assert "points of accuracy of class 1," in verdict.sentence
    assert verdict.to_dict()["subject"] == "accuracy of class 1"


def test_html_is_escaped():
    markup = compare_counts(1, 2, n=9, names=("<script>", '"&'))._repr_html_()
    assert "<script>" not in markup
    assert "&lt;script&gt;" in markup
    assert "&quot;&amp;" in markup


def test_what_was_tried_is_adjusted_for():
    once, often = compare_counts(15, 35, n=412), compare_counts(15, 35, n=412, tried=20)
    assert (once.adjusted_p_value, once.adjustment) == (None, None)
    assert often.adjusted_p_value == pytest.approx(20 * once.result.p_value, rel=1e-12)
    assert often.adjustment == Adjustment(method="bonferroni", count=20, kind="tries")
    assert (once.decision, often.decision) == ("b-better", "undecided")
    assert often.result.p_value == once.result.p_value
    assert f"(adjusted p = {often.adjusted_p_value:.3f}, " in often.sentence
    (caveat,) = (each for each in often.caveats if each.key == "many-tried")
    assert "at least one of 20 independent tests would be significant 64 % of the time" in caveat.text
    content = often.to_dict()
    assert (content["adjusted_p_value"], content["adjustment"]) == (
        often.adjusted_p_value,
        "bonferroni, 20 tried",
    )
    assert compare_counts(15, 35, n=412, tried=1_000).adjusted_p_value == 1


def test_the_side_that_was_asked_about_still_counts_among_several():
    assert compare_counts(60, 15, n=412, tried=20).decision == "a-better"
    assert compare_counts(60, 15, n=412, tried=20, alternative="less").decision == "undecided"


def test_equivalence_among_several_needs_a_wider_interval():
    asked = {"n": 5000, "margin": 0.0022}
    alone = compare_counts(10, 12, **asked)
    assert (alone.decision, alone.result.level) == ("equivalent", 0.95)
    assert alone.to_dict()["equivalence"] == {
        "test": "two one-sided tests",
        "level": 0.9,
        "interval": list(compare_counts(10, 12, n=5000, level=0.9).result.interval),
    }
    assert "(90 %, two one-sided tests at 5 %; Tango's score interval)" in str(alone)
    assert compare_counts(10, 12, **asked, tried=2).decision == "undecided"
    wide = compare_counts(10, 12, n=5000, level=1 - 0.1 / 2)
    assert wide.result.interval.low < -0.0022
    assert compare_counts(10, 12, n=5000, margin=0.01, tried=2).decision == "equivalent"


def test_tuning_on_the_test_items_is_told():
    (caveat,) = compare_counts(15, 35, n=412, tuned_on_test=True).caveats
    assert caveat.text.startswith("the test items were used to choose what is compared")


def test_whether_it_would_be_reached_again_can_be_left_out():
    items = PairedItems(only_a=15, only_b=35, n=412)
    assert answer(items).replicability is not None
    assert answer(items, again=False).replicability is None


def test_what_it_would_be_again_stands_in_the_text_where_it_adds_to_the_p_value():
    few, enough, near_margin = (
        compare_counts(5, 14, n=412),
        compare_counts(5, 15, n=412),
        compare_counts(30, 32, n=5000, margin=0.008),
    )
    assert [each.replicability.by for each in (few, enough, near_margin)] == ["counts", "p-value", "interval"]
    assert f"replication  {near_margin.replicability}" in str(near_margin)
    assert "replication  about 54 % chance that" in str(few)
    assert "(4 % if the true difference is about -0.1 points, 98 % if it is about -4.6)" in str(few)
    assert "replication" not in str(enough)
    assert enough.to_dict()["replicability"]["share"] == enough.replicability.share
    assert str(few.replicability).startswith(
        "about 54 % chance that a new test set of this size gives the same decision (4 to 98 %"
    )


def test_equivalence_among_ten_needs_the_interval_at_99_per_cent():
    """Two one-sided tests at 0.05 / 10 each: an interval at 1 - 2 x 0.005, and not at 0.995."""
    ends = {level: compare_counts(20, 22, n=2000, level=level).result.interval for level in (0.99, 0.995)}
    margin = (-ends[0.99].low - ends[0.995].low) / 2
    assert -ends[0.99].low < margin < -ends[0.995].low
    assert compare_counts(20, 22, n=2000, margin=margin, tried=10).decision == "equivalent"
    assert compare_counts(20, 22, n=2000, margin=-ends[0.99].low * 0.999, tried=10).decision == "undecided"


def test_rates_measured_with_accuracy_are_not_those_of_another_metric():
    rng = np.random.default_rng(0)
    a, b = rng.normal(0.5, 0.1, (10, 10)), rng.normal(0.6, 0.1, (10, 10))
    loss = compare_scores(a, b, design=RepeatedKFold(runs=10, folds=10), metric="log-loss", opinions=True)
    assert loss.measured.unmeasured_metric == "log-loss"
    assert ", the false-alarm rate of this method, by accuracy, was" in str(loss.measured)
    assert "; it was not measured by log-loss" in str(loss.measured)
    assert all(each.false_alarms is None for each in loss.opinions)
    shares = compare_scores(a, b, design=RepeatedKFold(runs=10, folds=10), opinions=True, metric="accuracy")
    assert any(each.false_alarms for each in shares.opinions)
