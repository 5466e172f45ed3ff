import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bakeoff.core.exceptions import InputError, UnknownNameError
from bakeoff.read.columns import to_labels
from bakeoff.read.predictions import read_predictions
from bakeoff.read.tables import read_table


@pytest.fixture
def write(tmp_path):
    def write_text(name, text):
        (tmp_path / name).write_text(text)
        return tmp_path / name

    return write_text


def test_one_file_with_the_usual_names(write):
    both = read_predictions(write("p.csv", "id,truth,a,b\n1,cat,cat,dog\n2,dog,dog,dog\n"))
    assert (both.truth.tolist(), both.a.tolist(), both.b.tolist()) == (
        ["cat", "dog"],
        ["cat", "dog"],
        ["dog"] * 2,
    )
    assert (both.ids, both.clusters, both.n) == (None, None, 2)
    assert both.source.endswith("p.csv")


def test_one_file_with_other_names(write):
    path = write("p.csv", "k,y,nb,c45,who\n7,1,0,1,ann\n8,0,0,1,bob\n")
    both = read_predictions(path, truth="y", a="nb", b="c45", id="k", cluster="who")
    assert (both.truth.tolist(), both.a.tolist(), both.b.tolist()) == ([1, 0], [0, 0], [1, 1])
    assert (both.ids.tolist(), both.clusters.tolist()) == ([7, 8], ["ann", "bob"])


def test_two_files_are_joined_in_the_order_of_the_first(write):
    a = write("a.csv", "id,truth,prediction\nz,cat,cat\nx,dog,cat\ny,cat,dog\n")
    b = write("b.csv", "prediction,id\ndog,x\ncat,y\ncat,z\n")
    both = read_predictions(a, b, id="id")
    assert both.ids.tolist() == ["z", "x", "y"]
    assert both.truth.tolist() == ["cat", "dog", "cat"]
    assert (both.a.tolist(), both.b.tolist()) == (["cat", "cat", "dog"], ["cat", "dog", "cat"])
    assert "a.csv and " in both.source


def test_two_files_with_named_columns_and_clusters_in_either(write):
    a = write("a.csv", "k,y,nb\n1,0,0\n2,1,1\n")
    b = write("b.csv", "k,c45,g\n2,1,u\n1,0,v\n")
    both = read_predictions(a, b, id="k", truth="y", a="nb", b="c45", cluster="g")
    assert (both.b.tolist(), both.clusters.tolist()) == ([0, 1], ["v", "u"])
    swapped = read_predictions(
        write("c.csv", "k,y,c45,g\n2,1,1,u\n1,0,0,v\n"), a, id="k", truth="y", a="c45", b="nb", cluster="g"
    )
    assert swapped.clusters.tolist() == ["u", "v"]


def test_truth_in_both_files_must_agree(write):
    a = write("a.csv", "id,truth,prediction\n1,cat,cat\n2,dog,cat\n3,dog,cat\n")
    same = write("b.csv", "id,truth,prediction\n3,dog,dog\n2,dog,dog\n1,cat,dog\n")
    assert read_predictions(a, same, id="id").truth.tolist() == ["cat", "dog", "dog"]
    other = write("c.csv", "id,truth,prediction\n3,cow,dog\n2,cat,dog\n1,cat,dog\n")
    with pytest.raises(InputError) as error:
        read_predictions(a, other, id="id")
    message = str(error.value)
    assert "disagree about 'truth' of 2 item(s): id 2 has 'dog' in " in message
    assert "a.csv and 'cat' in " in message and "c.csv" in message


def test_truth_that_agrees_in_number_but_not_in_spelling(write):
    a = write("a.csv", "id,truth,prediction\n1,1,1\n2,0,1\n")
    b = write("b.csv", "id,truth,prediction\n1,1.0,0\n2,0.0,1\n")
    assert read_predictions(a, b, id="id").truth.tolist() == [1, 0]


@pytest.mark.parametrize("second", ["1.parquet", "text.parquet"])
def test_ids_match_across_types_of_files(write, tmp_path, second):
    ids = [2, 1] if second == "1.parquet" else ["2", "1"]
    pq.write_table(pa.table({"id": ids, "prediction": ["x", "y"]}), tmp_path / second)
    a = write("a.csv", "id,truth,prediction\n1,x,x\n2,y,y\n")
    assert read_predictions(a, tmp_path / second, id="id").b.tolist() == ["y", "x"]


def test_numbers_in_two_spellings_agree_where_all_are_numbers(write):
    both = read_predictions(write("p.csv", "truth,a,b\n1,1.0,1\n0,0.0,1\n"))
    codes, labels = to_labels(truth=both.truth, a=both.a, b=both.b)
    assert labels == (0, 1)
    assert codes["a"].tolist() == codes["truth"].tolist() == [1, 0]


@pytest.mark.parametrize(
    "rows", ["1,1,unknown\n0,0,0", "unknown,1,1\n0,0,0", "1,unknown,unknown\n0,unknown,unknown"]
)
def test_one_label_that_is_no_number_makes_all_labels_text(write, rows):
    both = read_predictions(write("p.csv", f"truth,a,b\n{rows}\n"))
    assert all(isinstance(v, str) for column in (both.truth, both.a, both.b) for v in column)
    assert "unknown" in to_labels(truth=both.truth, a=both.a, b=both.b)[1]


def test_scores_beside_a_truth_in_words_stay_numbers(write):
    both = read_predictions(write("p.csv", "truth,a,b\nyes,0.9,1\nno,0.1,0\n"))
    assert (both.a.tolist(), both.b.tolist()) == ([0.9, 0.1], [1, 0])


def test_one_number_in_two_spellings_among_text_is_noticed(write):
    with pytest.raises(InputError, match=r"truth has '1' and a has '1.0' in .*one number in two spellings"):
        read_predictions(write("p.csv", "truth,a,b\n1,1.0,cat\n0,0.0,0\n"))


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [("truth,a\nx,y\n", {}, r"no column of .*p.csv is called 'b'. There are: truth, a"),
     ("truth,modelA,b\nx,y,z\n", {"a": "modela"},
      r"no column of .* is called 'modela'; did you mean 'modelA'\?"),
     ("truth,a,b\nx,,z\n", {}, r"column 'a' of .*p.csv has a missing value \(''\) in row 1 \(line 2\)"),
     ("id,truth,a,b\n1,x,x,x\n2,x,x,x\n1,x,x,x\n", {"id": "id"},
      r"p.csv has 1 id\(s\) more than once: 1 \(the first again in row 3"),
     ("truth,a,b\n", {}, "no items at all")],
)  # fmt: skip
def test_one_file_that_cannot_be_used(write, text, options, message):
    with pytest.raises(InputError, match=message):
        read_predictions(write("p.csv", text), **options)


A = "id,truth,prediction\n1,x,x\n2,y,y\n3,x,y\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [("id,prediction\n1,x\n1,x\n2,x\n2,x\n3,x\n",
      r"b.csv has 2 id\(s\) more than once: 1, 2 \(the first again in row 2"),
     ("id,prediction\n1,x\n2,y\n", r"the same ids: 1 only in .*a.csv \(3\); expected every item in both"),
     ("id,prediction\n3,x\n4,x\n5,x\n6,x\n7,x\n",
      r"2 only in .*a.csv \(1, 2\) and 4 only in .*b.csv \(4, 5, 6, \.\.\.\)"),
     ("id,predicted\n1,x\n", r"no column of .*b.csv is called 'prediction'; did you mean 'predicted'\?"),
     ("key,prediction\n1,x\n", "no column of .*b.csv is called 'id'"),
     ("id,prediction\n1,x\n,y\n", r"column 'id' of .*b.csv has a missing value \(''\) in row 2 \(line 3\)")],
)  # fmt: skip
def test_two_files_that_cannot_be_joined(write, text, message):
    with pytest.raises(InputError, match=message):
        read_predictions(write("a.csv", A), write("b.csv", text), id="id")


def test_two_files_need_an_id(write):
    with pytest.raises(InputError, match=r"give id='NAME' \(--id NAME on the command line\)"):
        read_predictions(write("a.csv", A), write("b.csv", A))


def test_the_first_file_needs_the_truth(write):
    with pytest.raises(UnknownNameError, match=r"no column of .*b.csv is called 'truth'"):
        read_predictions(write("b.csv", "id,prediction\n1,x\n2,y\n3,x\n"), write("a.csv", A), id="id")


def test_many_items_join_quickly(write):
    n = 50_000
    a = write("a.csv", "id,truth,prediction\n" + "".join(f"k{i},{i % 3},{i % 2}\n" for i in range(n)))
    b = write("b.csv", "id,prediction\n" + "".join(f"k{i},{i % 5}\n" for i in reversed(range(n))))
    both = read_predictions(a, b, id="id")
    assert both.b.tolist() == [i % 5 for i in range(n)]


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ({"truth": "a"}, "truth and a are both column 'a'"),
        ({"b": "a"}, "a and b are both column 'a'"),
    ],
)
def test_one_column_cannot_play_two_parts(write, names, message):
    with pytest.raises(InputError, match=message):
        read_predictions(write("p.csv", "truth,a,b\n1,1,0\n"), **names)


def test_fold_scores_are_sent_to_their_command(write):
    with pytest.raises(InputError, match="holds fold scores, not predictions; use bakeoff scores"):
        read_predictions(write("p.csv", "learner,run,fold,score\nnb,1,1,0.9\n"))


def test_booleans_of_one_file_are_words_in_another(write, tmp_path):
    pq.write_table(
        pa.table({"id": [1, 2], "truth": [True, False], "prediction": [True, True]}), tmp_path / "a.parquet"
    )
    both = read_predictions(
        tmp_path / "a.parquet", write("b.csv", "id,prediction\n1,True\n2,false\n"), id="id"
    )
    codes, labels = to_labels(truth=both.truth, a=both.a, b=both.b)
    assert labels == (False, True)
    assert codes["b"].tolist() == [1, 0]


def test_a_table_that_has_been_read_stands_for_its_file(tmp_path):
    path = tmp_path / "p.csv"
    path.write_text("truth,a,b\ncat,cat,dog\n")
    read, again = read_predictions(path), read_predictions(read_table(path))
    assert (read.b.tolist(), read.source) == (again.b.tolist(), again.source)
