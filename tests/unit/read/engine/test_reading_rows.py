import numpy as np

from bakeoff.read.engine.plan import Wanted
from bakeoff.read.engine.reading import read_items

PAIR = {"a": None, "b": None}


def test_ties_are_sorted_by_all_that_is_known(source):
    text = "truth,a,b,who,part\n" + "".join(
        f"{truth},{a},0.5,{who},{part}\n"
        for part in "qp"
        for who in "vu"
        for truth in ("yes", "no")
        for a in (1, 0)
    )
    rows = read_items([source(x_csv=text)], PAIR, Wanted(cluster="who", by="part"))
    told = list(zip(rows.answers[0], rows.slices, rows.clusters, rows.truth, strict=True))
    assert told == sorted(told)
    assert len(set(told)) == 16


def test_rows_hold_numbers_and_a_few_shared_texts(source):
    text = "truth,a,b\n" + "yes,0.1,0.2\nno,0.3,0.4\n" * 500
    rows = read_items([source(x_csv=text)], PAIR, Wanted())
    assert len({id(each) for each in rows.truth}) == 2
    assert (rows.answers[0].dtype, rows.n) == (np.float64, 1000)


def test_a_zero_has_no_sign(source):
    rows = read_items([source(x_csv="truth,a,b\n1,-0.0,0.0\n0,0.0,-0.0\n")], PAIR, Wanted())
    assert not np.signbit(rows.answers[0]).any()
    assert not np.signbit(rows.answers[1]).any()
    assert rows.truth.tolist() == [0, 1]
