"""Every worked experiment can be read, and its data can be made again."""

import importlib.util
from pathlib import Path

import pytest
from sklearn.base import clone

from bakeoff.experiment.file import read_experiment
from bakeoff.read.table import read_table

EXAMPLES = Path(__file__).parents[2] / "examples"
FILES = sorted(EXAMPLES.glob("*.toml"))
DATA = sorted([*EXAMPLES.glob("*.csv"), *EXAMPLES.glob("*.parquet")])


def test_there_are_examples():
    assert len(FILES) >= 6
    assert {path.suffix for path in DATA} == {".csv", ".parquet"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
@pytest.mark.slow
def test_it_can_be_read_and_its_learners_learn(path):
    found = read_experiment(path)
    assert found.notes == ()
    for data in found.data:
        for learner in found.learners:
            predicted = clone(learner.estimator).fit(data.X[::3], data.y[::3]).predict(data.X[1::3])
            assert len(predicted) == len(data.y[1::3])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_readme_says_what_it_shows(path):
    assert f"| `{path.name}` |" in (EXAMPLES / "README.md").read_text(encoding="utf-8")


def script(name):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


@pytest.fixture(scope="module")
def remade(tmp_path_factory):
    folder = tmp_path_factory.mktemp("data")
    script("make_data").main(folder)
    return folder


@pytest.mark.parametrize("path", DATA, ids=lambda path: path.name)
@pytest.mark.slow
def test_the_data_can_be_made_again(path, remade):
    assert path.stat().st_size < 150_000
    if path.suffix == ".csv":
        assert (remade / path.name).read_bytes() == path.read_bytes()
    kept, made = read_table(path), read_table(remade / path.name)
    assert kept.names == made.names
    assert all(kept.column(name).tolist() == made.column(name).tolist() for name in kept.names)


def test_every_data_file_has_its_source_in_the_readme():
    text = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    assert [path.name for path in DATA if f"| `{path.name}` |" not in text] == []


def test_the_drawn_files_can_be_made_again(tmp_path):
    script("make_logs").main(tmp_path)
    made = [path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file()]
    assert len(made) == 9
    assert [
        str(path) for path in made if (tmp_path / path).read_bytes() != (EXAMPLES / path).read_bytes()
    ] == []


def test_every_folder_is_in_the_readme():
    text = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    folders = [path.name for path in EXAMPLES.iterdir() if path.is_dir() and path.name != "__pycache__"]
    assert [name for name in folders if f"| `{name}` |" not in text] == []
