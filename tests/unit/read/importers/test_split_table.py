import json
from pathlib import Path

import numpy as np
import pytest

from bakeoff import compare_files
from bakeoff.core.exceptions import FileError, InputError
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.importers import importer_of
from bakeoff.read.importers._record import glimpse_of
from bakeoff.read.importers.split_table import read_split_tables

DATA = Path(__file__).parent / "data" / "split_table"
RUNS = tuple(DATA / "mlflow" / name for name in ("careful", "hasty"))
TABLES = tuple(DATA / "wandb_files" / f"{name}.table.json" for name in ("careful", "hasty"))


def read(*paths, **asked):
    return read_split_tables([glimpse_of(each) for each in paths], Wanted(**asked))


@pytest.mark.parametrize("pair", [RUNS, TABLES], ids=["mlflow", "wandb"])
def test_models_metrics_and_slices(pair):
    assert importer_of([glimpse_of(each) for each in pair]).key == "split-table"
    found = read(*pair, by="size")
    assert (found.names, found.metric, found.panel.n) == (("careful", "hasty"), "accuracy", 6)
    assert found.other_metrics == ("exact_match/v1/score", "closeness/v1/score")
    assert set(found.panel.slices) == {"small", "large"}
    assert not found.assumed
    assert compare_files(*pair).names == ("careful", "hasty")


def test_the_mean_is_that_of_mlflow():
    found = read(*RUNS, metric="exact_match/v1/score")
    for values, run in zip(found.panel.answers, RUNS, strict=True):
        (file,) = run.glob("metrics/exact_match/v1/mean")
        assert values.mean() == float(file.read_text().split()[1])


def test_both_programs_say_the_same():
    one, other = (read(*pair, metric="closeness/v1/score") for pair in (RUNS, TABLES))
    assert np.allclose(one.panel.answers, other.panel.answers, atol=1e-10)  # MLflow keeps ten decimals
    assert one.assumed == ("higher 'closeness/v1/score' is assumed to be better",)


def write(path, columns, *rows):
    path.write_text(json.dumps({"columns": columns, "data": rows}))
    return path


def test_rows_are_matched_by_an_id_by_what_was_asked_or_by_their_place(tmp_path):
    for at, (columns, asked) in enumerate([(["id", "f1"], {}), (["key", "f1"], {"id": "key"})]):
        one = write(tmp_path / f"{at}.json", columns, [7, 0.5], [8, 0.25])
        other = write(tmp_path / f"{at}-b.json", columns, [8, 1.0], [7, 0.0])
        assert np.array_equal(read(one, other, **asked).panel.answers, [[0.5, 0.25], [0.0, 1.0]])
    one = write(tmp_path / "x.json", ["f1"], [0.5], [0.25])
    other = write(tmp_path / "y.json", ["f1"], [1.0], [0.0])
    assert np.array_equal(read(one, other).panel.answers, [[0.5, 0.25], [1.0, 0.0]])


def test_rows_that_are_asked_again_are_repeats(tmp_path):
    columns = ["question", "f1"]
    one = write(tmp_path / "x.json", columns, ["a?", 0.5], ["a?", 0.25], ["b?", 1.0], ["b?", 1.0])
    other = write(tmp_path / "y.json", columns, ["b?", 0.5], ["a?", 0.0], ["a?", 0.5], ["b?", 1.0])
    found = read(one, other)
    assert (found.panel.n, found.panel.repeats) == (2, (2, 2))


def test_other_questions_with_the_same_ids_are_refused(tmp_path):
    one = write(tmp_path / "x.json", ["id", "question", "f1"], [7, "a?", 0.5], [8, "b?", 0.5])
    other = write(tmp_path / "y.json", ["id", "question", "f1"], [7, "a?", 0.5], [8, "c?", 0.5])
    with pytest.raises(InputError, match=r"1 of 2 rows differ between .*, such as 8: the logs come from"):
        read(one, other)


def test_bad_tables(tmp_path):
    good = write(tmp_path / "good.json", ["id", "f1"], [1, 0.5], [2, 0.5])
    with pytest.raises(FileError, match=r"has 1 values in row 2; expected 2 values"):
        read(good, write(tmp_path / "bad.json", ["id", "f1"], [1, 0.5], [2]))
    with pytest.raises(FileError, match="has several columns of one name"):
        read(write(tmp_path / "bad.json", ["f1", "f1"], [1, 0.5]), good)
    with pytest.raises(InputError, match=r"1 of 2 rows .* evaluate both models on the same rows"):
        read(good, write(tmp_path / "bad.json", ["id", "f1"], [1, 0.5], [3, 0.5]))
    with pytest.raises(InputError, match=r"no column of .* is called 'nope'"):
        read(good, good, id="nope")
    with pytest.raises(InputError, match=r"has 2 tables \(bad.json, good.json\); give one of these files"):
        read(tmp_path, good)


def test_other_json_is_no_table(tmp_path):
    for text in ('{"columns": 1, "data": []}', '{"columns": ["a"], "data": {"a": [1]}}', '{"data": [[1]]}'):
        file = tmp_path / "x.json"
        file.write_text(text)
        with pytest.raises(FileError):
            importer_of([glimpse_of(file)])
