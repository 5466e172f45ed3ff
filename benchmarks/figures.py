"""The figures that are measured, each with its target."""

from collections.abc import Callable
from dataclasses import dataclass

from benchmarks import (
    areas,
    experiments,
    learners,
    many,
    papers,
    predictions,
    rankings,
    report,
    resampling,
    serve,
    walk,
)
from benchmarks.timing import best_of, least_processor_time, python


@dataclass(frozen=True, kw_only=True)
class Figure:
    """What is measured, against what, and how much is allowed, or where ``at_least`` is wanted."""

    what: str
    against: str
    target: float
    unit: str
    measure: Callable[[], float]
    at_least: bool = False


def help_page() -> float:
    """`bakeoff --help` as a multiple of starting Python."""
    # run as the installed script runs it, with the same interpreter
    command = python("-c", "import sys; from bakeoff.cli.main import main; sys.exit(main(['--help']))")
    shown, bare = best_of(15, command, python("-c", "pass"))
    return shown / bare


def importing() -> float:
    """`import bakeoff` as a multiple of `import numpy`, both with a fresh interpreter's start."""
    package, numpy = best_of(15, python("-c", "import bakeoff"), python("-c", "import numpy"))
    return package / numpy


def one_comparison() -> float:
    """Milliseconds of one `compare_counts` call, once everything is loaded."""
    from bakeoff import compare_counts

    calls = 200

    def several() -> None:
        for only_a in range(calls):
            compare_counts(only_a, 60, n=1000)

    several()
    return 1000 * least_processor_time(9, several) / calls


def few_discordant() -> float:
    """Milliseconds of one call where few items distinguish the models, once such counts were seen."""
    from bakeoff import compare_counts

    few = [(only_a, only_b) for only_a in range(12) for only_b in range(8)]

    def several() -> None:
        for only_a, only_b in few:
            compare_counts(only_a, only_b, n=1000)

    several()
    return 1000 * least_processor_time(9, several) / len(few)


def new_counts() -> float:
    """The same where no such counts were seen before."""
    from bakeoff import compare_counts

    compare_counts(2, 7, n=999)
    sizes = iter(range(1000, 2000))
    return 1000 * least_processor_time(200, lambda: compare_counts(2, 7, n=next(sizes)))


def million_intervals() -> float:
    """A million Jeffreys intervals as a multiple of the two plain quantile calls that they need."""
    import numpy as np
    from scipy.special import betaincinv

    from bakeoff import interval

    draws = np.random.default_rng(0)
    n = draws.integers(1, 1000, 1_000_000)
    errors = draws.integers(0, n + 1)
    a, b = errors + 0.5, n - errors + 0.5
    ours, plain = best_of(
        3, lambda: interval(errors, n), lambda: (betaincinv(a, b, 0.025), betaincinv(a, b, 0.975))
    )
    return ours / plain


FIGURES = (
    Figure(what="bakeoff --help", against="python -c pass", target=15, unit="x", measure=help_page),
    Figure(what="import bakeoff", against="import numpy", target=1.5, unit="x", measure=importing),
    Figure(
        what="a scalar compare_counts",
        against="processor time",
        target=0.2,
        unit="ms",
        measure=one_comparison,
    ),
    Figure(
        what="compare_counts, few discordant",
        against="processor time",
        target=0.2,
        unit="ms",
        measure=few_discordant,
    ),
    Figure(
        what="compare_counts, few, new counts",
        against="processor time",
        target=0.8,
        unit="ms",
        measure=new_counts,
    ),
    Figure(
        what="bakeoff compare FILE --by x",
        against="modules that are called",
        target=57,
        unit="",
        measure=walk.modules,
    ),
    Figure(
        what="bakeoff compare FILE --by x",
        against="from folder to folder",
        target=399,
        unit="",
        measure=walk.switches,
    ),
    Figure(
        what="first page of bakeoff serve",
        against="the clock",
        target=1.5,
        unit="s",
        measure=serve.first_page,
    ),
    Figure(
        what="a million Jeffreys intervals",
        against="two betaincinv calls",
        target=1.3,
        unit="x",
        measure=million_intervals,
    ),
    Figure(
        what="10x10 folds of two learners",
        against="a plain loop",
        target=1.05,
        unit="x",
        measure=experiments.overhead,
    ),
    Figure(
        what="each of these 200 fits",
        against="one in a plain loop",
        target=200,
        unit="us",
        measure=experiments.more_per_fit,
    ),
    Figure(
        what="two workers",
        against="one worker",
        target=1.6,
        unit="x",
        measure=experiments.two_workers,
        at_least=True,
    ),
    Figure(
        what="c45, pure noise",
        against="DecisionTreeClassifier",
        target=50,
        unit="x",
        measure=learners.c45_on_noise,
        at_least=True,
    ),
    Figure(
        what="c45, structured data",
        against="DecisionTreeClassifier",
        target=150,
        unit="x",
        measure=learners.c45_on_structure,
        at_least=True,
    ),
    Figure(
        what="naive-bayes",
        against="BernoulliNB",
        target=1500,
        unit="x",
        measure=learners.naive_bayes,
        at_least=True,
    ),
    Figure(
        what="1-nn",
        against="KNeighborsClassifier",
        target=500,
        unit="x",
        measure=learners.nearest_neighbour,
        at_least=True,
    ),
    Figure(
        what="Bouckaert's calibration",
        against="the clock",
        target=30,
        unit="s",
        measure=learners.calibration,
    ),
    Figure(
        what="Bouckaert's Figure 2, in full",
        against="the clock",
        target=30,
        unit="s",
        measure=papers.calibration,
    ),
    Figure(
        what="Bouckaert's replicability",
        against="the clock",
        target=90,
        unit="s",
        measure=papers.replicability,
    ),
    Figure(
        what="report of 10x10 folds",
        against="the clock",
        target=2,
        unit="s",
        measure=report.seconds,
    ),
    Figure(
        what="report of 10x10 folds",
        against="the scales",
        target=300,
        unit="kB",
        measure=report.kilobytes,
    ),
    Figure(
        what="10^7 rows of Parquet, warm",
        against="pandas and mlxtend",
        target=3,
        unit="x",
        measure=predictions.warm,
        at_least=True,
    ),
    Figure(
        what="10^7 rows of Parquet, cold",
        against="pandas and mlxtend",
        target=8,
        unit="x",
        measure=predictions.cold,
        at_least=True,
    ),
    Figure(
        what="10^7 rows of Parquet, memory",
        against="pandas and mlxtend",
        target=8,
        unit="x",
        measure=predictions.memory,
        at_least=True,
    ),
    Figure(
        what="10^7 rows of CSV, warm",
        against="pandas and mlxtend",
        target=1.5,
        unit="x",
        measure=predictions.warm_csv,
        at_least=True,
    ),
    Figure(
        what="10^8 rows of Parquet",
        against="the scales",
        target=300,
        unit="MB",
        measure=predictions.many_rows,
    ),
    Figure(
        what="bootstrap, macro-F1, 2 classes",
        against="a loop over f1_score",
        target=5000,
        unit="x",
        measure=resampling.two_classes,
        at_least=True,
    ),
    Figure(
        what="bootstrap, macro-F1, 10 classes",
        against="a loop over f1_score",
        target=300,
        unit="x",
        measure=resampling.ten_classes,
        at_least=True,
    ),
    Figure(
        what="bootstrap, AUC",
        against="a loop over roc_auc_score",
        target=100,
        unit="x",
        measure=resampling.area,
        at_least=True,
    ),
    Figure(
        what="DeLong, 10^6 items",
        against="two roc_auc_score",
        target=1.5,
        unit="x",
        measure=areas.delong,
    ),
    Figure(
        what="area-t, 10^6 items",
        against="two roc_auc_score",
        target=1.5,
        unit="x",
        measure=areas.area_t,
    ),
    Figure(
        what="AUC, 10^5 to 10^6 items",
        against="n log n",
        target=1.5,
        unit="x",
        measure=areas.growth,
    ),
    Figure(
        what="AUC, 5x10^6 rows of Parquet",
        against="processor time",
        target=10,
        unit="s",
        measure=areas.parquet_seconds,
    ),
    Figure(
        what="AUC, 5x10^6 rows of Parquet",
        against="the scales",
        target=1000,
        unit="MB",
        measure=areas.parquet_memory,
    ),
    Figure(
        what="macro-F1, 1,000 classes",
        against="processor time",
        target=20,
        unit="s",
        measure=many.classes,
    ),
    Figure(
        what="macro-F1, 1,000 classes",
        against="the scales",
        target=2000,
        unit="MB",
        measure=many.classes_memory,
    ),
    Figure(
        what="AUC, 10^5 clusters",
        against="processor time",
        target=10,
        unit="s",
        measure=many.clusters,
    ),
    Figure(
        what="ranking of 20 models",
        against="a loop over samples",
        target=100,
        unit="x",
        measure=rankings.loop,
        at_least=True,
    ),
    Figure(
        what="20 models, 10^7 rows of Parquet",
        against="counting in DuckDB",
        target=3,
        unit="x",
        measure=rankings.from_parquet,
    ),
    Figure(
        what="20 models, 10^7 rows of Parquet",
        against="the scales",
        target=1000,
        unit="MB",
        measure=rankings.memory,
    ),
    Figure(
        what="20 models, 674,000 patterns of answers",
        against="the scales",
        target=1000,
        unit="MB",
        measure=rankings.many_patterns,
    ),
)
