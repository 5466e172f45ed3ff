"""The questions of an experiment file: design, metrics, method, levels; checked before anything is run."""

import dataclasses
import datetime
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from bakeoff.core.design import Design, at_least
from bakeoff.core.exceptions import InputError, unknown_name
from bakeoff.core.family import ADJUSTMENTS, parse_tried
from bakeoff.core.result import check_margin, parse_alternative, parse_fraction
from bakeoff.core.rng import root_entropy
from bakeoff.designs import DESIGNS
from bakeoff.experiment.data import Data, Kind
from bakeoff.judge.material import positive_place
from bakeoff.methods import METHODS
from bakeoff.metrics import METRICS
from bakeoff.read.values import shown

_DEEPEST = 30
_LARGEST = 2**63  # TOML's own limit for whole numbers
_WORDS = {
    str: "a text", bool: "true or false", int: "a whole number", float: "a number",
    list: "a list", dict: "a table", datetime.datetime: "a date", datetime.date: "a date",
    datetime.time: "a time",
}  # fmt: skip


@contextmanager
def inside(where: str) -> Iterator[None]:
    """Add to every error within where it arose.

    >>> with inside("x.toml"):
    ...     raise InputError("rng is -1")
    Traceback (most recent call last):
    bakeoff.core.exceptions.InputError: x.toml: rng is -1
    """
    try:
        yield
    except InputError as problem:
        raise type(problem)(f"{where}: {problem}") from None


def refuse_unknown(table: Mapping[str, Any], known: Collection[str], noun: str = "key") -> None:
    """Refuse keys that nothing reads: a misspelt one would otherwise go unnoticed."""
    for key in table:
        if key not in known:
            raise unknown_name(noun, key, known)


def of_type(value: Any, kind: type, name: str, *, such_as: str = "") -> Any:
    """The value if it is of a type; whole numbers are numbers too, and booleans are neither.

    >>> of_type("ten", int, "folds", such_as="10")
    Traceback (most recent call last):
    bakeoff.core.exceptions.InputError: folds is 'ten', a text; expected a whole number, such as 10
    """
    fits = isinstance(value, (int, float) if kind is float else kind)
    if not fits or (isinstance(value, bool) and kind is not bool):
        hint = f", such as {such_as}" if such_as else ""
        raise InputError(f"{name} is {shown(value)}, {_kind(value)}; expected {_WORDS[kind]}{hint}")
    return value


def texts(value: object, name: str, *, such_as: str) -> tuple[str, ...]:
    """A list of different texts; a single one may be given without brackets."""
    found = [value] if isinstance(value, str) else of_type(value, list, name, such_as=such_as)
    for each in found:
        of_type(each, str, f"a member of {name}", such_as=such_as)
        if found.count(each) > 1:
            raise InputError(f"{name} has {shown(each)} twice; expected each value once")
    return tuple(found)


def required(table: Mapping[str, Any], key: str, kind: type, *, such_as: str) -> Any:
    """The value of a key that must be there."""
    if key not in table:
        raise InputError(f"{key} is missing; write {key} = {such_as}")
    return of_type(table[key], kind, key, such_as=such_as)


def refuse_monsters(table: Mapping[str, Any]) -> None:
    """Refuse what no experiment needs and Python cannot print: very deep nesting and very long numbers."""
    pending: list[tuple[Any, str, int]] = [(table, "", 0)]
    while pending:
        value, name, depth = pending.pop()
        if depth > _DEEPEST:
            raise InputError(
                f"{name[:60]} is nested more than {_DEEPEST} levels deep; expected a simpler experiment file"
            )
        if isinstance(value, Mapping):
            for key in value:
                if not key.isprintable():
                    raise InputError(f"a key is {shown(key)}; expected a printable name")
            pending += [(each, f"{name}.{key}".strip("."), depth + 1) for key, each in value.items()]
        elif isinstance(value, list):
            pending += [(each, name, depth + 1) for each in value]
        elif isinstance(value, int) and not -_LARGEST <= value < _LARGEST:
            raise InputError(f"{name[:60]} has a whole number of more than 64 bits; expected a smaller one")


def _kind(value: object) -> str:
    return "a boolean" if isinstance(value, bool) else _WORDS.get(type(value), type(value).__name__)


KEYS = (
    "rng", "metrics", "method", "options", "alpha", "level", "alternative", "margin", "positive", "baseline",
    "adjustment", "halvings", "most_runs", "permutations", "tried", "tuned_on_test",
)  # fmt: skip
DEFAULT_METRICS: dict[Kind, tuple[str, ...]] = {"classes": ("accuracy",), "numbers": ("squared-error",)}


def metric_for(kind: Kind, metric: str) -> str:
    """The key of the metric to judge by; predicted numbers have their own default."""
    key = METRICS[metric].key
    return DEFAULT_METRICS[kind][0] if kind == "numbers" and key in DEFAULT_METRICS["classes"] else key


def read_rng(table: Mapping[str, Any]) -> int:
    """The number at the root of all random draws."""
    return root_entropy(of_type(table.get("rng", 0), int, "rng", such_as="0"))


def read_settings(table: Mapping[str, Any], data: Sequence[Data]) -> dict[str, Any]:
    """The keywords of an `Experiment` that a file gives, as they should be."""
    found: dict[str, Any] = {"metrics": _metrics(table, data[0].kind), "rng": read_rng(table)}
    found |= {key: parse_fraction(_number(table, key), key) for key in ("alpha", "level") if key in table}
    if "alternative" in table:
        found["alternative"] = parse_alternative(table["alternative"])
    for key in ("method", "baseline", "adjustment"):
        if key in table:
            found[key] = of_type(table[key], str, key)
    if "method" in found and found["method"] != "auto":
        METHODS[found["method"]]
    if found.get("adjustment", "holm") not in ADJUSTMENTS:
        raise unknown_name("adjustment", found["adjustment"], ADJUSTMENTS)
    for key in ("halvings", "most_runs", "permutations"):
        if key in table:
            at_least(2, **{key: table[key]})
            found[key] = table[key]
    if "tried" in table:
        found["tried"] = parse_tried(of_type(table["tried"], int, "tried", such_as="20"))
    if "tuned_on_test" in table:
        found["tuned_on_test"] = of_type(table["tuned_on_test"], bool, "tuned_on_test")
    if "margin" in table:  # what `decide` would refuse is found before hours of running
        found["margin"] = margin = _number(table, "margin")
        usual = {"alpha": 0.05, "alternative": "two-sided"}
        check_margin(margin, **{name: found.get(name, value) for name, value in usual.items()})
    found["positive"] = _positive(table.get("positive"), found["metrics"], data)
    found["options"] = _options(table.get("options", {}), found.get("method", "auto"))
    return found


def read_design(table: Mapping[str, Any], kind: Kind) -> Design:
    """The design that a ``[design]`` table describes; numbers are not stratified.

    >>> read_design({"kind": "kfold", "folds": 5}, "classes")
    KFold(folds=5, stratified=True)
    """
    of_type(table, dict, "design", such_as='{ kind = "repeated-kfold" }')
    key = required(table, "kind", str, such_as='"repeated-kfold"')
    if key not in DESIGNS:
        raise unknown_name("design", key, DESIGNS)
    made: Any = DESIGNS[key]
    names = [each.name for each in dataclasses.fields(made)]
    refuse_unknown(table, ("kind", *names), f"setting of the design {key}")
    given = {name: value for name, value in table.items() if name != "kind"}
    if "stratified" in names:
        stratified = of_type(given.setdefault("stratified", kind == "classes"), bool, "stratified")
        if stratified and kind == "numbers":
            raise InputError("stratified is true, but numbers have no classes to stratify by; leave it out")
    if "test" in given:
        of_type(given["test"], float, "test", such_as="0.3333")
    design: Design = made(**given)
    return design


def _number(table: Mapping[str, Any], key: str) -> Any:
    return of_type(table[key], float, key)


def _metrics(table: Mapping[str, Any], kind: Kind) -> tuple[str, ...]:
    """The metrics, each of a kind that the target allows."""
    if "metrics" not in table:
        return DEFAULT_METRICS[kind]
    keys = texts(table["metrics"], "metrics", such_as='["accuracy", "auc"]')
    if not keys:
        raise InputError('metrics is empty; expected at least one, such as "accuracy"')
    for key in keys:
        if (METRICS[key].needs == "numbers") != (kind == "numbers"):
            wanted = ", ".join(DEFAULT_METRICS[kind]) if kind == "numbers" else "accuracy or auc"
            raise InputError(
                f"{key} cannot be used, because these learners predict {kind}; expected a metric for "
                f"{kind}, such as {wanted}"
            )
    return tuple(METRICS[key].key for key in keys)


def _positive(given: object, metrics: Sequence[str], data: Sequence[Data]) -> Any:
    """The positive class as the data write it; there must be one where a metric measures one class."""
    of_one = [key for key in metrics if METRICS[key].of_one_class]
    if given is None and not of_one:
        return None
    if data[0].kind == "numbers":
        raise InputError("positive applies to classes, but the target is numeric; leave it out")
    chosen = given
    for each in data:
        with inside(f"positive, data set {each.name!r}"):
            chosen = next((label for label in each.classes if str(label) == str(chosen)), chosen)
            positive_place(each.classes, chosen)
    return chosen


def _options(given: Mapping[str, Any], method: str) -> dict[str, Any]:
    of_type(given, dict, "options", such_as="{ df = 10 }")
    if given and method == "auto":
        raise InputError("options are given without a method; name the method too")
    if given:
        refuse_unknown(given, tuple(METHODS[method].options), f"option of {method}")
    for key, value in given.items():
        if not isinstance(value, bool | int | float | str):
            raise InputError(f"options: {key} is not a number, text or boolean; expected one of these")
    return dict(given)
