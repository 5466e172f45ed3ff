"""Advice as a short dialogue: one question after another, each answer part of the address."""

from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from bakeoff.web.templates import page, smooth


def advice(request: Request) -> Response:
    """The next question, or the advice when nothing is left to ask."""
    from bakeoff.advice.advise import advise
    from bakeoff.advice.aspects import aspects, check_answers, next_aspect

    keys = {each.key for each in aspects()}
    given = {key: value for key, value in request.query_params.items() if key in keys}
    check_answers(given)
    answers = _answered(given)
    asked = next_aspect(answers)
    return page(
        request,
        "advice-found.html" if smooth(request) else "advice.html",
        title="Advice",
        answers=answers,
        told=_told(answers),
        asked=asked,
        found=None if asked else advise(**answers),  # type: ignore[arg-type]
    )


def _answered(given: dict[str, str]) -> dict[str, str]:
    """The answers that matter and that are among those offered; one that is not is asked for again."""
    from bakeoff.advice.aspects import aspects, meets

    answers: dict[str, str] = {}
    for aspect in aspects():
        if given.get(aspect.key) in aspect.values and meets(answers, aspect.when):
            answers[aspect.key] = given[aspect.key]
    return answers


def _told(answers: dict[str, str]) -> list[tuple[str, str, str]]:
    """Each question that was answered, the answer, and the address at which it is asked again."""
    from bakeoff.advice.aspects import aspects, meets

    told = []
    before: dict[str, str] = {}
    for aspect in aspects():
        if aspect.key in answers and meets(answers, aspect.when) and aspect.key not in before:
            words = next((each.words for each in aspect.choices if each.value == answers[aspect.key]), "")
            told.append((aspect.question, words, f"/advice?{urlencode(before)}" if before else "/advice"))
            before[aspect.key] = answers[aspect.key]
    return told
