"""The papers that several interval records cite."""

MARTIN_HIRSCHBERG_1996 = (
    "Martin & Hirschberg 1996, Small sample statistics for classification error rates II: confidence "
    "intervals and significance tests, Technical Report 96-22, University of California, Irvine"
)
BROWN_CAI_DASGUPTA_2001 = (
    "Brown, Cai & DasGupta 2001, Interval estimation for a binomial proportion, "
    "Statistical Science 16:101-133"
)
