"""What every legal method says about the same numbers, beside the one that decides."""

from collections.abc import Callable, Iterable

from bakeoff.core.decide import decide
from bakeoff.core.exceptions import BakeoffError
from bakeoff.core.method import Method
from bakeoff.core.verdict import Opinion, Verdict

MARKS = {"calibration-domain": "outside its calibration", "no-variation": "no variation"}


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
