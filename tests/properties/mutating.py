"""Logs of other programs, damaged at random: bytes, and values inside JSON, also inside archives."""

import gzip
import io
import json
import random
import sys
import tarfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from bakeoff import compare_files
from bakeoff.core.exceptions import BakeoffError
from bakeoff.core.pick import two_of
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.importers import importer_of
from bakeoff.read.importers._record import glimpse_of

if sys.version_info >= (3, 14):
    import zipfile
else:
    from backports.zstd import zipfile

DATA = Path(__file__).parents[1] / "unit" / "read" / "importers" / "data"
ODD = [
    *(None, True, False, 0, -1, 1e308, -1e-308, float("nan"), float("inf"), 10**400, "", "C", "\0", "\ud800"),
    *([], {}, [[]], {"": {}}, [1, "x", None], "x" * 10_000, {"value": {"a": 1}}, "2024-01-01", -(2**63)),
]


KINDS = "database", "files"  # of a store of MLflow


@dataclass(frozen=True)
class Format:
    """Files of A and of B by their paths, which of A's are damaged, and which paths are then given."""

    files: dict[str, bytes]
    damaged: tuple[str, ...]
    given: tuple[str, ...]


def formats() -> dict[str, Format]:
    """One of each format, as the programs wrote them."""
    inspect, lm_eval, promptfoo = DATA / "inspect", DATA / "lm_eval", DATA / "promptfoo"
    old = {f"{name}.json": (inspect / f"{name}_old.json").read_bytes() for name in ("careful", "hasty")}
    packed = {
        f"{name}.eval": (inspect / "folders" / name / "parity.eval").read_bytes()
        for name in ("careful", "hasty")
    }
    harness = {
        f"{name}/{file.name}": file.read_bytes()
        for name in ("careful", "hasty")
        for file in sorted((lm_eval / "groups" / name).iterdir())
    }
    foo = {
        f"{name}.json": gzip.decompress((promptfoo / f"{name}.json.gz").read_bytes())
        for name in ("careful", "hasty")
    }
    deep = {
        f"{name}.json": (DATA / "deepeval" / f"{name}.json").read_bytes() for name in ("careful", "hasty")
    }
    openai = {file.name: file.read_bytes() for file in sorted((DATA / "openai_evals").glob("*.jsonl"))}
    split = {
        f"{name}.json": (DATA / "split_table" / "wandb_files" / f"{name}.table.json").read_bytes()
        for name in ("careful", "hasty")
    }
    stores = unpacked(DATA / "split_table" / "stores.tar.gz")
    mlflow = {
        name: raw
        for name, raw in stores.items()
        if "artifacts/eval" in name or name.endswith((".db", ".yaml"))
    }
    for kind in KINDS:  # two models: the third has no table
        for name in [name for name in mlflow if name.startswith(kind) and "artifacts" in name][2:]:
            del mlflow[name]
    first = {
        kind: next(name for name in mlflow if name.startswith(kind) and "artifacts" in name) for kind in KINDS
    }
    experiment = {kind: str(Path(name).parents[2]) for kind, name in first.items()}
    helm = {
        name: raw
        for name, raw in unpacked(DATA / "helm" / "runs.tar.gz").items()
        if "simple_mcqa" in name and not name.endswith("/stats.json")
    }
    light = unpacked(DATA / "lighteval" / "out.tar.gz")
    runs = tuple(f"runs/toys/simple_mcqa:model=toy_{name}" for name in ("careful", "hasty"))
    details = tuple(f"details/toy/{name}" for name in ("careful", "hasty"))
    return {
        "inspect-json": Format(old, ("careful.json",), tuple(old)),
        "inspect-eval": Format(packed, ("careful.eval",), tuple(packed)),
        "lm-eval": Format(
            harness, tuple(each for each in harness if each.startswith("careful")), ("careful", "hasty")
        ),
        "promptfoo": Format(foo, ("careful.json",), tuple(foo)),
        "deepeval": Format(deep, ("careful.json",), tuple(deep)),
        "openai-evals": Format(openai, ("careful.jsonl",), tuple(openai)),
        "mlflow-db": Format(mlflow, ("database/mlflow.db", first["database"]), ("database/mlflow.db",)),
        "mlflow-files": Format(
            mlflow,
            (
                first["files"],
                *(name for name in mlflow if name.startswith(experiment["files"]) and ".yaml" in name),
            ),
            (experiment["files"],),
        ),
        "split-table": Format(split, ("careful.json",), tuple(split)),
        "helm": Format(helm, tuple(each for each in helm if "careful" in each), runs),
        "lighteval": Format(light, tuple(each for each in light if "careful" in each), details),
    }


def unpacked(path: Path) -> dict[str, bytes]:
    """The files in an archive."""
    with tarfile.open(path) as archive:
        return {each.name: archive.extractfile(each).read() for each in archive if each.isfile()}


def write(form: Format, folder: Path) -> None:
    """All files, as they are."""
    for name, raw in form.files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(raw)


def cases(form: Format, folder: Path, count: int, seed: int) -> Iterator[Callable[[], str]]:
    """Each damages one file and gives what to run; the file is mended when the next one is asked for."""
    rng = random.Random(seed)  # noqa: S311 - nothing secret
    write(form, folder)
    for at in range(count):
        name = rng.choice(form.damaged)
        (folder / name).write_bytes(mutated(form.files[name], rng))
        paths = [folder / each for each in form.given]
        metric = rng.choice([None] * 8 + ["pass@2", "agreement", "acc"])
        yield lambda paths=paths, metric=metric, whole=at % 10 == 0: outcome(paths, metric, whole=whole)
        (folder / name).write_bytes(form.files[name])


def outcome(paths: list[Path], metric: str | None, *, whole: bool) -> str:
    """What came of files: a reading, somebody else's file, or one clear line."""
    try:
        if whole:
            return str(compare_files(*paths, metric=metric).decision)
        glimpses = [glimpse_of(path) for path in paths]
        importer = importer_of(glimpses)
        if importer is None:
            return "unknown"
        importer.read(glimpses, Wanted(metric=metric, pick=two_of(None, None)))
    except BakeoffError as problem:
        assert "\n" not in str(problem), str(problem)
        str(problem).encode("utf-8")
        return "refused"
    return "read"


def mutated(raw: bytes, rng: random.Random) -> bytes:
    """A damaged copy: of bytes, of a value in JSON, or of JSON in an archive."""
    if rng.random() < 0.4:
        return of_bytes(raw, rng)
    if raw.startswith(b"PK\x03\x04"):
        return of_archive(raw, rng)
    try:
        return of_json(raw, rng)
    except ValueError:
        return of_bytes(raw, rng)


def of_bytes(raw: bytes, rng: random.Random) -> bytes:
    """Bytes changed, left out, doubled, put in or cut off."""
    start, length = rng.randrange(len(raw)), rng.choice([1, 1, 4, 64, 4096])
    span = raw[start : start + length]
    return rng.choice(
        [
            raw[:start] + bytes(rng.randrange(256) for _ in span[:64]) + raw[start + len(span[:64]) :],
            raw[:start] + raw[start + length :],
            raw[:start] + span + span + raw[start + length :],
            raw[:start] + rng.choice([b"\0", b"\xff", b"{", b"]", b'"', b"\n", b"1e999"]) + raw[start:],
            raw[:start],
        ]
    )


def of_json(raw: bytes, rng: random.Random) -> bytes:
    """Values replaced, left out, or put elsewhere, in one object or in objects on lines."""
    text = raw.decode("utf-8")
    lines = text.splitlines()
    if text[:1] == "{" and len(lines) > 1 and lines[0].endswith("}"):
        at = rng.randrange(len(lines))
        lines[at] = dumped(changed(json.loads(lines[at]), rng))
        return ("\n".join(lines) + "\n").encode("utf-8", "surrogatepass")
    return dumped(changed(json.loads(text), rng)).encode("utf-8", "surrogatepass")


def dumped(value: object) -> str:
    return json.dumps(value, ensure_ascii=True)


def changed(value: object, rng: random.Random) -> object:
    """One to three nodes changed, chosen from the top down."""
    for _ in range(rng.choice([1, 1, 2, 3])):
        holder, key = value, None
        for _ in range(rng.randrange(1, 9)):
            keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
            if not keys:
                break
            key = rng.choice(keys)
            if not isinstance(holder[key], dict | list) or not holder[key]:
                break
            holder = holder[key] if rng.random() < 0.8 else holder
        keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        if not keys:
            continue
        key = rng.choice(keys)
        way = rng.random()
        if way < 0.6:
            holder[key] = rng.choice(ODD)
        elif way < 0.8:
            del holder[key]
        else:
            holder[key] = holder[rng.choice(keys)]
    return value


def of_archive(raw: bytes, rng: random.Random) -> bytes:
    """One entry of an archive damaged, left out, or renamed."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(raw)) as archive,
        zipfile.ZipFile(out, "w", zipfile.ZIP_ZSTANDARD) as copy,
    ):
        names = archive.namelist()
        target = rng.choice([*names, "header.json", "summaries.json", "summaries.json"])
        for name in names:
            content = archive.read(name)
            if name == target and rng.random() < 0.1:
                continue
            if name == target:
                content = of_json(content, rng) if rng.random() < 0.8 else of_bytes(content, rng)
            copy.writestr(name, content)
    return out.getvalue()
