"""``bakeoff compare``: predictions in files."""

from typing import Annotated

from cyclopts import Parameter

from bakeoff.cli.asked import Asked, whole_number
from bakeoff.core.exceptions import InputError, UnknownNameError


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
    from bakeoff.io.meant import label_meant, names_meant, with_columns
    from bakeoff.io.predictions import read_predictions

    asked = asked or Asked()
    files = (file,) if file_b is None else (file, file_b)
    try:
        read = read_predictions(file, file_b, truth=truth, a=a, b=b, id=id, cluster=cluster)
    except UnknownNameError as problem:
        raise UnknownNameError(f"{problem}; say which is which by --truth, --a and --b") from None
    try:
        verdict = compare_predictions(
            read.truth,
            read.a,
            read.b,
            clusters=read.clusters,
            positive=label_meant(positive, [*read.truth.tolist(), *read.a.tolist(), *read.b.tolist()]),
            resamples=whole_number(resamples, "--resamples", example=10_000),
            rng=whole_number(rng, "--rng"),
            names=names_meant(files, a, b),
            **asked.keywords(),
        )
    except InputError as problem:
        raise with_columns(problem, read.source, truth=truth, a=a, b=b, two=file_b is not None) from None
    asked.show(verdict, files=files, rng=rng)
