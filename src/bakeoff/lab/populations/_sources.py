"""Where the populations come from."""

BOUCKAERT_2003 = "Bouckaert 2003, Choosing between two learning algorithms based on calibrated tests, ICML"
MARTIN_HIRSCHBERG_1996 = "Martin & Hirschberg 1996, Small sample statistics for classification error rates II"
DIETTERICH_1998 = "Dietterich 1998, Neural Computation 10(7):1895-1923, sec. 4.2"
CENDROWSKA_1987 = (
    "Cendrowska 1987, PRISM: an algorithm for inducing modular rules, "
    "International Journal of Man-Machine Studies 27:349-370"
)
