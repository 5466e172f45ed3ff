"""The half-sample t test: the variance of the difference measured on disjoint halves."""

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.method import Method
from bakeoff.core.outcomes import Floats, FoldScores
from bakeoff.core.result import Alternative, Result
from bakeoff.core.works import DESCRIBED_HERE, NADEAU_BENGIO_2003
from bakeoff.methods._fold_scores import HALVES_ALIKE, corrected_variance, items_variance, parse_df
from bakeoff.methods._reference import Asked, all_zero, noise_of, ratio_result

TINY_SHARE = 0.1
FLOORS = {"none": "", "items": "the items", "nadeau-bengio": "the corrected resampled t"}


def half_sample_t(
    scores: FoldScores,
    *,
    level: float,
    alternative: Alternative,
    df: str | float = "nominal",
    floor: str = "none",
) -> Result:
    """Test the mean difference with its variance between disjoint halves of the data (HS-1).

    D is the mean of all differences. In each of J random halvings, D1 and D2 are the mean differences in
    the two halves. Halves are independent samples of half the size, so ``V = mean (D1 - D2)^2 / 4``
    estimates the variance at full size. ``T = D / sqrt(V)`` is compared with Student's t with 10 degrees
    of freedom (15 with 50 or more halvings, J with fewer than 10). ``floor="items"`` uses the larger of V
    and the variance over the items of their mean differences, divided by n; ``floor="nadeau-bengio"``
    uses the larger of V and the corrected resampled variance.

    Examples
    --------
    >>> from bakeoff.designs import KFold
    >>> halves = [[0.1, 0.2], [0.2, 0.1], [0.0, 0.3]]
    >>> a, b = [[0.9, 0.8, 0.85]], [[0.7, 0.75, 0.7]]
    >>> scores = FoldScores(a=a, b=b, design=KFold(folds=3), halves=halves)
    >>> round(half_sample_t(scores, level=0.95, alternative="two-sided").statistic, 4)
    1.3926
    """
    if scores.halves is None:
        raise InputError(
            "half-sample-t needs halves, an array (halvings, 2) of mean differences in the two halves"
        )
    number = parse_df(df, "half-sample-t")
    count = len(scores.halves)
    variance, notes = _variance(scores, floor)
    noise = noise_of(scores.a, scores.b)
    return ratio_result(
        Asked("half-sample-t", level, alternative),
        estimate=float(np.mean(scores.differences)),
        error=float(np.sqrt(variance)),
        df=(15 if count >= 50 else min(count, 10)) if isinstance(number, str) else number,
        n=scores.a.size,
        noise=noise,
        identical=all_zero(scores.differences, noise),
        notes=notes,
    )


def _variance(scores: FoldScores, floor: str) -> tuple[float, tuple[str, ...]]:
    if floor not in FLOORS:
        raise InputError(f"floor is {floor!r}; expected one of {', '.join(FLOORS)}")
    halves: Floats = scores.halves  # type: ignore[assignment]
    variance = float(np.mean((halves[:, 0] - halves[:, 1]) ** 2) / 4)
    corrected = corrected_variance(scores)
    tiny = (HALVES_ALIKE,) if variance < TINY_SHARE * corrected else ()
    if floor == "none" or (floor == "nadeau-bengio" and scores.a.size < 2):
        return variance, tiny
    # Items alone vary too little to replace halves that show nothing.
    other = max(_items(scores), corrected if tiny else 0.0) if floor == "items" else corrected
    used = (
        f"variance of the difference: {variance:.3g} from the halves, {other:.3g} from {FLOORS[floor]}; "
        f"the larger, that of {'the halves' if variance >= other else FLOORS[floor]}, is used"
    )
    return max(variance, other), (used, *tiny)


def _items(scores: FoldScores) -> float:
    if scores.items is None or len(scores.items) < 2:
        raise InputError(
            'floor="items" needs items, the mean difference of each item over the runs; use '
            'floor="nadeau-bengio" if they are not known'
        )
    return items_variance(scores.items)


record = Method(
    key="half-sample-t",
    title="half-sample t",
    takes=FoldScores,
    designs=("kfold", "repeated-kfold", "resampling", "five-by-two"),
    compute=half_sample_t,
    latex=r"T = \frac{D}{\sqrt{V}}, \quad V = \frac{1}{4 J} \sum_{j=1}^{J} (D_{j1} - D_{j2})^2",
    procedures=("HS-1",),
    needs=("halvings",),
    usual=lambda scores: {"floor": "nadeau-bengio" if scores.items is None else "items"},
    assumptions=(
        "the variance of the mean difference decreases as 1/n between half and full size",
        "the mean difference is roughly normal",
    ),
    references=(DESCRIBED_HERE, NADEAU_BENGIO_2003),
    valid_in=("halved-samples",),
    options={
        "df": '"nominal" (default: 10; 15 with 50 or more halvings; the number of halvings if below 10) '
        "or a number",
        "floor": '"none" (default), "items" or "nadeau-bengio": a lower limit for the variance. If the '
        'method is chosen automatically ("auto") or learners are trained, "items" if items are '
        'known, and "nadeau-bengio" otherwise',
    },
)
