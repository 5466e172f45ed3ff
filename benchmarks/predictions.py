"""Prediction logs of millions of rows, to the verdict: against pandas with mlxtend, and against the scales.

Ten classes given by name. What is compared is made by DuckDB in a folder that is removed at the end.
"""

import atexit
import resource
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

from benchmarks.timing import best_of, python

ROWS, MANY = 10_000_000, 100_000_000
PEER = """
import pandas
from mlxtend.evaluate import mcnemar_table
table = pandas.read_{kind}({path!r})
mcnemar_table(table["truth"].to_numpy(), table["a"].to_numpy(), table["b"].to_numpy())
"""
OURS = """
from bakeoff.compare.files import compare_files
compare_files({path!r})
"""
# the high-water mark of this process alone, which getrusage would not give after a fork
PEAK = """
from pathlib import Path
line = next(each for each in Path("/proc/self/status").read_text().splitlines() if each.startswith("VmHWM"))
print(line.split()[1])
"""


@cache
def folder() -> Path:
    """A place for the files of this run."""
    made = tempfile.TemporaryDirectory(prefix="bakeoff-benchmark-")
    atexit.register(made.cleanup)
    return Path(made.name)


@cache
def log(kind: str, rows: int = ROWS) -> str:
    """A file in which two models are right about eight times in ten."""
    import duckdb

    path = folder() / f"{rows}.{kind}"
    with duckdb.connect() as connection:
        connection.execute(f"""
            COPY (SELECT 'class ' || t AS truth,
                         'class ' || CASE WHEN h // 10 % 100 < 80 THEN t ELSE h // 1000 % 10 END AS a,
                         'class ' || CASE WHEN h // 10000 % 100 < 82 THEN t ELSE h // 1000000 % 10 END AS b
                  FROM (SELECT h, h % 10 AS t FROM (SELECT hash(range) % 1000000007 AS h FROM range({rows}))))
            TO '{path}' (FORMAT {kind})""")
    return str(path)


def need_mlxtend() -> None:
    """Say what is missing where the peer is not installed."""
    from importlib.util import find_spec

    if find_spec("mlxtend") is None:
        raise SystemExit("these figures are measured against mlxtend: pip install mlxtend pandas pyarrow")


def warm(kind: str = "parquet") -> float:
    """pandas and mlxtend's time as a multiple of ours, both loaded already."""
    need_mlxtend()
    peer, ours = (compile(each.format(kind=kind, path=log(kind)), "x", "exec") for each in (PEER, OURS))
    exec(ours, {})
    slow, fast = best_of(2, lambda: exec(peer, {}), lambda: exec(ours, {}))
    return slow / fast


def warm_csv() -> float:
    """The same for CSV."""
    return warm("csv")


def cold() -> float:
    """pandas and mlxtend's time as a multiple of ours, with the start of Python and all imports."""
    need_mlxtend()
    path = log("parquet")
    slow, fast = best_of(2, *(python("-c", each.format(kind="parquet", path=path)) for each in (PEER, OURS)))
    return slow / fast


def peak(code: str) -> float:
    """Most megabytes that Python holds while it runs some code. Linux only."""
    told = subprocess.run([sys.executable, "-c", code + PEAK], capture_output=True, text=True, check=True)
    return int(told.stdout.split()[-1]) / 1000


def processor_seconds(code: str) -> float:
    """Processor seconds of Python that runs some code, from its start on."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def memory() -> float:
    """pandas and mlxtend's memory as a multiple of ours."""
    need_mlxtend()
    path = log("parquet")
    large, small = (peak(each.format(kind="parquet", path=path)) for each in (PEER, OURS))
    return large / small


def many_rows() -> float:
    """Megabytes that a hundred million rows take."""
    path = log("parquet", MANY)
    try:
        return peak(OURS.format(path=path))
    finally:
        Path(path).unlink()
