"""Something that two models can be judged by: as a whole, by slices, and by every legal method."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from bakeoff.core.exceptions import InputError
from bakeoff.core.method import Method
from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import Outcomes, whole
from bakeoff.core.verdict import Verdict
from bakeoff.judge.answer import answer
from bakeoff.judge.choose import pick
from bakeoff.judge.pitfalls import Background
from bakeoff.judge.slices import with_slices
from bakeoff.judge.tallied import Built

FEWEST_RESAMPLES = 100


@dataclass(frozen=True, kw_only=True)
class Material:
    """What can be turned into the outcomes that a method takes: all of ``n`` items, or parts of them.

    ``build`` gets the key of a method, or ``"auto"``; ``methods`` gives those that are legal.
    """

    n: int
    build: Callable[[str], Built]
    methods: Callable[[], Iterable[Method]]
    parts: Mapping[str, "Material"] = field(default_factory=dict)


def judge(
    material: Material,
    *,
    metric: Metric,
    method: str = "auto",
    by: str = "",
    resamples: int = 10_000,
    **common: Any,
) -> Verdict:
    """The verdict on some material, with one on each of its parts where they are sliced ``by`` a column."""

    def whole_of(own: Material, **asked: Any) -> Verdict:
        return _whole(own, metric=metric, method=method, resamples=resamples, **common | asked)

    overall = whole_of(material)
    if not by:
        return overall
    parts = (
        (name, own.n, partial(whole_of, own, opinions=False, again=False))
        for name, own in material.parts.items()
    )
    return with_slices(overall, parts, by=by, tried=common.get("tried", 1))


def _whole(material: Material, *, metric: Metric, method: str, resamples: int, **common: Any) -> Verdict:
    built = material.build(method)
    record, _ = pick(method, built.outcomes)
    options: dict[str, Any] = {"resamples": _enough(resamples)} if "resamples" in record.options else {}
    others: dict[str, Callable[[str], Outcomes]] = {}
    if common.get("opinions"):  # nobody else needs the records of all methods
        others = {each.key: lambda key: material.build(key).outcomes for each in material.methods()}
    return answer(
        built.outcomes,
        others=others,
        method=method,
        metric=metric,
        about=built.about,
        known=built.known,
        background=Background(commonest=built.commonest),
        **common,
        **options,
    )


def _enough(resamples: object) -> int:
    count = whole(resamples, "resamples")
    if count < FEWEST_RESAMPLES:
        raise InputError(f"resamples is {count}; expected at least {FEWEST_RESAMPLES}, better 10000")
    return count
