"""The study of rivals: its worlds are what they say, and its page names version, call and command."""

import json
import re
import venv
from functools import partial
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from studies import _rivals_environment
from studies._rivals_environment import VERSIONS
from studies._rivals_f1 import difference, rates
from studies._rivals_figure import figure, labels
from studies._rivals_learners import from_scores
from studies._rivals_page import as_good, both_draws, page, sentence, verdict, what_follows
from studies._rivals_record import (
    EARLIER,
    FIRST,
    SECOND,
    SEEDS,
    Answer,
    Measured,
    Place,
    Task,
    Tool,
    World,
    asked,
    block,
    decided,
    measured,
)
from studies._rivals_summary import Share, Summary, summaries
from studies.rivals import TASKS, steps

from bakeoff.core.rng import generator
from bakeoff.read.run_store import RunStore

PAGE = Path(__file__).parents[3] / "docs" / "rivals.md"
FIGURE = PAGE.parent / "figures" / "rivals.svg"
COMMAND = "python -m studies.rivals --task {}"
NULL = World(name="equal", told="normal values", draw=lambda rng: rng.random(), true=0.0, null=True)
OTHER = World(
    name="different", told="normal values", draw=lambda rng: rng.random() / 10, true=1.0, null=False
)


def a_tool(name, package="numpy", *, decides=False, ask=Answer):
    return Tool(package=package, name=name, call=f"{name}(x)", ask=ask, decides=decides)


def a_task(*tools):
    return Task(
        key="accuracy", title="Toss", question="Which?", worlds=(NULL, OTHER), tools=tools, draws=(50, 100)
    )


def a_summary(alarms, found, *, name="rival", package="numpy", decides=False, covers=None, n=1000):
    """A tool whose p-values are 0.01 on so many data sets of each world, and 0.5 on the others."""
    tool = a_tool(name, package, decides=decides)
    measured_in = {}
    for world, count in ((NULL, alarms), (OTHER, found)):
        p = np.where(np.arange(n) < count, 0.01, 0.5)[:, np.newaxis]
        held = np.full(n, np.nan) if covers is None else (np.arange(n) < covers) * 1.0
        measured_in[world.name] = Measured(p, held, np.full(n, 0.002))
    return Summary(task=a_task(tool), tool=tool, found=measured_in)


def known(key):
    return next(task for task in TASKS if task.key == key)


@pytest.mark.parametrize("key", ["accuracy", "gate"])
def test_worlds_have_the_difference_that_they_say(key):
    for world in known(key).worlds:
        rng = np.random.default_rng(0)
        drawn = [world.draw(rng) for _ in range(100)]
        pairs = [getattr(each, "items", each).right for each in drawn]
        gaps = np.concatenate([a - b if key == "accuracy" else b - a for a, b in pairs])
        assert abs(gaps.mean() - world.true) < 4 * gaps.std() / np.sqrt(gaps.size)  # false alarm 6e-5 each


def test_f1_worlds_are_equal_where_they_say():
    for world in known("f1").worlds:
        assert (abs(world.true) < 1e-9) == world.null
    data = [known("f1").worlds[4].draw(generator(0, "f1", at)) for at in range(400)]
    truth, a, b = (np.concatenate(each) for each in zip(*data, strict=True))
    assert abs(difference(truth, a, b)) < 0.02  # three standard errors, with 20,000 positives
    with pytest.raises(ValueError, match="no false-alarm rate"):
        rates(100, 0.1, (0.2, 0.9), 0.8, 0.5)


def test_every_task_has_worlds_with_and_without_a_finding_and_starts_with_ours():
    for task in TASKS:
        assert any(world.nulls.any() for world in task.worlds)
        assert any((~world.nulls).any() for world in task.worlds)
        assert task.tools[0].ours
        assert len({tool.call for tool in task.tools}) == len(task.tools)
        assert len({world.name for world in task.worlds}) == len(task.worlds)


def test_learners_from_scores_are_judged_by_the_default_test_unless_items_are_averaged():
    """The variance between models is known from the items of each run, as in compare_learners."""
    data = known("learners").worlds[1].draw(generator(0, "rivals"))
    whole, averaged = (from_scores(data, averaged=each) for each in (False, True))
    caveats = [{each.key for each in found.caveats} for found in (whole, averaged)]
    assert ["models-unknown" in each for each in caveats] == [False, True]
    assert whole.result.method == averaged.result.method == "items-folds-t"
    assert whole.result.estimate == pytest.approx(averaged.result.estimate)


def test_every_rival_is_in_the_environment():
    packages = {tool.package for task in TASKS for tool in task.tools}
    assert packages - {"bakeoff", "numpy"} == set(VERSIONS)


def test_the_environment_gets_every_package_and_names_what_is_missing(monkeypatch, tmp_path, capsys):
    made, asked_for = [], []

    def installed(python, wish):
        asked_for.append((python, wish))
        return not wish.startswith("baycomp")

    monkeypatch.setattr(_rivals_environment, "installed", installed)
    monkeypatch.setattr(venv, "create", lambda folder, **how: made.append((folder, how["with_pip"])))
    _rivals_environment.main([str(tmp_path / "env")])
    assert made == [(tmp_path / "env", True)]
    python = (tmp_path / "env").resolve() / "bin" / "python"
    wishes = [f"{name}=={number}" for name, number in VERSIONS.items()]
    assert asked_for == [(python, wish) for wish in (*wishes, "--editable .[lab]")]
    assert "missing: baycomp==1.0.3\n" in capsys.readouterr().err


def test_a_refusal_is_no_claim():
    def refuses(data):
        raise ValueError(data)

    p, covers, seconds = asked(a_tool("x", ask=refuses), NULL, 1)
    assert p == [None]
    assert covers is None
    assert seconds >= 0


def test_an_interval_covers_all_differences_or_does_not():
    world = World(name="two", told="", draw=None, true=np.array([0.0, 0.5]), null=np.array([True, False]))
    for ends, held in (((-1, 1), True), ((-1, 0.4), False)):
        tool = a_tool(
            "x", ask=lambda data, ends=ends: Answer(np.array([0.2, 0.1]), *np.transpose([ends] * 2))
        )
        assert asked(tool, world, None)[:2] == [[0.2, 0.1], held]


@pytest.mark.parametrize("draw", [FIRST, SECOND])
def test_what_is_in_the_store_is_not_asked_again(tmp_path, draw):
    tool = a_tool("x", ask=Answer)
    task = a_task(tool)
    with RunStore(tmp_path / "x.bakeoff") as store:
        assert block(task, NULL, tool, Place(draw, 0), store)
        assert not block(task, NULL, tool, Place(draw, 0), store)
        found = measured(task, NULL, tool, store, draw)
        assert found.p.shape == (50, 1)
        assert measured(task, NULL, tool, store, 1 - draw) is None
        assert measured(task, OTHER, tool, store, draw) is None
        assert summaries(task, store, draw) == []  # not in every world yet
    expected = [NULL.draw(generator(SEEDS[draw], "rivals", "accuracy", "equal", at)) for at in range(3)]
    np.testing.assert_allclose(found.p[:3, 0], expected, atol=1e-7)


def test_the_first_draw_may_be_that_of_the_earlier_version(tmp_path):
    tool = a_tool("x", "bakeoff")
    task = a_task(tool)
    with RunStore(tmp_path / "x.bakeoff") as store:
        for draw in (FIRST, SECOND):
            name = f"rivals {SEEDS[draw]} accuracy | equal | bakeoff {EARLIER} x(x) | 0"
            store.keep(name, json.dumps([[[0.5], None, 0.1]] * 50))
        assert measured(task, NULL, tool, store, FIRST).p.shape == (50, 1)
        assert measured(task, NULL, tool, store, SECOND) is None


def test_first_data_sets_come_first_and_missing_tools_not_at_all():
    slow = Tool(package="numpy", name="slow", call="slow()", ask=Answer, draws=(0, 50))
    gone = Tool(package="no-such-package", name="gone", call="gone()", ask=Answer)
    order = [(tool.name, *at) for _, _, tool, at in steps([a_task(slow, a_tool("quick"), gone)])]
    first = [("slow", SECOND, 0), ("quick", FIRST, 0), ("quick", SECOND, 0)]
    assert order == first * 2 + [("quick", SECOND, 50)] * 2


def test_levels_and_powers():
    assert a_summary(50, 400).level == "holds"
    assert a_summary(120, 400).level == "too many"
    assert a_summary(90, 400).level == "slightly too many"
    assert a_summary(0, 400).level == "conservative"
    assert a_summary(10, 400).level == "conservative"
    ours = a_summary(50, 400, package="bakeoff")
    assert a_summary(50, 600).beside(ours) == "more"
    assert a_summary(50, 410).beside(ours) == "as much"
    assert a_summary(50, 200, decides=True).beside(ours) == "less"
    assert a_summary(50, 400).milliseconds == pytest.approx(2.0)


def test_small_excesses_in_several_worlds_add_up():
    """7 % of 500 data sets are no evidence by themselves (p = 0.03, two tests); in four worlds they are."""

    def level(worlds):
        tool = a_tool("rival")
        nulls = tuple(World(**{**vars(NULL), "name": f"equal {at}"}) for at in range(worlds))
        task = Task(**{**vars(a_task(tool)), "worlds": (*nulls, OTHER)})
        p = np.where(np.arange(500) < 35, 0.01, 0.5)[:, np.newaxis]
        got = Measured(p, np.full(500, np.nan), np.zeros(500))
        return Summary(task=task, tool=tool, found={each.name: got for each in task.worlds}).level

    assert level(1) == "holds"
    assert level(4) == "slightly too many"


def test_power_at_equal_level_is_that_of_a_stricter_threshold():
    many = a_summary(90, 900)
    assert many.power.value == pytest.approx(0.9)
    assert many.adjusted.value == 0.0  # 0.01 is no longer small enough
    assert a_summary(20, 700).adjusted.value == pytest.approx(0.7)  # one null p-value in twenty is 0.5
    assert a_summary(90, 900, decides=True).adjusted is None


def test_the_error_of_a_share_is_never_none():
    assert Share(50, 1000).error == pytest.approx(0.00689, abs=1e-5)
    assert Share(0, 1000).error > 0


def test_coverage_that_is_too_low_is_named():
    low, fine = a_summary(50, 400, covers=900), a_summary(50, 400, covers=945)
    assert low.undercovers
    assert not fine.undercovers
    assert not a_summary(50, 400).undercovers
    assert "intervals cover too rarely" in verdict(low, fine)


def test_words_follow_the_numbers():
    ours = a_summary(50, 400, name="bakeoff", package="bakeoff")
    good, bad, weak = (a_summary(*each) for each in ((48, 410), (200, 900), (45, 200)))
    found = [ours, good, bad, weak]
    assert as_good(found) == [good]
    assert verdict(good, ours) == "holds its level; as much power as bakeoff"
    assert verdict(bad, ours) == "too many false alarms"
    assert verdict(weak, ours) == "holds its level; less power than bakeoff"
    text = " ".join(sentence(ours.task, found).split())
    assert (
        "bakeoff: at most 5.0 ± 0.7 % false alarms. As good or better: rival. "
        "Too many false alarms: rival (20 %)." in text
    )


def test_the_answer_is_about_our_default_and_names_its_low_coverage():
    ours = a_summary(50, 400, name="bakeoff", package="bakeoff", covers=900)
    other = a_summary(40, 500, name="bakeoff, from scores", package="bakeoff")
    text = " ".join(sentence(ours.task, [ours, other]).split())
    assert "bakeoff: at most 5.0 ± 0.7 % false alarms." in text
    assert "Its intervals cover too rarely in some world (90.0 ± 0.9 % instead of 95 %)." in text
    assert "from scores" not in text  # another call of ours is no rival


def test_another_call_of_ours_that_misses_its_level_is_named():
    ours = a_summary(50, 400, name="bakeoff", package="bakeoff")
    other = a_summary(120, 400, name="bakeoff, from scores", package="bakeoff", covers=900)
    text = " ".join(sentence(ours.task, [ours, other]).split())
    assert (
        "bakeoff: at most 5.0 ± 0.7 % false alarms. Too many false alarms: bakeoff, from scores (12 %)."
        in text
    )
    follows = what_follows([ours, other])
    assert "* Raise too many false alarms: bakeoff, from scores." in follows
    assert "* Intervals that cover too rarely: bakeoff, from scores." in follows


def test_few_data_sets_are_named():
    ours = a_summary(50, 400, name="bakeoff", package="bakeoff")
    few = a_summary(2, 20, n=50)
    assert verdict(few, ours).endswith("only 50 data sets")
    assert "Too few data sets to tell: rival." in " ".join(sentence(ours.task, [ours, few]).split())
    some = a_summary(8, 80, n=150)
    assert "rival (only 150 data sets)" in " ".join(sentence(ours.task, [ours, some]).split())


def test_a_tool_whose_intervals_cover_too_rarely_is_not_as_good():
    ours = a_summary(50, 400, name="bakeoff", package="bakeoff")
    assert as_good([ours, a_summary(50, 400, covers=900)]) == []


def test_a_page_of_made_up_numbers_names_what_is_missing():
    ours = a_summary(50, 400, name="bakeoff", package="bakeoff")
    other = a_summary(80, 400, name="other")
    gone = Tool(package="no-such-package", name="gone", call="gone()", ask=Answer)
    task = Task(**{**vars(ours.task), "tools": (ours.tool, other.tool, gone)})
    before = a_summary(5, 40, name="other", n=100)
    text = page([task], {"accuracy": [ours, other]}, {"accuracy": [ours, before]})
    assert "gone (accuracy)" in text
    assert "| other | slightly too many false alarms | 1000 | 8.0 ± 0.9 | 5.0 ± 2.2 (100) |" in text
    assert f"numpy {np.__version__}" in text.replace("\n", " ")


def test_verdicts_that_the_second_draw_does_not_confirm_are_named():
    ours = a_summary(50, 400, name="bakeoff", package="bakeoff")
    fine, bad = a_summary(50, 400, name="other"), a_summary(80, 400, name="other")
    found = {"accuracy": [ours, bad, a_summary(50, 400, name="new")]}
    count, changed = both_draws([ours.task], found, {"accuracy": [ours, fine]})
    assert count == 2
    assert [each.now.tool.name for each in changed] == ["other"]
    assert both_draws([ours.task], found, {"accuracy": [ours, bad]})[1] == []
    text = page([ours.task], found, {"accuracy": [ours, fine]})
    then, now = "holds its level; as much power as bakeoff", "slightly too many false alarms"
    assert f"| Toss | other | {then} (1000) | {now} (1000) |" in text
    assert "2 rows were measured in both draws, and 1 of them have" in " ".join(text.split())


def test_the_figure_marks_ours_and_its_labels_are_apart():
    ours = a_summary(50, 400, name="bakeoff", package="bakeoff")
    others = [a_summary(count, 400, name=f"rival {count}") for count in (40, 52, 55, 60, 300, 305, 310)]
    few = a_summary(30, 40, name="few", n=50)
    second = a_summary(20, 400, name="bakeoff, from scores", package="bakeoff")
    text = figure([ours.task], {"accuracy": [ours, second, *others, few]})
    root = ET.fromstring(text)  # noqa: S314 - written by us
    dots = [each.get("class") for each in root.iter("{http://www.w3.org/2000/svg}circle")]
    assert dots == ["rival"] * 7 + ["ours"]
    placed = labels([ours, *others])
    assert placed[0].ours
    for above in (True, False):
        row = sorted((each for each in placed if each.above == above), key=lambda each: each.x)
        ends = [(each.x - 3.8 * len(each.text), each.x + 3.8 * len(each.text)) for each in row]
        assert all(one[1] < other[0] for one, other in pairwise(ends))


def test_decisions_are_kept_as_p_values():
    assert decided(np.array([True, False])).tolist() == [0.0, 1.0]


@pytest.fixture(scope="module")
def sections():
    """The sections of the page, by title."""
    parts = re.split(r"^## ", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    return {each.split("\n", 1)[0]: each for each in parts}


def _rows(text):
    return [
        [cell.strip() for cell in line.strip("| ").split(" | ")]
        for line in text.splitlines()
        if line[:1] == "|"
    ]


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.key)
def test_the_page_names_version_call_and_command_of_every_row(sections, task):
    text = sections[task.title]
    rows = _rows(text.split("### Calls")[1])[2:]
    assert [name for name, *_ in rows] == [tool.name for tool in task.tools]
    for (_, version, call), tool in zip(rows, task.tools, strict=True):
        assert version == f"{tool.package} {VERSIONS.get(tool.package, version.split()[-1])}"
        assert call == f"`{tool.call}`"
    assert f"`{COMMAND.format(task.key)}`" in text
    results = _rows(text.split("### What follows")[0])[2:]
    assert [row[0].strip("*") for row in results] == [tool.name for tool in task.tools]
    assert [int(row[2]) for row in results] == [(tool.draws or task.draws)[SECOND] for tool in task.tools]


def test_page_and_figure_name_every_version(sections):
    named = [f"{package} {number}" for package, number in VERSIONS.items()]
    page_text = " ".join(PAGE.read_text(encoding="utf-8").split())
    root = ET.parse(FIGURE).getroot()  # noqa: S314 - written by us
    figure_text = " ".join("".join(root.itertext()).replace("\u00a0", " ").split())
    ours = re.search(r"bakeoff \d+\.\d+\.\d+", figure_text).group()
    for each in (*named, ours):
        assert each in page_text
        assert each in figure_text


def test_the_figure_of_the_page_is_well_formed_and_follows_the_scheme():
    text = FIGURE.read_text(encoding="utf-8")
    ET.fromstring(text)  # noqa: S314 - written by us
    assert "prefers-color-scheme: dark" in text


def test_partial_is_what_worlds_draw_with():
    """A world's data sets depend on its generator alone."""
    world = known("judge").worlds[0]
    assert isinstance(world.draw, partial)
    one, other = (world.draw(generator(3, "x")) for _ in range(2))
    np.testing.assert_array_equal(one.a, other.a)
    assert int(one.labelled.sum()) == 50
