"""What an experiment found, on the terminal: the answer first."""

import shutil
import sys
import textwrap
from typing import TYPE_CHECKING

from bakeoff.core.evidence import rank_of
from bakeoff.core.verdict import Comparison, Verdict
from bakeoff.core.written import aligned
from bakeoff.experiment.result import ExperimentResult, Summary
from bakeoff.report.terminal import print_json, show
from bakeoff.report.words import verdict as words
from bakeoff.report.words.evidence import BY_OPTION, Remark, caveat_remarks, first_of
from bakeoff.report.words.facts import adjusted_told, tuning_told
from bakeoff.report.words.rankings import about, rankings_text, told
from bakeoff.report.words.tables import own_told, p_head, reached, reached_head, span_head
from bakeoff.report.words.verdict import visible

if TYPE_CHECKING:
    from bakeoff.experiment.calibrate import Calibrated

SHOWN_FAILURES = 5
Rows = list[tuple[str, ...]]


def show_experiment(
    result: ExperimentResult, *, as_json: bool = False, quiet: bool = False, all_caveats: bool = False
) -> None:
    """Print an experiment: as JSON, as its sentences alone, or in full."""
    if as_json:
        print_json(result.to_dict())
        return
    alone = len(result.deciding) == 1
    if alone:
        show(result.verdict, quiet=quiet, all_caveats=all_caveats)
    elif quiet:
        _show_sentences(result, all_caveats=all_caveats)
    if quiet:
        return
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    several = "" if alone else _several(result, width, all_caveats=all_caveats)
    sys.stdout.write(several + _rest(result))
    took = ", ".join(f"{visible(name)} {seconds:.3g} s" for name, seconds in result.seconds.items())
    sys.stderr.write(f"note: {result.trainings} trainings ({took})\n")


def experiment_text(result: ExperimentResult) -> str:
    """An experiment in full, as plain text."""
    first = f"{result.verdict}\n" if len(result.deciding) == 1 else _several(result, None, all_caveats=True)
    return first + _rest(result)


def _rest(result: ExperimentResult) -> str:
    """What follows the answer: other metrics, learners, tuning, permuted labels, failures, rankings."""
    others = result.comparisons[1:] if len(result.deciding) == 1 else ()
    by = f"the verdict is by {result.comparisons[0].metric}"
    heading = f"Other metrics (for information; {by}, and these p-values are not adjusted):"
    blocks = [f"\n{heading}\n{_table(_comparison_rows(others))}" if others else "", "\n"]
    blocks.append(
        _block(
            f"Performance of each learner ({own_told(result.summaries)}):",
            _summary_rows(result.summaries),
        )
    )
    if result.tuning and len(result.deciding) > 1:
        tuned: Rows = [(each.data, each.learner, tuning_told(each)) for each in result.tuning]
        blocks.append(_block("Tuned:", tuned))
    if result.randomizations:
        rows: Rows = [(data, each.sentence) for data, each in result.randomizations]
        blocks.append(_block("With permuted labels:", rows))
    last = [*failures(result), *(f"note: {note}" for note in result.notes)]
    blocks += [f"{visible(line)}\n" for line in last] + (["\n"] if last and result.rankings else [])
    return "".join([*blocks, rankings_text(result)])


def _show_sentences(result: ExperimentResult, *, all_caveats: bool) -> None:
    every = (*result.comparisons, *result.across)
    for each in every:
        who = f"{each.data}, {each.verdict.names[0]} against {each.verdict.names[1]}"
        sys.stdout.write(f"{visible(who)}: {visible(each.verdict.sentence)}\n")
    for ranked in result.rankings:
        sys.stdout.write(f"{visible(about(ranked))}: {visible(told(ranked))}\n")
    found = {caveat.text: caveat for each in every for caveat in each.verdict.caveats}
    for kind, text, _ in first_of(caveat_remarks(found.values()), BY_OPTION, every=all_caveats):
        sys.stderr.write(f"{kind}: {visible(text)}\n")


def _several(result: ExperimentResult, width: int | None, *, all_caveats: bool) -> str:
    """All comparisons, and each remark once with those that it is about."""
    every = (*result.comparisons, *result.across)
    shown = first_of(_remarks(every), BY_OPTION, every=all_caveats)
    lines = [f"{kind}: {text}" for kind, text, _ in shown]
    lines.append("note: --json has the results of all methods for each comparison")
    return _block(_heading(result), _comparison_rows(every)) + "".join(_remark(line, width) for line in lines)


def _remarks(every: tuple[Comparison, ...]) -> list[Remark]:
    """The remarks on several comparisons, caveats that matter most first; each with what it is about."""
    said: dict[Remark, list[str]] = {}
    for each in every:
        for remark in words.remarks(each.verdict):
            said.setdefault(remark, []).append(f"{' and '.join(each.verdict.names)} on {each.data}")
    told = [
        remark
        if len(where) == len(every) or remark.kind == "measured"
        else remark._replace(text=f"{remark.text} ({_short(where)})")
        for remark, where in said.items()
    ]
    kinds = ("caveat", "note", "measured")
    return sorted(told, key=lambda each: (kinds.index(each.kind), rank_of(each.importance)))


def _remark(line: str, width: int | None) -> str:
    """A remark, wrapped on a terminal and left whole elsewhere."""
    text = visible(line)
    if width is not None:
        text = textwrap.fill(text, max(width - 2, 20), subsequent_indent="    ", break_on_hyphens=False)
    return f"  {text}\n"


def _short(about: list[str]) -> str:
    return "; ".join(about[:3]) + (f"; and {len(about) - 3} more" if len(about) > 3 else "")


def _heading(result: ExperimentResult) -> str:
    first = result.comparisons[0].verdict
    decided = [c for c in result.deciding if c.verdict.decision != "undecided"]
    adjusted = f"; {adjusted_told(first.adjustment)}" if first.adjustment else ""
    return (
        f"{len(decided)} of {len(result.deciding)} comparisons by {first.metric} decided at alpha "
        f"{first.alpha:g}{adjusted}:"
    )


def _comparison_rows(comparisons: tuple[Comparison, ...]) -> Rows:
    first = comparisons[0].verdict
    head = ("data", "metric", "result", "difference", span_head(first), p_head(first), "method")
    every = [(each, each.verdict) for each in comparisons]
    return [head, *((c.data, c.metric, _says(v), *_judged(v), v.result.method) for c, v in every)]


def _judged(v: Verdict) -> tuple[str, ...]:
    """Difference, interval and p-value; metrics in one table have different units."""
    size, *rest = words.judged(v)
    return (f"{size}{words.points_of(v.unit, size)}", *rest)


def _says(v: Verdict) -> str:
    a, b = v.names
    said = {"a-better": f"{a} > {b}", "b-better": f"{b} > {a}", "equivalent": f"{a} = {b}"}
    grade = f" ({v.strength.grade})" if v.strength.hedged else ""
    return f"{said.get(v.decision, f'{a}, {b}: undecided')}{grade}"


def _summary_rows(summaries: tuple[Summary, ...]) -> Rows:
    head = ("data", "learner", "metric", *reached_head(summaries))
    return [head, *((each.data, each.learner, each.metric, *reached(each)) for each in summaries)]


def failures(result: ExperimentResult) -> list[str]:
    """One line for each learner that failed on a data set: how often, where first, and why."""
    by_learner: dict[tuple[str, str], list[tuple[str, int, str]]] = {}
    for data, learner, part, split, error in result.failed:
        by_learner.setdefault((learner, data), []).append((part, split, error))
    lines = [
        f"failed: {learner} on {data} in {len(found)} training{'s' * (len(found) > 1)}"
        f"{', first' * (len(found) > 1)} in {found[0][0]}, split {found[0][1]}: {found[0][2]}"
        for (learner, data), found in by_learner.items()
    ]
    more = len(lines) - SHOWN_FAILURES
    return [*lines[:SHOWN_FAILURES], f"failed: {more} more"] if more > 0 else lines


def _block(heading: str, rows: Rows) -> str:
    return f"{heading}\n{_table(rows)}\n"


def _table(rows: Rows) -> str:
    return "".join(f"  {line}\n" for line in aligned([tuple(map(visible, row)) for row in rows]))


HEADINGS = ("data", "learners", "method", "df", "95 % interval", "false alarms", "uncalibrated")


def show_calibrations(found: "list[Calibrated]", *, as_json: bool = False, quiet: bool = False) -> None:
    """Print calibrations: as JSON, or as a table with their Monte-Carlo uncertainty."""
    if as_json:
        print_json({"calibrations": [each.to_dict() for each in found]})
        return
    rows = [HEADINGS, *(_row(each) for each in found)]
    sys.stdout.write("\n".join(aligned(list(rows))) + "\n")
    if quiet:
        return
    first = found[0]
    sys.stdout.write(
        f"\n  note: {first.draws} permutations of the labels, metric {first.metric}, alpha {first.alpha:g}; "
        f"bakeoff run now uses these degrees of freedom and refuses methods without any\n"
        f"  caveat: they hold the significance level when labels are independent of the attributes; when "
        f"there is something to learn, they are only an approximation\n"
    )
    alike = {(each.data, each.names): each.zeros for each in found if each.zeros}
    for (data, names), zeros in alike.items():
        who = visible(f"{names[0]} and {names[1]} on {data}")
        sys.stdout.write(
            f"  caveat: {who} did not differ at all in {100 * zeros:.0f} % of the draws; on data where they "
            f"differ, the false-alarm rate may reach {100 * first.alpha / (1 - zeros):.2g} %\n"
        )


def _row(each: "Calibrated") -> tuple[str, ...]:
    df = "none" if each.df is None else f"{each.df:g}{' or more' if each.at_end else ''}"
    return (
        visible(each.data),
        visible(" and ".join(each.names)),
        each.method,
        df,
        f"{each.low:g} to {each.high:g}",
        f"{100 * each.size:.1f} % (error {100 * each.size_error:.1f})",
        f"{100 * each.published:.1f} %",
    )
