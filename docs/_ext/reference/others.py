"""Pages of intervals, metrics, estimators and worlds."""

from collections.abc import Iterator

from docs._ext.reference import claims, examples, notation, pictures
from docs._ext.reference.markdown import (
    Page,
    bullets,
    defined,
    described,
    math,
    page,
    picture,
    prose,
    section,
    session,
)
from docs._ext.reference.parts import (
    cited,
    conditions,
    facts,
    link,
    record_source,
    see_also,
    titled,
)

from bakeoff.core.estimator import ErrorEstimator
from bakeoff.core.metric import Metric
from bakeoff.core.rate_interval import RateInterval
from bakeoff.estimators import ESTIMATORS
from bakeoff.intervals import INTERVALS
from bakeoff.methods import METHODS
from bakeoff.metrics import METRICS
from bakeoff.report.words.catalogue import rows
from bakeoff.worlds import WORLDS

NEEDED = {
    "labels": "A metric of predicted labels",
    "scores": "A metric of scores, one for each class or for the positive class",
    "probabilities": "A metric of predicted probabilities",
    "numbers": "A metric of predicted numbers",
    "values": "A metric of values that are given for each item",
}
MEASURED_ON = {
    "labels": ("equal_metrics", "tests of equal metrics"),
    "scores": ("coverage", "coverage of intervals"),
    "probabilities": ("losses", "tests of losses"),
    "numbers": ("numbers", "metrics of numbers"),
    "values": ("losses", "tests of losses"),
}


def pages() -> Iterator[Page]:
    """One page for each, and one of all worlds."""
    yield from map(of_interval, INTERVALS)
    yield from map(of_metric, METRICS)
    yield from map(of_estimator, ESTIMATORS)
    yield of_worlds()


def of_interval(interval: RateInterval) -> Page:
    """The page of an interval for a rate."""
    told = (
        "Coverage with 50 items, computed exactly from the binomial distribution for true rates from 0.5 to "
        "50 %. The dashed line is the nominal 95 %."
    )
    return page(
        f"intervals/{interval.key}",
        titled(interval),
        f"Key: `{interval.key}`. An interval for a true error rate, from the number of errors.",
        section(
            "What it computes",
            math(interval.latex),
            notation.OF_INTERVALS,
            described(interval.compute.__doc__),
            facts(interval),
        ),
        conditions(interval),
        section("Measured coverage", told, picture(pictures.coverage(interval))),
        section("Example", session(examples.run(examples.of_interval(interval)))),
        cited(interval.references),
        see_also(
            (link("intervals", other.key) for other in INTERVALS if other != interval),
            source=record_source("intervals", interval.key),
        ),
    )


def of_metric(metric: Metric) -> Page:
    """The page of a metric."""
    where, what = MEASURED_ON[metric.needs]
    return page(
        f"metrics/{metric.key}",
        titled(metric),
        f"Key: `{metric.key}`. {NEEDED[metric.needs]}.",
        section(
            "What it computes", math(metric.latex), _symbols(metric), prose(metric.formula), facts(metric)
        ),
        section("Names in scikit-learn", bullets(f"`{name}`" for name in metric.scikit)),
        conditions(metric),
        section(
            "Measured risk",
            claims.told(
                "False alarms of the default test for two equally good models, with 95 % "
                "Monte-Carlo intervals. The dashed line is the nominal 5 %.",
                claims.alarms("metrics", metric.key),
                claims.made("metrics"),
            ),
            f"[More was measured](../../{where}.md) about {what}.",
        ),
        section("Example", session(examples.run(examples.of_metric(metric)))),
        cited(metric.references),
        see_also(
            (link("metrics", key) for key in related(metric)), source=record_source("metrics", metric.key)
        ),
    )


def _symbols(metric: Metric) -> str:
    return notation.RANKED if metric.kind == "ranking" else notation.OF_METRICS[metric.needs]


def related(metric: Metric) -> list[str]:
    """Metrics that share a word of the key, or are easily confused with it; else some of the same kind."""
    words = set(metric.key.split("-")) - {"error", "micro", "macro"}
    confused = {name for name, _ in metric.not_to_confuse} | {metric.complement_of}
    near = [each.key for each in METRICS if words & set(each.key.split("-")) or each.key in confused]
    alike = [each.key for each in METRICS if each.kind == metric.kind]
    return [key for key in (near if len(near) > 1 else alike[:8]) if key != metric.key]


OTHER_TRUTH = {
    "training-sets": " The true error is the mean over training sets of the same size, here 4 items. In the "
    "rows that end with `all items` it is the error after training on all 60 items, which this estimator is "
    "not meant for."
}


def of_estimator(estimator: ErrorEstimator) -> Page:
    """The page of an estimator of the error of one learner."""
    return page(
        f"estimators/{estimator.key}",
        titled(estimator),
        f"Key: `{estimator.key}`. An estimate of the error rate of a learner trained on data such as these.",
        section(
            "What it computes",
            math(estimator.latex),
            notation.OF_ESTIMATORS,
            prose(estimator.formula),
            described(estimator.combine.__doc__),
            facts(estimator),
        ),
        conditions(estimator),
        section(
            "Measured bias",
            claims.told(
                "The mean of estimate minus true error over data sets of 60 items from two normal classes "
                "that overlap, in points, with 95 % Monte-Carlo intervals. Above 0 the estimate is too high."
                + OTHER_TRUTH.get(estimator.key, ""),
                claims.biases(estimator.key),
                claims.made("estimators"),
            ),
        ),
        section("Example", session(examples.run(examples.of_estimator(estimator.key)))),
        cited(estimator.references),
        see_also(
            (link("estimators", other.key) for other in ESTIMATORS if other != estimator),
            source=record_source("estimators", estimator.key),
        ),
    )


def of_worlds() -> Page:
    """The page of all worlds, one section each."""
    told = (
        "A world draws outcomes whose true difference is known. The tests measure in it whether a method "
        "holds its level."
    )
    sections = []
    for world in WORLDS:
        held = [f"holds: {link('methods', m.key)}" for m in METHODS if world.key in m.valid_in]
        missed = [f"misses its level: {link('methods', m.key)}" for m in METHODS if world.key in m.invalid_in]
        listed = bullets([*held, *missed]).replace("(../", "(")
        gives = defined((name.capitalize(), prose(text)) for name, text in rows(world) if name == "gives")
        sections.append(section(world.key, prose(world.title), gives, listed))
    return page("worlds", "Worlds", told, *sections)
