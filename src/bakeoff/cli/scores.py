"""``bakeoff scores``: fold scores in a file."""

import sys
from typing import Literal

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
    from bakeoff.compare.source import Request, compare_source
    from bakeoff.core.design import in_words

    asked = asked or Asked()
    request = Request(
        files=(file,),
        a=a,
        b=b,
        folds={},
        design=design,
        test=test,
        **asked.wanted(df=None if df is None else _number_or_word(df)),
    )
    answer = compare_source(request)
    if answer.guessed is not None and not asked.quiet:
        sys.stderr.write(f"note: read as {in_words(answer.guessed)}; give --design if it is another\n")
    asked.show(answer.verdict, files=[file])


def _number_or_word(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text
