"""The columns of Weka's Experimenter: which are better higher, which lower, and which are no quality.

They are those of the split evaluators for classes, costs, numbers and clusters of Weka 3.6 to 3.9, and the
additional measures of its own schemes. AveragingResultProducer puts ``Avg_`` before a column, and ``Dev_``
and ``Num_`` before what tells nothing of a model.
"""

from collections.abc import Iterable

from bakeoff.core.exceptions import InputError
from bakeoff.read.importers._record import plain

# of one class, which is the first that Weka lists
BETTER_OF_ONE_CLASS = {
    *("True_positive_rate", "Num_true_positives", "True_negative_rate", "Num_true_negatives"),
    *("IR_precision", "IR_recall", "F_measure", "Matthews_correlation", "Area_under_ROC", "Area_under_PRC"),
}
WORSE_OF_ONE_CLASS = {
    *("False_positive_rate", "Num_false_positives", "False_negative_rate", "Num_false_negatives"),
}
OF_ONE_CLASS = BETTER_OF_ONE_CLASS | WORSE_OF_ONE_CLASS
HIGHER_IS_BETTER = BETTER_OF_ONE_CLASS | {
    *("Number_correct", "Percent_correct", "Kappa_statistic", "Correlation_coefficient", "Log_likelihood"),
    *("SF_entropy_gain", "SF_mean_entropy_gain"),
    *("KB_information", "KB_mean_information", "KB_relative_information"),
    *("Weighted_avg_true_positive_rate", "Weighted_avg_true_negative_rate", "Weighted_avg_IR_precision"),
    *("Weighted_avg_IR_recall", "Weighted_avg_F_measure", "Weighted_avg_matthews_correlation"),
    *("Weighted_avg_area_under_ROC", "Weighted_avg_area_under_PRC"),
    *("Unweighted_macro_avg_F_measure", "Unweighted_micro_avg_F_measure"),
}
LOWER_IS_BETTER = WORSE_OF_ONE_CLASS | {
    *("Number_incorrect", "Number_unclassified", "Percent_incorrect", "Percent_unclassified"),
    *("Mean_absolute_error", "Root_mean_squared_error", "Relative_absolute_error"),
    *("Root_relative_squared_error", "SF_scheme_entropy", "SF_mean_scheme_entropy"),
    *("Weighted_avg_false_positive_rate", "Weighted_avg_false_negative_rate", "Average_cost", "Total_cost"),
    *("Elapsed_Time_training", "Elapsed_Time_testing", "UserCPU_Time_training", "UserCPU_Time_testing"),
    *("Time_training", "Time_testing", "measureTime", "measureSelectionTime", "measureOutOfBagError"),
}
# what was given, the prior alone, sizes and counts; coverage and width of intervals are good together only;
# scores of a network are of the data that it was learnt from
NO_QUALITY = {
    *("Date_time", "Summary", "Number_of_training_instances", "Number_of_testing_instances"),
    *("Number_of_clusters", "SF_prior_entropy", "SF_mean_prior_entropy", "Total_instances"),
    *("Serialized_Model_Size", "Serialized_Train_Set_Size", "Serialized_Test_Set_Size"),
    *("Coverage_of_Test_Cases_By_Regions", "Size_of_Predicted_Regions"),
    *("measureTreeSize", "measureNumLeaves", "measureNumPredictionLeaves", "measureNumRules"),
    *("measureMaxDepth", "measureNodesExpanded", "measureExamplesCounted", "measureExamplesProcessed"),
    *("measureAttributesUsed", "measureNumAttributesSelected", "measurePercentAttsUsedByDT", "measureKNN"),
    *("measureNumIterations", "measureKernelEvaluations", "measureCacheHits", "measureDivergence"),
    *("measureGridExtensionsPerformed", "measureExtraArcs", "measureMissingArcs", "measureReversedArcs"),
    *("measureAICScore", "measureBDeuScore", "measureBayesScore", "measureEntropyScore", "measureMDLScore"),
    *("measureMaxCoordsPerPoint", "measureMeanCoordsPerPoint", "measureMinCoordsPerPoint"),
    *("measureStdDevCoordsPerPoint", "measureTotalCoordsPerPoint"),
}


def is_quality(column: str) -> bool:
    """Whether a column may tell how good a model is; one that is not known may.

    >>> [is_quality(name) for name in ("Kappa_statistic", "Avg_measureTreeSize", "Key_Run", "measureGizmo")]
    [True, False, False, True]
    """
    told = column.removeprefix("Avg_")
    return not (told.startswith(("Key_", "Dev_")) or told in NO_QUALITY or _is_count(told))


def _is_count(column: str) -> bool:
    """Whether it counts what was averaged, not the answers of each kind."""
    return column.startswith("Num_") and column not in OF_ONE_CLASS


def is_higher_better(column: str) -> bool | None:
    """Whether higher is better; None for a column of somebody else's.

    >>> [is_higher_better(name) for name in ("F_measure", "Avg_False_negative_rate", "measureGizmo")]
    [True, False, None]
    """
    told = column.removeprefix("Avg_")
    return True if told in HIGHER_IS_BETTER else False if told in LOWER_IS_BETTER else None


def refuse_no_quality(column: str, usable: Iterable[str], source: str) -> None:
    """Refuse a column that does not tell how good a model is, with those that do."""
    if not is_quality(column):
        raise InputError(
            f"{plain(column)} of {source} is no measure of how good a model is; choose one of "
            f"{', '.join(map(plain, usable))}"
        )
