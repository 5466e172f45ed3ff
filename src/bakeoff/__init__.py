"""Is model A really better than model B, and how sure can we be.

The public names are loaded when they are first used, so importing the package costs next to
nothing.
"""

import sys

if sys.argv[:1] == ["-m"] and "bakeoff" in sys.orig_argv and not sys.flags.safe_path:
    del sys.path[0]  # python -m bakeoff: nothing in the current folder may be imported

import importlib
from typing import TYPE_CHECKING, Any

from bakeoff.core.version import VERSION
from bakeoff.core.written import Faces, shown_by

if TYPE_CHECKING:
    from bakeoff.advice.advise import advise as advise
    from bakeoff.advice.questions import protocol as protocol
    from bakeoff.advice.questions import which_question as which_question
    from bakeoff.advice.recommendation import Recommendation as Recommendation
    from bakeoff.compare.anova import anova as anova
    from bakeoff.compare.counts import compare_counts as compare_counts
    from bakeoff.compare.counts import compare_rates as compare_rates
    from bakeoff.compare.files import compare_files as compare_files
    from bakeoff.compare.files import compare_table as compare_table
    from bakeoff.compare.item_scores import compare_item_scores as compare_item_scores
    from bakeoff.compare.judged import compare_judged as compare_judged
    from bakeoff.compare.measure import measure as measure
    from bakeoff.compare.measure import true_error as true_error
    from bakeoff.compare.predictions import compare_predictions as compare_predictions
    from bakeoff.compare.rank_datasets import rank_datasets as rank_datasets
    from bakeoff.compare.rank_source import rank_files as rank_files
    from bakeoff.compare.ranking import rank_predictions as rank_predictions
    from bakeoff.compare.reports import compare_reports as compare_reports
    from bakeoff.compare.samples import compare_datasets as compare_datasets
    from bakeoff.compare.samples import compare_layout as compare_layout
    from bakeoff.compare.samples import compare_samples as compare_samples
    from bakeoff.compare.scores import compare_scores as compare_scores
    from bakeoff.core.exceptions import BakeoffError as BakeoffError
    from bakeoff.core.exceptions import FileError as FileError
    from bakeoff.core.exceptions import IllegalMethodError as IllegalMethodError
    from bakeoff.core.exceptions import InputError as InputError
    from bakeoff.core.exceptions import UnknownNameError as UnknownNameError
    from bakeoff.core.family import adjust as adjust
    from bakeoff.core.family import false_alarms as false_alarms
    from bakeoff.core.gate import Gate as Gate
    from bakeoff.core.gate import Gates as Gates
    from bakeoff.core.metric import Metric as Metric
    from bakeoff.core.origin import Origin as Origin
    from bakeoff.core.ranking import Ranking as Ranking
    from bakeoff.core.result import Interval as Interval
    from bakeoff.core.result import Result as Result
    from bakeoff.core.result import decide as decide
    from bakeoff.core.verdict import Caveat as Caveat
    from bakeoff.core.verdict import Verdict as Verdict
    from bakeoff.designs import Bootstrap as Bootstrap
    from bakeoff.designs import FiveByTwo as FiveByTwo
    from bakeoff.designs import Holdout as Holdout
    from bakeoff.designs import KFold as KFold
    from bakeoff.designs import LeaveOneOut as LeaveOneOut
    from bakeoff.designs import RepeatedKFold as RepeatedKFold
    from bakeoff.designs import Resampling as Resampling
    from bakeoff.experiment.compare_learners import compare_all as compare_all
    from bakeoff.experiment.compare_learners import compare_learners as compare_learners
    from bakeoff.experiment.estimate import estimate as estimate
    from bakeoff.experiment.randomization import randomization_reference as randomization_reference
    from bakeoff.experiment.ranking import rank_learners as rank_learners
    from bakeoff.intervals._rate import applicability as applicability
    from bakeoff.intervals._rate import interval as interval
    from bakeoff.intervals._rate import posterior as posterior
    from bakeoff.judge.practical import practical as practical
    from bakeoff.metrics._roc import dominates as dominates
    from bakeoff.metrics._roc import roc as roc
    from bakeoff.metrics._roc_average import roc_average as roc_average
    from bakeoff.plan.items import plan_items as plan_items
    from bakeoff.plan.ledger import Ledger as Ledger
    from bakeoff.plan.not_worse import check_not_worse as check_not_worse
    from bakeoff.plan.not_worse import check_not_worse_counts as check_not_worse_counts
    from bakeoff.plan.planned import Plan as Plan
    from bakeoff.plan.watch import Watch as Watch
    from bakeoff.report.progress import progress_for as progress_for
    from bakeoff.report.render import render as render
    from bakeoff.report.render import write_report as write_report

__version__ = VERSION

_HOMES = {
    "bakeoff.advice.advise": ("advise",),
    "bakeoff.compare.anova": ("anova",),
    "bakeoff.compare.counts": ("compare_counts", "compare_rates"),
    "bakeoff.compare.files": ("compare_files", "compare_table"),
    "bakeoff.compare.item_scores": ("compare_item_scores",),
    "bakeoff.compare.judged": ("compare_judged",),
    "bakeoff.compare.predictions": ("compare_predictions",),
    "bakeoff.compare.rank_source": ("rank_files",),
    "bakeoff.compare.rank_datasets": ("rank_datasets",),
    "bakeoff.compare.ranking": ("rank_predictions",),
    "bakeoff.advice.questions": ("protocol", "which_question"),
    "bakeoff.advice.recommendation": ("Recommendation",),
    "bakeoff.compare.reports": ("compare_reports",),
    "bakeoff.compare.samples": ("compare_datasets", "compare_layout", "compare_samples"),
    "bakeoff.compare.scores": ("compare_scores",),
    "bakeoff.core.exceptions": (
        "BakeoffError",
        "FileError",
        "IllegalMethodError",
        "InputError",
        "UnknownNameError",
    ),
    "bakeoff.core.gate": ("Gate", "Gates"),
    "bakeoff.core.metric": ("Metric",),
    "bakeoff.core.family": ("adjust", "false_alarms"),
    "bakeoff.core.origin": ("Origin",),
    "bakeoff.core.ranking": ("Ranking",),
    "bakeoff.core.result": ("Interval", "Result", "decide"),
    "bakeoff.core.verdict": ("Caveat", "Verdict"),
    "bakeoff.designs": (
        "Bootstrap",
        "FiveByTwo",
        "Holdout",
        "KFold",
        "LeaveOneOut",
        "RepeatedKFold",
        "Resampling",
    ),
    "bakeoff.experiment.compare_learners": ("compare_all", "compare_learners"),
    "bakeoff.experiment.estimate": ("estimate",),
    "bakeoff.experiment.ranking": ("rank_learners",),
    "bakeoff.experiment.randomization": ("randomization_reference",),
    "bakeoff.intervals._rate": ("applicability", "interval", "posterior"),
    "bakeoff.judge.practical": ("practical",),
    "bakeoff.metrics._roc": ("dominates", "roc"),
    "bakeoff.metrics._roc_average": ("roc_average",),
    "bakeoff.compare.measure": ("measure", "true_error"),
    "bakeoff.plan.items": ("plan_items",),
    "bakeoff.plan.planned": ("Plan",),
    "bakeoff.plan.not_worse": ("check_not_worse", "check_not_worse_counts"),
    "bakeoff.plan.ledger": ("Ledger",),
    "bakeoff.plan.watch": ("Watch",),
    "bakeoff.report.progress": ("progress_for",),
    "bakeoff.report.render": ("render", "write_report"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}
_ROOMS = (
    "core",
    "designs",
    "estimators",
    "experiment",
    "intervals",
    "lab",
    "learners",
    "methods",
    "metrics",
    "testing",
    "worlds",
)

__all__ = ["__version__", *sorted(_HOME_OF)]  # noqa: PLE0604 - names, computed


def __getattr__(name: str) -> Any:
    if name in _HOME_OF:
        value = getattr(importlib.import_module(_HOME_OF[name]), name)
        globals()[name] = value
        return value
    if name in _ROOMS:
        return importlib.import_module(f"bakeoff.{name}")
    raise AttributeError(f"module 'bakeoff' has no attribute {name!r}")


def _faces() -> Faces:
    from bakeoff.report import faces

    return faces


shown_by(_faces)


def __dir__() -> list[str]:
    return sorted(__all__)
