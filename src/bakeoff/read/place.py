"""Where a row of a table is."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Place:
    """A row, counted from 1, and the line in which it starts; of several files also the file.

    >>> print(Place(row=8, line=9), "|", Place(row=3, file="part-2.parquet"))
    in row 8 (line 9) | in row 3 of part-2.parquet
    """

    row: int
    line: int | None = None
    file: str = ""

    def __str__(self) -> str:
        return f"in {self.words}"

    @property
    def words(self) -> str:
        """The place without a preposition."""
        line = "" if self.line is None else f" (line {self.line})"
        return f"row {self.row}{line}" + (f" of {self.file}" if self.file else "")
