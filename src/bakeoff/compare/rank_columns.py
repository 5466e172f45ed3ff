"""Which columns of tables are the models that are ranked."""

import shlex
from collections.abc import Sequence

import numpy as np

from bakeoff.compare.ranking import MOST_MODELS
from bakeoff.compare.two_models import NO_MODEL
from bakeoff.core.exceptions import InputError, ModelsError, unknown_name
from bakeoff.core.metric import Metric
from bakeoff.core.names import names_listed
from bakeoff.core.panel import LabelPanel, check_names
from bakeoff.core.written import plural
from bakeoff.read.alike import names_items
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.engine.sources import Source

MOSTLY_STRANGE, MOSTLY_TRUE = 0.5, 0.9  # shares of values that occur in the truth: of no model, and of models


def refuse_no_models(panel: LabelPanel) -> None:
    """Refuse columns that were not named as models and whose values mostly never occur in the truth."""
    true = np.unique(panel.truth)
    meet = [float(np.isin(said, true) @ panel.counts / panel.n) for said in panel.answers]
    strange = [(name, met) for name, met in zip(panel.names, meet, strict=True) if met < MOSTLY_STRANGE]
    if strange and max(meet) > MOSTLY_TRUE:
        rest = [name for name, met in zip(panel.names, meet, strict=True) if met >= MOSTLY_STRANGE]
        name, met = strange[0]
        none = "no value" if not met else f"only {100 * met:.3g} % of the values"
        raise InputError(
            f"{none} of column {name!r} of {panel.source} {'occur' if met else 'occurs'} in the truth, "
            f"so the column may not hold predictions; name the models: --models "
            f"{shlex.quote(names_listed(rest))}"
        )


def model_columns(
    sources: Sequence[Source], names: Sequence[str], wanted: Wanted, metric: Metric, asked: Sequence[str]
) -> dict[str, str | None]:
    """The column of each model by its name: those of one source, all or as named, or one of each."""
    if len(sources) > 1:
        check_names(names, len(sources))
        return dict.fromkeys(names)
    source = sources[0]
    taken = {wanted.id, wanted.cluster, wanted.by, wanted.count}
    taken |= set() if metric.is_given else {wanted.truth or "truth"}
    free = [each for each in source.kinds if each not in taken and not _has_a_role(each)]
    for each in asked:
        if each not in source.kinds:
            raise unknown_name(f"column in {source.name}", each, list(source.kinds))
    chosen = list(asked) or free
    if len(chosen) < 2:
        raise ModelsError(
            f"{source.name} has {plural(len(chosen), 'column')} besides the truth: "
            f"{', '.join(chosen) or 'none'}; expected a column for each of two or more models, or a file "
            f"for each model",
            source=source.name,
            names=chosen,
        )
    if len(chosen) > MOST_MODELS:
        raise InputError(
            f"{source.name} has {len(chosen)} columns; expected at most {MOST_MODELS} models: select "
            f"some with models (--models a,b,c)"
        )
    check_names(chosen, len(chosen))
    return {each: each for each in chosen}


def _has_a_role(name: str) -> bool:
    """Whether a column is called like one that is no model."""
    return name.lower() in NO_MODEL or names_items(name)
