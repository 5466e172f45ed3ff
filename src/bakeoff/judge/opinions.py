"""What every legal method says about the same numbers, beside the one that decides."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from bakeoff.core.decide import decide
from bakeoff.core.exceptions import BakeoffError
from bakeoff.core.method import Method
from bakeoff.core.verdict import Opinion, Verdict
from bakeoff.judge.answer import answer
from bakeoff.judge.choose import legal_methods
from bakeoff.methods import METHODS

MARKS = {"calibration-domain": "outside its calibration", "no-variation": "no variation"}
# What is asked of all alike; options belong to one method, and an adjustment to the verdict alone.
SHARED = ("metric", "alpha", "level", "alternative", "names", "margin", "rng", "about", "known", "background")


def answer_beside_others(
    outcomes: Any,
    *,
    opinions: bool = False,
    others: Mapping[str, Callable[[str], Any]] = MappingProxyType({}),
    **asked: Any,
) -> Verdict:
    """The verdict on outcomes; with what all legal methods say about them if ``opinions`` are wanted.

    ``others`` are methods that take the same numbers in another form, which the function gives.

    Examples
    --------
    >>> from bakeoff import compare_counts
    >>> verdict = compare_counts(15, 35, n=412, both_right=300, opinions=True)
    >>> [opinion.method for opinion in verdict.opinions if not opinion.unsound]
    ['mcnemar', 'mcnemar-exact', 'mcnemar-mid-p']
    """
    verdict = answer(outcomes, **asked)
    if not opinions:
        return verdict
    shared = {name: asked[name] for name in SHARED if name in asked}

    def ask(method: Method) -> Verdict:
        if method.key == verdict.result.method:
            return verdict
        drawn = {"resamples": asked["resamples"]} if {"resamples"} <= asked.keys() & method.options else {}
        taken = outcomes if isinstance(outcomes, method.kinds) else others[method.key](method.key)
        return answer(taken, method=method.key, again=False, **shared, **drawn)

    legal = {method.key for method in legal_methods(outcomes)} | others.keys()
    asked_of = [method for method in METHODS if method.key in legal and _has_all(method, outcomes)]
    return replace(verdict, opinions=gather(asked_of, ask))


def _has_all(method: Method, outcomes: Any) -> bool:
    """Whether nothing is missing that only an experiment gives; nobody asked for it here."""
    return not method.needs_halvings or outcomes.halves is not None


def gather(
    methods: Iterable[Method],
    ask: Callable[[Method], Verdict],
    marks: Callable[[Method], tuple[str, ...]] = lambda method: (),
) -> tuple[Opinion, ...]:
    """What each method says when asked, or why it refuses; nobody misses an unsound one that does."""
    found = []
    for method in methods:
        try:
            found.append(_opinion(method, ask(method), marks(method)))
        except BakeoffError as problem:
            if not method.unsound:
                found.append(
                    Opinion(method=method.key, unsound=False, marks=marks(method), refused=str(problem))
                )
    return tuple(found)


def _opinion(method: Method, said: Verdict, marks: tuple[str, ...]) -> Opinion:
    keys = [caveat.key for caveat in said.caveats]
    return Opinion(
        method=method.key,
        unsound=bool(method.unsound),
        marks=marks + tuple(word for key, word in MARKS.items() if key in keys),
        result=said.result,
        # As it stands by itself: adjustment for several is for the verdict alone.
        decision=decide(said.result, alpha=said.alpha, margin=said.margin),
    )
