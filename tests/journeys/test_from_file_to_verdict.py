"""What a user does first: a file goes in, a sentence comes out."""

import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from scipy import stats

MID_P = 2 * (stats.binom.cdf(3, 15, 0.5) - stats.binom.pmf(3, 15, 0.5) / 2)


def test_compare_says_the_answer_first(bakeoff, predictions):
    ran = bakeoff("compare", "p.csv")
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0].startswith("Weak evidence that A is better: 22.5 points of accuracy, ")
    assert lines[0].endswith(f"(p = {MID_P:.3f}, McNemar mid-p on 40 items)")
    assert lines[1] == ""
    assert [line.split()[0] for line in lines[2:] if line] == [
        "accuracy",
        "items",
        "difference",
        "interval",
        "p-value",
        "evidence",
        "method",
        "replication",
        "caveat:",
        "caveat:",
    ]
    values = lines[2].split(maxsplit=1)[1]
    assert (values[:10], values[-17:]) == ("A 92.5 % (", "); 95 % intervals")
    assert ", B 70.0 % (" in values
    assert lines[3].split(maxsplit=1)[1] == "40; only A is right on 12, only B on 3"


def test_compare_as_json(bakeoff, predictions):
    ran = bakeoff("compare", "p.csv", "--json")
    assert (ran.code, ran.err) == (0, "")
    content = ran.json
    assert content["decision"] == "a-better"
    assert content["method"] == "mcnemar-mid-p"
    assert content["estimate"] == pytest.approx(9 / 40)
    assert content["p_value"] == pytest.approx(MID_P, rel=1e-12)
    assert content["interval"][0] < 9 / 40 < content["interval"][1]
    assert [each["key"] for each in content["caveats"]] == ["may-not-replicate", "no-better-than-commonest"]
    assert (content["values"], content["subject"]) == ([0.925, 0.7], "accuracy")
    assert content["detail"] == "40; only A is right on 12, only B on 3"
    assert ran.out == json.dumps(content, indent=2) + "\n"


def test_an_undecided_verdict_is_no_failure(bakeoff, write):
    write("p.csv", "truth,a,b\ncat,cat,dog\n")
    ran = bakeoff("compare", "p.csv", "--quiet")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("Undecided: ")


def test_two_files_of_two_kinds_joined(bakeoff, write, tmp_path):
    write("a.csv", "id,truth,prediction\nx,1,1\ny,0,0\nz,1,1\n")
    pq.write_table(pa.table({"prediction": [0, 1, 0], "id": ["z", "y", "x"]}), tmp_path / "b.parquet")
    content = bakeoff("compare", "a.csv", "b.parquet", "--id", "id", "--json").json
    assert (content["estimate"], content["n"], content["names"]) == (1, 3, ["a", "b"])


def test_scores_of_folds(bakeoff, write):
    rows = [
        f"{learner},{run},{fold},{base + 0.01 * (run * fold % 7)}"
        for learner, base in (("tree", 0.8), ("bayes", 0.75))
        for run in range(1, 11)
        for fold in range(1, 11 if learner else 0)
    ]
    write("f.csv", "learner,run,fold,score\n" + "\n".join(rows) + "\n")
    content = bakeoff("scores", "f.csv", "--json").json
    assert (content["names"], content["method"]) == (["tree", "bayes"], "cv-all-data")
    assert content["caveats"][0]["key"] == "no-variation"
    assert content["statistic"] is None


def test_interval(bakeoff):
    content = bakeoff("interval", "8", "100", "--json").json
    expected = stats.beta.ppf([0.025, 0.975], 8.5, 92.5)
    assert content["interval"] == pytest.approx(expected.tolist(), abs=1e-12)


def test_notes_go_to_standard_error(bakeoff, write):
    write(
        "f.csv",
        "learner,fold,score\n" + "".join(f"{x},{i},0.{i}{ord(x)}\n" for x in "ab" for i in range(1, 6)),
    )
    ran = bakeoff("scores", "f.csv", "--json")
    assert ran.code == 0
    assert ran.json["method"] == "corrected-resampled-t"
    assert ran.err.splitlines() == [
        "note: read as KFold(folds=5); give --design if it is another",
    ]
    named = bakeoff("scores", "f.csv", "--metric", "accuracy", "--design", "kfold", "--json")
    assert (named.err, named.json["p_value"]) == ("", ran.json["p_value"])
    assert (ran.json["metric"], named.json["metric"]) == ("score", "accuracy")


def test_demo_and_its_own_advice(bakeoff):
    ran = bakeoff("demo")
    assert (ran.code, ran.err) == (0, "")
    assert "\nA is better: 3.2 points of accuracy" in ran.out
    assert bakeoff("methods", "mcnemar-mid-p").out.startswith("mcnemar-mid-p: McNemar mid-p\n")
