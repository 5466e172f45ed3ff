"""Estimators by import path: checked before anything is imported, and only from modules that are allowed."""

import importlib
import re
import warnings
from collections.abc import Iterable
from functools import cache
from types import ModuleType
from typing import Any

from bakeoff.core.exceptions import InputError, UnknownNameError, unknown_name
from bakeoff.read.values import shown

ALWAYS = ("sklearn", "bakeoff.learners")
EXAMPLE = '"sklearn.linear_model.LogisticRegression"'
_DOTTED = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*")
_NOT_FOR_USERS = {"conftest", "externals", "tests"}


def check_allowed(allow: Iterable[str]) -> tuple[str, ...]:
    """The names of modules that a user allows beside scikit-learn's."""
    names = (allow,) if isinstance(allow, str) else tuple(allow)
    for name in names:
        if not isinstance(name, str) or not _DOTTED.fullmatch(name):
            raise InputError(f"allow is {shown(name)}; expected the name of a module, such as xgboost")
    return names


def import_class(
    path: str, *, allow: tuple[str, ...] = (), needs: tuple[str, ...] = ("fit", "predict")
) -> type[Any]:
    """The class at an import path.

    The path must lie in scikit-learn, in ``bakeoff.lab.learners`` or in a module that ``allow`` names, and
    so must the class itself: a module that another one happens to import is out of reach.

    Raises
    ------
    InputError
        Where the path is not allowed, does not exist, or is not a class with the methods in ``needs``.

    Examples
    --------
    >>> import_class("sklearn.naive_bayes.GaussianNB")
    <class 'sklearn.naive_bayes.GaussianNB'>
    >>> import_class("os.system")
    Traceback (most recent call last):
    bakeoff.core.exceptions.InputError: 'os.system' is not in scikit-learn; expected an import path such \
as "sklearn.linear_model.LogisticRegression", or allow the module: --allow os
    """
    _check_path(path, allow)
    home, _, name = path.rpartition(".")
    found = _member(_module(home, path), name, path)
    if not isinstance(found, type):
        raise InputError(f"{path} is a {type(found).__name__}; expected a class, such as {EXAMPLE}")
    if not _lies_in(found.__module__, allow):
        raise InputError(
            f"{path} is defined in {shown(found.__module__)}, which is not allowed; expected a class of "
            f"scikit-learn, or allow the module: --allow {found.__module__.partition('.')[0]}"
        )
    for need in needs:
        if not hasattr(found, need):
            what = "a step that transforms" if "transform" in needs else "a classifier or regressor"
            raise InputError(f"{path} has no {need}; expected {what}")
    return found


def _check_path(path: str, allow: tuple[str, ...]) -> None:
    if not _DOTTED.fullmatch(path):
        raise InputError(
            f"{shown(path)} is not an import path; expected names joined by dots, such as {EXAMPLE}"
        )
    if not _lies_in(path, allow):
        raise _not_allowed(path)
    for part in path.split("."):
        if part.startswith("_") or part in _NOT_FOR_USERS:
            raise InputError(f"{path} goes through {part!r}, which is not public; expected a public class")


def _lies_in(path: str, allow: tuple[str, ...]) -> bool:
    return any(path == home or path.startswith(f"{home}.") for home in (*ALWAYS, *allow))


def _not_allowed(path: str) -> InputError:
    name = path.rpartition(".")[2]
    meant = _public_estimators().get(name)
    if meant and "." not in path:
        return InputError(f"{path!r} is not an import path; write {meant!r}")
    expected = f"{meant!r}" if meant else f"an import path such as {EXAMPLE}"
    return InputError(
        f"{path!r} is not in scikit-learn; expected {expected}, or allow the module: "
        f"--allow {path.partition('.')[0]}"
    )


def _module(home: str, path: str) -> ModuleType:
    if not home:
        raise InputError(f"{path!r} is a module; expected a class in it, such as {EXAMPLE}")
    try:
        return importlib.import_module(home)
    except ModuleNotFoundError as problem:
        missing = problem.name or home
        if home != missing and not home.startswith(f"{missing}."):
            raise InputError(f"{home} needs the module {missing!r}, which is not installed") from None
        if home.partition(".")[0] == "sklearn":
            raise _no_such_class(path) from None
        raise InputError(
            f"there is no module {missing!r} here; install it, or put its folder into PYTHONPATH"
        ) from None
    except (Exception, SystemExit) as problem:
        raise InputError(f"{home} cannot be imported: {_one_line(problem)}") from None


def _member(module: ModuleType, name: str, path: str) -> Any:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return getattr(module, name)
    except AttributeError:
        pass
    except Exception as problem:
        raise InputError(f"{path} cannot be used: {_one_line(problem)}") from None
    if module.__name__.partition(".")[0] == "sklearn":
        raise _no_such_class(path)
    public = [each for each in vars(module) if isinstance(getattr(module, each), type) and each[0] != "_"]
    raise unknown_name(f"class of {module.__name__}", name, sorted(public))


def _no_such_class(path: str) -> UnknownNameError:
    """The error for a path into scikit-learn that leads nowhere, with the estimator probably meant."""
    from difflib import get_close_matches

    known = _public_estimators()
    name = path.rpartition(".")[2]
    near = get_close_matches(name, known, n=1, cutoff=0.75)
    meant = f"did you mean {known[near[0]]!r}?" if near else f"expected a path such as {EXAMPLE}"
    return UnknownNameError(f"scikit-learn has no {path!r}; {meant}")


@cache
def _public_estimators() -> dict[str, str]:
    """The import path of each of scikit-learn's estimators, by the name of its class."""
    from sklearn.utils import all_estimators

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = all_estimators()
    homes = {name: kind.__module__.split(".") for name, kind in found}
    return {
        name: ".".join([*(part for part in home if part[0] != "_"), name]) for name, home in homes.items()
    }


def _one_line(problem: BaseException) -> str:
    return f"{type(problem).__name__}: {' '.join(str(problem).split())[:200]}"
