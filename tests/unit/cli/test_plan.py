import json

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
        (("--disagree", 0.1), "no difference is given"),
        (("--disagree", 0.1, "--items", 2.5), "--items is '2.5'"),
        (("--disagree", 0.1, "--difference", 0.03, "--truth", "y"), "--truth is for the file of a pilot"),
        (("--pilot", "12/100", "--difference", 0.03, "--pilot-b", "b.csv"), "--pilot-b is for the file"),
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
