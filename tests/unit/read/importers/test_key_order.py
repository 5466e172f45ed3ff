"""Logs whose keys somebody sorted are the same logs, and the order of files says nothing, either."""

import gzip
import json
import shutil
import zipfile
from pathlib import Path

import numpy as np
import pytest
from tests.unpacking import unpack

from bakeoff.read.engine.plan import Wanted
from bakeoff.read.importers import importer_of
from bakeoff.read.importers._inspect_files import zipfile as any_zipfile
from bakeoff.read.importers._record import glimpse_of

DATA = Path(__file__).parent / "data"
GIVEN = {
    "inspect-json": ("inspect/careful.json.gz", "inspect/hasty.json.gz"),
    "inspect-old": ("inspect/careful_old.json", "inspect/hasty_old.json"),
    "inspect-folders": ("inspect/folders/careful", "inspect/folders/hasty"),
    "lm-eval": ("lm_eval/careful", "lm_eval/hasty"),
    "lm-eval-groups": ("lm_eval/groups/careful", "lm_eval/groups/hasty"),
    "lm-eval-tar": ("lm_eval/conditions.tar.gz:conditions/same",),
    "promptfoo": ("promptfoo/sums.json.gz",),
    "promptfoo-again": ("promptfoo/again.json.gz",),
    "promptfoo-two": ("promptfoo/careful.json.gz", "promptfoo/hasty.json.gz"),
    "deepeval": ("deepeval/careful.json", "deepeval/hasty.json"),
    "openai-evals": ("openai_evals/careful.jsonl", "openai_evals/hasty.jsonl"),
    "helm": ("helm/runs.tar.gz:runs/toys",),
    "lighteval": ("lighteval/out.tar.gz:",),
    "split-table": ("split_table/mlflow/careful", "split_table/mlflow/hasty"),
}
ORDERS = {
    "sorted": lambda names, draw: sorted(names),
    "reversed": lambda names, draw: names[::-1],
    "shuffled": lambda names, draw: [names[at] for at in draw.permutation(len(names))],
}


def turned(value, order, draw):
    """A JSON value with the keys of all its objects in another order."""
    if isinstance(value, list):
        return [turned(each, order, draw) for each in value]
    if isinstance(value, dict):
        return {name: turned(value[name], order, draw) for name in ORDERS[order](list(value), draw)}
    return value


def rewritten(text, name, order, draw):
    """The text of a file with other orders of keys; only names and orders of files matter to some formats."""
    if name.endswith((".jsonl", ".jsonl.gz")):
        return "".join(
            json.dumps(turned(json.loads(line), order, draw)) + "\n" for line in text.splitlines() if line
        )
    return json.dumps(turned(json.loads(text), order, draw), indent=1)


def rewrite(file, order, draw):
    if file.suffix == ".eval":
        with any_zipfile.ZipFile(file) as archive:
            entries = {name: archive.read(name).decode() for name in archive.namelist()}
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, text in entries.items():
                archive.writestr(name, rewritten(text, name, order, draw))
    elif file.name.endswith((".json.gz", ".jsonl.gz")):
        text = gzip.decompress(file.read_bytes()).decode()
        file.write_bytes(gzip.compress(rewritten(text, file.name, order, draw).encode()))
    elif file.suffix in (".json", ".jsonl"):
        file.write_text(rewritten(file.read_text(), file.name, order, draw))


def copied(given, folder):
    """Own copies of the files of one format."""
    paths = []
    for each in given:
        source, _, inside = each.partition(":")
        if source.endswith(".tar.gz"):
            unpack(DATA / source, folder)
            paths.append(folder / inside)
        elif (DATA / source).is_dir():
            paths.append(Path(shutil.copytree(DATA / source, folder / source)))
        else:
            (folder / source).parent.mkdir(parents=True, exist_ok=True)
            paths.append(Path(shutil.copy(DATA / source, folder / source)))
    return paths


def found_in(paths):
    glimpses = [glimpse_of(path) for path in paths]
    importer = importer_of(glimpses)
    return importer.key, importer.read(glimpses, Wanted())


def said(found):
    panel = found.panel
    values = [dict(zip(panel.ids.tolist(), each.tolist(), strict=True)) for each in panel.answers]
    return found.names, values, found.metric, found.higher_is_better, found.by, sorted(found.notes)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("name", GIVEN)
def test_the_order_of_keys_says_nothing(tmp_path, name, order):
    paths = copied(GIVEN[name], tmp_path)
    key, before = found_in(paths)
    draw = np.random.default_rng(5)
    for path in paths:
        for file in [path] if path.is_file() else sorted(path.rglob("*")):
            if file.is_file():
                rewrite(file, order, draw)
    again, after = found_in(paths)
    assert again == key
    assert said(after) == said(before)


@pytest.mark.parametrize("name", [name for name, given in GIVEN.items() if len(given) == 2])
def test_the_order_of_files_says_nothing(tmp_path, name):
    paths = copied(GIVEN[name], tmp_path)
    key, before = found_in(paths)
    again, after = found_in(paths[::-1])
    assert again == key
    names, values, *rest = said(after)
    assert (names[::-1], values[::-1], *rest) == said(before)
    assert after.differ.keys() == before.differ.keys()
    assert (set(after.doubtful), len(after.unfinished)) == (set(before.doubtful), len(before.unfinished))
