"""What an experiment found, on the terminal: the answer first."""

import shutil
import sys
import textwrap

from bakeoff.core.written import in_step
from bakeoff.experiment.result import Comparison, ExperimentResult, Summary
from bakeoff.report.terminal import print_json, printable, show
from bakeoff.report.words import verdict as words
from bakeoff.report.words.visible import visible

SHOWN_FAILURES = 5


def show_experiment(result: ExperimentResult, *, as_json: bool = False, quiet: bool = False) -> None:
    """Print an experiment: as JSON, as its sentences alone, or in full."""
    if as_json:
        print_json(result.to_dict())
        return
    alone = len(result.deciding) == 1
    if alone:
        show(result.verdict, quiet=quiet)
    elif quiet:
        _show_sentences(result)
    if quiet:
        return
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    sys.stdout.write(("" if alone else _several(result, width)) + _rest(result))
    took = ", ".join(f"{visible(name)} {seconds:.3g} s" for name, seconds in result.seconds.items())
    sys.stderr.write(f"note: {result.trainings} trainings ({took})\n")


def experiment_text(result: ExperimentResult) -> str:
    """An experiment in full, as it is printed where no person looks."""
    first = f"{printable(result.verdict)}\n" if len(result.deciding) == 1 else _several(result, None)
    return first + _rest(result)


def _rest(result: ExperimentResult) -> str:
    """What follows the answer: other metrics, the learners, tuning, references to chance, failures, notes."""
    others = result.comparisons[1:] if len(result.deciding) == 1 else ()
    heading = "By other metrics (the first decides; not adjusted):"
    blocks = [f"\n{heading}\n{_table(_comparison_rows(others))}" if others else "", "\n"]
    blocks.append(_block("How each learner did (mean over the splits):", _summary_rows(result.summaries)))
    if result.tuning and len(result.deciding) > 1:
        tuned = [(visible(t.data), visible(t.learner), visible(t.words)) for t in result.tuning]
        blocks.append(_block("Tuned:", list(tuned)))
    if result.references:
        rows = [(visible(data), visible(each.sentence)) for data, each in result.references]
        blocks.append(_block("With labels that mean nothing:", list(rows)))
    return "".join([*blocks, _failures(result), *(f"note: {visible(note)}\n" for note in result.notes)])


def _show_sentences(result: ExperimentResult) -> None:
    every = (*result.comparisons, *result.across)
    for each in every:
        about = f"{each.data}, {each.verdict.names[0]} against {each.verdict.names[1]}"
        sys.stdout.write(f"{visible(about)}: {visible(each.verdict.sentence)}\n")
    for text in dict.fromkeys(caveat.text for each in every for caveat in each.verdict.caveats):
        sys.stderr.write(f"caveat: {visible(text)}\n")


def _several(result: ExperimentResult, width: int | None) -> str:
    """All comparisons, and each remark once with those that it is about."""
    every = (*result.comparisons, *result.across)
    said: dict[str, list[str]] = {}
    for each in every:
        for line in words.remarks(each.verdict):
            about = f"{each.verdict.names[0]} and {each.verdict.names[1]} on {each.data}"
            said.setdefault(line, []).append(about)
    lines = [
        line if len(where) == len(every) or line.startswith("measured") else f"{line} ({_short(where)})"
        for line, where in said.items()
    ]
    lines.append("note: --json tells what every legal method says of each comparison")
    return _block(_heading(result), _comparison_rows(every)) + "".join(_remark(line, width) for line in lines)


def _remark(line: str, width: int | None) -> str:
    """A remark, wrapped where a person looks and left whole where a program does."""
    text = visible(line)
    if width is not None:
        text = textwrap.fill(text, max(width - 2, 20), subsequent_indent="    ", break_on_hyphens=False)
    return f"  {text}\n"


def _short(about: list[str]) -> str:
    return "; ".join(about[:3]) + (f"; and {len(about) - 3} more" if len(about) > 3 else "")


def _heading(result: ExperimentResult) -> str:
    first = result.comparisons[0].verdict
    decided = [c for c in result.deciding if c.verdict.decision != "undecided"]
    adjusted = f"; p-values adjusted by {first.adjustment}, intervals not" if first.adjustment else ""
    return (
        f"{len(decided)} of {len(result.deciding)} comparisons by {first.metric} decided at alpha "
        f"{first.alpha:g}{adjusted}:"
    )


def _comparison_rows(comparisons: tuple[Comparison, ...]) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = [("data", "metric", "says", "difference", "interval", "p", "method")]
    for each in comparisons:
        v, r = each.verdict, each.verdict.result
        size, low, high = in_step(*(x * v.unit.factor for x in (r.estimate, r.interval.low, r.interval.high)))
        a, b = v.names
        said = {"a-better": f"{a} > {b}", "b-better": f"{b} > {a}", "equivalent": f"{a} = {b}"}
        rows.append(
            (
                visible(each.data),
                each.metric,
                visible(said.get(v.decision, f"{a} ? {b}")),
                size,
                words.ends(r, low, high),
                words.deciding_p_cell(v),
                r.method,
            )
        )
    return rows


def _summary_rows(summaries: tuple[Summary, ...]) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = [("data", "learner", "metric", "mean", "sd", "interval")]
    for each in summaries:
        mean = f"{each.mean:.4f}" if each.mean is not None else visible(each.note)
        sd = "" if each.sd is None else f"{each.sd:.4f}"
        ends = "" if each.low is None else f"{each.low:.4f} to {each.high:.4f}"
        rows.append((visible(each.data), visible(each.learner), each.metric, mean, sd, ends))
    return rows


def _failures(result: ExperimentResult) -> str:
    lines = [
        f"failed: {visible(learner)} on {visible(data)}, {part}, split {split}: {visible(error)}\n"
        for data, learner, part, split, error in result.failed[:SHOWN_FAILURES]
    ]
    if len(result.failed) > SHOWN_FAILURES:
        lines.append(f"failed: {len(result.failed) - SHOWN_FAILURES} more cells\n")
    return "".join(lines)


def _block(heading: str, rows: list[tuple[str, ...]]) -> str:
    return f"{heading}\n{_table(rows)}\n"


def _table(rows: list[tuple[str, ...]]) -> str:
    return "".join(f"  {line}\n" for line in words.aligned(rows))
