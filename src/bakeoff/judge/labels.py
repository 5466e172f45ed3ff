"""What labels tell before anything is judged: a guessed positive class, other spellings, only one class."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from bakeoff.core.evidence import Importance
from bakeoff.core.metric import Metric
from bakeoff.core.panel import LabelPanel
from bakeoff.core.verdict import Caveat
from bakeoff.judge.pitfalls import BY_KEY
from bakeoff.read.values import as_number, shown

GUESSED = "positive-guessed"
ENOUGH_TO_WONDER = 5  # items: fewer may well all be wrong
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


def is_guess(labels: tuple[Any, ...]) -> bool:
    """Whether the names of two classes do not show which of them is positive.

    >>> is_guess(("no", "yes")), is_guess(("case", "control"))
    (False, True)
    """
    return len(labels) == 2 and tuple(str(label).casefold() for label in labels) not in PLAIN


def label_meant(word: object, labels: Iterable[Any]) -> Any:
    """The label that a word means: 1 or 1.0 for "1", True for "true"; the word itself where none is.

    >>> label_meant("1", [0.0, 1.0]), label_meant("true", [False, True]), label_meant("cat", [1])
    (1.0, True, 'cat')
    """
    if not isinstance(word, str):
        return word
    word = word.strip()
    number, every = as_number(word), dict.fromkeys(labels)
    written = (each for each in every if str(each) == word)
    equal = (each for each in every if number is not None and _number(each) == number)
    said = (each for each in every if isinstance(each, bool) and str(each).casefold() == word.casefold())
    return next((each for found in (written, equal, said) for each in found), word)


def _number(label: object) -> object:
    return as_number(label) if isinstance(label, str) else label


def guessed(labels: tuple[Any, ...], place: int, positive: object) -> tuple[Caveat, ...]:
    """A caveat where the positive class was neither named nor clear from the names of the classes."""
    if positive is not None or not is_guess(labels):
        return ()
    text = f"{shown(labels[place])} is assumed to be the positive class because it sorts last"
    return (BY_KEY[GUESSED].caveat(text),)


def mark_as_doubtful(
    caveats: Sequence[Caveat], why: str, importance: Importance = "casts-doubt"
) -> tuple[Caveat, ...]:
    """Caveats in which a guessed class casts doubt on the decision, and why it does."""
    pitfall = BY_KEY[GUESSED]
    return tuple(
        pitfall.caveat(f"{each.text.removesuffix(f'; {each.remedy}')}; {why}", importance=importance)
        if each.key == GUESSED
        else each
        for each in caveats
    )


def strangers(panel: LabelPanel, called: Sequence[str] = "AB") -> tuple[Caveat, ...]:
    """Caveats for a model none of whose labels occurs in the truth: mostly a misspelling."""
    labels, true = panel.labels, np.unique(panel.truth)
    found = []
    for who, answers in zip(called, panel.answers, strict=True):
        said = np.unique(answers)
        twin = _twin([labels[i] for i in said if i not in true], [labels[i] for i in true])
        never = panel.n >= ENOUGH_TO_WONDER and not np.isin(said, true).any()
        if never or twin:
            mine, yours = twin or (labels[said[0]], labels[true[0]])
            found_so = f"a label of {who} is spelt differently in" if twin else f"no label of {who} occurs in"
            text = f"{found_so} the truth ({who} has {shown(mine)}, the truth has {shown(yours)})"
            found.append(BY_KEY["labels-never-meet"].caveat(text))
    return tuple(found)


def _twin(strange: list[Any], true: list[Any]) -> tuple[Any, Any] | None:
    """A label of the truth that differs only in case or in blanks around it."""
    known = {str(label).strip().casefold(): label for label in true}
    return next(
        ((label, known[word]) for label in strange if (word := str(label).strip().casefold()) in known), None
    )


def one_class(
    true: Sequence[object], items: int, metric: Metric, positive: object = None
) -> tuple[Caveat, ...]:
    """A caveat where all items belong to one class, but the metric depends on others, too.

    ``positive`` is the class that the metric measures, if it measures one.

    >>> from bakeoff.metrics import METRICS
    >>> [each.importance for each in one_class(["yes"], 40, METRICS["f1"], "yes")]
    ['invalidates']
    >>> one_class(["yes"], 40, METRICS["recall"], "yes")
    ()
    """
    if len(true) > 1 or items < 2 or metric.right_or_wrong or _determined(metric, true[0] == positive):
        return ()
    found = f"all {items} items belong to class {shown(true[0])}: {metric.title}"
    if metric.kind != "labels":
        return (BY_KEY["one-class-probabilities"].caveat(f"{found} says nothing about other classes"),)
    depends = "may also depend" if metric.rests_on is None else "also depends"
    return (BY_KEY["one-class"].caveat(f"{found} {depends} on items of other classes"),)


def _determined(metric: Metric, its_own: bool) -> bool:
    """Whether items of one class, the metric's own or another, are all that a metric of labels depends on."""
    return metric.rests_on in ("items", "class" if its_own else "rest")
