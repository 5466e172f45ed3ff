import json
import os

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.columns import without_roles

from bakeoff.compare.predictions import compare_predictions

TRUTH = ["cat", "dog", "dog", "cat", "dog", "cat", "dog", "dog", "cat", "cat"]
A = ["cat", "dog", "dog", "cat", "dog", "cat", "dog", "cat", "cat", "cat"]
B = ["cat", "cat", "dog", "dog", "cat", "cat", "dog", "cat", "dog", "dog"]
COLUMNS = {"truth": TRUTH, "a": A, "b": B}


def delimited(columns, delimiter=","):
    rows = [list(columns), *zip(*columns.values(), strict=True)]
    return "".join(delimiter.join(map(str, row)) + "\n" for row in rows)


@pytest.fixture
def file(write):
    return write("p.csv", delimited(COLUMNS))


def test_the_sentence_first(bakeoff, file):
    verdict = compare_predictions(TRUTH, A, B)
    ran = bakeoff("compare", file)
    assert (ran.code, ran.out, ran.err) == (0, f"{verdict}\n", "")
    assert bakeoff("compare", file, "--quiet").out == f"{verdict.sentence}\n"


def test_json_is_the_verdict_and_nothing_else(bakeoff, file):
    ran = bakeoff("compare", file, "--json")
    assert without_roles(ran.json) == compare_predictions(TRUTH, A, B).to_dict()
    assert ran.err == ""


def test_the_level_follows_alpha_unless_it_is_given(bakeoff, file):
    assert bakeoff("compare", file, "--alpha", "0.01", "--json").json["level"] == 0.99
    assert bakeoff("compare", file, "--alpha", "0.01", "--level", "0.9", "--json").json["level"] == 0.9


@pytest.mark.parametrize("kind", [str, {"cat": 0, "dog": 1}.get, {"cat": False, "dog": True}.get])
@pytest.mark.slow
def test_every_kind_of_file_gives_the_same_answer(bakeoff, write, tmp_path, kind):
    columns = {name: [kind(label) for label in labels] for name, labels in COLUMNS.items()}
    lines = (dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True))
    write("p.csv", delimited(columns))
    write("p.tsv", delimited(columns, "\t"))
    write("p.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
    pq.write_table(pa.table(columns), tmp_path / "p.parquet")
    ids = {"id": range(10, 20)}
    first = {**ids, "truth": columns["truth"], "prediction": columns["a"]}
    second = {"prediction": columns["b"][::-1], "id": list(ids["id"])[::-1]}
    write("first.csv", delimited(first))
    write("second.tsv", delimited(second, "\t"))
    expected = compare_predictions(*columns.values()).to_dict()
    for name in ("p.csv", "p.tsv", "p.jsonl", "p.parquet"):
        assert without_roles(bakeoff("compare", name, "--json").json) == expected
    joined = bakeoff("compare", "first.csv", "second.tsv", "--id", "id", "--json").json
    assert (
        without_roles(joined) == compare_predictions(*columns.values(), names=("first", "second")).to_dict()
    )


@pytest.mark.parametrize("kind", [str, {"cat": 0, "dog": 1}.get])
def test_two_files_of_different_kinds(bakeoff, write, tmp_path, kind):
    truth, a, b = ([kind(label) for label in labels] for labels in COLUMNS.values())
    write("a.csv", delimited({"id": range(10), "truth": truth, "prediction": a}))
    pd.DataFrame({"prediction": b[::-1], "id": range(9, -1, -1)}).to_parquet(tmp_path / "b.parquet")
    ran = bakeoff("compare", "a.csv", "b.parquet", "--id", "id", "--json")
    assert without_roles(ran.json) == compare_predictions(truth, a, b, names=("a", "b")).to_dict()


def test_two_files_of_one_name_are_a_and_b(bakeoff, write, tmp_path):
    for folder, labels in (("old", A), ("new", B)):
        (tmp_path / folder).mkdir()
        write(f"{folder}/p.csv", delimited({"id": range(10), "truth": TRUTH, "prediction": labels}))
    assert bakeoff("compare", "old/p.csv", "new/p.csv", "--id", "id", "--json").json["names"] == ["A", "B"]


def test_columns_by_other_names(bakeoff, write):
    write("p.csv", delimited({"label": TRUTH, "forest": A, "boosting": B}))
    ran = bakeoff("compare", "p.csv", "--truth", "label", "--a", "forest", "--b", "boosting", "--json")
    assert ran.json["names"] == ["forest", "boosting"]
    assert ran.json["sentence"].startswith("Weak evidence that forest is better: 50.0 points of accuracy")


def test_two_files_by_other_names(bakeoff, write):
    write("a.csv", delimited({"key": range(10), "label": TRUTH, "forest": A}))
    write("b.csv", delimited({"key": range(10), "label": TRUTH, "boosting": B}))
    columns = ("--truth", "label", "--a", "forest", "--b", "boosting")
    ran = bakeoff("compare", "a.csv", "b.csv", "--id", "key", *columns, "--json")
    assert without_roles(ran.json) == compare_predictions(TRUTH, A, B, names=("forest", "boosting")).to_dict()
    same = bakeoff("compare", "a.csv", "a.csv", "--id", "key", *columns[:4], "--b", "forest", "--json")
    assert (same.json["estimate"], same.json["names"]) == (0, ["A", "B"])


def test_options_reach_the_comparison(bakeoff, file):
    asked = ("--method", "mcnemar", "--level", "0.9", "--alpha", "0.2", "--alternative", "greater")
    expected = compare_predictions(TRUTH, A, B, method="mcnemar", level=0.9, alpha=0.2, alternative="greater")
    assert without_roles(bakeoff("compare", file, *asked, "--json").json) == expected.to_dict()
    near = bakeoff("compare", file, "--margin", "0.9", "--metric", "error", "--json").json
    assert without_roles(near) == compare_predictions(TRUTH, A, B, margin=0.9, metric="error").to_dict()
    assert near["decision"] == "equivalent"


def test_a_label_metric_and_its_positive_class(bakeoff, file, write):
    asked = ("--metric", "f1", "--positive", "cat", "--resamples", "200", "--rng", "7", "--json")
    options = {"metric": "f1", "resamples": 200, "rng": 7}
    expected = compare_predictions(TRUTH, A, B, positive="cat", **options).to_dict()
    assert without_roles(bakeoff("compare", file, *asked).json) == expected
    as_numbers = {name: [int(label == "dog") for label in labels] for name, labels in COLUMNS.items()}
    write("n.csv", delimited(as_numbers))
    expected = compare_predictions(*as_numbers.values(), positive=0, **options).to_dict()
    assert without_roles(bakeoff("compare", "n.csv", *asked[:3], "0", *asked[4:]).json) == expected
    assert expected["subject"] == "F1 of class 0"


def test_scores_of_a_positive_class(bakeoff, write):
    scores = {"truth": ["n", "y"] * 5, "a": [0.1 * i for i in range(10)], "b": [0.5, 0.4] * 5}
    write("s.csv", delimited(scores))
    for metric in ("auc", "log-loss", "brier"):
        expected = compare_predictions(*scores.values(), metric=metric).to_dict()
        assert without_roles(bakeoff("compare", "s.csv", "--metric", metric, "--json").json) == expected


def test_clusters(bakeoff, write):
    clusters = [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
    write("c.csv", delimited({**COLUMNS, "user": clusters}))
    expected = compare_predictions(TRUTH, A, B, clusters=clusters).to_dict()
    found = bakeoff("compare", "c.csv", "--cluster", "user", "--json").json
    assert without_roles(found) == expected
    assert found["roles"]["group"] == {"column": "user", "by": "said"}


def test_hostile_text_in_cells_is_harmless(bakeoff, write, refused):
    hostile = ["\x1b[2Jcat", "<script>", "it's", '"q"', "a\tb", "=1+1"]
    cells = ['"' + text.replace('"', '""') + '"' for text in hostile]
    write("h.csv", delimited({"truth": cells, "a": cells, "b": cells[::-1]}))
    ran = bakeoff("compare", "h.csv")
    assert (ran.code, ran.err) == (0, "")
    assert "\x1b" not in ran.out
    message = refused("compare", "h.csv", "--metric", "f1")
    assert r"\x1b[2Jcat" in message
    assert "\x1b" not in message


BAD_FILES = [
    ("empty.csv", b"", "empty.csv is empty; expected a line of column names"),
    ("empty.jsonl", b"", "empty.jsonl is empty"),
    ("empty.parquet", b"", "empty.parquet is empty"),
    ("header.csv", b"truth,a,b\n", "header.csv has a header but no items; expected"),
    (
        "cut.csv",
        b"truth,a,b\ncat,cat,cat\ncat,ca",
        "row 2 (line 3) of cut.csv has 2 fields, but the header has 3",
    ),
    (
        "cut.jsonl",
        b'{"truth": 1, "a": 1, "b": 1}\n{"truth": 1, "a"',
        "line 2 of cut.jsonl is not a complete JSON",
    ),
    ("cut.parquet", b"PAR1\x15\x04\x15", "cut.parquet cannot be read as Parquet"),
    ("quote.csv", b'truth,a,b\ncat,"cat,cat\n', "starts in line 2 cannot be read"),
    (
        "latin.csv",
        "truth,a,b\nchât,chat,chat\n".encode("latin-1"),
        "line 2 of latin.csv is not UTF-8: byte 0xe2",
    ),
    (
        "utf16.csv",
        "truth,a,b\n1,1,1\n".encode("utf-16"),
        "utf16.csv is text in UTF-16; save it again as UTF-8",
    ),
    ("nul.csv", b"truth,a,b\n1,\x00,1\n", "line 2 of nul.csv has a NUL byte"),
    ("zip.csv", b"PK\x03\x04rest", "zip.csv is a zip archive or a spreadsheet"),
    (
        "gap.csv",
        b"truth,a,b\ncat,cat,cat\ncat,,cat\n",
        "column 'a' of gap.csv has a missing value ('') in row 2 (line 3)",
    ),
    ("na.csv", b"truth,a,b\nNA,1,1\n1,1,1\n", "column 'truth' of na.csv has a missing value ('NA') in row 1"),
    (
        "null.jsonl",
        b'{"truth": 1, "a": null, "b": 1}\n',
        "column 'a' of null.jsonl has a missing value (None) in row 1",
    ),
    ("name.csv", b"truth,a,bb\n1,1,1\n", "no column of name.csv is called 'b'; did you mean 'bb'?"),
    ("twice.csv", b"truth,a,a\n1,1,1\n", "twice.csv has two columns called 'a'"),
    ("mixed.csv", b"truth,a,b\n1,1,1\n1.0,cat,1\n", "the same number in two spellings"),
]


@pytest.mark.parametrize(("name", "content", "message"), BAD_FILES, ids=[case[0] for case in BAD_FILES])
def test_files_that_cannot_be_used(refused, write, name, content, message):
    write(name, content)
    assert message in refused("compare", name)
    assert message in refused("compare", name, "--json")


def test_a_single_line_of_300_megabytes(refused, tmp_path):
    for name in ("long.csv", "long.jsonl"):
        with (tmp_path / name).open("wb") as stream:
            stream.write(b'{"truth": "' if name.endswith("l") else b"truth,a,b")
            stream.truncate(300_000_000)  # sparse: the line is there, the disk space is not
        assert f"line 1 of {name} is longer than 1,048,576 bytes" in refused("compare", name)


def test_places_that_hold_no_table(refused, file, tmp_path):
    assert "there is no file q.csv; did you mean 'p.csv'?" in refused("compare", "q.csv")
    (tmp_path / "empty").mkdir()
    assert "empty holds no files; expected CSV, TSV, Parquet or JSON Lines in it" in refused(
        "compare", "empty"
    )
    assert "there is no folder 'nowhere'" in refused("compare", "nowhere/p.csv")


JOINED = "id,truth,prediction\n1,cat,cat\n2,dog,dog\n3,dog,cat\n"


@pytest.mark.parametrize(
    ("second", "asked", "message"),
    [
        ("id,prediction\n1,cat\n2,dog\n3,dog\n", (), "give id='NAME' (--id NAME on the command line)"),
        (
            "id,prediction\n1,cat\n2,dog\n",
            ("--id", "id"),
            "1 only in a.csv (3); expected the same items in both",
        ),
        ("id,prediction\n1,cat\n2,dog\n3,cat\n4,cat\n5,x\n", ("--id", "id"), "2 only in b.csv (4, 5)"),
        (
            "id,prediction\n1,cat\n2,dog\n2,dog\n3,cat\n",
            ("--id", "id"),
            "b.csv has 1 id more than once: 2",
        ),
        (
            "id,truth,prediction\n1,cat,x\n2,cat,x\n3,dog,x\n",
            ("--id", "id"),
            "id 2 has 'dog' in a.csv and 'cat'",
        ),
        ("id,predicted,age\n1,cat,9\n2,dog,8\n3,cat,7\n", ("--id", "id"), "did you mean 'predicted'?"),
        ("id,prediction\n1,cat\n2,dog\n3,cat\n", ("--id", "key"), "no column of a.csv is called 'key'"),
    ],
)
def test_files_that_cannot_be_joined(refused, write, second, asked, message):
    write("a.csv", JOINED)
    write("b.csv", second)
    assert message in refused("compare", "a.csv", "b.csv", *asked)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ((), "if the truth is in a separate file, add --truth-file FILE"),
        (("--truth", "t.csv"), "which is a file, but truth must name a column; give the file as truth_file"),
        (("--truth-file", "t.csv", "--truth", "x"), "There are: id, gold; name the column of the truth with"),
        (("--truth-file", "t.csv", "--a", "x"), "; name the columns of the predictions with --a and --b"),
        (("--truth-file", "t.csv", "--connect", "x"), "--truth-file is for files"),
        (
            ("t.csv",),
            "got more than expected: t.csv (quote a pattern of files; --truth-file FILE has the truth",
        ),
    ],
)
def test_hints_for_several_files(refused, write, asked, message):
    write("a.csv", "id,svm\n1,x\n2,y\n")
    write("b.csv", "id,tree\n1,x\n2,x\n")
    write("t.csv", "id,gold\n1,x\n2,y\n")
    assert message in refused("compare", "a.csv", "b.csv", *asked, "--id", "id")


@pytest.mark.parametrize(
    ("header", "hint"),
    [
        (
            "truth,svm,tree,random forest",
            "compare takes two models: choose them with --a and --b from the 3 other columns (svm, tree, "
            "random forest)",
        ),
        ("id,truth,svm,my tree", "; if svm and my tree are the models, add --a svm --b 'my tree'"),
        ("label,svm,tree,forest", "; name the columns with --truth, --a and --b"),
        ("truth,a,x,y", "from the 3 other columns (a, x, y)"),
    ],
)
def test_which_columns_could_be_the_models_is_said(refused, write, header, hint):
    write("p.csv", f"{header}\n1,1,0,1\n0,0,1,1\n")
    assert hint in refused("compare", "p.csv")


def test_caveats_call_the_models_as_the_verdict_does(bakeoff, write):
    write("p.csv", "truth,a,b,x\n" + "ja,Ja,ja,ja\nnein,nein,nein,ja\n" * 10)
    spelt = "a label of {0} is spelt differently in the truth ({0} has 'Ja', the truth has 'ja')"
    for asked, name in (((), "A"), (("--a", "b", "--b", "a"), "a"), (("--a", "a", "--b", "x"), "a")):
        assert spelt.format(name) in bakeoff("compare", "p.csv", *asked).out
    gate = ("gate", "p.csv", "--margin", "0.1")
    assert spelt.format("a") in bakeoff(*gate, "--old", "a", "--new", "b").out
    assert spelt.format("a") in bakeoff(*gate, "--old", "b", "--new", "a").out


def test_errors_about_values_name_the_columns(refused, bakeoff, write, tmp_path):
    pq.write_table(pa.table({"truth": ["x", "y"], "a": ["x", "y"], "b": [0, 1]}), tmp_path / "p.parquet")
    told = "p.parquet: column 'b' holds numbers such as 0 and column 'truth' holds text such as 'x', so"
    for asked in ((), ("--a", "b", "--b", "a")):
        assert refused("compare", "p.parquet", *asked).startswith(told)
    assert refused("gate", "p.parquet", "--margin", "0.1", "--old", "a", "--new", "b").startswith(told)
    for name, value in (("m", "x"), ("n", 0)):
        pq.write_table(pa.table({"id": [1], "truth": ["x"], "said": [value]}), tmp_path / f"{name}.parquet")
    told = refused("compare", "m.parquet", "n.parquet", "--id", "id")
    assert told.startswith(
        "column 'said' of n.parquet holds numbers such as 0 and column 'truth' of m.parquet"
    )


def test_models_that_were_named_wrongly_are_not_guessed_at(refused, write):
    write("p.csv", "truth,svm,tree,forest\n1,1,0,1\n0,0,1,1\n")
    said = refused("compare", "p.csv", "--a", "svm", "--b", "oak")
    assert said.endswith("There are: truth, svm, tree, forest; name the columns with --truth, --a and --b")


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (("--level", "95"), "level is 95.0; expected a number between 0 and 1; write 0.95 for 95 %"),
        (("--alpha", "0"), "alpha is 0.0; expected a number between 0 and 1"),
        (("--margin", "-1"), "margin is -1.0; expected a positive difference"),
        (("--method", "mcnemer"), "did you mean 'mcnemar'?"),
        (
            ("--method", "wilcoxon"),
            "take them: bootstrap, difference-of-proportions (unsound), jackknife, mcnemar, ",
        ),
        (("--metric", "acuracy"), "did you mean 'accuracy'?"),
        (("--metric", "f1", "--positive", "cow"), "no class is called 'cow'"),
        (
            ("--metric", "auc"),
            "column 'a' of p.csv has 'cat' in row 1 (line 2) (10 such rows",
        ),
        (("--metric", "f1", "--resamples", "0"), "resamples is 0; expected 100 to 1,000,000, such as 10000"),
        (("--metric", "f1", "--resamples", "1000001"), "resamples is 1000001; expected 100 to 1,000,000"),
        (
            ("--metric", "f1", "--resamples", "200.5"),
            "--resamples is '200.5'; expected a whole number of at least 0",
        ),
        (("--metric", "f1", "--rng", "-1"), "--rng is '-1'; expected a whole number of at least 0"),
        (("--metric", "f1", "--rng", "1.5"), "--rng is '1.5'; expected a whole number of at least 0"),
        (("--positive", "cat"), "positive is 'cat', but accuracy has no positive class; leave it out"),
        (("--margin", "2"), "margin is 2.0, but accuracy lies between 0 and 1; write 0.02 for 2 points"),
        (("--cluster", "user"), "no column of p.csv is called 'user'"),
        (("--attributes", "truth,nix"), "There are: truth, a, b; name columns of the file with --attributes"),
        (("--truth", "Truth"), "no column of p.csv is called 'Truth'; did you mean 'truth'?"),
    ],
)
def test_options_that_cannot_be_used(refused, file, asked, message):
    assert message in refused("compare", "p.csv", *asked)


@pytest.mark.parametrize(
    ("name", "rows", "word"),
    [
        ("p.csv", "truth,a,b\n" + "1.0,0.9,0.2\n" * 9, "1"),
        ("p.jsonl", '{"truth": true, "a": 0.9, "b": 0.2}\n' * 9, "true"),
    ],
)
def test_a_positive_class_is_known_in_any_spelling(bakeoff, write, name, rows, word):
    ran = bakeoff("compare", write(name, rows), "--metric", "log-loss", "--positive", word, "--json")
    assert ran.json["estimate"] > 0


def test_caveats_are_not_kept_quiet(bakeoff, file):
    ran = bakeoff("compare", file, "--metric", "f1", "--quiet")
    assert ran.out.count("\n") == 1
    assert "caveat: 'dog' is assumed to be the positive class" in ran.err


def test_errors_about_an_item_name_file_and_columns(refused, write):
    columns = ("--truth", "gold", "--a", "m1", "--b", "m2")
    path = write("p.csv", "gold,m1,m2\n1,0.2,0.3\n0,oops,0.4\n")
    said = refused("compare", path, *columns, "--metric", "log-loss")
    assert f"column 'm1' of {path} has 'oops' in row 2 (line 3) (1 such row in all); expected" in said
    said = refused("compare", write("q.csv", "gold,m1,m2\n1,0.2,0.3\n0,1,0.4\n"), *columns)
    assert said.startswith("m1 holds fractions such as 0.2 where labels are expected")
    assert said.endswith("q.csv)")
    write("r.csv", "truth,a,b\n1,1,0.3\n0,1,0.4\n")
    for command, *named in (("compare", "--a", "b", "--b", "a"), ("gate", "--old", "a", "--new", "b")):
        said = refused(command, "r.csv", *named, "--margin", "0.1")
        assert said.startswith("b holds fractions such as 0.3 where")
        assert said.endswith("(r.csv)")


def test_decimal_commas_are_told(refused, write):
    write("p.csv", "truth;a;b\n1;0,644;0,3\n0;0,1;0,4\n")
    said = refused("compare", "p.csv", "--metric", "log-loss")
    assert said.endswith("expected a number for each item: write 0.644 with a decimal point")


def test_what_was_tried_and_tuned_is_told(bakeoff, file):
    told = bakeoff("compare", file, "--tried", "3", "--tuned-on-test", "--json").json
    expected = compare_predictions(TRUTH, A, B, tried=3, tuned_on_test=True)
    assert without_roles(told) == expected.to_dict()
    assert told["adjustment"] == "bonferroni, 3 tried"


JUDGED = "ja,jb,ha,hb\n" + "1,0,1,0\n0,0,,\n1,1,1,1\n0,1,,\n1,0,1,0\n" * 12
BY_JUDGE = ("--judge-a", "ja", "--judge-b", "jb", "--human-a", "ha", "--human-b", "hb")


def test_a_judge_and_human_labels(bakeoff, write):
    write("j.csv", JUDGED)
    said = bakeoff("compare", "j.csv", *BY_JUDGE).out
    assert "prediction-powered t test on 36 labelled of 60 items" in said
    assert "weighted kappa 1.0" in said


def test_options_that_a_judge_would_not_heed_are_refused(refused, write):
    write("j.csv", JUDGED)
    said = refused("compare", "j.csv", *BY_JUDGE, "--by", "ja", "--filter", "ja = 1")
    assert "--by and --filter cannot be used with the scores of a judge" in said


def test_judges_that_cannot_be_asked(refused, write):
    write("j.csv", JUDGED)
    assert "human_b is not named; add --human-b NAME" in refused("compare", "j.csv", *BY_JUDGE[:-2])
    assert "expected as columns of one file" in refused("compare", "j.csv", "j.csv", *BY_JUDGE)


@pytest.mark.parametrize(
    "words", [("compare",), ("rank",), ("gate", "--margin", "0.5")], ids=["compare", "rank", "gate"]
)
def test_quiet_keeps_that_a_direction_is_unknown(bakeoff, write, words):
    def log(model, values):
        samples = [
            {"id": at, "epoch": 1, "scores": {"gizmo": {"value": x}}} for at, x in enumerate(values, start=1)
        ]
        about = {"status": "success", "eval": {"task": "t", "model": model}, "samples": samples}
        return write(f"{model}.json", json.dumps(about))

    files = log("one", [0.5, 0.7, 0.2, 0.4, 0.9, 0.1]), log("two", [0.6, 0.1, 0.9, 0.3, 0.9, 0.8])
    ran = bakeoff(words[0], *files, *words[1:], "--quiet")
    assert len(ran.out.splitlines()) == 1
    assert "caveat: higher 'gizmo' is assumed to be better; if lower is better, the verdict" in ran.err


COMMANDS = [("compare",), ("rank",), ("scores",), ("run",), ("gate", "--margin", "0.1")]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_pipe_that_nobody_writes_to_is_refused_at_once(refused, tmp_path, command):
    os.mkfifo(tmp_path / "p.csv")
    assert "p.csv is a pipe; expected a plain file: copy the data into one" in refused(*command, "p.csv")


def test_a_store_and_a_ledger_are_no_pipes_and_no_links_to_nowhere(refused, tmp_path):
    (tmp_path / "x.csv").write_text("truth,a,b\n1,1,0\n0,0,0\n")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("gone")
    assert "the ledger pipe is a pipe" in refused("compare", "x.csv", "--ledger", "pipe")
    assert "the ledger link is a link to gone, which does not exist" in refused("ledger", "link")


def test_infinity_is_a_number_but_not_a_finite_one(refused, tmp_path):
    (tmp_path / "x.csv").write_text("truth,a,b\n1,inf,0\n0,0,0\n")
    told = refused("compare", "x.csv", "--metric", "brier")
    assert "column 'a' of x.csv has 'inf' in row 1 (line 2) (1 such row in all); expected a finite" in told


@pytest.mark.parametrize("label", ["x" * 5000, "many words " * 400])
def test_errors_are_short_whatever_the_label(refused, tmp_path, label):
    rows = [("truth,a,b\n", f"1,{label},1\n"), (f"truth,{label},b\n", "1,1,1\n")]
    for text in map("".join, rows):
        (tmp_path / "x.csv").write_text(text)
        assert len(refused("compare", "x.csv", "--metric", "auc")) < 300
    for words in (("x.csv", "--truth", label), ("x.csv", "--metric", label), (label,), (f"--{label}",)):
        assert len(refused("compare", *words)) < 300
    assert len(refused(label)) < 300
