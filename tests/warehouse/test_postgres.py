"""A real PostgreSQL server: what it is sent, what it refuses, and what is said about it."""

import re
import threading
import time
from decimal import Decimal
from urllib.parse import quote

import pytest

from bakeoff import compare_table
from bakeoff.core.exceptions import InputError, UnknownNameError
from bakeoff.read.engine.fingerprint import items_in
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.engine.warehouse import tables_source

NAMES = ("A", "B")
# What a session may send: it asks, and says when it begins and ends to ask.
READS = re.compile(r"(SELECT|BEGIN|COMMIT|ROLLBACK|SET TIMEZONE|DECLARE|FETCH|CLOSE|SHOW)\b")


def catalogue(postgres):
    """All tables, views, types, functions and settings there are."""
    kinds = ("pg_class", "pg_type", "pg_proc", "pg_namespace", "pg_db_role_setting", "pg_roles")
    return [
        postgres.tell(f"SELECT count(*), md5(string_agg(t::text, ',' ORDER BY t::text)) FROM {kind} AS t")
        for kind in kinds
    ]


def written(postgres):
    """How many rows were ever inserted, updated or deleted in tables of users."""
    return postgres.tell(
        "SELECT pg_stat_force_next_flush()",
        "SELECT coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0) FROM pg_stat_user_tables",
    )


def test_the_right_to_read_one_table_is_enough_and_nothing_is_written(postgres, schema, reader):
    before = catalogue(postgres), written(postgres)
    areas = {"metric": "auc", "a": "s", "b": "z"}
    for question in ({}, {"cluster": "u"}, {"id": "id"}, areas, areas | {"cluster": "u"}):
        compare_table(f"{schema}.predictions", connect=reader, **question)
    compare_table(connect=reader, query=f"SELECT truth, a, b FROM {schema}.predictions WHERE id > 3")
    assert (catalogue(postgres), written(postgres)) == before
    sent = postgres.statements(f"reader_{schema}")
    assert sent
    assert [each for each in sent if not READS.match(each)] == []


def test_only_counts_leave_the_server(postgres, schema, reader):
    verdict = compare_table(f"{schema}.predictions", connect=reader, metric="macro-f1", resamples=200)
    assert verdict.result.n == 300
    asked = [each for each in postgres.statements(f"reader_{schema}") if schema in each]
    *looked, counted, ids = asked
    assert [each.endswith(" LIMIT 0") for each in looked] == [True, True]  # as one name, as schema and name
    assert 'SELECT COUNT(*) AS "n", COUNT(DISTINCT "i0") AS "k"' in ids
    assert counted.startswith("DECLARE")
    assert 'COUNT(*) AS "n"' in counted
    assert 'GROUP BY "truth", "a", "b"' in counted


def test_the_session_can_only_read(postgres, schema):
    postgres.tell(f"CREATE SEQUENCE {schema}.x")
    source = tables_source(postgres.url(), f"{schema}.predictions")
    with pytest.raises(InputError, match=r"cannot execute nextval\(\) in a read-only transaction"):
        source.engine.fetch(f"SELECT nextval('{schema}.x') AS n")
    source.engine.close()


def test_a_schema_in_the_address_and_settings_of_the_session_are_kept(postgres, schema):
    for address in (
        f"{postgres.url()}/{schema}",
        f"{postgres.url()}?options={quote(f'-c search_path={schema}')}",
    ):
        source = tables_source(address, "predictions")
        shown = source.engine.fetch("SELECT current_setting('default_transaction_read_only') AS it")
        assert shown["it"].tolist() == ["on"]
        source.engine.close()


TYPES = {
    "numeric": ("numeric", ["1", "1.50", "2"]),
    "whole numeric": ("numeric(20, 0)", ["1", "2", "3"]),
    "long numeric": ("numeric(20, 0)", ["9007199254740992", "9007199254740993", "18446744073709551617"]),
    "long numeric without a scale": ("numeric", ["9007199254740992", "9007199254740993", "1"]),
    "fine numeric": ("numeric(30, 20)", ["0.12345678901234567890", "0.12345678901234567891", "0.5"]),
    "padded": ("char(9)", ["cat", "dog", "eel "]),
    "varchar": ("varchar(9)", ["cat", "Cat", "eel "]),
    "boolean": ("boolean", ["true", "false", "true"]),
    "small": ("smallint", ["1", "2", "-3"]),
    "single": ("real", ["0.1", "0.2", "16777217"]),
    "day": ("date", ["2024-05-01", "2024-05-02", "1999-12-31"]),
    "time": ("timestamp", ["2024-05-01 12:00", "2024-05-01 12:00:00.5", "2024-05-02 00:00"]),
    "zoned": (
        "timestamptz",
        [f"2024-05-{moment}" for moment in ("01 12:00:00+02", "01 12:00:00+00", "02 00:00:00+00")],
    ),
    "uuid": ("uuid", ["6f8c1a9e-0d3b-4c38-9d0e-0d5f4f6b7a11"] * 3),
}
WANTED = {
    "numeric": [1.0, 1.5, 2.0],
    "whole numeric": [1, 2, 3],
    "long numeric": [9007199254740992, 9007199254740993, 18446744073709551617],
    "long numeric without a scale": [1, 9007199254740992, 9007199254740993],
    "fine numeric": [Decimal("0.12345678901234567890"), Decimal("0.12345678901234567891"), 0.5],
    "padded": ["cat", "dog", "eel"],
    "varchar": ["Cat", "cat", "eel"],
    "boolean": [False, True],
    "small": [-3, 1, 2],
    "single": [0.10000000149011612, 0.20000000298023224, 16777216.0],
    "day": ["1999-12-31", "2024-05-01", "2024-05-02"],
    "time": ["2024-05-01 12:00:00", "2024-05-01 12:00:00.500000", "2024-05-02"],
    "zoned": ["2024-05-01 10:00:00", "2024-05-01 12:00:00", "2024-05-02"],
    "uuid": ["6f8c1a9e-0d3b-4c38-9d0e-0d5f4f6b7a11"],
}


@pytest.mark.parametrize("kind", TYPES)
def test_types_are_read_as_from_a_file(postgres, schema, tmp_path, kind):
    import duckdb

    typed, values = TYPES[kind]
    cells = ", ".join(f"('{value}'::{typed})" for value in values)
    postgres.tell(
        f"CREATE TABLE {schema}.t AS SELECT v AS truth, v AS a, v AS b FROM (VALUES {cells}) AS t(v)"
    )
    found = read(tables_source(postgres.url(), f"{schema}.t"))
    assert list(found.labels) == WANTED[kind]
    if kind != "padded":  # DuckDB has no char(n)
        (tmp_path / "files").mkdir()
        same = f"SELECT v AS truth, v AS a, v AS b FROM (VALUES {cells}) AS t(v)".replace(
            "::numeric)", "::decimal(20, 2))"
        )
        duckdb.execute(f"SET TimeZone = 'UTC'; COPY ({same}) TO '{tmp_path}/files/0.parquet'")
        from bakeoff.read.engine.duck import DuckEngine
        from bakeoff.read.engine.files import files_source

        with DuckEngine() as engine:
            assert list(read(files_source(tmp_path / "files", engine)).labels) == WANTED[kind]


def read(source):
    from tests.unit.read.engine.pairs import read_tally

    try:
        return read_tally(source)
    finally:
        source.engine.close()


def test_labels_that_the_servers_alphabet_takes_for_one_are_two(postgres, schema):
    postgres.tell(
        f"CREATE COLLATION {schema}.ci (provider = icu, locale = 'und-u-ks-level2', deterministic = false)",
        f"CREATE TYPE {schema}.animal AS ENUM ('dog', 'cat')",
        f"CREATE TABLE {schema}.t (truth text COLLATE {schema}.ci, a text COLLATE {schema}.ci, "
        f"b {schema}.animal)",
        f"INSERT INTO {schema}.t VALUES ('cat', 'Cat', 'cat'), ('Cat', 'cat', 'dog')",
    )
    assert read(tables_source(postgres.url(), f"{schema}.t")).labels == ("Cat", "cat", "dog")


def test_lists_cannot_be_labels(postgres, schema):
    lists = "ARRAY[1] AS list, '{}'::jsonb AS structure, 'x'::bytea AS bytes"
    postgres.tell(f"CREATE TABLE {schema}.t AS SELECT {lists}, 'x' AS a, 'x' AS b")
    for name in ("list", "structure", "bytes"):
        with pytest.raises(
            InputError, match=f"column '{name}' of {schema}.t holds lists, structures or bytes"
        ):
            compare_table(f"{schema}.t", connect=postgres.url(), truth=name)


def test_names_are_quoted(postgres, schema):
    table = 'x"; DROP TABLE predictions; --'
    postgres.tell(
        f'CREATE TABLE {schema}."x""; DROP TABLE predictions; --" AS SELECT * FROM {schema}.predictions'
    )
    found = compare_table(f"{schema}.{table}", connect=postgres.url(), names=NAMES)
    assert (
        found.to_dict()
        == compare_table(f"{schema}.predictions", connect=postgres.url(), names=NAMES).to_dict()
    )


def refused(address, secret, **named):
    """One line that does not show a secret, whatever is wrong."""
    with pytest.raises(InputError) as told:
        compare_table(connect=address, **named)
    assert "\n" not in str(told.value)
    assert secret not in str(told.value)
    assert told.value.__cause__ is None
    assert told.value.__context__ is None or told.value.__suppress_context__
    return told.value


def test_what_goes_wrong_is_one_line(postgres, schema, reader):
    secret, table = "s3cret", f"{schema}.predictions"
    role = f"reader_{schema}"

    wrong = refused(postgres.url(role, "s3cret?"), secret, table=table)
    assert f'password authentication failed for user "{role}"' in str(wrong)
    wrong = refused(reader.replace("/postgres", "/nowhere"), secret, table=table)
    assert 'database "nowhere" does not exist' in str(wrong)
    wrong = refused(reader.replace("127.0.0.1", "nowhere.invalid"), secret, table=table)
    assert "nowhere.invalid" in str(wrong)
    wrong = refused(reader, secret, table=f"{schema}.secrets")
    assert "permission denied for table secrets" in str(wrong)
    wrong = refused(reader, secret, table=f"{schema}.prediction")
    assert isinstance(wrong, UnknownNameError)
    assert f"did you mean '{table}'?" in str(wrong)
    wrong = refused(reader, secret, table="predictions")
    assert f"did you mean '{table}'?" in str(wrong)
    wrong = refused(reader, secret, query=f"SELECT CAST('password=s3cret' AS INTEGER) FROM {table}")
    assert "password=***" in str(wrong)
    wrong = refused(reader, secret, query=f"SELECT truth, lost FROM {table}")
    assert 'column "lost" does not exist' in str(wrong)
    wrong = refused(reader, secret, query=f"SELECT truth, a, b FROM {table} WHERE id < 0")
    assert str(wrong) == "the query has no items; expected one row for each item"
    wrong = refused(reader, secret, table=table, b="c")
    assert f"no column of {table} is called 'c'" in str(wrong)
    wrong = refused(reader, secret, table=table, table_b=f"{schema}.no", id="id")
    assert f"is called '{schema}.no'" in str(wrong)


def test_no_connection_is_left_behind(postgres, schema, reader):
    test_what_goes_wrong_is_one_line(postgres, schema, reader)
    compare_table(f"{schema}.predictions", connect=reader)
    role = f"reader_{schema}"
    deadline = time.monotonic() + 30
    while left := postgres.tell(f"SELECT state, query FROM pg_stat_activity WHERE usename = '{role}'"):
        assert time.monotonic() < deadline, left
        time.sleep(0.01)


def test_a_connection_that_is_lost_meanwhile_is_one_line(postgres, schema, reader):
    source = tables_source(reader, f"{schema}.predictions")
    role = f"reader_{schema}"
    asleep = f"FROM pg_stat_activity WHERE usename = '{role}' AND wait_event = 'PgSleep'"

    def cut():
        while not postgres.tell(f"SELECT pg_terminate_backend(pid) {asleep}"):
            time.sleep(0.01)

    thread = threading.Thread(target=cut)
    thread.start()
    with pytest.raises(InputError, match=r"did not answer \(the counts\): .*terminating connection") as told:
        source.engine.fetch("SELECT pg_sleep(300) AS nothing", wanted="the counts")
    thread.join()
    assert "s3cret" not in str(told.value)
    source.engine.close()


def test_a_connection_of_ibis_stays_open(postgres, schema):
    import ibis
    import psycopg

    with psycopg.connect(postgres.url(), autocommit=True) as connection:
        backend = ibis.postgres.from_connection(connection)
        first = compare_table(f"{schema}.predictions", connect=backend, names=NAMES)
        assert connection.execute("SELECT 1").fetchone() == (1,)
    assert (
        first.to_dict()
        == compare_table(f"{schema}.predictions", connect=postgres.url(), names=NAMES).to_dict()
    )


@pytest.mark.parametrize(
    "query",
    [
        "SELECT lo_create(0)::text AS truth, 'x' AS a, 'x' AS b",
        "SELECT lo_from_bytea(0, 'x')::text AS truth, 'x' AS a, 'x' AS b",
        "SELECT query_to_xml('SELECT lo_create(0)', true, true, '')::text AS truth, 'x' AS a, 'x' AS b",
    ],
)
def test_no_large_object_is_left_behind(postgres, reader, query):
    before = postgres.tell("SELECT count(*) FROM pg_largeobject_metadata")
    try:
        compare_table(connect=reader, query=query)
    except InputError as problem:
        assert len(str(problem)) < 300
    assert postgres.tell("SELECT count(*) FROM pg_largeobject_metadata") == before


def test_a_query_cannot_lift_its_own_limits(schema, reader):
    free = "SELECT set_config('{}', '{}', false) AS truth, 'x' AS a, 'x' AS b"
    for setting, value in (("default_transaction_read_only", "off"), ("statement_timeout", "0")):
        source = tables_source(reader, query=free.format(setting, value))
        source.rows()
        found = source.engine._backend.con.execute(f"SHOW {setting}").fetchone()[0]
        source.engine.close()
        assert found in ("on", "30min")


def test_a_query_that_takes_too_long_is_stopped(schema, reader, monkeypatch):
    monkeypatch.setenv("BAKEOFF_QUERY_SECONDS", "0.2")
    with pytest.raises(InputError, match=r"took longer than 0\.2 seconds to answer; request less data"):
        compare_table(connect=reader, query="SELECT pg_sleep(60)::text AS truth, 'x' AS a, 'x' AS b")


def test_dates_without_end_are_labels(postgres, schema):
    for typed in ("date", "timestamp", "timestamptz"):
        postgres.tell(
            f"DROP TABLE IF EXISTS {schema}.t",
            f"CREATE TABLE {schema}.t AS SELECT v AS truth, v AS a, v AS b, i AS id FROM (VALUES "
            f"('2024-05-01'::{typed}, 1), ('infinity'::{typed}, 2), ('-infinity'::{typed}, 3)) AS t(v, i)",
        )
        source = tables_source(postgres.url(), f"{schema}.t")
        assert read(source).labels == ("-infinity", "2024-05-01", "infinity")
        again = tables_source(postgres.url(), f"{schema}.t")
        assert items_in([again], Wanted()).n == 3
        again.engine.close()


@pytest.mark.parametrize(
    "written", ['"{schema}"."predictions"', '{schema}."predictions"', '"{schema}".predictions']
)
def test_names_in_quotes_as_psql_prints_them(postgres, schema, written):
    found = compare_table(written.format(schema=schema), connect=postgres.url())
    assert found.result.n == 300
    postgres.tell(f'CREATE TABLE {schema}."a.""b" AS SELECT * FROM {schema}.predictions')
    assert compare_table(f'{schema}."a.""b"', connect=postgres.url()).result.n == 300
    with pytest.raises(UnknownNameError, match="no table in"):
        compare_table(f'"{schema}.predictions"', connect=postgres.url())
