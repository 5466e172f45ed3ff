"""Which columns of tables are the models that are ranked."""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from bakeoff.compare.ranking import MOST_MODELS
from bakeoff.core.exceptions import InputError, ModelsError, unknown_name
from bakeoff.core.metric import Metric
from bakeoff.core.names import names_listed
from bakeoff.core.panel import LabelPanel, check_names
from bakeoff.core.written import plural
from bakeoff.read.engine.column_looks import looks_at
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.engine.reading import read_labels
from bakeoff.read.engine.sources import Source, first_rows
from bakeoff.read.no_models import Look, left_out_note, may_be_model, no_models

FIRST = 100_000  # rows that are read before all of them are
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


def refuse_no_models_at_first(source: Source, models: Mapping[str, str | None], wanted: Wanted) -> None:
    """The same of the first rows of a long file: to count all would take long and much memory."""
    first = first_rows(source, FIRST)
    if first is None:
        return
    try:
        panel = read_labels([first], models, replace(wanted, attributes=()))
    except InputError as problem:
        if problem.expected.startswith("labels "):  # whatever the other rows hold
            raise
        return  # all rows are counted to say how many are wrong
    refuse_no_models(panel)


@dataclass(frozen=True, kw_only=True)
class ModelColumns:
    """The column of each model by its name, and the columns that are no models, with the reason."""

    columns: dict[str, str | None]
    left_out: Mapping[str, str] = field(default_factory=dict)

    @property
    def notes(self) -> tuple[str, ...]:
        """What to say about the columns that were left out."""
        return (left_out_note(self.left_out),) if self.left_out else ()


def model_columns(
    sources: Sequence[Source],
    names: Sequence[str],
    wanted: Wanted,
    metric: Metric,
    asked: Sequence[str],
    *,
    baseline: str | None = None,
) -> ModelColumns:
    """The column of each model by its name: those of one source, all or as named, or one of each."""
    if len(sources) > 1:
        check_names(names, len(sources))
        return ModelColumns(columns=dict.fromkeys(names))
    source = sources[0]
    for each in asked:
        if each not in source.kinds:
            raise unknown_name(f"column in {source.name}", each, list(source.kinds))
    left_out: dict[str, str] = {}
    chosen = list(asked)
    if not asked:
        true = None if metric.is_given else wanted.truth or "truth"
        taken = {wanted.id, wanted.cluster, wanted.by, wanted.count, true}
        free = [each for each in source.kinds if each not in taken]
        left_out = _no_models(source, free, wanted, metric, true, baseline)
        chosen = [each for each in free if each not in left_out]
    if len(chosen) < 2:
        without = f"; {left_out_note(left_out)}" if left_out else ""
        raise ModelsError(
            f"{source.name} has {plural(len(chosen), 'column')} besides the truth: "
            f"{', '.join(chosen) or 'none'}; expected a column for each of two or more models, or a file "
            f"for each model{without}",
            source=source.name,
            names=chosen,
        )
    if len(chosen) > MOST_MODELS:
        raise InputError(
            f"{source.name} has {len(chosen)} columns; expected at most {MOST_MODELS} models: select "
            f"some with models (--models a,b,c)"
        )
    check_names(chosen, len(chosen))
    return ModelColumns(columns={each: each for each in chosen}, left_out=left_out)


def _no_models(
    source: Source,
    free: Sequence[str],
    wanted: Wanted,
    metric: Metric,
    true: str | None,
    baseline: str | None,
) -> dict[str, str]:
    """The columns without a role that are no models, with the reason."""
    known = true if true in source else None
    scored = metric.kind != "labels"
    open_to = [name for name in free if may_be_model(name, scored=scored)]  # others by their names alone
    looked = [*open_to, *([] if known is None else [known])] if wanted.count is None else []
    looks = looks_at(source, looked, truth=known, scored=scored)
    truth = looks.pop(known, None) if known is not None else None
    seen = {name: looks.get(name, Look(rows=0)) for name in free}
    kept = () if baseline is None else (baseline,)
    found = no_models(seen, source=source.name, scored=scored, truth=truth, kept=kept)
    unread = {name: "holds lists or structures" for name in free if source.kinds[name] == "other"}
    return {name: found.get(name) or unread[name] for name in free if name in found or name in unread}
