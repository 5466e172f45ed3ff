"""From outcomes to a verdict."""

from collections.abc import Collection
from typing import Any, TypedDict

from bakeoff.compare.caveats import Case, find_caveats, in_percent
from bakeoff.compare.choose import pick
from bakeoff.core.alternative import parse_alternative, parse_fraction
from bakeoff.core.decide import decide
from bakeoff.core.exceptions import InputError
from bakeoff.core.method import Method
from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import FoldScores, LayoutScores, RatePair, SampleScores
from bakeoff.core.suggest import unknown_name
from bakeoff.core.verdict import Verdict
from bakeoff.core.words import Unit
from bakeoff.metrics import METRICS


class Common(TypedDict, total=False):
    """Keywords that every ``compare_*`` takes, beside the options of the method.

    alpha
        The p-value below which a difference counts (default 0.05).
    level
        The level of the interval (default 0.95).
    alternative
        ``"two-sided"``, ``"greater"`` (is A better?) or ``"less"`` (is B better?).
    names
        What to call A and B.
    margin
        Differences smaller than this do not matter; allows the verdict ``equivalent``.
    rng
        A whole number or numpy Generator, for methods that draw at random (default 0).
    """

    alpha: float
    level: float
    alternative: str
    names: tuple[str, str]
    margin: float | None
    rng: Any
    df: Any
    correction: bool
    form: str
    floor: str
    zeros: str


def answer(
    outcomes: Any,
    *,
    method: str = "auto",
    metric: str = "accuracy",
    alpha: float = 0.05,
    level: float = 0.95,
    alternative: str = "two-sided",
    names: tuple[str, str] = ("A", "B"),
    margin: float | None = None,
    rng: Any = 0,
    **options: Any,
) -> Verdict:
    """Pick the method, run it, decide, and collect what limits the verdict."""
    record, reason = pick(method, outcomes)
    measured = METRICS[metric]
    given = _options(record, options, rng)
    result = record.compute(
        outcomes,
        level=parse_fraction(level, "level"),
        alternative=parse_alternative(alternative),
        **given,
    )
    case = Case(outcomes=outcomes, method=record, result=result, options=given, metric=measured)
    return Verdict(
        decision=decide(result, alpha=alpha, margin=margin),
        result=result,
        title=record.title,
        counted=_counted(outcomes, result.n),
        alpha=float(alpha),
        names=_names(names),
        metric=metric,
        unit=_unit(outcomes, measured),
        margin=None if margin is None else float(margin),
        caveats=find_caveats(case),
        reason=reason,
        risk=record.risk,
    )


def _options(method: Method, options: dict[str, Any], rng: Any) -> dict[str, Any]:
    """The options that the method knows; anything else is an error that names those it does."""
    for name in options:
        if name not in method.options:
            raise unknown_name(f"option of {method.key}", name, method.options)
    return options | ({"rng": rng} if "rng" in method.options else {})


def _names(names: Any) -> tuple[str, str]:
    if isinstance(names, str) or not isinstance(names, Collection) or len(names) != 2:
        raise InputError(f"names is {names!r}; expected two, such as ('forest', 'boosting')")
    first, second = names
    return str(first), str(second)


def _unit(outcomes: Any, metric: Metric) -> Unit:
    word = "accuracy" if metric.key == "error" else metric.title
    less = "" if metric.higher_is_better or metric.key == "error" else "less "
    if not metric.is_rate:
        return Unit(f"{less}{word}", 1.0)
    return Unit(f"points {'less' if less else 'of'} {word}", 1.0 if in_percent(outcomes, metric) else 100.0)


def _counted(outcomes: Any, n: int) -> str:
    """What a verdict rests on, in words."""
    if isinstance(outcomes, RatePair):
        return f"{outcomes.n_a} and {outcomes.n_b} items"
    if isinstance(outcomes, FoldScores):
        runs, folds = outcomes.a.shape
        return f"{runs} x {folds} folds" if runs > 1 else _plural(folds, "split")
    if isinstance(outcomes, LayoutScores):
        return f"{outcomes.a.shape[0]} training sets x {outcomes.a.shape[1]} items"
    if isinstance(outcomes, SampleScores):
        sizes = sorted({len(outcomes.a), len(outcomes.b)})
        if len(sizes) == 2:
            return f"{len(outcomes.a)} and {len(outcomes.b)} samples"
        return _plural(sizes[0], "sample") + ("" if outcomes.paired else " each")
    return _plural(n, "data set" if type(outcomes).__name__ == "DatasetScores" else "item")


def _plural(count: int, word: str) -> str:
    return f"{count} {word}" + ("" if count == 1 else "s")
