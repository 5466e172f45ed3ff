"""Where few items decide a mean."""

import numpy as np

from bakeoff.core.outcomes import PairedScores
from bakeoff.judge.pitfalls.data import FEW, FEW_DF
from bakeoff.judge.pitfalls.pitfall import Case, Finding, Found, Pitfall
from bakeoff.methods._kinds import mean_of, units_of
from bakeoff.methods._reference import noise_of
from bakeoff.methods._resampling import influence_degrees


def _large_losses(case: Case) -> Found:
    scores = case.outcomes
    if not isinstance(scores, PairedScores) or scores.clusters is not None or scores.n < FEW:
        return
    if case.metric.right_or_wrong:
        return
    x = scores.a - scores.b
    apart, _, repeats = units_of(x - mean_of(x, scores), scores)
    if np.ptp(x) <= noise_of(scores.a, scores.b) or influence_degrees(apart, repeats) >= FEW_DF:
        return
    largest = np.argsort(-np.abs(apart), kind="stable")
    share = np.cumsum((repeats * apart**2)[largest]) / np.sum(repeats * apart**2)
    last = int(np.searchsorted(share, 0.5))
    count = int(repeats[largest][: last + 1].sum())
    items = "1 item carries" if count == 1 else f"{count} items carry"
    yield Finding(
        f"{items} {100 * share[last]:.0f} % of the variance of the {scores.n} differences: where large "
        f"losses are that rare and fall on one model, the measured false-alarm rate was up to 19 % at a "
        f"nominal 5 %, because a test set may contain none of them"
    )


OF_LOSSES = (
    Pitfall(
        key="few-large-losses",
        title="a mean that few items decide",
        when="scores or losses of 10 or more single items are compared, and the differences show fewer than "
        "5 degrees of freedom: one to three items carry most of their variance",
        remedy="look at these items, compare on more data, or compare with a bounded loss such as brier",
        source="measured here: docs/losses.md",
        trigger=_large_losses,
    ),
)
