from tests.looping import in_one_test

from bakeoff.advice.advise import LEAVES, advise, recommend
from bakeoff.advice.recommendation import page, sections
from bakeoff.advice.words import WIDTH

EITHER = {"subject": "algorithm", "matters": "accuracy"}  # for leaves that serve either subject, any measure


@in_one_test("leaf", LEAVES)
def test_a_page_has_the_answer_first_and_fits(leaf):
    found = recommend(EITHER | {key: allowed[0] for key, allowed in leaf.when.items()})
    text = page(found)
    assert " ".join(text.split("\n\n")[0].split()) == found.answer
    assert max(map(len, text.splitlines())) <= WIDTH
    assert all(line == line.rstrip() for line in text.splitlines())
    headings = [heading.strip() for heading, *_ in sections(found)]
    assert ("the question" in headings) == (found.question is not None)
    assert ("on the command line" in headings) == bool(found.command)
    assert ("measured" in headings) == (found.procedure is not None and bool(found.procedure.methods))


@in_one_test("leaf", LEAVES)
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
        "what else could be done",
        "what not to use",
        "on the command line",
        "in Python",
        "where",
    ]
