import pytest
from tests.looping import in_one_test

from bakeoff.core.exceptions import InputError
from bakeoff.read.engine.connecting import one_select


@in_one_test(
    ("query", "said"),
    [
        ("DROP TABLE p", "the query contains DROP"),
        ("SELECT 1; DROP TABLE p", "the query has 2 statements"),
        ("INSERT INTO p SELECT * FROM p", "the query contains INSERT"),
        ("UPDATE p SET x = 1", "the query contains UPDATE"),
        ("WITH x AS (DELETE FROM p RETURNING *) SELECT * FROM x", "the query contains DELETE"),
        ("SELECT * INTO q FROM p", "the query contains INTO"),
        ("SELECT * FROM p FOR UPDATE", "the query contains LOCK"),
        ("CREATE TABLE q AS SELECT * FROM p", "the query contains CREATE"),
        ("VACUUM", "the query contains"),
        ("COPY p TO PROGRAM 'rm x'", "the query contains COPY"),
        ("p", "the query contains COLUMN"),
        ("", "the query has 0 statements"),
        ("-- nothing", "the query has"),
        ("SELECT * FROM (", "the query cannot be read"),
        ("SELECT 'x", "the query cannot be read"),
    ],
)
def test_what_is_no_single_select_is_refused(query, said, capfd):
    with pytest.raises(InputError) as told:
        one_select(query, "postgres")
    assert str(told.value).startswith(said)
    assert str(told.value).endswith("expected one SELECT (or WITH ... SELECT) in the database's own dialect")
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    "query",
    [
        "SELECT 1",
        "select * from p where x = 'a;b';",
        "WITH x AS (SELECT 1) SELECT * FROM x",
        "(SELECT 1) UNION ALL SELECT 2",
        "SELECT $$ ; $$",
    ],
)
def test_one_select_passes(query):
    assert one_select(query, "postgres") == query.rstrip(";")
