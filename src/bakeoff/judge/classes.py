"""Which label is the positive class, whose column is whose, and columns of numbers."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from bakeoff.core.exceptions import InputError, unknown_name
from bakeoff.core.outcomes import Floats, Ints, finite
from bakeoff.core.tally import Tally
from bakeoff.core.verdict import Caveat
from bakeoff.judge.pitfalls import raised
from bakeoff.read.alike import to_labels
from bakeoff.read.columns import to_array
from bakeoff.read.values import Column, as_number, shown

ENOUGH_TO_WONDER = 5  # items: fewer may well all be wrong
FEWEST_FOR_A_SHARE = 30  # items: of fewer the commonest class is a matter of chance
# Pairs of which the second is the positive one by common use.
PLAIN = {
    ("0", "1"),
    ("-1", "1"),
    ("0.0", "1.0"),
    ("-1.0", "1.0"),
    ("false", "true"),
    ("no", "yes"),
    ("n", "y"),
    ("f", "t"),
    ("neg", "pos"),
    ("negative", "positive"),
}


def positive_place(labels: tuple[Any, ...], positive: object) -> int:
    """Which of the labels is the positive class: the one named, or else the last of two."""
    if positive is None:
        if len(labels) > 2:
            listed = ", ".join(str(label) for label in labels[:10])
            raise InputError(
                f"the metric speaks of one class and there are {len(labels)} ({listed}); name one as "
                f"positive, or use an average such as macro-f1"
            )
        return len(labels) - 1
    if positive not in labels:
        raise unknown_name("class", positive, [str(label) for label in labels])
    return labels.index(positive)


def guessed(labels: tuple[Any, ...], place: int, positive: object) -> tuple[Caveat, ...]:
    """A caveat where the positive class was neither named nor plain from what the classes are called."""
    plain = tuple(str(label).casefold() for label in labels) in PLAIN
    if positive is not None or plain or len(labels) < 2:
        return ()
    text = f"{shown(labels[place])} is taken as the positive class because it sorts last"
    return (raised("positive-guessed", text),)


def strangers(tally: Tally) -> tuple[Caveat, ...]:
    """Caveats for a model none of whose labels occurs in the truth: mostly a slip in writing them."""
    labels, true = tally.labels, np.unique(tally.truth)
    found = []
    for name in ("a", "b"):
        said = np.unique(getattr(tally, name))
        twin = _twin([labels[i] for i in said if i not in true], [labels[i] for i in true])
        never = tally.n >= ENOUGH_TO_WONDER and not np.isin(said, true).any()
        if never or twin:
            mine, yours = twin or (labels[said[0]], labels[true[0]])
            who = name.upper()
            found_so = (
                f"a label of {who} differs in spelling from" if twin else f"no label of {who} occurs in"
            )
            text = f"{found_so} the truth ({who} says {shown(mine)}, true is {shown(yours)})"
            found.append(raised("labels-never-meet", text))
    return tuple(found)


def commonest(counts: Ints, labels: tuple[Any, ...]) -> tuple[str, float] | None:
    """The most frequent class and its share, by how many items there are of each class.

    None where there is only one, or hardly an item.

    >>> commonest(np.array([30, 10]), ("no", "yes"))
    ('no', 0.75)
    """
    items = int(counts.sum())
    if np.count_nonzero(counts) < 2 or items < FEWEST_FOR_A_SHARE:
        return None
    return str(labels[int(counts.argmax())]), float(counts.max() / items)


def _twin(strange: list[Any], true: list[Any]) -> tuple[Any, Any] | None:
    """A label that is true but for its case or blanks around it."""
    known = {str(label).strip().casefold(): label for label in true}
    return next(
        ((label, known[word]) for label in strange if (word := str(label).strip().casefold()) in known), None
    )


def true_classes(truth: npt.ArrayLike, chances: Floats, positive: object) -> tuple[Ints, tuple[Caveat, ...]]:
    """Number the true classes as the probabilities do; with a caveat where the positive one is a guess.

    One column of probabilities speaks of the positive class: 1 where it is true, else 0. A table has
    a column for each class, in the order of the labels.
    """
    codes, labels = to_labels(truth=truth)
    if chances.ndim == 2:
        return np.array(class_columns(labels, chances.shape[1]))[codes["truth"]], ()
    if len(labels) > 2 and positive is None:
        raise InputError(
            f"truth has {len(labels)} classes and the probabilities are those of one; give (n, classes) "
            f"of them, or name one class as positive to set it against the rest"
        )
    if len(labels) > 1:
        place = positive_place(labels, positive)
        return np.where(codes["truth"] == place, 1, 0), guessed(labels, place, positive)
    if positive is None and labels[0] not in (0, 1):
        raise InputError(
            f"every truth is {shown(labels[0])}, so nothing tells which class the probabilities speak of; "
            f"name it as positive"
        )
    if positive is None or positive == labels[0]:
        return np.full(len(chances), 1 if positive is not None else int(labels[0])), ()
    if str(positive).strip().casefold() == str(labels[0]).strip().casefold():
        raise unknown_name("class", positive, [str(labels[0])])
    name = shown(positive)
    text = f"the positive class {name} does not occur in the truth: every probability of it is an error"
    return np.zeros(len(chances), dtype=np.int64), (raised("positive-never-true", text),)


def class_columns(labels: tuple[Any, ...], columns: int) -> list[int]:
    """The column of each label: in order, or by number where not every class occurs in the truth.

    >>> class_columns(("cat", "dog"), 2), class_columns((0, 2), 3)
    ([0, 1], [0, 2])
    """
    if len(labels) == columns:
        return list(range(columns))
    numbered = all(not isinstance(label, str) and label in range(columns) for label in labels)
    if len(labels) < columns and numbered:
        return [int(label) for label in labels]
    listed = ", ".join(repr(label) for label in labels[:10])
    raise InputError(
        f"truth has {len(labels)} class(es) ({listed}) and there are {columns} columns of scores; expected "
        f"one for each class, or truth in numbers from 0 to {columns - 1} where a class does not occur"
    )


MOST_CLASSES = 20  # that are named by fractions
Values = npt.ArrayLike | Sequence[float | None]


def number_column(values: Values, name: str) -> Floats:
    """One column of finite numbers; an error names the position and the value of anything else.

    >>> number_column([0.5, "high"], "a")
    Traceback (most recent call last):
    bakeoff.core.exceptions.InputError: a has 'high' at position 1; expected a number
    """
    array = to_array(values, name)
    if array.dtype.kind in "OU":
        for at, value in enumerate(array.tolist()):
            if isinstance(value, str) and as_number(value) is None:
                raise InputError(
                    f"{name} has {shown(value)} at position {at}; expected a number",
                    role=name,
                    position=at,
                    value=value,
                    expected="a number",
                )
    return finite(array, name, ndim=1)


def refuse_fractions(columns: dict[str, Column], *, items: int | None = None) -> None:
    """Refuse predictions such as 0.62 where the truth has whole numbers or words: scores, not labels.

    The columns may hold each value once; ``items`` then says how many there are in all.
    """
    if _fraction(columns["truth"]) is not None:
        _refuse_measurements(columns["truth"], items or len(columns["truth"]))
        return
    for name in ("a", "b"):
        value = _fraction(columns[name])
        if value is not None:
            raise InputError(
                f"{name} holds fractions such as {value:g} where labels are expected; compare probabilities "
                f"by the metric auc, log-loss or brier, and predicted numbers by squared-error",
                role=name,
                value=value,
                expected="labels",
            )


def _refuse_measurements(truth: Column, items: int) -> None:
    """Refuse a truth of numbers that hardly ever repeat: nobody names classes so."""
    different = len(np.unique(truth))
    if different > max(MOST_CLASSES, items / 2):
        raise InputError(
            f"truth holds {different} different numbers such as {_fraction(truth):g} where labels are "
            f"expected; compare predicted numbers by the metric squared-error",
            role="truth",
            expected="labels",
        )


def _fraction(column: Column) -> float | None:
    """The first number that is not whole."""
    if column.dtype.kind != "f":
        return None
    at = np.flatnonzero(column != np.floor(column))
    return float(column[at[0]]) if len(at) else None


def column_or_table(values: npt.ArrayLike, name: str) -> Floats:
    """One column of numbers, or a table (items, classes) of them."""
    if _is_table(values):
        return finite(values, name, ndim=2)
    return number_column(values, name)


def _is_table(values: npt.ArrayLike) -> bool:
    if isinstance(values, list | tuple):
        return bool(values) and isinstance(values[0], list | tuple | np.ndarray)
    shape: tuple[int, ...] = getattr(values, "shape", ())
    return len(shape) == 2 and shape[1] != 1
