"""Which columns of a table with a column for each model are no models: by their names and their values.

A name alone does not decide where the values contradict it. A column with another name is no model if its
values number the rows, are text among scores, or are far outside the range of all others.
"""

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.written import brief, listed
from bakeoff.read.alike import names_items, plain_name
from bakeoff.read.values import Column, as_number, is_missing

_NAMES = {
    "items": "item qid query topic topics docno segment passage prompt did docid pid query_text",
    "models": "model system agent learner method arch run_name classifier algorithm",
    "the truth": "truth label labels target gold ground_truth y_true expected",
    "repeats": "attempt trial epoch repeat replicate_no repetition run",
    "seeds": "seed replicate init random_state random_seed",
    "folds": "fold folds cv split",
    "groups": "group cluster user patient document doc repo repository session unique_id series author",
    "times": "t date ds time datetime timestamp year month week day hour step horizon origin cutoff",
    "data sets": "task dataset data_set data benchmark subset",
    "slices": "language category",
    "weights": "weight weights count counts n",
    "costs": "cost cost_usd price latency seconds duration tokens",
}
ROLES = {name: role for role, names in _NAMES.items() for name in names.split()}
COUNTS = ("n_", "num_", "number_of_", "count_")  # n_samples, n_train, num_docs
# Columns with these names may be models if their values are like those of models.
BY_VALUES_TOO = ("items", "models", "repeats", "seeds", "folds", "groups", "data sets", "slices")
NAMES_OF_LABELS = ("items", "models", "repeats")  # of labels: a group or a task may be called like a class
MOSTLY = 0.9  # share of values
FEWEST_NUMBERS, FEWEST_TEXTS = 4, 10  # rows of which different values are no coincidence
NEAR, FAR = 1, 10  # times the size of the values of another column


def role_named(name: str) -> str | None:
    """What a column that is called like this usually holds; None where the name says nothing.

    >>> [role_named(name) for name in ("QID", "question id", "n_samples", "Fold", "svm")]
    ['items', 'items', 'weights', 'folds', None]
    """
    plain = plain_name(name)
    if plain in ROLES:
        return ROLES[plain]
    if plain.startswith(COUNTS):
        return "weights"
    return "items" if names_items(name) else None


def may_be_model(name: str, *, scored: bool) -> bool:
    """Whether a column of this name can be a model if its values say so.

    >>> [may_be_model(name, scored=True) for name in ("svm", "system", "cost")]
    [True, True, False]
    """
    role = role_named(name)
    return role is None or role in (BY_VALUES_TOO if scored else NAMES_OF_LABELS)


@dataclass(frozen=True, kw_only=True)
class Look:
    """What was seen of a column: how many values it has, how many are numbers and how many whole numbers.

    ``low``, ``high`` and ``middle`` (the mean) are those of the numbers. ``distinct`` says whether no value
    occurs twice, and ``known`` which share of the values occurs in the truth, where that was looked at.
    """

    rows: int
    numbers: int = 0
    whole: int = 0
    low: float = 0.0
    high: float = 0.0
    middle: float = 0.0
    distinct: bool = False
    known: float | None = None

    @property
    def is_text(self) -> bool:
        """Whether most values are no numbers."""
        return 2 * self.numbers < self.rows

    @property
    def is_whole(self) -> bool:
        """Whether all numbers are whole, and nearly all values numbers."""
        return self.whole == self.numbers > 0 and self.numbers >= MOSTLY * self.rows

    @property
    def numbers_rows(self) -> bool:
        """Whether every row has another whole number."""
        return self.is_whole and self.distinct and self.rows >= FEWEST_NUMBERS

    @property
    def counts_rows(self) -> bool:
        """Whether these numbers are consecutive."""
        return self.numbers_rows and self.high - self.low == self.numbers - 1

    @property
    def span(self) -> str:
        """From where to where its numbers go."""
        return f"{self.low:.6g} to {self.high:.6g}"


def look_at(values: Column) -> Look:
    """What is seen of a column in memory.

    >>> look_at(np.array([101, 102, 103, 104])).counts_rows, look_at(np.array(["a", "b"])).is_text
    (True, True)
    """
    if values.dtype.kind in "biuf":
        there = values[~np.isnan(values)] if values.dtype.kind == "f" else values
        different, counts = np.unique(there, return_counts=True)
        rows, found = there.size, dict(zip(different.tolist(), counts.tolist(), strict=True))
    else:
        found = dict(Counter(value for value in values.tolist() if not is_missing(value)))
        rows = sum(found.values())
    read = {each: as_number(each) if isinstance(each, str) else each for each in found}
    numbers = {each: float(number) for each, number in read.items() if isinstance(number, bool | int | float)}
    finite = {each: number for each, number in numbers.items() if math.isfinite(number)}
    distinct = len(found) == rows > 0
    if not finite:
        return Look(rows=rows, numbers=sum(found[each] for each in numbers), distinct=distinct)
    count = sum(found[each] for each in finite)
    return Look(
        rows=rows,
        numbers=sum(found[each] for each in numbers),
        whole=sum(found[each] for each, number in finite.items() if number.is_integer()),
        low=min(finite.values()),
        high=max(finite.values()),
        middle=math.fsum(found[each] * number for each, number in finite.items()) / count,
        distinct=distinct,
    )


def no_models(
    looks: Mapping[str, Look],
    *,
    source: str,
    scored: bool,
    truth: Look | None = None,
    kept: Collection[str] = (),
    asks: bool = True,
) -> dict[str, str]:
    """The columns that are no models, each with the reason; refuses columns between which nothing decides.

    ``scored`` says that models have numbers: scores, losses or predicted numbers; otherwise they have labels.
    Columns that the user named are ``kept``. Unless it ``asks``, columns of unlike sizes are all models.

    >>> table = {"qid": np.arange(101, 151), "bm25": np.linspace(0, 0.9, 50), "dense": np.linspace(0, 1, 50)}
    >>> no_models({name: look_at(each) for name, each in table.items()}, source="x", scored=True)
    {'qid': 'called like items'}
    """
    found = {}
    for name, look in looks.items():
        role = role_named(name)
        if role is not None and not _contradicted(look, role, scored=scored):
            found[name] = f"called like {role}"
        elif scored and look.rows and look.is_text:
            found[name] = "holds no numbers"
    for name in kept:
        found.pop(name, None)
    found |= _numbering(
        {name: look for name, look in looks.items() if name not in found}, truth, kept, scored
    )
    rest = {name: look for name, look in looks.items() if name not in found}
    if scored and all(look.numbers for look in rest.values()):
        found |= _far(rest, kept, source if asks else "")
    return {name: found[name] for name in looks if name in found}


def _contradicted(look: Look, role: str, *, scored: bool) -> bool:
    """Whether the values of a column are those of a model, whatever its name."""
    if role not in (BY_VALUES_TOO if scored else NAMES_OF_LABELS):
        return False
    if scored:  # numbers of items, folds and the like are whole
        return not look.is_text and (role == "models" or look.whole < MOSTLY * look.numbers)
    labels = look.known is not None and look.known >= MOSTLY
    return labels and (role == "models" or look.is_text)


def _numbering(
    looks: Mapping[str, Look], truth: Look | None, kept: Collection[str], scored: bool
) -> dict[str, str]:
    """Columns with another value in every row, among others that are not so."""
    found = {}
    if truth is None or not truth.numbers_rows:
        found = {
            name: "a different whole number in every row" for name, look in looks.items() if look.numbers_rows
        }
    if len(found) == len(looks):  # only those that count the rows are no models then
        counting = [name for name, look in looks.items() if look.counts_rows]
        found = dict.fromkeys(counting if len(looks) - len(counting) >= 2 else [], "counts the rows")
    if not scored and (truth is None or not truth.distinct):
        found |= {
            name: "a different text in every row"
            for name, look in looks.items()
            if look.distinct and look.is_text and look.rows >= FEWEST_TEXTS
        }
    return {name: why for name, why in found.items() if name not in kept}


def _far(looks: Mapping[str, Look], kept: Collection[str], source: str) -> dict[str, str]:
    """Columns far outside the range of all others; those that are alike are the models."""
    groups: list[set[str]] = []
    for name in looks:
        near = [group for group in groups if any(_alike(looks[name], looks[each]) for each in group)]
        groups = [group for group in groups if group not in near] + [{name}.union(*near)]
    if len(groups) == 1:
        return {}
    groups.sort(key=len, reverse=True)
    models = [group for group in groups if len(group) == len(groups[0]) > 1]
    own = [looks[name] for name in models[0]] if len(models) == 1 else []
    if not own or any(_in_per_cent(look, own) for name, look in looks.items() if name not in models[0]):
        if not source:
            return {}
        spans = [f"{brief(name)} ({look.span})" for name, look in looks.items()]
        raise InputError(
            f"the columns of {source} have values of different sizes: {listed(spans[:8])}; it is not clear "
            f"which of them are models: name those with models (--models a,b,c)"
        )
    span = f"{min(each.low for each in own):.6g} to {max(each.high for each in own):.6g}"
    return {
        name: f"values from {look.span}, where others go from {span}"
        for name, look in looks.items()
        if name not in models[0] and name not in kept
    }


def _alike(one: Look, other: Look) -> bool:
    """Whether two columns may be on one scale; a model with low scores is within the range of others."""
    if one.is_whole == other.is_whole and (_within(one, other) or _within(other, one)):
        return True
    return not _outside(one, other) and not _outside(other, one)


def _in_per_cent(look: Look, shares: Sequence[Look]) -> bool:
    """Whether numbers may be percentages where others are shares: another scale, but perhaps a model."""
    percent = not look.is_whole and look.low >= 0 and 1 < look.high <= 100
    return percent and all(0 <= each.low <= each.high <= 1 for each in shares)


def _within(look: Look, other: Look) -> bool:
    return other.low <= look.middle <= other.high


def _outside(look: Look, other: Look) -> bool:
    """Whether values are far from those of another column; whole numbers beside fractions, a little."""
    size = max(other.high - other.low, abs(other.low), abs(other.high)) or 1.0
    counts = look.is_whole and not other.is_whole and not 0 <= look.low <= look.high <= 1
    room = (NEAR if counts else FAR) * size
    return not other.low - room <= look.middle <= other.high + room


def left_out_note(left_out: Mapping[str, str], how: str = "models (--models a,b,c)") -> str:
    """What was not taken as a model, and why.

    >>> left_out_note({"qid": "called like items"})
    'not taken as models: qid (called like items); to take one, name all models with models (--models a,b,c)'
    """
    told = [f"{brief(name)} ({why})" for name, why in left_out.items()]
    more = [f"{len(told) - 8} more"] if len(told) > 8 else []
    return f"not taken as models: {listed([*told[:8], *more])}; to take one, name all models with {how}"
