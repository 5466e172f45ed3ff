"""What the result files of scikit-learn share: names of scorers, and the sign of losses."""

from collections.abc import Sequence

from bakeoff.core.panel import FoldPanel
from bakeoff.metrics import METRICS
from bakeoff.read.fold_scores import is_negated
from bakeoff.read.importers._direction import direction
from bakeoff.read.importers._record import Found, plain

USUAL = "accuracy"


def metric_meant(scorers: Sequence[str], metric: str | None) -> tuple[str, tuple[str, ...]]:
    """The metric to compare by, ours where scikit-learn's scorer has one of ours; and what was supposed.

    >>> metric_meant(["f1_macro"], None), metric_meant(["r2", "max_error"], "r2")[0]
    (('macro-f1', ()), 'r2')
    """
    if metric is not None:
        return METRICS.key_of(metric) or metric, ()
    if list(scorers) == ["score"]:
        return USUAL, (
            "what test_score measures is not told; it is taken for accuracy, as of a classifier by default: "
            "name another by --metric",
        )
    chosen = scorers[0]
    others = f"compared by {plain(chosen)!r}; there is also {', '.join(map(plain, scorers[1:11]))}"
    return METRICS.key_of(chosen) or chosen, (others,) if len(scorers) > 1 else ()


def found_folds(panel: FoldPanel, metric: str, scorers: Sequence[str], notes: tuple[str, ...] = ()) -> Found:
    """Scores by fold with what the names of the scorers tell about them."""
    others = tuple(METRICS.key_of(scorer) or plain(scorer) for scorer in scorers)
    higher, unsure = direction(metric)
    if not higher and is_negated(panel.scores):
        higher = True
        unsure = (f"{plain(metric)} is never above 0: it was negated by the scorer, and higher is better",)
    return Found(
        panel={"": panel},
        metric=metric,
        source=panel.source,
        higher_is_better=higher,
        other_metrics=tuple(each for each in others if each != metric),
        notes=(*notes, *unsure),
    )
