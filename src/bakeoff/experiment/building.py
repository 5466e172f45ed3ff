"""Estimators out of the tables of an experiment file."""

import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bakeoff.core.exceptions import InputError, unknown_name
from bakeoff.experiment.import_path import EXAMPLE, import_class
from bakeoff.experiment.keys import inside, of_type, refuse_unknown, required
from bakeoff.experiment.tuning import tuned
from bakeoff.read.values import shown

_KEYS = ("estimator", "parameters", "before", "tune")
_EXAMPLE_STEP = '"sklearn.preprocessing.StandardScaler"'
_PLAIN = (bool, int, float, str)


@dataclass(frozen=True, kw_only=True)
class Builder:
    """Builds estimators. ``allow`` names modules beside scikit-learn's; ``seed`` fixes how tuning splits.

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
                f"{key} is {shown(value)}; a folder of cached results is never read: leave {key} out"
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
            # scikit-learn wants named steps as pairs, for which TOML has no word.
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
        raise InputError(f"{kind.__name__} refuses them: {' '.join(str(problem).split())[:300]}") from None
    return made
