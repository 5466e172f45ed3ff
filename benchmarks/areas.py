"""Areas under ROC curves of a million items, to the verdict: against scikit-learn, and by size."""

import math
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.predictions import folder, peak, processor_seconds
from benchmarks.timing import in_turn

ITEMS, ROWS = 1_000_000, 5_000_000
SIZES = (100_000, 300_000, 1_000_000)
OURS = """
from bakeoff.compare.files import compare_files
compare_files({path!r}, metric="auc")
"""


def columns(items: int) -> tuple[Any, Any, Any]:
    """Truth and two models' scores, without ties."""
    rng = np.random.default_rng(0)
    truth = (rng.random(items) < 0.3).astype(int)
    a, b = truth + 1.5 * rng.normal(size=(2, items))
    return truth, a, b


def against_scikit(method: str) -> float:
    """The processor time of the verdict as a multiple of that of two plain areas."""
    from sklearn.metrics import roc_auc_score

    from bakeoff import compare_predictions

    truth, a, b = columns(ITEMS)
    return in_turn(
        3,
        lambda: (roc_auc_score(truth, a), roc_auc_score(truth, b)),
        lambda: compare_predictions(truth, a, b, metric="auc", method=method),
    ).ratio


def delong() -> float:
    """DeLong's test."""
    return against_scikit("delong")


def area_t() -> float:
    """The usual test."""
    return against_scikit("area-t")


def growth() -> float:
    """The largest growth of processor time between two sizes, as a multiple of that of n log n."""
    from bakeoff import compare_predictions

    given = [columns(items) for items in SIZES]

    def ours(at: int) -> Any:
        return lambda: compare_predictions(*given[at], metric="auc")

    grown = []
    for at in range(len(SIZES) - 1):
        less, more = SIZES[at : at + 2]
        expected = more * math.log(more) / (less * math.log(less))
        grown.append(in_turn(3, ours(at), ours(at + 1)).ratio / expected)
    return max(grown)


def _log() -> str:
    import duckdb

    path = folder() / "areas.parquet"
    if not path.exists():
        duckdb.execute(f"""
            COPY (SELECT t::INT AS truth, t::INT + random() + random() AS a, t::INT + random() + random() AS b
                  FROM (SELECT hash(range) % 10 < 3 AS t FROM range({ROWS})))
            TO '{path}' (FORMAT parquet)""")
    return str(path)


def parquet_seconds() -> float:
    """Processor seconds of the verdict on five million rows, with the start of Python."""
    return processor_seconds(OURS.format(path=_log()))


def parquet_memory() -> float:
    """Most megabytes that it takes."""
    path = _log()
    try:
        return peak(OURS.format(path=path))
    finally:
        Path(path).unlink()
