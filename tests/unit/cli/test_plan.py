import json
from pathlib import Path

import html5lib
import pytest

from bakeoff import compare_files, plan_items


def test_in_words(bakeoff):
    ran = bakeoff("plan", "--difference", 0.03, "--disagree", 0.1)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == f"{plan_items(difference=0.03, disagreement=0.1)}\n"
    quiet = bakeoff("plan", "--difference", 0.03, "--disagree", 0.1, "--quiet").out
    assert quiet == ran.out.splitlines(keepends=True)[0]


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        (("--difference", 0.03, "--disagree", 0.1), {"difference": 0.03, "disagreement": 0.1}),
        (("--disagree", 0.1, "--items", 500), {"disagreement": 0.1, "items": 500}),
        (("--errors", 0.1, 0.13, "--power", 0.9), {"errors": (0.1, 0.13), "power": 0.9}),
        (("--pilot", "12/100", "--difference", 0.05), {"pilot": (12, 100), "difference": 0.05}),
        (
            ("--disagree", 0.2, "--margin", 0.1, "--alpha", 0.05),
            {"disagreement": 0.2, "margin": 0.1, "alpha": 0.05},
        ),
        (("--disagree", 0.1, "--half-width", 0.05), {"disagreement": 0.1, "half_width": 0.05}),
        (
            ("--deviation", 0.3, "--noise", 0.4, 0.2, "--answers", 4, "--difference", 0.1),
            {"deviation": 0.3, "noise": (0.4, 0.2), "answers": 4, "difference": 0.1},
        ),
        (
            (
                "--difference",
                0.1,
                "--disagree",
                0.2,
                "--cluster-size",
                5,
                "--icc",
                0.2,
                "--method",
                "mcnemar",
            ),
            {"difference": 0.1, "disagreement": 0.2, "cluster_size": 5, "icc": 0.2, "method": "mcnemar"},
        ),
    ],
)
def test_options_reach_the_plan(bakeoff, words, asked):
    assert bakeoff("plan", *words, "--json").json == json.loads(json.dumps(plan_items(**asked).to_dict()))


@pytest.mark.slow
def test_a_pilot_in_a_file(bakeoff, tmp_path):
    rows = ["truth,old,new,user"] + [
        f"{i % 2},{(i % 2) ^ (i % 7 == 0)},{(i % 2) ^ (i % 5 == 0)},{i // 4}" for i in range(120)
    ]
    (tmp_path / "pilot.csv").write_text("\n".join(rows) + "\n")
    named = ("--pilot", "pilot.csv", "--a", "old", "--b", "new", "--difference", 0.03)
    for more, asked in (
        ((), {}),
        (("--metric", "f1", "--positive", "1"), {"metric": "f1", "positive": "1"}),
        (("--cluster", "user"), {"cluster": "user"}),
    ):
        pilot = compare_files(tmp_path / "pilot.csv", a="old", b="new", **asked)
        assert (
            bakeoff("plan", *named, *more, "--json").json["items"]
            == plan_items(pilot=pilot, difference=0.03).items
        )


@pytest.mark.slow
def test_reports(bakeoff, tmp_path):
    asked = ("plan", "--difference", 0.03, "--disagree", 0.1)
    for form, start in (("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")):
        bakeoff(*asked, "--report", f"plan.{form}")
        assert (tmp_path / f"plan.{form}").read_bytes().startswith(start)
    ran = bakeoff(*asked, "--report", "plan.txt")
    assert (tmp_path / "plan.txt").read_text() == ran.out
    ran = bakeoff(*asked, "--json", "--report", "plan.json")
    assert (tmp_path / "plan.json").read_text() == ran.out
    for form in ("html", "md"):
        bakeoff(*asked, "--report", f"plan.{form}")
        assert "862 items" in (tmp_path / f"plan.{form}").read_text()
    html5lib.HTMLParser(strict=True).parse((tmp_path / "plan.html").read_text())


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--difference", 0.03), "give one of --disagree, --errors, --pilot, --deviation\n"),
        (("--disagree", 0.1), "no difference is given; give --difference, the smallest"),
        (("--pilot", "12/100"), "seen in the pilot; give --difference, the smallest"),
        (("--disagree", 10, "--difference", 0.03), "--disagree is 10; expected a share"),
        (("--disagree", 0.02, "--difference", 0.03), "--disagree is 0.02, smaller than the difference 0.03;"),
        (
            ("--errors", 0.1, 1.2),
            "error: a rate in --errors is 1.2; expected a share from 0 to 1; write",
        ),
        (
            ("--margin", 0.02, "--disagree", 0.1, "--method", "mcnemar"),
            "error: --method is mcnemar, but with --margin the test is Tango's score test; leave",
        ),
        (("--pilot", "1/100", "--difference", 0.5), "error: the disagreement is 0.023, smaller than the"),
        (("--pilot", "12/10", "--difference", 0.03), "--pilot has 12 discordant items of 10; expected"),
        (
            ("--disagree", 0.1, "--deviation", 2),
            "--disagree and --deviation are both given; give one of --dis",
        ),
        (("--disagree", 0.1, "--difference", 0), "--difference is 0; expected a positive difference"),
        (("--disagree", 0.1, "--difference", 0), "to show that A is not worse, give --margin\n"),
        (("--disagree", 0.1, "--margin", 3), "--margin is 3, but accuracy lies"),
        (("--disagree", 0.1, "--half-width", -1), "--half-width is -1; expected a positive number"),
        (("--disagree", 0.1, "--half-width", 0.1, "--items", 9), "--items and --half-width are both given"),
        (("--disagree", 0.1, "--items", 10**9), "--items is 1000000000; expected 1 to"),
        (
            ("--disagree", 0.1, "--difference", 0.03, "--cluster-size", 5),
            "of --cluster-size and --icc is given",
        ),
        (("--disagree", 0.1, "--difference", 0.03, "--cluster-size", 0.5), "--cluster-size is 0.5; expected"),
        (("--disagree", 0.1, "--difference", 0.03, "--cluster-size", 5, "--icc", 3), "--icc is 3; expected"),
        (
            ("--disagree", 0.1, "--difference", 0.03, "--answers", 3),
            "--noise and --answers need --deviation, ",
        ),
        (("--deviation", 0.3, "--difference", 0.1, "--answers", 3), "--answers is given without --noise"),
        (
            ("--deviation", 0.3, "--difference", 0.1, "--noise", -1, 2),
            "--noise has -1 and 2, --answers 1 and 1",
        ),
        (("--deviation", -1, "--difference", 0.1), "--deviation is -1; expected a positive number"),
        (
            ("--disagree", 0.1, "--difference", 0.03, "--power", 0.05),
            "--power is 0.05, not above --alpha 0.05",
        ),
        (("--disagree", 0.1, "--difference", 0.03, "--power", 80), "--power is 80.0; expected"),
        (
            ("--disagree", 0.1, "--difference", 0.03, "--power", 0.9, "--items", 9),
            "--items, --difference and --p",
        ),
        (("--disagree", 0.1, "--difference", 0.03, "--alpha", 0), "--alpha is 0.0; expected"),
        (
            ("--disagree", 0.2, "--difference", -0.1, "--margin", 0.1),
            "--difference is -0.1 and --margin 0.1: A",
        ),
        (
            ("--errors", 0.1, 0.13, "--difference", 0.05),
            "--difference is 0.05, but --errors 0.1 and 0.13 differ",
        ),
        (
            ("--errors", 0.3, 0.1, "--margin", 0.1),
            "error: the difference between the error rates is -0.2 and",
        ),
        (
            ("--disagree", 0.14, "--difference", 4),
            "--difference is 4, but accuracy lies between 0 and 1; write 0.04 for 4 points",
        ),
        (
            ("--disagree", 0.14, "--half-width", 2),
            "--half-width is 2, but accuracy lies between 0 and 1; write 0.02 for 2 points",
        ),
        (("--disagree", 0.1, "--items", 2.5), "--items is '2.5'"),
        (("--disagree", 0.1, "--difference", 0.03, "--truth", "y"), "--truth is for the file of a pilot"),
        (("--pilot", "12/100", "--difference", 0.03, "--pilot-b", "b.csv"), "--pilot-b is for the file"),
        (
            ("--disagree", 0.1, "--difference", 0.03, "--truth-file", "t.csv"),
            "--truth-file is for the file",
        ),
        (("--pilot", "missing.csv", "--difference", 0.03), "missing.csv"),
        (("--disagree", 0.1, "--difference", 0.03, "--report", "plan.docx"), "plan.docx"),
    ],
)
def test_one_line_for_what_cannot_be(bakeoff, words, told):
    ran = bakeoff("plan", *words)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("error: ")
    assert told in ran.err
    assert ran.err.count("\n") == 1


def test_the_options_that_name_columns_of_a_pilot_are_said(refused, write):
    write("p.csv", "label,svm,tree\n1,1,0\n0,0,1\n")
    asked = ("plan", "--pilot", "p.csv", "--difference", "0.03")
    assert refused(*asked).endswith("There are: label, svm, tree; name the columns with --truth, --a and --b")
    assert "if svm and tree are the models, add --a svm --b tree" in refused(*asked, "--truth", "label")


def test_a_pilot_in_two_files_with_the_truth_in_a_third(bakeoff, write):
    rows = range(120)
    write("truth.csv", "id,gold\n" + "".join(f"{i},{i % 2}\n" for i in rows))
    write("a.csv", "id,answer\n" + "".join(f"{i},{(i % 2) ^ (i % 7 == 0)}\n" for i in rows))
    write("b.csv", "id,answer\n" + "".join(f"{i},{(i % 2) ^ (i % 5 == 0)}\n" for i in rows))
    asked = ("--pilot", "a.csv", "--pilot-b", "b.csv", "--id", "id", "--truth-file", "truth.csv")
    ran = bakeoff("plan", *asked, "--difference", 0.03, "--json")
    pilot = compare_files("a.csv", "b.csv", id="id", truth_file="truth.csv", attributes=())
    assert (ran.code, ran.err) == (0, "")
    assert ran.json == json.loads(json.dumps(plan_items(pilot=pilot, difference=0.03).to_dict()))


def test_the_filter_of_a_pilot_in_logs(bakeoff):
    """Where a log has several filters without the results of its run, the option that names one is there."""
    folder = Path(__file__).parents[1] / "read" / "importers" / "data" / "lm_eval" / "list"
    files = [next((folder / name).glob("*.jsonl")) for name in ("careful", "hasty")]
    asked = ("plan", "--pilot", files[0], "--pilot-b", files[1], "--difference", 0.3, "--quiet")
    assert "choose one with --filter" in bakeoff(*asked).err
    for name in "12":
        pilot = compare_files(*files, filter=name)
        ran = bakeoff(*asked, "--filter", name)
        assert (ran.err, ran.out) == ("", f"{plan_items(pilot=pilot, difference=0.3).sentence}\n")
