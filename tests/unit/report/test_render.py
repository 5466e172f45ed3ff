import json
import re

import html5lib
import pytest

from bakeoff import (
    FileError,
    InputError,
    UnknownNameError,
    plan_items,
    render,
    roc,
    roc_average,
    write_report,
)
from bakeoff.report.formats import FORMATS
from bakeoff.report.words.experiment import show_experiment

NUMBER = r"-?[\d.]+(?:e[-+]?\d+)?|-?unlimited"


def numbers_of(text):
    """Difference, interval and p-value as a rendered report has them, whatever stands between."""
    plain = text.replace("$-$", "-").replace("\\_", "_")
    found = []
    for name in ("difference", "interval", "p-value"):
        line = re.search(rf"^\W*{name}\W+?(?:at least |at most )?({NUMBER})(?: to ({NUMBER}))?", plain, re.M)
        found += [each for each in line.groups() if each]
    return found


def rounds_to(text, value):
    """Whether a text is a number, rounded to the digits that it has."""
    if text.endswith("unlimited"):
        return value == float(text.replace("unlimited", "inf"))
    mantissa, _, exponent = text.partition("e")
    last = 10.0 ** (int(exponent or 0) - len(mantissa.partition(".")[2]))
    return abs(float(text) - value) <= 0.5001 * last


def page_lines(text):
    """The rows of all tables of a page."""
    tree = html5lib.parse(text, namespaceHTMLElements=False)
    return "\n".join(" ".join("".join(cell.itertext()) for cell in row) for row in tree.iter("tr"))


@pytest.mark.slow
def test_the_numbers_of_all_forms_agree(every, origin):
    values = json.loads(render(every, "json", origin))["comparisons"][0]["values"]
    ends = [float("inf" if end is None else end) for end in values["interval"]]
    if values["interval"][0] is None:
        ends[0] = float("-inf")
    shown = [numbers_of(render(every, form, origin)) for form in ("txt", "md", "tex")]
    shown.append(numbers_of(page_lines(render(every, "html", origin))))
    assert all(each == shown[0] for each in shown)
    asked = {"greater": ends[:1], "less": ends[1:]}.get(values["alternative"], ends)
    wanted = [every.unit.factor * each for each in (values["estimate"], *asked)]
    for text, value in zip(shown[0], [*wanted, values["p_value"]], strict=True):
        assert rounds_to(text, value), (text, value)
    assert values["estimate"] == every.result.estimate and values["p_value"] == every.result.p_value


@pytest.mark.slow
def test_several_in_every_form(several, origin):
    for form in FORMATS.keys():  # noqa: SIM118 - a registry iterates over its records
        assert render(several, form, origin)


@pytest.mark.slow
def test_pictures_are_what_they_say(verdict):
    assert render(verdict, "png").startswith(b"\x89PNG")
    assert render(verdict, "pdf").startswith(b"%PDF")
    assert b"<svg" in render(verdict, "svg")


def test_text_is_what_the_terminal_shows(made, several):
    verdict = made["items"](names=("\x1b[31m", "b"))
    assert render(verdict, "txt") == str(made["items"](names=("\\x1b[31m", "b"))) + "\n"
    assert render(several, "txt").startswith("0 of 3 comparisons by accuracy decided")


@pytest.mark.slow
def test_a_file_is_written_in_the_form_of_its_name(verdict, origin, tmp_path):
    write_report(verdict, tmp_path / "report.HTML", origin)
    assert (tmp_path / "report.HTML").read_text("utf-8") == render(verdict, "html", origin)
    write_report(verdict, str(tmp_path / "report.png"))
    assert (tmp_path / "report.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("name", ["report", "report.doc", ".html.gz"])
def test_an_unknown_form_is_refused_with_those_that_are_known(verdict, tmp_path, name):
    with pytest.raises(InputError, match=re.escape(".txt, .md, .tex, .bib, .json, .html, .svg, .png, .pdf")):
        write_report(verdict, tmp_path / name)
    with pytest.raises(UnknownNameError, match="form of report"):
        render(verdict, "htm")


def test_a_place_that_cannot_be_written_is_refused(verdict, tmp_path):
    with pytest.raises(FileError, match="there is no folder"):
        write_report(verdict, tmp_path / "nowhere" / "r.html")
    (tmp_path / "r.html").mkdir()
    with pytest.raises(FileError, match="it is a folder"):
        write_report(verdict, tmp_path / "r.html")


def test_only_verdicts_and_experiments_are_rendered():
    with pytest.raises(InputError, match="got dict; expected a Verdict, a Ranking or an ExperimentResult"):
        render({}, "html")


def test_text_is_rendered_without_a_word_on_the_terminal(several, make_experiment, made, capsys):
    for what in (several, make_experiment(made["opinions"](names=("tree", "bayes")))):
        text = render(what, "txt")
        assert capsys.readouterr() == ("", "")
        show_experiment(what)
        assert capsys.readouterr().out == text


def test_text_can_be_rendered_in_threads(several, made):
    from concurrent.futures import ThreadPoolExecutor

    alone = [render(what, "txt") for what in (several, made["items"]())]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda _: render(several, "txt"), range(20)))
    assert set(together) == {alone[0]}


@pytest.mark.slow
def test_the_picture_of_a_sliced_verdict_is_its_forest(made):
    drawn = render(made["sliced"](), "svg").decode()
    assert "Difference by region" in drawn
    assert "Who is right on which items" not in drawn
    assert "Who is right on which items" in render(made["items"](), "svg").decode()


def test_json_has_every_slice_as_plain_values(made, origin):
    (first,) = json.loads(render(made["sliced"](), "json", origin))["comparisons"]
    assert [each["slice"] for each in first["values"]["slices"]] == ["north", "south", "west", "zzz"]
    assert first["by"] == "region"
    assert first["sliced"].startswith("Of 4 slices, ")


def test_plans(tmp_path):
    plan = plan_items(difference=0.1, disagreement=0.2)
    assert render(plan, "txt") == f"{plan}\n"
    write_report(plan, tmp_path / "plan.md")
    assert (tmp_path / "plan.md").read_text().startswith(f"# {plan.items} items")
    with pytest.raises(InputError, match="expected one of txt"):
        render(plan, "bib")
    with pytest.raises(InputError, match=r"plan\.bib"):
        write_report(plan, tmp_path / "plan.bib")


def test_a_mean_roc_curve_is_a_picture_alone(tmp_path):
    mean = roc_average([roc([1, 1, 0, 0], [4, 3, 2, 1]), roc([1, 1, 0, 0], [4, 2, 3, 1])])
    write_report(mean, tmp_path / "mean.svg")
    assert (tmp_path / "mean.svg").read_bytes() == render(mean, "svg")
    assert b"Mean of 2 ROC curves" in render(mean, "svg")
    with pytest.raises(UnknownNameError, match="'html'"):
        render(mean, "html")
    with pytest.raises(InputError, match="svg"):
        write_report(mean, tmp_path / "mean.html")
