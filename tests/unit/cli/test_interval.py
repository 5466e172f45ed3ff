import html5lib
import pytest

from bakeoff.intervals import INTERVALS
from bakeoff.intervals._rate import interval
from bakeoff.report.formats import FORMATS


def test_in_words(bakeoff):
    ran = bakeoff("interval", 8, 100)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("Error rate 8 %, 95 % interval 3.9 % to 14.5 % (Jeffreys, 8 of 100 items)\n\n")
    assert bakeoff("interval", 8, 100, "--quiet").out == ran.out.splitlines(keepends=True)[0]


@pytest.mark.parametrize("method", INTERVALS.keys())
def test_as_json(bakeoff, method):
    content = bakeoff("interval", 8, 100, "--method", method, "--json").json
    assert content["interval"] == list(interval(8, 100, method=method))
    assert content["method"] == method


def test_options_reach_the_interval(bakeoff):
    content = bakeoff("interval", 8, 100, "--level", 0.9, "--alternative", "less", "--json").json
    assert content["interval"] == list(interval(8, 100, level=0.9, alternative="less"))
    content = bakeoff("interval", 8, 100, "--method", "beta", "--prior", 2, 3, "--json").json
    assert content["interval"] == list(interval(8, 100, method="beta", prior=(2, 3)))


@pytest.mark.parametrize(("form", "start"), [("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")])
@pytest.mark.slow
def test_a_picture_of_all_kinds(bakeoff, tmp_path, form, start):
    plain = bakeoff("interval", 8, 100)
    assert bakeoff("interval", 8, 100, "--report", f"found.{form}") == plain
    assert (tmp_path / f"found.{form}").read_bytes().startswith(start)


@pytest.mark.slow
def test_the_picture_is_of_what_was_asked(bakeoff, tmp_path):
    bakeoff("interval", 8, 100, "--report", "found.svg", "--alternative", "less", "--method", "wilson")
    page = (tmp_path / "found.svg").read_text()
    assert "Bounds at 95 %" in page
    assert "at most 13.6 %" in page


def test_the_answer_in_a_file(bakeoff, tmp_path):
    ran = bakeoff("interval", 8, 100, "--report", "found.txt")
    assert (tmp_path / "found.txt").read_text() == ran.out
    ran = bakeoff("interval", 8, 100, "--json", "--report", "found.json")
    assert (tmp_path / "found.json").read_text() == ran.out


@pytest.mark.slow
def test_a_page_of_its_own_with_all_kinds(bakeoff, tmp_path):
    bakeoff("interval", 8, 100, "--method", "wilson", "--report", "found.html")
    bakeoff("interval", 8, 100, "--method", "wilson", "--report", "found.md")
    page, text = ((tmp_path / f"found.{form}").read_text() for form in ("html", "md"))
    html5lib.HTMLParser(strict=True).parse(page)
    low, high = interval(8, 100, method="wilson")
    span = f"95 % interval {100 * low:.1f} % to {100 * high:.1f} %"
    assert page.count("<h1>Error rate 8 %</h1>") == 1
    for each in (page, text):
        assert span in each
        assert all(record.title in each for record in INTERVALS)
    assert "| **Wilson score** | **4.1 to 15.0 %** |" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((-1, 10), "ERRORS is '-1'; expected a whole number of at least 0, such as 8"),
        ((2.7, 10), "ERRORS is '2.7'; expected a whole number of at least 0, such as 8"),
        ((2, "1e3"), "N is '1e3'; expected a whole number of at least 0"),
        ((2, "ten"), "N is 'ten'; expected a whole number of at least 0"),
        ((1, 10, 20), "got more than expected: 20; see bakeoff interval --help"),
        ((11, 10), "errors is 11, more than n = 10; expected errors <= n"),
        ((0, 0), "n is 0; expected at least one item"),
        ((1, -5), "N is '-5'; expected a whole number of at least 0"),
        ((8, 100, "--method", "willson"), "no interval is called 'willson'; did you mean 'wilson'?"),
        ((8, 100, "--level", 95), "level is 95.0; expected a number between 0 and 1; write 0.95 for 95 %"),
        ((8, 100, "--prior", 1, 1), "jeffreys takes no prior; leave prior out or use method='beta'"),
        ((8, 100, "--method", "beta", "--prior", 0, 1), "prior is (0.0, 1.0); expected two positive numbers"),
        (
            (8, 100, "--method", "jeffreys-series", "--level", 0.9),
            "jeffreys-series exists only for level 0.95",
        ),
        ((10**20, 10**21), "errors is above 2^53"),
        (
            (8, 100, "--report", "found.gif"),
            "ends with one of .txt, .md, .json, .html, .svg",
        ),
        ((8, 100, "--report", "none/found.svg"), "there is no folder 'none'; make it first"),
    ],
)
def test_bad_input(refused, arguments, message):
    assert message in refused("interval", *arguments)
    assert message in refused("interval", *arguments, "--json")


@pytest.mark.parametrize("command", ["interval", "plan"])
def test_the_help_names_every_ending_of_a_report(bakeoff, command):
    page = bakeoff(command, "--help").out
    endings = [each.key for each in FORMATS if each.render_sheet is not None]
    assert [each for each in endings if f".{each}" not in page] == []
    assert ".tex" not in page
