"""From a form to a verdict: files, counts, or the example."""

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import resources
from typing import Any, ClassVar, cast

from bakeoff.compare.source import Request, compare_source
from bakeoff.core.design import in_words
from bakeoff.core.exceptions import InputError, ModelsError
from bakeoff.core.missing import check_missing
from bakeoff.core.names import names_listed
from bakeoff.core.origin import Origin, origin_here
from bakeoff.core.verdict import Verdict
from bakeoff.judge.answer import Common
from bakeoff.read.engine.plan import attributes_of
from bakeoff.web.asked import Fields, keywords, names, number, whole
from bakeoff.web.choosing import NoTruthError, UnclearError
from bakeoff.web.columns import SCORES, choices, id_of, kind_of, which_two
from bakeoff.web.ranking import Ranked, asks_for_ranking, rank_stored
from bakeoff.web.refusals import RefusalError
from bakeoff.web.settings import Settings
from bakeoff.web.uploads import Sent, Stored, is_known, stored

KINDS = ("predictions", "scores")
# The parts of a request that a command line shows before the common options.
SHOWN = (
    *("id", "truth", "a", "b", "cluster", "by", "filter", "missing", "attributes", "positive", "design"),
    "test",
)
OF_TABLES = ("truth", "a", "b", "cluster", "by", "filter", "positive")
OF_LOGS = ("cluster", "by", "filter")


@dataclass(frozen=True, kw_only=True)
class Compared:
    """A verdict, where it came from, and what should be said with it."""

    title: ClassVar[str] = "Verdict"
    stem: ClassVar[str] = "bakeoff-verdict"

    verdict: Verdict
    origin: Origin
    note: str = ""

    @property
    def what(self) -> Verdict:
        """What a report is about."""
        return self.verdict


def compare_sent(sent: Sent, settings: Settings) -> Compared | Ranked:
    """The verdict on the files of a form, or the ranking where it is of more than two models."""
    if not sent.files:
        raise RefusalError(
            400,
            "No file was chosen",
            "The form came without a file.",
            "Choose a CSV, TSV, Parquet or JSON Lines file or a log, or try the example.",
        )
    truth = () if sent.truth_file is None else (sent.truth_file,)
    with stored((*sent.files, *truth), settings) as files:
        if asks_for_ranking(sent):
            own = files[: len(sent.files)]
            return rank_stored(own, files[-1] if truth else None, sent, settings)
        if truth:
            return compare_tables(files[:-1], sent.fields, files[-1])
        if sent.fields.get("kind") not in KINDS and is_known(files):
            slicing = {role: sent.fields.get(role) or None for role in OF_LOGS}
            return _answer("log", files, sent.fields, slicing | _made(sent.fields))
        return compare_tables(files, sent.fields)


def compare_tables(files: Sequence[Stored], fields: Fields, truth: Stored | None = None) -> Compared:
    """The verdict on tables of predictions or scores; the truth may be in a separate file."""
    kind = "predictions" if len(files) == 2 else kind_of(files[0], fields)
    try:
        if kind == "scores":
            given = {"folds": {role: fields[role] for role in SCORES if fields.get(role)}, **_made(fields)}
        else:
            given = _of_predictions(files, fields, truth)
        return _answer(kind, files, fields, given, truth)
    except (UnclearError, NoTruthError):
        raise
    except InputError as problem:
        if fields.get("kind") not in KINDS:
            raise
        # The columns were chosen in a step before: they stay chosen, and can be changed.
        tables = [each.table for each in files]
        home = None if truth is None else truth.table
        raise UnclearError(str(problem), choices(tables, fields, home), kind) from None


def _of_predictions(files: Sequence[Stored], fields: Fields, truth: Stored | None) -> dict[str, Any]:
    key = id_of(files[0], files[1], fields, truth) if len(files) == 2 else None
    columns = {role: fields.get(role) or None for role in OF_TABLES}
    attributes = attributes_of(fields.get("attributes") or None)
    return {"id": key, **columns, "attributes": attributes}


def _made(fields: Fields) -> dict[str, Any]:
    """Which learners to compare, and how their scores were made."""
    return {
        "a": fields.get("learner_a") or None,
        "b": fields.get("learner_b") or None,
        "design": fields.get("design") or None,
        "test": number(fields, "test", "The share tested on", default=None, example="0.1"),
    }


def _request(files: Sequence[Stored], fields: Fields, given: Mapping[str, Any]) -> Request:
    options = keywords(fields)
    if "folds" not in given:
        options |= {"rng": whole(fields, "rng", "rng", default=0)}
    method = options.pop("method", "auto")
    return Request(
        **given,
        files=tuple(each.path for each in files),
        called=tuple(each.name for each in files),
        metric=fields.get("metric") or None,
        missing=check_missing(fields.get("missing") or None),
        method=method,
        names=names(fields),
        common=cast(Common, {**options, "opinions": True}),
    )


def _answer(
    kind: str,
    files: Sequence[Stored],
    fields: Fields,
    given: Mapping[str, Any],
    truth: Stored | None = None,
) -> Compared:
    """The verdict, and the command line that does the same."""
    request = _request(files, fields, given)
    if truth is not None:
        request = replace(request, truth_file=truth.path, truth_called=truth.name)
    try:
        answer = compare_source(request)
    except ModelsError as problem:
        raise which_two(problem, kind) from None
    design = answer.guessed
    note = "" if design is None else f"Read as {in_words(design)}; choose the design if it is another."
    origin = origin_here(command=_command(kind, request), rng=request.common.get("rng", ""))
    marks = tuple(each.mark for each in (*files, *([] if truth is None else [truth])))
    return Compared(verdict=answer.verdict, origin=replace(origin, files=marks), note=note)


def compare_counted(fields: Fields) -> Compared:
    """The verdict on the numbers of items that only one of two classifiers got right."""
    from bakeoff.compare.counts import compare_counts

    counts = {
        "only_a": whole(fields, "only_a", "Only A is right"),
        "only_b": whole(fields, "only_b", "Only B is right"),
        "n": whole(fields, "n", "Items in total", least=1),
    }
    if fields.get("both_right"):
        counts["both_right"] = whole(fields, "both_right", "Both are right")
    return _in_python(compare_counts, counts, fields)


def compare_two_rates(fields: Fields) -> Compared:
    """The verdict on the errors of two classifiers on separate test sets."""
    from bakeoff.compare.counts import compare_rates

    labels = {"errors_a": "Errors of A", "n_a": "Items of A", "errors_b": "Errors of B", "n_b": "Items of B"}
    counts = {name: whole(fields, name, label) for name, label in labels.items()}
    return _in_python(compare_rates, counts, fields)


def _in_python(compare: Callable[..., Verdict], counts: Mapping[str, int], fields: Fields) -> Compared:
    """A comparison without a command: the line of Python says how to repeat it."""
    options = keywords(fields)
    a, b = names(fields)
    verdict = compare(**counts, names=(a or "A", b or "B"), opinions=True, **options)
    given = ", ".join(f"{name}={value!r}" for name, value in {**counts, **options}.items())
    line = f"import bakeoff; print(bakeoff.{compare.__name__}({given}))"
    return Compared(verdict=verdict, origin=origin_here(command=shlex.join(["python", "-c", line])))


def compare_example() -> Compared:
    """The verdict on the bundled example."""
    from bakeoff.core.origin import sha256

    with resources.as_file(resources.files("bakeoff").joinpath("cli", "demo.csv")) as path:
        demo = Stored(path=path, name="demo.csv", digest=sha256(path))
        return compare_tables(
            [demo], {"name_a": "support vector machine", "name_b": "linear discriminant analysis"}
        )


def _command(kind: str, request: Request) -> str:
    """The command line that does the same."""
    options = {role: getattr(request, role) for role in SHOWN}
    options["truth_file"] = request.truth_called
    options["method"] = None if request.method == "auto" else request.method
    options |= {name: value for name, value in request.common.items() if name not in ("rng", "opinions")}
    options |= {"metric": request.metric, "rng": request.common.get("rng")}
    parts = ["bakeoff", "scores" if kind == "scores" else "compare", *request.called]
    for name, value in options.items():
        flag = "--" + name.replace("_", "-")
        if value is True:
            parts.append(flag)
        elif value is not None:
            parts += [flag, names_listed(value) or "none" if isinstance(value, tuple) else str(value)]
    return shlex.join(parts)
