"""Results of promptfoo: ``promptfoo eval -o results.json`` (or ``.jsonl``).

A file has one row for each provider, prompt and test: ``id``, ``provider``, ``prompt``, ``promptIdx``,
``vars``, ``testCase``, ``success``, ``score`` and ``namedScores``. Each provider with each prompt is a model;
``promptIdx`` is its place in the list ``results.prompts``, because two entries may have the same names. A
test that comes again for the same model was repeated (``--repeat``); it is known by its variables and
assertions, because ``testIdx`` counts repeats.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any

from bakeoff.core.exceptions import FileError
from bakeoff.core.written import plural
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.importers._answers import Answer, Kind, Side, TaskLog, found_answers
from bakeoff.read.importers._choice import Offer
from bakeoff.read.importers._conditions import Conditions, flat, full_names, of_all
from bakeoff.read.importers._record import Found, Glimpse, Importer, all_of
from bakeoff.read.importers._runs import known_by
from bakeoff.read.json_values import JsonValues, Scan, unpacked
from bakeoff.read.values import a_kind, plain

EXPECTED = "results of promptfoo"
KIND = Kind(
    item="test",
    column="test",
    fields="variable or field in the metadata of the tests in",
    advice="run both on the same tests, with the same variables and assertions",
    same_repeats="run both with the same --repeat",
)
ROW = {"provider", "prompt", "success", "score"}
THRESHOLD = "threshold"
GRADING = ("provider", "rubricPrompt", "transform", "postprocess")  # options of a test
ERROR = 2  # the failureReason of an answer that never came


@dataclass
class Column:
    """The answers of one provider to one prompt: a model.

    ``provider`` is its label or its id, ``prompt`` its label, ``template`` the prompt itself.
    """

    provider: str
    id: str
    prompt: str
    template: str
    file: str
    place: int
    settings: Mapping[str, Any] = field(default_factory=dict)
    planned: int | None = None
    judging: dict[str, set[Any]] = field(default_factory=dict)
    rows: set[str] = field(default_factory=set)
    answers: list[Answer] = field(default_factory=list)
    metrics: dict[str, Any] = field(default_factory=dict)
    asked: Counter[str] = field(default_factory=Counter)
    errors: int = 0
    copies: int = 0


def recognises(glimpse: Glimpse) -> bool:
    """Whether it is a file of results, as one object or as rows."""
    found = glimpse.first.get("results")
    whole = isinstance(found, dict) and isinstance(found.get("results"), list) and "version" in found
    return whole or _is_row(glimpse.first)


def _is_row(row: object) -> bool:
    return isinstance(row, dict) and row.keys() >= ROW and not {"vars", "testCase"}.isdisjoint(row)


def read_promptfoo(glimpses: Sequence[Glimpse], wanted: Wanted) -> Found:
    """The scores of each provider and prompt by test; all in one file, or in several."""
    scan = Scan((each.path for each in glimpses), wanted.progress)
    columns = [column for each in glimpses for column in _columns(each, scan)]
    sides = [
        Side(
            source=column.file if len(glimpses) == len(columns) else f"{name} in {column.file}",
            logs=[_task_log(column)],
            model=name,
            called=f"{name} {PurePath(column.file).name.split('.')[0]}",
            notes=tuple(_notes(column, name, counted=wanted.missing is not None)),
        )
        for column, name in zip(columns, _names(columns), strict=True)
    ]
    return found_answers(sides, wanted, KIND, source=all_of(glimpses))


def _names(columns: Sequence[Column]) -> list[str]:
    """What distinguishes the models, as short as can be: providers, prompts, or their places in a file."""
    alike = len({(each.provider, each.id) for each in columns}) == 1
    several = len({each.prompt for each in columns}) > 1
    names = [each.prompt if alike and several else each.provider for each in columns]
    names = _apart(names, [f" ({each.id})" for each in columns])
    names = _apart(names, [f": {each.prompt}" for each in columns])
    names = _apart(names, [f": {each.template}" for each in columns])
    names = full_names(names, [{"": Conditions(settings=each.settings)} for each in columns])
    places = [(each.file, name) for each, name in zip(columns, names, strict=True)]
    return [
        f"{name} #{each.place + 1}" if places.count(place) > 1 else name
        for each, name, place in zip(columns, names, places, strict=True)
    ]


def _apart(names: Sequence[str], more: Sequence[str]) -> list[str]:
    """Names with more words where these distinguish some that are the same.

    >>> _apart(["x", "x", "y", "z", "z"], [": p", ": q", ": p", ": p", ": p"])
    ['x: p', 'x: q', 'y', 'z', 'z']
    """
    words: dict[str, set[str]] = {}
    for name, word in zip(names, more, strict=True):
        words.setdefault(name, set()).add(word)
    return [name + word if len(words[name]) > 1 else name for name, word in zip(names, more, strict=True)]


def _notes(column: Column, name: str, *, counted: bool) -> Iterator[str]:
    if column.errors and not counted:
        told = f"{column.errors} of {len(column.answers)} answers of {name} ended with an error"
        yield f"{told}; they count as wrong, as in promptfoo (--missing for another choice)"
    if column.copies:
        yield f"{plural(column.copies, 'row')} of {name} left out, because they repeat another row exactly"


def _task_log(column: Column) -> TaskLog:
    return TaskLog(
        task="",
        source=column.file,
        offer=lambda: Offer(task="", scores=column.metrics, main=("pass", "score")),
        answers=lambda: iter(column.answers),
        higher=dict.fromkeys(column.metrics, True),
        conditions=_conditions(column),
    )


def _conditions(column: Column) -> Conditions:
    """The settings of the provider, and what graded the answers; a threshold decides what passes."""
    judging = {name: of_all(values) for name, values in column.judging.items()}
    passes = {THRESHOLD: judging.pop(THRESHOLD, None)}
    return Conditions(
        settings={**column.settings, **flat({"prompt": column.template or column.prompt or None})},
        judging=judging,
        scorers={**{name: {} for name in column.metrics}, "pass": flat(passes, "scorer")},
        planned=column.planned,
    )


def _columns(glimpse: Glimpse, scan: Scan) -> list[Column]:
    found: dict[object, Column] = {}
    listed, config = _listed(glimpse), dict[str, Any]()
    with unpacked(glimpse.path, glimpse.called, expected=EXPECTED) as stream:
        text = JsonValues(stream, glimpse.called, scan.read)
        for row in text.rows() if _is_row(glimpse.first) else _rows(text, config):
            if not _is_row(row):
                raise FileError(
                    f"{glimpse.called} has {a_kind(row)} that is not a result of promptfoo; expected "
                    f"objects with provider, prompt, success and score"
                )
            given, place = row["provider"], row.get("promptIdx")
            label, name, prompt = (
                _of(given, "label", "id"),
                _of(given, "id"),
                _of(row["prompt"], "label", "raw"),
            )
            known = isinstance(place, int)
            key = (label, name, place if known else prompt)
            if key not in found:
                entry = listed.get(place, {})
                at = place if known else len(found)
                found[key] = Column(
                    provider=label,
                    id=name,
                    prompt=prompt,
                    template=_of(entry, "raw"),
                    file=glimpse.called,
                    place=at,
                    planned=_planned(entry),
                )
            _add(found[key], row)
    if not found:
        raise FileError(f"{glimpse.called} has no results; run promptfoo eval again")
    providers = _object(config, "config").get("providers")
    for column in found.values():
        column.settings = _settings(column, providers, len(listed))
    return sorted(found.values(), key=lambda column: column.place)


def _rows(text: JsonValues, config: dict[str, Any]) -> Iterator[Any]:
    """The rows of a whole file; its configuration is kept in ``config``."""
    for key in text.members():
        if key != "results" or text.next_character() != "{":
            value = text.value()
            config |= {key: value} if key == "config" else {}
            continue
        for inner in text.members():
            if inner == "results" and text.next_character() == "[":
                yield from text.elements()
            else:
                text.value()


def _settings(column: Column, providers: Any, count: int) -> dict[str, Any]:
    """The configuration of a column's provider, each of which has as many of the ``count`` columns."""
    every = providers if isinstance(providers, list) else []
    if not every or not count or count % len(every) or column.place >= count:
        return {}
    given = every[column.place // (count // len(every))]
    if not isinstance(given, dict) or given.get("label", column.provider) != column.provider:
        return {}
    return flat(given.get("config"))


def _add(column: Column, row: Mapping[str, Any]) -> None:
    case = _object(row, "testCase")
    variables = _object(row, "vars") or _object(case, "vars")
    test, name = _test(variables, case), row.get("id")
    if isinstance(name, str) and name:
        if name in column.rows:
            column.copies += 1
            return
        column.rows.add(name)
    column.asked[test] += 1
    scores = {"pass": row["success"], "score": row["score"]} | _object(row, "namedScores")
    for name, value in scores.items():
        if column.metrics.get(name) is None:
            column.metrics[name] = value
    column.errors += row.get("failureReason") == ERROR
    options = _object(case, "options")
    given = {THRESHOLD: case.get(THRESHOLD), "grader": {name: options.get(name) for name in GRADING}}
    for name, value in flat(given).items():
        column.judging.setdefault(name.replace("grader.provider", "grader"), set()).add(value)
    column.answers.append(
        Answer(
            id=test,
            repeat=column.asked[test],
            scores=scores,
            where=f"test {test}",
            about=_object(case, "metadata") | variables,
            failed=tuple(scores) if row.get("failureReason") == ERROR else (),
        )
    )


def _object(within: Mapping[str, Any], name: str) -> dict[str, Any]:
    found = within.get(name)
    return found if isinstance(found, dict) else {}


def _test(variables: Mapping[str, Any], case: Mapping[str, Any]) -> str:
    """A test by its variables and what is asserted of it."""
    told = ", ".join(f"{name}={variables[name]}" for name in sorted(variables))
    return known_by(told, [variables, case.get("assert"), case.get("description")])


def _of(given: Any, *names: str) -> str:
    """The first of some names of a provider or prompt, or its only one."""
    if isinstance(given, dict):
        given = next((given[name] for name in names if given.get(name)), "")
    return plain(given or "")


def _planned(entry: Any) -> int | None:
    """How many answers a prompt should have, as promptfoo counted them."""
    metrics = _object(entry, "metrics") if isinstance(entry, dict) else {}
    counts = [metrics.get(f"test{kind}Count") for kind in ("Pass", "Fail", "Error")]
    known = [each for each in counts if isinstance(each, int)]
    return sum(known) if len(known) == len(counts) else None


def _listed(glimpse: Glimpse) -> dict[object, Any]:
    """The list of prompts by place."""
    prompts = _object(glimpse.first, "results").get("prompts")
    return dict(enumerate(prompts)) if isinstance(prompts, list) else {}


record = Importer(
    key="promptfoo", title="a result file of promptfoo", recognises=recognises, read=read_promptfoo
)
