import json
import re

import numpy as np
import pytest

from bakeoff.compare.answer import answer
from bakeoff.compare.counts import compare_counts
from bakeoff.compare.samples import compare_samples
from bakeoff.compare.scores import compare_scores
from bakeoff.core.exceptions import InputError, UnknownNameError
from bakeoff.core.outcomes import PairedItems, PairedScores
from bakeoff.designs import KFold, RepeatedKFold
from bakeoff.metrics import METRICS

JSON_NAMES = {
    "decision", "sentence", "names", "metric", "method", "estimate", "interval", "level", "alternative",
    "statistic", "df", "p_value", "n", "alpha", "margin", "degenerate", "notes", "reason", "risk", "caveats",
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
    assert verdict.to_dict()["caveats"] == [{"key": caveat.key, "text": caveat.text}]


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
    verdict = compare_counts(10, 12, n=5000, margin=0.01)
    assert verdict.sentence.startswith("A and B are equivalent: B is ahead by 0.040 points of accuracy")
    assert verdict.to_dict()["margin"] == 0.01


def test_alpha_decides_and_level_does_not():
    assert compare_counts(15, 30, n=412).decision == "b-better"
    assert compare_counts(15, 30, n=412, alpha=0.01).decision == "undecided"
    assert compare_counts(15, 30, n=412, level=0.999).decision == "b-better"


def test_names_are_used_in_the_words():
    verdict = compare_counts(15, 35, n=412, names=("forest", "boosting"))
    assert verdict.sentence.startswith("boosting is better: 4.9 points of accuracy")
    assert verdict.to_dict()["names"] == ["forest", "boosting"]
    assert "(forest minus boosting, " in str(verdict)
    assert compare_counts(1, 2, n=9, names=np.array(["x", "y"]).tolist()).names == ("x", "y")


@pytest.mark.parametrize(
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
        ({"margin": 0.1, "alternative": "less"}, "a margin asks for equivalence, which is two-sided"),
        ({"margin": 0.1, "level": 0.8}, "equivalence at alpha 0.05 needs a level of at least 0.9"),
        ({"alternative": "larger"}, "alternative is 'larger'; expected \"two-sided\""),
        ({"level": 95}, "level is 95; expected a number between 0 and 1; write 0.95 for 95 %"),
        ({"alpha": 5}, "alpha is 5; expected a number between 0 and 1; write 0.05 for 5 %"),
        ({"alpha": "x"}, "alpha is 'x'; expected a number between 0 and 1"),
        ({"df": 3}, "no option of mcnemar-mid-p is called 'df'. There are: none"),
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


@pytest.mark.parametrize(
    ("metric", "words"),
    [
        ("accuracy", "points of accuracy"),
        ("error", "points of accuracy"),
        ("f1", "points of F1"),
        ("kappa", "points of Cohen's kappa"),
        ("mcc", "points of Matthews correlation coefficient"),
        ("auc", "points of area under the ROC curve"),
        ("false-alarm", "points less false alarm rate"),
        ("log-loss", "less log loss"),
        ("brier", "less Brier score"),
        ("squared-error", "less squared error"),
    ],
)
def test_units_are_said_as_people_do(metric, words):
    verdict = answer(PairedScores(a=[0.5, 0.25, 0.5], b=[0.25, 0.0, 0.125]), metric=metric)
    size = "29.2" if METRICS[metric].is_rate else "0.29"
    assert f": {size} {words}, 95 % interval" in verdict.sentence.replace("A is ahead by ", "")


def test_what_a_verdict_rests_on():
    def ends(verdict):
        return verdict.sentence.rsplit(" on ", 1)[1]

    three, two = [0.5, 0.6, 0.8], [0.4, 0.5]
    assert ends(compare_samples(three, [0.4, 0.5, 0.5])) == "3 samples)"
    assert ends(compare_samples(three, [0.4, 0.5, 0.5], paired=False)) == "3 samples each)"
    assert ends(compare_samples(three, two, paired=False)) == "3 and 2 samples)"
    assert ends(compare_scores(three, [0.4, 0.5, 0.5], design=KFold(folds=3))) == "3 splits)"
    grid = np.arange(12.0).reshape(3, 4) / 12
    assert ends(compare_scores(grid, grid**2, design=RepeatedKFold(runs=3, folds=4))) == "3 x 4 folds)"


def test_html_is_escaped():
    markup = compare_counts(1, 2, n=9, names=("<script>", '"&'))._repr_html_()
    assert "<script>" not in markup
    assert "&lt;script&gt;" in markup
    assert "&quot;&amp;" in markup
