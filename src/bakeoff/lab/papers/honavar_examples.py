"""The worked examples of Honavar's slides: metrics, true errors, intervals, and a difference."""

import numpy as np

from bakeoff.compare.measure import sample_error, true_error
from bakeoff.core.outcomes import RatePair
from bakeoff.experiment.estimate import estimate
from bakeoff.intervals._rate import interval
from bakeoff.lab.exhibit import Cell, Effort, Kind, Reproduction
from bakeoff.lab.papers._printed import exhibit, printed, why
from bakeoff.methods import METHODS
from bakeoff.methods._reference import normal_quantile
from bakeoff.metrics import METRICS

PAPER = "honavar"
DIGITS = 4  # of quotients, which are printed as quotients
REPEAT: Kind = "repeat"
COUNTS = ("TP", "FP", "FN", "TN")
NAMED = {
    "sensitivity": "recall",
    "specificity": "specificity",
    "accuracy": "class-accuracy",
    "precision": "precision",
    "false alarm": "false-alarm",
    "correlation": "class-mcc",
}


def compute(effort: Effort) -> Reproduction:
    """Every example of the slides that has numbers, computed from what is given there."""
    parts = (_confusion(), _errors(), _leave_one_out(effort), _quantiles(), _interval(), _difference())
    return Reproduction(cells=[cell for part in parts for cell in part])


def _confusion() -> list[Cell]:
    """The metrics of the confusion matrix."""
    given = printed(PAPER, "confusion_example")
    matrix = np.array([[given["TP"], given["FP"]], [given["FN"], given["TN"]]])

    row, cells = "confusion matrix " + ", ".join(f"{name} {given[name]}" for name in COUNTS), []
    for name, key in NAMED.items():
        over, value = given.get(name), METRICS[key].compute(matrix)
        found = float(value[0] if METRICS[key].per_class else value)
        words = "/".join(map(str, over or ()))
        said = over and over[0] / over[1]
        cells.append(Cell(row, name, said, found, DIGITS, words=words, kind="number"))
    return cells


def _errors() -> list[Cell]:
    """The true error on four points, and a sample error."""
    points, sample = printed(PAPER, "true_error_example"), printed(PAPER, "sample_error_example")
    wrong, right = np.arange(sample["n"]) < sample["wrong"], np.zeros(sample["n"], dtype=int)
    true, row = true_error(points["D"], points["h"], points["f"]), f"{sample['wrong']} of {sample['n']} wrong"
    return [
        Cell("hypothesis on four points", "true error", points["error_D"], true, 2),
        Cell(row, "sample error", sample["error"], sample_error(wrong.astype(int), right), 2),
    ]


def _leave_one_out(effort: Effort) -> list[Cell]:
    """Two classes of equal size, and a learner that predicts the majority."""
    # Imported here: it uses scikit-learn, which is slow to load.
    from bakeoff.lab.learners.majority import Majority

    says, row = printed(PAPER, "loo_majority"), "majority learner, two equal classes"
    y = np.repeat([0, 1], 10)
    X = np.zeros((len(y), 1), dtype=int)
    always = Majority().fit(X, y).predict(X)
    left_out = estimate(Majority(), X, y, estimator="leave-one-out", rng=effort.rng)
    return [
        Cell(row, "true error", says["true_error"], true_error(np.full(len(y), 1 / len(y)), always, y), 2),
        Cell(row, "leave-one-out error", says["loo_error"], left_out.value, 2),
    ]


def _quantiles() -> list[Cell]:
    """Both tables of the normal distribution."""
    rounded, one_sided = why("not-rounded"), printed(PAPER, "normal_table_one_sided")
    cells = [
        Cell("normal, z for Pr[X >= z]", tail, z, normal_quantile(float(tail)), 2, reason=rounded)
        for tail, z in one_sided.items()
    ]
    tails = {round(float(tail), 6): z for tail, z in one_sided.items()}
    for share, z in printed(PAPER, "zN").items():
        tail, row = round((1 - int(share) / 100) / 2, 6), "normal, z for N %"
        reason, kind = (why("in-both-tables"), REPEAT) if tails.get(tail) == z else (rounded, None)
        cells.append(Cell(row, f"{share} %", z, normal_quantile(tail), 2, reason=reason, kind=kind))
    return cells


def _interval() -> list[Cell]:
    """The interval for an accuracy, and the mistake that gives the printed one."""
    given = printed(PAPER, "interval_example")
    right, n = round(given["p_hat"] * given["n"]), given["n"]
    found = interval(right, n, method="wilson", level=given["c"])
    slipped = 1 + normal_quantile((1 - given["c"]) / 2) ** 2 / n
    row, undivided = f"80 % interval, {right} of {n} right", why("undivided")
    ends = list(zip(("low", "high"), given["printed"], (found.low, found.high), strict=True))
    return [
        *(Cell(row, name, said, end, 3, reason=undivided) for name, said, end in ends),
        *(
            Cell(row, f"{name}, undivided", said, end * slipped, 3, reason=undivided, kind="reading")
            for name, said, end in ends
        ),
    ]


def _difference() -> list[Cell]:
    """Two hypotheses on two samples: whether the second is better."""
    given = printed(PAPER, "difference_example")
    wrong = [round(given[f"e{side}"] * given[f"n{side}"]) for side in (1, 2)]
    rates = RatePair(errors_a=wrong[1], n_a=given["n2"], errors_b=wrong[0], n_b=given["n1"])
    found = METHODS["two-proportion-unpooled"].compute(rates, level=0.95, alternative="greater")
    row, z = f"errors {given['e1']:.2f} and {given['e2']:.2f}", float(found.statistic or 0)
    level = 1 - given["conf_printed"]
    words = f"rejected at {level:.2f}"
    return [
        Cell(row, "difference", given["d"], found.estimate, 2),
        Cell(row, "standard error", given["sigma_printed"], found.estimate / z, 3),
        Cell(row, "z", given["z_printed"], z, 2),
        Cell(row, "confidence, one-sided", given["conf_printed"], 1 - found.p_value, 2),
        Cell(row, "p-value, one-sided", (0.0, level), found.p_value, 2, reason=why("not-below"), words=words),
    ]


record = exhibit("honavar-examples", compute)
