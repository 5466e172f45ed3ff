"""Calibrated degrees of freedom on the terminal."""

import sys

from bakeoff.core.words import aligned
from bakeoff.experiment.calibrated import Calibrated
from bakeoff.report.text import print_json
from bakeoff.report.visible import visible

HEADINGS = ("data", "learners", "method", "df", "95 % of draws", "false alarms", "with the published 10")


def show_calibrations(found: list[Calibrated], *, as_json: bool = False, quiet: bool = False) -> None:
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
        f"\n  note: {first.draws} draws of permuted labels, metric {first.metric}; bakeoff run uses these "
        f"degrees of freedom from now on\n"
        f"  caveat: they hold the level where labels have nothing to do with attributes; where something can "
        f"be learnt they are a guess\n"
    )
    if first.zeros > 0:
        sys.stdout.write(
            f"  caveat: the learners did not differ at all in {100 * first.zeros:.0f} % of the draws\n"
        )


def _row(each: Calibrated) -> tuple[str, ...]:
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
