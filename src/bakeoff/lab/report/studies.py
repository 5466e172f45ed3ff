"""What the lab measured, on the terminal."""

import sys
import textwrap
from collections.abc import Sequence

from bakeoff.core.written import aligned
from bakeoff.lab.calibration import Calibration
from bakeoff.lab.populations._settings import REASONS, Setting, settings
from bakeoff.lab.study import Finding
from bakeoff.report.terminal import print_json

WIDTH = 100
SHOWN = ("key", "n", "train", "difference", "standard_error", "reason")  # of a setting, in JSON
DOING = {
    "size": "false alarms",
    "power": "better one found",
    "coverage": "truth inside",
    "replicability": "all agree",
}
WHAT = {
    "size": "share of data sets on which a method decides although the two learners are equally good",
    "power": "share of data sets on which a method decides for the learner that is better",
    "coverage": "share of data sets on which the interval holds the true difference",
    "replicability": "share of data sets on which the method decides, or does not, whatever the folds",
}


def show_findings(found: Sequence[Finding], *, as_json: bool = False, quiet: bool = False) -> None:
    """Print measured shares, the best first: as JSON, or as a table with Monte-Carlo intervals."""
    question = found[0].question
    if as_json:
        print_json({"question": question, "findings": [each.to_dict() for each in found]})
        return
    several = len({each.setting for each in found}) > 1
    ordered = sorted(found, key=lambda each: each.share, reverse=question != "size")
    lines = aligned(
        [
            ("method", DOING[question], "95 % interval", "fits", *(["setting"] * several)),
            *(_row(each, several) for each in ordered),
        ]
    )
    sys.stdout.write("\n".join(lines) + "\n")
    if not quiet:
        sys.stdout.write(f"\n{_about(found, several)}\n")


def _row(each: Finding, several: bool) -> tuple[str, ...]:
    low, high = each.interval
    return (
        each.method,
        f"{100 * each.share:.1f} %",
        f"{100 * low:.1f} to {100 * high:.1f} %",
        str(each.fits),
        *([each.setting] if several else []),
    )


def _about(found: Sequence[Finding], several: bool) -> str:
    first = found[0]
    where = f" of {first.setting} (difference {100 * first.truth:+.2f} points)" * (not several)
    promised = {
        "size": f"; {100 * first.alpha:g} % are promised",
        "coverage": f"; {100 * (1 - first.alpha):g} % are promised",
    }.get(first.question, "")
    return (
        f"  note: {WHAT[first.question]}{promised}\n"
        f"  note: {first.draws} data sets{where} under {first.design}, alpha {first.alpha:g}\n"
        f"  note: fits is how often each learner is trained on one data set"
    )


def show_calibrations(found: Sequence[Calibration], *, as_json: bool = False, quiet: bool = False) -> None:
    """Print calibrated degrees of freedom: as JSON, or as a table with their Monte-Carlo interval."""
    if as_json:
        print_json({"question": "calibrate", "calibrations": [each.to_dict() for each in found]})
        return
    rows: list[tuple[str, ...]] = [
        ("method", "df", "95 % interval", "false alarms", "with nominal df", "setting")
    ]
    rows += [_calibrated(each) for each in found]
    sys.stdout.write("\n".join(aligned(rows)) + "\n")
    if not quiet:
        first = found[0]
        sys.stdout.write(
            f"\n  note: the largest degrees of freedom with at most {100 * first.alpha:g} % false alarms on "
            f"{first.found.draws} data sets under {first.design}\n"
            f"  caveat: they belong to these learners, attributes and sizes; others may need fewer\n"
        )


def _calibrated(each: Calibration) -> tuple[str, ...]:
    found = each.found
    df = "none" if found.df is None else f"{found.df:g}{' or more' if found.at_end else ''}"
    return (
        each.method,
        df,
        "" if found.df is None else f"{found.low:g} to {found.high:g}",
        f"{100 * found.size:.1f} % (error {100 * found.size_error:.1f})",
        f"{100 * each.nominal_size:.1f} % with {each.nominal_df:g}",
        each.setting,
    )


def _who(each: Setting) -> str:
    """The two learners, where the key does not name them."""
    return "" if "-vs-" in each.key else f"{each.a.learner} against {each.b.learner}"


def show_settings(keys: Sequence[str] = (), *, as_json: bool = False) -> None:
    """Print the settings that have a key, and what else can be combined."""
    from bakeoff.lab.learners.fit_predict import learner_keys
    from bakeoff.lab.populations import POPULATIONS
    from bakeoff.lab.populations._settings import setting

    chosen = [setting(key) for key in keys] or list(settings().values())
    if as_json:
        print_json(
            {
                "settings": [{name: getattr(each, name) for name in SHOWN} for each in chosen],
                "populations": POPULATIONS.keys(),
                "learners": learner_keys(),
            }
        )
        return
    for reason, words in REASONS.items():
        some = [each for each in chosen if each.reason == reason]
        if some:
            sys.stdout.write(f"{words[0].upper()}{words[1:]} (accuracy of A minus B, in points):\n")
            rows: list[tuple[str, ...]] = [
                (f"  {each.key}", f"{100 * each.difference:+.2f}", _who(each)) for each in some
            ]
            sys.stdout.write("\n".join(aligned(rows)) + "\n\n")
    for what, names in (
        ("Populations (--world)", POPULATIONS.keys()),
        ("Learners (--a, --b)", learner_keys()),
    ):
        lines = textwrap.wrap(", ".join(names), WIDTH, break_on_hyphens=False)
        sys.stdout.write("\n  ".join([f"{what}:", *lines]) + "\n")
