"""bakeoff: is model A really better than model B, and how sure may we be?

The public names are loaded when they are first used, so importing the package costs next to
nothing.
"""

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

_HOME = {
    "interval": "bakeoff.intervals.interval",
    "applicability": "bakeoff.intervals.applicability",
    "posterior": "bakeoff.intervals.posterior",
    "compare_counts": "bakeoff.compare.entry",
    "compare_predictions": "bakeoff.compare.predictions",
    "compare_rates": "bakeoff.compare.entry",
    "compare_scores": "bakeoff.compare.scores",
    "compare_samples": "bakeoff.compare.entry",
    "compare_datasets": "bakeoff.compare.entry",
    "compare_layout": "bakeoff.compare.entry",
}
