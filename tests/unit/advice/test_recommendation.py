import pytest
from tests.looping import in_one_test

from bakeoff.advice.advise import advise, leaves, recommend
from bakeoff.advice.questions import advice_called
from bakeoff.advice.recommendation import MOST, WIDTH, measured, others, page, procedure_words, sections
from bakeoff.methods import METHODS

EITHER = {"subject": "algorithm", "matters": "accuracy"}  # for leaves that serve either subject, any measure


@in_one_test("leaf", leaves())
def test_a_page_has_the_answer_first_and_fits(leaf):
    found = recommend(EITHER | {key: allowed[0] for key, allowed in leaf.when.items()})
    text = page(found)
    assert " ".join(text.split("\n\n")[0].split()) == found.answer
    assert max(map(len, text.splitlines())) <= WIDTH
    assert all(line == line.rstrip() for line in text.splitlines())
    headings = [heading.strip() for heading, *_ in sections(found)]
    assert ("the question" in headings) == (found.question is not None)
    assert ("on the command line" in headings) == bool(found.command)
    single = found.procedure is not None and any(key in METHODS for key in found.procedure.methods)
    assert ("measured" in headings) == single


@in_one_test("leaf", leaves())
@in_one_test("matters", ["labels", "ranking", "probabilities"])
def test_lines_fit_for_every_measure(leaf, matters):
    answers = EITHER | {key: allowed[-1] for key, allowed in leaf.when.items()}
    text = page(recommend(answers | {"matters": matters, "items": "same", "worse": "miss"}))
    assert max(map(len, text.splitlines())) <= WIDTH


def test_lines_are_as_wide_as_they_may_be():
    found = advise(have="one", subject="classifier", domains="one", sample="large")
    (why,) = (lines for heading, lines, _ in sections(found, 60) if heading == "  why")
    assert 50 < max(map(len, why)) <= 60


def test_why_stands_before_how():
    found = advise(have="one", subject="classifier", domains="one", sample="large")
    headings = [heading.strip() for heading, *_ in sections(found)]
    assert headings == [
        "the question",
        "why",
        "alternatives",
        "what not to use",
        "on the command line",
        "in Python",
        "where",
    ]


def test_what_was_measured_in_a_sentence():
    assert measured(advice_called("dietterich-once")) == (
        "At a nominal 5 % it raised a false alarm in 6.6 % of data sets in the worst of 61 worlds without a "
        "difference, and found the better learner in 17.6 % on average over 18 worlds with one; each "
        "learner was trained 1 time."
    )


def test_what_was_measured_without_learners_is_told_too():
    told = measured(advice_called("mcnemar-mid-p"))
    assert f"{MOST:g} % of the time, up to Monte-Carlo error, with 200 independent items" in told
    failed = "It rejected more often with these: 60 clusters of 5 items that share their outcome."
    assert told.endswith(f"{failed} Other populations were not measured.")
    assert "It rejected more often" not in measured(advice_called("layout"))
    assert "two-proportion-exact or two-proportion-z did not reject" in measured(advice_called("rates"))
    assert measured(advice_called("interval")) == ""


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("half-sample", "half-sample-t, floor items, 10 x 10 folds"),
        ("dietterich-10-fold", "kfold-t, 10 folds"),
        ("dietterich-once", "mcnemar, one split"),
        ("salzberg", "mcnemar-exact or mcnemar, 10 folds"),
        ("kfold", "kfold"),
        ("interval", "jeffreys"),
        ("each-data-set", "holm"),
        ("honavar-run", "bakeoff run"),
    ],
)
def test_a_procedure_in_few_words(key, words):
    assert procedure_words(advice_called(key)) == words


def test_alternatives_that_were_measured_are_a_table_and_others_words():
    keys = ("dietterich-5x2", "cv-all-data", "samples")
    table, rest = others(tuple(advice_called(key) for key in keys))
    assert table == [
        "false alarms   power  trainings  procedure, at a level of 5 %",
        "      21.6 %  20.5 %         10  five-by-two-t, 5 x 2 folds (Dietterich 1998)",
        "       9.8 %  22.3 %        100  cv-all-data, df 5, 10 x 10 folds (bakeoff)",
    ]
    assert [each[:50] for each in rest] == ["paired-t (bakeoff): the data consist of several in"]
    assert others(()) == ([], [])
