"""Keyword arguments that neither a function nor any method has."""

from collections.abc import Callable, Iterable
from inspect import signature

from bakeoff.core.exceptions import unknown_name
from bakeoff.judge.answer import COMMON
from bakeoff.methods import METHODS


def refuse_unknown(
    asker: Callable[..., object], given: Iterable[str], *, method: str = "", ranks: Iterable[str] = ()
) -> None:
    """Refuse options that are neither common ones nor those of a method, and list those of the function too.

    The options of the ``method`` that is asked for are listed as well. A function that ranks has only common
    options, which are those in ``ranks``.

    >>> def compare(truth, a, b, *, metric="accuracy", **common): ...
    >>> refuse_unknown(compare, ["alpha", "metrc"])
    Traceback (most recent call last):
    bakeoff.core.exceptions.UnknownNameError: no option of compare is called 'metrc'; did you mean 'metric'? \
There are: truth, a, b, metric, alpha, level, alternative, names, margin, rng, tried, tuned_on_test, opinions
    """
    common = tuple(ranks) or COMMON
    rest = [name for name in given if name not in common]
    if not rest:
        return
    of_methods = set() if ranks else {option for each in METHODS for option in each.options}
    own = [name for name, each in signature(asker).parameters.items() if each.kind != each.VAR_KEYWORD]
    of_method = METHODS[method].options if method in METHODS else ()
    for name in rest:
        if name not in of_methods:
            known = dict.fromkeys((*own, *common, *of_method))
            raise unknown_name(f"option of {asker.__name__}", name, known)
