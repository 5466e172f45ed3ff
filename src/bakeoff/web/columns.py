"""Which columns of a table hold what: by their names, or by asking."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bakeoff.core.exceptions import InputError, ModelsError
from bakeoff.read.alike import names_items, plain_name
from bakeoff.read.table import Table
from bakeoff.web.uploads import Stored

PREDICTIONS = {"truth": "What is true", "a": "Predicted by A", "b": "Predicted by B"}
SCORES = {"learner": "Learner", "run": "Run", "fold": "Fold", "score": "Score"}
# What columns are called, in small letters and with _ for all that is neither letter nor digit.
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
TWO_FILES = {"id": "id", "truth": "truth", "a": "prediction", "b": "prediction"}
SHOWN = 3  # values of a column, so that one can tell it by them
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
    """A table that could be used if one knew what is where; ``groups`` are choices by kind of table.

    ``kind`` is the one that was chosen before; with it something else is wrong, and the choices are shown
    so that they are not lost. ``models`` is how many could be ranked instead.
    """

    def __init__(
        self, text: str, groups: Mapping[str, tuple[Choice, ...]], kind: str = "", *, models: int = 0
    ) -> None:
        super().__init__(text)
        self.groups, self.kind, self.models = groups, kind, models


def kind_of(file: Stored, fields: Mapping[str, str]) -> str:
    """Whether a table holds predictions or scores: as was said, or by its columns."""
    names = file.names
    if fields.get("kind") in ("predictions", "scores"):
        return fields["kind"]
    for kind, roles in (("predictions", PREDICTIONS), ("scores", SCORES)):
        if all((fields.get(role) or role) in names for role in roles if role != "run"):
            return kind
    raise _unclear(file.table, fields)


def _unclear(table: Table, fields: Mapping[str, str]) -> InputError:
    text = (
        f"{table.source} has the column{'s' * (len(table.names) > 1)} {_listed(table)}; expected truth, a "
        f"and b (predictions), learner, run, fold and score (scores of folds), or truth and a column for "
        f"each model (a ranking)"
    )
    if len(table.names) < len(PREDICTIONS):
        return InputError(f"{text}: add what is missing, or choose another file")
    return UnclearError(f"{text}: say below which column is which", choices([table], fields))


def _listed(table: Table) -> str:
    return listed(table.names)


def listed(names: Sequence[str]) -> str:
    """Names of columns for a message, the first of them where there are many."""
    return ", ".join(map(repr, names[:12])) + (", ..." if len(names) > 12 else "")


def choices(tables: Sequence[Table], fields: Mapping[str, str]) -> dict[str, tuple[Choice, ...]]:
    """What can be chosen about one file or two, by kind of table; what was chosen before stays chosen."""
    from bakeoff.web.rank_columns import likely_models, of_models

    if len(tables) == 2:
        return {"predictions": _of_two(tables[0], tables[1], fields)}
    found = {
        kind: _of_one(tables[0], roles, fields)
        for kind, roles in (("predictions", PREDICTIONS), ("scores", SCORES))
    }
    many = len(likely_models(tables[0].names)) > 2
    return found | ({"ranking": of_models(tables[0], fields)} if many else {})


def _of_one(table: Table, roles: Mapping[str, str], fields: Mapping[str, str]) -> tuple[Choice, ...]:
    likely = guesses(table.names, roles)
    return tuple(
        choice(role, label, table, table.names, fields.get(role), likely[role])
        for role, label in roles.items()
    )


def _of_two(first: Table, second: Table, fields: Mapping[str, str]) -> tuple[Choice, ...]:
    both = [name for name in first.names if name in second]
    key = fields["id"] if fields.get("id") in both else guesses(both, ["id"])["id"]
    found = [choice("id", "Column that names the items", first, both, key)]
    for (role, label), table in zip(PREDICTIONS.items(), (first, first, second), strict=True):
        likely = guesses([name for name in table.names if name != key], ["prediction", "truth"])
        where, usual = f"{label}, in {table.source}", likely[TWO_FILES[role]]
        found.append(choice(role, where, table, table.names, fields.get(role), usual))
    return tuple(found)


def choice(
    role: str, label: str, table: Table, names: Sequence[str], chosen: str | None, likely: str = ""
) -> Choice:
    """A column to choose, each with its first values; what was chosen before stays chosen."""
    options = [("", "(none)")] if role == "run" else []
    options += [(name, described(table, name)) for name in names]
    return Choice(role, label, tuple(options), chosen if chosen and chosen in names else likely)


def guesses(names: Iterable[str], roles: Iterable[str]) -> dict[str, str]:
    """The likely column of each role: by what it is called, otherwise the next that names no items.

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
    """The first column whose name is one of those for a role, the most telling name first."""
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


def id_of(a: Stored, b: Stored, fields: Mapping[str, str]) -> str:
    """The column that two files are joined on; asks for all columns where one is missing."""
    both = [name for name in a.names if name in b.names]
    if not both:
        raise InputError(
            f"{a.name} and {b.name} have no column in common; expected one that names the "
            f"items, to join them on"
        )
    wanted = {role: fields.get(role) or usual for role, usual in TWO_FILES.items()}
    there = {"id": both, "truth": a.names, "a": a.names, "b": b.names}
    if all(name in there[role] for role, name in wanted.items()):
        return wanted["id"]
    first, second = a.table, b.table
    raise UnclearError(
        f"{first.source} has the columns {_listed(first)}, and {second.source} has {_listed(second)}; "
        f"expected id, truth and prediction in the first, id and prediction in the second: say below which "
        f"column is which",
        choices([first, second], fields),
    )


def which_two(problem: ModelsError, kind: str) -> InputError:
    """Ask which two of several models to compare; what has fewer than two is refused."""
    if len(problem.names) < 2:
        return problem
    options = tuple((name, name) for name in problem.names[:500])
    asked = (
        Choice("learner_a", "Learner A", options, problem.names[0]),
        Choice("learner_b", "Learner B", options, problem.names[1]),
    )
    text = f"{problem.source} has {len(problem.names)} learners, and two are compared: say below which"
    # Learners by their fold scores on one data set alone cannot be ranked.
    return UnclearError(text, {kind: asked}, models=0 if kind == "scores" else len(problem.names))
