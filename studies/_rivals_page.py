"""The page of rivals, in words and tables."""

import platform
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from textwrap import fill
from typing import NamedTuple

import numpy as np
from studies._rivals_environment import VERSIONS
from studies._rivals_figure import versions
from studies._rivals_record import SEEDS, Task, Tool
from studies._rivals_summary import ENOUGH, Level, Power, Share, Summary
from studies._rivals_words import DRAWS, HEAD, NOT_MEASURED, TAIL, WHY

WIDTH, NBSP = 115, "\u00a0"
FEW = 200  # data sets of each world; with fewer, the error of 5 % is above 1.5 points
Found = Mapping[str, Sequence[Summary]]
SUMMARY = (
    "tool",
    "verdict",
    "data sets",
    "false alarms, worst",
    "first draw",
    "mean",
    "coverage, lowest",
    "power",
    "at equal level",
    "ms",
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
    """Ours: the call that the documentation shows first. Other calls of ours are rows and nothing more."""
    return next(each for each in found if each.tool.ours)


def others_of(found: Sequence[Summary]) -> list[Summary]:
    """All but the first of ours: a fault of another call of ours is named like one of a rival."""
    return [each for each in found if each is not first_of(found)]


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


class Verdict(NamedTuple):
    """What follows for one tool; ``power`` is None where the level is not held, and for ours."""

    level: Level
    power: Power | None
    undercovers: bool


def judged(each: Summary, ours: Summary) -> Verdict:
    """The verdict by the rule of the page."""
    power = None if each.tool.ours or not each.holds else each.beside(ours)
    return Verdict(each.level, power, each.undercovers)


def told(found: Verdict) -> str:
    """A verdict in words."""
    parts = [LEVELS[found.level]]
    if found.power is not None:
        parts.append(POWERS[found.power])
    if found.undercovers:
        parts.append("intervals cover too rarely")
    return "; ".join(parts)


def verdict(each: Summary, ours: Summary) -> str:
    """What follows for one tool, in words, with the number of data sets where that is small."""
    few = f"; only {each.draws} data sets" if each.draws < FEW else ""
    return told(judged(each, ours)) + few


def row(each: Summary, ours: Summary, before: Summary | None) -> list[str]:
    """One line of the table of results."""
    return [
        f"**{each.tool.name}**" if each.tool.ours else each.tool.name,
        verdict(each, ours),
        str(each.draws),
        percent(each.worst[1]),
        f"{percent(before.worst[1])} ({before.draws})" if before else "",
        f"{100 * each.mean:.1f}",
        percent(each.coverage[1]) if each.coverage else "",
        f"{100 * each.power.value:.0f}",
        f"{100 * each.adjusted.value:.0f}" if each.adjusted else "",
        _time(each.milliseconds),
    ]


def _time(milliseconds: float | None) -> str:
    if milliseconds is None:
        return ""
    return f"{milliseconds:.0f}" if milliseconds >= 10 else f"{max(milliseconds, 0.1):.1f}"


def faster(found: Sequence[Summary]) -> list[Summary]:
    """Rivals that take less time than ours."""
    ours = first_of(found).milliseconds or 0.0
    return [each for each in rivals_of(found) if each.milliseconds is not None and each.milliseconds < ours]


def results(found: Sequence[Summary], before: Sequence[Summary]) -> str:
    """The table with one line for each tool."""
    then = {each.tool.name: each for each in before}
    ours = first_of(found)
    return table(SUMMARY, [row(each, ours, then.get(each.tool.name)) for each in found])


def sentence(task: Task, found: Sequence[Summary]) -> str:
    """What is to be known of a task, in a sentence or two."""
    good = as_good(found)
    ours = first_of(found)
    text = f"* **{task.title}.** bakeoff: at most {percent(ours.worst[1])}{NBSP}% false alarms."
    if ours.undercovers and ours.coverage:
        low = percent(ours.coverage[1])
        text += f" Its intervals cover too rarely in some world ({low}{NBSP}% instead of 95{NBSP}%)."
    if good:
        text += f" As good or better: {listed([named(each) for each in good])}."
    if few := too_few(found):
        text += f" Too few data sets to tell: {listed([each.tool.name for each in few])}."
    if narrow := [each for each in _at_par(found) if each.undercovers]:
        text += (
            f" As good but for intervals that cover too rarely: {listed([named(each) for each in narrow])}."
        )
    for level in ("slightly too many", "too many"):
        if bad := [each for each in others_of(found) if each.level == level]:
            worst = [f"{each.tool.name} ({100 * each.worst[1].value:.0f}{NBSP}%)" for each in _by_rate(bad)]
            text += f" {LEVELS[level].capitalize()}: {listed(worst)}."
    return filled(text, "  ")


def _by_rate(found: Sequence[Summary]) -> list[Summary]:
    return sorted(found, key=lambda each: -each.worst[1].value)


def what_follows(found: Sequence[Summary]) -> str:
    """Sentences that the numbers of a task lead to."""
    ours, rivals, others = first_of(found), rivals_of(found), others_of(found)
    groups = {
        "Hold their level with at least the power of bakeoff": as_good(found),
        "May be as good, on too few data sets to tell": too_few(found),
        "Hold their level with less power": [
            each for each in rivals if each.holds and each.beside(ours) == "less"
        ],
        "Raise slightly too many false alarms": [
            each for each in others if each.level == "slightly too many"
        ],
        "Raise too many false alarms": [each for each in others if each.level == "too many"],
        "Intervals that cover too rarely": [each for each in others if each.undercovers],
        "Take less time than bakeoff": faster(found),
    }
    lines = [
        filled(f"* {words}: {listed([named(each) for each in who])}.", "  ")
        for words, who in groups.items()
        if who
    ]
    if not ours.holds or ours.undercovers:
        lines.append(f"* bakeoff itself: {verdict(ours, ours)}.")
    return "\n".join(lines)


def by_world(found: Sequence[Summary]) -> str:
    """False alarms of each tool in each world."""
    names = list(found[0].alarms)
    rows = [[each.tool.name, *(percent(each.alarms[name]) for name in names)] for each in found]
    return table(("tool", *names), rows)


def calls(found: Sequence[Summary]) -> str:
    """Version and call of each tool."""
    rows = [
        [each.tool.name, f"{each.tool.package} {each.tool.version}", f"`{each.tool.call}`"] for each in found
    ]
    return table(("tool", "version", "call"), rows)


def notes(tools: Sequence[Tool]) -> str:
    """What has to be said of some calls."""
    return "\n".join(filled(f"* {each.name}: {each.note}", "  ") for each in tools if each.note)


def worlds_of(task: Task) -> str:
    """Where the data sets come from."""
    rows = [[each.name, each.told, _kind(each.nulls)] for each in task.worlds]
    return table(("world", "data sets", "true difference"), rows)


def section(task: Task, found: Sequence[Summary], before: Sequence[Summary]) -> str:
    """All about one task."""
    refused = [
        f"* {each.tool.name} gives no answer on {100 * each.refused.value:.1f} % of the data sets, "
        "which counts as no claim."
        for each in found
        if each.refused.count
    ]
    parts = [
        f"## {task.title}",
        filled(f"{task.question} A false alarm is {task.alarm}."),
        f"Measured by `python -m studies.rivals --task {task.key}`.",
        results(found, before),
        "### What follows",
        what_follows(found),
        filled(WHY[task.key].strip()),
        "### Worlds",
        worlds_of(task),
        "### False alarms by world",
        by_world(found),
        "### Calls",
        calls(found),
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


class Changed(NamedTuple):
    """A tool whose verdict is not the same in both draws."""

    task: Task
    then: Summary
    now: Summary


def both_draws(tasks: Sequence[Task], found: Found, before: Found) -> tuple[int, list[Changed]]:
    """How many tools were measured in both draws, and those whose verdict changed."""
    count, changed = 0, []
    for task in tasks:
        then = {each.tool.name: each for each in before[task.key]}
        for now in found[task.key]:
            if (old := then.get(now.tool.name)) is None:
                continue
            count += 1
            if judged(old, first_of(before[task.key])) != judged(now, first_of(found[task.key])):
                changed.append(Changed(task, old, now))
    return count, changed


def draws(tasks: Sequence[Task], found: Found, before: Found) -> str:
    """Which verdicts the second draw confirms."""
    count, changed = both_draws(tasks, found, before)
    text = filled(
        DRAWS.format(count=count, same=count - len(changed), first=SEEDS[0], second=SEEDS[1]).strip()
    )
    rows = [
        [
            each.task.title,
            each.now.tool.name,
            f"{told(judged(each.then, first_of(before[each.task.key])))} ({each.then.draws})",
            f"{told(judged(each.now, first_of(found[each.task.key])))} ({each.now.draws})",
        ]
        for each in changed
    ]
    head = ("task", "tool", "first draw (data sets)", "second draw (data sets)")
    return f"{text}\n\n{table(head, rows)}" if rows else text


def page(tasks: Sequence[Task], found: Found, before: Found) -> str:
    """The whole page; ``found`` is the second draw and ``before`` the first."""
    done = [task for task in tasks if any(each.tool.ours for each in found[task.key])]
    head = HEAD.format(
        date=datetime.now(UTC).date(),
        versions=filled(f"Versions: Python {platform.python_version()}, {versions(found)}."),
        answer="\n".join(sentence(task, found[task.key]) for task in done),
    )
    tail = TAIL.format(
        draws=draws(done, found, before),
        not_measured=filled(NOT_MEASURED.strip()),
        missing=missing(tasks, found),
    )
    parts = [head, *(section(task, found[task.key], before[task.key]) + "\n" for task in done), tail]
    return "\n".join(parts)
