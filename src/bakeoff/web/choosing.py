"""Columns to choose from where the roles of a table's columns are not clear."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from bakeoff.core.exceptions import InputError
from bakeoff.read.alike import names_items, plain_name
from bakeoff.read.table import Table

# Usual names of columns, in lower case and with _ for all that is neither letter nor digit.
ALSO = {
    "truth": ("truth", "true", "y_true", "ground_truth", "gold", "label", "target", "answer", "actual",
              "class", "reference", "expected", "y", "true_label", "gold_label", "correct_answer", "labels",
              "targets"),
    "a": ("a", "model_a", "pred_a", "prediction_a", "y_pred_a", "system_a", "baseline", "old", "model_1",
          "pred_1", "model1", "pred1"),
    "b": ("b", "model_b", "pred_b", "prediction_b", "y_pred_b", "system_b", "new", "model_2", "pred_2",
          "model2", "pred2"),
    "prediction": ("prediction", "pred", "predicted", "y_pred", "output", "response", "score", "probability"),
    "learner": ("learner", "model", "method", "algorithm", "classifier", "name"),
    "run": ("run", "repeat", "repetition", "rep"),
    "fold": ("fold", "split", "cv", "iteration"),
    "score": ("score", "accuracy", "value", "auc", "f1", "test_score", "metric"),
    "id": ("id", "uid", "uuid", "item_id", "item", "key", "index", "name"),
}  # fmt: skip
ENDING = {"a": re.compile(r"(.+_)?a(_.+)?"), "b": re.compile(r"(.+_)?b(_.+)?")}
SHOWN = 3  # values of a column, by which it can be recognised
WIDEST = 16


@dataclass(frozen=True)
class Choice:
    """Something to choose: the field of the form, its label, what there is, and the likely one.

    ``ticked`` are the likely ones where several can be chosen, None where one is.
    """

    field: str
    label: str
    options: tuple[tuple[str, str], ...]
    likely: str = ""
    ticked: tuple[str, ...] | None = None


class UnclearError(InputError):
    """A table whose columns have unknown roles; ``groups`` are choices by kind of table.

    ``kind`` is the one that was chosen before; with it something else is wrong, and the choices are shown
    so that they are not lost. ``models`` is how many could be ranked instead.
    """

    def __init__(
        self, text: str, groups: Mapping[str, tuple[Choice, ...]], kind: str = "", *, models: int = 0
    ) -> None:
        super().__init__(text)
        self.groups, self.kind, self.models = groups, kind, models


class NoTruthError(InputError):
    """Files without true values: no choice of columns would help."""


def listed(names: Sequence[str]) -> str:
    """Names of columns for a message, the first of them where there are many."""
    return ", ".join(map(repr, names[:12])) + (", ..." if len(names) > 12 else "")


def choice(
    role: str, label: str, table: Table, names: Sequence[str], chosen: str | None, likely: str = ""
) -> Choice:
    """A column to choose, each with its first values; what was chosen before stays chosen."""
    taken = chosen if chosen and chosen in names else likely
    few = shown_of(names, taken)
    options = [("", "(none)")] if role == "run" else []
    options += [(name, described(table, name)) for name in few]
    label = label if len(few) == len(names) else f"{label} ({len(few)} of {len(names):,} columns)"
    return Choice(role, label, tuple(options), taken)


MOST_BYTES = 60_000  # of a page, for one choice


def shown_of(names: Sequence[str], *first: str) -> list[str]:
    """The names that fit into a page, in order; those that come ``first`` are among them."""
    wanted = [name for name in first if name in names]
    left, few = MOST_BYTES, set[str]()
    for name in (*wanted, *names):
        left -= 2 * len(escape(name).encode("utf-8", "replace")) + 100
        if left < 0:
            break
        few.add(name)
    return [name for name in names if name in few]


def guesses(names: Iterable[str], roles: Iterable[str]) -> dict[str, str]:
    """The likely column of each role: by its name, otherwise the next that does not hold ids.

    >>> guesses(["Question #", "Label", "svm", "tree"], ["truth", "a", "b"])
    {'truth': 'Label', 'a': 'svm', 'b': 'tree'}
    """
    left, roles = list(names), list(roles)
    found: dict[str, str] = {}
    for role in roles:
        match = _called(left, role)
        if match:
            found[role] = match
            left.remove(match)
    rest = iter(sorted(left, key=names_items))  # those last, the others as they come
    return {role: found.get(role) or ("" if role == "run" else next(rest, "")) for role in roles}


def _called(names: Sequence[str], role: str) -> str:
    """The first column whose name is one of those for a role, the clearest name first."""
    plain = {name: plain_name(name) for name in names}
    for word in ALSO[role]:
        for name in names:
            if plain[name] == word:
                return name
    able = [name for name in names if not names_items(name)]
    return next((name for name in able if role in ENDING and ENDING[role].fullmatch(plain[name])), "")


def described(table: Table, name: str) -> str:
    """A column by its name and its first values."""
    values = table.columns[name][:SHOWN].tolist() if name in table.columns else []
    told = ", ".join(str(value)[:WIDEST] for value in values)
    return f"{name} ({told}{', ...' if table.rows > SHOWN else ''})" if told else f"{name} (has gaps)"
