"""The libraries that results depend on."""

from functools import cache

CELL_FORMAT = 1


@cache
def versions() -> str:
    """The versions of the libraries whose arithmetic is in every cell."""
    import numpy
    import scipy
    import sklearn

    return (
        f"numpy {numpy.__version__}, scipy {scipy.__version__}, scikit-learn {sklearn.__version__}, "
        f"cells of format {CELL_FORMAT}"
    )
