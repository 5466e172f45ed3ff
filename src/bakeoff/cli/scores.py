"""``bakeoff scores``: fold scores in a file."""

import sys
from typing import Any, Literal

from bakeoff.cli.asked import Asked


def scores(
    file: str,
    /,
    *,
    a: str | None = None,
    b: str | None = None,
    design: Literal["kfold", "repeated-kfold", "five-by-two", "resampling"] | None = None,
    test: float | None = None,
    df: str | None = None,
    asked: Asked | None = None,
) -> None:
    """Compare two learners by their scores on the same folds of one data set.

    Parameters
    ----------
    file
        CSV, TSV, Parquet or JSON Lines with columns learner, run, fold, score and, where known,
        n_train and n_test.
    a
        The learner to call A (default: the one that comes first).
    b
        The learner to call B.
    design
        How the scores were obtained (default: read off runs, folds and sizes).
    test
        Share of the data tested on, for resampling without n_train and n_test.
    df
        Degrees of freedom of cv-* methods: calibrated, nominal or a number.
    """
    from bakeoff.compare.scores import compare_scores
    from bakeoff.core.design import in_words
    from bakeoff.designs.reading import read_design
    from bakeoff.read.fold_scores import read_scores

    asked = asked or Asked()
    imported = _of_another_program(file, a, b, asked, design=design, test=test)
    if imported is not None:
        asked.show(imported, files=[file])
        return
    read = read_scores(file, a=a, b=b)
    found, guessed = read_design(read.a_scores.shape, read.n_train, read.n_test, key=design, test=test)
    options: dict[str, Any] = {} if df is None else {"df": _number_or_word(df)}
    verdict = compare_scores(
        read.a_scores,
        read.b_scores,
        design=found,
        n_train=read.n_train,
        n_test=read.n_test,
        names=read.names,
        **options,
        **asked.keywords(),
    )
    if guessed and not asked.quiet:
        sys.stderr.write(f"note: read as {in_words(found)}; give --design if it is another\n")
    asked.show(verdict, files=[file])


def _of_another_program(file: str, a: str | None, b: str | None, asked: Asked, **how: Any) -> Any:
    """The verdict on result files of Weka and scikit-learn; None where it is a table of fold scores."""
    from bakeoff.compare.imported import compare_imported
    from bakeoff.read.importers.recognise import recognise, sniff

    found = sniff(file)
    if found is None or found.kind == "folds":
        return None
    given = asked.keywords()
    read = recognise(file, metric=given.pop("metric", None), a=a, b=b)
    return None if read is None else compare_imported(read, **how, **given)


def _number_or_word(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text
