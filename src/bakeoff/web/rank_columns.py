"""Which columns of tables hold the models to rank, the truth and the ids of the items."""

from collections.abc import Mapping, Sequence

from bakeoff.core.exceptions import InputError
from bakeoff.read.no_models import look_at, no_models, role_named
from bakeoff.read.table import Table
from bakeoff.web.choosing import (
    Choice,
    NoTruthError,
    UnclearError,
    choice,
    described,
    guesses,
    listed,
    shown_of,
)
from bakeoff.web.settings import Settings
from bakeoff.web.uploads import TICKED, Stored

TRUTH, BASELINE = "which_truth", "which_baseline"  # separate fields: a form may ask for two models, too
NO_BASELINE = ("", "none: compare all pairs")


def likely_models(names: Sequence[str], true: str = "") -> list[str]:
    """The columns that may be models: all but those with the name of another role.

    >>> likely_models(["Question #", "label", "svm", "tree", "bayes", "fold"])
    ['svm', 'tree', 'bayes']
    """
    true = true or guesses(names, ["truth"])["truth"]
    return [name for name in names if name != true and role_named(name) is None]


def of_models(table: Table, fields: Mapping[str, str], ticked: Sequence[str] = ()) -> tuple[Choice, ...]:
    """What can be chosen about a table with a column for each model; what was chosen before stays chosen."""
    names = shown_of(table.names, *ticked, fields.get(TRUTH, ""), guesses(table.names, ["truth"])["truth"])
    true = choice(TRUTH, "True value", table, names, fields.get(TRUTH), guesses(names, ["truth"])["truth"])
    taken = {fields.get(role) for role in ("by", "cluster")}
    likely = [name for name in likely_models(names, true.likely) if name not in taken]
    likely = _of_values(table, likely, true.likely)
    models = [name for name in ticked if name in names] or likely
    models = models if len(models) <= Settings.most_models else []  # of too many, some have to be chosen
    options = tuple((name, described(table, name)) for name in names)
    columns = (NO_BASELINE, *((name, name) for name in names))
    baseline = fields.get(BASELINE, "")
    return (
        true,
        Choice(TICKED, "Models to rank", options, ticked=tuple(models)),
        Choice(BASELINE, "Baseline", columns, baseline if baseline in names else ""),
    )


def _of_values(table: Table, names: Sequence[str], true: str) -> list[str]:
    """The columns that may be models by their values, too; of few rows or unlike values all."""
    looks = {name: look_at(table.columns[name]) for name in names if name in table.columns}
    truth = look_at(table.columns[true]) if true in table.columns else None
    found = no_models(looks, source=table.source, scored=truth is None, truth=truth, asks=False)
    return [name for name in names if name not in found]


def true_of_one(file: Stored, fields: Mapping[str, str], ticked: Sequence[str]) -> str | None:
    """The column of the truth in a file with a column for each model; asks where it is not clear."""
    true = fields.get(TRUTH) or "truth"
    if true in file.names:
        return fields.get(TRUTH) or None
    text = f"{file.name} has the column{'s' * (len(file.names) > 1)} {listed(file.names)}; expected "
    if len(file.names) < 3:
        raise InputError(
            f"{text}truth and one for each of two or more models: add what is missing, or choose one file "
            f"for each model"
        )
    raise UnclearError(
        f"{text}truth and one for each model: say below which column is which",
        {"ranking": of_models(file.table, fields, ticked)},
    )


def refuse_without_truth(first: Stored) -> None:
    """Refuse a first file with nothing but ids and predictions: no choice of columns would help."""
    if len(first.names) <= len(("id", "prediction")):
        raise NoTruthError(
            f"{first.name} has the column{'s' * (len(first.names) > 1)} {listed(first.names)}, and "
            f"none of them is left for the true values; expected them in the first file or in a file of "
            f"their own: add a column truth, or choose a file with the true labels"
        )


def joined_on(
    files: Sequence[Stored], truth: Stored | None, fields: Mapping[str, str], *, scored: bool
) -> tuple[str, str | None]:
    """The columns with the ids and the truth of the items of all files; asks where they are not clear."""
    every = [*files, *([] if truth is None else [truth])]
    both = [name for name in every[0].names if all(name in each.names for each in every)]
    if not both:
        raise InputError(
            f"{', '.join(each.name for each in every[:3])}{', ...' if len(every) > 3 else ''} have no column "
            f"in common; expected one that names the items, to join them on"
        )
    if truth is None and not scored:
        refuse_without_truth(every[0])
    home = every[0] if truth is None else truth
    key, true = fields.get("id") or "id", fields.get(TRUTH) or "truth"
    if key in both and (scored or true in home.names):
        return key, fields.get(TRUTH) or None
    raise UnclearError(
        f"{every[0].name} has the columns {listed(every[0].names)}, and {home.name} has "
        f"{listed(home.names)}; expected id in all files, prediction in those of models, and truth in the "
        f"first or in a separate file: say below which column is which",
        {"ranking": of_files(every, home, both, fields)},
    )


def of_files(
    every: Sequence[Stored], home: Stored, both: Sequence[str], fields: Mapping[str, str]
) -> tuple[Choice, ...]:
    """What can be chosen about one file for each model."""
    table = home.table
    key = fields["id"] if fields.get("id") in both else guesses(both, ["id"])["id"]
    likely = guesses([name for name in home.names if name != key], ["truth"])["truth"]
    return (
        choice("id", f"Column that names the items, in all {len(every)} files", table, both, key),
        choice(TRUTH, f"True value, in {home.name}", table, home.names, fields.get(TRUTH), likely),
    )
