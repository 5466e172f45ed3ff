"""Rankings of many models: against a loop over bootstrap samples of rows, and against counting in DuckDB.

Figures are ratios of processor time within one run.
"""

import time
from functools import cache

import numpy as np
import numpy.typing as npt

from benchmarks.predictions import folder, peak
from benchmarks.timing import Task

MODELS, ITEMS, ROWS, RESAMPLES = 20, 200_000, 10_000_000, 10_000
TIMED = 4  # resamples of the loop, which takes minutes for all of them
OURS = """
from bakeoff.compare.rank_source import rank_files
rank_files({path!r}, truth="truth")
"""


def processor_time(task: Task) -> float:
    """Seconds that all threads of this process compute."""
    start = time.process_time()
    task()
    return time.process_time() - start


def loop() -> float:
    """A loop over samples of rows as a multiple of `rank_predictions`, both for 10,000 resamples."""
    from bakeoff import rank_predictions

    rng = np.random.default_rng(0)
    hard = rng.random((ITEMS, 1)) < 0.2
    right = rng.random((ITEMS, MODELS)) < np.where(hard, 0.5, 0.98)
    truth = np.arange(ITEMS) % 2
    models = {f"model {at}": np.where(each, truth, 1 - truth) for at, each in enumerate(right.T)}
    rank_predictions(truth[:1000], {name: each[:1000] for name, each in models.items()}, resamples=100)
    fast = processor_time(lambda: rank_predictions(truth, models, resamples=RESAMPLES))
    slow = processor_time(lambda: row_by_row(right, TIMED))
    return slow / TIMED * RESAMPLES / fast


def row_by_row(right: npt.NDArray[np.bool_], resamples: int) -> npt.NDArray[np.float64]:
    """The largest studentised difference of any pair in each bootstrap sample of rows."""
    first, second = np.triu_indices(right.shape[1], 1)
    rng = np.random.default_rng(0)
    values = right.mean(axis=0)
    found = np.empty(resamples)
    for at in range(resamples):
        drawn = right[rng.integers(0, len(right), len(right))]
        means, spread = drawn.mean(axis=0), np.cov(drawn, rowvar=False) / len(drawn)
        gaps = (means - values)[first] - (means - values)[second]
        errors = np.sqrt(np.diag(spread)[first] + np.diag(spread)[second] - 2 * spread[first, second])
        found[at] = np.max(np.abs(gaps) / errors)
    return found


@cache
def log(easy_tenths: int = 8, halvings: int = 3) -> str:
    """A Parquet file with two classes; some items are hard for all 20 models, wrong in 1 of 2^halvings.

    By default 94,000 patterns; of 4 tenths that are easy and 2 halvings 674,000.
    """
    import duckdb

    path = folder() / f"ranking-{easy_tenths}-{halvings}.parquet"
    easy, hard = (
        " & ".join(f"hash(i + {at * 1_000_000_007})" for at in each)
        for each in (range(1, 7), range(11, 11 + halvings))
    )
    columns = ", ".join(
        f"CASE WHEN (wrong >> {at}) & 1 = 1 THEN other ELSE truth END AS m{at:02d}" for at in range(MODELS)
    )
    with duckdb.connect() as connection:
        connection.execute(f"""
            COPY (SELECT truth, {columns}
                  FROM (SELECT CASE WHEN i % 2 = 0 THEN 'yes' ELSE 'no' END AS truth,
                               CASE WHEN i % 2 = 0 THEN 'no' ELSE 'yes' END AS other,
                               CASE WHEN i % 10 < {easy_tenths} THEN {easy} ELSE {hard} END AS wrong
                        FROM (SELECT range AS i FROM range({ROWS}))))
            TO '{path}' (FORMAT parquet)""")
    return str(path)


def from_parquet() -> float:
    """A ranking of ten million rows as a multiple of counting their patterns in DuckDB."""
    import duckdb

    from bakeoff import rank_files

    path = log()
    names = ", ".join(["truth", *(f"m{at:02d}" for at in range(MODELS))])

    def count() -> None:
        with duckdb.connect() as connection:
            connection.execute(f"SELECT {names}, COUNT(*) FROM '{path}' GROUP BY {names}").fetchnumpy()

    def ours() -> None:
        rank_files(path, truth="truth")

    ours()
    return min(processor_time(ours) for _ in range(2)) / min(processor_time(count) for _ in range(2))


def memory() -> float:
    """Megabytes that this ranking takes. Linux only."""
    return peak(OURS.format(path=log()))


def many_patterns() -> float:
    """Megabytes that a ranking by 674,000 different rows takes. Linux only."""
    return peak(OURS.format(path=log(4, 2)))
