"""A query of the user's own: one that reads and changes nothing."""

from typing import Any

from bakeoff.core.exceptions import InputError
from bakeoff.read.engine.quiet import unlogged


def one_select(query: str, dialect: Any) -> str:
    """Check that a query is one SELECT and changes nothing; as it was typed, less a semicolon at its end.

    >>> one_select("SELECT * FROM runs; -- all", "postgres")
    'SELECT * FROM runs'
    """
    import sqlglot
    from sqlglot import exp

    expected = "expected one SELECT (or WITH ... SELECT) in the database's own dialect"
    try:
        with unlogged("sqlglot"):
            statements = sqlglot.parse(query, read=dialect)
    except sqlglot.errors.SqlglotError as problem:
        first: dict[str, Any] = (getattr(problem, "errors", None) or [{}])[0]
        where = f" from line {first['line']}, column {first['col']} on" if first.get("line") else ""
        raise InputError(f"the query cannot be read{where}; {expected}") from None
    said = [each for each in statements if each is not None and not isinstance(each, exp.Semicolon)]
    if len(said) != 1:
        raise InputError(f"the query holds {len(said)} statements; {expected}")
    changes = (exp.DML, exp.DDL, exp.Command, exp.Into, exp.Lock)
    reads = isinstance(said[0], exp.Query) and not isinstance(said[0], exp.Table)
    found = next((each for each in said[0].walk() if isinstance(each, changes)), None)
    if not reads or found is not None:
        raise InputError(f"the query says {(found or said[0]).key.upper()}; {expected}")
    tokens = sqlglot.tokenize(query, read=dialect)
    ends = [each.start for each in tokens if each.token_type.name == "SEMICOLON"]
    return query[: ends[0] if ends else None]
