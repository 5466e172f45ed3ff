import dataclasses
import re
import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import get_args

import pytest
from tests.looping import in_one_test

import bakeoff
from bakeoff.advice.questions import (
    Domains,
    Purpose,
    Sample,
    Subject,
    advice_called,
    protocol,
    protocols,
    questions,
    which_question,
)
from bakeoff.cli.overview import COMMANDS
from bakeoff.core import outcomes
from bakeoff.core.exceptions import InputError, UnknownNameError
from bakeoff.core.family import ADJUSTMENTS
from bakeoff.designs import DESIGNS
from bakeoff.estimators import ESTIMATORS
from bakeoff.intervals import INTERVALS
from bakeoff.measured.tables import risk_under
from bakeoff.methods import METHODS
from bakeoff.methods.many import MANY
from bakeoff.metrics import METRICS

DOCS = Path(__file__).parents[3] / "docs"
ADVICE = [
    pytest.param(advice, id=f"{home}-{at}")
    for home, record in [(f"question-{q.number}", q) for q in questions()] + [(p.key, p) for p in protocols()]
    for at, advice in enumerate(record.advice)
]
ONE_TEST_SET = (
    outcomes.PairedItems,
    outcomes.PairedLabels,
    outcomes.PairedScores,
    outcomes.RankedItems,
)
TAKEN = {
    "compare_predictions": ONE_TEST_SET,
    "compare_rates": (outcomes.RatePair,),
    "compare_samples": (outcomes.SampleScores,),
    "compare_datasets": (outcomes.DatasetScores,),
    "compare_layout": (outcomes.LayoutScores,),
    "compare_learners": (outcomes.FoldScores, *ONE_TEST_SET),
    "compare_scores": (outcomes.FoldScores,),
}


@in_one_test("advice", ADVICE)
def test_everything_that_is_advised_exists(advice):
    assert advice.function or advice.command
    assert not advice.function or advice.function in bakeoff.__all__
    assert not advice.command or advice.command in COMMANDS
    for keys, registry in (
        (advice.methods, MANY if advice.function.startswith("rank_") else METHODS),
        (advice.intervals, INTERVALS),
        (advice.estimators, ESTIMATORS),
        (advice.metrics, METRICS),
        (advice.adjustments, ADJUSTMENTS),
    ):
        assert all(key in registry for key in keys)
    assert advice.design is None or type(advice.design) in DESIGNS.values()


@in_one_test("advice", ADVICE)
def test_what_is_advised_fits_together(advice):
    if advice.function.startswith("rank_"):
        assert [MANY[key].gives for key in advice.methods] == ["pairs"]
        return
    for key in advice.methods:
        assert METHODS[key].takes in TAKEN[advice.function]
        assert not METHODS[key].unsound
        if METHODS[key].takes is outcomes.FoldScores:
            assert advice.design.key in METHODS[key].designs
    records = [METHODS[key] for key in advice.methods] + [ESTIMATORS[key] for key in advice.estimators]
    if advice.options:
        assert any(set(advice.options) <= set(record.options) for record in records)


@in_one_test("advice", ADVICE)
def test_advice_says_why_and_what_it_risks_in_whole_words(advice):
    for text in (advice.by, advice.when, advice.why):
        assert len(text) >= 3
        assert text == " ".join(text.split())
        assert not text.endswith(".")
    assert (advice.false_alarms is None) == (advice.power is None)
    if advice.power is not None:
        assert 0 < advice.false_alarms < 100
        assert 0 < advice.power < 100


def test_there_are_nine_questions_and_five_protocols():
    assert [question.number for question in questions()] == list(range(1, 10))
    assert [each.code for each in protocols()] == [f"PRO-{number}" for number in range(1, 6)]
    assert [each.key for each in protocols()] == [
        "salzberg",
        "honavar",
        "dietterich",
        "bouckaert",
        "martin-hirschberg",
    ]


@pytest.mark.parametrize("question", questions(), ids=lambda q: str(q.number))
def test_a_question_is_complete(question):
    assert question.asks.endswith("?")
    assert question.texts.startswith("Dietterich")
    assert question.measured.endswith(".")
    assert question.advice[0].by == "bakeoff"
    for key, reason in question.avoid.items():
        assert any(key in registry for registry in (METHODS, ESTIMATORS, INTERVALS))
        assert reason
        assert all(key not in each.methods + each.estimators + each.intervals for each in question.choices)


@pytest.mark.parametrize("each", protocols(), ids=lambda p: p.key)
def test_a_protocol_is_complete(each):
    assert protocol(each.key) is each
    assert len(each.steps) >= 3
    assert each.since.endswith(".")
    assert re.search(r"(199\d|2003|slides)", each.source)
    assert all(re.fullmatch(r"E-[A-Z]\d+", code) for code in each.errata)
    assert all(re.fullmatch(r"PIT-\d+", code) for code in each.pitfalls)


# Dietterich's tree: single domain; classifiers, then algorithms; predict, then choose; large, then small.
LEAVES = list(product(get_args(Subject), get_args(Purpose), get_args(Sample)))


@pytest.mark.parametrize(("number", "leaf"), list(enumerate(LEAVES, start=1)), ids=str)
def test_the_leaves_of_the_tree_are_numbered_in_order(number, leaf):
    subject, purpose, sample = leaf
    found = which_question(subject=subject, purpose=purpose, sample=sample, domains="one")
    assert found is questions()[number - 1]
    assert (found.subject, found.purpose, found.sample, found.domains) == (*leaf, "one")


@pytest.mark.parametrize("sample", get_args(Sample))
def test_many_domains_are_the_ninth_question_whatever_the_sample(sample):
    found = which_question(subject="algorithm", purpose="choose", sample=sample, domains="many")
    assert found.number == 9


ASKED = {"subject": "algorithm", "purpose": "choose", "sample": "small", "domains": "one"}


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        ({"subject": "model"}, 'subject is \'model\'; expected "classifier" or "algorithm"'),
        ({"purpose": None}, 'purpose is None; expected "predict" or "choose"'),
        ({"sample": 300}, 'sample is 300; expected "large" or "small"'),
        ({"sample": "either"}, 'sample is \'either\'; expected "large" or "small"'),
        ({"domains": ["one"]}, 'domains is [\'one\']; expected "one" or "many"'),
        (
            {"subject": "classifier", "domains": "many"},
            'subject is "classifier" and domains is "many", but a classifier belongs to the domain it '
            'was trained for; give subject="algorithm", or domains="one"',
        ),
        (
            {"purpose": "predict", "domains": "many"},
            'purpose is "predict" and domains is "many": accuracy cannot be predicted for domains '
            'without data; ask question 6 in each domain (domains="one"), or give purpose="choose"',
        ),
        (
            {"purpose": "predict", "domains": "many", "sample": "large"},
            'purpose is "predict" and domains is "many": accuracy cannot be predicted for domains '
            'without data; ask question 5 in each domain (domains="one"), or give purpose="choose"',
        ),
    ],
)
def test_what_is_not_among_the_nine(wrong, expected):
    with pytest.raises(InputError) as caught:
        which_question(**ASKED | wrong)
    assert str(caught.value) == expected


def test_the_eighth_question_has_everybodys_advice_side_by_side():
    eighth = which_question(**ASKED)
    assert [(each.by, *each.methods) for each in eighth.choices] == [
        ("bakeoff", "items-folds-t"),
        ("bakeoff", "items-folds-t"),
        ("bakeoff", "half-sample-t"),
        ("bakeoff", "cv-all-data"),
        ("bakeoff", "max-t"),
        ("bakeoff", "cv-all-data"),
        ("bakeoff", "corrected-resampled-t"),
        ("bakeoff", "items-folds-t"),
        ("bakeoff", "corrected-resampled-t"),
        ("bakeoff", "corrected-resampled-t"),
        ("bakeoff", "mcnemar-mid-p"),
        ("bakeoff", "score-t"),
        ("bakeoff", "area-t"),
        ("bakeoff", "skewed-t"),
        ("Dietterich 1998", "mcnemar"),
        ("Dietterich 1998", "five-by-two-t"),
        ("Dietterich 1998", "kfold-t"),
        ("Bouckaert 2003", "cv-all-data"),
        ("Martin & Hirschberg 1996", "paired-t"),
        ("Salzberg 1997", "mcnemar-exact", "mcnemar"),
    ]
    assert {"difference-of-proportions", "resampled-t"} <= set(eighth.avoid)


@in_one_test("alpha", [0.05, 0.1])
@in_one_test(
    ("key", "method", "fits"),
    [
        ("items-folds", "items-folds-t", 100),
        ("items-folds-five-runs", "items-folds-t", 50),
        ("half-sample", "half-sample-t", 400),
        ("cv-all-data", "cv-all-data", 100),
        ("corrected-10x10", "corrected-resampled-t", 100),
        ("bouckaert", "cv-all-data", 100),
        ("items-folds-10-fold", "items-folds-t", 10),
        ("corrected-5x2", "corrected-resampled-t", 10),
        ("corrected-10-fold", "corrected-resampled-t", 10),
        ("dietterich-10-fold", "kfold-t", 10),
        ("dietterich-5x2", "five-by-two-t", 10),
        ("dietterich-once", "mcnemar", 1),
        ("holdout-mid-p", "mcnemar-mid-p", 1),
    ],
)
def test_the_risks_are_those_that_were_measured(key, method, fits, alpha):
    advice = dataclasses.replace(advice_called(key), alpha=alpha)
    found = risk_under(method, advice.design, advice.options)
    assert advice.methods == (method,)
    assert advice.false_alarms == round(100 * found.sizes(alpha)[1], 1)
    assert advice.power == round(100 * found.power(alpha), 1)
    assert advice.trainings == found.fits == fits


def test_scores_of_folds_need_no_more_trainings():
    assert advice_called("fold-scores").trainings == 0
    assert advice_called("fold-scores").power == advice_called("cv-all-data").power
    assert advice_called("interval").trainings is None


def test_advice_is_found_by_its_key():
    keys = [advice.values[0].key for advice in ADVICE]
    assert len(set(keys)) == len(keys)
    assert all(advice_called(advice.values[0].key) is advice.values[0] for advice in ADVICE)
    with pytest.raises(
        UnknownNameError, match=r"no advice is called 'half-smaple'; did you mean 'half-sample'"
    ):
        advice_called("half-smaple")


def test_of_several_methods_the_riskiest_is_told():
    (advice,) = (each for each in which_question(**ASKED).choices if len(each.methods) > 1)
    worst = [100 * risk_under(key, advice.design, {}).sizes()[1] for key in advice.methods]
    assert advice.false_alarms == round(max(worst), 1)


def test_without_a_design_nothing_was_measured():
    first = which_question(**ASKED | {"subject": "classifier", "sample": "large"}).advice[0]
    assert first.design is None
    assert (first.false_alarms, first.power) == (None, None)


def test_an_unknown_protocol():
    with pytest.raises(UnknownNameError, match=r"no protocol is called 'Bouckart'; did you mean 'bouckaert'"):
        protocol("Bouckart")


def test_records_cannot_be_changed():
    with pytest.raises(dataclasses.FrozenInstanceError):
        questions()[0].asks = "?"
    with pytest.raises(TypeError):
        questions()[7].avoid["resampled-t"] = ""
    with pytest.raises(TypeError):
        questions()[7].advice[0].options["floor"] = "none"
    assert isinstance(questions(), tuple)
    assert isinstance(questions()[0].advice, tuple)


@pytest.mark.slow
def test_nothing_is_read_before_it_is_asked_for():
    code = (
        "import bakeoff.advice.questions as q, sys; "
        "assert 'bakeoff.designs' not in sys.modules and 'numpy' not in sys.modules; "
        "assert q.table.cache_info().currsize == 0; "
        "print(len(q.questions()), len(q.protocols()))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "9 5\n"


def test_no_other_names():
    import bakeoff.advice.questions as module

    with pytest.raises(AttributeError, match=r"bakeoff\.advice\.questions.*'ANSWERS'"):
        module.ANSWERS  # noqa: B018


def test_all_domains_are_known():
    assert {question.domains for question in questions()} == set(get_args(Domains))
