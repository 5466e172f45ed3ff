"""Where Inspect left its logs, in JSON or in the binary form: who was asked what, and the samples.

The binary form (``.eval``) is a zip archive, its entries compressed by zstd or, in older ones, by deflate:
``header.json``, ``summaries.json`` with what is known about each sample, and ``samples/*.json`` with all that
was said. A broken off log has ``_journal/start.json`` and ``_journal/summaries/*.json`` in place of the
first two.
"""

import sys
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any, BinaryIO, cast

from bakeoff.core.exceptions import FileError
from bakeoff.read.importers._files import logs_among
from bakeoff.read.importers._record import ZIP, Glimpse
from bakeoff.read.json_values import JsonValues, Scan, unpacked
from bakeoff.read.packed import without_packing
from bakeoff.read.values import plain

if sys.version_info >= (3, 14):
    import zipfile

    from compression.zstd import ZstdError
else:
    from backports.zstd import ZstdError, zipfile

EXPECTED = "a log of Inspect"
HEADERS = ("header.json", "_journal/start.json")
SUMMARIES, JOURNAL, SAMPLES = "summaries.json", "_journal/summaries/", "samples/"
MOST_BYTES, MOST_OF_HEADER = 1 << 30, 1 << 23  # in one entry, unpacked
DAMAGE = (OSError, EOFError, ValueError, RuntimeError, zlib.error, ZstdError, zipfile.BadZipFile)
MARKED = 500  # characters of an input that identify it; the binary form has only the first ones
FAILED = {"error", "cancelled"}
ENDED = {"success"}


@dataclass(frozen=True, kw_only=True, eq=False)
class Log:
    """One log: of which task, model and time, how it ended, and what Inspect shows of its scores.

    ``header`` is all that it says about its samples together. Where other logs of the task hold other
    samples, ``apart`` are the arguments of the task that chose them; ``rewritten`` is whether the same
    samples are in other logs with other inputs.
    """

    glimpse: Glimpse
    task: str
    model: str
    status: str
    message: str
    created: str
    reducers: tuple[str, ...]
    main: tuple[str, ...]
    header: Mapping[str, Any] = field(default_factory=dict)
    apart: tuple[str, ...] = ()
    rewritten: bool = False

    def part_of(self, name: str) -> Mapping[str, Any]:
        """An object in the header; empty where it has none."""
        found = self.header.get(name)
        return found if isinstance(found, dict) else {}

    @property
    def stem(self) -> str:
        """The name of the file without its endings."""
        name = without_packing(PurePath(self.glimpse.called).name)
        return name.removesuffix(".json").removesuffix(".eval")

    @property
    def told(self) -> str:
        """How it ended, where that was not well."""
        why = f": {self.message}" if self.message else ""
        if self.status in FAILED:
            return f"{self.glimpse.called} failed (status {self.status!r}{why})"
        return f"{self.glimpse.called} did not end (status {plain(self.status)!r}, not 'success')"


def find_logs(glimpse: Glimpse) -> list[Log]:
    """The logs in a file, a folder or a pattern; none where there are none."""
    found = logs_among(glimpse, lambda each: bool(header_of(each)), endings=(".eval", ".json"))
    return [_described(each, header_of(each)) for each in found]


def is_log(found: Mapping[str, Any]) -> bool:
    """Whether the first keys of an object are those of a log."""
    about = found.get("eval")
    return isinstance(about, dict) and {"task", "model"} <= about.keys() and "status" in found


def header_of(glimpse: Glimpse) -> Mapping[str, Any]:
    """What a log says about all its samples; nothing where it is not a log."""
    if not glimpse.head.startswith(ZIP):
        return glimpse.first if is_log(glimpse.first) else {}
    try:
        with _archive(glimpse) as archive:
            name = next((each for each in HEADERS if each in archive.NameToInfo), None)
            if name is None:
                return {}
            with _entry(archive, name, glimpse.called, MOST_OF_HEADER) as stream:
                found = JsonValues(stream, glimpse.called).value()
    except FileError:
        return {}  # reading it as a table reports what is wrong
    found = {"status": "started", **found} if isinstance(found, dict) else {}
    return found if is_log(found) else {}


def is_packed(glimpse: Glimpse) -> bool:
    """Whether it is an archive that has the entries of a log."""
    if not glimpse.head.startswith(ZIP):
        return False
    try:
        with _archive(glimpse) as archive:
            return any(name in archive.NameToInfo for name in HEADERS)
    except FileError:
        return False


def samples_of(log: Log, scan: Scan) -> Iterator[Any]:
    """The samples of a log, one after the other; of a binary log the summary of each."""
    glimpse = log.glimpse
    if glimpse.head.startswith(ZIP):
        with _archive(glimpse) as archive:
            yield from _packed_samples(archive, glimpse.called)
        scan.read(glimpse.path.stat().st_size)
        return
    with unpacked(glimpse.path, glimpse.called, expected=EXPECTED) as stream:
        text = JsonValues(stream, glimpse.called, scan.read)
        for key in text.members():
            if key == "samples" and text.next_character() == "[":
                yield from text.elements()
            else:
                text.value()


def _packed_samples(archive: zipfile.ZipFile, called: str) -> Iterator[Any]:
    names = archive.namelist()
    journal = sorted((each for each in names if each.startswith(JOURNAL)), key=lambda each: (len(each), each))
    lists = [SUMMARIES] if SUMMARIES in archive.NameToInfo else journal
    for name in lists or (each for each in names if each.startswith(SAMPLES) and each.endswith(".json")):
        with _entry(archive, name, called, MOST_BYTES) as stream:
            text = JsonValues(stream, f"{name} in {called}")
            if lists:
                yield from text.elements()
            else:
                yield text.value()


@contextmanager
def _archive(glimpse: Glimpse) -> Iterator[zipfile.ZipFile]:
    with _undamaged(glimpse.called), zipfile.ZipFile(glimpse.path) as archive:
        yield archive


@contextmanager
def _entry(archive: zipfile.ZipFile, name: str, called: str, most: int) -> Iterator[BinaryIO]:
    size = archive.getinfo(name).file_size
    if size > most:
        raise FileError(
            f"{plain(name)} in {called} unpacks to {size:,} bytes; expected at most {most:,}: write "
            f"the log again with fewer samples"
        )
    with _undamaged(called), archive.open(name) as stream:
        yield cast(BinaryIO, stream)


@contextmanager
def _undamaged(called: str) -> Iterator[None]:
    """Say in one line that an archive is damaged."""
    try:
        yield
    except FileError:
        raise
    except DAMAGE as problem:
        raise FileError(f"{called} cannot be unpacked ({plain(problem)}); copy it again") from None


def _described(glimpse: Glimpse, header: Mapping[str, Any]) -> Log:
    about, error = header["eval"], header.get("error")
    config = about.get("config")
    given = config.get("epochs_reducer") if isinstance(config, dict) else None
    message = error.get("message") if isinstance(error, dict) else None
    return Log(
        glimpse=glimpse,
        task=plain(about.get("task") or "").rpartition("/")[2],
        model=plain(about.get("model") or ""),
        status=str(header["status"]),
        message=plain(message or ""),
        created=str(about.get("created") or ""),
        reducers=tuple(map(str, given)) if isinstance(given, list) else (),
        main=tuple(dict.fromkeys(_main(header))),
        header=header,
    )


def _main(header: Mapping[str, Any]) -> Iterator[str]:
    """The names of the scores, that which Inspect shows first, then in the order of its lists."""
    results = header.get("results")
    results = results if isinstance(results, dict) else {}
    shown, about = results.get("headline"), header["eval"]
    if isinstance(shown, dict):
        yield str(shown.get("score") or "")
    for each in (*_objects(results.get("scores")), *_objects(about.get("scorers"))):
        yield str(each.get("name"))
        yield f"{each.get('scorer')}/{each.get('name')}"


def _objects(given: Any) -> list[Mapping[str, Any]]:
    return [each for each in given if isinstance(each, dict)] if isinstance(given, list) else []


def content_of(sample: Mapping[str, Any]) -> tuple[str, str]:
    """What is asked in a sample and what is right, as far as both forms of a log have them.

    >>> content_of({"input": [{"role": "user", "content": "7  + 5?"}], "target": "12"})
    ('7 + 5?', '12')
    """
    told = " ".join(_texts(sample.get("input"))), str(sample.get("target"))
    question, target = (" ".join(each.split())[:MARKED] for each in told)
    return question, target


def _texts(asked: Any) -> Iterator[str]:
    """The texts of an input: it is a text, or a list of messages whose content is a text or a list of parts.

    >>> list(_texts([{"role": "user", "content": [{"type": "text", "text": "7 + 5?"}]}]))
    ['7 + 5?']
    """
    if isinstance(asked, str):
        yield asked
    for part in asked if isinstance(asked, list) else ():
        if isinstance(part, dict):
            yield from _texts(part.get("content", part.get("text")))
