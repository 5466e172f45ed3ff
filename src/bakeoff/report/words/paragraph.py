"""The methods paragraph: what a paper must say about a comparison, in sentences with their citations.

Caveats void the numbers or limit them, each in short words.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bakeoff.core.design import spoken
from bakeoff.core.family import Adjustment
from bakeoff.core.result import equivalence_level
from bakeoff.core.verdict import Caveat, Verdict
from bakeoff.core.works import SCHUIRMANN_1987, WELCH_1951
from bakeoff.core.written import brief, listed
from bakeoff.experiment.result import ExperimentResult
from bakeoff.judge.facts import opening
from bakeoff.judge.pitfalls import BY_KEY
from bakeoff.methods import METHODS
from bakeoff.metrics import METRICS
from bakeoff.report.words import slices as slice_words
from bakeoff.report.words import verdict as words
from bakeoff.report.words.facts import (
    adjusted_with,
    basis_told,
    because,
    data_told,
    measured_by,
    of_slices,
    option_told,
)
from bakeoff.report.words.references import keys_of, label

SOFTWARE = "bakeoff"
FITTED = {
    "kept": "",
    "moved": ", with a critical value changed so that interval and test agree about 0",
    "widened": ", widened to include 0, which the test does not exclude",
    "narrowed": ", narrowed to exclude 0, which the test excludes",
}
# What follows from a result, by how strong it is.
FOLLOWS = {
    "strong": "we conclude that {}",
    "moderate": "we conclude that {}",
    "weak": "this is weak evidence that {}",
    "none": "this does not show which is better",
    "invalid": "no conclusion is drawn from it",
}
# Options of methods, as papers write them.
OPTIONS = {
    "df": "{} degrees of freedom",
    "resamples": "{} resamples",
    "floor": "the variance no smaller than that of the {}",
    "rng": "",  # reported with what is needed to repeat it
}
# With these nothing can be concluded, whatever the numbers are.
VOID = {
    "tuned-on-test": "The test items were used to choose what is compared, so the estimates are "
    "too optimistic and neither the p-value nor the interval is valid",
    "no-variation": "The scores do not vary, so the p-value is not evidence of a difference",
    "unsound-method": "The test is not sound",
    "nominal-df": "Runs and folds share data, which these degrees of freedom do not allow for, so false "
    "alarms are more frequent than alpha",
    "unpaired-formula": "The formula is for independent samples, but these scores are paired",
    "scores-out-of-range": "Some scores lie outside the range of the metric, so they may measure something "
    "else",
    "labels-never-meet": "Some labels seem to be written in two ways, so correct predictions may have been "
    "counted as errors",
    "unfinished-run": "A run did not end or has fewer answers than planned, and the items that are answered "
    "first need not be like the others",
    "one-class": "All items belong to one class, but the metric depends on items of other classes, too",
    "positive-never-true": "The positive class does not occur among the items",
    "auc-below-half": "All models are worse than chance, so the wrong class may have been taken as positive",
    "probabilities-reversed": "No model predicts better than a constant probability, and the probabilities "
    "seem to be those of the other class",
    "no-width": "The differences do not vary, so the interval has no width and does not show equivalence",
}
# Where the title of the record is not what limits a paper.
SHORT = {
    "unsound-method": "a method that is not sound",
    "half-the-data": "training sets of half of the data",
    "same-items": "a formula for two test sets, on what may be one",
    "no-errors": "a model without a single error, as on items that it was trained on",
}
# What the paragraph says elsewhere, or what helps to read the report alone.
SAID = ("many-tried", "interval-overlap", "name-of-two-meanings", "calibrated-here")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence without its full stop, and the keys of the works that it cites."""

    text: str
    cites: tuple[str, ...] = ()


def of_verdict(v: Verdict, version: str) -> list[Sentence]:
    """What was compared on what, by which test and why, the results, and how far that can be trusted."""
    a, b = v.names
    compared = Sentence(
        f"We compared {a} with {b} by {measured_by(v.metric, v.unit)}, on {basis_told(v.basis)}{_data(v)}",
        cited_metric(v.metric),
    )
    found = [compared, *_as_needed([v]), _tested(v), _result(v)]
    if v.margin is not None:
        found.append(_equivalence(v))
    if v.adjustment:
        found.append(_adjusted(v.adjustment))
    if v.slices:
        found.append(_sliced(v))
    return [*found, *_limits([v]), _computed([v], version)]


def _as_needed(verdicts: list[Verdict]) -> list[Sentence]:
    """How the number of runs was chosen, where it was not fixed."""
    work = verdicts[0].work
    if work is None or not work.most_runs:
        return []
    text = (
        f"Runs of folds were added to {work.first_runs}, up to {work.most_runs}, while the Monte-Carlo error "
        f"over the runs could have changed a decision"
    )
    return [Sentence(text)]


def of_experiment(result: ExperimentResult, version: str) -> list[Sentence]:
    """The same for several comparisons at once; their numbers are in the table."""
    if len(result.deciding) == 1:
        return of_verdict(result.verdict, version)
    verdicts = [each.verdict for each in result.deciding]
    data = list(dict.fromkeys(each.data for each in result.deciding))
    first, decided = verdicts[0], sum(v.decision != "undecided" and not is_void(v) for v in verdicts)
    learners = list(dict.fromkeys(name for v in verdicts for name in v.names))
    found = [
        Sentence(
            f"We compared {listed(learners)} by {measured_by(first.metric, first.unit)}, under "
            f"{spoken(result.design)}, on {listed(data) if len(data) <= 5 else f'{len(data)} data sets'}",
            cited_metric(first.metric),
        ),
        *_as_needed(verdicts),
        *(_tested(v) for v in {v.result.method: v for v in verdicts}.values()),
        Sentence(f"Of {len(verdicts)} comparisons {decided} were decided (see the table)"),
        *_fitted(verdicts),
    ]
    if first.adjustment:
        found.append(_adjusted(first.adjustment))
    return [*found, *_limits(verdicts), _computed(verdicts, version)]


def _fitted(verdicts: list[Verdict]) -> list[Sentence]:
    """How many intervals were changed to agree with the test, where any was."""
    changes = {
        "moved": "given another critical value",
        "widened": "widened to include 0",
        "narrowed": "narrowed to exclude 0",
    }
    counts = {told: sum(v.result.interval_was == was for v in verdicts) for was, told in changes.items()}
    parts = [f"{count} {told}" for told, count in counts.items() if count]
    return [Sentence(f"Intervals changed to agree with the test: {listed(parts)}")] if parts else []


def cited_metric(key: str) -> tuple[str, ...]:
    """Accuracy and error need no citation."""
    known = key in METRICS and not METRICS[key].right_or_wrong
    return keys_of(METRICS[key].references) if known else ()


def _data(v: Verdict) -> str:
    """The data and the design, unless what was counted says it already."""
    if v.work is None:
        return ""
    design = spoken(v.work.design)
    under = f", under {design}" if design != basis_told(v.basis) else ""
    return f" of {data_told(v.work)}{under}"


def _tested(v: Verdict) -> Sentence:
    """Which test, with which settings, and why."""
    record = METHODS[v.result.method]
    asked = {"greater": f"one-sided: is {v.names[0]} better", "less": f"one-sided: is {v.names[1]} better"}
    settings = [asked.get(v.result.alternative, "two-sided"), f"alpha {v.alpha:g}"]
    settings += [told for name, value in v.options if (told := _option(name, value))]
    settings += [f"margin {words.margin_told(v.margin, v.unit)}"] if v.margin is not None else []
    return Sentence(
        f"Differences were judged by {record.title} ({', '.join(settings)}){because(v.reason, v.result.df)}",
        keys_of(record.references),
    )


def _option(name: str, value: object) -> str:
    """What a method was given, in words.

    >>> _option("df", 5), _option("rng", 0), _option("correction", False)
    ('5 degrees of freedom', '', 'correction False')
    """
    if value in (None, "none"):
        return ""
    told = "corrected resampled t" if value == "nadeau-bengio" else option_told(value)
    return OPTIONS.get(name, f"{name} {{}}").format(told)


def _result(v: Verdict) -> Sentence:
    """Estimate, interval and p-value from the view of the model that is ahead, and the conclusion."""
    r, flip, by_test = v.result, v.result.estimate < 0, METHODS[v.result.method]
    size, span = words.seen_from_leader(v)
    whose = f" in favour of {v.names[int(flip)]}" if r.estimate else ""
    told = span + (f", {by_test.interval_by}" if by_test.interval_by else "") + FITTED[r.interval_was]
    # Equivalence follows from the interval alone.
    p = (
        ""
        if v.decision == "equivalent"
        else f"; {'adjusted ' if v.adjustment else ''}{words.p_said(v.deciding_p, v.result)}"
    )
    follows = FOLLOWS[v.strength.grade].format(opening(v))
    about = f", {by_test.estimates}," if by_test.estimates else ""
    return Sentence(f"The estimated difference{about} is {v.unit.amount(size)}{whose} ({told}{p}): {follows}")


def _equivalence(v: Verdict) -> Sentence:
    """The rule by which two are called equivalent; among several it needs a wider interval."""
    several = 1 if v.adjustment is None else v.adjustment.several
    level = equivalence_level(v.alpha, several)
    margin = words.margin_told(v.margin or 0.0, v.unit)
    found = ""
    if v.equivalence is not None:
        found = f"; it is {words.span_told(v.equivalence.interval, v.unit, v.margin)}"
    return Sentence(
        f"The two are called equivalent if the {100 * level:.4g} % interval lies within {margin} on either "
        f"side of 0, which is two one-sided tests at {50 * (1 - level):.4g} %{found}",
        keys_of([SCHUIRMANN_1987]),
    )


def _adjusted(how: Adjustment) -> Sentence:
    return Sentence(
        f"P-values were adjusted {adjusted_with(how)}; intervals were not adjusted", _adjusted_by(how)
    )


def _adjusted_by(how: Adjustment | None) -> tuple[str, ...]:
    """Bonferroni's method needs no citation."""
    return () if how is None or how.method == "bonferroni" else keys_of([how.method])


def _sliced(v: Verdict) -> Sentence:
    """The slices: how they were compared, and the results."""
    adjusted = of_slices(v)
    how = f" (p-values adjusted {adjusted_with(adjusted)})" if adjusted else ""
    welch = v.heterogeneity is not None and v.heterogeneity.test == "welch"
    tested = keys_of([WELCH_1951]) if welch else ()
    by = brief(v.by)
    return Sentence(
        f"We repeated the comparison in each slice by {by}{how}: {slice_words.told(v)}",
        (*_adjusted_by(adjusted), *tested),
    )


def _limits(verdicts: list[Verdict]) -> list[Sentence]:
    """What voids the numbers, what was measured about the methods, and what else limits the verdicts."""
    risks = dict.fromkeys((METHODS[v.result.method].title, v.risk) for v in verdicts if v.risk)
    others = limitations(verdicts)
    return [
        *map(Sentence, _counted(verdicts, lambda each: VOID.get(each.key, ""), why=True)),
        *(Sentence(f"Measured for {title}: {risk}", (SOFTWARE,)) for title, risk in risks),
        *([Sentence(f"Limitations: {'; '.join(others)}")] if others else []),
    ]


def _computed(verdicts: list[Verdict], version: str) -> Sentence:
    keys = list(dict.fromkeys(v.result.method for v in verdicts))
    named = f"method{'s' if len(keys) > 1 else ''} {listed(keys)}"
    return Sentence(f"Everything was computed with {f'bakeoff {version}'.rstrip()} ({named})", (SOFTWARE,))


def in_text(sentences: Iterable[Mapping[str, Any]]) -> str:
    """The sentences of a summary with their works in parentheses.

    >>> in_text([{"text": "A was tested", "cites": ["tango1998"]}])
    'A was tested (Tango 1998).'
    """
    return " ".join(f"{each['text']}{_cited(each['cites'])}." for each in sentences)


def _cited(keys: list[str]) -> str:
    works = [label(key) for key in keys if key != SOFTWARE]  # whose name the sentence says
    return f" ({'; '.join(works)})" if works else ""


def short(caveat: Caveat) -> str:
    """A caveat in a few words.

    >>> short(Caveat(key="tuned-on-test", text=""))
    'tuning on the test data'
    """
    if caveat.key in SHORT:
        return SHORT[caveat.key]
    return BY_KEY[caveat.key].title if caveat.key in BY_KEY else caveat.text


def is_void(verdict: Verdict) -> bool:
    """Whether a caveat voids the numbers."""
    return verdict.strength.grade == "invalid"


def warning(verdicts: Sequence[Verdict]) -> str:
    """What voids verdicts, to be reported with them; and how many, where not all."""
    found = _counted(verdicts, lambda each: short(each) if each.key in VOID else "")
    return f"No conclusion follows from this: {'; '.join(found)}" if found else ""


def limitations(verdicts: Iterable[Verdict]) -> list[str]:
    """What limits verdicts without voiding them, each once and in a few words."""
    every = [caveat for verdict in verdicts for caveat in verdict.caveats]
    return list(dict.fromkeys(short(each) for each in every if each.key not in VOID and each.key not in SAID))


def _counted(verdicts: Sequence[Verdict], tell: Callable[[Caveat], str], *, why: bool = False) -> list[str]:
    found: Counter[str] = Counter()
    for verdict in verdicts:
        record = METHODS[verdict.result.method]
        # What to use instead is advice for its user, not for readers.
        wrong = {"unsound-method": f" ({record.title}): {record.unsound}"} if why else {}
        said = {tell(each): wrong.get(each.key, "") for each in verdict.caveats}
        found.update(f"{text}{more}" for text, more in said.items() if text)
    return [
        text if times == len(verdicts) else f"{text} (in {times} of {len(verdicts)} comparisons)"
        for text, times in found.items()
    ]
