"""``bakeoff advise``: which procedure answers a question."""

import sys
from typing import TYPE_CHECKING, Literal

from bakeoff.cli.asked import Flag
from bakeoff.core.exceptions import InputError

if TYPE_CHECKING:
    from bakeoff.advice.aspects import Aspect


def advise(
    *,
    have: Literal["one", "two", "many"] | None = None,
    subject: Literal["classifier", "algorithm"] | None = None,
    domains: Literal["one", "many"] | None = None,
    sample: Literal["large", "small"] | None = None,
    trainings: Literal["none", "once", "ten", "hundred", "hundreds"] | None = None,
    items: Literal["same", "own"] | None = None,
    matters: Literal["accuracy", "labels", "ranking", "probabilities"] | None = None,
    worse: Literal["false-alarm", "miss"] | None = None,
    json: Flag = False,
    quiet: Flag = False,
) -> None:
    """Find out which procedure answers your question, what it risks, and how to run it.

    On a terminal, you are asked for what is missing: arrow keys or digits, then Enter.

    Parameters
    ----------
    have
        one: how good one model is; two: which of two is better; many: which of three or more is best.
    subject
        Trained classifiers, or learning algorithms.
    domains
        one: the answer should hold in one domain; many: in new domains.
    sample
        large: some items were held out (algorithms: enough for several training sets); small: all are used.
    trainings
        How often each learner can be trained; none: no more, the results are given.
    items
        Whether the classifiers were tested on the same items or on different items.
    matters
        Which property of the answers matters.
    worse
        false-alarm: reporting a difference that does not exist; miss: missing a difference that exists.
    json
        Print one JSON object and nothing else, and never ask.
    quiet
        Print the answer and the command alone.
    """
    from bakeoff.advice.advise import recommend
    from bakeoff.report.terminal import show_advice

    given = {name: value for name, value in locals().items() if isinstance(value, str)}
    may_ask = not json and sys.stdin.isatty() and sys.stdout.isatty()
    answers = _completed(given) if may_ask else given
    _refuse_missing(answers)
    show_advice(recommend(answers), as_json=json, quiet=quiet)


def _completed(given: dict[str, str]) -> dict[str, str]:
    """What was given and, asked one by one, what is still needed."""
    from bakeoff.advice.aspects import next_aspect

    answers = dict(given)
    while (aspect := next_aspect(answers)) is not None:
        answers[aspect.key] = _ask(aspect)
    return answers


def _ask(aspect: "Aspect") -> str:
    """Let the user choose an answer; Esc leaves, like Ctrl-C."""
    # It takes longer to load than everything that is needed without questions.
    import questionary
    from prompt_toolkit.key_binding import KeyBindings

    asked = questionary.select(
        aspect.question,
        [
            questionary.Choice(each.words, value=each.value, description=each.explanation)
            for each in aspect.choices
        ],
        use_shortcuts=True,
        instruction="(arrows or digits, Enter)",
    )
    keys = asked.application.key_bindings
    if isinstance(keys, KeyBindings):
        keys.add("escape", eager=True)(lambda event: event.app.exit(exception=KeyboardInterrupt))
    answer: str = asked.unsafe_ask()
    return answer


def _refuse_missing(answers: dict[str, str]) -> None:
    from bakeoff.advice.aspects import missing_aspects

    missing = missing_aspects(answers)
    if missing:
        named = ", ".join(f"--{each.key} ({' or '.join(each.values)})" for each in missing)
        raise InputError(f"advice needs more answers; give {named}, or run bakeoff advise on a terminal")
