"""What is known about the models of a ranking before they are judged."""

from collections.abc import Sequence
from typing import cast

from bakeoff.compare.scored import true_classes
from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import Floats, RankedItems
from bakeoff.core.panel import Column, ItemPanel, LabelPanel
from bakeoff.core.verdict import Caveat
from bakeoff.judge.labels import strangers
from bakeoff.judge.material import Built
from bakeoff.judge.pitfalls import BY_KEY
from bakeoff.judge.reversed_class import reversed_class

WHO = "a ranking by areas"
OF_ALL = ("labels-never-meet", "probabilities-reversed")  # of all models, not of pairs


def cautions(
    panel: ItemPanel | LabelPanel,
    built: Sequence[Built],
    metric: Metric,
    *,
    values: Floats,
    positive: object,
) -> tuple[Caveat, ...]:
    """What is known about the pairs, each once, and about all models by their names and ``values``."""
    found = {each.text: each for one in built for each in one.known if each.key not in OF_ALL}
    areas = built[0].outcomes if isinstance(built[0].outcomes, RankedItems) else None
    strange = strangers(panel, panel.names) if isinstance(panel, LabelPanel) else ()
    reverse = _below_half(values) if areas is not None else _reversed(panel, metric, positive)
    return (*strange, *reverse, *found.values())


def _below_half(areas: Floats) -> tuple[Caveat, ...]:
    if max(areas) >= 0.5:
        return ()
    which = "both" if len(areas) == 2 else f"all {len(areas)}"
    text = f"{which} AUCs are below .5, which is worse than chance: check which class is positive"
    return (BY_KEY["auc-below-half"].caveat(text),)


def _reversed(panel: ItemPanel | LabelPanel, metric: Metric, positive: object) -> tuple[Caveat, ...]:
    if metric.needs != "probabilities" or panel.truth is None or isinstance(panel, LabelPanel):
        return ()
    chances = cast(tuple[Floats, ...], panel.answers)
    true, _ = true_classes(cast(Column, panel.truth), chances[0], positive)
    return reversed_class(true, chances, metric)
