"""Pages of the public names, grouped by what they are for."""

from collections.abc import Iterator
from dataclasses import dataclass

from docs._ext.reference.markdown import Page, bullets, page


@dataclass(frozen=True, kw_only=True)
class Group:
    """Public names that belong together: functions and classes by their full names."""

    key: str
    title: str
    about: str
    names: tuple[str, ...]


def _public(*names: str) -> tuple[str, ...]:
    return tuple(f"bakeoff.{name}" for name in names)


def _of_learners(*names: str) -> tuple[str, ...]:
    return tuple(f"bakeoff.learners.{name}" for name in names)


def _of_lab(*names: str) -> tuple[str, ...]:
    return tuple(f"bakeoff.lab.{name}" for name in names)


GROUPS = (
    Group(
        key="comparing",
        title="Comparing two models",
        about="Each of these functions returns a `Verdict`.",
        names=_public(
            "compare_predictions",
            "compare_counts",
            "compare_rates",
            "compare_item_scores",
            "compare_judged",
            "compare_scores",
            "compare_samples",
            "compare_datasets",
            "compare_layout",
            "compare_files",
            "compare_table",
            "compare_reports",
        ),
    ),
    Group(
        key="many",
        title="Ranking many models",
        about="Each of these functions returns a `Ranking`.",
        names=_public("rank_predictions", "rank_files", "rank_learners", "rank_datasets", "Ranking"),
    ),
    Group(
        key="learners",
        title="Training learners",
        about="Learners are scikit-learn estimators; they are trained and tested under a design.",
        names=(
            *_public(
                "compare_learners", "compare_all", "estimate", "randomization_reference", "progress_for"
            ),
            *_of_learners(
                "NaiveBayes",
                "C45",
                "NearestNeighbours",
                "TreeAugmentedNaiveBayes",
                "VotedPerceptron",
                "Majority",
                "make",
                "LEARNERS",
                "NUMERIC",
            ),
        ),
    ),
    Group(
        key="designs",
        title="Designs",
        about="A design says how the data are split into training and test items.",
        names=_public(
            "Holdout", "Resampling", "KFold", "RepeatedKFold", "FiveByTwo", "LeaveOneOut", "Bootstrap"
        ),
    ),
    Group(
        key="numbers",
        title="Intervals, metrics and adjustments",
        about="Single numbers: an interval for a rate, the metrics of one classifier, adjusted p-values.",
        names=_public(
            "interval",
            "posterior",
            "applicability",
            "measure",
            "true_error",
            "roc",
            "roc_average",
            "dominates",
            "anova",
            "adjust",
            "false_alarms",
            "Metric",
        ),
    ),
    Group(
        key="planning",
        title="Planning, gates, watching and the ledger",
        about="Before, while and after answers come in.",
        names=(
            *_public(
                "plan_items",
                "Plan",
                "check_not_worse",
                "check_not_worse_counts",
                "Gate",
                "Gates",
                "Watch",
                "Ledger",
            ),
            "bakeoff.testing.assert_not_worse",
        ),
    ),
    Group(
        key="results",
        title="Verdicts, results and reports",
        about="What comparisons return, and how it is written.",
        names=_public(
            "Verdict",
            "Result",
            "Interval",
            "Caveat",
            "Origin",
            "decide",
            "practical",
            "render",
            "write_report",
        ),
    ),
    Group(
        key="advice",
        title="Advice",
        about="Which question is asked, and which method answers it.",
        names=_public("advise", "which_question", "protocol", "Recommendation"),
    ),
    Group(
        key="lab",
        title="The lab",
        about="Monte-Carlo studies of methods with trained learners in populations whose truth is known "
        "(`pip install '.[lab]'` in a clone of the repository). A study returns one `Finding` for each "
        "method and setting.",
        names=_of_lab(
            "size",
            "power",
            "coverage",
            "replicability",
            "Finding",
            "Procedure",
            "calibrate",
            "Calibration",
            "situation",
            "fold_assignment",
            "fold_errors",
        ),
    ),
    Group(
        key="exceptions",
        title="Exceptions",
        about="All errors that bakeoff raises on purpose derive from `BakeoffError`.",
        names=_public("BakeoffError", "InputError", "UnknownNameError", "IllegalMethodError", "FileError"),
    ),
)

# Data have no docstring.
CONSTANTS = {
    "bakeoff.learners.LEARNERS": "The learners that take nominal attributes: class and settings by key.",
    "bakeoff.learners.NUMERIC": "The keys of the learners that take numbers.",
}


def pages() -> Iterator[Page]:
    """One page for each group."""
    for group in GROUPS:
        listed = bullets(f"{{py:obj}}`{name}`" for name in group.names)
        blocks = [_documented(name) for name in group.names]
        yield page(f"api/{group.key}", group.title, group.about, listed, *blocks)


def _documented(name: str) -> str:
    if name in CONSTANTS:
        return f"```{{eval-rst}}\n.. py:data:: {name}\n\n   {CONSTANTS[name]}\n```"
    is_class = name.rpartition(".")[2][:1].isupper()
    directive = "autoclass" if is_class else "autofunction"
    # Learners have the methods of scikit-learn's estimators, which it documents itself.
    members = "   :members:\n" if is_class and not name.startswith("bakeoff.learners.") else ""
    return f"```{{eval-rst}}\n.. {directive}:: {name}\n{members}```"
