import datetime

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.unit.read.engine.pairs import read_rows, read_tally

from bakeoff.core.exceptions import InputError, UnknownNameError
from bakeoff.read.engine import reading
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.engine.reading import read_items, read_labels

ROWS = "k,truth,a,b,who,part\n1,cat,cat,dog,ann,x\n2,dog,dog,dog,ann,y\n3,cat,cat,dog,bob,x\n"


def test_counts_in_order_of_the_codes(source):
    tally = read_tally(source(x_csv=ROWS), cluster="who", by="part")
    assert tally.labels == ("cat", "dog")
    assert [each.tolist() for each in (tally.truth, *tally.answers)] == [
        [0, 0, 1],
        [0, 0, 1],
        [1, 1, 1],
    ]
    assert (tally.clusters.tolist(), tally.slices.tolist()) == ([0, 1, 0], [0, 0, 1])
    assert (tally.slice_names, tally.counts.tolist(), tally.n) == (("x", "y"), [1, 1, 1], 3)
    assert tally.source.endswith("x.csv")
    assert all(each.dtype == np.int64 for each in (tally.truth, tally.counts, tally.clusters))


def test_spellings_of_one_number_in_different_columns_are_one_class(source):
    tally = read_tally(source(x_csv="truth,a,b\n1,1.0,1e0\n 1,1.0,0\n"))
    assert (tally.labels, tally.counts.tolist()) == ((0, 1), [1, 1])
    assert tally.n == 2


def test_one_query_counts(source, duck, monkeypatch):
    found = source(x_csv=ROWS)
    asked = []
    fetch = duck.fetch
    monkeypatch.setattr(duck, "fetch", lambda query, **more: asked.append(query) or fetch(query, **more))
    read_tally(found, cluster="who", by="part", attributes=())
    assert len(asked) == 1
    assert "GROUP BY" in asked[0]


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ({"truth": "Truth"}, "no column of .*x.csv is called 'Truth'; did you mean 'truth'"),
        ({"by": "nothing"}, "no column of .*x.csv is called 'nothing'"),
        ({"count": "nothing"}, "no column of .*x.csv is called 'nothing'"),
    ],
)
def test_unknown_columns(source, columns, said):
    with pytest.raises(UnknownNameError, match=said):
        read_tally(source(x_csv=ROWS), **columns)


def test_one_column_in_two_roles_and_fold_scores(source):
    with pytest.raises(InputError, match="a and b are both column 'a'"):
        read_tally(source(x_csv=ROWS), b="a")
    with pytest.raises(InputError, match="holds fold scores, not predictions; use bakeoff scores"):
        read_tally(source(y_csv="learner,fold,score\nx,1,0.5\n"))


@pytest.mark.parametrize("word", ["", "NA", "null", " "])
def test_missing_values_are_counted(source, word):
    text = "truth,a,b\n" + f"cat,{word},dog\n" * 3 + "cat,cat,dog\n" * 7
    with pytest.raises(
        InputError,
        match=r"column 'a' of \S*x.csv has a missing value .* in row 1 \(line 2\) \(3 of 10 items\)",
    ):
        read_tally(source(x_csv=text))


def test_rows_that_are_counts_already(source):
    tally = read_tally(
        source(x_csv="truth,a,b,n\nno,no,no,3\nno,yes,no,0\nno,no,no,4\nyes,no,yes,1.0\n"), count="n"
    )
    assert (tally.labels, tally.counts.tolist()) == (("no", "yes"), [7, 1])
    tally = read_tally(source(y_csv="truth,a,b,n\nno,maybe,no,0\nno,no,no,4\n"), count="n")
    assert tally.labels == ("no",)  # nobody said maybe


@pytest.mark.parametrize("bad", ["-1", "1.5", "many", "1e300"])
def test_counts_that_are_none(source, bad):
    with pytest.raises(
        InputError, match=r"column 'n' of \S*x.csv has .*; expected whole numbers of at least 0"
    ):
        read_tally(source(x_csv=f"truth,a,b,n\nno,no,no,2\nno,yes,no,{bad}\n"), count="n")


def test_counts_that_are_missing_or_nothing(source):
    with pytest.raises(InputError, match=r"column 'n' of \S*x.csv has a missing value"):
        read_tally(source(x_csv="truth,a,b,n\nno,no,no,\n"), count="n")
    with pytest.raises(InputError, match=r"every count of \S*y.csv is 0"):
        read_tally(source(y_csv="truth,a,b,n\nno,no,no,0\n"), count="n")
    with pytest.raises(InputError, match=r"column 'n' of \S*z.parquet has inf"):
        read_tally(source(z_parquet={"truth": [1], "a": [1], "b": [0], "n": [float("inf")]}), count="n")


def test_scores_are_no_labels(source, monkeypatch):
    monkeypatch.setattr(reading, "MOST", 5)
    rows = "".join(f"1,0.{i},0.{i}\n" for i in range(10))
    with pytest.raises(
        InputError, match="more than 5 combinations, so they are not labels; compare scores with auc"
    ):
        read_tally(source(x_csv="truth,a,b\n" + rows))


def test_ids_of_one_table_occur_once(source):
    assert read_tally(source(x_csv=ROWS), id="k").n == 3
    for number, ids in enumerate(("1,1.0,2", "x,x,y,y,z", "7, 7")):
        rows = "".join(f"{each},cat,cat,dog\n" for each in ids.split(","))
        with pytest.raises(InputError, match=r"ids? more than once: .*; expected each item once"):
            read_tally(source(**{f"{number}_csv": "k,truth,a,b\n" + rows}), id="k")


def test_ids_repeated_across_shards(source):
    shard = {"k": [1, 2], "truth": ["x", "y"], "a": ["x", "y"], "b": ["x", "y"]}
    found = source("p", p__1_parquet=shard, p__2_parquet=shard | {"k": [2, 3]})
    with pytest.raises(
        InputError,
        match=r"/p has 1 id more than once: 2 \(the first is repeated in row 1 of \S*2.parquet\); exp",
    ):
        read_tally(found, id="k")
    assert read_tally(found).n == 4


def test_missing_ids(source):
    with pytest.raises(InputError, match=r"column 'k' of \S*x.csv has a missing value .*\(1 of 2 items\)"):
        read_tally(source(x_csv="k,truth,a,b\n,1,1,1\n2,1,1,1\n"), id="k")
    with pytest.raises(
        InputError, match=r"column 'k' of \S*x.parquet has a missing value .*\(1 of 2 items\)"
    ):
        read_tally(source(x_parquet={"k": [None, 1], "truth": [1, 1], "a": [1, 1], "b": [1, 1]}), id="k")


A = "k,truth,prediction\n1,cat,cat\n2,dog,cat\n3,dog,dog\n"
B = "k,prediction\n3,dog\n1,cat\n2,dog\n"


def test_two_files_are_joined(source):
    tally = read_tally(source("a.csv", a_csv=A), source("b.csv", b_csv=B), id="k")
    assert tally.labels == ("cat", "dog")
    assert (tally.truth.tolist(), tally.answers[0].tolist(), tally.answers[1].tolist()) == (
        [0, 1, 1],
        [0, 0, 1],
        [0, 1, 1],
    )
    assert tally.source.endswith("b.csv")
    same = source("a.csv")
    assert read_tally(same, same, id="k").n == 3


@pytest.mark.parametrize(
    ("b", "said"),
    [
        ("k,prediction\n1,cat\n2,dog\n", r"1 only in \S*a.csv \(3\)"),
        (B + "4,cat\n5,cat\n", r"2 only in \S*b.csv \(4, 5\)"),
        (B + "3,cat\n", r"b.csv has 1 id more than once: 3"),
        ("k,prediction\n1,cat\n1,cat\n2,dog\n", r"b.csv has 1 id more than once: 1"),
        ("k,truth,prediction\n1,cat,cat\n2,cat,cat\n3,cat,cat\n",
         r"disagree on 'truth' for 2 items: id 2 has 'dog' in \S*a.csv and 'cat' in \S*b.csv"),
        (B.replace("dog", "Dog"),
         r"class 'Dog' is predicted 2 times in \S*b.csv and occurs neither in \S*a.csv nor in the truth; "
         r"expected the same classes in both, such as 'cat', 'dog': correct the label"),
        ("k,prediction\nx,cat\ny,dog\nz,dog\n", r"3 only in \S*a.csv .* and 3 only in \S*b.csv"),
    ],
)  # fmt: skip
def test_two_files_that_do_not_fit(source, b, said):
    with pytest.raises(InputError, match=said) as caught:
        read_tally(source("a.csv", a_csv=A), source("b.csv", b_csv=b), id="k")
    assert "\n" not in str(caught.value)


def test_ids_of_which_many_are_alike_are_told_before_they_are_joined(source, duck):
    rows = "k,truth,prediction\n" + "1,cat,cat\n" * 20_000
    with pytest.raises(InputError, match=r"a.csv has 1 id more than once: 1"):
        read_tally(source("a.csv", a_csv=rows), source("b.csv", b_csv=rows), id="k")


@pytest.mark.slow
def test_two_files_of_different_kinds(source):
    typed = {"k": [3, 1, 2], "prediction": ["dog", "cat", "dog"]}
    expected = read_tally(source("a.csv", a_csv=A), source("b.csv", b_csv=B), id="k")
    for other in (
        source("b.parquet", b_parquet=typed),
        source("b.jsonl", b_jsonl=[{"k": k, "prediction": p} for k, p in zip(*typed.values(), strict=True)]),
    ):
        tally = read_tally(source("a.csv"), other, id="k")
        assert tally.counts.tolist() == expected.counts.tolist()
        assert tally.answers[1].tolist() == expected.answers[1].tolist()
    texts = source("c.parquet", c_parquet=typed | {"k": ["3", "1", "2"]})
    assert read_tally(source("a.csv"), texts, id="k").n == 3


def test_clusters_and_slices_of_two_files(source):
    a = source("a.csv", a_csv="k,truth,prediction,who\n1,x,x,u\n2,y,y,v\n")
    b = source("b.csv", b_csv="k,prediction,who,part\n1,x,u,p\n2,y,v,q\n")
    tally = read_tally(a, b, id="k", cluster="who", by="part")
    assert (tally.clusters.tolist(), tally.slice_names) == ([0, 1], ("p", "q"))
    c = source("c.csv", c_csv="k,prediction,who\n1,x,v\n2,y,v\n")
    with pytest.raises(InputError, match="disagree on 'who' for 1 item"):
        read_tally(a, c, id="k", cluster="who")


def test_two_sources_need_an_id_and_no_counts(source):
    a, b = source("a.csv", a_csv=A), source("b.csv", b_csv=B)
    with pytest.raises(InputError, match="give id='NAME'"):
        read_tally(a, b)
    with pytest.raises(InputError, match="joined one to one, so column 'k' cannot give the number of items"):
        read_tally(a, b, id="k", count="k")


def test_rows_are_sorted_by_their_values(source):
    rows = read_rows(
        source(x_csv="truth,a,b,who,part\nyes,0.9,.5,v,q\nno,1,0.25,u,p\nno,0.5,1e-1,v,q\n"),
        cluster="who",
        by="part",
    )
    assert rows.truth.tolist() == ["no", "yes", "no"]
    assert (rows.answers[0].tolist(), rows.answers[1].tolist()) == ([0.5, 0.9, 1.0], [0.1, 0.5, 0.25])
    assert (rows.clusters.tolist(), rows.slices.tolist()) == ([1, 1, 0], ["q", "q", "p"])
    assert rows.answers[0].dtype == np.float64


@pytest.mark.slow
def test_rows_are_the_same_in_any_order_and_from_any_kind_of_file(source, tmp_path):
    rng = np.random.default_rng(0)
    table = {
        "k": np.arange(500), "truth": rng.integers(0, 2, 500), "a": rng.random(500).round(2),
        "b": rng.random(500).round(2), "who": [f"u{i % 40}" for i in range(500)], "part": ["x", "y"] * 250,
    }  # fmt: skip
    told = []
    for at in range(2):
        order = rng.permutation(500)
        mixed = {name: [values[i] for i in order] for name, values in table.items()}
        pq.write_table(pa.table(mixed), tmp_path / f"{at}.parquet")
        typed = source(f"{at}.parquet")
        lines = [",".join(map(str, row)) for row in zip(*mixed.values(), strict=True)]
        text = source(f"{at}.csv", **{f"{at}_csv": "\n".join([",".join(table), *lines])})
        objects = [
            dict(zip(table, (v.item() if hasattr(v, "item") else v for v in row), strict=True))
            for row in zip(*mixed.values(), strict=True)
        ]
        told += [typed, text, source(f"{at}.jsonl", **{f"{at}_jsonl": objects})]
    read = [read_rows(each, cluster="who", by="part", id="k") for each in told]
    for rows in read[1:]:
        for name in ("truth", "clusters", "slices"):
            assert getattr(rows, name).tolist() == getattr(read[0], name).tolist(), name
        assert np.array_equal(rows.answers, read[0].answers)


def test_numbers_that_are_true(source):
    assert read_rows(source(x_csv="truth,a,b\n1,0.5,0.5\n0,0.5,0.5\n")).truth.dtype == np.int64
    assert read_rows(source(y_csv="truth,a,b\n1.5,0.5,0.5\n0,0.5,0.5\n")).truth.tolist() == [0.0, 1.5]
    typed = read_rows(source(z_parquet={"truth": [True, False], "a": [1, 0], "b": [0.5, 0.5]}))
    assert typed.truth.tolist() == [False, True]


def test_truths_too_many_to_be_classes_are_numbers(source, monkeypatch):
    from bakeoff.read.engine import reading

    monkeypatch.setattr(reading, "MOST_CLASSES", 3)
    assert read_rows(source(x_csv="truth,a,b\n" + "".join(f"{i}.5,1,2\n" for i in range(9)))).truth[8] == 8.5
    with pytest.raises(
        InputError, match=r"column 'truth' of \S*y.csv has 'class 0' in row 1 \(line 2\) \(9 such rows"
    ):
        read_rows(source(y_csv="truth,a,b\n" + "".join(f"class {i},1,2\n" for i in range(9))))


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        (
            "high",
            r"column 'b' of \S*x.csv has 'high' in row 2 \(line 3\) \(1 such row in all\); exp",
        ),
        ("1_0", "has '1_0'"),
        ("inf", "has 'inf'"),
        ("", r"column 'b' of \S*x.csv has a missing value \(''\) in row 2 \(line 3\) \(1 of 2 items\)"),
        ("NA", "has a missing value"),
    ],
)
def test_scores_that_are_no_numbers(source, cell, said):
    with pytest.raises(InputError, match=said):
        read_rows(source(x_csv=f"truth,a,b\nyes,0.5,0.5\nno,0.5,{cell}\n"))


def test_scores_of_other_kinds_that_are_no_numbers(source):
    with pytest.raises(InputError, match=r"column 'a' of \S*x.parquet has 'cat' in row 2 \(1 such row"):
        read_rows(source(x_parquet={"truth": [1, 0], "a": ["0.5", "cat"], "b": [0.5, 1]}))
    with pytest.raises(InputError, match=r"column 'a' of \S*x.jsonl has 'cat' in row 1 \(line 1\)"):
        read_rows(source(x_jsonl=[{"truth": 1, "a": "cat", "b": 0.5}]))
    with pytest.raises(InputError, match=r"column 'a' of \S*x.parquet holds dates; expected numbers"):
        read_rows(source(x_parquet={"truth": [1], "a": [datetime.date(2024, 1, 2)], "b": [0.5]}))
    with pytest.raises(InputError, match=r"column 'a' of \S*x.parquet has inf in row 2 \(1 such value"):
        read_rows(source(x_parquet={"truth": [1, 0], "a": [0.5, float("inf")], "b": [0.5, 1]}))
    with pytest.raises(
        InputError, match=r"column 'b' of \S*y.parquet has a missing value .*\(1 of 2 items\)"
    ):
        read_rows(source(y_parquet={"truth": [1, 0], "a": [0.5, 0.5], "b": [0.5, None]}))
    with pytest.raises(InputError, match="has a header but no items; expected"):
        read_rows(source(z_csv="truth,a,b\n"))


def test_scores_written_as_text_or_booleans_are_numbers(source):
    texts = read_rows(source(x_parquet={"truth": [1, 0], "a": ["0.5", "1e-1"], "b": [True, False]}))
    assert (texts.answers[0].tolist(), texts.answers[1].tolist()) == ([0.1, 0.5], [0.0, 1.0])
    objects = [{"truth": 1, "a": "0.5", "b": True}, {"truth": 0, "a": 0.1, "b": False}]
    rows = read_rows(source(x_jsonl=objects))
    assert (rows.answers[0].tolist(), rows.answers[1].tolist()) == ([0.1, 0.5], [0.0, 1.0])


@pytest.mark.slow
def test_rows_of_two_files(source):
    a = source("a.csv", a_csv="k,truth,prediction\n1,yes,0.5\n2,no,0.25\n")
    rows = read_rows(a, source("b.csv", b_csv="k,prediction\n2,0.75\n1,1\n"), id="k")
    assert (rows.truth.tolist(), rows.answers[0].tolist(), rows.answers[1].tolist()) == (
        ["no", "yes"],
        [0.25, 0.5],
        [0.75, 1.0],
    )
    with pytest.raises(InputError, match="1 only in"):
        read_rows(a, source("c.csv", c_csv="k,prediction\n2,0.75\n"), id="k")
    with pytest.raises(InputError, match=r"c.csv has 1 id more than once: 2"):
        read_rows(a, source("c.csv", c_csv="k,prediction\n2,0.75\n2,0.75\n1,1\n"), id="k")
    with pytest.raises(InputError, match="disagree on 'truth' for 1 item"):
        read_rows(a, source("d.csv", d_csv="k,truth,prediction\n2,yes,0.75\n1,yes,1\n"), id="k")


def said(tally):
    """What is true of the items and what both models said, one of each with its count."""
    rows = zip(tally.truth, tally.answers[0], tally.answers[1], tally.counts, strict=True)
    return [(*(tally.labels[code] for code in codes), int(n)) for *codes, n in rows]


def test_one_file_with_other_names(source):
    found = source(p_csv="k,y,nb,c45,who\n7,1,0,1,ann\n8,0,0,1,bob\n")
    tally = read_tally(found, truth="y", a="nb", b="c45", id="k", cluster="who")
    assert said(tally) == [(0, 0, 1, 1), (1, 0, 1, 1)]
    assert tally.clusters.tolist() == [1, 0]


def test_two_files_with_named_columns_and_clusters_in_either(source):
    a = source("a.csv", a_csv="k,y,nb\n1,0,0\n2,1,1\n")
    b = source("b.csv", b_csv="k,c45,g\n2,1,u\n1,0,v\n")
    tally = read_tally(a, b, id="k", truth="y", a="nb", b="c45", cluster="g")
    assert (said(tally), tally.clusters.tolist()) == ([(0, 0, 0, 1), (1, 1, 1, 1)], [1, 0])
    c = source("c.csv", c_csv="k,y,c45,g\n2,1,1,u\n1,0,0,v\n")
    swapped = read_tally(c, a, id="k", truth="y", a="c45", b="nb", cluster="g")
    assert swapped.clusters.tolist() == [1, 0]


def test_truth_in_both_files_must_agree(source):
    a = source("a.csv", a_csv="id,truth,prediction\n1,cat,cat\n2,dog,cat\n3,dog,cat\n")
    same = source("b.csv", b_csv="id,truth,prediction\n3,dog,dog\n2,dog,dog\n1,cat,dog\n")
    assert said(read_tally(a, same, id="id")) == [("cat", "cat", "dog", 1), ("dog", "cat", "dog", 2)]
    other = source("c.csv", c_csv="id,truth,prediction\n3,cow,dog\n2,cat,dog\n1,cat,dog\n")
    message = r"disagree on 'truth' for 2 items: id 2 has 'dog' in \S*a.csv and 'cat' in \S*c.csv"
    with pytest.raises(InputError, match=message):
        read_tally(a, other, id="id")


def test_truth_that_agrees_in_number_but_not_in_spelling(source):
    a = source("a.csv", a_csv="id,truth,prediction\n1,1,1\n2,0,1\n")
    b = source("b.csv", b_csv="id,truth,prediction\n1,1.0,0\n2,0.0,1\n")
    assert said(read_tally(a, b, id="id")) == [(0, 1, 1, 1), (1, 1, 0, 1)]


@pytest.mark.parametrize("ids", [[2, 1], ["2", "1"]])
def test_ids_match_across_types_of_files(source, ids):
    a = source("a.csv", a_csv="id,truth,prediction\n1,x,x\n2,y,y\n")
    b = source("b.parquet", b_parquet={"id": ids, "prediction": ["x", "y"]})
    assert said(read_tally(a, b, id="id")) == [("x", "x", "y", 1), ("y", "y", "x", 1)]


@pytest.mark.parametrize(
    "rows", ["1,1,unknown\n0,0,0", "unknown,1,1\n0,0,0", "1,unknown,unknown\n0,unknown,unknown"]
)
def test_one_label_that_is_no_number_makes_all_labels_text(source, rows):
    tally = read_tally(source(p_csv=f"truth,a,b\n{rows}\n"))
    assert "unknown" in tally.labels
    assert all(isinstance(label, str) for label in tally.labels)


def test_scores_beside_a_truth_in_words_stay_numbers(source):
    rows = read_rows(source(p_csv="truth,a,b\nyes,0.9,1\nno,0.1,0\n"))
    assert (rows.truth.tolist(), rows.answers[0].tolist(), rows.answers[1].tolist()) == (
        ["no", "yes"],
        [0.1, 0.9],
        [0, 1],
    )


def test_one_number_in_two_spellings_among_text_is_noticed(source):
    with pytest.raises(
        InputError, match=r"'truth' has '0' and column 'a' has '0.0' in .*the same number in two spellings"
    ):
        read_tally(source(p_csv="truth,a,b\n1,1.0,cat\n0,0.0,0\n"))


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [("truth,a\nx,y\n", {}, r"no column of .*p.csv is called 'b'. There are: truth, a"),
     ("truth,modelA,b\nx,y,z\n", {"a": "modela"},
      r"no column of .* is called 'modela'; did you mean 'modelA'\?"),
     ("truth,a,b\nx,,z\n", {}, r"column 'a' of .*p.csv has a missing value \(''\) in row 1 \(line 2\)"),
     ("id,truth,a,b\n1,x,x,x\n2,x,x,x\n1,x,x,x\n", {"id": "id"},
      r"p.csv has 1 id more than once: 1 \(the first is repeated in row 3 \(line 4\)\)"),
     ("truth,a,b\n", {}, "no items; expected"),
     ("truth,a,b\n1,1,0\n", {"truth": "a"}, "truth and a are both column 'a'")],
)  # fmt: skip
def test_one_file_that_cannot_be_used(source, text, options, message):
    with pytest.raises(InputError, match=message):
        read_tally(source(p_csv=text), **options)


@pytest.mark.parametrize(
    ("text", "message"),
    [("id,prediction\n1,x\n1,x\n2,x\n2,x\n3,x\n",
      r"b.csv has 2 ids more than once: 1, 2 \(the first is repeated in row 2 \(line 3\)\)"),
     ("id,prediction\n1,x\n2,y\n", r"the same ids: 1 only in .*a.csv \(3\); expected the same items in both"),
     ("id,prediction\n3,x\n4,x\n5,x\n6,x\n7,x\n",
      r"2 only in .*a.csv \(1, 2\) and 4 only in .*b.csv \(4, 5, 6, \.\.\.\)"),
     ("id,predicted,age\n1,x,2\n",
      r"no column of .*b.csv is called 'prediction'; did you mean 'predicted'\?"),
     ("key,prediction\n1,x\n", "no column of .*b.csv is called 'id'"),
     ("id,prediction\n1,x\n,y\n", r"column 'id' of .*b.csv has a missing value \(''\) in row 2 \(line 3\)")],
)  # fmt: skip
def test_two_files_that_cannot_be_joined(source, text, message):
    a = source("a.csv", a_csv="id,truth,prediction\n1,x,x\n2,y,y\n3,x,y\n")
    with pytest.raises(InputError, match=message):
        read_tally(a, source("b.csv", b_csv=text), id="id")


def test_the_only_column_left_is_the_model_s(source):
    a = source("a.csv", a_csv="id,truth,svm,site\n1,x,x,p\n2,y,x,q\n")
    tally = read_tally(a, source("b.csv", b_csv="id,truth,forest\n1,x,x\n2,y,y\n"), id="id", cluster="site")
    assert said(tally) == [("x", "x", "x", 1), ("y", "x", "y", 1)]


def test_the_first_file_needs_the_truth(source):
    a = source("a.csv", a_csv="id,prediction\n1,x\n")
    with pytest.raises(UnknownNameError, match=r"no column of .*a.csv is called 'truth'"):
        read_tally(a, source("b.csv", b_csv="id,truth,prediction\n1,x,x\n"), id="id")


def test_booleans_of_one_file_are_words_in_another(source):
    a = source("a.parquet", a_parquet={"id": [1, 2], "truth": [True, False], "prediction": [True, True]})
    tally = read_tally(a, source("b.csv", b_csv="id,prediction\n1,True\n2,false\n"), id="id")
    assert said(tally) == [(False, True, False, 1), (True, True, True, 1)]


MODELS = {"svm": None, "tree": None, "knn": None}


def test_many_models_of_one_file(source, duck, monkeypatch):
    found = source(p_csv="truth,svm,tree,knn\nx,x,x,y\nx,x,x,y\ny,y,x,y\n")
    asked = []
    masked = duck.masked
    monkeypatch.setattr(duck, "masked", lambda query, **more: asked.append(query) or masked(query, **more))
    panel = read_labels([found], MODELS, Wanted())
    assert sum("p.csv" in query for query in asked) == 1  # the file is read once
    assert (panel.names, panel.labels) == (("svm", "tree", "knn"), ("x", "y"))
    assert (panel.answers.tolist(), panel.counts.tolist()) == ([[0, 1], [0, 0], [1, 1]], [2, 1])
    assert said(panel.pair("svm", "knn")) == said(read_tally(found, a="svm", b="knn"))
    assert said(panel.pair("tree", "svm")) == said(read_tally(found, a="tree", b="svm"))
    with pytest.raises(InputError, match=r"knn and tree are both column 'tree' .* and one for each model"):
        read_labels([found], {"svm": None, "knn": "tree", "tree": None}, Wanted())


def many(source, **texts):
    """Files of one model each."""
    return [source(f"{name}.csv", **{f"{name}_csv": text}) for name, text in texts.items()]


def test_many_files_are_joined(source):
    made = many(
        source,
        svm="k,truth,prediction\n1,x,x\n2,y,y\n3,y,x\n",
        tree="k,prediction\n3,y\n2,x\n1,x\n",
        knn="k,truth,prediction\n2,y,y\n1,x,y\n3,y,y\n",
    )
    panel = read_labels(made, MODELS, Wanted(id="k"))
    assert said(panel.pair("svm", "tree")) == said(read_tally(made[0], made[1], id="k"))
    assert said(panel.pair("svm", "knn")) == said(read_tally(made[0], made[2], id="k"))
    assert panel.n == 3


@pytest.mark.parametrize(
    ("third", "message"),
    [("k,prediction\n1,x\n2,y\n", r"the same ids: 1 only in \S*svm.csv \(3\); expected the same items"),
     ("k,prediction\n1,x\n2,y\n3,y\n9,x\n", r"1 only in \S*knn.csv \(9\)"),
     ("k,prediction\n1,x\n2,y\n3,y\n3,x\n",
      r"knn.csv has 1 id more than once: 3 \(the first is repeated in row 4 \(line 5\)\)"),
     ("k,truth,prediction\n1,x,x\n2,y,y\n3,x,y\n",
      r"disagree on 'truth' for 1 item: id 3 has 'y' in \S*svm.csv and 'x' in \S*knn.csv"),
     ("k,prediction\n1,x\n2,y\n3,Y\n", r"class 'Y' is predicted 1 time in \S*knn.csv")],
)  # fmt: skip
def test_many_files_that_do_not_fit(source, third, message):
    made = many(
        source,
        svm="k,truth,prediction\n1,x,x\n2,y,y\n3,y,x\n",
        tree="k,prediction\n3,y\n2,x\n1,x\n",
        knn=third,
    )
    with pytest.raises(InputError, match=message):
        read_labels(made, MODELS, Wanted(id="k"))


def test_scores_of_many_models(source):
    text = "truth,svm,tree,knn\nyes,0.9,0.5,0.1\nno,0.2,0.5,0.3\n"
    panel = read_items([source(p_csv=text)], MODELS, Wanted())
    assert (panel.names, panel.truth.tolist()) == (("svm", "tree", "knn"), ["no", "yes"])
    assert [each.tolist() for each in panel.answers] == [[0.2, 0.9], [0.5, 0.5], [0.3, 0.1]]


@pytest.mark.slow
def test_what_is_true_in_a_file_of_its_own(source):
    truth = source("t.csv", t_csv="k,gold\n1,x\n2,y\n")
    both = many(source, a="k,prediction\n2,y\n1,y\n", b="k,prediction\n1,x\n2,x\n")
    panel = read_labels(both, {"a": None, "b": None}, Wanted(truth="gold", id="k"), truth_source=truth)
    assert said(panel.pair("a", "b")) == [("x", "y", "x", 1), ("y", "y", "x", 1)]
    short = source("s.csv", s_csv="k,gold\n1,x\n")
    with pytest.raises(InputError, match=r"1 only in \S*a.csv \(2\)"):
        read_labels(both, {"a": None, "b": None}, Wanted(truth="gold", id="k"), truth_source=short)
