"""Forms and files that a browser sends: within limits, and without leftovers.

Files are streamed to temporary files without a name, which the system removes when they are closed, however
the request ends. While they are compared, in another process, they have a name in the server's own folder.
The name that the browser gave is shown and is never part of a path.
"""

import asyncio
import shutil
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath, PureWindowsPath
from tempfile import TemporaryDirectory

from starlette.datastructures import FormData, Headers, UploadFile
from starlette.formparsers import FormParser, MultiPartException, MultiPartParser
from starlette.requests import Request

from bakeoff.core.exceptions import FileError, InputError
from bakeoff.core.origin import sha256
from bakeoff.read.packed import PLAIN, compression_of, unpacking
from bakeoff.read.table import Table, columns_of, read_table
from bakeoff.report.words.verdict import visible
from bakeoff.web.refusals import RefusalError, cut_off, too_large
from bakeoff.web.settings import Settings

SUFFIXES = (".csv", ".tsv", ".txt", ".parquet", ".pq", ".jsonl", ".ndjson", ".json", ".arff")
UNPACKED = 20  # times the limit of an upload: what a packed log may become
DRAINED = 10  # times the limit: what is still received, only to be refused
MOST_FIELDS = 60  # besides those that choose models
OTHER_FILES = 2  # besides those of models: one with the truth, and a second field that may be empty
LONGEST_FIELD = 10_000  # bytes
LONGEST_NAME = 80
TICKED, TRUTH_FILE = "model", "truth_file"  # fields of the form: one for each model, and that of one file


class _Parser(MultiPartParser):
    """A parser that refuses a form without an end; its files are closed then as after any other error."""

    complete = False

    def __init__(self, headers: Headers, stream: AsyncGenerator[bytes, None], **limits: int) -> None:
        super().__init__(headers, self._whole(stream), **limits)

    def on_end(self) -> None:
        self.complete = True

    async def _whole(self, stream: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
        async for chunk in stream:
            yield chunk
        if not self.complete:
            raise cut_off()


@dataclass(frozen=True, kw_only=True)
class Placed:
    """A file that was sent: where it is, and the name that the browser gave, made safe to show."""

    path: Path
    name: str


@dataclass(frozen=True, kw_only=True)
class Sent:
    """What a form holds: its words, the models that were ticked, and the files that were chosen."""

    fields: Mapping[str, str]
    models: tuple[str, ...] = ()
    files: tuple[Placed, ...] = ()
    truth_file: Placed | None = None


@asynccontextmanager
async def received(request: Request, settings: Settings) -> AsyncIterator[Sent]:
    """The form of a request; its files are gone afterwards."""
    length = request.headers.get("content-length", "0")
    if not (length.isascii() and length.isdigit()) or int(length[:18]) > DRAINED * settings.limit:
        raise too_large(settings.limit)
    if int(length) > settings.limit:
        async for _ in request.stream():
            pass
        raise too_large(settings.limit)
    form = await _parsed(request, _at_most(request.stream(), settings.limit), settings.most_models)
    try:
        # A process that is killed may still write there.
        with TemporaryDirectory(dir=request.app.state.folder, ignore_cleanup_errors=True) as folder:
            yield await asyncio.to_thread(_sent, form, Path(folder))
    finally:
        await form.close()


async def _parsed(request: Request, stream: AsyncGenerator[bytes, None], most: int) -> FormData:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    limits = {"max_fields": MOST_FIELDS + most, "max_part_size": LONGEST_FIELD}
    try:
        if kind == "multipart/form-data":
            return await _Parser(request.headers, stream, max_files=most + OTHER_FILES, **limits).parse()
        if kind == "application/x-www-form-urlencoded":
            return await FormParser(request.headers, stream, **limits).parse()
    except MultiPartException as problem:
        raise RefusalError(
            400,
            "The form cannot be read",
            f"{problem.message} Expected at most {most} files of models and {MOST_FIELDS} fields of "
            f"{LONGEST_FIELD:,} bytes each.",
            "Choose the file again and send the form of this page, or use the command line: bakeoff rank.",
        ) from None
    raise RefusalError(
        415,
        "This is not a form",
        f"What was sent is of the type {visible(kind)[:60] or 'nothing at all'}; expected a form.",
        "Use the form of the start page, or the command line.",
    )


async def _at_most(stream: AsyncGenerator[bytes, None], limit: int) -> AsyncGenerator[bytes, None]:
    """The stream, or an error where it is longer than allowed, whatever its header promised.

    A browser reads the answer once it has sent everything: the rest is read and dropped, up to a limit.
    """
    size = 0
    async for chunk in stream:
        size += len(chunk)
        if size <= limit:
            yield chunk
        elif size > DRAINED * limit:
            break
    if size > limit:
        raise too_large(limit)


def _sent(form: FormData, folder: Path) -> Sent:
    """Words and files; where no file was chosen a browser sends an empty one without a name."""
    every = form.multi_items()
    words = {name: each.replace("\r\n", "\n").strip() for name, each in every if isinstance(each, str)}
    ticked = (each for name, each in every if name == TICKED and isinstance(each, str))
    chosen = [(name, each) for name, each in every if isinstance(each, UploadFile) and each.filename]
    files = [(name, _placed(each, folder / str(at))) for at, (name, each) in enumerate(chosen)]
    return Sent(
        fields=words,
        models=tuple(ticked),
        files=tuple(each for name, each in files if name != TRUTH_FILE),
        truth_file=next((each for name, each in files if name == TRUTH_FILE), None),
    )


def shown_name(given: str | None) -> str:
    r"""The name of a file, to be shown: without folders and unprintable characters.

    >>> shown_name("C:\\data\\..\\p.csv"), shown_name("../../etc/passwd")
    ('p.csv', 'passwd')
    """
    name = PureWindowsPath(PurePosixPath(given or "").name).name
    return visible(name)[-LONGEST_NAME:] or "the file"


@dataclass(frozen=True, kw_only=True)
class Stored:
    """A file that was sent, while it is on this machine: its path and its name."""

    path: Path
    name: str
    digest: str
    most_rows: int = Settings.most_rows

    @property
    def mark(self) -> tuple[str, str]:
        """What identifies it in a report."""
        return self.name, self.digest

    @cached_property
    def names(self) -> list[str]:
        """The names of its columns, where it is a table."""
        return columns_of(self.path, name=self.name, most_rows=self.most_rows)

    @property
    def table(self) -> Table:
        """The whole table, to choose its columns; refused where it is too large for that."""
        _ = self.names
        return read_table(self.path, name=self.name)


def _placed(upload: UploadFile, place: Path) -> Placed:
    name = shown_name(upload.filename)
    ending = PurePosixPath(name).suffix.lower()
    path = place.with_suffix(ending if ending in SUFFIXES else "")
    with path.open("wb") as copy:
        shutil.copyfileobj(upload.file, copy, 1 << 20)
    return Placed(path=path, name=name)


@contextmanager
def stored(files: Sequence[Placed], settings: Settings) -> Iterator[list[Stored]]:
    """The files within the limits of the server; no error shows where they are."""
    there = [_stored(each, settings) for each in files]
    try:
        yield there
    except InputError as problem:
        said = str(problem)
        for each in there:
            said = said.replace(str(each.path), each.name)
        raise problem.worded(said) from None


def _stored(file: Placed, settings: Settings) -> Stored:
    _refuse_endless(file.path, file.name, UNPACKED * settings.limit)
    return Stored(path=file.path, name=file.name, digest=sha256(file.path), most_rows=settings.most_rows)


def _refuse_endless(path: Path, name: str, most: int) -> None:
    """Refuse a small file that unpacks to a huge one."""
    size = 0
    with path.open("rb") as stream:
        compression = compression_of(stream)
        if compression == PLAIN:
            return
        try:
            with unpacking(stream, name, compression) as text:
                while size <= most and (piece := text.read(1 << 20)):
                    size += len(piece)
        except FileError:
            return  # damaged: reading it reports that
    if size > most:
        raise InputError(
            f"{name} unpacks to more than {most / 1e6:g} MB; use the command line, or fewer rows"
        )


def is_known(files: Sequence[Stored], *, one_data_set: bool = False) -> bool:
    """Whether the files are logs or results of another program rather than tables with columns to choose.

    A tidy table of fold scores of ``one_data_set`` is such a result only where that is chosen.
    """
    from bakeoff.read.importers import importer_of
    from bakeoff.read.importers._record import glimpse_of

    glimpses = [glimpse_of(each.path, each.name) for each in files]
    importer = importer_of(glimpses)
    one_by_one = "learner" in glimpses[0].columns and "dataset" not in glimpses[0].columns
    return importer is not None and (one_data_set or not (importer.key == "fold-table" and one_by_one))
