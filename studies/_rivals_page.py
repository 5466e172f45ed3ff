"""The page of rivals, in words and tables."""

import platform
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from textwrap import fill

import numpy as np
from studies._rivals_environment import VERSIONS
from studies._rivals_record import Task, Tool
from studies._rivals_summary import Share, Summary
from studies._rivals_words import HEAD, NOT_MEASURED, TAIL, WHY

from bakeoff import __version__

ENOUGH = 100  # data sets, from which on a tool may be called as good
WIDTH, NBSP = 115, "\u00a0"
FEW = 200  # data sets of each world; with fewer, the error of 5 % is above 1.5 points
Found = Mapping[str, Sequence[Summary]]
SUMMARY = (
    "tool",
    "false alarms, worst",
    "mean",
    "coverage, lowest",
    "power",
    "at equal level",
    "ms",
    "verdict",
)
LEVELS = {
    "too many": "too many false alarms",
    "slightly too many": "slightly too many false alarms",
    "holds": "holds its level",
    "conservative": "conservative",
}
POWERS = {
    "more": "more power than bakeoff",
    "as much": "as much power as bakeoff",
    "less": "less power than bakeoff",
}


def filled(text: str, indent: str = "") -> str:
    """Text in lines; names with a hyphen stay whole."""
    return fill(text, WIDTH, subsequent_indent=indent, break_on_hyphens=False)


def percent(share: Share) -> str:
    """A share with its Monte-Carlo error."""
    return f"{100 * share.value:.1f} ± {100 * share.error:.1f}"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown."""
    return "\n".join(f"| {' | '.join(each)} |" for each in (head, ["---"] * len(head), *rows))


def listed(names: Sequence[str]) -> str:
    """Names as part of a sentence; some of them have commas."""
    return "; ".join(names)


def first_of(found: Sequence[Summary]) -> Summary:
    """Ours."""
    return next(each for each in found if each.tool.ours)


def rivals_of(found: Sequence[Summary]) -> list[Summary]:
    """The others."""
    return [each for each in found if not each.tool.ours]


def as_good(found: Sequence[Summary]) -> list[Summary]:
    """Rivals that hold the level, and cover, with at least the power of ours."""
    return [each for each in _at_par(found) if not each.undercovers and each.draws >= ENOUGH]


def too_few(found: Sequence[Summary]) -> list[Summary]:
    """Rivals that would be as good but for the number of data sets."""
    return [each for each in _at_par(found) if not each.undercovers and each.draws < ENOUGH]


def _at_par(found: Sequence[Summary]) -> list[Summary]:
    ours = first_of(found)
    return [each for each in rivals_of(found) if each.holds and each.beside(ours) in ("as much", "more")]


def named(each: Summary) -> str:
    """The name of a tool, with the number of data sets where that is small."""
    return each.tool.name if each.draws >= FEW else f"{each.tool.name} (only {each.draws} data sets)"


def verdict(each: Summary, ours: Summary) -> str:
    """What follows for one tool."""
    parts = [LEVELS[each.level]]
    if not each.tool.ours and each.holds:
        parts.append(POWERS[each.beside(ours)])
    if each.undercovers:
        parts.append("intervals cover too rarely")
    if each.draws < FEW:
        parts.append(f"only {each.draws} data sets")
    return "; ".join(parts)


def row(each: Summary, ours: Summary) -> list[str]:
    """One line of the table of answers."""
    name = f"**{each.tool.name}**" if each.tool.ours else each.tool.name
    return [
        f"{name} ({each.tool.package} {each.tool.version})" if not each.tool.ours else name,
        percent(each.worst[1]),
        f"{100 * each.mean:.1f}",
        percent(each.coverage[1]) if each.coverage else "",
        f"{100 * each.power.value:.0f}",
        f"{100 * each.adjusted.value:.0f}" if each.adjusted else "",
        _time(each.milliseconds),
        verdict(each, ours),
    ]


def _time(milliseconds: float | None) -> str:
    if milliseconds is None:
        return ""
    return f"{milliseconds:.0f}" if milliseconds >= 10 else f"{max(milliseconds, 0.1):.1f}"


def faster(found: Sequence[Summary]) -> list[Summary]:
    """Rivals that take less time than ours."""
    ours = first_of(found).milliseconds or 0.0
    return [each for each in rivals_of(found) if each.milliseconds is not None and each.milliseconds < ours]


def answers(tasks: Sequence[Task], found: Found) -> str:
    """The table with one line for each tool and task."""
    rows = [[task.title, *row(each, first_of(found[task.key]))] for task in tasks for each in found[task.key]]
    return table(("task", *SUMMARY), rows)


def sentence(task: Task, found: Sequence[Summary]) -> str:
    """What is to be known of a task, in a sentence or two."""
    ours = first_of(found)
    good = as_good(found)
    text = f"* **{task.title}.** bakeoff: at most {100 * ours.worst[1].value:.1f} % false alarms."
    if good:
        text += f" As good or better: {listed([named(each) for each in good])}."
    if few := too_few(found):
        text += f" Too few data sets to tell: {listed([each.tool.name for each in few])}."
    if narrow := [each for each in _at_par(found) if each.undercovers]:
        text += f" Intervals cover too rarely: {listed([named(each) for each in narrow])}."
    for level in ("slightly too many", "too many"):
        if bad := [each for each in rivals_of(found) if each.level == level]:
            worst = [f"{each.tool.name} ({100 * each.worst[1].value:.0f}{NBSP}%)" for each in _by_rate(bad)]
            text += f" {LEVELS[level].capitalize()}: {listed(worst)}."
    return filled(text, "  ")


def _by_rate(found: Sequence[Summary]) -> list[Summary]:
    return sorted(found, key=lambda each: -each.worst[1].value)


def what_follows(found: Sequence[Summary]) -> str:
    """Sentences that the numbers of a task lead to."""
    ours, others = first_of(found), rivals_of(found)
    groups = {
        "Hold their level with at least the power of bakeoff": as_good(found),
        "May be as good, on too few data sets to tell": too_few(found),
        "Hold their level with less power": [
            each for each in others if each.holds and each.beside(ours) == "less"
        ],
        "Raise slightly too many false alarms": [
            each for each in others if each.level == "slightly too many"
        ],
        "Raise too many false alarms": [each for each in others if each.level == "too many"],
        "Intervals that cover too rarely": [each for each in others if each.undercovers],
        "Take less time than bakeoff": faster(found),
    }
    lines = [
        filled(f"* {told}: {listed([named(each) for each in who])}.", "  ")
        for told, who in groups.items()
        if who
    ]
    if not ours.holds or ours.undercovers:
        lines.append(f"* bakeoff itself: {verdict(ours, ours)}.")
    return "\n".join(lines)


def by_world(task: Task, found: Sequence[Summary]) -> str:
    """False alarms of each tool in each world."""
    names = list(found[0].alarms)
    rows = [[each.tool.name, *(percent(each.alarms[name]) for name in names)] for each in found]
    return table(("false alarms", *names), rows)


def calls(task: Task, found: Sequence[Summary]) -> str:
    """Version, call, number of data sets and command of each tool."""
    rows = [
        [
            each.tool.name,
            f"{each.tool.package} {each.tool.version}",
            f"`{each.tool.call}`",
            str(each.draws),
            f"`python -m studies.rivals --task {task.key}`",
        ]
        for each in found
    ]
    return table(("tool", "version", "call", "data sets of each world", "command"), rows)


def notes(tools: Sequence[Tool]) -> str:
    """What has to be said of some calls."""
    return "\n".join(filled(f"* {each.name}: {each.note}", "  ") for each in tools if each.note)


def section(task: Task, found: Sequence[Summary]) -> str:
    """All about one task."""
    worlds = table(
        ("world", "data sets", "something to find"),
        [[each.name, each.told, _kind(each.nulls)] for each in task.worlds],
    )
    refused = [
        f"* {each.tool.name} gives no answer on {100 * each.refused.value:.1f} % of the data sets, "
        "which counts as no claim."
        for each in found
        if each.refused.count
    ]
    parts = [
        f"## {task.title}",
        filled(f"{task.question} A false alarm is {task.alarm}."),
        worlds,
        "### What follows",
        what_follows(found),
        filled(WHY[task.key].strip()),
        "### False alarms by world",
        by_world(task, found),
        "### Calls",
        calls(task, found),
        "\n".join(each for each in (notes([each.tool for each in found]), *refused) if each),
    ]
    return "\n\n".join(each for each in parts if each)


def _kind(nulls: Sequence[bool]) -> str:
    return "no" if np.all(nulls) else "partly" if np.any(nulls) else "yes"


def missing(tasks: Sequence[Task], found: Found) -> str:
    """Which tools are missing here."""
    gone = [
        f"{tool.name} ({task.key})"
        for task in tasks
        for tool in task.tools
        if tool not in [each.tool for each in found[task.key]]
    ]
    if not gone:
        return f"All {len(VERSIONS)} packages were installed."
    return filled(f"Not installed or not finished where this page was made: {listed(gone)}.")


def page(tasks: Sequence[Task], found: Found) -> str:
    """The whole page."""
    done = [task for task in tasks if any(each.tool.ours for each in found[task.key])]
    parts = [
        HEAD.format(
            date=datetime.now(UTC).date(),
            bakeoff=__version__,
            numpy=np.__version__,
            python=platform.python_version(),
            answer="\n".join(sentence(task, found[task.key]) for task in done),
        ),
        answers(done, found),
        "",
        *(section(task, found[task.key]) + "\n" for task in done),
        TAIL.format(not_measured=filled(NOT_MEASURED.strip()), missing=missing(tasks, found)),
    ]
    return "\n".join(parts)
