import json
import math

import pytest

from bakeoff.core.exceptions import FileError, InputError
from bakeoff.lab.exhibit import Cell, Exhibit, Reproduction
from bakeoff.lab.report import papers
from bakeoff.lab.report.accounts import in_words, joints, legend, mark
from bakeoff.report.draw.figure import Figure, Panel, Series


def cell(row="r", column="c", published=1.0, computed=1.0, **more):
    return Cell(row=row, column=column, published=published, computed=computed, **more)


GRID = [
    cell("first", "a", 4.3, 4.6, digits=1, error=0.9),
    cell("first", "b", 5.0, 9.9, digits=1, error=0.9, reason="the learner is another"),
    cell("second", "a", 0.4, 0.4, digits=1),
    cell("second", "b", 2.5, None, digits=1, reason="the data are not published"),
]
EXHIBIT = Exhibit(
    key="mh-fig0",
    title="a title",
    source="a source",
    about="It is computed.",
    compute=lambda effort: Reproduction(cells=tuple(GRID)),
    errata=("E-M1",),
)
FIGURE = Figure(
    title="drawn",
    panels=(Panel(title="", x_label="x", y_label="y", series=(Series(label="s", x=[1, 2], y=[1, 2]),)),),
)


@pytest.mark.parametrize(
    ("cells", "sentence"),
    [
        (GRID, "2 of 4 numbers reproduced (1 exactly, 1 within Monte-Carlo error), 1 differs, 1 cannot be"),
        ([cell(), cell()], "2 of 2 numbers reproduced exactly"),
        (
            [cell(error=0.1), cell(computed=9.0)],
            "1 of 2 numbers reproduced within Monte-Carlo error, 1 differs",
        ),
        ([cell(computed=9.0), cell(computed=8.0)], "0 of 2 numbers reproduced, 2 differ"),
        (
            [cell(), cell(published=None)],
            "1 of 1 numbers reproduced exactly; 1 cell is computed that is not in print",
        ),
        ([cell(published=None)] * 2, "nothing is printed to compare with: 2 cells computed"),
    ],
)
def test_the_answer(cells, sentence):
    assert papers.answer(cells) == sentence


def test_every_account_has_its_own_place_in_the_answer():
    claim = {"published": (2.0, 4.0)}
    cells = [
        cell(error=0.5),
        cell(**claim, computed=3.0),
        cell(**claim, computed=3.9, error=0.2),
        cell(**claim, computed=4.1, error=0.2),
        cell(kind="stand-in"),
        cell(kind="stand-in", computed=9.0),
        cell(kind="construction"),
        cell(kind="repeat", reason="elsewhere"),
        cell(kind="reading", reason="another"),
    ]
    assert papers.answer(cells) == (
        "1 of 1 numbers reproduced within Monte-Carlo error; "
        "1 of 3 claims in words hold, 1 within error of not holding, 1 differs; "
        "1 of 2 stand-ins come near print, 1 differs; 1 cell holds by construction; "
        "1 cell repeats a number that is counted elsewhere; "
        "1 cell follows another reading of the paper and is not counted"
    )
    words = [in_words(each) for each in cells]
    assert words[1:] == [
        "claim holds",
        "claim unsure",
        "claim differs",
        "stand-in, near",
        "stand-in differs",
        "by construction",
        "repeat, exact",
        "other reading, exact",
    ]


def test_what_is_not_counted_says_why():
    cells = [cell(kind="repeat", reason="elsewhere"), cell("s", kind="stand-in", reason="unused")]
    assert papers.reasons(cells) == {"elsewhere": 1}
    assert [mark(each) for each in cells] == ["(=)", "s"]
    assert legend(cells) == "printed|computed; = exact, s stand-in, near, () not counted"


def test_a_table_that_is_off_on_one_side_shows_it():
    """Each of 36 cells is one standard error below print: none differs, and together they do."""
    cells = [cell("r", f"{at}", 5.0, 4.0, error=1.0) for at in range(36)]
    assert papers.answer(cells) == "36 of 36 numbers reproduced within Monte-Carlo error"
    (said,) = joints(cells)
    assert said.startswith("36 numbers: mean z -1.00 (p = 2e-09), chi-square 36.0 on 36 df (p = 0.5)")


def test_reasons_are_told_once_and_only_where_something_did_not_come_out():
    again = [cell(computed=8.0, reason="slip"), cell(reason="came out"), cell(computed=9.0, reason="slip")]
    assert papers.reasons([*again, cell(computed=None, reason="lost")]) == {"slip": 1, "lost": 2}


def test_a_difference_without_a_reason_is_admitted():
    assert papers.reasons([cell(computed=8.0)]) == {"no reason is known": 1}
    (said,) = papers.reasons([cell(computed=8.0, error=0.1)])
    assert "one true number in 370" in said
    claim = {"published": (2.0, 4.0), "computed": 4.1}
    assert papers.reasons([cell(**claim, error=0.01)]) == {"no reason is known": 1}
    (said,) = papers.reasons([cell(**claim, error=0.1)])
    assert "less than 2 standard errors" in said


def test_a_table_is_shown_as_in_print_where_it_fits():
    lines, legend = papers.table(GRID, 60)
    assert lines[0].split() == ["a", "b"]
    assert lines[1] == "first   4.3|4.6±0.9 ~  5.0|9.9±0.9 ![1]"
    assert lines[2].split() == ["second", "0.4|0.4", "=", "2.5|-", "?[2]"]
    assert "~ within 3 standard errors" in legend
    assert "up to" not in legend


def test_a_narrower_terminal_has_the_largest_error_in_the_legend():
    lines, legend = papers.table(GRID, 36)
    assert "±" not in "".join(lines)
    assert "standard errors up to 0.9" in legend


def test_what_does_not_fit_or_is_no_table_is_a_list():
    for cells, width in ((GRID, 30), ([cell("a", "b"), cell("c", "d"), cell("e", "f")], 100)):
        lines, legend = papers.table(cells, width)
        assert (len(lines), legend) == (len(cells) + 1, "")
        assert lines[0].split() == ["printed", "computed"]


def test_a_place_that_two_cells_claim_makes_a_list():
    assert papers.matrix([*GRID, GRID[0]], papers.reasons(GRID)) == []
    assert len(papers.table([*GRID, GRID[0]], 100)[0]) == 6


def test_a_list_names_a_row_once():
    rows = papers.listing(GRID, papers.reasons(GRID))
    assert [row[0] for row in rows[1:]] == ["first", "", "second", ""]
    assert [row[-1] for row in rows[1:]] == ["within", "differs [1]", "exact", "cannot [2]"]


@pytest.mark.parametrize(
    ("one", "printed", "computed"),
    [
        (cell(published=0.0032, computed=0.0033002, digits=4), "0.0032", "0.003300"),
        (cell(published=66, computed=61), "66", "61"),
        (cell(published=(0, 7), computed=6.4), "0 to 7", "6.40"),
        (cell(published=(0, 7), computed=6.4, words="at most 7"), "at most 7", "6.40"),
        (cell(published=(150.0, math.inf), computed=150.14), "150 to inf", "150.14"),
        (cell(published=0.4, computed=0.41, digits=1, error=0.003), "0.4", "0.410±0.003"),
        (cell(published=None, computed=0.5, digits=2, error=0.125), "-", "0.50±0.12"),
        (cell(published=-0.0, computed=-0.04, digits=1, error=0.1), "-0.0", "-0.0±0.1"),
    ],
)
def test_numbers(one, printed, computed):
    assert (papers.printed(one), papers.computed(one)) == (printed, computed)


def test_json_is_strict_and_tells_everything(capsys):
    found = Reproduction(cells=(*GRID, cell(published=(1.0, math.inf), words="over 1")), notes=("a note",))
    papers.show_reproduction(EXHIBIT, found, as_json=True)
    content = json.loads(capsys.readouterr().out, parse_constant=pytest.fail)
    numbers = {"exact": 1, "within": 1, "differs": 1, "cannot": 1}
    assert content["counts"] == {"number": numbers, "claim": {"holds": 1}}
    assert content["joint"]["number"]["cells"] == 2
    assert content["cells"][1] == {
        "row": "first",
        "column": "b",
        "published": 5.0,
        "words": None,
        "computed": 9.9,
        "error": 0.9,
        "kind": "number",
        "status": "differs",
        "reason": "the learner is another",
    }
    assert content["cells"][-1]["published"] == [1.0, None]
    assert (content["key"], content["notes"], content["errata"]) == ("mh-fig0", ["a note"], ["E-M1"])


def test_in_full_the_answer_comes_first(capsys):
    found = Reproduction(cells=tuple(GRID), notes=("a note",))
    papers.show_reproduction(EXHIBIT, found, drawn="here.svg")
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == papers.answer(GRID)
    assert "  mh-fig0: a title" in lines
    for line in ("[1] the learner is another", "[2] the data are not published", "note: a note"):
        assert f"  {line}" in lines
    assert "  misprints: docs/misprints.md explains E-M1" in lines
    assert lines[-1] == "  figure: here.svg"


def test_quietly_the_answer_alone(capsys):
    papers.show_reproduction(EXHIBIT, Reproduction(cells=tuple(GRID)), quiet=True)
    assert capsys.readouterr().out == papers.answer(GRID) + "\n"


def test_long_remarks_are_wrapped(capsys):
    papers.show_reproduction(EXHIBIT, Reproduction(cells=tuple(GRID), notes=("word " * 60,)))
    assert max(map(len, capsys.readouterr().out.splitlines())) <= papers.PIPED


def test_a_figure_is_written(tmp_path):
    place = tmp_path / "x.svg"
    papers.write_figure(EXHIBIT, Reproduction(cells=tuple(GRID), figure=FIGURE), str(place))
    assert "<title>drawn</title>" in place.read_text(encoding="utf-8")


def test_no_figure_and_no_place_for_it(tmp_path):
    with pytest.raises(InputError, match="mh-fig0 has no figure; leave out --svg"):
        papers.write_figure(EXHIBIT, Reproduction(cells=tuple(GRID)), str(tmp_path / "x.svg"))
    with pytest.raises(FileError, match="cannot be written: Is a directory"):
        papers.write_figure(EXHIBIT, Reproduction(cells=(), figure=FIGURE), str(tmp_path))
