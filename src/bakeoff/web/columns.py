"""Which columns of a table hold what: by their names, or by asking."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from bakeoff.core.exceptions import InputError
from bakeoff.io.table import Table

PREDICTIONS = {"truth": "What is true", "a": "Predicted by A", "b": "Predicted by B"}
SCORES = {"learner": "Learner", "run": "Run", "fold": "Fold", "score": "Score"}
ALSO = {
    "truth": ("truth", "true", "label", "target", "y", "y_true", "actual", "class", "gold"),
    "a": ("a", "pred_a", "model_a", "y_pred_a", "prediction_a", "baseline", "old"),
    "b": ("b", "pred_b", "model_b", "y_pred_b", "prediction_b", "new"),
    "learner": ("learner", "model", "method", "algorithm", "classifier", "name"),
    "run": ("run", "repeat", "repetition", "rep"),
    "fold": ("fold", "split", "cv", "iteration"),
    "score": ("score", "accuracy", "value", "auc", "f1", "test_score", "metric"),
    "id": ("id", "item", "key", "index", "name"),
}
SHOWN = 3  # values of a column, so that one can tell it by them
WIDEST = 16


@dataclass(frozen=True)
class Choice:
    """Something to choose: the field of the form, its label, what there is, and the likely one."""

    field: str
    label: str
    options: tuple[tuple[str, str], ...]
    likely: str = ""


class UnclearError(InputError):
    """A table that could be used if one knew what is where; ``groups`` are choices by kind of table."""

    def __init__(self, text: str, groups: Mapping[str, tuple[Choice, ...]]) -> None:
        super().__init__(text)
        self.groups = groups


def kind_of(table: Table, fields: Mapping[str, str]) -> str:
    """Whether a table holds predictions or scores: as was said, or by its columns."""
    if fields.get("kind") in ("predictions", "scores"):
        return fields["kind"]
    for kind, roles in (("predictions", PREDICTIONS), ("scores", SCORES)):
        if all((fields.get(role) or role) in table for role in roles if role != "run"):
            return kind
    raise _unclear(table)


def _unclear(table: Table) -> InputError:
    listed = ", ".join(map(repr, table.names[:12])) + (", ..." if len(table.names) > 12 else "")
    text = (
        f"{table.source} has the column{'s' * (len(table.names) > 1)} {listed}; expected truth, a and b "
        f"(predictions), or learner, run, fold and score (scores of folds)"
    )
    if len(table.names) < len(PREDICTIONS):
        return InputError(f"{text}: add what is missing, or choose another file")
    groups = {
        kind: _choices(table, roles) for kind, roles in (("predictions", PREDICTIONS), ("scores", SCORES))
    }
    return UnclearError(f"{text}: say below which column is which", groups)


def _choices(table: Table, roles: Mapping[str, str]) -> tuple[Choice, ...]:
    options = tuple((name, _described(table, name)) for name in table.names)
    likely = guesses(table.names, roles)
    return tuple(
        Choice(role, label, (("", "(none)"), *options) if role == "run" else options, likely[role])
        for role, label in roles.items()
    )


def guesses(names: Iterable[str], roles: Iterable[str]) -> dict[str, str]:
    """The likely column of each role: by what it is called, otherwise the next that is left.

    >>> guesses(["nr", "label", "svm", "tree"], ["truth", "a", "b"])
    {'truth': 'label', 'a': 'nr', 'b': 'svm'}
    """
    left = list(names)
    found: dict[str, str] = {}
    for role in roles:
        for word in ALSO[role]:
            match = next((name for name in left if name.casefold() == word), None)
            if match is not None and role not in found:
                found[role] = match
                left.remove(match)
    rest = iter(left)
    return {role: found.get(role) or ("" if role == "run" else next(rest, "")) for role in roles}


def _described(table: Table, name: str) -> str:
    values = table.columns[name][:SHOWN].tolist() if name in table.columns else []
    told = ", ".join(str(value)[:WIDEST] for value in values)
    return f"{name} ({told}{', ...' if table.rows > SHOWN else ''})" if told else f"{name} (has gaps)"


def id_of(tables: tuple[Table, Table], fields: Mapping[str, str]) -> str:
    """The column that two files are joined on."""
    both = [name for name in tables[0].names if name in tables[1]]
    wanted = fields.get("id") or "id"
    if wanted in both:
        return wanted
    named = " and ".join(each.source for each in tables)
    if not both:
        raise InputError(
            f"{named} have no column in common; expected one that names the items, to join them on"
        )
    options = tuple((name, _described(tables[0], name)) for name in both)
    choice = Choice("id", "Column that names the items", options, guesses(both, ["id"])["id"])
    raise UnclearError(
        f"{named} are to be joined, but not both have a column {wanted!r}: say below which column names the "
        f"items",
        {"predictions": (choice,)},
    )


def renamed(table: Table, fields: Mapping[str, str]) -> Table:
    """A table of scores under the names that such a table has."""
    names = {fields.get(role) or role: role for role in SCORES}
    kept = {names.get(name, name): column for name, column in table.columns.items()}
    faults = {names.get(name, name): fault for name, fault in table.faults.items()}
    return replace(table, columns=kept, faults=faults, texts={})


def learners_of(table: Table, fields: Mapping[str, str]) -> tuple[str | None, str | None]:
    """Which two learners to compare, where there are more than two."""
    there = list(dict.fromkeys(str(value) for value in table.column("learner").tolist()))
    a, b = fields.get("learner_a") or None, fields.get("learner_b") or None
    if len(there) <= 2 or (a and b):
        return a, b
    options = tuple((name, name) for name in there[:500])
    choices = (
        Choice("learner_a", "Learner A", options, there[0]),
        Choice("learner_b", "Learner B", options, there[1]),
    )
    raise UnclearError(
        f"{table.source} has {len(there)} learners, and two are compared: say below which",
        {"scores": choices},
    )
