"""The works that records refer to, written once."""

ALPAYDIN_1999 = "Alpaydin 1999, Neural Computation 11(8):1885-1892"
BAYLE_2020 = (
    "Bayle, Bayle, Janson & Mackey 2020, Cross-validation confidence intervals for test error, NeurIPS 33"
)
BELL_MCCAFFREY_2002 = "Bell & McCaffrey 2002, Survey Methodology 28(2):169-181"
BOUCKAERT_2003 = "Bouckaert 2003, Choosing between two learning algorithms based on calibrated tests, ICML"
BROWN_CAI_DASGUPTA_2001 = (
    "Brown, Cai & DasGupta 2001, Interval estimation for a binomial proportion, "
    "Statistical Science 16:101-133"
)
DELONG_1988 = "DeLong, DeLong & Clarke-Pearson 1988, Biometrics 44:837-845"
DEMSAR_2006 = "Demsar 2006, Journal of Machine Learning Research 7:1-30"
DIETTERICH_1998 = "Dietterich 1998, Neural Computation 10(7):1895-1923"
EFRON_1983 = "Efron 1983, Journal of the American Statistical Association 78:316-331"
EFRON_1993 = "Efron & Tibshirani 1993, An Introduction to the Bootstrap"
FAGERLAND_2013 = "Fagerland, Lydersen & Laake 2013, BMC Medical Research Methodology 13:91"
FAWCETT_2006 = "Fawcett 2006, Pattern Recognition Letters 27:861-874"
GOODMAN_1992 = "Goodman 1992, Statistics in Medicine 11:875-879"
GORODKIN_2004 = "Gorodkin 2004, Computational Biology and Chemistry 28:367-374"
HONAVAR = "Honavar, Evaluation of classifiers, lecture slides"
IVERSON_2009 = "Iverson, Lee & Wagenmakers 2009, Psychonomic Bulletin & Review 16(2):424-429"
LIANG_ZEGER_1986 = "Liang & Zeger 1986, Biometrika 73:13-22"
MARTIN_HIRSCHBERG_1996 = "Martin & Hirschberg 1996, Small sample statistics for classification error rates II"
MARTIN_HIRSCHBERG_96_22 = (
    f"{MARTIN_HIRSCHBERG_1996}: confidence intervals and significance tests, Technical Report 96-22, "
    "University of California, Irvine"
)
MATTHEWS_1975 = "Matthews 1975, Biochimica et Biophysica Acta 405:442-451"
MILLER_2024 = "Miller 2024, Adding error bars to evals, arXiv:2411.00640"
NADEAU_BENGIO_2003 = "Nadeau & Bengio 2003, Machine Learning 52:239-281"
NEWCOMBE_1998 = "Newcombe 1998, Statistics in Medicine 17:873-890"
OBUCHOWSKI_1997 = "Obuchowski 1997, Biometrics 53:567-578"
RASMUSSEN_1996 = "Rasmussen et al. 1996, The DELVE manual; Rasmussen 1996, PhD thesis, ch. 2"
SALZBERG_1997 = "Salzberg 1997, Data Mining and Knowledge Discovery 1:317-328"
SENN_2002 = "Senn 2002, Statistics in Medicine 21:2437-2444"
SHAO_WU_1989 = "Shao & Wu 1989, Annals of Statistics 17:1176-1197"
SOKOLOVA_2009 = "Sokolova & Lapalme 2009, Information Processing & Management 45:427-437"
TANGO_1998 = "Tango 1998, Statistics in Medicine 17:891-908"
WEISS_1991 = "Weiss 1991, IEEE Transactions on Pattern Analysis and Machine Intelligence 13:285-289"
WILCOXON_1945 = "Wilcoxon 1945, Biometrics Bulletin 1:80-83"
ON_REPLICATION = (GOODMAN_1992, SENN_2002, IVERSON_2009)
