"""Which columns of a table hold what: by their names, or by asking."""

from collections.abc import Mapping, Sequence

from bakeoff.core.exceptions import InputError, ModelsError
from bakeoff.metrics import metric_of
from bakeoff.read.table import Table
from bakeoff.web.choosing import Choice, UnclearError, choice, guesses, listed
from bakeoff.web.rank_columns import likely_models, of_files, of_models, refuse_without_truth
from bakeoff.web.uploads import Stored

PREDICTIONS = {"truth": "True value", "a": "Predicted by A", "b": "Predicted by B"}
SCORES = {"learner": "Learner", "run": "Run", "fold": "Fold", "score": "Score"}
TWO_FILES = {"id": "id", "truth": "truth", "a": "prediction", "b": "prediction"}


def kind_of(file: Stored, fields: Mapping[str, str]) -> str:
    """Whether a table holds predictions or scores: as chosen, or by its columns."""
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


def choices(
    tables: Sequence[Table], fields: Mapping[str, str], home: Table | None = None
) -> dict[str, tuple[Choice, ...]]:
    """What can be chosen about one file or two, by kind of table; what was chosen before stays chosen.

    ``home`` has the truth where that is in a separate file.
    """
    if len(tables) == 2:
        return {"predictions": _of_two(tables[0], tables[1], fields, home)}
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


def _of_two(first: Table, second: Table, fields: Mapping[str, str], home: Table | None) -> tuple[Choice, ...]:
    both = [name for name in first.names if name in second and (home is None or name in home)]
    key = fields["id"] if fields.get("id") in both else guesses(both, ["id"])["id"]
    found = [choice("id", "Column that names the items", first, both, key)]
    for (role, label), table in zip(PREDICTIONS.items(), (home or first, first, second), strict=True):
        likely = guesses([name for name in table.names if name != key], ["prediction", "truth"])
        where, usual = f"{label}, in {table.source}", likely[TWO_FILES[role]]
        found.append(choice(role, where, table, table.names, fields.get(role), usual))
    return tuple(found)


def id_of(a: Stored, b: Stored, fields: Mapping[str, str], truth: Stored | None = None) -> str:
    """The column that two files are joined on, with the truth; asks for all columns where one is missing."""
    home = truth or a
    both = [name for name in a.names if name in b.names and name in home.names]
    if not both:
        every = f"{a.name} and {b.name}" if truth is None else f"{a.name}, {b.name} and {truth.name}"
        raise InputError(
            f"{every} have no column in common; expected one that names the items, to join them on"
        )
    needed = dict(TWO_FILES)
    if metric_of(fields.get("metric") or "accuracy").is_given:  # scores of items, which have no truth
        del needed["truth"]
    elif truth is None:
        refuse_without_truth(a)
    wanted = {role: fields.get(role) or usual for role, usual in needed.items()}
    there = {"id": both, "truth": home.names, "a": a.names, "b": b.names}
    lone = {role: [each for each in there[role] if each != wanted["id"]] for role in ("a", "b")}
    found = {
        role: name in there[role]
        or (truth is not None and not fields.get(role) and len(lone.get(role, ())) == 1)
        for role, name in wanted.items()
    }
    if all(found.values()):
        return wanted["id"]
    tables = [a.table, b.table]
    said = ", and ".join(f"{each.source} has the columns {_listed(each)}" for each in tables)
    expected = "id, truth and prediction in the first, id and prediction in the second"
    if truth is not None:
        expected = f"id and prediction in both, and id and truth in {truth.name}"
    raise UnclearError(
        f"{said}; expected {expected}: say below which column is which",
        choices(tables, fields, None if truth is None else truth.table),
    )


def which_two(problem: ModelsError, kind: str) -> InputError:
    """Ask which two of several models to compare; fewer than two are refused."""
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


def asked_again(
    problem: InputError,
    files: Sequence[Stored],
    truth: Stored | None,
    fields: Mapping[str, str],
    ticked: Sequence[str],
) -> InputError:
    """The same problem with the columns that were chosen in a step before, which can be changed."""
    if len(files) == 1 and truth is None:
        table = files[0].table
        groups = choices([table], fields) | {"ranking": of_models(table, fields, ticked)}
    else:
        every = [*files, *([] if truth is None else [truth])]
        both = [name for name in every[0].names if all(name in each.names for each in every)]
        groups = {"ranking": of_files(every, truth or files[0], both, fields)}
    return UnclearError(str(problem), groups, fields.get("kind", "ranking"))
