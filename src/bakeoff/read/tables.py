"""Tables in files: CSV, TSV, Parquet and JSON Lines, told apart by name and content."""

import os
from io import BufferedReader
from pathlib import Path

from bakeoff.core.exceptions import FileError
from bakeoff.read.opening import file_path, opened
from bakeoff.read.table import Table

__all__ = ["Table", "read_table"]

PARQUET, JSON, DELIMITED = (".parquet", ".pq"), (".jsonl", ".ndjson", ".json"), (".csv", ".tsv")
_NOT_TEXT = {
    b"\xff\xfe": "is text in UTF-16; save it again as UTF-8",
    b"\xfe\xff": "is text in UTF-16; save it again as UTF-8",
    b"\x00\x00\xfe\xff": "is text in UTF-32; save it again as UTF-8",
    b"\x1f\x8b": "is compressed by gzip; unpack it first",
    b"(\xb5/\xfd": "is compressed by zstd; unpack it first",
    b"BZh": "is compressed by bzip2; unpack it first",
    b"PK\x03\x04": "is a zip archive or a spreadsheet; save the table as CSV in UTF-8",
}


def read_table(
    path: str | os.PathLike[str], *, name: str | None = None, most_rows: int | None = None
) -> Table:
    r"""Read a table from a CSV, TSV, Parquet or JSON Lines file.

    Text cells become numbers only where every cell of their column is one. Empty cells and NA,
    NaN, null and the like are missing values: an error only if their column is asked for. Messages
    speak of the file by ``name`` where it is given; ``most_rows`` refuses a Parquet file that unpacks to
    more than that many, however small it is.

    Raises
    ------
    FileError
        Where there is no such file or it is not a table; with the line or byte where that shows.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder, "predictions.csv")
    ...     _ = file.write_text("truth,a,b\ncat,cat,dog\ndog,dog,dog\n")
    ...     table = read_table(file)
    >>> table.rows, table.column("b").tolist()
    (2, ['dog', 'dog'])
    """
    file, source = file_path(path)
    source = name or source
    with opened(file, source, expected="CSV, TSV, Parquet or JSON Lines") as stream:
        return _read(stream, file, source, most_rows)


def _read(stream: BufferedReader, file: Path, source: str, most_rows: int | None) -> Table:
    kind = kind_of_table(stream.peek(64)[:64], file.suffix, source)
    if kind == "parquet":
        from bakeoff.read.parquet import read_parquet

        return read_parquet(file, source, most_rows=most_rows)
    if kind == "json":
        from bakeoff.read.json_lines import read_json_lines

        return read_json_lines(stream, source)
    from bakeoff.read.delimited import read_delimited

    return read_delimited(stream, source)


def kind_of_table(head: bytes, suffix: str, source: str) -> str:
    """What a file holds, by its first bytes and how its name ends: parquet, json or delimited.

    >>> kind_of_table(b'{"truth": 1}', ".txt", "x.txt")
    'json'
    """
    suffix = suffix.lower()
    if suffix in PARQUET or (head.startswith(b"PAR1") and (b"\0" in head or suffix not in DELIMITED)):
        if head[:4] != b"PAR1":
            raise FileError(
                f"{source} {'is empty' if not head else 'does not begin as a Parquet file does'}; "
                f"export it again, or name it .csv or .jsonl if that is what it is"
            )
        return "parquet"
    for magic, problem in _NOT_TEXT.items():
        if head.startswith(magic):
            raise FileError(f"{source} {problem}")
    like_json = head.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{")
    return "json" if suffix in JSON or (suffix not in DELIMITED and like_json) else "delimited"
