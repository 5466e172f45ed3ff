"""Calibrated degrees of freedom on the terminal."""

import sys

from bakeoff.experiment.calibrated import Calibrated
from bakeoff.report.terminal import print_json
from bakeoff.report.words.verdict import aligned, visible

HEADINGS = ("data", "learners", "method", "df", "95 % interval", "false alarms", "uncalibrated")


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
        f"\n  note: {first.draws} draws of permuted labels, metric {first.metric}, alpha {first.alpha:g}; "
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
