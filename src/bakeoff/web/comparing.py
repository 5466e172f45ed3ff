"""From a form to a verdict: files, counts, or the example."""

import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path
from typing import Any

from bakeoff.core.exceptions import InputError
from bakeoff.core.origin import Origin, origin_here
from bakeoff.core.verdict import Verdict
from bakeoff.web.asked import Fields, keywords, names, number, whole
from bakeoff.web.columns import UnclearError, choices, id_of, kind_of, learners_of, renamed
from bakeoff.web.refusals import RefusalError
from bakeoff.web.settings import Settings
from bakeoff.web.uploads import Read, Sent, read_files


@dataclass(frozen=True, kw_only=True)
class Compared:
    """A verdict, where it came from, and what should be said beside it."""

    verdict: Verdict
    origin: Origin
    note: str = ""


def compare_sent(sent: Sent, folder: Path, settings: Settings) -> Compared:
    """The verdict on the files of a form."""
    if not sent.files:
        raise RefusalError(
            400,
            "No file was chosen",
            "The form came without a file.",
            "Choose a CSV, TSV, Parquet or JSON Lines file, or try the example.",
        )
    return compare_tables(read_files(sent.files, folder, settings), sent.fields)


def compare_tables(read: list[Read], fields: Fields) -> Compared:
    """The verdict on tables of predictions or scores."""
    two = len(read) == 2
    kind = "predictions" if two else kind_of(read[0].table, fields)
    compare: Callable[..., Compared] = {"predictions": _predictions, "scores": _scores}[kind]
    try:
        found = compare(read, fields)
    except UnclearError:
        raise
    except InputError as problem:
        if fields.get("kind") not in ("predictions", "scores"):
            raise
        # The columns were chosen in a step before: they stay chosen, and can be changed.
        chosen = choices([each.table for each in read], fields)
        raise UnclearError(str(problem), chosen, kind) from None
    files = tuple((each.table.source, each.digest) for each in read)
    return replace(found, origin=replace(found.origin, files=files))


def _predictions(read: list[Read], fields: Fields) -> Compared:
    from bakeoff.compare.tables import compare_read
    from bakeoff.metrics._own import metric_of
    from bakeoff.read.meant import names_meant

    tables = [each.table for each in read]
    columns = {role: fields.get(role) or None for role in ("truth", "a", "b", "cluster", "by")}
    key = id_of((tables[0], tables[1]), fields) if len(tables) == 2 else None
    sources = tuple(table.source for table in tables)
    options = keywords(fields) | _metric(fields) | {"rng": whole(fields, "rng", "rng", default=0)}
    word = fields.get("positive") or None
    verdict = compare_read(
        tables,
        {
            "truth": columns["truth"],
            "a": columns["a"],
            "b": columns["b"],
            "id": key,
            "cluster": columns["cluster"],
            "by": columns["by"],
        },
        positive=word,
        names=names(fields, names_meant(sources, columns["a"], columns["b"])),
        opinions=True,
        **options | {"metric": metric_of(options.get("metric", "accuracy"))},
    )
    command = _command("compare", sources, {"id": key, **columns, "positive": word, **options})
    return Compared(verdict=verdict, origin=origin_here(command=command, rng=options["rng"]))


def _scores(read: list[Read], fields: Fields) -> Compared:
    from bakeoff.compare.scores import compare_scores
    from bakeoff.core.design import in_words
    from bakeoff.designs.reading import read_design
    from bakeoff.read.fold_scores import read_scores

    table = renamed(read[0].table, fields)
    a, b = learners_of(table, fields)
    given = read_scores(table, a=a, b=b)
    key = fields.get("design") or None
    share = number(fields, "test", "The share tested on", default=None, example="0.1")
    design, guessed = read_design(given.a_scores.shape, given.n_train, given.n_test, key=key, test=share)
    options = keywords(fields) | _metric(fields)
    verdict = compare_scores(
        given.a_scores,
        given.b_scores,
        design=design,
        n_train=given.n_train,
        n_test=given.n_test,
        names=names(fields, given.names),
        opinions=True,
        **options,
    )
    command = _command("scores", (table.source,), {"a": a, "b": b, "design": key, "test": share, **options})
    note = f"Read as {in_words(design)}; choose the design if it is another." if guessed else ""
    return Compared(verdict=verdict, origin=origin_here(command=command), note=note)


def compare_counted(fields: Fields) -> Compared:
    """The verdict on how many items each of two classifiers alone got right."""
    from bakeoff.compare.counts import compare_counts

    counts = {
        "only_a": whole(fields, "only_a", "Right by A alone"),
        "only_b": whole(fields, "only_b", "Right by B alone"),
        "n": whole(fields, "n", "Items in all", least=1),
    }
    if fields.get("both_right"):
        counts["both_right"] = whole(fields, "both_right", "Right by both")
    return _in_python(compare_counts, counts, fields)


def compare_two_rates(fields: Fields) -> Compared:
    """The verdict on the errors of two classifiers on test sets of their own."""
    from bakeoff.compare.counts import compare_rates

    labels = {"errors_a": "Errors of A", "n_a": "Items of A", "errors_b": "Errors of B", "n_b": "Items of B"}
    counts = {name: whole(fields, name, label) for name, label in labels.items()}
    return _in_python(compare_rates, counts, fields)


def _in_python(compare: Callable[..., Verdict], counts: Mapping[str, int], fields: Fields) -> Compared:
    """A comparison that has no command of its own: the line of Python says how to repeat it."""
    options = keywords(fields)
    verdict = compare(**counts, names=names(fields, ("A", "B")), opinions=True, **options)
    given = ", ".join(f"{name}={value!r}" for name, value in {**counts, **options}.items())
    line = f"import bakeoff; print(bakeoff.{compare.__name__}({given}))"
    return Compared(verdict=verdict, origin=origin_here(command=shlex.join(["python", "-c", line])))


def compare_example() -> Compared:
    """The verdict on the example that comes along."""
    from bakeoff.core.origin import sha256
    from bakeoff.read.tables import read_table

    with resources.as_file(resources.files("bakeoff").joinpath("cli", "demo.csv")) as path:
        read = Read(table=read_table(path, name="demo.csv"), digest=sha256(path))
    return compare_tables([read], {"name_a": "support vector machine", "name_b": "random forest"})


def _metric(fields: Fields) -> dict[str, Any]:
    return {"metric": fields["metric"]} if fields.get("metric") else {}


def _command(word: str, files: tuple[str, ...], options: Mapping[str, Any]) -> str:
    """The command line that does the same."""
    parts = ["bakeoff", word, *files]
    for name, value in options.items():
        flag = "--" + name.replace("_", "-")
        if value is True:
            parts.append(flag)
        elif value is not None:
            parts += [flag, str(value)]
    return shlex.join(parts)
