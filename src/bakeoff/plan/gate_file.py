"""Gate files: TOML that says which metrics and slices are checked, each with its margin."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bakeoff.core.conditions import conditions_in
from bakeoff.core.exceptions import FileError, InputError, unknown_name
from bakeoff.core.missing import check_missing
from bakeoff.plan.gates import GateRequest, Wish
from bakeoff.read.opening import file_path
from bakeoff.read.toml_file import read_toml

TEXTS = ("old", "new", "truth", "truth_file", "id", "cluster", "filter")
KEYS = ("files", "alpha", "check", "may_differ", "missing", *TEXTS)
OF_A_CHECK = ("metric", "margin", "by", "slice", "positive")
EXAMPLE = "[[check]] with metric = 'accuracy' and margin = 0.02"


def read_gate_file(path: str | os.PathLike[str]) -> GateRequest:
    r"""Read a gate file; the files that it names are looked for in its folder.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> text = '''
    ... files = ["predictions.csv"]
    ... [[check]]
    ... margin = 0.01
    ... [[check]]
    ... metric = "f1"
    ... margin = 0.03
    ... by = "language"
    ... '''
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder, "gate.toml")
    ...     _ = file.write_text(text)
    ...     request = read_gate_file(file)
    >>> [(each.metric, each.margin, each.by) for each in request.wishes]
    [(None, 0.01, None), ('f1', 0.03, 'language')]
    """
    file, source = file_path(path)
    try:
        return _request(read_toml(file, source, expected="a gate file in TOML"), file.parent)
    except FileError:
        raise
    except InputError as problem:
        raise problem.worded(f"{source}: {problem}") from None


def _request(table: Mapping[str, Any], folder: Path) -> GateRequest:
    _refuse_unknown(table, KEYS)
    checks = table.get("check")
    if not isinstance(checks, list) or not checks or not all(isinstance(each, dict) for each in checks):
        raise InputError(f"the file has no list of checks; expected {EXAMPLE}")
    files = table.get("files", [])
    if not isinstance(files, list) or not all(isinstance(each, str) for each in files):
        raise InputError(f"files is {files!r}; expected a list of names, such as ['predictions.csv']")
    given: dict[str, Any] = {name: _text(table, name) for name in TEXTS}
    if given["truth_file"] is not None:
        given["truth_file"] = folder / given["truth_file"]
    return GateRequest(
        files=tuple(folder / each for each in files),
        wishes=tuple(_wish(each, at) for at, each in enumerate(checks, start=1)),
        alpha=table.get("alpha", 0.025),
        may_differ=_conditions(table.get("may_differ", "")),
        missing=check_missing(table.get("missing")),
        **given,
    )


def _conditions(given: object) -> tuple[str, ...]:
    """The conditions that may differ, as a list or as one text."""
    if isinstance(given, str) or (isinstance(given, list) and all(isinstance(each, str) for each in given)):
        return conditions_in(given)
    raise InputError(f"may_differ is {given!r}; expected names of conditions, such as ['scorer', 'version']")


def _wish(table: Mapping[str, Any], at: int) -> Wish:
    try:
        _refuse_unknown(table, OF_A_CHECK)
        if "margin" not in table:
            raise InputError("margin is missing; expected the largest acceptable loss, such as margin = 0.02")
        metric, by, part, positive = (_text(table, name) for name in ("metric", "by", "slice", "positive"))
        if part is not None and by is None:
            raise InputError("slice is given without by; expected by, the column that holds this value")
        return Wish(margin=table["margin"], metric=metric, by=by, slice=part, positive=positive)
    except InputError as problem:
        raise problem.worded(f"check {at}: {problem}") from None


def _text(table: Mapping[str, Any], name: str) -> str | None:
    value = table.get(name)
    if value is None or (isinstance(value, str) and value):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool) and name in ("slice", "positive"):
        return f"{value}"
    raise InputError(f"{name} is {value!r}; expected text")


def _refuse_unknown(table: Mapping[str, Any], known: tuple[str, ...]) -> None:
    for name in table:
        if name not in known:
            raise unknown_name("key", name, known)
