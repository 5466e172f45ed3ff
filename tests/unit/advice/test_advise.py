import inspect
import json
import re
import subprocess
import sys
from dataclasses import FrozenInstanceError
from itertools import product
from types import SimpleNamespace
from typing import get_args

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.naive_bayes import GaussianNB
from tests.looping import in_one_test

import bakeoff
from bakeoff.advice.advise import MEASURES, advise, by_measure, fits, leaves, recommend
from bakeoff.advice.aspects import aspects, meets, next_aspect, relevant, values_of
from bakeoff.advice.questions import advice_called
from bakeoff.advice.recommendation import Recommendation
from bakeoff.cli.overview import COMMANDS
from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import (
    FoldScores,
    LayoutScores,
    PairedLabels,
    PairedScores,
    RankedItems,
    SampleScores,
)
from bakeoff.core.ranking import Ranking
from bakeoff.core.verdict import Verdict
from bakeoff.methods import METHODS
from bakeoff.methods.many import MANY
from bakeoff.metrics import METRICS

KEYS = tuple(dict.fromkeys(aspect.key for aspect in aspects()))
EVERYTHING = [dict(zip(KEYS, values, strict=True)) for values in product(*map(values_of, KEYS))]
LEARNERS = {"have": "two", "subject": "algorithm", "domains": "one", "sample": "small"}
PREDICTIONS = {"have": "two", "subject": "classifier", "domains": "one", "sample": "large", "items": "same"}


def an_answer(leaf):
    """Answers that lead to a leaf."""
    return next(answers for answers in EVERYTHING if meets(answers, leaf.when))


def of_each_leaf(function):
    return pytest.mark.parametrize("leaf", leaves(), ids=lambda leaf: leaf.key)(function)


@pytest.mark.slow
def test_every_combination_of_answers_reaches_exactly_one_leaf():
    assert len(EVERYTHING) == 3 * 2**5 * 4 * 5
    reached = set()
    for answers in EVERYTHING:
        (leaf,) = (each for each in leaves() if meets(answers, each.when))
        assert recommend(answers).key == leaf.key
        reached.add(leaf.key)
    assert reached == {leaf.key for leaf in leaves()}


def test_every_dialogue_ends_in_a_leaf_and_no_question_is_asked_in_vain():
    """An aspect that is asked makes a difference to some path: other answers, another leaf."""
    apart = {(aspect.key, aspect.question): False for aspect in aspects()}

    def walk(answers):
        aspect = next_aspect(answers)
        if aspect is None:
            return {recommend(answers).key}
        ends = [walk(answers | {aspect.key: value}) for value in aspect.values]
        apart[(aspect.key, aspect.question)] |= all(
            one != other for at, one in enumerate(ends) for other in ends[:at]
        )
        return set.union(*ends)

    assert walk({}) == {leaf.key for leaf in leaves()}
    assert all(apart.values())


def test_the_keywords_are_the_aspects_and_their_values():
    names = inspect.signature(advise).parameters
    assert tuple(names) == KEYS
    for key, parameter in names.items():
        choices = [value for each in get_args(parameter.annotation) for value in get_args(each)]
        assert set(choices) == set(values_of(key))
        assert parameter.default is None


@of_each_leaf
def test_a_leaf_is_complete(leaf):
    found = recommend(an_answer(leaf))
    assert found.answer.endswith(".")
    assert found.reasons
    for reason in found.reasons:
        assert reason == " ".join(reason.split())
        assert not reason.endswith(".")
    assert (found.procedure is None) == (leaf.procedure is None)
    among_the_nine = leaf.procedure is not None and leaf.when["have"] != ("many",)
    assert (found.question is not None) == among_the_nine
    assert not set(found.avoid) & set(
        () if found.procedure is None else found.procedure.methods + found.procedure.estimators
    )
    assert found.python.startswith("import bakeoff\n")
    assert found.given


@of_each_leaf
def test_a_method_is_legal_for_its_function_and_design(leaf):
    procedure = recommend(an_answer(leaf)).procedure
    if procedure is None:
        return
    ranked = procedure.function.startswith("rank_")
    for key in procedure.methods:
        if ranked:
            assert MANY[key].gives == "pairs"
            continue
        assert not METHODS[key].unsound
        if METHODS[key].takes is FoldScores:
            assert procedure.design.key in METHODS[key].designs
    assert procedure.function in bakeoff.__all__


@of_each_leaf
def test_as_strict_json(leaf):
    content = json.loads(json.dumps(recommend(an_answer(leaf)).to_dict(), allow_nan=False))
    assert set(content) == set(Recommendation.__dataclass_fields__)
    assert content["key"] == leaf.key
    for each in content["alternatives"]:
        assert {"false_alarms", "power", "trainings", "by", "when", "why"} <= set(each)


@of_each_leaf
def test_a_command_is_one_that_there_is(leaf):
    found = recommend(an_answer(leaf))
    if found.command:
        program, name, *rest = found.command.split()
        assert (program, name in COMMANDS) == ("bakeoff", True)
        assert all(file in rest for file in found.files)
    else:
        assert not found.files


class Side(ClassifierMixin, BaseEstimator):
    """Says on which side of 0 a column is: trained hundreds of times in no time."""

    def __init__(self, column):
        self.column = column

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return self.classes_[(X[:, self.column] > 0).astype(int)]

    def predict_proba(self, X):
        chances = 1 / (1 + np.exp(-X[:, self.column]))
        return np.column_stack([1 - chances, chances])


# Small made-up data for the lines of Python.
DRAWS = np.random.default_rng(0)
X = DRAWS.standard_normal((60, 3))
Y = np.array(["no", "yes"])[(X[:, 0] + DRAWS.standard_normal(60) > 0).astype(int)]
CHANCES = 1 / (1 + np.exp(-X[:, 0]))
LABELS = {"truth": Y, "a": Y, "b": np.where(X[:, 1] > 0, "yes", "no")}
SCORES = {"a": [0.8, 0.9, 0.7, 0.85, 0.9, 0.6], "b": [0.7, 0.85, 0.72, 0.8, 0.8, 0.5]}
TRAINED = {"a": Side(0), "b": Side(1), "X": X, "y": Y}
LAYOUT = {side: DRAWS.integers(0, 2, (4, 30)) for side in "ab"}
GIVEN = {
    "interval": {"errors": 8, "n": 100},
    "estimate": {"learner": GaussianNB(), "X": X, "y": Y},
    "training-sets": {"learner": GaussianNB(), "X": np.tile(X, (4, 1)), "y": np.tile(Y, 4), "size": 16},
    "learner-by-domain": {"learner": GaussianNB(), "domains": {"here": (X, Y)}},
    "classifier-by-domain": {"domains": {"here": (8, 100)}},
    "compare_predictions": LABELS,
    "ranking": {"truth": Y, "a": CHANCES, "b": DRAWS.uniform(0.1, 0.9, 60)},
    "compare_rates": {"errors_a": 8, "n_a": 100, "errors_b": 20, "n_b": 90},
    "compare_layout": LAYOUT,
    "compare_samples": SCORES,
    "parts": SCORES,
    "datasets": SCORES,
    "compare_datasets": SCORES,
    "compare_scores": {f"scores_{side}": DRAWS.uniform(0.7, 0.9, (10, 10)) for side in "ab"},
    "compare_learners": TRAINED,
    "rank_predictions": {"truth": Y, "models": {"a": Y, "b": LABELS["b"], "c": np.roll(Y, 1)}},
    "rank_learners": {"learners": {"a": Side(0), "b": Side(1), "c": Side(2)}, "X": X, "y": Y},
    "rank_datasets": {"scores": SCORES | {"c": SCORES["b"][::-1]}},
    "rank_samples": {"scores": SCORES | {"c": SCORES["b"][::-1]}},
    "rates-of-pairs": {"rates": {"a": (8, 100), "b": (20, 90), "c": (9, 80)}},
    "scores-of-pairs": {"scores": {name: DRAWS.uniform(0.7, 0.9, (10, 10)) for name in "abc"}},
}


@of_each_leaf
@pytest.mark.slow
def test_the_lines_of_python_run_and_do_what_is_advised(leaf, capsys):
    found = recommend(an_answer(leaf))
    variables = dict(GIVEN[leaf.recipe])
    exec(found.python, variables)  # noqa: S102 - our own lines
    assert capsys.readouterr().out.count("\n") >= 1
    verdict = variables.get("verdict", SimpleNamespace(result=None))
    if isinstance(verdict, Verdict) and found.procedure is not None:
        assert verdict.result.method in found.procedure.methods
        assert verdict.alpha == found.procedure.alpha
    assert isinstance(verdict, Verdict) == ("verdict" in found.python)
    ranking = variables.get("ranking")
    assert isinstance(ranking, Ranking) == ("ranking" in found.python)
    if ranking is not None:
        assert (ranking.method, len(ranking.models)) == (found.procedure.methods[0], 3)


SAME_ITEMS = PREDICTIONS | {"have": "many", "matters": "accuracy"}
ONE_DATA_SET = LEARNERS | {"have": "many", "matters": "accuracy"}


@pytest.mark.parametrize(
    ("answers", "function", "command"),
    [
        (SAME_ITEMS, "rank_predictions", "bakeoff rank predictions.csv"),
        (SAME_ITEMS | {"matters": "ranking"}, "rank_predictions",
         "bakeoff rank predictions.csv --metric auc"),
        (SAME_ITEMS | {"items": "own"}, "compare_rates", ""),
        (ONE_DATA_SET | {"trainings": "hundred"}, "rank_learners", ""),
        (ONE_DATA_SET | {"trainings": "hundreds", "subject": "classifier"}, "rank_learners", ""),
        (ONE_DATA_SET | {"trainings": "once"}, "rank_predictions", "bakeoff rank predictions.csv"),
        (ONE_DATA_SET | {"trainings": "none"}, "compare_scores", ""),
        (ONE_DATA_SET | {"sample": "large"}, "rank_datasets", "bakeoff rank scores.csv --datasets"),
        ({"have": "many", "subject": "algorithm", "domains": "many"}, "rank_datasets",
         "bakeoff rank scores.csv --datasets"),
        ({"have": "many", "subject": "classifier", "domains": "many"}, "rank_datasets",
         "bakeoff rank scores.csv --datasets"),
    ],
)  # fmt: skip
def test_three_or_more_are_ranked(answers, function, command):
    found = advise(**answers)
    assert (found.procedure.function, found.command, found.question) == (function, command, None)
    assert ("Holm" in found.answer) == function.startswith("compare_")


@pytest.mark.parametrize(("learners", "least"), [(3, 7), (10, 11)])
def test_how_many_data_sets_a_ranking_needs_at_least(learners, least):
    """As the advice says: all differences of one sign are not enough with fewer."""
    found = advise(have="many", subject="algorithm", domains="many")
    assert "fewer than seven data sets, no pair of three" in " ".join(found.reasons)
    assert "fewer than eleven, no pair of ten" in " ".join(found.reasons)
    for sets in (least - 1, least):
        rows = range(1, sets + 1)
        scores = {f"l{at}": [at * (0.01 + 0.001 * row) for row in rows] for at in range(learners)}
        decided = {each.decision for each in bakeoff.rank_datasets(scores).pairs}
        assert (decided != {"undecided"}) == (sets == least)


@of_each_leaf
def test_all_that_the_lines_name_is_explained(leaf):
    found = recommend(an_answer(leaf))
    told = {name.strip() for names in found.given for name in names.split(",")}
    assert set(GIVEN[leaf.recipe]) <= told
    named = {word for word in found.command.split() if word.endswith((".csv", ".toml"))}
    assert named <= told | set(found.files)


@pytest.mark.parametrize(
    ("trainings", "worse", "method", "design", "alpha", "fits"),
    [
        ("hundreds", "false-alarm", "items-folds-t", "repeated-kfold", 0.05, 100),
        ("hundreds", "miss", "items-folds-t", "repeated-kfold", 0.1, 100),
        ("hundred", "false-alarm", "items-folds-t", "repeated-kfold", 0.05, 100),
        ("hundred", "miss", "items-folds-t", "repeated-kfold", 0.1, 100),
        ("ten", "false-alarm", "items-folds-t", "kfold", 0.05, 10),
        ("ten", "miss", "items-folds-t", "kfold", 0.1, 10),
        ("once", "false-alarm", "mcnemar", "holdout", 0.05, 1),
        ("once", "miss", "mcnemar-mid-p", "holdout", 0.1, 1),
        ("none", "false-alarm", "cv-all-data", "repeated-kfold", 0.05, 0),
        ("none", "miss", "cv-all-data", "repeated-kfold", 0.1, 0),
    ],
)
def test_what_is_advised_for_learners(trainings, worse, method, design, alpha, fits):
    for subject, number in (("algorithm", 8), ("classifier", 4)):
        found = advise(
            **LEARNERS | {"subject": subject}, trainings=trainings, worse=worse, matters="accuracy"
        )
        assert found.question.number == number
        assert (found.procedure.methods, found.procedure.design.key) == ((method,), design)
        assert (found.procedure.alpha, found.procedure.trainings) == (alpha, fits)
        # What chance may show in the worst of 61 worlds by 500 data sets at 5 %; at 10 %, half as much again.
        held = found.procedure.false_alarms <= {0.05: 7.5, 0.1: 15}[alpha]
        said = any("no test on fold scores alone holds its level" in why for why in found.reasons)
        assert held != said


@pytest.mark.parametrize("trainings", ["hundreds", "hundred", "ten", "once", "none"])
def test_who_fears_a_miss_finds_more(trainings):
    strict, keen = (
        advise(**LEARNERS, trainings=trainings, worse=worse, matters="accuracy")
        for worse in values_of("worse")
    )
    assert keen.procedure.power > strict.procedure.power
    assert keen.procedure.false_alarms > strict.procedure.false_alarms


def test_the_alternatives_come_with_what_they_risk():
    found = advise(**LEARNERS, trainings="ten", worse="false-alarm", matters="accuracy")
    told = {each.key: (each.false_alarms, each.power, each.trainings) for each in found.alternatives}
    assert told["dietterich-5x2"][0] > 3 * found.procedure.false_alarms
    assert told["dietterich-10-fold"] == (32.2, 41.6, 10)
    assert {"resampled-t", "difference-of-proportions"} <= set(found.avoid)


def test_without_unseen_items_a_classifier_is_judged_as_its_algorithm():
    found = advise(**LEARNERS | {"subject": "classifier"}, trainings="once", worse="miss", matters="accuracy")
    assert "apparent" in found.avoid
    assert "resampled-t" in found.avoid
    assert found.reasons[0].startswith("no unseen items are left")
    alone = advise(have="one", subject="classifier", domains="one", sample="small")
    assert alone.question.number == 2
    assert alone.procedure.estimators == ("kfold",)
    assert "leave-one-out" in alone.avoid


@pytest.mark.parametrize(
    ("have", "subject"), [("one", "algorithm"), ("one", "classifier"), ("two", "classifier")]
)
def test_where_there_is_no_answer_there_is_something_to_do(have, subject):
    found = advise(have=have, subject=subject, domains="many")
    assert (found.question, found.procedure) == (None, None)
    assert dict(found.avoid) == {}
    assert "each domain" in found.answer
    assert found.to_dict()["procedure"] is None


OF_LEARNERS = ["hundreds", "hundred", "ten", "once", "none"]


@pytest.mark.parametrize("matters", MEASURES)
def test_no_measure_is_passed_over_in_silence(matters):
    """Whatever is advised for two in one domain judges by what matters, and tells how to; so do rankings."""
    metric = MEASURES[matters]
    asked = [each for each in EVERYTHING if each["matters"] == matters]
    for found in map(recommend, asked):
        asked = found.answers["have"] == "two" and found.answers["domains"] == "one"
        assert not asked or "matters" in found.answers
        if "matters" not in found.answers:
            continue
        assert found.procedure.metrics[0] == metric
        single = [METHODS[key] for key in found.procedure.methods if key in METHODS]
        assert all(takes_metric(each.takes, METRICS[metric]) for each in single)
        assert f'metric="{metric}"' in found.python
        if found.command:
            assert f"--metric {metric}" in found.command or f'metrics = ["{metric}"]' in str(found.files)


def takes_metric(takes, metric):
    """Whether outcomes of this type can be had by the metric, whatever else is given."""
    one_test_set = {"labels": PairedLabels, "ranking": RankedItems, "per-item": PairedScores}
    whole = (FoldScores, SampleScores, one_test_set[metric.kind])
    return takes in (*whole, LayoutScores) if metric.kind == "per-item" else takes in whole


@in_one_test("matters", MEASURES)
@in_one_test("trainings", OF_LEARNERS)
def test_figures_for_accuracy_are_not_given_for_another_measure_without_saying_so(trainings, matters):
    found = advise(**LEARNERS, trainings=trainings, worse="false-alarm", matters=matters)
    (told,) = (reason for reason in found.reasons if "measured for" in reason)
    assert "for accuracy" in told
    assert all(MEASURES[matters] in each.metrics for each in found.alternatives)
    assert found.alternatives


@pytest.mark.parametrize(
    ("matters", "method"), [("labels", "score"), ("ranking", "area"), ("probabilities", "skewed")]
)
def test_with_one_training_the_method_hangs_on_the_measure(matters, method):
    for sample in values_of("sample"):
        found = advise(**LEARNERS | {"sample": sample}, trainings="once", matters=matters)
        assert found.procedure.methods[0].startswith(method)
        assert any(reason.startswith("the verdict applies to the") for reason in found.reasons)
    assert "worse" not in found.answers


@in_one_test("trainings", ["hundreds", "hundred", "ten", "none"])
@in_one_test("matters", MEASURES)
@pytest.mark.slow
def test_learners_are_judged_by_the_measure(trainings, matters):
    found = advise(**LEARNERS, trainings=trainings, worse="miss", matters=matters)
    twice = TRAINED | {"X": np.vstack([X, X + 0.1]), "y": np.concatenate([Y, Y])}  # both classes in all folds
    variables = dict(GIVEN["compare_scores"] if trainings == "none" else twice)
    exec(found.python, variables)  # noqa: S102 - our own lines
    verdict = variables["verdict"]
    assert (verdict.metric, verdict.result.method) == (MEASURES[matters], found.procedure.methods[0])


def test_half_the_items_train_where_folds_are_two():
    found = advise(**LEARNERS, trainings="ten", worse="false-alarm", matters="accuracy")
    of_halves = next(each for each in found.alternatives if each.key == "corrected-5x2")
    assert "training sets have half of the items, so the answer applies to that size" in of_halves.why
    variables = dict(TRAINED)
    exec(found.python, variables)  # noqa: S102 - our own lines
    told = {each.key for each in variables["verdict"].caveats}
    assert not told & {"half-the-data", "halvings-skipped"}


@pytest.mark.parametrize("items", ["same", "own"])
@pytest.mark.parametrize("matters", ["accuracy", *MEASURES])
def test_where_all_is_done_nothing_is_to_be_trained(items, matters):
    found = advise(**LEARNERS | {"sample": "large"}, trainings="none", items=items, matters=matters)
    assert found.procedure.function in ("compare_layout", "compare_samples")
    assert not re.search(r"\b[Tt]rain (it|both|each)\b", found.answer)
    by_item = items == "same" and matters in ("accuracy", "probabilities")
    assert (found.procedure.methods == ("quasi-f",)) == by_item


def test_a_level_that_was_not_kept_is_told_in_words():
    found = advise(**LEARNERS, trainings="once", worse="miss", matters="accuracy")
    assert round(found.procedure.false_alarms) == 14
    assert any("in the worst world the false-alarm rate was 14.2 %" in why for why in found.reasons)


@pytest.mark.parametrize("trainings", ["hundreds", "hundred", "none"])
def test_what_was_raised_in_the_worst_world_is_told_where_more_is_risked(trainings):
    found = advise(**LEARNERS, trainings=trainings, worse="miss", matters="accuracy")
    assert any(f"was {found.procedure.false_alarms} % " in why for why in found.reasons)


def test_two_rates_of_separate_items_may_be_compared():
    same = advise(**PREDICTIONS, matters="accuracy")
    own = advise(**PREDICTIONS | {"items": "own"}, matters="accuracy")
    assert "difference-of-proportions" in same.avoid
    assert dict(own.avoid) == {}


def test_what_is_said_of_fold_scores_is_what_is_chosen():
    found = advise(**LEARNERS, trainings="none", worse="false-alarm", matters="accuracy")
    assert (
        "cv-all-data with 5 degrees of freedom if there are several runs of ten or more folds" in found.answer
    )
    rng = np.random.default_rng(0)
    for design, method in (
        (bakeoff.RepeatedKFold(runs=10, folds=10), "cv-all-data"),
        (bakeoff.RepeatedKFold(runs=10, folds=5), "corrected-resampled-t"),
        (bakeoff.KFold(folds=10), "corrected-resampled-t"),
    ):
        scores = [rng.uniform(0.7, 0.9, design.shape) for _ in "ab"]
        assert bakeoff.compare_scores(*scores, design=design).result.method == method


def test_answers_that_are_not_needed_change_nothing():
    plain = advise(**PREDICTIONS, matters="accuracy")
    more = advise(**PREDICTIONS, matters="accuracy", trainings="once", worse="miss")
    assert more == plain
    assert dict(plain.answers) == {**PREDICTIONS, "matters": "accuracy"}
    assert relevant(plain.answers) == plain.answers


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (
            {},
            'there is not enough information for a recommendation; give have ("one", "two" or "many"), '
            'subject ("classifier" or "algorithm"), domains ("one" or "many")',
        ),
        (
            PREDICTIONS,
            'there is not enough information for a recommendation; give matters ("accuracy", "labels", '
            '"ranking" or "pr',
        ),
        (LEARNERS | {"worse": "both"}, 'worse is \'both\'; expected "false-alarm" or "miss"'),
    ],
)
def test_too_little_or_wrong(given, words):
    with pytest.raises(InputError) as caught:
        advise(**given)
    assert str(caught.value).startswith(words)


def test_as_text_the_answer_comes_first():
    found = advise(**LEARNERS, trainings="hundreds", worse="false-alarm", matters="accuracy")
    text = str(found)
    assert text.startswith("Run 10 x 10-fold cross-validation, and compare with items-folds-t.")
    assert "8 of Dietterich's nine" in text
    assert found.command in text
    assert f"{found.procedure.false_alarms} % of data sets in the worst of 61 worlds" in text


def test_a_recommendation_cannot_be_changed():
    found = advise(have="one", subject="classifier", domains="one", sample="large")
    with pytest.raises(FrozenInstanceError):
        found.command = ""
    with pytest.raises(TypeError):
        found.answers["have"] = "two"


def test_no_other_names():
    import bakeoff.advice.advise as module

    with pytest.raises(AttributeError, match=r"bakeoff\.advice\.advise.*'TREE'"):
        module.TREE  # noqa: B018


def test_nothing_is_read_before_it_is_asked_for():
    code = (
        "import bakeoff.advice.advise as advise, bakeoff.advice.aspects as aspects, sys; "
        "assert 'numpy' not in sys.modules and aspects.table.cache_info().currsize == 0; "
        "print(aspects.next_aspect({}).key)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "have\n"


def test_there_is_a_measure_for_all_that_may_matter_but_accuracy():
    assert set(MEASURES) | {"accuracy"} == set(values_of("matters"))
    assert [METRICS[key].kind for key in MEASURES.values()] == ["labels", "ranking", "per-item"]


@pytest.mark.parametrize("matters", [None, "accuracy"])
@pytest.mark.parametrize("key", ["half-sample", "dietterich-once", "samples"])
def test_for_accuracy_nothing_changes(key, matters):
    assert by_measure(advice_called(key), matters) is advice_called(key)
    assert fits(advice_called(key), matters)


@pytest.mark.parametrize(
    ("matters", "floor"),
    [("labels", "nadeau-bengio"), ("ranking", "nadeau-bengio"), ("probabilities", "items")],
)
def test_items_bound_a_variance_only_where_they_have_values(matters, floor):
    found = by_measure(advice_called("half-sample"), matters)
    assert (found.metrics, dict(found.options)) == ((MEASURES[matters],), {"floor": floor})


@pytest.mark.parametrize(
    ("key", "taken"),
    [
        ("cv-all-data", {"labels", "ranking", "probabilities"}),
        ("samples", {"labels", "ranking", "probabilities"}),
        ("layout", {"probabilities"}),
        ("mcnemar-mid-p", set()),
        ("area-t", {"ranking"}),
        ("interval", set()),
    ],
)
def test_which_advice_fits_which_measure(key, taken):
    assert {each for each in MEASURES if fits(by_measure(advice_called(key), each), each)} == taken
