"""Figures that follow from a formula: coverage of intervals, and sizes of tests by enumeration."""

import math

import numpy as np
import numpy.typing as npt
from scipy import special

from bakeoff.core.outcomes import PairedItems
from bakeoff.intervals import INTERVALS
from bakeoff.judge.pitfalls import exact
from bakeoff.methods import METHODS

Floats = npt.NDArray[np.float64]
ITEMS, ALPHA = 50, 0.05
LOWEST, HIGHEST, STEPS = 0.001, 0.999, 20_000
JUST = 1e-9
# The rates of error that Dietterich's two learners have in his simulation, and the items of its test set.
ERRORS, TESTED = (0.1, 0.2, 0.3, 0.4), 100
OWN, OTHER = 0.25, 1.75  # times that rate, in the half of the population that a learner is good or bad at


def covered(key: str, rates: Floats) -> Floats:
    """How often, in per cent, the 95 % interval of errors among 50 items holds each true rate."""
    counts = np.arange(ITEMS + 1)
    low, high = INTERVALS[key].compute(counts, ITEMS, ALPHA / 2)
    log = special.gammaln(ITEMS + 1) - special.gammaln(counts + 1) - special.gammaln(ITEMS - counts + 1)
    chances = np.exp(
        log + special.xlogy(counts, rates[:, None]) + special.xlog1py(ITEMS - counts, -rates[:, None])
    )
    held = (low <= rates[:, None]) & (rates[:, None] <= high)
    return 100 * (chances * held).sum(axis=1)


def coverage() -> dict[str, float]:
    """The mean and the lowest coverage over true rates, and where it is named.

    Between the limits of two counts, coverage is smooth: it is lowest next to a limit, or on a fine grid.
    """
    found: dict[str, float] = {}
    grid = np.linspace(LOWEST, HIGHEST, STEPS)
    for key in ("clopper-pearson", "jeffreys", "textbook", "textbook-continuity", "wilson"):
        limits = np.concatenate(INTERVALS[key].compute(np.arange(ITEMS + 1), ITEMS, ALPHA / 2))
        limits = limits[(limits > LOWEST) & (limits < HIGHEST)]
        rates = np.concatenate([grid, limits - JUST, limits + JUST])
        all_of_them = covered(key, rates)
        found[f"{key}: mean"] = float(covered(key, grid).mean())
        found[f"{key}: lowest"] = float(all_of_them.min())
        found[f"{key}: lowest from .1 to .9"] = float(all_of_them[(rates >= 0.1) & (rates <= 0.9)].min())
        found[f"{key}: lowest from .02 to .98"] = float(all_of_them[(rates >= 0.02) & (rates <= 0.98)].min())
    return found


def mid_p() -> dict[str, float]:
    """How often McNemar's mid-p test rejects for equally good models, given the discordant items."""
    return {name: float(rate) for name, rate in exact.of_mid_p()}


def two_standard_errors() -> dict[str, float]:
    """How often the rule rejects for equally good models whose errors correlate, with normal errors.

    It takes the variance of the difference for that of one rate, which is right where they correlate at 1/2.
    """
    z = float(special.ndtri(1 - ALPHA / 2))
    return {
        f"correlation {rho}": 200 * float(special.ndtr(-z / math.sqrt(2 * (1 - rho)))) for rho in (0.0, 0.8)
    }


def dietterich() -> dict[str, float]:
    """False alarms on the test set of Dietterich's simulation, by enumeration of all tables of answers.

    Each learner has 1/4 of its mean error in one half of the population and 7/4 in the other.
    """
    keys = ("mcnemar", "mcnemar-mid-p", "difference-of-proportions")
    rates: dict[str, list[float]] = {key: [] for key in keys}
    for error in ERRORS:
        good, bad = OWN * error, OTHER * error
        # On a random item: exactly one learner is right, the same share for either, or both are, or none is.
        one = ((1 - good) * bad + (1 - bad) * good) / 2
        both = (1 - good) * (1 - bad)
        for key in keys:
            rates[key].append(100 * _rejected(key, one, both))
    ends = {"least": min, "most": max}
    return {f"{key}: {name}": float(end(found)) for key, found in rates.items() for name, end in ends.items()}


def _rejected(key: str, one: float, both: float) -> float:
    method, total, asked = METHODS[key], 0.0, {"level": 1 - ALPHA, "alternative": "two-sided"}
    for only_a in range(TESTED + 1):
        for only_b in range(TESTED + 1 - only_a):
            # McNemar's tests need the discordant items alone; the other one needs those both get right, too.
            rest = TESTED - only_a - only_b
            chance = _multinomial(only_a, only_b, rest, one)
            if chance < 1e-9:
                continue
            rights = range(rest + 1) if key == "difference-of-proportions" else (rest,)
            for right in rights:
                share = 1.0 if len(rights) == 1 else _binomial(right, rest, both / (1 - 2 * one))
                if share * chance < 1e-10:
                    continue
                table = PairedItems(only_a=only_a, only_b=only_b, n=TESTED, both_right=right)
                total += chance * share * bool(method.compute(table, **asked).p_value < ALPHA)
    return total


def _multinomial(a: int, b: int, rest: int, one: float) -> float:
    log = special.gammaln(TESTED + 1) - sum(special.gammaln(each + 1) for each in (a, b, rest))
    return float(np.exp(log + (a + b) * math.log(one) + rest * math.log1p(-2 * one)))


def _binomial(k: int, n: int, p: float) -> float:
    log = special.gammaln(n + 1) - special.gammaln(k + 1) - special.gammaln(n - k + 1)
    return float(np.exp(log + special.xlogy(k, p) + special.xlog1py(n - k, -p)))
