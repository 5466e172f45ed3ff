import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.read.engine.plan import planned


def test_the_roles_of_one_source(source):
    plan = planned(source(x_csv="truth,a,b,who\n1,1,1,u\n"), None, cluster="who", by=None)
    assert list(plan.columns) == ["truth", "a", "b", "cluster"]
    assert (plan.keys, plan.twice) == (None, [])
    rows = plan.engine.fetch(f"SELECT * FROM {plan.rows(['truth', 'cluster'])} AS r")
    assert {name: values.tolist() for name, values in rows.items()} == {"truth": ["1"], "cluster": ["u"]}


def test_rows_of_two_sources_say_who_has_them(source):
    plan = planned(
        source("a.csv", a_csv="k,truth,prediction\n1,x,x\n2,y,y\n"),
        source("b.csv", b_csv="k,truth,prediction,part\n2,y,z\n3,x,x,\n".replace("z\n", "z,p\n")),
        id="k",
        by="part",
    )
    assert plan.twice == ["truth"]
    assert plan.columns["by"][0] is plan.sources[1]
    rows = plan.engine.fetch(f'SELECT * FROM {plan.rows(["a", "b"])} AS r ORDER BY "id"')
    assert {name: values.tolist() for name, values in rows.items()} == {
        "a": ["x", "y", None], "b": [None, "z", "x"], "id": [1, 2, 3], "side": [1, 0, 2],
    }  # fmt: skip


def test_a_column_is_computed_where_asked(source):
    plan = planned(source(x_csv="truth,a,b\n1,2,3\n"), None)
    rows = plan.engine.fetch(f"SELECT * FROM {plan.rows(['a'], {'a': '40 + 2'})} AS r")
    assert rows["a"].tolist() == [42]


def test_nothing_is_counted_before_all_columns_are_known(source, duck, monkeypatch):
    found = source(x_csv="truth,a,b\n1,2,3\n")
    monkeypatch.setattr(duck, "fetch", lambda *given, **more: pytest.fail("asked"))
    with pytest.raises(InputError, match="no column"):
        planned(found, None, cluster="who")
