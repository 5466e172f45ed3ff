"""Experiment files: TOML that names data, learners, a design and a question."""

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from bakeoff.core.exceptions import InputError
from bakeoff.experiment.building import Builder, check_allowed
from bakeoff.experiment.data import Kind
from bakeoff.experiment.data_file import Loaded, check_name, load_data
from bakeoff.experiment.encoding import encoder
from bakeoff.experiment.experiment import Experiment
from bakeoff.experiment.learner import Learner, estimator_type
from bakeoff.experiment.settings import (
    KEYS,
    inside,
    of_type,
    read_design,
    read_rng,
    read_settings,
    refuse_monsters,
    refuse_unknown,
)
from bakeoff.read.opening import file_path
from bakeoff.read.toml_file import read_toml

_TABLES = ("design", "data", "learners")
_EXAMPLE_DATA = '{ file = "data.csv", target = "diagnosis" }'
_EXAMPLE_LEARNER = '{ estimator = "sklearn.naive_bayes.GaussianNB" }'
_WANTED: dict[Kind, str] = {"classes": "classifier", "numbers": "regressor"}


def read_experiment(path: str | os.PathLike[str], *, allow: tuple[str, ...] = ()) -> Experiment:
    r"""Read an experiment file and the data files that it names.

    Parameters
    ----------
    path
        A TOML file; data files are looked for in its folder.
    allow
        Modules from which estimators may be imported in addition to scikit-learn's, by name.

    Raises
    ------
    FileError
        Where a file cannot be read as what it should be.
    InputError
        Where the file asks for something that does not exist or cannot be run; the message has the key.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> text = '''
    ... data = { file = "d.csv", target = "y" }
    ... learners.bayes.estimator = "sklearn.naive_bayes.GaussianNB"
    ... learners.tree = { estimator = "sklearn.tree.DecisionTreeClassifier", parameters = { max_depth = 2 } }
    ... '''
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = pathlib.Path(folder, "d.csv").write_text("x,y\n1,no\n2,yes\n")
    ...     file = pathlib.Path(folder, "e.toml")
    ...     _ = file.write_text(text)
    ...     experiment = read_experiment(file)
    >>> [learner.name for learner in experiment.learners], experiment.metrics
    (['bayes', 'tree'], ('accuracy',))
    """
    allowed = check_allowed(allow)
    file, source = file_path(path)
    table = read_toml(file, source, expected="an experiment in TOML")
    with inside(source):
        refuse_monsters(table)
        return _build(table, file.parent, source, allowed)


def _build(table: Mapping[str, Any], folder: Path, source: str, allow: tuple[str, ...]) -> Experiment:
    refuse_unknown(table, (*_TABLES, *KEYS))
    builder = Builder(allow=allow, seed=read_rng(table) % 2**32)
    learners = _learners(table, builder)
    loaded = _load(table, folder, learners)
    kind = loaded[0].data.kind
    _refuse_mismatch(learners, loaded)
    first = encoder({each.data.name: (each.data.X.shape[1], each.categories) for each in loaded})
    grouped = _are_grouped(loaded, table)
    if first is not None or grouped:
        learners = _learners(table, replace(builder, encoder=first, grouped=grouped))
    with inside("design"):
        design = read_design(table.get("design", {"kind": "repeated-kfold"}), kind)
    data = tuple(each.data for each in loaded)
    return Experiment(
        data=data,
        learners=learners,
        design=design,
        source=source,
        notes=tuple(note for each in loaded for note in each.notes),
        **read_settings(table, data),
    )


def _are_grouped(loaded: list[Loaded], table: Mapping[str, Any]) -> bool:
    """Whether items belong together, so that tuning must keep them so; it cannot do both at once."""
    with_groups = [each.data.groups is not None for each in loaded]
    tuned = any(isinstance(each, dict) and "tune" in each for each in table["learners"].values())
    if tuned and any(with_groups) and not all(with_groups):
        raise InputError(
            "some data sets have groups and others do not, but a tuned learner must keep groups "
            "together: write two experiment files"
        )
    return any(with_groups)


def _learners(table: Mapping[str, Any], builder: Builder) -> tuple[Learner, ...]:
    given = of_type(table.get("learners", {}), dict, "learners", such_as=f"a = {_EXAMPLE_LEARNER}")
    if len(given) < 2:
        raise InputError(
            f"there are {len(given)} learners; expected at least two, each as [learners.name] with "
            f'estimator = "sklearn..."'
        )
    made = []
    for name, asked in given.items():
        check_name(name, "the name of a learner")
        with inside(f"learners.{name}"):
            of_type(asked, dict, "the learner", such_as=_EXAMPLE_LEARNER)
            made.append(Learner(name=name, estimator=builder.learner(asked)))
    return tuple(made)


def _load(table: Mapping[str, Any], folder: Path, learners: tuple[Learner, ...]) -> list[Loaded]:
    given = table.get("data", [])
    if not isinstance(given, dict | list):
        of_type(given, dict, "data", such_as=_EXAMPLE_DATA)
    members = given if isinstance(given, list) else [given]
    if not members:
        raise InputError(f"there is no data; expected [[data]] with file and target, such as {_EXAMPLE_DATA}")
    kinds = {estimator_type(each.estimator) for each in learners}
    usual: Kind = "numbers" if kinds <= {"regressor", "unknown"} and "regressor" in kinds else "classes"
    loaded = []
    for number, member in enumerate(members, start=1):
        with inside(f"data {number}" if len(members) > 1 else "data"):
            of_type(member, dict, "the data set", such_as=_EXAMPLE_DATA)
            loaded.append(load_data(member, folder, usual))
    return loaded


def _refuse_mismatch(learners: tuple[Learner, ...], loaded: list[Loaded]) -> None:
    """Refuse learners that do not predict what the data hold, and data of different kinds."""
    first = loaded[0].data
    for each in loaded:
        if each.data.kind != first.kind:
            raise InputError(
                f"data set {first.name!r} has {first.kind} as target and {each.data.name!r} has "
                f"{each.data.kind}; expected one kind: write two experiment files"
            )
    for learner in learners:
        found = estimator_type(learner.estimator)
        if found not in (_WANTED[first.kind], "unknown"):
            what = "neither a classifier nor a regressor" if found == "other" else f"a {found}"
            raise InputError(
                f"learners.{learner.name}: {type(learner.estimator).__name__} is {what}, but the target "
                f"of {first.name!r} holds {first.kind}; expected a {_WANTED[first.kind]}"
            )
