"""What a file holds: CSV, TSV, Parquet or JSON Lines, told apart by name and content."""

from bakeoff.core.exceptions import FileError

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
