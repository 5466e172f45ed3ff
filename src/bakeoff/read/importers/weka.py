"""Results of Weka's Experimenter, as ARFF (InstancesResultListener) or CSV (CSVResultListener).

One row for each data set, run, fold and scheme, with the keys ``Key_Dataset``, ``Key_Run``, ``Key_Fold`` (of
cross-validation alone), ``Key_Scheme``, ``Key_Scheme_options`` and ``Key_Scheme_version_ID``, then sizes and
measures; ``?`` is a missing value. Both forms quote with single quotes and backslashes.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from bakeoff.core.exceptions import FileError, InputError
from bakeoff.metrics import METRICS
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.fold_scores import tidy_panel
from bakeoff.read.importers._record import Found, Glimpse, Importer, all_of, direction, no_such
from bakeoff.read.json_values import unpacked
from bakeoff.read.opening import Lines
from bakeoff.read.table import table_of
from bakeoff.read.values import as_number, plain, shown

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
    """Whether a column may measure how good a model is; an unknown one may.

    >>> [is_quality(name) for name in ("Kappa_statistic", "Avg_measureTreeSize", "Key_Run", "measureGizmo")]
    [True, False, False, True]
    """
    told = column.removeprefix("Avg_")
    counts = told.startswith("Num_") and told not in OF_ONE_CLASS  # what was averaged, not answers of a kind
    return not (told.startswith(("Key_", "Dev_")) or told in NO_QUALITY or counts)


def is_higher_better(column: str) -> bool | None:
    """Whether higher is better; None for a column of somebody else's.

    >>> [is_higher_better(name) for name in ("F_measure", "Avg_False_negative_rate", "measureGizmo")]
    [True, False, None]
    """
    told = column.removeprefix("Avg_")
    return True if told in HIGHER_IS_BETTER else False if told in LOWER_IS_BETTER else None


def refuse_no_quality(column: str, usable: Iterable[str], source: str) -> None:
    """Refuse a column that does not measure how good a model is, with those that do."""
    if not is_quality(column):
        raise InputError(
            f"{plain(column)} of {source} is not a performance metric; choose one of "
            f"{', '.join(map(plain, usable))}"
        )


EXPECTED = "results of Weka's Experimenter"
KEYS = ("Key_Dataset", "Key_Run", "Key_Scheme")
SCHEME = ("Key_Scheme", "Key_Scheme_options", "Key_Scheme_version_ID")
SIZES = {"n_train": "Number_of_training_instances", "n_test": "Number_of_testing_instances"}


def _as_is(value: float) -> float:
    return value


def _share(value: float) -> float:
    return value / 100


def _square(value: float) -> float:
    return value * value


# What Weka calls our metrics, and how its numbers become ours.
MEASURES: dict[str, tuple[str, Callable[[float], float]]] = {
    "accuracy": ("Percent_correct", _share),
    "error": ("Percent_incorrect", _share),
    "kappa": ("Kappa_statistic", _as_is),
    "auc": ("Area_under_ROC", _as_is),
    "f1": ("F_measure", _as_is),
    "precision": ("IR_precision", _as_is),
    "recall": ("IR_recall", _as_is),
    "specificity": ("True_negative_rate", _as_is),
    "false-alarm": ("False_positive_rate", _as_is),
    "mcc": ("Matthews_correlation", _as_is),
    "squared-error": ("Root_mean_squared_error", _square),
}
OURS = {theirs: ours for ours, (theirs, _) in MEASURES.items()}

_ATTRIBUTE = re.compile(r"@attribute\s+('(?:[^'\\]|\\.)*'|\S+)", re.IGNORECASE)
_CELL = re.compile(r"""[ \t]*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([^,]*))[ \t\r\n]*""")
_ESCAPED = re.compile(r"\\(.)")
_MEANT = {"n": "\n", "t": "\t", "r": "\r"}


@dataclass(frozen=True, kw_only=True)
class Measure:
    """A column of results, what we call it, and how its numbers become ours."""

    column: str
    metric: str
    convert: Callable[[float], float] = _as_is


def recognises(glimpse: Glimpse) -> bool:
    """Whether it is an ARFF file, or a table with the columns of the Experimenter."""
    return glimpse.first_line.lstrip().startswith("@") or is_results(glimpse.columns)


def is_results(names: Sequence[str]) -> bool:
    """Whether columns are those of the Experimenter."""
    return set(KEYS) <= set(names)


def read_weka(glimpses: Sequence[Glimpse], wanted: Wanted) -> Found:
    """The scores of schemes by data set, run and fold."""
    rows, measure, others = list[dict[str, str | None]](), None, list[str]()
    for each in glimpses:
        with unpacked(each.path, each.called, expected=EXPECTED) as stream:
            names, records = header(Lines(stream, each.called))
            if not is_results(names):
                raise InputError(
                    f"{each.called} is an ARFF file, but not a result of Weka's Experimenter "
                    f"(Key_Dataset, Key_Run and Key_Scheme are missing); save predictions as CSV"
                )
            if measure is None:
                measure, others = _measure(names, wanted.measure, each.called), _metrics(names)
            rows.extend(_rows(names, records, measure, each.called))
    if not rows or measure is None:
        raise FileError(f"{glimpses[0].called} has no results; run the experiment first")
    source = all_of(glimpses)
    labels = scheme_labels([tuple(row[key] or "" for key in SCHEME) for row in rows])
    there = list(dict.fromkeys(labels))
    schemes = wanted.pick(there, source=source, meant=lambda name: _meant(name, there))
    panels = {}
    for name in dict.fromkeys(row["Key_Dataset"] or "" for row in rows):
        kept = [(row, label) for row, label in zip(rows, labels, strict=True) if row["Key_Dataset"] == name]
        where = f"{source}, data set {plain(name)!r}"
        panels[plain(name)] = tidy_panel(table_of(_columns(kept, measure), where), schemes)
    higher, assumed = direction(measure.metric, is_higher_better(measure.column))
    of_first = f"{measure.column} refers to the class that Weka lists first"
    return Found(
        panel=panels,
        metric=measure.metric,
        source=source,
        higher_is_better=higher,
        design=None if any(row.get("Key_Fold") for row in rows) else "resampling",
        other_metrics=tuple(each for each in others if each != measure.metric),
        notes=(of_first,) if measure.column.removeprefix("Avg_") in OF_ONE_CLASS else (),
        assumed=assumed,
    )


def header(lines: Lines) -> tuple[list[str], Iterator[list[str | None]]]:
    """The names of the columns, and the rows as they are read."""
    names: list[str] = []
    for line in lines:
        text = line.strip()
        if not text or text.startswith("%"):
            continue
        if not text.startswith("@"):
            return [cell or "" for cell in cells(line, lines)], _filled(lines)
        if text.casefold().startswith("@data"):
            return names, _filled(lines)
        attribute = _ATTRIBUTE.match(text)
        if attribute is not None:
            names.append(cells(attribute[1], lines)[0] or "")
    raise FileError(f"{lines.source} ends before its data; expected {EXPECTED}")


def _filled(lines: Lines) -> Iterator[list[str | None]]:
    for line in lines:
        if line.strip() and not line.startswith("%"):
            yield cells(line, lines)


def cells(line: str, lines: Lines) -> list[str | None]:
    r"""The cells of a row, quotes and escapes removed; None where a value is missing.

    >>> import io
    >>> cells("'heart disease',?,'-C \\'x\\'',''", Lines(io.BytesIO(), "x.csv"))
    ['heart disease', None, "-C 'x'", '']
    """
    found: list[str | None] = []
    at = 0
    while True:
        match = _CELL.match(line, at)
        if match is None or (match.end() < len(line) and line[match.end()] != ","):
            raise FileError(
                f"line {lines.number} of {lines.source} cannot be read at {shown(line[at : at + 40])}; "
                f"expected cells separated by commas, quoted if they contain a comma"
            )
        quoted = match[1] if match[1] is not None else match[2]
        if quoted is None:
            bare = (match[3] or "").strip()
            found.append(None if bare == "?" else bare)
        else:
            found.append(_ESCAPED.sub(lambda escape: _MEANT.get(escape[1], escape[1]), quoted))
        at = match.end() + 1
        if match.end() >= len(line):
            return found


def _rows(
    names: Sequence[str], records: Iterator[list[str | None]], measure: Measure, source: str
) -> Iterator[dict[str, str | None]]:
    wanted = (*KEYS[:2], "Key_Fold", *SCHEME, *SIZES.values(), measure.column)
    places = {name: at for at, name in enumerate(names) if name in wanted}
    if measure.column not in places:
        raise FileError(f"{source} has no column {measure.column}, which the other file has")
    for number, record in enumerate(records, start=1):
        if len(record) != len(names):
            raise FileError(
                f"row {number} of {source} has {len(record)} cells, but there are {len(names)} columns; "
                f"the file may be truncated"
            )
        yield {name: record[places[name]] if name in places else None for name in wanted}


def _measure(names: Sequence[str], metric: str | None, source: str) -> Measure:
    """The column of a metric, by our name or by Weka's; correct answers by default, else squared errors."""
    if metric is None:
        metric = next(
            (each for each in ("accuracy", "squared-error") if MEASURES[each][0] in names), "accuracy"
        )
    ours = OURS.get(metric) or METRICS.key_of(metric) or metric
    column, convert = MEASURES.get(ours, (metric, _as_is))
    if column not in names:
        raise no_such(f"measure of {source}", metric, _metrics(names))
    refuse_no_quality(column, _metrics(names), source)
    return Measure(column=column, metric=ours, convert=convert)


def _metrics(names: Sequence[str]) -> list[str]:
    """What can be asked for: our own metrics first."""
    ours = [metric for metric, (column, _) in MEASURES.items() if column in names]
    return ours + [name for name in names if is_quality(name) and name not in OURS]


def _columns(rows: Sequence[tuple[dict[str, str | None], str]], measure: Measure) -> dict[str, list[Any]]:
    """The rows of one data set as a tidy table; without folds every run is one split."""
    split = any(row["Key_Fold"] for row, _ in rows)
    scores = [_number(row[measure.column]) for row, _ in rows]
    tidy: dict[str, list[Any]] = {
        "learner": [label for _, label in rows],
        "run": [_number(row["Key_Run"]) if split else 1 for row, _ in rows],
        "fold": [_number(row["Key_Fold" if split else "Key_Run"]) for row, _ in rows],
        "score": [measure.convert(each) if isinstance(each, int | float) else each for each in scores],
    }
    for ours, theirs in SIZES.items():
        if all(row[theirs] for row, _ in rows):
            tidy[ours] = [_number(row[theirs]) for row, _ in rows]
    return tidy


def _number(text: str | None) -> Any:
    found = None if text is None else as_number(text)
    return text if found is None else int(found) if float(found).is_integer() else found


def scheme_labels(schemes: Sequence[tuple[str, ...]]) -> list[str]:
    """What to call each scheme: its class, with options and version as far as they separate it from others.

    >>> scheme_labels([("weka.trees.J48", "-U", "1"), ("weka.trees.J48", "-C 0.25", "1"), ("Bayes", "", "2")])
    ['J48 -U', 'J48 -C 0.25', 'Bayes']
    """
    every = list(dict.fromkeys(schemes))
    called: dict[tuple[str, ...], str] = {}
    for scheme in every:
        parts = (scheme[0].rpartition(".")[2], *scheme[1:])
        for length in (1, 2, 3):
            alike = [
                other
                for other in every
                if (other[0].rpartition(".")[2], *other[1:])[:length] == parts[:length]
            ]
            if len(alike) == 1 or length == 3:
                called[scheme] = plain(" ".join(part for part in parts[:length] if part))
                break
    return [called[scheme] for scheme in schemes]


def _meant(name: str, labels: Sequence[str]) -> str:
    """The label that a name means: itself, or the class with its package before."""
    first, _, rest = name.partition(" ")
    without = " ".join([first.rpartition(".")[2], *([rest] if rest else [])])
    return name if name in labels else without


record = Importer(
    key="weka", title="a result file of Weka's Experimenter", recognises=recognises, read=read_weka
)
