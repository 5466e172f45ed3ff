"""Pages of methods, for two models and for many."""

from collections.abc import Iterator

from docs._ext.reference import claims, examples, notation, pictures
from docs._ext.reference.markdown import (
    Page,
    bullets,
    described,
    math,
    note,
    page,
    picture,
    prose,
    section,
    session,
    table,
)
from docs._ext.reference.notation import NOTATION, OF_CV
from docs._ext.reference.parts import cited, conditions, facts, link, record_source, see_also, titled

from bakeoff.core.many_method import ManyMethod
from bakeoff.core.method import Method
from bakeoff.core.outcomes import IN_WORDS, FoldScores
from bakeoff.measured.tables import Risk, about, risks
from bakeoff.methods import METHODS
from bakeoff.methods.many import MANY
from bakeoff.report.words.catalogue import OF_MANY, measured_under
from bakeoff.worlds import WORLDS

FALSE = {
    "": "Probability of any false statement about four equally good models",
    "best-set": "Probability that one of four equally good models is missing from the set",
    "bayes-signed-rank": "Probability that two equally good learners are called different (rope 0.01)",
}


def pages() -> Iterator[Page]:
    """One page for each method."""
    yield from map(of_pair, METHODS)
    yield from map(of_many, MANY)


def of_pair(method: Method) -> Page:
    """The page of a method for two models."""
    return page(
        f"methods/{method.key}",
        titled(method),
        f"Key: `{method.key}`. {prose(method.question)}",
        note("warning", prose(f"{method.unsound}; {method.instead}.") if method.unsound else ""),
        section(
            "What it computes",
            math(method.latex),
            NOTATION[method.takes],
            OF_CV if r"\cdot" in method.latex and method.takes is FoldScores else "",
            described(method.compute.__doc__),
            facts(method),
        ),
        section("Where it may be used", bullets(_taken(method)), _designs(method)),
        conditions(method),
        measured(method),
        section("Example", session(examples.run(examples.of_method(method)))),
        cited(method.references),
        see_also(_related(method), source=record_source("methods", method.key)),
    )


def of_many(method: ManyMethod) -> Page:
    """The page of a method for many models."""
    return page(
        f"many/{method.key}",
        titled(method),
        f"Key: `{method.key}`. {prose(method.question)}",
        section(
            "What it computes",
            math(method.latex),
            notation.of_many(method.over, method.latex),
            described(method.compute.__doc__),
            facts(method),
        ),
        section("Where it may be used", _models(method)),
        conditions(method),
        section(
            "Measured risk",
            prose(method.risk),
            claims.told(
                f"{FALSE.get(method.key, FALSE[''])}, with 95 % Monte-Carlo intervals; dashed: 5 %.",
                claims.alarms("rankings", method.key),
                claims.made("rankings"),
            ),
            "[More was measured](../../many.md) about rankings.",
        ),
        section("Example", session(examples.run(examples.of_many(method)))),
        cited(method.references),
        see_also(
            (link("many", other.key) for other in MANY if other.over == method.over and other != method),
            source=record_source("many", method.key),
        ),
    )


def _models(method: ManyMethod) -> str:
    words, used = OF_MANY[method.over]
    return f"Two or more models on {words}: `{used}`."


def _designs(method: Method) -> str:
    if not method.designs:
        return ""
    return "Designs: " + ", ".join(link("designs", key) for key in method.designs) + "."


def _taken(method: Method) -> Iterator[str]:
    for kind in method.kinds:
        words = IN_WORDS[kind]
        yield prose(words[:1].upper() + words[1:])


def _related(method: Method) -> Iterator[str]:
    for other in METHODS:
        if other != method and set(other.kinds) & set(method.kinds):
            yield f"{link('methods', other.key)}: {prose(other.title)}"


def measured(method: Method) -> str:
    """The measurements: with trained learners, and in the worlds that the record names."""
    found = [each for each in risks() if each.method == method.key]
    if method.takes is not FoldScores:  # one test set is what it is for; pooled folds come after
        found.sort(key=lambda each: not each.design.startswith("Holdout"))
    return section("Measured risk", *_with_learners(found), *_in_worlds(method), prose(method.risk))


def _with_learners(found: list[Risk]) -> tuple[str, ...]:
    if not found:
        return ()
    first, draws = found[0], found[0].null[0].draws
    error = 100 * (claims.NOMINAL * (1 - claims.NOMINAL) / draws) ** 0.5
    told = (
        f"False alarms with trained learners that do not differ, {measured_under(first, first.under)}: one "
        f"dot for each setting, {draws} data sets each (Monte-Carlo error {error:.1f} points at 5 %). The "
        f"dashed line is the nominal 5 %; filled dots are above 7.5 %."
    )
    alt = f"False-alarm rates of {first.method} by kind of population"
    chart = pictures.rates(_by_population(first), nominal=claims.NOMINAL, alt=alt, key=first.method)
    made = f"Made by `{about()['command']}` ([how](../../measured.md))."
    return told, picture(chart), _risk_table(found), made


def _by_population(risk: Risk) -> list[pictures.Row]:
    found: dict[str, list[tuple[float, str]]] = {}
    for each in risk.null:
        share = each.share(claims.NOMINAL)
        found.setdefault(each.setting.partition(":")[0], []).append(
            (share, f"{each.setting}: {100 * share:.1f} %")
        )
    return [pictures.Row(label=label, rates=tuple(shares)) for label, shares in found.items()]


def _risk_table(found: list[Risk]) -> str:
    head = ("design", "false alarms, %", "power, %", "coverage, at least, %", "fits of each learner")
    body = []
    for each in found:
        (low, high), least = each.sizes(), each.coverage[0]
        shown = (f"{100 * low:.1f} to {100 * high:.1f}", f"{100 * each.power():.0f}", f"{100 * least:.0f}")
        body.append((prose(measured_under(each, each.under)), *shown, str(each.fits)))
    return table(head, body)


def _in_worlds(method: Method) -> tuple[str, ...]:
    listed = bullets(
        f"{'holds' if world in method.valid_in else 'misses'} its level in "
        f"[{world}](../worlds.md#{world}): {prose(WORLDS[world].title)}"
        for world in (*method.valid_in, *method.invalid_in)
    )
    told = "False alarms in worlds with a known truth and no difference, with 95 % Monte-Carlo intervals:"
    chart = claims.alarms("methods", method.key)
    return (listed, told, chart, claims.made("methods")) if chart else (listed,)
