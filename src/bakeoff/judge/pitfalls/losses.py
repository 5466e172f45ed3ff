"""Where few items decide a mean, or there are few."""

import numpy as np

from bakeoff.core.figures import figure, figures
from bakeoff.core.influences import influence_degrees
from bakeoff.core.outcomes import Floats, PairedScores
from bakeoff.core.works import HALL_1992
from bakeoff.judge.pitfalls.few import FEW, FEW_DF
from bakeoff.judge.pitfalls.pitfall import EVERY_NOUN, Case, Finding, Found, Pitfall
from bakeoff.judge.pitfalls.support import Support, rates_of, unmeasured
from bakeoff.methods._kinds import mean_of, units_of
from bakeoff.methods._reference import noise_of

# Numbers of units for which the highest rate of false alarms was measured, and where it is. From the last
# number on skewed-t held its level, but for large losses that are rare.
ALARMS = {
    "bounded": ((10, 20, 30), "Brier score, {} items"),
    "unbounded": ((10, 20, 30, 40), "log loss, {} items"),
    "clusters": ((2, 4, 6, 8, 10), "{} clusters"),
}
MEASURED_LOSSES = {
    key.format(units): key.format(units)
    for name in ("unbounded", "bounded")
    for sizes, key in (ALARMS[name],)
    for units in sizes
}
MISSED = 0.05  # the probability that a test set has none of the items that have large losses
LARGE = 25.0  # times the mean: errors five times as large
CONFIDENT = 6.9  # the log loss of a probability of .001 for the true class
BOUNDED = 2.0  # the largest Brier score

SQUARES = ("squared-error", "rmse")  # whose values show the tails of the errors; those of r2 do not
HEAVY = 12.0  # the 95 % quantile over the median of squared errors: 8.4 of normal ones, 17 of t with 3 df
SQUARED = {n: f"squared-error, {n} items" for n in (20, 50, 100, 500)}
SHOW_TAILS = 50  # items that show whether errors have heavy tails


def tail(values: Floats) -> float:
    """The 95 % quantile of squared errors over their median, from the values of a metric of squares.

    >>> float(round(tail(-np.array([0.0, 1, 4, 9, 100])), 2))
    20.45
    """
    losses = np.max(values) - values  # the best item has hardly any error
    middle, high = np.quantile(losses, [0.5, 0.95])
    return float(high / middle) if middle else float("inf")


def is_heavy(values: Floats) -> bool:
    """Whether squared errors have heavy tails, or are too few to show that they have none."""
    return len(values) < SHOW_TAILS or tail(values) > HEAVY


def _heavy_tails(case: Case) -> Found:
    scores = case.outcomes
    if case.metric.key not in (*SQUARES, "r2") or scores.n < FEW:
        return
    at = case.favoured
    if at is None:
        return
    values, name = (scores.a, scores.b)[at], case.names[at]
    if case.metric.key == "r2":
        seen = "r2 depends on squared errors, and its values do not show how rare the largest ones are"
    elif not is_heavy(values):
        return
    elif scores.n < SHOW_TAILS:
        seen = f"{scores.n} items seldom include the rare large errors that dominate a mean of squares"
    elif np.isinf(tail(values)):
        seen = f"{name} has hardly any error on half of the items or more, so that few items decide"
    else:
        seen = (
            f"5 % of the squared errors of {name} are more than {tail(values):.0f} times their median "
            f"(8 times for normal errors)"
        )
    yield Finding(
        f"{seen}: where {name} alone has heavy-tailed errors, the measured false-alarm rate was up to "
        f"{figure('numbers', SQUARED[500])} % at a nominal 5 %, because a test set may contain none of "
        "the largest errors"
    )


def _large_losses(case: Case) -> Found:
    scores = case.outcomes
    if scores.clusters is not None or scores.n < FEW or case.metric.right_or_wrong:
        return
    x = scores.a - scores.b
    apart, _, repeats = units_of(x - mean_of(x, scores), scores)
    if np.ptp(x) <= noise_of(scores.a, scores.b) or influence_degrees(apart, repeats) >= FEW_DF:
        return
    largest = np.argsort(-np.abs(apart), kind="stable")
    share = np.cumsum((repeats * apart**2)[largest]) / np.sum(repeats * apart**2)
    last = int(np.searchsorted(share, 0.5))
    count = int(repeats[largest][: last + 1].sum())
    items = "1 item carries" if count == 1 else f"{count} items carry"
    yield Finding(
        f"{items} {100 * share[last]:.0f} % of the variance of the {scores.n} differences: where large "
        f"losses are this rare and only one model has them, the measured false-alarm rate was up to "
        f"{figure('losses', 'rare large losses of one model, skewed-t')} % at a nominal 5 %, because a "
        "test set may contain none of them"
    )


def _not_seen(case: Case) -> Found:
    """Losses of the favoured model that would end the difference, and that such a test set may not have."""
    scores, metric, at = case.outcomes, case.metric, case.favoured
    if at is None or case.noun == "gate" or metric.right_or_wrong or metric.kind == "whole":
        return
    if metric.higher_is_better or case.result.degenerate or any(_few(case)):
        return
    clustered = scores.clusters is not None
    units = len(np.unique(scores.clusters)) if clustered else scores.n
    near = min(abs(end) for end in case.result.interval)
    rare = 1 - MISSED ** (1 / units)
    losses = (-scores.a, -scores.b)
    usual = float(np.mean(np.sort(losses[at])))
    largest = max(float(np.ptp(np.concatenate(losses))), LARGE * usual, CONFIDENT if metric.clips else 0.0)
    if near >= rare * min(largest, scores.span):
        return
    what, name = "clusters" if clustered else "items", case.names[at]
    yield Finding(
        f"{units} {what} have none of a kind that makes up {100 * rare:.2g} % of all with a probability of "
        f"{100 * MISSED:g} %: if {name} loses {near / rare:.3g} more on those than here (its mean is "
        f"{usual:.3g}), nothing is left of the lower end of the difference"
    )


def _few(case: Case) -> Found:
    scores, metric = case.outcomes, case.metric
    if metric.right_or_wrong or metric.higher_is_better:
        return
    if scores.clusters is None:
        count, what, kind = scores.n, "items", "bounded" if metric.high <= BOUNDED else "unbounded"
    else:
        count, what, kind = len(np.unique(scores.clusters)), "clusters", "clusters"
    sizes, key = ALARMS[kind]
    measured = ", ".join(f"{figure('few units', key.format(units))} % with {units}" for units in sizes)
    if count < sizes[-1] and not case.result.degenerate:
        yield Finding(
            f"{count} {what} may contain none of the large losses of a model: at a nominal 5 %, the measured "
            f"false-alarm rate of skewed-t was up to {measured}"
        )


OF_LOSSES = (
    Pitfall(
        key="few-losses",
        nouns=EVERY_NOUN,
        scope="data",
        importance="casts-doubt",
        title="a mean of few losses",
        when="a loss such as log-loss is compared on fewer than 40 items (brier: 30), or fewer than "
        "10 clusters",
        remedy="compare on more data",
        source="measured here: docs/few_units.md",
        references=(HALL_1992,),
        support=Support(
            basis="measured",
            text="with 10, 20, 30 and 40 items, skewed-t raised up to "
            f"{figures('few units', *(f'log loss, {n} items' for n in (10, 20, 30, 40)))} % false alarms by "
            "log loss, and up to "
            f"{figures('few units', *(f'Brier score, {n} items' for n in (10, 20, 30, 40)))} % by the Brier "
            "score",
            page="measured",
            section="Figures in caveats",
            rates=rates_of("few units", MEASURED_LOSSES),
        ),
        about=PairedScores,
        trigger=_few,
    ),
    Pitfall(
        key="few-large-losses",
        nouns=EVERY_NOUN,
        importance="casts-doubt",
        title="a mean dominated by a few items",
        when="scores or losses of 10 or more items are compared, and the differences provide fewer than "
        "5 degrees of freedom: one to three items carry most of their variance",
        remedy="look at these items, compare on more data, or compare with a bounded loss such as brier",
        source="measured here: docs/losses.md",
        references=(HALL_1992,),
        support=Support(
            basis="measured",
            text="where only one model has large losses that are rare, skewed-t raised up to "
            f"{figure('losses', 'rare large losses of one model, skewed-t')} % false alarms, and the usual t "
            f"test up to {figure('losses', 'rare large losses of one model, paired-mean')} %",
            page="losses",
            section="Losses: other worlds, on which nothing was chosen",
            rates=rates_of(
                "losses",
                {key: f"rare large losses of one model, {key}" for key in ("skewed-t", "paired-mean")},
            ),
        ),
        about=PairedScores,
        trigger=_large_losses,
    ),
    Pitfall(
        key="losses-not-seen",
        nouns=("pair", "ranking"),
        importance="limits",
        title="large losses that are too rare to be in the test set",
        when="a mean of losses decides for a model, and a loss of a size that occurs "
        f"({LARGE:g} times its mean, the range of the losses, or a log loss of {CONFIDENT:g}), on items so "
        f"rare that the test set has none with a probability of {100 * MISSED:g} %, would be as large as the "
        "end of the interval that is nearer to 0 (a gate has a note instead)",
        remedy="compare on more data, or on items that are known to be hard",
        source="measured here: docs/many.md",
        references=(HALL_1992,),
        support=unmeasured(
            "how often such losses occur is not known from a test set that has none; where they do, false "
            "alarms are as many as those of few-large-losses"
        ),
        about=PairedScores,
        trigger=_not_seen,
    ),
    Pitfall(
        key="heavy-tailed-errors",
        nouns=EVERY_NOUN,
        importance="casts-doubt",
        title="a mean of squared errors with heavy tails",
        when="squared-error or rmse decides for a model on 10 or more items, and its errors have heavy "
        "tails (5 % of the squares are more than 12 times their median), or there are fewer than "
        "50 items; or r2 decides, whose values do not show the tails",
        remedy="also compare with absolute-error or median-absolute-error, or compare on more data",
        source="measured here: docs/numbers.md",
        support=Support(
            basis="measured",
            text="where the squared errors of one model have heavy tails, the false-alarm rate rises with "
            f"the number of items: {figures('numbers', *SQUARED.values())} % with 20, 50, 100 and 500 items",
            page="numbers",
            section="Both models equally good: false alarms at 5 %",
            rates=rates_of("numbers", {f"{n} items": key for n, key in SQUARED.items()}),
        ),
        about=PairedScores,
        trigger=_heavy_tails,
    ),
)
