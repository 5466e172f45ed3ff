import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.read.engine.plan import Wanted, planned

PAIR = {"a": None, "b": None}


def test_the_roles_of_one_source(source):
    plan = planned([source(x_csv="truth,a,b,who\n1,1,1,u\n")], PAIR, Wanted(cluster="who"))
    assert list(plan.columns) == ["truth", "a", "b", "cluster"]
    assert (plan.keys, plan.twice) == (None, [])
    rows = plan.engine.fetch(f"SELECT * FROM {plan.rows(['truth', 'cluster'])} AS r")
    assert {name: values.tolist() for name, values in rows.items()} == {"truth": ["1"], "cluster": ["u"]}


def test_a_misnamed_id_is_told_before_the_columns_that_are_looked_for(source):
    files = [source("a.csv", a_csv="K,said\n1,x\n"), source("b.csv", b_csv="K,said\n1,x\n")]
    truth = source("t.csv", t_csv="K,gold,part\n1,x,p\n")
    with pytest.raises(InputError, match=r"no column of .*a.csv is called 'k'; did you mean 'K'\?"):
        planned(files, PAIR, Wanted(id="k"), truth_source=truth)


def test_rows_of_two_sources_say_who_has_them(source):
    plan = planned(
        [
            source("a.csv", a_csv="k,truth,prediction\n1,x,x\n2,y,y\n"),
            source("b.csv", b_csv="k,truth,prediction,part\n2,y,z\n3,x,x,\n".replace("z\n", "z,p\n")),
        ],
        PAIR,
        Wanted(id="k", by="part"),
    )
    assert plan.twice == [("truth", "truth again")]
    assert plan.columns["by"][0] is plan.sources[1]
    rows = plan.engine.fetch(f'SELECT * FROM {plan.rows(["a", "b"])} AS r ORDER BY "id"')
    assert {name: values.tolist() for name, values in rows.items()} == {
        "a": ["x", "y", None], "b": [None, "z", "x"], "id": [1, 2, 3], "side": [1, 0, 2],
    }  # fmt: skip


def test_a_column_is_computed_where_asked(source):
    plan = planned([source(x_csv="truth,a,b\n1,2,3\n")], PAIR, Wanted())
    rows = plan.engine.fetch(f"SELECT * FROM {plan.rows(['a'], {'a': '40 + 2'})} AS r")
    assert rows["a"].tolist() == [42]


def test_nothing_is_counted_before_all_columns_are_known(source, duck, monkeypatch):
    found = source(x_csv="truth,a,b\n1,2,3\n")
    monkeypatch.setattr(duck, "fetch", lambda *given, **more: pytest.fail("asked"))
    with pytest.raises(InputError, match="no column"):
        planned([found], PAIR, Wanted(cluster="who"))


def test_the_roles_of_many_models(source):
    models = {"A": None, "a": None, "count": "n", "by": "side"}
    plan = planned([source(x_csv="truth,A,a,n,side\n1,2,3,4,5\n")], models, Wanted(by="A"))
    assert plan.models == {"a": "A", "b": "a", "m2": "count", "m3": "by"}
    rows = plan.engine.fetch(f"SELECT * FROM {plan.rows(list(plan.columns))} AS r")
    assert {name: values.tolist() for name, values in rows.items()} == {
        "truth": ["1"], "a": ["2"], "b": ["3"], "m2": ["4"], "m3": ["5"], "by": ["2"],
    }  # fmt: skip


def test_rows_of_many_sources_say_who_has_them(source):
    made = [
        source(f"{name}.csv", **{f"{name}_csv": "k,truth,prediction\n" + rows})
        for name, rows in {"a": "1,x,x\n2,y,y\n", "b": "2,y,z\n3,x,x\n", "c": "2,y,z\n4,x,x\n"}.items()
    ]
    plan = planned(made, {"one": None, "two": None, "three": None}, Wanted(id="k"))
    assert plan.twice == [("truth", "truth again"), ("truth", "truth again 2")]
    rows = plan.engine.fetch(f'SELECT * FROM {plan.rows(["a", "b", "m2"])} AS r ORDER BY "id"')
    assert rows["id"].tolist() == [1, 2, 3, 4]
    assert rows["side"].tolist() == [1, 0, 2, 3]
    assert rows["m2"].tolist() == [None, "z", None, "x"]


def test_what_is_true_may_be_in_a_source_of_its_own(source):
    truth = source("t.csv", t_csv="k,gold\n1,x\n2,y\n")
    one = source("p.csv", p_csv="k,m1,m2\n1,x,x\n2,y,x\n")
    plan = planned([one], {"m1": None, "m2": None}, Wanted(truth="gold", id="k"), truth_source=truth)
    assert plan.columns["truth"][0] is plan.sources[1]
    assert plan.columns["b"] == (plan.sources[0], "m2")


def test_as_many_sources_as_models(source):
    made = [source("p.csv", p_csv="k,truth,prediction\n1,x,x\n")] * 2
    with pytest.raises(InputError, match="2 files or tables for 3 models; expected one for each"):
        planned(made, {"a": None, "b": None, "c": None}, Wanted(id="k"))
