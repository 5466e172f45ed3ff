"""The list of everything that has a key, and the page of one."""

import re
import sys
import textwrap
from collections.abc import Callable, Sequence
from typing import Any

from bakeoff.core.estimator import ErrorEstimator
from bakeoff.core.exceptions import unknown_name
from bakeoff.core.family import ADJUSTMENTS, adjust
from bakeoff.core.many_method import ManyMethod, Over
from bakeoff.core.method import Method
from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import IN_WORDS
from bakeoff.core.rate_interval import RateInterval
from bakeoff.core.registry import Registry
from bakeoff.core.world import World
from bakeoff.estimators import ESTIMATORS
from bakeoff.intervals import INTERVALS
from bakeoff.measured.tables import Risk, risks
from bakeoff.methods import METHODS
from bakeoff.methods._paired_power import P_VALUES
from bakeoff.methods.many import MANY
from bakeoff.metrics import METRICS
from bakeoff.report.terminal import print_json
from bakeoff.report.words.further import GROUPS, Further, further
from bakeoff.worlds import WORLDS

Record = Method | ManyMethod | RateInterval | Metric | ErrorEstimator | World | Further
REGISTRIES: dict[str, Registry[Any]] = {
    "method": METHODS,
    "ranking method": MANY,
    "interval": INTERVALS,
    "metric": METRICS,
    "estimator": ESTIMATORS,
    "world": WORLDS,
}
# Numbers of the specification and of misprints (docs/misprints.md) mean nothing to a reader of a page.
CODES = re.compile(r" ?\((?:(?:SIG|INT|MET|EST|CAL|PRO|SIM|MANY|JUDGE|HS|IF|E)-[A-Z]?\d+(?:, | to )?)+\)")
SECTIONS = re.compile(r"\n *(?:Parameters|Returns|References|Examples)\n *-+\n")  # of a docstring
WIDTH = 100
SEVERAL = ("assumes", "option", "measured", "not", "reference")
OF_MANY: dict[Over, tuple[str, str]] = {
    "items": ("one test set", "bakeoff rank"),
    "data sets": ("one score for each data set", "bakeoff rank --datasets"),
}
GIVES = {
    "pairs": "differences of all pairs, or of those with a baseline",
    "omnibus": "one test of whether any differ",
    "best": "the set of models that may be the best",
    "ranks": "the ranks that each model may have",
}
Rows = list[tuple[str, str]]
Group = tuple[str, str, Sequence[Record]]


def show_list(*, as_json: bool = False) -> None:
    """Print all keys by purpose."""
    if as_json:
        content: dict[str, Any] = {
            f"{noun}s".replace(" ", "_"): [page(record) for record in registry]
            for noun, registry in REGISTRIES.items()
        }
        content |= {name: [page(each) for each in entries] for name, _, _, entries in GROUPS}
        print_json(content | {"adjustments": list(ADJUSTMENTS)})
        return
    width = max(len(record.key) for registry in REGISTRIES.values() for record in registry)
    worlds: Group = ("Worlds in which methods are measured", "", list(WORLDS))
    for heading, used, records in [*groups(), *(group[1:] for group in GROUPS), worlds]:
        sys.stdout.write(f"{heading} ({used})\n" if used else f"{heading}\n")
        for r in records:
            unsound = "  (unsound)" if getattr(r, "unsound", "") else ""
            sys.stdout.write(f"  {r.key:<{width}}  {r.title}{unsound}\n")
        sys.stdout.write("\n")
    sys.stdout.write("Adjustments for several comparisons: " + ", ".join(ADJUSTMENTS) + "\n")
    sys.stdout.write("bakeoff methods KEY shows the details of one.\n")


def groups() -> list[Group]:
    """The registries: what each is for, how a record is chosen, and the records."""
    by_kind = {words: [m for m in METHODS if m.takes is kind] for kind, words in IN_WORDS.items()}
    return [
        *((f"Methods on {words}", "", list(found)) for words, found in by_kind.items()),
        *(
            (f"Methods for many models on {words}", used, [m for m in MANY if m.over == over])
            for over, (words, used) in OF_MANY.items()
        ),
        ("Intervals for a rate", "bakeoff interval --method KEY", list(INTERVALS)),
        ("Metrics", "--metric KEY", list(METRICS)),
        ("Estimators of the error of one learner", "bakeoff.estimate", list(ESTIMATORS)),
    ]


def show_page(key: str, *, as_json: bool = False) -> None:
    """Print what is known about one key: a method, an interval, a metric, an estimator or a world."""
    found: list[Record] = [registry[key] for registry in REGISTRIES.values() if key in registry]
    if key in ADJUSTMENTS:
        _show_adjustment(key, as_json=as_json)
        return
    if not found and (more := further(key)) is not None:
        found = [more]
    if not found:
        everything = [record.key for registry in REGISTRIES.values() for record in registry]
        everything += [each.key for *_, entries in GROUPS for each in entries]
        kinds = "method, interval, metric, estimator, world or adjustment"
        raise unknown_name(kinds, key, [*everything, *ADJUSTMENTS])
    if as_json:
        print_json(page(found[0]))
        return
    for record in found:
        sys.stdout.write(f"{record.key}: {record.title}\n\n")
        for name, text in rows(record):
            lines = textwrap.wrap(text, WIDTH - 18, break_on_hyphens=False)
            for at, line in enumerate(lines):
                sys.stdout.write(f"  {'' if at else name:<14}  {line}\n")
        sys.stdout.write("\n")


def _show_adjustment(key: str, *, as_json: bool) -> None:
    summary, about = (adjust.__doc__ or "").split("\n\n")[:2]
    content = {"key": key, "title": summary, "about": " ".join(about.split()).replace("``", "")}
    if as_json:
        print_json(content)
    else:
        sys.stdout.write(f"{key}: {summary}\n\n{textwrap.fill(content['about'], WIDTH)}\n")


def page(record: Record) -> dict[str, Any]:
    """A record as plain values; a field that may have several values is always a list."""
    content: dict[str, Any] = {"key": record.key, "title": record.title}
    for name, text in rows(record):
        if name in SEVERAL:
            content.setdefault(name, []).append(text)
        else:
            content[name.replace(" ", "_")] = text
    return content


def rows(record: Record) -> Rows:
    """The rows of a page, by what kind of record it is."""
    maker: dict[type, Callable[[Any], Rows]] = {
        Method: _of_method,
        ManyMethod: _of_many,
        RateInterval: _of_interval,
        Metric: _of_metric,
        ErrorEstimator: _of_estimator,
        World: _of_world,
        Further: lambda entry: list(entry.rows),
    }
    return [
        (name, CODES.sub("", text).replace("``", "")) for name, text in maker[type(record)](record) if text
    ]


def _formula(compute: Callable[..., Any]) -> str:
    """The docstring of a function before its sections."""
    return " ".join(SECTIONS.split((compute.__doc__ or "").strip())[0].split())


def _of_many(m: ManyMethod) -> Rows:
    words, used = OF_MANY[m.over]
    return [
        ("question", m.question),
        ("takes", f"two or more models on {words} ({used})"),
        ("gives", GIVES[m.gives]),
        ("computes", _formula(m.compute)),
        *[("assumes", text) for text in m.assumptions],
        *[("option", f"{name}: {text}") for name, text in m.options.items()],
        ("remark", m.risk),
        *[("reference", text) for text in m.references],
    ]


def _of_method(m: Method) -> Rows:
    return [
        ("question", m.question),
        ("takes", IN_WORDS[m.takes]),
        ("designs", ", ".join(m.designs)),
        ("computes", _formula(m.compute)),
        ("interval", f"{m.interval_by}; excludes 0 exactly where the test decides" if m.interval_by else ""),
        *[("assumes", text) for text in m.assumptions],
        *[("option", f"{name}: {text}") for name, text in m.options.items()],
        ("plan", f"bakeoff plan --method {m.key} finds how many items it needs" if m.key in P_VALUES else ""),
        ("unsound", f"{m.unsound}; {m.instead}" if m.unsound else ""),
        *[("measured", _of_risk(each)) for each in risks() if each.method == m.key],
        ("remark", m.risk),
        ("holds in", ", ".join(m.valid_in)),
        ("fails in", ", ".join(m.invalid_in)),
        *[("reference", text) for text in m.references],
    ]


def measured_under(risk: Risk, design: str) -> str:
    """A design in words, with the options that were given."""
    given = [f"{risk.halvings} halvings"] if risk.halvings else []
    return ", ".join([design, *given, *(f"{name} {value}" for name, value in risk.options.items())])


def _of_risk(each: Risk) -> str:
    (low, high), (least, mean) = each.sizes(), each.coverage
    parts = [
        f"{measured_under(each, each.design)}: false alarms in {100 * low:.1f} to {100 * high:.1f} % of data "
        f"sets in {len(each.null)} null worlds at a nominal 5 %, most in {each.worst().setting}",
        f"finds the better one in {100 * each.power():.0f} % of data sets in {len(each.different)} worlds, "
        f"{100 * each.adjusted_power:.0f} % at the level that holds its worst world at 5 %",
        f"95 % intervals hold the truth in {100 * least:.0f} % at least and {100 * mean:.0f} % on average",
        f"ten repetitions agree on {100 * each.replicability[0]:.0f} % of data sets at least",
        f"each learner is trained {each.fits} time{'s' * (each.fits > 1)}",
    ]
    return "; ".join(parts)


def _of_interval(i: RateInterval) -> Rows:
    return [
        ("formula", i.formula),
        ("levels", "95 % only" if i.only_tail is not None else "any"),
        *([("items", f"{i.only_items[0]} to {i.only_items[1]} only")] if i.only_items else []),
        *[("assumes", text) for text in i.assumptions],
        ("caution", i.caution),
        *[("reference", text) for text in i.references],
    ]


def _others(m: Metric) -> list[str]:
    """What is not to be confused with it; the first is what a misprint gives its name to, if any does."""
    others = [f"{name}: {text}" for name, text in m.not_to_confuse]
    return [f"{others[0]} ({m.misprint})", *others[1:]] if m.misprint else others


def _of_metric(m: Metric) -> Rows:
    return [
        ("formula", m.formula),
        ("better", "higher" if m.higher_is_better else "lower"),
        ("range", f"{m.low:g} to {m.high:g}"),
        ("speaks of", "one class against the rest" if m.per_class else ""),
        ("also called", ", ".join(m.aliases)),
        *[("not", each) for each in _others(m)],
        ("undefined if", m.undefined),
        *[("assumes", text) for text in m.assumptions],
        *[("reference", text) for text in m.references],
    ]


def _of_estimator(e: ErrorEstimator) -> Rows:
    options = {**e.options, **e.reading}
    return [
        ("formula", e.formula),
        *[("assumes", text) for text in e.assumptions],
        ("bias", e.bias),
        ("interval", e.why_interval),
        *[("option", f"{name}: {text}") for name, text in options.items()],
        *[("reference", text) for text in e.references],
    ]


def _of_world(w: World) -> Rows:
    kinds = [kind if isinstance(kind, str) else kind.__name__ for kind in w.draw]
    return [("gives", ", ".join(kinds)), *[("reference", text) for text in w.references]]
