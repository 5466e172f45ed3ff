"""Build estimators from the tables of an experiment file."""

import importlib
import inspect
import re
import warnings
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any

from bakeoff.core.exceptions import InputError, UnknownNameError, unknown_name
from bakeoff.experiment.settings import inside, of_type, refuse_unknown, required
from bakeoff.experiment.tuning import tuned
from bakeoff.read.values import shown

_KEYS = ("estimator", "parameters", "before", "tune")
_EXAMPLE_STEP = '"sklearn.preprocessing.StandardScaler"'
_PLAIN = (bool, int, float, str)


@dataclass(frozen=True, kw_only=True)
class Builder:
    """Builds estimators. ``allow`` names modules besides scikit-learn's; ``seed`` fixes how tuning splits.

    ``grouped`` keeps items of a group together in tuning too.
    ``encoder`` is a transformer that comes first in every learner; None where none is needed.
    """

    allow: tuple[str, ...] = ()
    seed: int = 0
    encoder: Any = None
    grouped: bool = False

    def learner(self, table: Mapping[str, Any]) -> Any:
        """What a ``[learners.name]`` table describes: an estimator, a pipeline, or a search around it."""
        return self._estimator(table, needs=("fit", "predict"), first=self.encoder)

    def _estimator(self, table: Mapping[str, Any], *, needs: tuple[str, ...], first: Any = None) -> Any:
        from sklearn.pipeline import Pipeline

        refuse_unknown(table, _KEYS)
        path = required(table, "estimator", str, such_as=EXAMPLE)
        with inside("estimator"):
            kind = import_class(path, allow=self.allow, needs=needs)
        given = of_type(table.get("parameters", {}), dict, "parameters", such_as="{ C = 1.0 }")
        with inside("parameters"):
            made = construct(kind, self._values(given))
        steps = self._steps(table.get("before", []), first)
        whole = Pipeline([*steps, ("learner", made)]) if steps else made
        if "tune" not in table:
            return whole
        with inside("tune"):
            asked = of_type(table["tune"], dict, "tune", such_as="{ grid = { C = [0.1, 1, 10] }, folds = 3 }")
            return tuned(whole, asked, seed=self.seed, grouped=self.grouped, values=self._value)

    def _steps(self, before: object, first: Any) -> list[tuple[str, Any]]:
        steps = [] if first is None else [("encode", first)]
        members = before if isinstance(before, list) else [before]
        for number, member in enumerate(members, start=1):
            with inside(f"before, step {number}"):
                if not isinstance(member, str | dict):
                    raise InputError(
                        f"it is {shown(member)}; expected an import path, such as {_EXAMPLE_STEP}"
                    )
                table = {"estimator": member} if isinstance(member, str) else member
                made = self._estimator(table, needs=("fit", "transform"))
            name = type(made).__name__.lower()
            taken = [each for each, _ in steps]
            steps.append((name if name not in taken else f"{name}-{number}", made))
        return steps

    def _values(self, table: Mapping[str, Any]) -> dict[str, Any]:
        return {key: self._named(key, value) for key, value in table.items()}

    def _named(self, key: str, value: Any) -> Any:
        if key.rpartition("__")[2] == "memory":
            # A cache folder that came with the file would be unpickled.
            raise InputError(
                f"{key} is {shown(value)}; cached results are never read from a folder: leave {key} out"
            )
        if isinstance(value, dict) and "estimator" in value:
            with inside(key):
                return self._estimator(value, needs=("get_params",))
        return self._value(value, key)

    def _value(self, value: Any, key: str) -> Any:
        """A value of TOML as a parameter: "None" is None, a table with an estimator is that estimator."""
        if value == "None":
            return None
        if isinstance(value, _PLAIN):
            return value
        if isinstance(value, list):
            made = [self._value(each, key) for each in value]
            # scikit-learn wants named steps as pairs, which TOML does not have.
            pair = len(made) == 2 and isinstance(made[0], str) and hasattr(made[1], "get_params")
            return tuple(made) if pair else made
        if isinstance(value, dict):
            return self._named(key, value) if "estimator" in value else self._values(value)
        raise InputError(
            f"{key} is {shown(value)}; expected a number, a text, true, false, a list or a table"
        )


def construct(kind: type[Any], parameters: dict[str, Any]) -> Any:
    """An estimator with parameters, or the error that says which of them is wrong.

    >>> from sklearn.naive_bayes import GaussianNB
    >>> construct(GaussianNB, {"var_smoothing": 0.1})
    GaussianNB(var_smoothing=0.1)
    """
    signature = inspect.signature(kind).parameters
    takes_any = any(each.kind is inspect.Parameter.VAR_KEYWORD for each in signature.values())
    known = [
        name
        for name, each in signature.items()
        if each.kind in (each.KEYWORD_ONLY, each.POSITIONAL_OR_KEYWORD)
    ]
    for name, value in parameters.items():
        if name not in known and not takes_any:
            raise unknown_name(f"parameter of {kind.__name__}", name, known)
        if isinstance(value, list) and name in signature and isinstance(signature[name].default, tuple):
            parameters = parameters | {name: tuple(value)}
    for name in known:
        if signature[name].default is inspect.Parameter.empty and name not in parameters:
            raise InputError(f"{kind.__name__} needs {name}; expected a value for it")
    try:
        made = kind(**parameters)
        if hasattr(made, "_parameter_constraints"):  # those of other packages may have none
            made._validate_params()  # what fitting would find wrong in every cell is found here, once
    except Exception as problem:
        raise InputError(f"{kind.__name__} rejects them: {' '.join(str(problem).split())[:300]}") from None
    return made


ALWAYS = ("sklearn", "bakeoff.learners", "bakeoff.lab.learners")  # the last is where those are defined
EXAMPLE = '"sklearn.linear_model.LogisticRegression"'
_DOTTED = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*")
_NOT_FOR_USERS = {"conftest", "externals", "tests"}


def check_allowed(allow: Iterable[str]) -> tuple[str, ...]:
    """The names of modules that a user allows in addition to scikit-learn's."""
    names = (allow,) if isinstance(allow, str) else tuple(allow)
    for name in names:
        if not isinstance(name, str) or not _DOTTED.fullmatch(name):
            raise InputError(f"allow is {shown(name)}; expected the name of a module, such as xgboost")
    return names


def import_class(
    path: str, *, allow: tuple[str, ...] = (), needs: tuple[str, ...] = ("fit", "predict")
) -> type[Any]:
    """The class at an import path.

    The path must be in scikit-learn, in ``bakeoff.lab.learners`` or in a module that ``allow`` names, and
    so must the class itself: a module that another one happens to import is not allowed.

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
            raise InputError(f"{path} contains {part!r}, which is not public; expected a public class")


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
            f"the module {missing!r} was not found; install it, or add its folder to PYTHONPATH"
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
    """The error for a path that does not exist in scikit-learn, with the estimator probably meant."""
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
