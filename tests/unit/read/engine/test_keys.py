import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.read.engine.keys import keys_of, unmatched


def csv_of(ids):
    return "k,x\n" + "".join(f"{each},1\n" for each in ids)


@pytest.mark.parametrize(
    ("ids", "kind"),
    [
        (["1", "2"], "whole"),
        (["-1", "+2"], "whole"),
        (["1", "2.5"], "real"),
        (["1", "x"], "text"),
        (["1", "007"], "text"),
        (["1", "1e999"], "text"),
        (["1", "99999999999999999999"], "text"),
        (["1", "99999999999999999999", "0.5"], "text"),
        (["9007199254740993", "0.5"], "text"),
    ],
)
def test_ids_of_text_files_are_what_all_of_them_are(source, ids, kind):
    keys = keys_of([source(x_csv=csv_of(ids))], "k")
    assert (keys.kind, keys.rows) == (kind, (len(ids),))


@pytest.mark.parametrize(
    ("ids", "kind"),
    [
        ([1, 2], "whole"),
        ([1, 2.5], "real"),
        (["1", "2"], "text"),
        ([1, "1"], "mixed"),
        ([1, 2**64 - 1], "mixed"),
    ],
)
def test_ids_of_json_are_what_all_of_them_are(source, ids, kind):
    assert keys_of([source(x_jsonl=[{"k": each} for each in ids])], "k").kind == kind


def test_long_ids_of_json_stay_apart(source):
    many = [{"k": 2**64 - 1 - i} for i in range(5)]
    assert keys_of([source(x_jsonl=many)], "k").rows == (5,)
    with pytest.raises(InputError, match="more than once: '18446744073709551615'"):
        keys_of([source(y_jsonl=[*many, many[0]])], "k")


def test_ids_that_are_lists_or_missing(source):
    with pytest.raises(InputError, match="expected text or a number that identifies each item"):
        keys_of([source(x_jsonl=[{"k": [1]}])], "k")
    with pytest.raises(InputError, match=r"column 'k' of .* has a missing value"):
        keys_of([source(y_jsonl=[{"k": None}, {"k": 1}])], "k")


def test_one_side_text_makes_both_text(source):
    numbers, texts = source("a.parquet", a_parquet={"k": [1, 2]}), source("b.csv", b_csv=csv_of(["1", "x"]))
    keys = keys_of([numbers, texts], "k")
    assert keys.kind == "text"
    assert "VARCHAR" in keys.written[0]
    both = keys_of([numbers, source("c.csv", c_csv=csv_of(["1", "2.0"]))], "k")
    assert both.kind == "whole"
    assert "DOUBLE" in both.written[1]


def test_few_of_many_repeated_ids_are_shown(source):
    shown = (
        r"has 4 ids more than once: 1, 2, 3, \.\.\. \(the first is repeated in row 2 \(line 3\)\); "
        r"exp"
    )
    with pytest.raises(InputError, match=shown):
        keys_of([source(x_csv=csv_of("11223344"))], "k")


def test_only_the_side_with_lone_ids_is_told(source):
    both = [source("a.csv", a_csv=csv_of("12")), source("b.csv", b_csv=csv_of("127"))]
    problem = str(unmatched(both, keys_of(both, "k")))
    assert "1 only in" in problem and "b.csv (7); expected the same items in both" in problem
    assert problem.count("only in") == 1
