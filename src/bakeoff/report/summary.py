"""One plain summary of a verdict or an experiment, which every format renders.

A table is a dict with ``caption``, ``head``, ``rows`` (the first cell names the row), ``numeric`` (columns
that hold numbers) and ``strong`` (rows that stand out). All text that came from outside is made visible.
"""

import math
from typing import Any

import numpy as np

from bakeoff.core import words
from bakeoff.core.evidence import Evidence
from bakeoff.core.origin import Origin, origin_here
from bakeoff.core.verdict import Caveat, Verdict
from bakeoff.experiment.result import Comparison, ExperimentResult, Summary
from bakeoff.report import paragraph
from bakeoff.report.references import in_full
from bakeoff.report.visible import visible

What = Verdict | ExperimentResult
SHOWN_FAILURES = 5
# Which of Dietterich's nine questions outcomes of a kind answer (compare/questions.py).
ALGORITHMS = {
    "fold scores of two learners under one design": 8,
    "scores on independent samples": 7,
    "scores by training set and item": 7,
    "one score for each data set": 9,
}
CLASSIFIERS = 3


def summarise(what: What, origin: Origin | None = None) -> dict[str, Any]:
    """Everything that a report says, as plain values for strict JSON.

    Parameters
    ----------
    what
        A verdict, or what an experiment found.
    origin
        Where it came from; without it the versions of the programs alone are told.

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
        "headline": words.opening(verdict),
        "lead": _lead(verdict),
        "comparisons": [_comparison("", verdict)],
        "overview": _overview([Comparison(data="", metric=verdict.metric, verdict=verdict)]),
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
        }
    return found | {
        "comparisons": [_comparison(each.data, each.verdict) for each in (main if not alone else every)],
        "overview": _overview(every),
        "caveats": _caveats([(_about(each), each.verdict) for each in (every if not alone else every[:1])]),
        "learners": _learners(result.summaries),
        "remarks": _remarks(result),
        "paragraph": _sentences(paragraph.of_experiment(result, version)),
    }


def _several(result: ExperimentResult) -> str:
    first = result.verdict
    adjusted = f"; p-values adjusted ({first.adjustment}), intervals not" if first.adjustment else ""
    return f"by {first.metric} at alpha {first.alpha:g}{adjusted}"


def _about(each: Comparison) -> str:
    return f"{each.verdict.names[0]} and {each.verdict.names[1]} on {each.data} by {each.metric}"


def _comparison(data: str, v: Verdict) -> dict[str, Any]:
    """One verdict: its words, its numbers as they are and as tables."""
    return {
        "data": data,
        "title": f"{v.names[0]} against {v.names[1]}" + (f" on {data}" if data else ""),
        "decision": v.decision,
        "headline": words.opening(v),
        "sentence": v.sentence,
        "values": v.to_dict(),
        "options": dict(v.options),
        "question": _question(v),
        "numbers": _table("Estimate, interval and test", ("", ""), _numbers(v)),
        "counts": _counts(v),
        "differences": _differences(v.evidence),
        "opinions": _opinions(v),
        "notes": list(v.result.notes),
        "risk": v.risk,
        "replicability": "" if v.replicability is None else str(v.replicability),
    }


def _numbers(v: Verdict) -> list[tuple[str, ...]]:
    """The numbers behind the sentence; the chance of the same decision stands with what limits it."""
    return [row for row in words.numbers(v) if row[0] != "again"]


def _lead(v: Verdict) -> str:
    return v.sentence.removeprefix(f"{words.opening(v)}: ")


def _table(
    caption: str, head: Any, rows: Any, *, numeric: tuple[int, ...] = (), strong: tuple[int, ...] = ()
) -> dict[str, Any]:
    listed = [list(row) for row in rows]
    return {
        "caption": caption,
        "head": list(head),
        "rows": listed,
        "numeric": list(numeric),
        "strong": list(strong),
    }


def _question(v: Verdict) -> dict[str, Any] | None:
    """The one of the nine questions that such outcomes answer; a holdout among learners answers none well."""
    from bakeoff.compare.questions import QUESTIONS

    kind = "" if v.evidence is None else v.evidence.kind
    design = dict(v.work).get("design", "")
    if not kind or (kind not in ALGORITHMS and design.startswith("Holdout")):
        return None
    number = ALGORITHMS.get(kind, 8 if v.work else CLASSIFIERS)
    return {"number": number, "asks": next(each.asks for each in QUESTIONS if each.number == number)}


def _counts(v: Verdict) -> dict[str, Any] | None:
    """The two-by-two table, with sums where all four cells are known."""
    if v.evidence is None or v.evidence.counts is None:
        return None
    both, only_a, only_b, neither = v.evidence.counts
    a, b = v.names
    rows: list[list[Any]] = [[f"{a} right", both, only_a], [f"{a} wrong", only_b, neither]]
    head = ["", f"{b} right", f"{b} wrong"]
    if both is not None and neither is not None:
        rows = [[*row, row[1] + row[2]] for row in rows]
        rows.append(["together", both + only_b, only_a + neither, v.result.n])
        head.append("together")
    shown = [["not given" if cell is None else str(cell) for cell in row] for row in rows]
    return _table("Items by who was right", head, shown, numeric=tuple(range(1, len(head))))


def _differences(evidence: Evidence | None) -> dict[str, Any] | None:
    """The differences of folds, samples or data sets in short."""
    if evidence is None or evidence.differences is None:
        return None
    each = np.asarray(evidence.differences, dtype=float).ravel()
    rows = [
        ("how many", str(each.size)),
        ("A ahead, tied, B ahead", f"{np.sum(each > 0)}, {np.sum(each == 0)}, {np.sum(each < 0)}"),
        ("mean", f"{each.mean():.6g}"),
        ("median", f"{np.median(each):.6g}"),
        ("lowest to highest", f"{each.min():.6g} to {each.max():.6g}"),
    ]
    if each.size > 1:
        rows.insert(4, ("standard deviation", f"{each.std(ddof=1):.6g}"))
    return _table("Differences, A minus B, each where higher is better", ("", ""), rows)


def _opinions(v: Verdict) -> dict[str, Any] | None:
    rows = words.opinions(v)
    if not rows:
        return None
    chosen = tuple(at for at, each in enumerate(v.opinions) if each.method == v.result.method)
    caption = f"{words.opinions_heading(v).removesuffix(':')}; differences of {v.unit.subject}"
    if v.unit.points and v.unit.factor == 100:
        caption += " in points"
    head, *body = rows
    shown = [(*row[:3], row[3].removeprefix("p = "), *row[4:]) for row in body]
    return _table(caption, head, shown, numeric=(1, 2, 3), strong=chosen)


def _overview(comparisons: Any) -> dict[str, Any]:
    """One row for each comparison; differences as their verdicts say them."""
    rows = []
    for each in comparisons:
        v, r = each.verdict, each.verdict.result
        ends = (r.estimate, r.interval.low, r.interval.high)
        size, low, high = words.in_step(*(x * v.unit.factor for x in ends))
        row = (f"{v.names[0]} - {v.names[1]}", each.data, each.metric, size, f"{low} to {high}")
        rows.append((*row, paragraph.p_value(v), r.method, words.opening(v)))
    head = ("difference of", "data", "metric", "difference", _interval(comparisons[0].verdict))
    told = [*head, "adjusted p" if comparisons[0].verdict.adjustment else "p", "method", "verdict"]
    keep = [at for at in range(len(told)) if at != 1 or any(row[1] for row in rows)]
    kept = [[row[at] for at in keep] for row in rows]
    caption = "All comparisons" if len(rows) > 1 else "The comparison"
    if comparisons[0].verdict.unit.factor == 100:
        caption += "; differences of rates in points"
    numeric = tuple(at for at, place in enumerate(keep) if place in (3, 4, 5))
    return _table(caption, [told[at] for at in keep], kept, numeric=numeric)


def _interval(v: Verdict) -> str:
    return f"{100 * v.result.level:g} % interval"


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


def _learners(summaries: tuple[Summary, ...]) -> dict[str, Any] | None:
    if not summaries:
        return None
    rows = [
        (
            each.learner,
            each.data,
            each.metric,
            each.note if each.mean is None else f"{each.mean:.4f}",
            "" if each.sd is None else f"{each.sd:.4f}",
            "" if each.low is None else f"{each.low:.4f} to {each.high:.4f}",
        )
        for each in summaries
    ]
    head = ("learner", "data", "metric", "mean", "sd", "interval")
    return _table("How each learner did, over the splits", head, rows, numeric=(3, 4, 5))


def _remarks(result: ExperimentResult) -> list[str]:
    """What else an experiment says: tuning, references to chance, failures, notes."""
    failed = [
        f"failed: {learner} on {data}, {part}, split {split}: {error}"
        for data, learner, part, split, error in result.failed[:SHOWN_FAILURES]
    ]
    if len(result.failed) > SHOWN_FAILURES:
        failed.append(f"failed: {len(result.failed) - SHOWN_FAILURES} more cells")
    return [
        *(f"tuned on {each.data}: {each.learner}: {each.words}" for each in result.tuning),
        *(f"with labels that mean nothing, {data}: {each.sentence}" for data, each in result.references),
        *failed,
        *result.notes,
    ]


def _sentences(paragraph_: list[paragraph.Sentence]) -> list[dict[str, Any]]:
    return [{"text": each.text, "cites": list(each.cites)} for each in paragraph_]


def _repeat(what: What, origin: Origin) -> dict[str, Any]:
    """What is needed to get the same numbers once more."""
    verdict = what.verdict if isinstance(what, ExperimentResult) else what
    rows = [("command", origin.command)] if origin.command else []
    rows += [(f"SHA-256 of {name}", digest) for name, digest in origin.files]
    rows += [("rng", origin.rng)] if origin.rng else []
    rows += [(f"option {name}", value) for name, value in verdict.options]
    if isinstance(what, ExperimentResult):
        rows += [("design", what.design)]
        rows += [(f"learner {name}", text) for name, text in what.learners.items()]
    prints = _fingerprints(what)
    rows += [("numbers compared", ", ".join(prints))] if prints else []
    rows += [(name, version) for name, version in origin.versions]
    return _table("Command, files, numbers and programs", ("", ""), rows)


def _fingerprints(what: What) -> list[str]:
    verdicts = [each.verdict for each in what.comparisons] if isinstance(what, ExperimentResult) else [what]
    return [
        f"fingerprint {v.evidence.fingerprint}" for v in verdicts if v.evidence and v.evidence.fingerprint
    ]


def _visible(value: Any) -> Any:
    """Every text in it without control characters, every number one that strict JSON has."""
    if isinstance(value, dict):
        return {visible(str(name)): _visible(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_visible(each) for each in value]
    if isinstance(value, str):
        return visible(value)
    return None if isinstance(value, float) and not math.isfinite(value) else value
