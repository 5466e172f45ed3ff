"""How to do what is advised: a command with its files, and lines of Python, filled in from templates.

The templates are data (``recipes.json``), by the name that the table of advice gives them.
"""

import json
from collections.abc import Mapping
from dataclasses import fields
from string import Template
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypedDict

from bakeoff.advice.aspects import table

if TYPE_CHECKING:
    from bakeoff.advice.questions import Advice
    from bakeoff.core.design import Design

USUAL_ALPHA, USUAL_METRIC = 0.05, "accuracy"
RIGHT_OR_WRONG = "1 where it is right, 0 where it is wrong"


class Recipe(TypedDict):
    """A command line and lines of Python that do the same; ``command`` is ``""`` where there is none.

    ``given`` says what the variables and files that they name should hold, and ``files`` are those that
    can be written as they are, by name.
    """

    python: str
    command: str
    files: Mapping[str, str]
    given: Mapping[str, str]


def recipe_for(name: str, advice: "Advice | None") -> Recipe:
    """The template of that name, with what the advice says filled in.

    Examples
    --------
    >>> from bakeoff.advice.questions import advice_called
    >>> recipe_for("compare_predictions", advice_called("score-t"))["command"]
    'bakeoff compare predictions.csv --metric balanced-accuracy'
    """
    template = table("recipes")[name]
    words = {} if advice is None else _words(advice)

    def filled(text: str) -> str:
        return Template(text).substitute(words)

    return Recipe(
        python=filled("\n".join(template["python"])),
        command=filled(template.get("command", "")),
        files=MappingProxyType(
            {file: filled("\n".join(lines)) + "\n" for file, lines in template.get("files", {}).items()}
        ),
        given=MappingProxyType({name: filled(text) for name, text in template["given"].items()}),
    )


def _words(advice: "Advice") -> dict[str, str]:
    """What the templates leave open; defaults are not written."""
    level: dict[str, object] = {} if advice.alpha == USUAL_ALPHA else {"alpha": advice.alpha}
    from bakeoff.metrics import METRICS

    main = advice.metrics[0] if advice.metrics else USUAL_METRIC
    metric: dict[str, object] = {} if main == USUAL_METRIC else {"metric": main}
    words = {
        "method": advice.methods[0] if advice.methods else "",
        "estimator": advice.estimators[0] if advice.estimators else "",
        "options": _keywords(advice.options),
        "level": _keywords(level),
        "metric": _keywords(metric),
        "scored": _keywords({"metric": main}),  # bare scores have no metric of their own
        "scored_flags": _flags({"metric": main, **level}),
        "metric_key": main,
        "measure": METRICS[main].title,
        "of_item": RIGHT_OR_WRONG if main == USUAL_METRIC else f"its {METRICS[main].title}",
        "flags": _flags(metric | level),
        "settings": "\n".join(_settings(advice, level)),
    }
    if advice.design is not None:
        from bakeoff.core.design import in_words

        words |= {"design": in_words(advice.design), "design_table": _design_table(advice.design)}
    return words


def _keywords(values: Mapping[str, object]) -> str:
    """Keywords as they follow the other arguments of a call.

    >>> _keywords({"df": 5, "floor": "items"})
    ', df=5, floor="items"'
    """
    quoted = {
        name: json.dumps(each) if isinstance(each, str) else repr(each) for name, each in values.items()
    }
    return "".join(f", {name}={text}" for name, text in quoted.items())


def _flags(values: Mapping[str, object]) -> str:
    """Options as they end a command line."""
    return "".join(f" --{name} {value}" for name, value in values.items())


def _settings(advice: "Advice", level: Mapping[str, object]) -> list[str]:
    """The lines of an experiment file that say how to judge."""
    lines = [f'method = "{advice.methods[0]}"'] if advice.methods else []
    if advice.options:
        given = ", ".join(f"{name} = {json.dumps(value)}" for name, value in advice.options.items())
        lines.append(f"options = {{ {given} }}")
    return lines + [f"{name} = {value}" for name, value in level.items()]


def _design_table(design: "Design") -> str:
    """A design as an experiment file writes it, without what goes without saying."""
    made: Any = design
    lines = [f'kind = "{design.key}"']
    for each in fields(made):
        value = getattr(design, each.name)
        if (each.name, value) != ("stratified", True):
            lines.append(
                f"{each.name} = {json.dumps(round(value, 4) if isinstance(value, float) else value)}"
            )
    return "\n".join(lines)
