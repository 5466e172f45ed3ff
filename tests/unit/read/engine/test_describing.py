import ibis
import pytest
from tests.looping import in_one_test

from bakeoff.core.exceptions import InputError
from bakeoff.read.engine.describing import _ibis_kind, described


@pytest.fixture
def ask(tmp_path):
    backend = ibis.sqlite.connect(tmp_path / "x.db")
    yield lambda *statements: [backend.con.execute(each) for each in statements] and backend
    backend.disconnect()


def test_cells_of_sqlite_decide_what_a_column_is(ask):
    backend = ask(
        "CREATE TABLE t (i TEXT, whole INTEGER, mixed, both, flag BOOLEAN, odd BOOL, empty INTEGER, b BLOB)",
        "INSERT INTO t VALUES ('1', 1, 'x', 1, 1, 1, NULL, x'00'), ('2', 2, 3, 0.5, 0, 2, NULL, x'01')",
    )
    found = described(backend, '"t"', name="t", table=("t",))
    assert found.kinds == {
        "i": "text",
        "whole": "whole",
        "mixed": "whole",
        "both": "real",
        "flag": "boolean",
        "odd": "whole",
        "empty": "text",
        "b": "other",
    }
    assert found.faults == {
        "mixed": "column 'mixed' of t holds integer and text values; expected values of one type: cast them "
        "in a query"
    }
    assert found.written["i"] == '"i" COLLATE BINARY'


def test_a_table_of_sqlite_without_rows_has_columns(ask):
    assert described(ask("CREATE TABLE t (x TEXT)"), '"t"', name="t").kinds == {"x": "text"}


def test_a_query_where_only_a_view_could_tell_is_refused():
    class Oracle:
        name = "oracle"

        def get_schema(self, name, *, catalog, database):
            return ibis.schema({"x": "string"}) if (catalog, database, name) == (None, "s", "t") else None

    with pytest.raises(InputError, match="create the view yourself and name it with --table"):
        described(Oracle(), '"query 1"', name="the query")
    assert described(Oracle(), '"s"."t"', name="t", table=("s", "t")).kinds == {"x": "text"}


def test_text_is_told_apart_by_its_bytes_where_an_order_would_fold_it():
    class MySQL:
        name = "mysql"

        def _get_schema_using_query(self, query):
            return ibis.schema({"x": "string", "n": "int64"})

    assert described(MySQL(), "`t`", name="t").written == {"x": '"x" COLLATE utf8mb4_bin'}


@in_one_test(
    ("kind", "ours"),
    [
        ("boolean", "boolean"),
        ("uint8", "whole"),
        ("float32", "real"),
        ("decimal(9, 2)", "real"),
        ("decimal(20, 0)", "whole"),
        ("string", "text"),
        ("uuid", "text"),
        ("date", "date"),
        ("timestamp('UTC')", "date"),
        ("array<string>", "other"),
        ("json", "other"),
        ("binary", "other"),
        ("time", "other"),
    ],
)
def test_types_of_ibis_have_kinds(kind, ours):
    assert _ibis_kind(ibis.dtype(kind)) == ours
