"""Columns of one comparison, read alike, and the errors where they do not fit together."""

import math
import re
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from decimal import Decimal
from itertools import combinations
from typing import Any
from unicodedata import normalize

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Ints
from bakeoff.read.columns import at_position, missing_value, to_array
from bakeoff.read.values import (
    EXACT,
    MISSING,
    Column,
    as_float,
    as_number,
    is_number,
    is_text,
    parse_cells,
    shown,
)

Written = tuple[Column, Column | None]  # the values, and the text they were written as if it is known

NAMES_OF = "name of a cluster or slice", "names of clusters or slices"
CLOSE = 2**12  # whole numbers closer together than this are counted where there are as many items


def model_column(
    given: str | None, columns: Collection[str], taken: Container[str | None], *, scored: bool = False
) -> str:
    """The column of a model in a separate table.

    It is the ``given`` one; else ``prediction``, or ``score`` where items are ``scored`` already; else the
    only one that is not ``taken`` by the id, the truth, the clusters or the slices.

    >>> model_column(None, ["id", "truth", "svm"], {"id", "truth"})
    'svm'
    """
    usual = "score" if scored else "prediction"
    left = [name for name in columns if name not in taken]
    return given or (left[0] if usual not in columns and len(left) == 1 else usual)


# Columns that number or name items, never predictions.
NAMES_ITEMS = re.compile(
    r"(.*_)?(id|ids|uid|uuid|guid|idx|index|key|nr|no|number|row)|item|question|example|sample|unnamed_0|"
)


def names_items(name: str) -> bool:
    """Whether a column is called like one that distinguishes items.

    >>> [names_items(name) for name in ("Question #", "item id", "UID", "svm", "valid")]
    [True, True, True, False, False]
    """
    return NAMES_ITEMS.fullmatch(plain_name(name)) is not None


def plain_name(name: str) -> str:
    """A name in lower case, with _ for all that is neither letter nor digit, and between words.

    >>> [plain_name(name) for name in ("Patient ID", "PatientID", "userId", "y_true", "AUC")]
    ['patient_id', 'patient_id', 'user_id', 'y_true', 'auc']
    """
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name)
    return re.sub(r"\W+", "_", words.casefold()).strip("_")


def check_roles(names: Mapping[str, str], columns: Container[str], source: str) -> None:
    """Refuse fold scores, and one column as the truth and a model's, or as that of two models."""
    if "learner" in columns and "score" in columns and names.get("truth", "") not in columns:
        raise InputError(f"{source} holds fold scores, not predictions; use bakeoff scores")
    for one, other in combinations(names, 2):
        if names[one] == names[other]:
            what = (
                "three columns: the truth and the predictions of A and B"
                if len(names) <= 3
                else "one column for the truth and one for each model"
            )
            raise InputError(
                f"{one} and {other} are both column {names[one]!r} of {source}; expected {what}",
                source=source,
                column=names[one],
            )


def labels_alike(columns: Mapping[str, Written], source: str, *, true: str = "truth") -> dict[str, Column]:
    """Truth and predictions as labels that can be equal, or as they are where the predictions are numbers.

    Text predictions are labels, and so is text of which some reads as a number (0, 1, unknown). Text
    truth next to other numbers is left: the numbers may be scores of a positive class.
    """
    columns = dict(zip(columns, _truth_values(_as_cells(list(columns.values()))), strict=True))
    said = [values for role, (values, _) in columns.items() if role != true]
    truth = columns[true][0]
    labels = any(map(is_text, said)) or (
        is_text(truth) and any(as_number(text) is not None for text in set(truth.tolist()))
    )
    if not labels:
        return {role: values for role, (values, _) in columns.items()}
    same = dict(zip(columns, alike(list(columns.values())), strict=True))
    _refuse_two_spellings(same, source)
    return same


def alike(columns: Sequence[Written]) -> list[Column]:
    """Read columns the same way: all as numbers, or all as the text that was written."""
    columns = _as_cells(columns)
    if not any(is_text(values) for values, _ in columns):
        return [values for values, _ in columns]
    columns = _truth_values(columns)
    return [values if texts is None else texts for values, texts in columns]


def _as_cells(columns: Sequence[Written]) -> list[Written]:
    """Columns of text as those of a CSV file, which are numbers where every cell is one.

    Next to numbers of a file that has types, text stays text.
    """
    if any(texts is None for _, texts in columns):
        return list(columns)
    return [
        (parse_cells(texts.tolist()) if is_text(values) else values, texts)
        for values, texts in columns
        if texts is not None
    ]


def comparable(one: Written, other: Written) -> tuple[Column, Column]:
    """Two columns that should agree, read so that they can: next to text, numbers become text."""
    left, right = alike([one, other])
    if is_number(left) != is_number(right):
        return _as_text(left), _as_text(right)
    return left, right


def _truth_values(columns: Sequence[Written]) -> list[Written]:
    """Text that says true or false as booleans, next to columns of booleans or of 0 and 1."""
    others = [values for values, _ in columns if not is_text(values)]
    if not any(set(np.unique(values).tolist()) <= {0, 1} for values in others if is_number(values)):
        return list(columns)
    return [_as_truth_values(values, texts) for values, texts in columns]


def _as_truth_values(values: Column, texts: Column | None) -> Written:
    words = {str(value).casefold() for value in values.tolist()} if is_text(values) else set()
    if not words or not words <= {"true", "false"}:
        return values, texts
    return np.array([str(value).casefold() == "true" for value in values.tolist()]), None


def _as_text(values: Column) -> Column:
    return np.array([str(value) for value in values.tolist()], dtype=object)


def _refuse_two_spellings(columns: Mapping[str, Column], source: str) -> None:
    """Among labels that stay text, 1 and 1.0 would be two classes: ask rather than guess."""
    seen: dict[int | float, tuple[str, str]] = {}
    for name, values in columns.items():
        for text in dict.fromkeys(v for v in values.tolist() if isinstance(v, str)):
            number = as_number(text)
            if number is not None and seen.setdefault(number, (name, text))[1] != text:
                other, spelling = seen[number]
                where = f" in {source}" if source else ""
                raise InputError(
                    f"{other} has {spelling!r} and {name} has {text!r}{where}, the same number in two "
                    f"spellings, but labels are compared as text; use one spelling in all columns"
                )


def refuse_spellings(values: Iterable[object], name: str, *, column: str = "") -> None:
    """Refuse a column of labels that writes one number in two ways, such as 1 and 1.0."""
    seen: dict[int | float, str] = {}
    for text in (value for value in values if isinstance(value, str)):
        number = as_number(text)
        if number is not None and (spelling := seen.setdefault(number, text)) != text:
            raise InputError(
                f"{name} has {shown(spelling)} and {shown(text)}, the same number in two spellings; expected "
                f"one spelling of each label: write them in the same way",
                role="" if column else name,
                column=column,
                value=text,
                expected="one spelling of each label",
            )


def tidied(values: Column, name: str) -> tuple[Column, int]:
    """Labels without the blanks around them, and how many had some.

    Text that says that a value is missing is refused, and so are two spellings of one number.

    >>> tidied(np.array(["cat", " cat", "dog"], dtype=object), "truth")
    (array(['cat', 'cat', 'dog'], dtype=object), 1)
    """
    if values.dtype.kind not in "OU":
        return values, 0
    listed = values.tolist()
    texts = {value: value.strip() for value in dict.fromkeys(listed) if isinstance(value, str)}
    gaps = {value for value, text in texts.items() if text in MISSING}
    if gaps:
        places = [at for at, value in enumerate(listed) if isinstance(value, str) and value in gaps]
        raise missing_value(name, listed[places[0]], at_position(places[0]), len(places), len(listed))
    refuse_spellings(sorted(set(texts.values())), name)
    spaced = {value for value, text in texts.items() if text != value}
    if not spaced:
        return values, 0
    tidy = [texts[value] if isinstance(value, str) else value for value in listed]
    count = sum(isinstance(value, str) and value in spaced for value in listed)
    return np.fromiter(tidy, dtype=object, count=len(tidy)), count


def blanks_note(labels: int, names: int) -> tuple[str, ...]:
    """What to say about labels, and about names of clusters or slices, that had blanks around them.

    >>> blanks_note(2, 0)
    ('2 labels with blanks at an end: the blanks are ignored',)
    """
    told = ((labels, "label", "labels"), (names, *NAMES_OF))
    return tuple(
        f"{count:,} {several if count > 1 else one} with blanks at an end: the blanks are ignored"
        for count, one, several in told
        if count
    )


def to_labels(**columns: object) -> tuple[dict[str, Ints], tuple[Any, ...]]:
    """Code columns of labels together: one whole number from 0 upwards for each class.

    Equal values are one class, also where one column writes 1, another 1.0 and a third True; but numbers
    next to text are refused, so that classes 1 and ``"1"`` are not two. Classes are in order: numbers
    by size, then text by the alphabet. The codes of each column are under its name.

    >>> codes, labels = to_labels(truth=["no", "yes", "no"], a=["no", "maybe", "yes"])
    >>> labels
    ('maybe', 'no', 'yes')
    >>> codes["a"].tolist()
    [1, 0, 2]
    """
    arrays = {name: tidied(to_array(values, name), name)[0] for name, values in columns.items()}
    if all(map(is_text, arrays.values())):
        return _code_texts(arrays)
    return code_columns(arrays)


def _code_texts(texts: Mapping[str, Column]) -> tuple[dict[str, Ints], tuple[Any, ...]]:
    """Columns of text, which are numbers where every cell is one; the classes keep their names."""
    written = {name: (each, each) for name, each in texts.items()}
    if "truth" in written and len(written) > 1:
        arrays = labels_alike(written, "")
    else:
        arrays = dict(zip(written, alike(list(written.values())), strict=True))
    codes, labels = code_columns(arrays)
    if any(map(is_text, arrays.values())):
        return codes, labels
    names: dict[int, str] = {}
    for name, own in codes.items():
        for code, at in zip(*np.unique(own, return_index=True), strict=True):
            names.setdefault(int(code), str(texts[name][at]))
    return codes, tuple(names[code] for code in range(len(labels)))


def code_columns(arrays: Mapping[str, Column]) -> tuple[dict[str, Ints], tuple[Any, ...]]:
    """Code columns as they are, text by the alphabet."""
    for name, array in arrays.items():
        refuse_rounded(array, name)
    if all(array.dtype.kind in "biuf" for array in arrays.values()) and _exact_together(arrays):
        coded = _code_numbers(arrays)
    else:
        _refuse_confusable(arrays)
        coded = _code_objects(arrays)
        _refuse_two_forms(*coded)
        _refuse_few_digits(*coded)
    _refuse_two_codings(*coded)
    return coded


def refuse_rounded(array: Column, name: str) -> None:
    """Refuse labels that are floats too large to distinguish whole numbers: different ones may be equal."""
    if array.dtype.kind == "f":
        large = array[(np.abs(array) >= EXACT) & np.isfinite(array)]
        if len(large):
            raise _rounded(name, float(large[0]))
    elif array.dtype == object:  # whole numbers beside floats: an equal one would hide the float
        for value in array.tolist():
            if isinstance(value, float) and EXACT <= abs(value) < math.inf:
                raise _rounded(name, value)


def _refuse_few_digits(codes: Mapping[str, Ints], labels: tuple[Any, ...]) -> None:
    """Refuse floats that may be other labels with fewer digits."""
    exact = {as_float(label): label for label in labels if isinstance(label, Decimal)}
    for at, label in enumerate(labels):
        if isinstance(label, float) and np.isfinite(label) and (abs(label) >= EXACT or label in exact):
            name = next(name for name, own in codes.items() if (own == at).any())
            raise _rounded(name, label, exact.get(label))


def _rounded(name: str, value: float, exact: object = None) -> InputError:
    why = (
        "which as a floating-point number may be one of several whole numbers"
        if exact is None
        else f"which as a floating-point number may be the label {shown(exact)}"
    )
    return InputError(
        f"{name} has {value!r}, {why}; expected labels as text or as whole numbers: convert them before "
        f"they become floating point",
        role=name,
        value=value,
        expected="labels with all digits",
    )


def _refuse_two_codings(codes: Mapping[str, Ints], labels: tuple[Any, ...]) -> None:
    """Refuse two classes that one column calls -1 and 1, and another 0 and 1: nearly all would be errors."""
    if len(labels) > 3 or not {-1, 0} <= set(labels) <= {-1, 0, 1}:
        return
    held = {name: {labels[code] for code in np.unique(own)} for name, own in codes.items()}
    signed, plain = ([name for name, own in held.items() if value in own] for value in (-1, 0))
    if signed and plain and not set(signed) & set(plain):
        raise InputError(
            f"{signed[0]} holds -1 and 1, and {plain[0]} holds 0 and 1; expected one coding of the two "
            f"classes: recode one of them, such as (x + 1) / 2",
            role=signed[0],
            value=-1,
            expected="labels of one coding",
        )


def _refuse_two_forms(codes: Mapping[str, Ints], labels: tuple[Any, ...]) -> None:
    """Refuse labels that look alike but consist of different characters (NFC and NFD)."""
    seen: dict[str, int] = {}
    for at, label in enumerate(labels):
        if isinstance(label, str) and not label.isascii():
            other = seen.setdefault(normalize("NFC", label), at)
            if other != at:
                one, two = (next(n for n, own in codes.items() if (own == c).any()) for c in (other, at))
                raise InputError(
                    f"{one} has {ascii(labels[other])[:60]} and {two} has {ascii(label)[:60]}, the same "
                    f"text in two Unicode forms; expected one form: save all labels in NFC",
                    role=two,
                    value=label,
                    expected="labels in one Unicode form",
                )


def _exact_together(arrays: Mapping[str, Column]) -> bool:
    """Whether numpy can put the columns side by side without rounding."""
    kinds = {array.dtype.kind for array in arrays.values()}
    if kinds <= {"b", "i"} or kinds <= {"b", "u"} or kinds == {"f"}:
        return True
    wholes = [array for array in arrays.values() if array.dtype.kind in "iu"]
    return all(int(array.max()) <= EXACT and int(array.min()) >= -EXACT for array in wholes)


def _code_numbers(arrays: Mapping[str, Column]) -> tuple[dict[str, Ints], tuple[Any, ...]]:
    floats = any(array.dtype.kind == "f" for array in arrays.values())
    together = np.concatenate(list(arrays.values()), dtype=np.float64 if floats else None)
    classes, codes = classes_of(together)
    ends = np.cumsum([len(array) for array in arrays.values()])[:-1]
    parts = np.split(codes, ends)
    all_floats = all(array.dtype.kind == "f" for array in arrays.values())
    labels = (int(v) if floats and not all_floats and v.is_integer() else v for v in classes.tolist())
    return dict(zip(arrays, parts, strict=True)), tuple(labels)


def classes_of(values: Column) -> tuple[Column, Ints]:
    """Different numbers in order, and the place of each value among them.

    Whole numbers that are close together are counted, which is many times as fast as sorting.

    >>> classes, codes = classes_of(np.array([3.0, 1.0, 3.0]))
    >>> classes.tolist(), codes.tolist()
    ([1.0, 3.0], [1, 0, 1])
    """
    places = _close_together(values)
    if places is None:
        classes, codes = np.unique(values, return_inverse=True)
        return classes, codes.astype(np.int64).reshape(-1)
    held = np.flatnonzero(np.bincount(places - places.min()))
    code = np.zeros(held[-1] + 1, dtype=np.int64)
    code[held] = np.arange(held.size)
    return (held + places.min()).astype(values.dtype), code[places - places.min()]


def _close_together(values: Column) -> Ints | None:
    """The values as whole numbers, where there are many and they are close together."""
    if values.size < CLOSE:
        return None
    first, last = float(values.min()), float(values.max())
    if not (last - first < CLOSE and abs(first) < EXACT):  # also where a value is not a number
        return None
    places = values.astype(np.int64)
    return places if values.dtype.kind in "biu" or np.array_equal(places, values) else None


def _code_objects(arrays: Mapping[str, Column]) -> tuple[dict[str, Ints], tuple[Any, ...]]:
    seen: dict[Any, int] = {}
    first = {n: [seen.setdefault(v, len(seen)) for v in array.tolist()] for n, array in arrays.items()}
    if set(map(type, seen)) == {str}:
        labels = sorted(seen)
    else:
        labels = sorted(seen, key=lambda label: (1, 0, label) if isinstance(label, str) else (0, label, ""))
    code = np.empty(len(labels), dtype=np.int64)
    code[[seen[label] for label in labels]] = np.arange(len(labels))
    return {name: code[np.array(codes)] for name, codes in first.items()}, tuple(labels)


def _refuse_confusable(arrays: Mapping[str, Column]) -> None:
    """Refuse a mix of numbers and text where one class may have been written in both ways."""
    numbers = [name for name, array in arrays.items() if is_number(array)]
    texts = [name for name, array in arrays.items() if is_text(array)]
    if len(texts) == len(arrays):
        return
    if numbers and texts:
        examples = {as_number(value): value for value in reversed(arrays[texts[0]].tolist())}
        same = next((v for v in arrays[numbers[0]].tolist() if v in examples), arrays[numbers[0]][0])
        raise _confusion(numbers[0], same, texts[0], examples.get(same, arrays[texts[0]][0]))
    found: dict[Any, tuple[str, str]] = {}
    for name, array in arrays.items():
        for value in {v for v in array.tolist() if isinstance(v, str)}:
            found.setdefault(as_number(value), (name, value))
    for name, array in arrays.items():
        for value in (v for v in array.tolist() if not isinstance(v, str)):
            if value in found:
                raise _confusion(name, value, *found[value])


def _confusion(number_name: str, number: object, text_name: str, text: object) -> InputError:
    return InputError(
        f"{number_name} holds numbers such as {shown(number)} and {text_name} holds text such as "
        f"{shown(text)}, so they are never equal; convert one of them, or compare scores of a class with "
        f"auc, log-loss or brier",
        role=number_name,
        value=number,
        expected="labels of one kind",
    )
