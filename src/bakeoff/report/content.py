"""The content of a report in any format: plain values, pictures as data, and the text of a terminal."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from bakeoff.core.design import in_words
from bakeoff.core.evidence import Caveat, rank_of
from bakeoff.core.origin import Origin, origin_here
from bakeoff.core.outcomes import DatasetScores, FoldScores, LayoutScores, SampleScores
from bakeoff.core.verdict import Comparison, Verdict
from bakeoff.core.works import ON_REPLICATION
from bakeoff.core.written import brief
from bakeoff.experiment.result import ExperimentResult
from bakeoff.report.draw.charts import Chart, forest, slices_charts, verdict_charts, verdict_page
from bakeoff.report.draw.figure import Figure
from bakeoff.report.draw.ranking_charts import ranking_charts
from bakeoff.report.words import paragraph, ranking_paragraph, tables
from bakeoff.report.words import rankings as ranking_words
from bakeoff.report.words import slices as slice_words
from bakeoff.report.words.evidence import headline
from bakeoff.report.words.experiment import experiment_text, failures
from bakeoff.report.words.facts import adjusted_told, option_told, replication_row, tuning_told
from bakeoff.report.words.references import in_full, keys_of, label
from bakeoff.report.words.verdict import finding, visible

What = Verdict | ExperimentResult
# Which of Dietterich's nine questions outcomes of a kind answer (advice/questions.py).
ALGORITHMS: dict[type, int] = {FoldScores: 8, SampleScores: 7, LayoutScores: 7, DatasetScores: 9}
CLASSIFIERS = 3


def summarise(what: What, origin: Origin | None = None) -> dict[str, Any]:
    """The content of a report as plain values for strict JSON.

    Examples
    --------
    >>> from bakeoff import compare_counts
    >>> found = summarise(compare_counts(15, 35, n=412))
    >>> found["headline"], found["comparisons"][0]["values"]["estimate"]
    ('B is better', -0.04854368932038835)
    """
    origin = origin_here() if origin is None else origin
    version = dict(origin.versions).get("bakeoff", "")
    found = printable(_told(what, version) | {"repeat": _repeat(what, origin)})
    named = any(each["replicability"] for each in found["comparisons"])  # in a row of numbers
    return cited_works(found, keys_of(ON_REPLICATION) if named else ())


def cited_works(found: dict[str, Any], more: Iterable[str] = ()) -> dict[str, Any]:
    """A summary with the works that its paragraph cites, and more."""
    cited = dict.fromkeys([*(key for each in found["paragraph"] for key in each["cites"]), *more])
    return found | {"references": [{"key": key, "text": in_full(key)} for key in cited]}


def _told(what: What, version: str) -> dict[str, Any]:
    if isinstance(what, Verdict):
        every = [Comparison(data="", metric=what.metric, verdict=what)]
        deciding, shown, learners, remarks = every, every, None, []
        said = paragraph.of_verdict(what, version)
    else:
        every, deciding = [*what.comparisons, *what.across], list(what.deciding)
        shown = [*deciding, *what.across] if len(deciding) > 1 else every
        learners, remarks = tables.learners(what.summaries), _remarks(what)
        *said, computed = paragraph.of_experiment(what, version)
        said += [*_ranked(what), computed]
    first, alone = deciding[0].verdict, len(deciding) == 1
    limited = every[:1] if alone else every
    sign = tables.whose(first) if alone else "the first minus the second, above 0 if the first is better"
    return {
        **(_headed(first) if alone else _several(deciding)),
        "void": paragraph.warning([each.verdict for each in deciding]),
        "sign": f"Differences are {sign}",
        "comparisons": [_comparison(each.data, each.verdict) for each in shown],
        "overview": tables.overview(every),
        "caveats": _caveats([(_about(each), each.verdict) for each in limited]),
        "learners": learners,
        "rankings": [] if isinstance(what, Verdict) else ranking_words.sections(what),
        "remarks": remarks,
        "paragraph": [{"text": each.text, "cites": list(each.cites)} for each in said],
    }


def _ranked(result: ExperimentResult) -> list[paragraph.Sentence]:
    """Sentences about the ranking by the metric that decides."""
    first = next(iter(ranking_words.in_full(result)), None)
    return [] if first is None or first.ranking is None else ranking_paragraph.of_part(first.ranking)


def _headed(verdict: Verdict) -> dict[str, str]:
    return {
        "title": f"{verdict.names[0]} against {verdict.names[1]}",
        "decision": verdict.decision,
        "grade": verdict.strength.grade,
        "headline": headline(verdict),
        "lead": finding(verdict),
    }


def _several(deciding: list[Comparison]) -> dict[str, str]:
    decided = [each for each in deciding if each.verdict.decision != "undecided"]
    first = deciding[0].verdict
    adjusted = f"; {adjusted_told(first.adjustment)}" if first.adjustment else ""
    return {
        "title": f"{len(deciding)} comparisons",
        "decision": "several",
        "grade": "none",
        "headline": f"{len(decided)} of {len(deciding)} comparisons decided",
        "lead": f"by {first.metric} at alpha {first.alpha:g}{adjusted}",
    }


def _about(each: Comparison) -> str:
    return f"{each.verdict.names[0]} and {each.verdict.names[1]} on {each.data} by {each.metric}"


def _comparison(data: str, v: Verdict) -> dict[str, Any]:
    """One verdict: its words, its numbers as they are and as tables."""
    return {
        "data": data,
        "title": f"{v.names[0]} against {v.names[1]}" + (f" on {data}" if data else ""),
        "decision": v.decision,
        "grade": v.strength.grade,
        "headline": headline(v),
        "sentence": v.sentence,
        "values": v.to_dict(),
        "options": {name: option_told(value) for name, value in v.options},
        "question": _question(v),
        "numbers": tables.numbers(v),
        "counts": tables.counts(v),
        "differences": tables.differences(v),
        "opinions": tables.opinions(v),
        "slices": tables.slices(v),
        "by": brief(v.by) if v.slices else "",
        "sliced": slice_words.sentence(v) if v.slices else "",
        "notes": list(v.result.notes),
        "risk": v.risk,
        "replicability": _replication(v),
    }


def _replication(v: Verdict) -> str:
    """The prediction with its source and its critics; nothing where it only restates the p-value."""
    told = replication_row(v)
    return f"{told} ({'; '.join(map(label, keys_of(ON_REPLICATION)))})" if told else ""


def _question(v: Verdict) -> dict[str, Any] | None:
    """Which of the nine questions such outcomes answer; a holdout among learners answers none well."""
    from bakeoff.advice.questions import questions

    kind = None if v.evidence is None else v.evidence.kind
    if any(caveat.key == "tuned-on-test" for caveat in v.caveats):
        return None  # all nine ask about items that played no part
    held_out = v.work is not None and v.work.design.key == "holdout"
    if kind is None or (kind not in ALGORITHMS and held_out):
        return None
    number = ALGORITHMS.get(kind, 8 if v.work else CLASSIFIERS)
    return {"number": number, "asks": next(each.asks for each in questions() if each.number == number)}


def _caveats(told: list[tuple[str, Verdict]]) -> list[dict[str, Any]]:
    """Each caveat once, with the comparisons that it is about where it is not about all."""
    found: dict[Caveat, list[str]] = {}
    for about, verdict in told:
        for caveat in verdict.caveats:
            found.setdefault(caveat, []).append(about)
    return [
        {
            "key": caveat.key,
            "importance": caveat.importance,
            "text": caveat.text,
            "remedy": caveat.remedy,
            "source": caveat.source,
            "about": [] if len(about) == len(told) else about,
        }
        for caveat, about in sorted(found.items(), key=lambda each: rank_of(each[0].importance))
    ]


def _remarks(result: ExperimentResult) -> list[str]:
    """Further results of an experiment: tuning, permutation references, failures, notes."""
    return [
        *(f"tuned on {each.data}: {each.learner}: {tuning_told(each)}" for each in result.tuning),
        *(f"with permuted labels, {data}: {each.sentence}" for data, each in result.randomizations),
        *failures(result),
        *result.notes,
    ]


def _repeat(what: What, origin: Origin) -> tables.Table:
    """What is needed to get the same numbers again."""
    verdict = what.verdict if isinstance(what, ExperimentResult) else what
    rows = repeat_rows(origin)
    rows += [(f"option {name}", option_told(value)) for name, value in verdict.options]
    if isinstance(what, ExperimentResult):
        rows += [("design", in_words(what.design))]
        rows += [(f"learner {name}", text) for name, text in what.learners.items()]
    verdicts = [each.verdict for each in what.comparisons] if isinstance(what, ExperimentResult) else [what]
    prints = [
        f"fingerprint {v.evidence.fingerprint}" for v in verdicts if v.evidence and v.evidence.fingerprint
    ]
    rows += [("numbers compared", ", ".join(prints))] if prints else []
    rows += [(name, version) for name, version in origin.versions]
    return tables.table("Command, files, numbers and programs", ("", ""), rows)


def repeat_rows(origin: Origin) -> list[tuple[str, str]]:
    """Command, files and rng."""
    rows = [("command", origin.command)] if origin.command else []
    rows += [(f"SHA-256 of {name}", digest) for name, digest in origin.files]
    return rows + ([("rng", origin.rng)] if origin.rng else [])


def printable(value: object) -> Any:
    """The values without control characters and with numbers of strict JSON only."""
    if isinstance(value, dict):
        return {visible(str(name)): printable(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [printable(each) for each in value]
    if isinstance(value, str):
        return visible(value)
    return None if isinstance(value, float) and not math.isfinite(value) else value


FOREST = "The difference of each pair with its interval; the numbers are in the table of all comparisons."


@dataclass(frozen=True)
class Content:
    """All that is reported of a verdict or an experiment; each part is made when a format needs it."""

    what: What
    origin: Origin = field(default_factory=origin_here)

    @property
    def version(self) -> str:
        """The version of the program that found it; nothing where that is not known."""
        return dict(self.origin.versions).get("bakeoff", "")

    @cached_property
    def summary(self) -> dict[str, Any]:
        """Words and numbers as plain values."""
        return summarise(self.what, self.origin)

    @property
    def text(self) -> str:
        """The plain text of the terminal."""
        return f"{self.what}\n" if isinstance(self.what, Verdict) else experiment_text(self.what)

    @property
    def charts(self) -> tuple[Chart, ...]:
        """The figures of one verdict, or the forest of several, each with its key and what it shows."""
        if self._one is not None:
            return verdict_charts(replace(self._one, opinions=()))
        units: dict[Any, list[Comparison]] = {}
        for each in self.what.deciding if isinstance(self.what, ExperimentResult) else ():
            units.setdefault(each.verdict.unit, []).append(each)
        found = []
        for same in units.values():
            labels = [visible(f"{' - '.join(each.verdict.names)}, {each.data}") for each in same]
            found.append(("forest", forest([each.verdict for each in same], labels), FOREST))
        return tuple(found)

    @property
    def methods_chart(self) -> tuple[Chart, ...]:
        """The difference by every valid method, where a verdict has more than one."""
        if self._one is None or len(self._one.opinions) < 2:
            return ()
        key, figure, alt = verdict_charts(self._one)[0]
        return ((key, replace(figure, title="The difference by all methods that accept these data"), alt),)

    @property
    def slices_chart(self) -> tuple[Chart, ...]:
        """The forest of a sliced verdict."""
        return () if self._one is None else slices_charts(self._one)

    @property
    def rankings_charts(self) -> tuple[Chart, ...]:
        """Values, possible ranks and mean ranks of the rankings of an experiment."""
        every = ranking_words.in_full(self.what) if isinstance(self.what, ExperimentResult) else ()
        return tuple(
            (ranking_words.chart_key(key, each), figure, alt)
            for each in every
            for key, figure, alt in (() if each.ranking is None else ranking_charts(each.ranking))
            if key in ranking_words.CHARTS
        )

    @property
    def picture(self) -> Figure:
        """All pictures of one verdict on a page; a forest of several, or of slices."""
        several = self.slices_chart or (self.charts if self._one is None else ())
        return several[0][1] if several or self._one is None else verdict_page(self._one)

    @property
    def _one(self) -> Verdict | None:
        """The verdict that decides alone, if one does."""
        if isinstance(self.what, Verdict):
            return self.what
        return self.what.verdict if len(self.what.deciding) == 1 else None
