import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bakeoff.read.engine.duck import DuckEngine
from bakeoff.read.engine.files import files_source
from bakeoff.read.table import read_table


@pytest.fixture(scope="session")
def opened():
    """An engine that stays open: to open one takes longer than what most tests ask it."""
    with DuckEngine() as made:
        yield made


@pytest.fixture
def duck(opened):
    opened.explanations.clear()
    return opened


@pytest.fixture
def table(tmp_path):
    """A table in memory out of a text file of a name."""

    def made(text, name="p.csv"):
        (tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode())
        return read_table(tmp_path / name, name=name)

    return made


@pytest.fixture
def source(duck, tmp_path):
    """A source out of files given by name and content: text, bytes, columns (Parquet) or objects (JSON)."""

    def made(path=None, **files):
        for name, content in files.items():
            file = tmp_path / name.replace("__", "/").replace("_", ".")
            file.parent.mkdir(parents=True, exist_ok=True)
            if isinstance(content, dict):
                pq.write_table(pa.table(content), file)
            elif isinstance(content, list):
                file.write_text("".join(json.dumps(each) + "\n" for each in content))
            else:
                file.write_bytes(content if isinstance(content, bytes) else content.encode())
        if path is None and len(files) == 1:
            path = next(iter(files)).replace("__", "/").replace("_", ".")
        return files_source(tmp_path / (path or ""), duck)

    return made
