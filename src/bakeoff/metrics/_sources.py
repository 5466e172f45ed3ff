"""References that several records name."""

HONAVAR = "Honavar, Evaluation of classifiers, lecture slides"
DIETTERICH_1998 = "Dietterich 1998, Neural Computation 10(7):1895-1923"
SOKOLOVA_2009 = "Sokolova & Lapalme 2009, Information Processing & Management 45:427-437"
FAWCETT_2006 = "Fawcett 2006, Pattern Recognition Letters 27:861-874"
GORODKIN_2004 = "Gorodkin 2004, Computational Biology and Chemistry 28:367-374"
MATTHEWS_1975 = "Matthews 1975, Biochimica et Biophysica Acta 405:442-451"
MILLER_2024 = "Miller 2024, Adding error bars to evals, arXiv:2411.00640"
