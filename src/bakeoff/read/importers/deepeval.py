"""Test runs of DeepEval: the files that it writes to ``DEEPEVAL_RESULTS_FOLDER``, one for each model.

A file has ``testCases``, each with ``input``, ``expectedOutput``, ``success`` and ``metricsData``: name,
``score``, ``threshold`` and ``success`` of each metric. A test case is known by its input and expected
output; one that comes again was repeated.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import PurePath
from typing import Any

from bakeoff.core.exceptions import FileError
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.importers._answers import Answer, Kind, Side, TaskLog, found_answers
from bakeoff.read.importers._choice import Offer
from bakeoff.read.importers._conditions import Conditions, flat, of_all, told
from bakeoff.read.importers._record import Found, Glimpse, Importer, all_of
from bakeoff.read.importers._runs import NUMERIC, known_by
from bakeoff.read.json_values import JsonValues, Scan, unpacked
from bakeoff.read.values import a_kind, plain

EXPECTED = "a test run of DeepEval"
CASES = ("testCases", "conversationalTestCases")
# What a metric is set to, by the words of a file and of conditions.
OPTIONS = {"threshold": "threshold", "evaluationModel": "model", "strictMode": "strict"}
KIND = Kind(
    item="test case",
    column="input",
    fields="field in the metadata of",
    advice="run both models on the same test cases",
)


def recognises(glimpse: Glimpse) -> bool:
    """Whether it is a test run."""
    return {"testCases", "metricsScores"} <= glimpse.first.keys()


def read_deepeval(glimpses: Sequence[Glimpse], wanted: Wanted) -> Found:
    """The scores of models by test case; a file for each model."""
    scan = Scan((each.path for each in glimpses), wanted.progress)
    sides = [
        Side(
            source=each.called,
            logs=[_task_log(each, scan)],
            model=_model(each.first),
            called=PurePath(each.called).stem,
            notes=_errors(each) if wanted.missing is None else (),
        )
        for each in glimpses
    ]
    return found_answers(sides, wanted, KIND, source=all_of(glimpses))


def _model(run: Mapping[str, Any]) -> str:
    given = run.get("hyperparameters")
    model = given.get("model") if isinstance(given, dict) else None
    return plain(model or run.get("identifier") or "")


def _task_log(glimpse: Glimpse, scan: Scan) -> TaskLog:
    higher: dict[str, bool] = {"pass": True}
    return TaskLog(
        task="",
        source=glimpse.called,
        offer=partial(_offer, glimpse),
        answers=partial(_answers, glimpse, higher, scan),
        higher=higher,
        conditions=_conditions(glimpse.first),
    )


def _conditions(run: Mapping[str, Any]) -> Conditions:
    """What a run says about itself: a threshold decides what passes, not what a metric scores."""
    given: dict[str, dict[str, set[Any]]] = {}
    for case in _cases(run):
        for each in _metrics(case):
            own = given.setdefault(each["name"], {name: set() for name in OPTIONS})
            for name, values in own.items():
                values.add(told(each.get(name)))
    options = {
        name: {OPTIONS[option]: of_all(values) for option, values in own.items()}
        for name, own in given.items()
    }
    scorers = {
        name: flat({key: value for key, value in own.items() if key != "threshold"}, "scorer")
        for name, own in options.items()
    }
    whole = {f"scorer.{name}.{key}": own[key] for name, own in options.items() for key in own}
    hyper, prompts = run.get("hyperparameters"), run.get("prompts")
    return Conditions(
        settings=flat(hyper, without=("model",)) | flat({"prompts": prompts or None}),
        scorers={**scorers, "pass": {key: value for key, value in whole.items() if value is not None}},
    )


def _errors(glimpse: Glimpse) -> tuple[str, ...]:
    """A note on metrics that failed; DeepEval counts such a test case as failed."""
    cases = _cases(glimpse.first)
    count = sum(any(each.get("error") for each in _metrics(case)) for case in cases)
    told = f"{count} of {len(cases)} test cases of {glimpse.called} have a metric that ended with an error"
    return (f"{told}; they count as failed, as in DeepEval (--missing for another choice)",) if count else ()


def _cases(run: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    lists = [run.get(key) for key in CASES]
    return [case for each in lists if isinstance(each, list) for case in each if isinstance(case, dict)]


def _metrics(case: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    given = case.get("metricsData")
    listed = given if isinstance(given, list) else []
    return [each for each in listed if isinstance(each, dict) and isinstance(each.get("name"), str)]


def _offer(glimpse: Glimpse) -> Offer:
    scores: dict[str, Any] = {}
    for answer in _answers(glimpse, {}, Scan((), None)):
        scores |= {name: each for name, each in answer.scores.items() if scores.get(name) is None}
    return Offer(task="", scores=scores, main=tuple(scores))


def _answers(glimpse: Glimpse, higher: dict[str, bool], scan: Scan) -> Iterator[Answer]:
    asked: Counter[str] = Counter()
    with unpacked(glimpse.path, glimpse.called, expected=EXPECTED) as stream:
        text = JsonValues(stream, glimpse.called, scan.read)
        for key in text.members():
            if key not in CASES or text.next_character() != "[":
                text.value()
                continue
            for case in text.elements():
                if not isinstance(case, dict):
                    raise FileError(f"{glimpse.called} has {a_kind(case)} in {key}; expected test cases")
                yield _answer(case, asked, higher)


def _answer(case: Mapping[str, Any], asked: Counter[str], higher: dict[str, bool]) -> Answer:
    put = case.get("input") or case.get("scenario") or case.get("name")
    name = known_by(str(put), [put, case.get("expectedOutput"), case.get("expectedOutcome")])
    asked[name] += 1
    metadata = case.get("metadata") or case.get("additionalMetadata")
    return Answer(
        id=name,
        repeat=asked[name],
        scores={"pass": case.get("success")} | _scores(_metrics(case), higher),
        where=f"test case {name}",
        about=metadata if isinstance(metadata, dict) else {},
        failed=("pass",) if any(each.get("error") for each in _metrics(case)) else (),
    )


def _scores(given: Sequence[Mapping[str, Any]], higher: dict[str, bool]) -> dict[str, Any]:
    """The score of each metric; which of them passed shows whether higher is better."""
    found: dict[str, Any] = {}
    for each in given:
        name, score, threshold = each["name"], each.get("score"), each.get("threshold")
        found[name] = score
        if isinstance(score, NUMERIC) and isinstance(threshold, NUMERIC) and score != threshold:
            higher.setdefault(name, (score > threshold) == bool(each.get("success")))
    return found


record = Importer(key="deepeval", title="a test run of DeepEval", recognises=recognises, read=read_deepeval)
