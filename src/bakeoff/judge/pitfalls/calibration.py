"""Degrees of freedom that were calibrated elsewhere, or not at all."""

from dataclasses import replace
from typing import TYPE_CHECKING

from bakeoff.core.figures import figure, figures, span
from bakeoff.core.outcomes import FoldScores
from bakeoff.core.works import BOUCKAERT_2003, MARTIN_HIRSCHBERG_1996
from bakeoff.judge.pitfalls.pitfall import OURS, Case, Finding, Found, Pitfall
from bakeoff.judge.pitfalls.support import Support, rates_of, under_folds, unmeasured

if TYPE_CHECKING:
    from bakeoff.measured.tables import Calibration

# Designs of few folds, and the test with 5 degrees of freedom under each.
FEW_FOLDS = {
    design: f"cv-all-data (df 5), {design}" for design in ("10 x 2 folds", "10 x 3 folds", "10 x 5 folds")
}
CALIBRATED_HERE = "calibrated-here"  # degrees of freedom found on the user's own data


def is_own(case: Case) -> bool:
    """Whether the degrees of freedom were found on the user's own data."""
    return any(caveat.key == CALIBRATED_HERE for caveat in case.known)


def _used(case: Case, *, given: bool = True) -> "Calibration | None":
    """The calibration whose degrees of freedom were used, by default or (if ``given``) as a number."""
    from bakeoff.measured.tables import calibration_of, is_calibratable

    if not is_calibratable(case.method.key) or is_own(case):
        return None
    found, asked = calibration_of(case.method.key), case.options.get("df")
    return found if asked in (None, "calibrated") or (given and asked == found.df) else None


def _borrowed(case: Case) -> Found:
    found = _used(case, given=False)
    if found is not None and found.borrowed_from:
        yield Finding(
            f"{case.method.key} has no calibration of its own; its {found.df:g} degrees of freedom are "
            f"taken from {found.borrowed_from}"
        )


def _domain(case: Case) -> Found:
    found = _used(case)
    if found is None:
        return
    runs, folds = case.outcomes.a.shape
    if not replace(found, borrowed_from=None).covers(runs, folds):
        yield Finding(
            f"the degrees of freedom were calibrated for {found.domain}, but the design is {runs} x {folds}: "
            f"the false-alarm rate is unknown; with 10 x 2 folds, that of cv-all-data was "
            f"{figure('few folds', 'cv-all-data, 10 x 2 folds')} % with 10 degrees of freedom and "
            f"{figure('few folds', 'cv-all-data (df 5), 10 x 2 folds')} % with 5, at a nominal 5 %"
        )


def _elsewhere(case: Case) -> Found:
    found = _used(case)
    if found is not None:
        yield Finding(
            f"the {found.df:g} degrees of freedom were calibrated with naive Bayes and C4.5 on 300 items "
            f"with 10 binary attributes, where the test holds its level; the measured risk covers other "
            f"settings"
        )


def _nominal(case: Case) -> Found:
    from bakeoff.measured.tables import calibration_of, is_calibratable

    asked = case.options.get("df")
    if not is_calibratable(case.method.key) or is_own(case) or asked in (None, "calibrated"):
        return
    df = case.result.df
    if asked == "nominal" or (isinstance(df, int | float) and df > calibration_of(case.method.key).df):
        yield Finding(
            f"{df:g} degrees of freedom were not calibrated, and runs and folds share data: with 10x10 folds "
            f"and its nominal 99 degrees of freedom, cv-all-data had "
            f"{span('risk', 'cv-all-data, df nominal, 10 x 10 folds')} % false alarms at a nominal 5 %"
        )


DEGREES_OF_FREEDOM = (
    Pitfall(
        key=CALIBRATED_HERE,
        importance="informs",
        title="degrees of freedom calibrated on these data with permuted labels",
        when="bakeoff calibrate was run on the experiment",
        remedy="treat a p-value near alpha as undecided",
        source=f"{BOUCKAERT_2003}, sec. 4",
        references=(BOUCKAERT_2003,),
        support=unmeasured(
            "the degrees of freedom are found on the data at hand, so their error depends on these data"
        ),
    ),
    Pitfall(
        key="calibration-borrowed",
        importance="limits",
        codes=("PIT-17",),
        title="degrees of freedom borrowed from another method",
        when="a method of the cv- family that was not calibrated uses the value of the most similar method",
        remedy="use cv-all-data, or calibrate with bakeoff calibrate",
        source=f"{BOUCKAERT_2003}, sec. 4",
        references=(BOUCKAERT_2003,),
        support=Support(
            basis="measured",
            text="cv-sign, whose degrees of freedom are borrowed, beside cv-all-data, which was calibrated",
            procedures=(
                under_folds("cv-sign"),
                under_folds("cv-all-data"),
            ),
        ),
        about=FoldScores,
        trigger=_borrowed,
    ),
    Pitfall(
        key="calibration-domain",
        importance="casts-doubt",
        codes=("PIT-17",),
        title="calibrated degrees of freedom used with another design",
        when="a calibrated method is used with a different number of runs or folds",
        remedy='use that design, or method="auto"',
        source=f"{BOUCKAERT_2003}, sec. 4; {OURS}",
        references=(BOUCKAERT_2003,),
        support=Support(
            basis="measured",
            text="5 degrees of freedom, which suit ten folds, are too many for fewer: with ten runs of two, "
            "three and five folds, the false-alarm rate of cv-all-data was "
            f"{figures('few folds', *FEW_FOLDS.values())} %",
            page="measured",
            section="What the default is, and why",
            rates=rates_of("few folds", FEW_FOLDS),
        ),
        about=FoldScores,
        trigger=_domain,
    ),
    Pitfall(
        key="calibration-not-universal",
        importance="limits",
        codes=("PIT-17",),
        title="calibrated degrees of freedom used with other learners and data",
        when="a calibrated method of the cv- family is used with its published degrees of freedom",
        remedy="treat a p-value near alpha as undecided",
        source=f"{BOUCKAERT_2003}, sec. 4; not universal: {OURS}",
        references=(BOUCKAERT_2003,),
        support=Support(
            basis="measured",
            text="with its published 10 degrees of freedom, cv-all-data did not hold its level in other "
            "settings; with 5 it came nearer",
            procedures=(
                under_folds("cv-all-data"),
                under_folds("cv-all-data", df=5),
            ),
        ),
        about=FoldScores,
        trigger=_elsewhere,
    ),
    Pitfall(
        key="nominal-df",
        importance="invalidates",
        codes=("PIT-6", "PIT-14"),
        title="repeated cross-validation treated as independent",
        when="a method of the cv- family is used with nominal degrees of freedom, or with more than the "
        "calibrated value",
        remedy="use df=5, which with 10 x 10 folds raised too many false alarms only with many classes, or "
        'method="auto"',
        source=f"{BOUCKAERT_2003}, sec. 2 and 4; {MARTIN_HIRSCHBERG_1996}, B.3",
        references=(
            BOUCKAERT_2003,
            MARTIN_HIRSCHBERG_1996,
        ),
        support=Support(
            basis="measured",
            text="with nominal degrees of freedom, the scores of all runs and folds are taken as independent",
            procedures=(
                under_folds("cv-all-data", df="nominal"),
                under_folds("cv-folds"),
                under_folds("cv-runs"),
                under_folds("cv-all-data", df=5),
            ),
        ),
        about=FoldScores,
        trigger=_nominal,
    ),
)
