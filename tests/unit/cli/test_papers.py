import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.lab.exhibit import Cell, Exhibit, Reproduction
from bakeoff.lab.papers import EXHIBITS
from bakeoff.report.draw.figure import Figure, Panel, Series

PANEL = Panel(title="", x_label="x", y_label="y", series=(Series(label="s", x=[1, 2], y=[1, 2]),))


def compute(effort):
    effort.told(0.5)
    drawn = effort.rng + effort.draws(1000, 100)
    cell = Cell(row="a", column="b", published=None, computed=drawn)
    return Reproduction(cells=(cell,), figure=Figure(title="drawn", panels=(PANEL,)))


def fail(effort):
    raise InputError("there is no such number; expected another")


@pytest.fixture(autouse=True)
def _two_exhibits(monkeypatch):
    """Records that show what reaches them, in place of those that take long."""
    about = {"title": "a title", "source": "a source", "about": "how it is done"}
    records = {
        "mh-fig1": Exhibit(key="mh-fig1", compute=compute, **about),
        "mh-fig10": Exhibit(key="mh-fig10", compute=compute, **about),
        "mh-fig2": Exhibit(key="mh-fig2", compute=fail, **about),
    }
    monkeypatch.setattr(EXHIBITS, "_found", records)
    monkeypatch.setattr(EXHIBITS, "keys", lambda: sorted(records))


def test_the_list_is_by_paper_and_number(bakeoff):
    ran = bakeoff("papers")
    assert ran.out.startswith("Martin & Hirschberg 1996, ")
    assert [line.split()[0] for line in ran.out.splitlines()[1:4]] == ["mh-fig1", "mh-fig2", "mh-fig10"]
    assert [each["key"] for each in bakeoff("papers", "--json").json["papers"]] == [
        "mh-fig1",
        "mh-fig2",
        "mh-fig10",
    ]


@pytest.mark.parametrize(
    ("options", "drawn"), [((), 1000), (("--quick",), 100), (("--quick", "--rng", 7), 107)]
)
def test_options_reach_the_exhibit(bakeoff, options, drawn):
    assert bakeoff("papers", "mh-fig1", *options, "--json").json["cells"][0]["computed"] == drawn


@pytest.mark.slow
def test_a_figure_goes_where_it_is_asked_for(bakeoff, tmp_path):
    ran = bakeoff("papers", "mh-fig1", "--svg", "x.svg")
    assert ran.out.endswith("  figure: x.svg\n")
    assert (tmp_path / "x.svg").read_text(encoding="utf-8").startswith("<?xml")
    assert bakeoff("papers", "mh-fig1", "--svg", "y.svg", "--json").json["key"] == "mh-fig1"


def test_all_of_them_one_line_each(bakeoff, monkeypatch):
    monkeypatch.delitem(EXHIBITS._found, "mh-fig2")
    monkeypatch.setattr(EXHIBITS, "keys", lambda: ["mh-fig1", "mh-fig10"])
    ran = bakeoff("papers", "all", "--quick")
    assert (ran.code, ran.err) == (0, "")
    assert [line.split()[0] for line in ran.out.splitlines()] == ["mh-fig1", "mh-fig10"]
    assert [each["key"] for each in bakeoff("papers", "all", "--json").json["papers"]] == [
        "mh-fig1",
        "mh-fig10",
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("mh-fgi1",), "no table or figure is called 'mh-fgi1'; did you mean 'mh-fig1'?"),
        (("mh-fig2",), "there is no such number; expected another"),
        (("mh-fig1", "--rng", 1.5), "--rng is '1.5'; expected a whole number of at least 0, such as 1"),
        (("mh-fig1", "--svg", "no/x.svg"), "no/x.svg cannot be written: there is no folder 'no'"),
        (("all", "--svg", "x.svg"), "--svg draws one figure; give its KEY, such as mh-fig1"),
        (("--svg", "x.svg"), "--svg draws one figure; give its KEY, such as mh-fig1"),
        (("mh-fig1", "mh-fig2"), "got more than expected: mh-fig2; see bakeoff papers --help"),
    ],
)
def test_bad_input(refused, arguments, message):
    assert message in refused("papers", *arguments)
    assert message in refused("papers", *arguments, "--json")
