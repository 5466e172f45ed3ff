"""What slices say against the whole; found where a comparison is sliced."""

from bakeoff.judge.pitfalls.pitfall import Pitfall

GAIL_SIMON_1985 = "Gail & Simon 1985, Biometrics 41:361-372"
SIMPSON_1951 = "Simpson 1951, Journal of the Royal Statistical Society B 13:238-241"
WELCH_1951 = "Welch 1951, Biometrika 38:330-336"
ASSMANN_2000 = "Assmann et al. 2000, The Lancet 355:1064-1069"

OF_SLICES = (
    Pitfall(
        key="slices-disagree",
        title="slices that disagree with the whole",
        when="a slice is decided for the other side than all items are, slices are decided for both sides, "
        "or one is decided where all items are equivalent",
        remedy="judge each slice by itself, or by how often it will be met",
        source=GAIL_SIMON_1985,
    ),
    Pitfall(
        key="slices-reverse",
        title="a whole that turns round what every slice shows (Simpson's paradox)",
        when="the difference has one sign on all items, and the other in every slice",
        remedy="compare within slices: the whole mixes items that are not alike",
        source=SIMPSON_1951,
    ),
    Pitfall(
        key="slices-differ",
        title="a difference that is not the same in all slices",
        when="Welch's test finds that slices differ, and none is decided against the whole",
        remedy="read the overall difference as an average over slices as frequent as here",
        source=WELCH_1951,
    ),
    Pitfall(
        key="slice-alone",
        title="a slice that decides what the whole does not",
        when="all items decide nothing, and slices are decided for one side",
        remedy="confirm it on fresh items of that slice",
        source=ASSMANN_2000,
    ),
    Pitfall(
        key="slices-need-draws",
        title="slices that too few resamples cannot decide",
        when="the smallest p-value that resampling can give, adjusted for all slices, is not below alpha",
        remedy="draw more resamples",
        source="follows from the definition",
    ),
)
