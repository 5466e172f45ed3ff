"""Plain words for the rankings of an experiment."""

from typing import Any

from bakeoff.core.ranking import Ranking
from bakeoff.core.written import aligned, brief
from bakeoff.experiment.result import ALL_DATA, ExperimentResult, RankedData
from bakeoff.report.words import ranking as words
from bakeoff.report.words.omnibus import omnibus_short
from bakeoff.report.words.tables import Table, table
from bakeoff.report.words.verdict import visible

CHARTS = ("ranks", "mean-ranks")  # pairs are among the comparisons
ON_EACH, BY_ITSELF = "Rankings on each data set", "each holds by itself, not for all data sets at once"


def models(r: Ranking) -> Table:
    """One row for each model, best first; those that may be the best are highlighted."""
    head, *rows = words.model_rows(r)
    strong = [at for at, each in enumerate(r.models) if each.may_be_best]
    caption = "; ".join([words.models_heading(r), *words.models_legend(r)])
    return table(caption, head, rows, numeric=range(1, len(head) - 1), strong=strong)


def in_full(result: ExperimentResult) -> list[RankedData]:
    """The rankings whose models are shown: over all data sets, or on the only one."""
    several = any(each.data == ALL_DATA for each in result.rankings)
    return [each for each in result.rankings if (each.data == ALL_DATA) == several]


def in_brief(result: ExperimentResult) -> list[RankedData]:
    """The rankings on each of several data sets."""
    shown = in_full(result)
    return [each for each in result.rankings if each not in shown]


def about(each: RankedData) -> str:
    """What is ranked over what."""
    over = f"over {each.data}" if each.data == ALL_DATA else f"on {brief(each.data)}"
    return f"Ranking {over} by {each.metric}"


def told(each: RankedData) -> str:
    """The ranking in a sentence, or why there is none."""
    return f"not ranked: {each.refused}" if each.ranking is None else each.ranking.sentence


def _limits(result: ExperimentResult, each: RankedData) -> list[str]:
    """The omnibus test of a ranking, with the caveats and notes that no comparison has."""
    said = {caveat.text for one in (*result.comparisons, *result.across) for caveat in one.verdict.caveats}
    if each.ranking is None:
        return []
    omnibus = each.ranking.omnibus
    found = [] if omnibus is None else [f"omnibus: {omnibus_short(omnibus)}"]
    return found + [f"{kind}: {text}" for kind, text, _ in words.remarks(each.ranking) if text not in said]


def rankings_text(result: ExperimentResult) -> str:
    """All rankings as the terminal shows them, the one over all data sets last."""
    rows = [tuple(map(visible, row)) for row in _brief_rows(result)]
    short = [f"{ON_EACH} ({BY_ITSELF}):", *(f"  {line}" for line in aligned(rows))]
    blocks = [short] if in_brief(result) else []
    blocks += [_block(result, each) for each in in_full(result)]
    return "\n".join("".join(f"{line}\n" for line in lines) for lines in blocks)


def _block(result: ExperimentResult, each: RankedData) -> list[str]:
    """One ranking: its sentence, its models, and what limits it."""
    lines = [visible(f"{about(each)}:"), f"  {visible(told(each))}"]
    if each.ranking is not None:
        rows = [tuple(map(visible, row)) for row in words.model_rows(each.ranking)]
        lines += [f"    {line}" for line in aligned(rows, range(1, len(rows[0]) - 1))]
    return [*lines, *(f"  {visible(line)}" for line in _limits(result, each))]


def _brief_rows(result: ExperimentResult) -> list[tuple[str, ...]]:
    head = ("data", "metric", "may be best", "pairs that differ", "apparent best")
    every = in_brief(result)
    among = [each.data for each in every]
    return [head, *((brief(each.data, among=among), each.metric, *_cells(each)) for each in every)]


def _cells(each: RankedData) -> tuple[str, str, str]:
    return (each.refused, "", "") if each.ranking is None else words.best_cells(each.ranking)


def sections(result: ExperimentResult) -> list[dict[str, Any]]:
    """The rankings as parts of a report, with their values; ``charts`` are the keys of their pictures."""
    found = [
        {
            "heading": about(each),
            "charts": [chart_key(key, each) for key in CHARTS],
            "lines": [told(each), *_limits(result, each)],
            "table": None if each.ranking is None else models(each.ranking),
            "values": [each.to_dict()],
        }
        for each in in_full(result)
    ]
    return found + ([_short_section(result)] if in_brief(result) else [])


def _short_section(result: ExperimentResult) -> dict[str, Any]:
    head, *rows = _brief_rows(result)
    content = table(f"{ON_EACH}, {BY_ITSELF}", head, rows, numeric=(3,))
    values = [each.to_dict() for each in in_brief(result)]
    return {"heading": ON_EACH, "charts": [], "lines": [], "table": content, "values": values}


def chart_key(key: str, each: RankedData) -> str:
    """The key of a picture of a ranking among those of an experiment."""
    return f"{key} {each.data} {each.metric}"
