"""Ranking of many models by their predictions for the same items."""

from collections.abc import Hashable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, TypedDict, Unpack

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.compare.guessed_class import PositiveClass, settle_class
from bakeoff.compare.item_scores import item_material
from bakeoff.compare.options import refuse_unknown
from bakeoff.compare.predictions import panel_in_memory, panel_material
from bakeoff.compare.together import best_first, counted_panel
from bakeoff.core.arrays import PerItem
from bakeoff.core.exceptions import BakeoffError, InputError
from bakeoff.core.metric import Metric
from bakeoff.core.missing import Missing, check_missing
from bakeoff.core.outcomes import Ints
from bakeoff.core.panel import ItemPanel, LabelPanel
from bakeoff.core.ranking import RankedSlice, Ranking
from bakeoff.core.roles import role_of
from bakeoff.core.verdict import Heterogeneity
from bakeoff.judge.either_class import ranking_by_either
from bakeoff.judge.material import crossed_clusters
from bakeoff.judge.ranking import Asked, Together, judged
from bakeoff.judge.slices import crossed, few_enough, in_order, welch
from bakeoff.metrics import MetricLike, metric_of
from bakeoff.read.alike import to_labels
from bakeoff.read.columns import named_columns, same_rows
from bakeoff.read.lacking import refuse_bounds
from bakeoff.read.no_models import left_out_note, look_at, no_models
from bakeoff.read.values import a_kind

Moved = dict[str, dict[object, float]]
MOST_MODELS = 200  # of which 10,000 draws of all pairs take 1.6 GB


class RankOptions(TypedDict, total=False):
    """Keywords that every ``rank_*`` of items takes.

    alpha
        The probability of any false statement about any pair or rank, and the probability that the set of
        possible best leaves out the best, or of several equally good models a given one (default 0.05).
    margin
        Differences smaller than this do not matter; allows the decision ``equivalent``.
    resamples
        Number of bootstrap resamples of the items (default 10,000).
    step_down
        Whether p-values are those of the step-down method, which intervals do not follow (default False).
    tried
        Number of such families of models that were tried in total (default 1): p-values are adjusted by
        Bonferroni's method, and intervals and ranks have the level 1 - alpha / tried.
    tuned_on_test
        Whether the items were used to choose the models; a caveat then says what this invalidates.
    rng
        A whole number or numpy Generator (default 0).
    """

    alpha: float
    margin: float | None
    resamples: int
    step_down: bool
    tried: int
    tuned_on_test: bool
    rng: Any


def rank_predictions(
    truth: ArrayLike,
    models: Mapping[str, ArrayLike] | object,
    *,
    metric: MetricLike = "accuracy",
    baseline: str | None = None,
    clusters: PerItem = None,
    by: PerItem = None,
    positive: Hashable = None,
    missing: Missing | None = None,
    **options: Unpack[RankOptions],
) -> Ranking:
    """Rank models by their predictions for the same items.

    All intervals and p-values, the possible ranks and the set of possible best models come from one joint
    reference distribution: a studentised bootstrap of the items.

    Parameters
    ----------
    truth
        The true label of each item.
    models
        The predictions of each model by name: a dict or a data frame, with items in the order of truth.
        Columns of a data frame whose names and values are those of ids, folds and the like are left out,
        with a note.
        Labels, or for ``auc``, ``log-loss`` and ``brier`` scores or probabilities as in
        `compare_predictions`.
    metric
        The metric to rank by: a key, or a function of the confusion matrix, as in `compare_predictions`.
    baseline
        The model that all others are compared with; by default all pairs are compared.
    clusters
        Which items belong together; whole clusters are resampled.
    by
        A column that divides the items into slices: the ranking then has a ranking for each of its values.
    positive
        The positive class for ``f1``, ``precision``, ``auc`` and similar metrics.
    missing
        What an empty answer counts as: ``"wrong"`` or ``"drop"`` (items that any of the models lacks are left
        out). Without it missing answers are refused.
    **options
        ``alpha``, ``margin``, ``resamples``, ``step_down``, ``tried``, ``tuned_on_test``, ``rng``.

    Examples
    --------
    >>> truth = [1, 0] * 100
    >>> models = {"always": [1] * 200, "truth": truth, "nearly": truth[:-9] + [0] * 9}
    >>> ranking = rank_predictions(truth, models, resamples=1000)
    >>> [(each.name, each.rank) for each in ranking.models], ranking.best
    ([('truth', (1, 2)), ('nearly', (1, 2)), ('always', (3, 3))], ('truth', 'nearly'))
    """
    refuse_unknown(rank_predictions, options, ranks=RankOptions.__annotations__)
    record = metric_of(metric)
    named = named_columns(models)
    if not named:
        raise InputError(
            f"models is {'empty' if named == {} else a_kind(models)}; expected a dict or a data frame "
            f"with the predictions of two or more named models"
        )
    left_out = {} if isinstance(models, Mapping) else _no_models(named, truth, record, baseline)
    named = {name: each for name, each in named.items() if name not in left_out}
    called = {f"model {name}": each for name, each in named.items()}
    same_rows(truth=truth, clusters=clusters, by=by, **called)
    filling = check_missing(missing)
    refuse_bounds(filling)
    panel = panel_in_memory(
        truth, called, record, names=tuple(named), clusters=clusters, by=by, missing=filling
    )
    ranking = rank_panel(panel, record, baseline=baseline, positive=positive, **options)
    if not left_out:
        return ranking
    return replace(
        ranking,
        roles={"models": role_of(named, said=False)},
        left_out=tuple(left_out),
        notes=(*ranking.notes, left_out_note(left_out, "a dict of their columns")),
    )


def _no_models(
    named: Mapping[str, Any], truth: ArrayLike, metric: Metric, baseline: str | None
) -> dict[str, str]:
    """The columns of a data frame that are no models, with the reason; none if fewer than two are left."""
    looks = {name: look_at(np.asarray(each)) for name, each in named.items()}
    found = no_models(
        looks,
        source="the data frame",
        scored=metric.kind != "labels",
        truth=look_at(np.asarray(truth)),
        kept=() if baseline is None else (baseline,),
    )
    return found if len(named) - len(found) > 1 else {}


def rank_panel(
    panel: ItemPanel | LabelPanel,
    metric: Metric,
    *,
    baseline: str | None = None,
    positive: Hashable = None,
    by: str = "",
    **options: Unpack[RankOptions],
) -> Ranking:
    """The ranking of the models of a panel, with one for each slice where it has slices ``by`` a column."""
    if len(panel.names) < 2:
        raise InputError(f"there is only one model, {panel.names[0]!r}; expected at least two to rank")
    if len(panel.names) > MOST_MODELS:
        raise InputError(f"there are {len(panel.names)} models; expected at most {MOST_MODELS}: rank fewer")
    asked = Asked(metric=metric, baseline=baseline, **options)

    chosen = _settled(panel, metric, positive)
    ready = partial(best_first, asked=asked, positive=chosen.positive)

    def ranked(models: Together, part: ItemPanel | LabelPanel, asked: Asked) -> Ranking:
        ranking = judged(models, asked)
        if chosen.guess is None:
            return ranking
        other = chosen.guess.other

        def turned() -> Ranking:
            return judged(best_first(part, asked, positive=other), asked)

        return ranking_by_either(ranking, turned, chosen.guess)

    models = ready(panel)
    overall = ranked(replace(models, known=(*chosen.known, *models.known)), panel, asked)
    lacking = panel.lacking
    notes = panel.notes if lacking is None else (*panel.notes, str(lacking))
    overall = replace(overall, notes=overall.notes + notes, missing=lacking)
    if panel.slices is None:
        return overall
    codes, names = _slices(panel)
    parts = [(name, panel.only(codes == at)) for at, name in enumerate(few_enough(names, panel.n))]
    parts.sort(key=lambda part: in_order(part[0]))
    each = replace(asked, alpha=asked.alpha / len(parts))
    found = [_sliced(name, part, ready, ranked, each) for name, part in parts]
    valid = {part.name: models for part, models in found if models is not None}
    spread = _heterogeneity(valid, _moved(panel, metric, chosen.positive)) if len(valid) > 1 else None
    return replace(overall, by=by or "slice", slices=tuple(part for part, _ in found), heterogeneity=spread)


def _slices(panel: ItemPanel | LabelPanel) -> tuple[Ints, tuple[str, ...]]:
    """The slice of each row, and the names of the slices."""
    if isinstance(panel, LabelPanel):
        return np.asarray(panel.slices), panel.slice_names
    codes, names = to_labels(by=np.asarray(panel.slices))
    return codes["by"], tuple(map(str, names))


def _settled(panel: ItemPanel | LabelPanel, metric: Metric, positive: Hashable) -> PositiveClass:
    """The positive class, which is the same for all models and slices."""
    labels = metric.per_class and positive is None and panel.truth is not None
    return settle_class(counted_panel(panel) if labels else panel, metric, positive)


def _sliced(
    name: str, part: Any, ready: Any, ranked: Any, asked: Asked
) -> tuple[RankedSlice, Together | None]:
    """The ranking of one slice, at a level adjusted for all, or why there is none; its models if valid."""
    try:
        models = ready(part)
        ranking = ranked(models, part, asked)
    except BakeoffError as problem:
        return RankedSlice(name=name, n=part.n, refused=str(problem)), None
    valid = ranking.strength.grade != "invalid"
    return RankedSlice(name=name, n=part.n, ranking=ranking), models if valid else None


def _moved(panel: ItemPanel | LabelPanel, metric: Metric, positive: Hashable) -> dict[str, Moved]:
    """For each model and slice, how far each cluster moves what the first model is better by.

    Nothing where no cluster is in two slices.
    """
    if panel.clusters is None:
        return {}
    first, *others = sorted(panel.names)
    found: dict[str, Moved] = {}
    for other in others:
        two = panel.pair(first, other)
        if two.truth is None:
            of_first, answers = two.answers
            material = item_material(of_first, answers, metric, clusters=two.clusters, by=two.slices)
        else:
            material = panel_material(two, metric, positive=positive)
        found[other] = crossed_clusters(material.parts, "auto")
        if not found[other]:
            return {}
    return found | {first: {name: {} for each in found.values() for name in each}}


def _between(a: Moved, b: Moved) -> Moved:
    """How far each cluster moves the difference of two models, by slice."""
    return {
        name: {each: b[name].get(each, 0.0) - a[name].get(each, 0.0) for each in a[name] | b[name]}
        for name in a
        if name in b
    }


def _heterogeneity(slices: Mapping[str, Together], moved: Mapping[str, Moved]) -> Heterogeneity | None:
    """Whether differences vary between slices: the pair that varies most, adjusted for all pairs."""
    found: list[Heterogeneity | None] = []
    names = sorted(next(iter(slices.values())).names)
    pairs = [(a, b) for at, a in enumerate(names) for b in names[at + 1 :]]
    for a, b in pairs:
        told = {name: (*each.difference(a, b), each.joint.units) for name, each in slices.items()}
        told = {name: row for name, row in told.items() if row[1] > 0}
        if moved:
            estimates = {name: estimate for name, (estimate, _, _) in told.items()}
            found.append(crossed(estimates, _between(moved[a], moved[b])))
        elif len(told) > 1:
            found.append(welch(*np.array(list(told.values()), dtype=np.float64).T))
    tests = [each for each in found if each is not None]
    if not tests:
        return None
    most = min(tests, key=lambda each: each.p_value)
    return replace(most, p_value=min(1.0, len(tests) * most.p_value))
