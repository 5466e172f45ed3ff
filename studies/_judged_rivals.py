"""Intervals of other packages for scores of a judge and of people; runs where they are installed.

PYTHON studies/_judged_rivals.py draws.npz intervals.npz
"""

import sys
import warnings

import numpy as np


def _ppi_python(y, f, rest):
    from ppi_py import ppi_mean_ci

    low, high = ppi_mean_ci(y, f, rest, alpha=0.05)
    return float(np.ravel(low)[0]), float(np.ravel(high)[0])


def _truescore(y, f, rest):
    from truescore import ppi_compare

    zeros = np.zeros(len(f) + len(rest))
    found = ppi_compare(np.append(f, rest), zeros, y, np.zeros(len(y)), np.arange(len(y)), alpha=0.05)
    return found.low, found.high


def _evalstats(y, f, rest):
    from evalstats import judge_debias_mean_ci

    human = np.append(y, np.full(len(rest), np.nan))
    found = judge_debias_mean_ci(np.append(f, rest), human, alpha=0.05, n_bootstrap=200, rng=0)
    return float(found.ci_low), float(found.ci_high)


EVERY = {"evalstats": 4}  # draws: it resamples, and takes a hundred times as long
RIVALS = {"ppi-python": _ppi_python, "truescore": _truescore, "evalstats": _evalstats}


def main(source, target):
    """Read differences by people, by the judge on the same items, and on others; write intervals."""
    given, found = np.load(source), {}
    for name, interval in RIVALS.items():
        rows = []
        for at, (y, f, rest) in enumerate(zip(given["y"], given["f"], given["rest"], strict=True)):
            if at % EVERY.get(name, 1):
                rows.append((np.nan, np.nan))  # not asked
                continue
            try:
                rows.append(interval(y, f, rest))
            except (ValueError, ZeroDivisionError, FloatingPointError):
                rows.append((np.nan, np.nan))  # refused
        found[name] = np.array(rows)
    np.savez(target, **found)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    main(*sys.argv[1:])
