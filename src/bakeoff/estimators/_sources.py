"""The works that the records of estimators refer to, written once."""

BOUCKAERT_2003 = "Bouckaert 2003, Choosing between two learning algorithms based on calibrated tests, ICML"
DIETTERICH_1998 = "Dietterich 1998, Neural Computation 10(7):1895-1923"
EFRON_1983 = "Efron 1983, Journal of the American Statistical Association 78:316-331"
HONAVAR = "Honavar, Evaluation of classifiers, lecture slides"
MARTIN_HIRSCHBERG_1996 = "Martin & Hirschberg 1996, Small sample statistics for classification error rates II"
SALZBERG_1997 = "Salzberg 1997, Data Mining and Knowledge Discovery 1:317-328"
WEISS_1991 = "Weiss 1991, IEEE Transactions on Pattern Analysis and Machine Intelligence 13:285-289"
