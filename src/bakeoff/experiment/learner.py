"""A learner: a name, an estimator that is never changed, and what identifies it."""

import hashlib
import inspect
import json
import sys
from collections.abc import Hashable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from types import CodeType, FunctionType
from typing import Any, Literal, cast

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.experiment.data import Kind
from bakeoff.read.columns import fingerprint

EstimatorType = Literal["classifier", "regressor", "other", "unknown"]


def estimator_type(estimator: Any) -> EstimatorType:
    """The type of an estimator for scikit-learn; "unknown" where the estimator does not say.

    >>> from sklearn.linear_model import Ridge
    >>> estimator_type(Ridge())
    'regressor'
    """
    from sklearn.base import is_classifier, is_regressor

    try:
        if not hasattr(estimator, "__sklearn_tags__"):
            return "unknown"  # not made from scikit-learn's own parts
        if is_classifier(estimator):
            return "classifier"
        return "regressor" if is_regressor(estimator) else "other"
    except AttributeError:
        return "unknown"  # made from some of them


LONGEST = 60  # characters of a parameter that are shown
Named = type[Any] | FunctionType
LIBRARIES = ("sklearn", "numpy", "scipy", "builtins", "abc", "typing")


@dataclass(frozen=True, kw_only=True, eq=False)
class Learner:
    """A scikit-learn estimator or pipeline under a name. Only clones of it are ever trained."""

    name: str
    estimator: Any

    def __post_init__(self) -> None:
        if isinstance(self.estimator, type):
            raise InputError(
                f"{self.name} is the class {self.estimator.__name__}; expected an estimator: write "
                f"{self.estimator.__name__}()"
            )
        for needed in ("fit", "predict", "get_params"):
            if not hasattr(self.estimator, needed):
                raise InputError(
                    f"{self.name} is {type(self.estimator).__name__}, which has no {needed}; expected a "
                    f"scikit-learn classifier, regressor or pipeline that ends in one"
                )

    @property
    def kind(self) -> Kind:
        """What it predicts."""
        return "numbers" if estimator_type(self.estimator) == "regressor" else "classes"

    @property
    def words(self) -> str:
        """The estimator as its user would write it, on one line."""
        line = " ".join(repr(self.estimator).split())
        return line if len(line) <= 200 else line[:197] + "..."

    @cached_property
    def parts(self) -> dict[str, str]:
        """Its class and parameters, those of estimators inside it too, in words short enough to name."""
        found = {"its code": str(_describe(type(self.estimator)))}
        for name, value in self.estimator.get_params(deep=True).items():
            if not name.endswith(("steps", "transformers")):  # these are named one by one
                found[name] = _in_short(value)
        return found

    @cached_property
    def description(self) -> str:
        """The estimator with all its parameters, as text that is the same on every machine."""
        return json.dumps(_describe(self.estimator), sort_keys=True)

    @cached_property
    def fingerprint(self) -> str:
        """What identifies the learner: its class, its code where it is the user's own, its parameters."""
        return hashlib.blake2b(self.description.encode(), digest_size=16).hexdigest()


def make_learner(given: object, name: str) -> Learner:
    """A learner from an estimator or a pair (name, estimator)."""
    if isinstance(given, Learner):
        return given
    if isinstance(given, tuple) and len(given) == 2 and isinstance(given[0], str):
        return Learner(name=given[0], estimator=given[1])
    return Learner(name=name, estimator=given)


def _in_short(value: object) -> str:
    """A parameter in words short enough to name a change by."""
    if value is None or isinstance(value, bool | int | float | str):
        text = repr(value)
    else:
        inner = hasattr(value, "get_params") and not isinstance(value, type)
        text = str(_describe(type(value) if inner else value))
    return text if len(text) <= LONGEST else text[:LONGEST] + "..."


def _describe(value: object) -> Any:
    """A value as plain JSON that identifies it."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float | np.generic):
        return f"{type(value).__name__} {value!r}"
    if hasattr(value, "get_params") and not isinstance(value, type):
        parameters = value.get_params(deep=False)
        return {"class": _describe(type(value)), **{f".{k}": _describe(v) for k, v in parameters.items()}}
    if isinstance(value, list | tuple):
        return [type(value).__name__, *map(_describe, value)]
    if isinstance(value, Mapping):
        return {f"{type(k).__name__} {k}": _describe(v) for k, v in value.items()}
    if isinstance(value, set | frozenset):
        return ["set", *sorted(json.dumps(_describe(each), sort_keys=True) for each in value)]
    if isinstance(value, np.ndarray) or hasattr(value, "tocoo"):
        return f"array {fingerprint(value)}"
    if isinstance(value, partial):
        return ["partial", *map(_describe, (value.func, value.args, value.keywords))]
    # Callable objects have no name, and are shown with their place in memory.
    if callable(value) and hasattr(value, "__qualname__"):
        return _code(cast("Named", value))
    return _by_content(value)


def _code(value: Named) -> str:
    """A class or function by its name and, unless it is scikit-learn's own, its version and source."""
    home, name = getattr(value, "__module__", "") or "", value.__qualname__
    package = home.partition(".")[0]
    if package in LIBRARIES:
        return f"{home}.{name}"
    # A class is also what it inherits from, as far as that is the user's own.
    parts: list[Named] = [value]
    if isinstance(value, type):
        parts = [each for each in value.__mro__ if each.__module__.partition(".")[0] not in LIBRARIES]
    digest = hashlib.blake2b(b"".join(map(_source, parts)), digest_size=8).hexdigest()
    version = getattr(sys.modules.get(package), "__version__", "")
    return f"{home}.{name} {version} {digest}"


@lru_cache(maxsize=64)
def _text(value: Any) -> str:
    """Its source: a class is found by reading its whole file, and one that was changed is another object."""
    return inspect.getsource(value)


def _source(value: Named) -> bytes:
    """The text of a class or function; where there is none, as in a session, its compiled code."""
    with suppress(OSError, TypeError):
        return _text(cast("Hashable", value)).encode()
    members = vars(value) if isinstance(value, type) else {"": value}
    return "".join(f"{name} {_compiled(each)}\n" for name, each in members.items()).encode()


def _compiled(value: object) -> str:
    """A function as it was compiled, or a plain constant; never the place in memory of anything."""
    if isinstance(value, property):
        return " ".join(_compiled(each) for each in (value.fget, value.fset) if each is not None)
    function = getattr(value, "__func__", value)  # of a class method or static method
    if isinstance(function, FunctionType):
        defaults = (function.__defaults__, *sorted((function.__kwdefaults__ or {}).items()))
        return f"{_compiled(function.__code__)} {_compiled(defaults)}"
    if isinstance(value, CodeType):
        # the same bytes may call another function: only the names say which one
        return f"{value.co_code.hex()} {value.co_names} {_compiled(value.co_consts)}"
    if isinstance(value, tuple):
        return f"({', '.join(map(_compiled, value))})"
    if isinstance(value, frozenset):
        return f"({', '.join(sorted(map(_compiled, value)))})"
    plain = value is None or isinstance(value, bool | int | float | complex | str | bytes)
    return repr(value) if plain else type(value).__name__


def _by_content(value: object) -> str:
    """Anything else, such as a random generator or a distribution, by what joblib finds in it."""
    import joblib

    try:
        return f"{type(value).__module__}.{type(value).__qualname__} {joblib.hash(value)}"
    except Exception as problem:
        raise InputError(
            f"a parameter of a learner is {type(value).__name__}, which has no stable identity "
            f"({type(problem).__name__}); use a number, a text or a named function"
        ) from None
