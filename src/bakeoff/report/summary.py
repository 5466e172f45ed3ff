"""One plain summary of a verdict or an experiment, which every format renders.

All text that came from outside is made visible.
"""

import math
from typing import Any

from bakeoff.core.design import in_words
from bakeoff.core.origin import Origin, origin_here
from bakeoff.core.outcomes import DatasetScores, FoldScores, LayoutScores, SampleScores
from bakeoff.core.verdict import Caveat, Comparison, Verdict
from bakeoff.core.written import brief
from bakeoff.experiment.result import ExperimentResult
from bakeoff.judge.facts import opening
from bakeoff.report.words import paragraph, tables
from bakeoff.report.words import slices as slice_words
from bakeoff.report.words.experiment import failures
from bakeoff.report.words.facts import adjusted_told, option_told, replication_told, tuning_told
from bakeoff.report.words.references import in_full
from bakeoff.report.words.verdict import finding, visible

What = Verdict | ExperimentResult
# Which of Dietterich's nine questions outcomes of a kind answer (advice/questions.py).
ALGORITHMS: dict[type, int] = {FoldScores: 8, SampleScores: 7, LayoutScores: 7, DatasetScores: 9}
CLASSIFIERS = 3


def summarise(what: What, origin: Origin | None = None) -> dict[str, Any]:
    """Everything that a report says, as plain values for strict JSON.

    Examples
    --------
    >>> from bakeoff import compare_counts
    >>> found = summarise(compare_counts(15, 35, n=412))
    >>> found["headline"], found["comparisons"][0]["values"]["estimate"]
    ('B is better', -0.04854368932038835)
    """
    origin = origin_here() if origin is None else origin
    version = dict(origin.versions).get("bakeoff", "")
    told = _of_experiment(what, version) if isinstance(what, ExperimentResult) else _of_verdict(what, version)
    found: dict[str, Any] = _visible(told | {"repeat": _repeat(what, origin)})
    cited = dict.fromkeys(key for each in found["paragraph"] for key in each["cites"])
    found["references"] = [{"key": key, "text": in_full(key)} for key in cited]
    return found


def _of_verdict(verdict: Verdict, version: str) -> dict[str, Any]:
    return {
        "title": f"{verdict.names[0]} against {verdict.names[1]}",
        "decision": verdict.decision,
        "headline": opening(verdict),
        "lead": finding(verdict),
        "void": paragraph.warning([verdict]),
        "sign": f"Differences are {tables.whose(verdict)}",
        "comparisons": [_comparison("", verdict)],
        "overview": tables.overview([Comparison(data="", metric=verdict.metric, verdict=verdict)]),
        "caveats": _caveats([("", verdict)]),
        "learners": None,
        "remarks": [],
        "paragraph": _sentences(paragraph.of_verdict(verdict, version)),
    }


def _of_experiment(result: ExperimentResult, version: str) -> dict[str, Any]:
    every = (*result.comparisons, *result.across)
    main = [each for each in every if each in result.deciding or each in result.across]
    found = _of_verdict(result.verdict, version)
    alone = len(result.deciding) == 1
    if not alone:
        decided = [each for each in result.deciding if each.verdict.decision != "undecided"]
        found |= {
            "title": f"{len(result.deciding)} comparisons",
            "decision": "several",
            "headline": f"{len(decided)} of {len(result.deciding)} comparisons decided",
            "lead": _several(result),
            "void": paragraph.warning([each.verdict for each in result.deciding]),
            "sign": "Differences are the first minus the second, above 0 where the first is better",
        }
    return found | {
        "comparisons": [_comparison(each.data, each.verdict) for each in (main if not alone else every)],
        "overview": tables.overview(every),
        "caveats": _caveats([(_about(each), each.verdict) for each in (every if not alone else every[:1])]),
        "learners": tables.learners(result.summaries),
        "remarks": _remarks(result),
        "paragraph": _sentences(paragraph.of_experiment(result, version)),
    }


def _several(result: ExperimentResult) -> str:
    first = result.verdict
    adjusted = f"; {adjusted_told(first.adjustment)}" if first.adjustment else ""
    return f"by {first.metric} at alpha {first.alpha:g}{adjusted}"


def _about(each: Comparison) -> str:
    return f"{each.verdict.names[0]} and {each.verdict.names[1]} on {each.data} by {each.metric}"


def _comparison(data: str, v: Verdict) -> dict[str, Any]:
    """One verdict: its words, its numbers as they are and as tables."""
    return {
        "data": data,
        "title": f"{v.names[0]} against {v.names[1]}" + (f" on {data}" if data else ""),
        "decision": v.decision,
        "headline": opening(v),
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
        "replicability": "" if v.replicability is None else replication_told(v.replicability),
    }


def _question(v: Verdict) -> dict[str, Any] | None:
    """The one of the nine questions that such outcomes answer; a holdout among learners answers none well."""
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
            "text": caveat.text,
            "remedy": caveat.remedy,
            "source": caveat.source,
            "about": [] if len(about) == len(told) else about,
        }
        for caveat, about in found.items()
    ]


def _remarks(result: ExperimentResult) -> list[str]:
    """What else an experiment says: tuning, references to chance, failures, notes."""
    return [
        *(f"tuned on {each.data}: {each.learner}: {tuning_told(each)}" for each in result.tuning),
        *(f"with permuted labels, {data}: {each.sentence}" for data, each in result.randomizations),
        *failures(result),
        *result.notes,
    ]


def _sentences(paragraph_: list[paragraph.Sentence]) -> list[dict[str, Any]]:
    return [{"text": each.text, "cites": list(each.cites)} for each in paragraph_]


def _repeat(what: What, origin: Origin) -> tables.Table:
    """What is needed to get the same numbers once more."""
    verdict = what.verdict if isinstance(what, ExperimentResult) else what
    rows = [("command", origin.command)] if origin.command else []
    rows += [(f"SHA-256 of {name}", digest) for name, digest in origin.files]
    rows += [("rng", origin.rng)] if origin.rng else []
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


def _visible(value: object) -> Any:
    """Every text in it without control characters, every number one that strict JSON has."""
    if isinstance(value, dict):
        return {visible(str(name)): _visible(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_visible(each) for each in value]
    if isinstance(value, str):
        return visible(value)
    return None if isinstance(value, float) and not math.isfinite(value) else value
