"""The tables of `tests/properties/same_table.py` have the same verdict from PostgreSQL as from a CSV file."""

import pytest
from tests.properties.same_table import in_database, in_file, name_in_sql, table_of

TYPES = {bool: "boolean", int: "bigint", float: "double precision", str: "text"}


@pytest.mark.parametrize("seed", range(50))
def test_postgres_says_the_same(seed, postgres, tmp_path):
    import psycopg

    table = table_of(seed)
    columns = table.named()
    kinds = {name: type(next(each for each in own if each is not None)) for name, own in columns.items()}
    with psycopg.connect(postgres.url(), autocommit=True) as connection:
        connection.execute("DROP TABLE IF EXISTS t")
        declared = ", ".join(f"{name_in_sql(name)} {TYPES[kind]}" for name, kind in kinds.items())
        connection.execute(f"CREATE TABLE t ({declared})")
        marks = ", ".join(["%s"] * len(columns))
        with connection.cursor() as cursor:
            cursor.executemany(f"INSERT INTO t VALUES ({marks})", list(zip(*columns.values(), strict=True)))
    assert in_database(table, postgres.url()) == in_file(table, tmp_path, "lf.csv")


@pytest.mark.parametrize("seed", [4, 5, 7, 9])
def test_numeric_columns_say_the_same(seed, postgres, tmp_path):
    import psycopg

    table = table_of(seed)
    numbers = {name: own for name, own in table.named().items() if all(isinstance(each, int) for each in own)}
    columns = table.named()
    with psycopg.connect(postgres.url(), autocommit=True) as connection:
        connection.execute("DROP TABLE IF EXISTS t")
        declared = (f"{name_in_sql(name)} {'numeric' if name in numbers else 'text'}" for name in columns)
        connection.execute(f"CREATE TABLE t ({', '.join(declared)})")
        marks = ", ".join(["%s"] * len(columns))
        with connection.cursor() as cursor:
            cursor.executemany(f"INSERT INTO t VALUES ({marks})", list(zip(*columns.values(), strict=True)))
    assert in_database(table, postgres.url()) == in_file(table, tmp_path, "lf.csv")
