"""What a file of another program holds, told by its content, and the two sides of a comparison out of it."""

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path, PurePath
from typing import Any

from bakeoff.core.exceptions import FileError, InputError
from bakeoff.read.engine.shards import is_many
from bakeoff.read.frames import table_of
from bakeoff.read.importers.found import Imported, Wanted, plain
from bakeoff.read.importers.inspect_log import is_log, read_inspect, refuse_packed
from bakeoff.read.importers.json_values import JsonValues, read_bytes, unpacked
from bakeoff.read.importers.lm_eval import read_lm_eval
from bakeoff.read.importers.lm_eval_files import MOST_FILES, find_logs, is_sample
from bakeoff.read.importers.scikit import (
    is_cross_validate,
    is_cross_validate_table,
    is_cv_results,
    is_several,
    learners_in,
    read_cross_validate,
    read_cv_results,
    scores_in,
)
from bakeoff.read.importers.weka import header, is_results, read_weka
from bakeoff.read.importers.wide import has_single_folds, is_tidy, is_wide, read_fold_table
from bakeoff.read.lines import Lines
from bakeoff.read.opening import file_path, opened
from bakeoff.read.table import Table
from bakeoff.read.tables import read_table

HEAD = 1 << 16
MOST_KEYS = 10_000
MOST_BYTES = 1 << 22  # of a table of fold scores: a larger one with folds in it holds items
FEW = 20
_ZIP, _PARQUET = b"PK\x03\x04", b"PAR1"

IN_WORDS = {
    "lm-eval": "a log of lm-evaluation-harness",
    "inspect": "a log of Inspect",
    "weka": "a result file of Weka's Experimenter",
    "arff": "an ARFF file",
    "cross-validate": "what scikit-learn's cross_validate returned",
    "cv-results": "a cv_results_ table of scikit-learn",
    "folds": "a table of fold scores",
}


Reader = Callable[[Sequence[Any], Sequence[Any], Wanted], Imported]


@dataclass(frozen=True, kw_only=True)
class Sniffed:
    """What kind of file it is, and its content where it had to be read to find out."""

    kind: str
    content: Any = None


def recognise(
    path: Any,
    *rest: Any,
    metric: str | None = None,
    filter: str | None = None,  # noqa: A002 - the word of lm-evaluation-harness
    a: str | int | None = None,
    b: str | int | None = None,
    by: str | None = None,
    cluster: str | None = None,
    progress: Callable[[float], None] | None = None,
) -> Imported | None:
    r"""Read the two sides of a comparison from logs or tables of another program.

    Parameters
    ----------
    path, *rest
        A file, or A's and B's; also folders of logs of lm-evaluation-harness.
    metric
        Which of several to take: as the log calls it, or one of bakeoff's keys.
    filter
        Which filter of lm-evaluation-harness to take (by default the first).
    a, b
        Which learners, schemes or candidates to compare, where there are more than two.
    by, cluster
        Fields of the items to keep: to slice by, and to take items together by.
    progress
        Told the share of long logs that is read, from 0 to 1.

    Returns
    -------
    ItemScores or FoldTables or None
        None where the files are none of these; whoever asked may read them as plain tables.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder, "folds.csv")
    ...     _ = file.write_text("fold,bayes,tree\n1,0.9,0.8\n2,0.7,0.75\n")
    ...     found = recognise(file)
    >>> found.names, found.tables[""].a_scores.tolist()
    (('bayes', 'tree'), [[0.9, 0.7]])
    """
    paths = (path, *rest)
    sniffed = [sniff(each) for each in paths]
    kinds = [None if each is None else each.kind for each in sniffed]
    if kinds[0] is None or kinds.count(kinds[0]) < len(kinds):
        _refuse_mixed(paths, kinds)
        return None
    wanted = Wanted(metric=metric, filter=filter, a=a, b=b, by=by, cluster=cluster, progress=progress)
    return READERS[kinds[0]](paths, [each.content for each in sniffed if each is not None], wanted)


def sniff(path: Any) -> Sniffed | None:
    """What kind of file, folder or pattern it is; None where it is not one that is known here."""
    if not isinstance(path, str | os.PathLike):
        return None
    file, _ = file_path(path)
    if not file.is_file():
        return _sniff_folder(file)
    head = _head(file)
    if head.startswith(_ZIP):
        refuse_packed(file)
    if not head or head.startswith((_ZIP, _PARQUET)):
        return None
    try:
        return _sniff_json(file) if head[:1] in b"{[" else _sniff_lines(file)
    except InputError:
        return None  # whoever reads it as a plain table says what is wrong


def _head(file: Path) -> bytes:
    try:
        with unpacked(file, expected="a log or a table") as (stream, source):
            return read_bytes(stream, HEAD, source).removeprefix(b"\xef\xbb\xbf").lstrip()
    except FileError:
        return b""


def _sniff_folder(path: Path) -> Sniffed | None:
    if find_logs(path):
        return Sniffed(kind="lm-eval")
    if path.is_dir():
        for file in sorted(islice(path.iterdir(), MOST_FILES))[:FEW]:
            if file.suffix == ".eval" or (file.suffix == ".json" and file.is_file() and _is_inspect(file)):
                raise InputError(f"{plain(path, 200)} holds logs of Inspect; give two of them, A's and B's")
    return None


def _is_inspect(file: Path) -> bool:
    found = sniff(file)
    return found is not None and found.kind == "inspect"


def _sniff_json(file: Path) -> Sniffed | None:
    with unpacked(file, expected="a log") as (stream, source):
        text = JsonValues(stream, source)
        if text.next_character() == "[":
            return _sniff_list(text.elements(), source)
        found: dict[str, Any] = {}
        for key in text.members():
            if key == "samples" and is_log(found):
                return Sniffed(kind="inspect")
            found[key] = text.value()
            if len(found) > MOST_KEYS:
                return None
        return _sniff_object(found, file, source)


def _sniff_list(elements: Iterator[Any], source: str) -> Sniffed | None:
    first = next(elements, None)
    if is_sample(first):
        return Sniffed(kind="lm-eval")
    if not isinstance(first, dict) or not is_cv_results(list(first)):
        return None
    rows = [first, *(each for each in elements if isinstance(each, dict))]
    return Sniffed(
        kind="cv-results",
        content=table_of({name: [row.get(name) for row in rows] for name in first}, source),
    )


def _sniff_object(found: dict[str, Any], file: Path, source: str) -> Sniffed | None:
    if is_log(found):
        return Sniffed(kind="inspect")
    if is_sample(found):
        return Sniffed(kind="lm-eval")
    if is_cross_validate(found) or is_several(found):
        return Sniffed(kind="cross-validate", content=found)
    if not is_cv_results(list(found)):
        return None
    if not any(isinstance(each, list | dict) for name, each in found.items() if name.startswith("split")):
        return Sniffed(kind="cv-results", content=read_table(file))  # one candidate a line
    columns = {name: list(each.values()) if isinstance(each, dict) else each for name, each in found.items()}
    return Sniffed(kind="cv-results", content=table_of(columns, source))


def _sniff_lines(file: Path) -> Sniffed | None:
    with unpacked(file, expected="a table") as (stream, source):
        lines = Lines(stream, source)
        first = next((line for line in lines if line.strip() and not line.startswith("%")), "")
        if first.lstrip().startswith("@"):
            return Sniffed(kind="weka" if is_results(header(lines)[0]) else "arff")
    delimiter = max(",\t;", key=first.count)
    names = [cell.strip().strip("\"'") for cell in first.split(delimiter)]
    if is_results(names):
        return Sniffed(kind="weka")
    if is_cv_results(names):
        return Sniffed(kind="cv-results", content=read_table(file))
    if is_cross_validate_table(names):
        return Sniffed(kind="cross-validate", content=scores_in(read_table(file)))
    if is_tidy(names) or (is_wide(names) and file.stat().st_size <= MOST_BYTES):
        table = read_table(file)
        return Sniffed(kind="folds", content=table) if is_tidy(names) or has_single_folds(table) else None
    return None


def _refuse_mixed(paths: Sequence[Any], kinds: Sequence[str | None]) -> None:
    """Refuse two sides of which one alone is known, or that are of different kinds."""
    known = [(path, kind) for path, kind in zip(paths, kinds, strict=True) if kind is not None]
    if known:
        for each in paths:
            file, source = file_path(each)
            if not is_many(each):
                with opened(file, source, expected="a log or a table"):
                    pass
        path, kind = known[0]
        other = next(other for other, its in zip(paths, kinds, strict=True) if its != kind)
        raise InputError(
            f"{plain(path, 200)} is {IN_WORDS[kind]} and {plain(other, 200)} is not; give two of one kind"
        )


def _two_logs(read: Callable[[Any, Any, Wanted], Imported]) -> Reader:
    def read_two(paths: Sequence[Any], _: Sequence[Any], wanted: Wanted) -> Imported:
        if len(paths) != 2:
            raise InputError(
                f"{plain(paths[0], 200)} is a log of one model; give the log of the other as the second file"
            )
        return read(paths[0], paths[1], wanted)

    return read_two


def _one_table(read: Callable[[Table, Wanted], Imported]) -> Reader:
    def read_one(paths: Sequence[Any], contents: Sequence[Any], wanted: Wanted) -> Imported:
        if len(paths) != 1:
            raise InputError(f"{plain(paths[1], 200)} is one table too many; give one that holds both sides")
        return read(contents[0], wanted)

    return read_one


def _cross_validate(paths: Sequence[Any], contents: Sequence[Any], wanted: Wanted) -> Imported:
    stems = [plain(PurePath(path).stem) for path in paths]
    learners = learners_in(list(zip(stems, contents, strict=True)))
    return read_cross_validate(learners, wanted, " and ".join(plain(path, 200) for path in paths))


def _arff(paths: Sequence[Any], _: Sequence[Any], wanted: Wanted) -> Imported:
    raise InputError(
        f"{plain(paths[0], 200)} is an ARFF file, but no result of Weka's Experimenter (it has no "
        f"Key_Dataset, Key_Run and Key_Scheme); save predictions as CSV"
    )


READERS: dict[str, Reader] = {
    "lm-eval": _two_logs(read_lm_eval),
    "inspect": _two_logs(read_inspect),
    "weka": lambda paths, _, wanted: read_weka(paths, wanted),
    "arff": _arff,
    "cross-validate": _cross_validate,
    "cv-results": _one_table(read_cv_results),
    "folds": _one_table(read_fold_table),
}
