from urllib.parse import urlencode

import html5lib

from bakeoff.advice.aspects import next_aspect


def walk(choose):
    """The answers of somebody who chooses like this, up to the end."""
    answers = {}
    while (aspect := next_aspect(answers)) is not None:
        answers[aspect.key] = choose(aspect.values)
    return answers


def test_one_question_after_another(site):
    first = site.get("/advice").text
    assert "What do you want to know?" in first
    assert 'type="radio"' in first
    second = site.get("/advice?have=two").text
    assert "change" in second
    assert '<input type="hidden" name="have" value="two">' in second


def test_the_end_of_several_ways(site):
    for choose in (lambda values: values[0], lambda values: values[-1]):
        text = site.get(f"/advice?{urlencode(walk(choose))}").text
        html5lib.HTMLParser(strict=True).parse(text)
        assert 'type="radio"' not in text
        assert "In Python" in text
        assert "Why" in text


def test_only_the_part_that_changes(site):
    assert "<html" not in site.get("/advice?have=one", HX_Request="true").text


def test_what_is_no_answer(site):
    answer = site.get("/advice?have=%3Cb%3E")
    assert answer.status == 400
    assert "expected" in answer.text
    assert "<b>" not in answer.text


def test_other_fields_are_left_alone(site):
    assert "utm" not in site.get("/advice?utm=1").text


def test_an_answer_that_is_not_offered_there_is_asked_for_again(site):
    answer = site.get("/advice?have=two&subject=algorithm&domains=one&sample=large&trainings=hundred")
    assert answer.status == 200
    assert 'type="radio" name="trainings"' in answer.text or "In Python" in answer.text


def test_every_address_is_answered(site):
    from itertools import product

    from bakeoff.advice.aspects import values_of

    keys = ("have", "subject", "domains", "sample", "trainings")
    for values in product(*map(values_of, keys)):
        address = urlencode(dict(zip(keys, values, strict=True)))
        assert site.get(f"/advice?{address}").status in (200, 400), address


def test_the_level_is_that_of_the_procedure(site):
    asked = "have=two&subject=classifier&domains=one&sample=small&trainings=hundreds&matters=accuracy&worse="
    assert "at a nominal 10 %" in site.get(f"/advice?{asked}miss").text
    assert "at a nominal 5 %" in site.get(f"/advice?{asked}false-alarm").text


def test_alternatives_are_told_with_their_level_and_trainings(site):
    asked = (
        "have=two&subject=classifier&domains=one&sample=small&trainings=hundreds&matters=accuracy&worse=miss"
    )
    page = html5lib.parse(site.get(f"/advice?{asked}").text, namespaceHTMLElements=False)
    head, first = list(page.iter("tr"))[:2]
    names = ["".join(cell.itertext()) for cell in head]
    cells = dict(zip(names, ("".join(cell.itertext()).strip() for cell in first), strict=True))
    assert (cells["Level"], cells["Trainings"]) == ("5 %", "100")
