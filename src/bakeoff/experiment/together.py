"""Learners of one run, judged together: their mean scores, errors and joint reference."""

import math
from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats, FoldScores
from bakeoff.core.ranking import Ranking
from bakeoff.core.result import Interval, Result
from bakeoff.core.verdict import Caveat
from bakeoff.experiment.calibrate import recall
from bakeoff.experiment.conduct import Conducted
from bakeoff.experiment.panels import Scored
from bakeoff.experiment.remarks import missing_cells
from bakeoff.experiment.run import refuse_failed
from bakeoff.experiment.summaries import summary_of
from bakeoff.experiment.verdict import Pair, answer_on
from bakeoff.judge.answer import Answer
from bakeoff.judge.facts import WITH_ITEMS, basis_of
from bakeoff.judge.pitfalls import BY_KEY
from bakeoff.judge.pitfalls.rankings import merged_caveats
from bakeoff.judge.ranking import FEW, Asked, Together, judged
from bakeoff.methods._fold_scores import size_ratio
from bakeoff.methods._reference import student_quantile
from bakeoff.methods.items_folds_t import WEIGHTS
from bakeoff.methods.many._joint import Draw, Joint, pairs_of, ratios

DRAWS = 100_000


def ranking_on(conducted: Conducted, scored: Scored, asked: Asked) -> Ranking:
    """The ranking of all learners on one of the data sets, by the metric that they were scored by."""
    names = _best_first(scored)
    first, second = pairs_of(len(names))
    pairs = [(names[i], names[j]) for i, j in zip(first, second, strict=True)]
    answers = {pair: _answer(conducted, scored, pair) for pair in pairs}
    return judged(_together(scored, names, answers, asked.alpha), asked)


def _together(
    scored: Scored, names: tuple[str, ...], answers: Mapping[tuple[str, str], Answer], alpha: float
) -> Together:
    """Learners ready to be judged, from the best to the worst."""
    one = next(iter(answers.values()))
    results = [each.case.asked.result(1 - alpha) for each in answers.values()]
    jointly = all(each.method == WITH_ITEMS for each in results) and scored.folds.items is not None
    known = {each.key: each for each in _of_data(names, answers)}
    known |= {each.key: each for each in missing_cells(scored.run, names)}
    return Together(
        names=names,
        joint=_joint(scored, names, results, jointly=jointly),
        method="max-t" if jointly else one.verdict.result.method,
        own=partial(_own, answers),
        intervals=partial(_intervals, scored, names),
        basis=basis_of(one.case.outcomes, one.verdict.result.n),
        unit=one.case.unit,
        known=tuple(known.values()),
        apart=not jointly,
    )


def _of_data(names: tuple[str, ...], answers: Mapping[tuple[str, str], Answer]) -> tuple[Caveat, ...]:
    """What concerns the data and single learners rather than a pair; each learner is in one pair at least."""
    place = {name: at for at, name in enumerate(names)}
    found = []
    for (a, b), answer in answers.items():
        apart = place[b] == place[a] + 1 and (place[a] % 2 == 0 or place[b] == len(names) - 1)
        for caveat in answer.verdict.caveats:
            pitfall = BY_KEY[caveat.key]
            wanted = pitfall.scope == "data" or (pitfall.scope == "model" and apart)
            if "ranking" in pitfall.nouns and (wanted or caveat.key == "few-items"):
                found.append((a, b, caveat))
    return merged_caveats(found, several=len(names) > 2)


def _best_first(scored: Scored) -> tuple[str, ...]:
    sign, means = scored.measure.metric.sign, {}
    for name, each in zip(scored.folds.names, scored.folds.scores, strict=True):
        if not np.isfinite(each).any():
            refuse_failed(scored.run, name)
            raise InputError(f"{name} has no score: {scored.undefined.get(name, 'all trainings failed')}")
        means[name] = sign * float(np.nanmean(each))
    return tuple(sorted(means, key=lambda name: -means[name]))


def _answer(conducted: Conducted, scored: Scored, names: tuple[str, str]) -> Answer:
    run, experiment = scored.run, conducted.experiment
    # Calibrations are kept under the names in the order of the experiment.
    kept = sorted(names, key=experiment.names.index)
    known = recall(conducted.store, run, (kept[0], kept[1]), (scored.measure.metric.key, experiment.alpha))
    choice = conducted.choices[conducted.runs.index(run)]
    pair = Pair(scored=scored, names=names, experiment=experiment, choice=choice, calibrated=known)
    return answer_on(pair, opinions=False)


def _own(answers: Mapping[tuple[str, str], Answer], a: str, b: str, alpha: float) -> Result:
    """What the comparison of two says about a pair."""
    return answers[a, b].case.asked.result(1 - alpha)


def _intervals(scored: Scored, names: Sequence[str], level: float) -> list[Interval | None]:
    found = [summary_of(scored, name, level) for name in names]
    return [
        None if each.low is None or each.high is None else Interval(low=each.low, high=each.high)
        for each in found
    ]


def _joint(scored: Scored, names: Sequence[str], results: Sequence[Result], *, jointly: bool) -> Joint:
    """The mean scores, the standard errors of the pairs, and a multivariate t reference."""
    folds = scored.folds
    places = [folds.names.index(name) for name in names]
    sign = scored.measure.metric.sign
    values = np.array([sign * float(np.nanmean(folds.scores[at])) for at in places])
    errors = np.array([_error(each) for each in results])
    alike = np.array([each.degenerate and each.p_value == 1 for each in results])
    return Joint(
        values=values,
        errors=errors,
        differing=np.where(alike, 0, FEW),
        draw=_draw(scored, names, results) if jointly else _nothing(len(results)),
        width=len(results),
        units=scored.run.data.n,
        n=scored.run.data.n,
        span=scored.measure.metric.high - scored.measure.metric.low,
    )


def _error(result: Result) -> float:
    """The standard error behind an interval of Student's t."""
    low, high = result.interval
    if not isinstance(result.df, float | int) or not math.isfinite(high - low):
        return 0.0
    return float(high - low) / 2 / student_quantile(float(result.df), (1 - result.level) / 2)


def _draw(scored: Scored, names: Sequence[str], results: Sequence[Result]) -> Draw:
    """Deviations of the pairs: normal ones with the covariances of items and folds, divided by one chi."""
    covariance = _covariance(scored, names)
    spread, axes = np.linalg.eigh(covariance)
    root = axes * np.sqrt(np.maximum(spread, 0.0))
    first, second = pairs_of(len(names))
    own = np.sqrt(np.maximum(np.sum((root[first] - root[second]) ** 2, axis=1), 0.0))
    df = min(float(each.df) for each in results if isinstance(each.df, float | int))

    def draw(count: int, rng: np.random.Generator) -> Floats:
        drawn = rng.standard_normal((count, len(root))) @ root.T
        scale = np.sqrt(rng.chisquare(df, size=(count, 1)) / df)
        return np.asarray(ratios(drawn[:, first] - drawn[:, second], own) / scale)

    return draw


def _covariance(scored: Scored, names: Sequence[str]) -> Floats:
    """The covariances of the mean scores: ``a cov(items) / n + b (1 / (r k) + 1 / (k - 1)) cov(folds)``."""
    pair: FoldScores = scored.pair(names[0], names[1])
    places = [scored.folds.names.index(name) for name in names]
    items = np.asarray(scored.folds.items)[places]
    folds = scored.folds.scores[places].reshape(len(places), -1)
    of_items, of_folds = WEIGHTS[pair.made_of]
    spread = 1 / folds.shape[1] + size_ratio(pair)
    return np.asarray(of_items * np.cov(items) / items.shape[1] + of_folds * spread * np.cov(folds))


def _nothing(pairs: int) -> Draw:
    """Where every pair has its own test there is nothing to draw."""
    return lambda count, rng: np.zeros((count, pairs))
