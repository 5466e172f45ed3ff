"""What an experiment found, on the terminal: the answer first."""

import shutil
import sys
import textwrap

from bakeoff.core import words
from bakeoff.experiment.result import Comparison, ExperimentResult, Summary
from bakeoff.report.text import print_json, show
from bakeoff.report.visible import visible

SHOWN_FAILURES = 5


def show_experiment(result: ExperimentResult, *, as_json: bool = False, quiet: bool = False) -> None:
    """Print an experiment: as JSON, as its sentences alone, or in full."""
    if as_json:
        print_json(result.to_dict())
        return
    if len(result.deciding) == 1:
        show(result.verdict, quiet=quiet)
        others = result.comparisons[1:]
        if others and not quiet:
            heading = "By other metrics (the first decides; not adjusted):"
            _write(f"\n{heading}\n{_table(_comparison_rows(others))}")
    else:
        _show_several(result, quiet=quiet)
    if quiet:
        return
    _write("\n")
    _block("How each learner did (mean over the splits):", _summary_rows(result.summaries))
    if result.tuning and len(result.deciding) > 1:
        tuned = [(visible(t.data), visible(t.learner), visible(t.words)) for t in result.tuning]
        _block("Tuned:", list(tuned))
    if result.references:
        rows = [(visible(data), visible(each.sentence)) for data, each in result.references]
        _block("With labels that mean nothing:", list(rows))
    _failures(result)
    _write("".join(f"note: {visible(note)}\n" for note in result.notes))
    took = ", ".join(f"{visible(name)} {seconds:.3g} s" for name, seconds in result.seconds.items())
    sys.stderr.write(f"note: {result.trainings} trainings ({took})\n")


def _show_several(result: ExperimentResult, *, quiet: bool) -> None:
    every = (*result.comparisons, *result.across)
    if quiet:
        for each in every:
            about = f"{each.data}, {each.verdict.names[0]} against {each.verdict.names[1]}"
            _write(f"{visible(about)}: {visible(each.verdict.sentence)}\n")
        for text in dict.fromkeys(caveat.text for each in every for caveat in each.verdict.caveats):
            sys.stderr.write(f"caveat: {visible(text)}\n")
        return
    _block(_heading(result), _comparison_rows(every))
    said: dict[str, list[str]] = {}
    for each in every:
        for line in words.remarks(each.verdict):
            about = f"{each.verdict.names[0]} and {each.verdict.names[1]} on {each.data}"
            said.setdefault(line, []).append(about)
    for line, where in said.items():
        everywhere = len(where) == len(every) or line.startswith("measured")
        _remark(f"{line}{'' if everywhere else f' ({_short(where)})'}")
    _remark("note: --json tells what every legal method says of each comparison")


def _remark(line: str) -> None:
    """A remark, wrapped where a person looks and left whole where a program does."""
    text = visible(line)
    if sys.stdout.isatty():
        width = shutil.get_terminal_size().columns
        text = textwrap.fill(text, max(width - 2, 20), subsequent_indent="    ", break_on_hyphens=False)
    _write(f"  {text}\n")


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
        size, low, high = words.in_step(
            *(x * v.unit.factor for x in (r.estimate, r.interval.low, r.interval.high))
        )
        p_value = r.p_value if v.adjusted_p_value is None else v.adjusted_p_value
        a, b = v.names
        said = {"a-better": f"{a} > {b}", "b-better": f"{b} > {a}", "equivalent": f"{a} = {b}"}
        rows.append(
            (
                visible(each.data),
                each.metric,
                visible(said.get(v.decision, f"{a} ? {b}")),
                size,
                f"{low} to {high}",
                words.p_text(p_value).removeprefix("p = "),
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


def _failures(result: ExperimentResult) -> None:
    for data, learner, part, split, error in result.failed[:SHOWN_FAILURES]:
        _write(f"failed: {visible(learner)} on {visible(data)}, {part}, split {split}: {visible(error)}\n")
    if len(result.failed) > SHOWN_FAILURES:
        _write(f"failed: {len(result.failed) - SHOWN_FAILURES} more cells\n")


def _block(heading: str, rows: list[tuple[str, ...]]) -> None:
    _write(f"{heading}\n{_table(rows)}\n")


def _table(rows: list[tuple[str, ...]]) -> str:
    return "".join(f"  {line}\n" for line in words.aligned(rows))


def _write(text: str) -> None:
    sys.stdout.write(text)
