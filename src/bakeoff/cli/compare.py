"""``bakeoff compare``: predictions in files."""

from pathlib import PurePath
from typing import Annotated, Any

from cyclopts import Parameter

from bakeoff.cli.asked import Asked, whole_number
from bakeoff.core.exceptions import InputError


def compare(
    file: str,
    file_b: str | None = None,
    /,
    *,
    truth: str | None = None,
    a: str | None = None,
    b: str | None = None,
    id: Annotated[str | None, Parameter(name="--id")] = None,  # noqa: A002 - the word of the command line
    cluster: str | None = None,
    positive: str | None = None,
    resamples: str = "10000",
    rng: str = "0",
    asked: Asked | None = None,
) -> None:
    """Compare two models' predictions for the same items.

    Parameters
    ----------
    file
        CSV, TSV, Parquet or JSON Lines with columns truth, a and b; or A's predictions.
    file_b
        B's predictions, joined with A's on --id.
    truth
        Column of the true labels (default: truth).
    a
        Column of A's predictions (default: a; prediction where there are two files).
    b
        Column of B's predictions (default: b; prediction where there are two files).
    id
        Column that names the items, to join two files on.
    cluster
        Column that says which items belong together.
    positive
        The class that f1, precision, auc and the like speak of (default: of two, the one that sorts
        last).
    resamples
        How often bootstrap and permutation draw.
    rng
        Where random draws start.
    """
    from bakeoff.compare.predictions import compare_predictions
    from bakeoff.io.predictions import read_predictions

    asked = asked or Asked()
    read = read_predictions(file, file_b, truth=truth, a=a, b=b, id=id, cluster=cluster)
    try:
        verdict = compare_predictions(
            read.truth,
            read.a,
            read.b,
            clusters=read.clusters,
            positive=_as_in(positive, [*read.truth.tolist(), *read.a.tolist(), *read.b.tolist()]),
            resamples=whole_number(resamples, "--resamples", example=10_000),
            rng=whole_number(rng, "--rng"),
            names=_names(file, file_b, a, b),
            **asked.keywords(),
        )
    except InputError as problem:
        raise _with_columns(problem, read.source, truth=truth, a=a, b=b, two=file_b is not None) from None
    asked.show(verdict, files=[each for each in (file, file_b) if each is not None], rng=rng)


def _with_columns(problem: InputError, source: str, *, two: bool, **columns: str | None) -> InputError:
    """An error about an item, with the columns that truth, a and b stand for and how rows are counted."""
    if not any(word in str(problem) for word in ("position", "counting from 0", "holds")):
        return problem
    usual = {"truth": "truth", "a": "prediction" if two else "a", "b": "prediction" if two else "b"}
    named = ", ".join(f"{role} is column {columns[role] or usual[role]!r}" for role in usual)
    return type(problem)(f"{problem} ({source}: {named}; position 0 is the first row of data)")


def _names(file: str, file_b: str | None, a: str | None, b: str | None) -> tuple[str, str]:
    """What to call the models: their columns where named, else their files, else A and B."""
    files = (PurePath(file).stem, PurePath(file_b).stem) if file_b is not None else ("A", "B")
    for first, second in ((a or "A", b or "B"), files):
        if first != second and (first, second) != ("A", "B"):
            return first, second
    return "A", "B"


def _as_in(word: str | None, labels: list[Any]) -> Any:
    """The label that a word of the command line means: 1 or 1.0 for "1", True for "true"."""
    from bakeoff.io.cells import as_number

    if word is None:
        return None
    number = as_number(word)
    for same in (
        lambda label: str(label) == word,
        lambda label: number is not None and label == number,
        lambda label: isinstance(label, bool) and str(label).casefold() == word.casefold(),
    ):
        for label in dict.fromkeys(labels):
            if same(label):
                return label
    return word
