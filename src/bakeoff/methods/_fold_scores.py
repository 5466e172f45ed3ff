"""What the methods on fold scores share."""

import numpy as np

from bakeoff.core.design import in_words
from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats, FoldScores
from bakeoff.core.result import Result
from bakeoff.methods._reference import Asked, deviation, enough, noise_of, ratio_result

HALVES_ALIKE = "the halves hardly differ"
INDEPENDENT_FOLDS = "the differences of the folds are independent (overlapping training sets violate this)"
SCORES = "fold scores of each learner"
NEARLY_NORMAL = "the differences are roughly normal"


def size_ratio(scores: FoldScores) -> float:
    """Size of the test sets relative to the training sets, from the sizes or else the design."""
    if scores.n_train is not None and scores.n_test is not None:
        return float((scores.n_test / scores.n_train).mean())
    ratio = scores.design.test_to_train
    if ratio is None:
        raise InputError(
            f"{in_words(scores.design)} does not determine the size of its test sets; give n_train and n_test"
        )
    return ratio


def corrected_variance(scores: FoldScores) -> float:
    """The corrected resampled variance of the mean difference; 0 of a single score, which has no spread."""
    if scores.a.size < 2:
        return 0.0
    spread = deviation(scores.differences, noise_of(scores.a, scores.b))
    return float((1 / scores.a.size + size_ratio(scores)) * spread**2)


def items_variance(items: Floats) -> float:
    """How much the mean difference varies because these items were tested and not others."""
    return float(items.var(ddof=1)) / len(items)


def plain_t(asked: Asked, a: Floats, b: Floats, *, what: str = SCORES, df: float | None = None) -> Result:
    """The paired t over all scores as if they were independent; ``df`` as in SIG-27."""
    x, noise = a - b, noise_of(a, b)
    enough(asked.method, x.size, what)
    used = x.size - 1 if df is None else df
    return ratio_result(
        asked,
        estimate=float(np.mean(x)),
        error=deviation(x, noise) / float(np.sqrt(used + 1)),
        df=used,
        n=x.size,
        noise=noise,
    )


def parse_df(df: object, method: str, words: tuple[str, ...] = ("nominal",)) -> float | str:
    """One of the words, or a positive number of degrees of freedom."""
    if isinstance(df, str) and df in words:
        return df
    try:
        number = 0.0 if isinstance(df, bool) else float(df)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        number = 0.0
    if not 0 < number < float("inf"):
        listed = ", ".join(f'"{word}"' for word in words)
        raise InputError(f"df of {method} is {df!r}; expected {listed} or a positive number")
    return number
