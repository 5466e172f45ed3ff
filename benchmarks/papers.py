"""How long Bouckaert's studies take in full: fits, predictions, statistics and calibration."""

import time
from collections.abc import Callable


def _seconds(*keys: str) -> float:
    """Seconds to compute tables or figures in full, with nothing kept from before but compiled code."""
    from bakeoff.lab.exhibit import Effort
    from bakeoff.lab.papers import EXHIBITS, _bouckaert

    computes = [EXHIBITS[key].compute for key in keys]
    for learner in (_bouckaert.BAYES, _bouckaert.TREE):
        for folds in (2, 10):
            _bouckaert.counts("fair-attributes", learner, draws=1, rng=1, folds=folds)  # compiles
    kept: tuple[Callable[..., object], ...] = (
        _bouckaert._block,
        _bouckaert.calibration,
        _bouckaert.repeated,
    )
    for each in kept:
        each.cache_clear()  # type: ignore[attr-defined]
    start = time.perf_counter()
    for compute in computes:
        compute(Effort())
    return time.perf_counter() - start


def calibration() -> float:
    """Figure 2: 1000 data sets x 100 runs x 10 folds x 2 learners, 13 tests, 13 numbers of runs, 3 levels."""
    return _seconds("bouckaert-fig2")


def replicability() -> float:
    """Tables 5 and 6: four sets of 1000 data sets, ten repetitions of ten tests on each."""
    return _seconds("bouckaert-table5", "bouckaert-table6")
