"""Degrees of freedom of repeated cross-validation: calibrated elsewhere, borrowed, or nominal."""

from collections.abc import Iterable
from dataclasses import replace

from bakeoff.judge.pitfalls.pitfall import OURS, Case, Finding, Pitfall
from bakeoff.measured.calibration import Calibration, calibration_of, is_calibratable
from bakeoff.methods._references import BOUCKAERT_2003, MARTIN_HIRSCHBERG_1996

CALIBRATED_HERE = "calibrated-here"  # degrees of freedom found on the user's own data
Found = Iterable[Finding]


def _own(case: Case) -> bool:
    """Whether the degrees of freedom were found on the user's own data."""
    return any(caveat.key == CALIBRATED_HERE for caveat in case.known)


def _used(case: Case) -> Calibration | None:
    """The calibration whose degrees of freedom were used."""
    if not is_calibratable(case.method.key) or _own(case):
        return None
    return calibration_of(case.method.key) if case.options.get("df") in (None, "calibrated") else None


def _borrowed(case: Case) -> Found:
    found = _used(case)
    if found is not None and found.borrowed_from:
        yield Finding(
            f"{case.method.key} has no calibration of its own; {found.df:g} degrees of freedom are those of "
            f"{found.borrowed_from}"
        )


def _domain(case: Case) -> Found:
    found = _used(case)
    if found is None:
        return
    runs, folds = case.outcomes.a.shape
    if not replace(found, borrowed_from=None).covers(runs, folds):
        yield Finding(
            f"the degrees of freedom were calibrated for {found.domain}, and this is {runs} x {folds}: the "
            f"false-alarm rate here is unknown, with few folds above 50 % where a nominal 5 % was asked"
        )


def _elsewhere(case: Case) -> Found:
    found = _used(case)
    if found is not None:
        yield Finding(
            f"{found.df:g} degrees of freedom were found with naive Bayes against C4.5 on 300 items with 10 "
            f"binary attributes, and hold the level there; what was measured elsewhere is told below"
        )


def _nominal(case: Case) -> Found:
    asked = case.options.get("df")
    if not is_calibratable(case.method.key) or _own(case) or asked in (None, "calibrated"):
        return
    df = case.result.df
    if asked == "nominal" or (isinstance(df, int | float) and df > calibration_of(case.method.key).df):
        yield Finding(
            f"{df:g} degrees of freedom were not calibrated, and runs and folds share data: cv-all-data at "
            f"10x10 folds with its nominal 99 made 53 % false alarms of a nominal 5 %"
        )


DEGREES_OF_FREEDOM = (
    Pitfall(
        key=CALIBRATED_HERE,
        title="degrees of freedom that were calibrated on permuted labels of these data",
        when="bakeoff calibrate was run on the experiment before",
        remedy="read a p-value near alpha as undecided",
        source=f"{BOUCKAERT_2003}, sec. 4",
    ),
    Pitfall(
        key="calibration-borrowed",
        codes=("PIT-17",),
        title="degrees of freedom of another method",
        when="a method of the cv- family without a calibration of its own uses its nearest kin's",
        remedy="use cv-all-data, or find them with bakeoff calibrate",
        source=f"{BOUCKAERT_2003}, sec. 4",
        trigger=_borrowed,
    ),
    Pitfall(
        key="calibration-domain",
        codes=("PIT-17",),
        title="calibrated degrees of freedom under another design",
        when="a calibrated method is used with other numbers of runs or folds than it was calibrated for",
        remedy="use that design, or leave the choice to auto",
        source=f"{BOUCKAERT_2003}, sec. 4; {OURS}",
        trigger=_domain,
    ),
    Pitfall(
        key="calibration-not-universal",
        codes=("PIT-17",),
        title="calibrated degrees of freedom with other learners and data",
        when="a calibrated method of the cv- family is used with its published degrees of freedom",
        remedy="read a p-value near alpha as undecided",
        source=f"{BOUCKAERT_2003}, sec. 4; that they are not universal is {OURS}",
        trigger=_elsewhere,
    ),
    Pitfall(
        key="nominal-df",
        codes=("PIT-6", "PIT-14"),
        title="repetitions of cross-validation taken for independent",
        when="a method of the cv- family is given nominal degrees of freedom, or more than calibrated",
        remedy="use df=5, which held its level at 10 x 10 folds, or leave the choice to auto",
        source=f"{BOUCKAERT_2003}, sec. 2 and 4; {MARTIN_HIRSCHBERG_1996}, B.3",
        trigger=_nominal,
    ),
)
