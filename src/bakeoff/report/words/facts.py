"""Words for the facts that a verdict carries: its basis, its method, the adjustment, and what was run."""

from dataclasses import replace
from typing import TYPE_CHECKING

from bakeoff.core.conditions import Known, by_value
from bakeoff.core.design import in_words
from bakeoff.core.family import Adjustment
from bakeoff.core.verdict import Basis, Reason, Replicability, Sensitivity, Unit, Verdict, Why
from bakeoff.core.written import in_step, plural, two_digits
from bakeoff.judge.pitfalls.asked import percent
from bakeoff.methods import METHODS
from bakeoff.metrics import METRICS

if TYPE_CHECKING:
    from bakeoff.core.work import Tuning, Work

# Reasons that say how the program works.
OF_THE_PROGRAM: dict[Why, str] = {
    "usual-for-right-and-wrong": "the default for right and wrong answers of two models to the same items",
    "usual-for-labels": "the default for metrics of predicted labels, except accuracy",
    "usual-for-scores-of-items": (
        "the default for metrics computed from one number for each item, such as its loss or share of right "
        "answers"
    ),
    "usual-for-areas": "the default for areas under ROC curves",
    "usual-over-data-sets": "the default over data sets",
    "usual-for-layouts": "the default for scores by training set and item",
    "usual-with-halves": "the default for fold scores with halves",
    "without-halvings": "the default could not be used",
}
# Reasons that say why the test fits.
OF_THE_TEST: dict[Why, str] = {
    "same-samples": "both were measured on the same independent samples",
    "own-samples": "each was measured on separate samples",
    "respects-clusters": "it respects clusters",
    "items-and-folds": "it allows for chance in the choice of items and in their partition into folds",
    "fewest-false-alarms": (
        "with {df}, a cautious choice, it raised the fewest false alarms of all tests on fold scores alone"
    ),
    "allows-for-overlap": "it takes the overlap of training sets into account",
    "normal-will-do": "there are enough errors and successes for the normal approximation",
    "too-few-for-normal": "there are too few errors or successes for the normal approximation",
    "usual-for-judges": "it combines some human labels with a judge's scores on all items",
    "tested-once": "each item was tested once, by one of several models",
}
REASONS = OF_THE_PROGRAM | OF_THE_TEST
Df = float | tuple[float, float] | None


MOST_CONDITIONS = 6  # in a row


def reason_told(reason: Reason | None, used: Df = None) -> str:
    """Why a method was chosen automatically; ``used`` are the degrees of freedom of the result.

    >>> reason_told(Reason(why="respects-clusters")), reason_told(None)
    ('chosen automatically: it respects clusters', '')
    """
    return "" if reason is None else f"chosen automatically: {_said(reason, 'df {}', used)}"


def because(reason: Reason | None, used: Df = None) -> str:
    """Why the test fits, where the program chose it for a reason that readers of a paper can follow.

    >>> because(Reason(why="respects-clusters"))
    ', because it respects clusters'
    >>> because(Reason(why="usual-for-labels"))
    ''
    """
    if reason is None or reason.why not in OF_THE_TEST:
        return ""
    return f", because {_said(reason, '{} degrees of freedom', used)}"


def _said(reason: Reason, df: str, used: Df) -> str:
    told = REASONS[reason.why].format(df=df.format(reason.df))
    other = reason.df is not None and isinstance(used, int | float) and used != reason.df
    return f"{told}; here it has {df.format(f'{used:.4g}')}" if other else told


def measured_by(metric: str, unit: Unit) -> str:
    """The metric, with the class that it measures; differences are of the accuracy, never of the error."""
    return METRICS[metric].title if metric in METRICS and METRICS[metric].complement_of else unit.subject


def basis_told(basis: Basis) -> str:
    """What a verdict rests on.

    >>> basis_told(Basis(of="items", counts=(412,))), basis_told(Basis(of="runs of folds", counts=(10, 10)))
    ('412 items', '10 x 10 folds')
    >>> basis_told(Basis(of="questions", counts=(40,), answers=(3, 3)))
    '40 questions, 3 answers each'
    """
    first, *more = basis.counts
    if basis.of == "runs of folds":
        return f"{first} x {more[0]} folds"
    if basis.of == "training sets of items":
        return f"{first} training sets x {more[0]} items"
    if basis.of == "labelled items":
        return f"{first} labelled of {more[0]} items" + (
            f" in {basis.clusters} clusters" if basis.clusters else ""
        )
    if more:
        return f"{first} and {more[0]} {basis.of}"
    return _plural(first, basis.of) + (" each" if basis.each else "") + parts_told(basis)


def parts_told(basis: Basis) -> str:
    """What follows the number of items: how many answers they have, and in how many clusters they are."""
    return _answers(basis.answers) + (f" in {_plural(basis.clusters, 'clusters')}" if basis.clusters else "")


def _answers(answers: tuple[int, int] | None) -> str:
    if answers is None:
        return ""
    low, high = answers
    return f", {_plural(high, 'answers') if low == high else f'{low} to {high} answers'} each"


def _plural(count: int, words: str) -> str:
    return plural(count, words.removesuffix("s"))


def alone_right(v: Verdict) -> str:
    """On how many items the two differ, where that is known."""
    if v.evidence is None or v.evidence.counts is None:
        return ""
    _, only_a, only_b, _ = v.evidence.counts
    return f"{v.result.n:,}; only {v.names[0]} is right on {only_a:,}, only {v.names[1]} on {only_b:,}"


def option_told(value: object) -> str:
    """What a method was given, as its user would write it.

    >>> option_told(5.0), option_told("items"), option_told(None)
    ('5', 'items', 'None')
    """
    return f"{value:g}" if isinstance(value, float) else str(value)


def method_title(v: Verdict) -> str:
    """The name of the test, marked where it is not sound."""
    record = METHODS[v.result.method]
    return record.title + (" (unsound)" if record.unsound else "")


def adjusted_by(how: Adjustment) -> str:
    """The method, and the number and kind of comparisons.

    >>> adjusted_by(Adjustment(method="holm", count=6, kind="comparisons"))
    'holm, 6 comparisons'
    >>> adjusted_by(Adjustment(method="holm", count=1, kind="slices", tried=3))
    'holm, 1 slice, 3 tried'
    >>> adjusted_by(Adjustment(method="bonferroni", count=20, kind="tries"))
    'bonferroni, 20 tried'
    """
    if how.kind == "tries":
        return f"{how.method}, {how.count} tried"
    return f"{how.method}, {_plural(how.count, how.kind)}" + (f", {how.tried} tried" if how.tried > 1 else "")


# The methods as sentences name them.
ADJUSTED_WITH = {
    "bonferroni": "the Bonferroni method",
    "sidak": "the Šidák method",
    "holm": "Holm's method",
    "hochberg": "Hochberg's method",
    "bh": "the Benjamini-Hochberg method",
    "by": "the Benjamini-Yekutieli method",
}


def adjusted_with(how: Adjustment) -> str:
    """The same in a sentence.

    >>> adjusted_with(Adjustment(method="holm", count=6, kind="comparisons"))
    "with Holm's method for 6 comparisons"
    >>> adjusted_with(Adjustment(method="holm", count=1, kind="slices", tried=3))
    "with Holm's method for 1 slice of each of 3 comparisons"
    >>> adjusted_with(Adjustment(method="bonferroni", count=20, kind="tries"))
    'with the Bonferroni method for 20 comparisons'
    """
    told = _plural(how.count, "comparisons" if how.kind == "tries" else how.kind)
    each = f" of each of {how.tried} comparisons" if how.tried > 1 else ""
    return f"with {ADJUSTED_WITH[how.method]} for {told}{each}"


def adjusted_told(how: Adjustment) -> str:
    """What was adjusted, and what was not."""
    return f"p-values are adjusted {adjusted_with(how)}; intervals are not"


def replication_row(v: Verdict) -> str:
    """What a report says about replication; nothing where it would only restate the p-value."""
    better = v.decision in ("a-better", "b-better") and v.result.alternative == "two-sided"
    found = v.replicability
    ends = _ends(v) if better else ()
    return replication_told(found, *ends) if found is not None and found.adds_to_p else ""


def _ends(v: Verdict) -> tuple[str, str]:
    """The ends of the interval with their unit, that closer to 0 first."""
    near, far = in_step(*(v.unit.factor * end for end in sorted(v.result.interval, key=abs)))
    return near + (" points" if v.unit.points else ""), far


def replication_told(found: Replicability, near: str = "", far: str = "") -> str:
    """How likely the same decision is on another draw of the data; also at two differences, if given."""
    share, low, high = map(percent, (found.share, found.low, found.high))
    about = "about " if share[0].isdigit() and found.share < 1 else ""
    chance, same = f"{about}{share} chance", "gives the same decision"
    limits = f"{low.removesuffix(' %')} to {high}"
    if found.of == "partitions":
        anew = "repeating all trainings with new random splits of the same data"
        return f"{chance} (95 % interval {limits}) that {anew} {same}; this says nothing about new data"
    depends = f"{limits}, depending on where in the 95 % interval the true difference lies"
    if found.low == found.high == 1:
        depends = "no difference in the 95 % interval changes that"
    if near:
        depends = f"{low} if the true difference is about {near}, {high} if it is about {far}"
    return f"{chance} that a new test set of this size {same} ({depends})"


def sensitivity_told(found: Sensitivity, unit: Unit, favoured: str = "") -> tuple[str, str]:
    """What the items can find, or how many are needed, with the name of the row.

    >>> needed = Sensitivity(difference=0.03, items=1303, more=1203, disagreement=0.15, matters=True)
    >>> sensitivity_told(needed, Unit("accuracy", 100.0))
    ('needed', 'with 1,303 items (1,203 more), a difference of 3 points of accuracy is found with 80 % power')
    """
    amount = found.difference * unit.factor
    size = replace(unit, less=False).amount(f"{amount:.3g}" if found.matters else two_digits(amount))
    side = f" in favour of {favoured}" if favoured else ""
    finds, power = f"a difference of {size}", f"{100 * found.power:g} % power"
    if not found.matters:
        return "detectable", f"with {found.items:,} items, {finds} or more{side} is found with {power}"
    if not found.more:
        return "detectable", f"with these items, {finds}{side} is found with at least {power}"
    return "needed", f"with {found.items:,} items ({found.more:,} more), {finds}{side} is found with {power}"


def setting_told(key: str) -> str:
    """What the key of a setting says: which learners, on how many items, of which population.

    >>> setting_told("exchangeable-blocks:offset-1.2:n-300:1-nn@first-block-vs-c45")
    '1-nn on its first block against c45 (exchangeable blocks, offset 1.2, 300 items)'
    >>> setting_told("digits-pool:train-150:equal")
    'digits pool (train 150, equal)'
    """
    population, *given = key.split(":")
    about = [population.replace("-", " ")]
    learners = given.pop() if given and "-vs-" in given[-1] else ""
    for each in given:
        name, _, value = each.partition("-")
        if name == "n":
            about.append(f"{value} items")
        else:
            about.append(f"{name} {value}".strip())
    if not learners:
        return about[0] + (f" ({', '.join(about[1:])})" if about[1:] else "")
    sides = [_side(side) for side in learners.split("-vs-")]
    return f"{' against '.join(sides)} ({', '.join(about)})"


def _side(text: str) -> str:
    """A learner, and the attributes that it alone may see."""
    learner, _, view = text.partition("@")
    return f"{learner} on its {view.replace('-', ' ')}" if view else learner


def of_slices(v: Verdict) -> Adjustment | None:
    """How the p-values of slices were adjusted together; None where no slice was judged."""
    return next((each.verdict.adjustment for each in v.slices if each.verdict), None)


def differ_rows(differ: Known) -> list[tuple[str, ...]]:
    """What differs between the models besides their answers, as their logs say.

    >>> differ_rows({"version": {"old": 1, "new": 2}})
    [('differs', 'besides the model: version 1 (old), 2 (new)')]
    >>> differ_rows({str(key): {"old": 1, "new": 2} for key in range(9)})[0][1].rpartition("; ")[2]
    'and 3 more, which JSON has'
    """
    told = [f"{key} {by_value(values)}" for key, values in differ.items()]
    more = f"; and {len(told) - MOST_CONDITIONS} more, which JSON has" if len(told) > MOST_CONDITIONS else ""
    return [("differs", f"besides the model: {'; '.join(told[:MOST_CONDITIONS])}{more}")] if told else []


def work_rows(work: "Work | None") -> list[tuple[str, str]]:
    """What was run and its cost, as (name, text) rows; none for a verdict on given results."""
    if work is None:
        return []
    rows = [
        ("data", data_told(work)),
        ("design", f"{in_words(work.design)}, random seed {work.rng}: {work.trainings} trainings"),
    ]
    if work.most_runs:
        rows.append(("runs", runs_told(work)))
    if work.halvings:
        folds = work.halves_trainings // (4 * work.halvings)
        rows.append(
            (
                "halvings",
                f"{work.halvings} times both halves with {folds} folds each: {work.halves_trainings} more "
                f"trainings, on half the data",
            )
        )
    return [*rows, *((f"tuned {each.learner}", tuning_told(each)) for each in work.tuning)]


def runs_told(work: "Work") -> str:
    """How many runs there were at first, how many were added, and why."""
    first, runs = work.first_runs, (work.design.shape or (0, 0))[0]
    limit = f"(limit {work.most_runs})"
    if runs == first:
        return f"{first}; none added {limit}, because no other partition would change the decision"
    return f"{first}, then {runs - first} added {limit}, because another partition could change the decision"


def data_told(work: "Work") -> str:
    """The data set with its size, and how many of its items repeat others."""
    groups = f" in {work.groups} groups" if work.groups else ""
    relabelled = f", {work.relabelled} of them with another label" if work.relabelled else ""
    verb = "repeats" if work.repeated == 1 else "repeat"
    copies = f" ({work.repeated} {verb} the attributes of another{relabelled})" if work.repeated else ""
    return f"{work.data}, {work.items} items{groups}{copies}"


def tuning_told(tuning: "Tuning") -> str:
    """How much was tried, and the configuration that was chosen most often."""
    best, often = next(iter(tuning.chosen.items()))
    return (
        f"{tuning.configurations} configurations in each of {tuning.trainings} trainings, {tuning.total} in "
        f"all, inside the training part; chosen most often ({often} times): {best}"
    )
