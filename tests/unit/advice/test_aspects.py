import pytest

from bakeoff.advice.aspects import (
    aspects,
    check_answers,
    meets,
    missing_aspects,
    next_aspect,
    relevant,
    values_of,
)
from bakeoff.core.exceptions import InputError, UnknownNameError

LEARNERS = {"have": "two", "subject": "algorithm", "domains": "one", "sample": "small"}


@pytest.mark.parametrize("aspect", aspects(), ids=lambda each: f"{each.key} {' '.join(each.when)}")
def test_an_aspect_is_complete(aspect):
    assert aspect.question.endswith("?")
    assert len(aspect.question) <= 51, "with how to answer it, a line of a terminal"
    assert len(aspect.choices) >= 2
    assert len(set(aspect.values)) == len(aspect.values)
    for choice in aspect.choices:
        assert len(choice.words) <= 45
        assert choice.explanation.endswith((".", "?"))
        assert len(choice.explanation) <= 64, "with the word description before it, a line of a terminal"


@pytest.mark.parametrize("aspect", aspects(), ids=lambda each: f"{each.key} {' '.join(each.when)}")
def test_conditions_speak_of_what_was_asked_before(aspect):
    before = [each.key for each in aspects()[: aspects().index(aspect)]]
    for key, allowed in aspect.when.items():
        assert key in before
        assert set(allowed) <= set(values_of(key))


def test_the_order_of_questions():
    answers, order = {}, []
    while (aspect := next_aspect(answers)) is not None:
        order.append(aspect.key)
        answers[aspect.key] = (LEARNERS | {"trainings": "ten", "matters": "labels", "worse": "miss"})[
            aspect.key
        ]
    assert order == ["have", "subject", "domains", "sample", "trainings", "matters", "worse"]


def test_what_is_given_is_not_asked():
    assert next_aspect({"have": "two", "domains": "one"}).key == "subject"
    assert [each.key for each in missing_aspects({})] == ["have", "subject", "domains"]
    assert [each.key for each in missing_aspects(LEARNERS)] == ["trainings", "matters"]
    assert [each.key for each in missing_aspects(LEARNERS | {"trainings": "ten"})] == ["matters", "worse"]


def test_the_same_thing_is_asked_in_the_words_of_the_subject():
    asked = {
        subject: next_aspect({"have": "two", "subject": subject, "domains": "one"}).question
        for subject in ("classifier", "algorithm")
    }
    assert asked["classifier"] == "Are there unseen test items?"
    assert asked["algorithm"] == "How many items are there?"


def test_answers_that_do_not_matter_are_passed_over():
    given = {"worse": "miss", **LEARNERS, "trainings": "ten", "items": "own", "matters": "ranking"}
    assert dict(relevant(given)) == {**LEARNERS, "trainings": "ten", "matters": "ranking", "worse": "miss"}
    assert list(relevant(given)) == [*LEARNERS, "trainings", "matters", "worse"]
    assert list(relevant(given | {"trainings": "once"})) == [*LEARNERS, "trainings", "matters"]


def test_conditions_are_met_by_one_of_the_values_of_each():
    assert meets({"have": "one"}, {})
    assert meets({"have": "one"}, {"have": ("one", "two")})
    assert not meets({}, {"have": ("one", "two")})
    assert not meets({"have": "one", "sample": "small"}, {"have": ("one",), "sample": ("large",)})


@pytest.mark.parametrize(
    ("answers", "kind", "words"),
    [
        ({"have": "three"}, InputError, 'have is \'three\'; expected "one", "two" or "many"'),
        ({"have": None}, InputError, 'have is None; expected "one", "two" or "many"'),
        ({"items": ["same"]}, InputError, 'items is [\'same\']; expected "same" or "own"'),
        (
            {"trainings": 10},
            InputError,
            'trainings is 10; expected "hundreds", "hundred", "ten", "once" or "none"',
        ),
        (
            {"trainigs": "ten"},
            UnknownNameError,
            "no question of advice is called 'trainigs'; did you mean 'trainings'?",
        ),
    ],
)
def test_answers_that_cannot_be_given(answers, kind, words):
    with pytest.raises(kind) as caught:
        check_answers(answers)
    assert str(caught.value).startswith(words)


def test_records_cannot_be_changed():
    with pytest.raises(TypeError):
        aspects()[4].when["subject"] = ()
    with pytest.raises(AttributeError):
        aspects()[0].key = ""
