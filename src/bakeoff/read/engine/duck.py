"""What an engine does, and DuckDB as one: in memory, offline, and stopped by Ctrl-C at once."""

import math
import os
import shutil
import tempfile
import threading
import time
import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, Self

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.read.values import DELIMITED, JSON, Column

Progress = Callable[[float], None]  # called with the share that is done, 0 to 1, from another thread


class Engine(Protocol):
    """A place where predictions are counted; queries change nothing in it.

    A query is one plain SELECT in DuckDB's dialect that holds to portable SQL outside the relations
    (SELECT, WHERE, GROUP BY, JOIN, COUNT, SUM, CAST, CASE, COALESCE, HAVING, ORDER BY, LIMIT, ROW_NUMBER),
    so that it can be translated. Every column of the answer has a name.

    Answers come as one array for each column, all of one length (0 where nothing was found):

    ========  =======================================  ============================
    kind      without gaps                             with gaps
    ========  =======================================  ============================
    text      object array of str                      None in the gaps
    whole     integer array (any width)                object array of int and None
    real      float array                              NaN in the gaps
    boolean   bool array                               object array of bool and None
    date      object array of datetime.date/.datetime  None in the gaps
    ========  =======================================  ============================
    """

    @property
    def name(self) -> str:
        """What messages call it, without anything secret."""
        ...

    def fetch(self, query: str, *, wanted: str = "") -> dict[str, Column]:
        """The answer to a query; ``wanted`` says in words what it is for, should it fail."""
        ...

    def batches(self, query: str, *, wanted: str = "") -> Iterator[Sequence[Sequence[Any]]]:
        """The rows of the answer to a query, a part at a time, so that they need not fit into memory."""
        ...

    def close(self) -> None:
        """Release all resources; an engine may be closed twice."""
        ...


MOST_MEMORY = 4 << 30  # bytes; beyond it joins and the like go to disk
LEAST_MEMORY = 512 << 20
SMALL = 1 << 21  # bytes of files that share a database
LIMITS = {"autoinstall_known_extensions": False, "autoload_known_extensions": False}
FLOAT_DIGITS = 15  # decimals of as many digits are distinct as floats
PATIENCE = 2.0  # seconds before a query is worth a progress bar
BETWEEN = 0.1  # seconds between two looks at it

_KINDS = {
    "BOOLEAN": "boolean", "TINYINT": "whole", "SMALLINT": "whole", "INTEGER": "whole", "BIGINT": "whole",
    "UTINYINT": "whole", "USMALLINT": "whole", "UINTEGER": "whole", "UBIGINT": "whole", "HUGEINT": "whole",
    "UHUGEINT": "whole", "BIGNUM": "whole", "FLOAT": "real", "DOUBLE": "real",
    "VARCHAR": "text", "UUID": "text", "DATE": "date", "NULL": "text", '"NULL"': "text",
}  # fmt: skip


class DuckEngine:
    """A DuckDB database in memory that reads files and nothing else.

    ``progress`` is called with the share of a query that is done, from 0 to 1, once it has taken two
    seconds; it is called in the thread that asked. A query that fails is explained by the first of
    ``explanations`` that knows what is wrong.

    >>> engine = DuckEngine()
    >>> engine.fetch("SELECT 'cat' AS label, 3 AS n")
    {'label': array(['cat'], dtype=object), 'n': array([3], dtype=int32)}
    >>> engine.close()
    """

    name = "DuckDB"

    def __init__(self, progress: Progress | None = None, *, shared: bool = False) -> None:
        self.progress = progress
        self.explanations: list[Callable[[str], InputError | None]] = []
        self.folder = Path(tempfile.mkdtemp(prefix="bakeoff-"))
        # also where the engine is never closed: when it is garbage-collected, or the program ends
        self._tidy = weakref.finalize(self, shutil.rmtree, self.folder, ignore_errors=True)
        self._connection = _shared() if shared else _opened(str(self.folder), _cores())

    def types(self, relation: str) -> dict[str, str]:
        """The columns of a relation in order, each with DuckDB's name of its type."""
        described = self.fetch(f"DESCRIBE SELECT * FROM {relation}")
        return dict(zip(described["column_name"].tolist(), described["column_type"].tolist(), strict=True))

    def fetch(self, query: str, *, wanted: str = "") -> dict[str, Column]:
        """The answer to a query, one array for each column."""
        return {name: _plain(values) for name, values in self.masked(query, wanted=wanted).items()}

    def masked(self, query: str, *, wanted: str = "") -> dict[str, Column]:
        """The answer to a query in DuckDB's own arrays, of which those with gaps are masked."""
        import duckdb

        try:
            answer: dict[str, Any] = self._run(lambda: _fetched(self._connection.execute(query)))
        except (duckdb.Error, UnicodeError, RuntimeError, OverflowError) as problem:
            raise self._explained(str(problem), wanted) from None
        return {name: _array(values) for name, values in answer.items()}

    @contextmanager
    def table(self, query: str, *, wanted: str = "") -> Iterator[str]:
        """The answer to a query as a table for further queries, within this context."""
        import duckdb

        self.masked(f'CREATE OR REPLACE TEMP TABLE "answer" AS {query}', wanted=wanted)
        try:
            yield '"answer"'
        finally:
            with suppress(duckdb.Error):  # a connection that was interrupted
                self._connection.execute('DROP TABLE "answer"')

    def batches(self, query: str, *, wanted: str = "") -> Iterator[Sequence[Sequence[Any]]]:
        """The rows of the answer, all at once, because it only holds sums and counts."""
        answer = self.fetch(query, wanted=wanted)
        yield list(zip(*(each.tolist() for each in answer.values()), strict=True))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the database and remove its temporary files."""
        self._connection.close()
        self._tidy()

    def _run(self, work: Callable[[], Any]) -> Any:
        """Do the work in a thread, so that this one sees Ctrl-C at once and can stop it."""
        done: list[Any] = []
        failed: list[BaseException] = []
        finished = threading.Event()  # a thread that is joined when Ctrl-C comes is wrongly counted as ended

        def task() -> None:
            try:
                done.append(work())
            except BaseException as problem:
                failed.append(problem)
            finally:
                finished.set()

        threading.Thread(target=task, daemon=True).start()
        try:
            self._wait(finished)
        except BaseException:
            self._connection.interrupt()
            while not finished.wait(BETWEEN):  # again and again: the query may not even have begun
                self._connection.interrupt()
            raise
        if failed:
            raise failed[0]
        return done[0]

    def _wait(self, finished: threading.Event) -> None:
        start, share = time.monotonic(), -1.0
        while not finished.wait(BETWEEN):
            if self.progress is not None and time.monotonic() - start > PATIENCE:
                # DuckDB says -1 before a query and after it
                share = min(max(self._connection.query_progress() / 100, share, 0.0), 1.0)
                self.progress(share)
        if share >= 0 and self.progress is not None:
            self.progress(1.0)

    def _explained(self, message: str, wanted: str) -> InputError:
        if message.startswith("Out of Memory"):
            return InputError(
                f"{wanted or 'the query'} needs more memory and disk space than is available; free some "
                f"space in {tempfile.gettempdir()}, or set TMPDIR to a folder on a larger disk"
            )
        for explain in self.explanations:
            problem = explain(message)
            if problem is not None:
                return problem
        return InputError(f"{wanted or 'the query'} failed: {first_line(message)}")


def _fetched(found: Any) -> dict[str, Any]:
    """The columns of an answer; with all digits of types that DuckDB would hand over as floats."""
    names = [name for name, *_ in found.description]
    if not any(_is_long(str(typed)) for _, typed, *_ in found.description):
        columns: dict[str, Any] = found.fetchnumpy()
        return columns
    from bakeoff.read.engine.describing import BATCH, from_rows

    return from_rows(names, iter(lambda: found.fetchmany(BATCH), []))


def _is_long(typed: str) -> bool:
    """Whether values of a type may have more digits than a float, or are whole but handed over as floats."""
    if typed.startswith("DECIMAL"):
        width, _, scale = typed[len("DECIMAL(") : -1].partition(",")
        return int(width) > FLOAT_DIGITS or int(scale) == 0
    return typed in ("HUGEINT", "UHUGEINT", "BIGNUM")


def kind_of(typed: str) -> str:
    """The kind of a DuckDB type.

    >>> [kind_of(typed) for typed in ("HUGEINT", "DECIMAL(9,2)", "DECIMAL(9,0)", "TIMESTAMP_NS", "INT[]")]
    ['whole', 'real', 'whole', 'date', 'other']
    """
    if typed.endswith("]"):
        return "other"
    if typed.startswith("DECIMAL"):
        return "whole" if typed.endswith(",0)") else "real"
    if typed.startswith("TIMESTAMP"):
        return "date"
    return _KINDS.get(typed, "other")


def first_line(message: str) -> str:
    r"""What an error of DuckDB says, without its class and its advice on DuckDB's options.

    >>> first_line("IO Error: no such file\n\nPossible fixes: ...")
    'no such file'
    """
    line = next((each for each in message.splitlines() if each.strip()), "no reason given")
    head, colon, rest = line.partition("Error: ")
    return " ".join((rest if colon and len(head) < 40 else line).split())[:200]


def _opened(folder: str, threads: int) -> Any:
    """A database in memory that reaches no network, with a folder for what does not fit."""
    import duckdb

    config: dict[str, Any] = LIMITS | {
        "enable_external_file_cache": False,  # a file may change between two looks at it
        "memory_limit": memory_limit(),
        "preserve_insertion_order": True,  # so that rows have a place; counting is as quick
        "temp_directory": folder,
        "threads": threads,
    }
    connection = duckdb.connect(":memory:", config=config)
    if threads == 1:
        with suppress(duckdb.Error):  # there are none before 2.0
            connection.execute("SET async_threads = 0")
    for setting in ("enable_progress_bar = true", "enable_progress_bar_print = false"):
        connection.execute(f"SET {setting}")
    connection.execute("SET lock_configuration = true")
    return connection


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def engine_for(files: Iterable[object], progress: Progress | None = None) -> DuckEngine:
    """An engine for such files: small ones share a database, since opening one takes longer than they do."""
    return DuckEngine(progress, shared=sum(map(_size, files)) <= SMALL)


def _size(file: object) -> float:
    """The size of a plain text file; that of other files is unknown before they are read."""
    path = Path(file) if isinstance(file, str | os.PathLike) else Path()
    return path.stat().st_size if path.suffix.lower() in (*DELIMITED, *JSON) and path.is_file() else math.inf


@dataclass(eq=False)
class _Kept:
    """A database that stays open. It has no threads, so that a program can fork."""

    connection: Any = None
    lock: threading.Lock = field(default_factory=threading.Lock)


# The last is that of this process: a child leaves its parent's, which may have been busy, as it is.
_KEPT = [_Kept()]
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=lambda: _KEPT.append(_Kept()))


def _shared() -> Any:
    """A separate connection to the database that stays open."""
    kept = _KEPT[-1]
    with kept.lock:
        kept.connection = kept.connection or _opened("", 1)
        return kept.connection.cursor()


def machine_memory() -> int:
    """Bytes of memory that the machine has."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return 2 * MOST_MEMORY


def memory_limit() -> str:
    """How much memory a database may take: half of what the machine has, within limits."""
    return f"{min(max(machine_memory() // 2, LEAST_MEMORY), MOST_MEMORY) >> 20}MiB"


def _array(values: object) -> Column:
    """An array in which UUIDs are text."""
    array: Column = values if isinstance(values, np.ndarray) else np.asarray(values)
    if array.dtype.kind == "O" and "UUID" in {type(value).__name__ for value in np.ma.getdata(array)[:100]}:
        texts = [None if value is None else str(value) for value in np.ma.getdata(array)]
        bare = np.fromiter(texts, dtype=object, count=len(texts))
        return np.ma.array(bare, mask=array.mask) if isinstance(array, np.ma.MaskedArray) else bare
    return array


def _plain(values: Column) -> Column:
    """An array as the protocol has it: None for gaps, and dates as Python knows them."""
    gaps = np.ma.getmaskarray(values) if isinstance(values, np.ma.MaskedArray) else None
    array = np.asarray(values.data if gaps is not None else values)
    if array.dtype.kind == "M":
        array = array.astype("datetime64[us]").astype(object)
    if gaps is None or not gaps.any():
        return array
    if array.dtype.kind == "f":
        array = array.copy()
        array[gaps] = np.nan
        return array
    array = array.astype(object)
    array[gaps] = None
    return array
