"""Objects of pandas, polars, pyarrow and their like, seen through narwhals."""

from typing import Any

from bakeoff.core.exceptions import InputError


def wrap(values: object, name: str) -> Any:
    """A narwhals Series or DataFrame, or the object itself where it is neither."""
    import narwhals as nw
    from narwhals.exceptions import NarwhalsError

    try:
        wrapped = nw.from_native(values, allow_series=True, pass_through=True)
    except NarwhalsError as problem:
        raise InputError(f"{name} cannot be used: {' '.join(str(problem).split())}") from None
    if isinstance(wrapped, nw.LazyFrame):
        raise InputError(f"{name} is a lazy frame; collect it first")
    return wrapped


def is_frame(wrapped: object) -> bool:
    """Whether `wrap` found a data frame."""
    import narwhals as nw

    return isinstance(wrapped, nw.DataFrame)


def is_series(wrapped: object) -> bool:
    """Whether `wrap` found a single column."""
    import narwhals as nw

    return isinstance(wrapped, nw.Series)
