"""Which logs are of which model: a folder for each model, or one folder with the logs of all."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from bakeoff.core.exceptions import InputError
from bakeoff.read.importers._conditions import Conditions, variants

Log = TypeVar("Log")


def by_model(
    given: Sequence[tuple[str, Sequence[Log]]], model_of: Callable[[Log], str]
) -> list[tuple[str, list[Log]]]:
    """What to call the logs of each model, and the logs: ``given`` are those of each path by its name.

    >>> by_model([("logs", ["a1", "b1", "a2"])], lambda log: log[0])
    [('logs (a)', ['a1', 'a2']), ('logs (b)', ['b1'])]
    >>> by_model([("x", ["a1"]), ("y", ["b1"])], lambda log: log[0])
    [('x', ['a1']), ('y', ['b1'])]
    """
    found: list[tuple[str, list[Log]]] = []
    for called, logs in given:
        models = list(dict.fromkeys(map(model_of, logs)))
        if len(models) > 1 and len(given) > 1:
            raise InputError(several_models(called, models))
        for model in models:
            own = [log for log in logs if model_of(log) == model]
            found.append((f"{called} ({model})" if len(models) > 1 else called, own))
    return found


def by_conditions(
    given: Sequence[tuple[str, Sequence[Log]]], about: Callable[[Log], tuple[str, str, Conditions]]
) -> list[tuple[str, list[Log]]]:
    """The same by model and conditions: ``about`` a log are its model, its task and its conditions."""
    models: dict[int, str] = {}
    for _, logs in given:
        if logs:
            names, tasks, conditions = zip(*map(about, logs), strict=True)
            models |= zip(map(id, logs), variants(names, tasks, conditions), strict=True)
    return by_model(given, lambda log: models[id(log)])


def several_models(called: str, models: Sequence[str]) -> str:
    """What to say where a path of several holds more models than one."""
    return (
        f"{called} holds logs of {len(models)} models ({', '.join(models[:5])}); give this folder alone, "
        f"or a folder for each model"
    )
