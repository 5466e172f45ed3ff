"""A file with copied rows: the command line, Python and the page say so, and what they suggest helps."""

import numpy as np
import pytest

from bakeoff import compare_files

RNG = np.random.default_rng(8)
N = 80
AT = np.concatenate([np.arange(N), np.arange(N)])
TRUTH = RNG.integers(0, 2, N)
COLUMNS = {
    "doc id": np.arange(N) + 500,
    "truth": TRUTH,
    "a": np.where(RNG.random(N) < 0.9, TRUTH, 1 - TRUTH),
    "b": np.where(RNG.random(N) < 0.8, TRUTH, 1 - TRUTH),
    "age": RNG.integers(20, 80, N),
    "weight": RNG.normal(70, 10, N).round(2),
    "height": RNG.normal(170, 10, N).round(2),
}
FIRST = (
    "80 of 160 rows repeat the attributes of another row, more than chance explains (attributes: age, weight,"
)
LAST = "; remove the copies, or declare them: column 'doc id' is the same in equal rows, so use it as cluster"


@pytest.fixture
def file(tmp_path):
    rows = zip(*(each[AT].tolist() for each in COLUMNS.values()), strict=True)
    path = tmp_path / "p.csv"
    path.write_text("\n".join([",".join(COLUMNS), *(",".join(map(str, row)) for row in rows)]) + "\n")
    return path


def told(caveats):
    return [each["text"] for each in caveats if each["key"] == "duplicated-rows"]


def test_the_command_line(bakeoff, refused, file):
    ran = bakeoff("compare", "p.csv", "--json")
    (text,) = told(ran.json["caveats"])
    assert text.startswith(FIRST)
    assert "the false-alarm rate at a nominal 5 % is about 17 %" in text
    assert text.endswith(LAST)
    assert ran.json["copies"]["repeated"] == 80
    declared = bakeoff("compare", "p.csv", "--cluster", "doc id", "--json").json
    assert told(declared["caveats"]) == []
    assert declared["p_value"] > ran.json["p_value"]
    named = bakeoff("compare", "p.csv", "--attributes", "age").out
    assert "of 160 items repeat the attributes of another (age)" in named
    assert "attributes" not in bakeoff("compare", "p.csv", "--attributes", "none").out
    assert "called 'wait'; " in refused("compare", "p.csv", "--attributes", "age,wait")


def test_python(file):
    verdict = compare_files(file)
    (caveat,) = (each for each in verdict.caveats if each.key == "duplicated-rows")
    assert caveat.text.startswith(FIRST)
    assert (verdict.copies.repeated, verdict.copies.shared) == (80, "doc id")
    assert compare_files(file, cluster=verdict.copies.shared).copies is None
    assert compare_files(file, attributes=["weight", "height"]).copies.attributes == ("weight", "height")
    assert compare_files(file, attributes=()).copies is None


def test_an_upload(site, file):
    sent = [("file", "p.csv", file.read_bytes())]

    def found(**fields):
        (only,) = site.verdict(files=sent, fields=fields)["comparisons"]
        return only["values"]

    assert found()["copies"]["repeated"] == 80
    assert told(found()["caveats"])[0].endswith(LAST)
    assert found(attributes="weight, height")["copies"]["attributes"] == ["weight", "height"]
    assert "copies" not in found(attributes="none")
    answer = site.send(files=sent, fields={"attributes": "weight, height"})
    assert "--attributes weight,height" in site.get(answer.headers["location"]).text


@pytest.fixture
def thrice(tmp_path):
    """Rows without attributes, each three times, with ids."""
    rows = [f"{at},{TRUTH[at]},{COLUMNS['a'][at]},{COLUMNS['b'][at]}" for at in [*range(N)] * 3]
    (tmp_path / "p.csv").write_text("\n".join(["question_id,truth,new,old", *rows]) + "\n")


def test_repeated_ids_are_told_by_each_command(bakeoff, thrice):
    asked = (
        ("compare", "--a", "new", "--b", "old"),
        ("rank",),
        ("gate", "--margin", "0.05"),
        ("gate", "--margin", "0.05", "--by", "truth"),
    )
    for command, *options in asked:
        assert "160 of 240 rows repeat" in bakeoff(command, "p.csv", *options).out, (command, *options)
    assert "question_id" not in [each["name"] for each in bakeoff("rank", "p.csv", "--json").json["models"]]
