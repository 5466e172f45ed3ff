"""Modules that lie in the current folder, as a download or a stranger left them: none of them is run."""

import subprocess
import sys

import pytest

PLANTED = (
    *("cloudpickle", "cyclopts", "datetime", "decimal", "distributed", "duckdb", "hashlib", "joblib", "json"),
    *("lz4", "multiprocessing", "msgpack", "narwhals", "numbers", "numpy", "pickle", "psutil", "random"),
    *("rich", "scipy", "secrets", "signal", "sklearn", "socket", "tempfile", "threadpoolctl", "tornado"),
    *("typing", "zlib", "zmq"),
)
EXPERIMENT = """
[design]
kind = "kfold"
folds = 2
[[data]]
file = "d.csv"
target = "y"
[learners.bayes]
estimator = "sklearn.naive_bayes.GaussianNB"
[learners.none]
estimator = "sklearn.dummy.DummyClassifier"
"""


@pytest.fixture
def folder(tmp_path):
    for name in PLANTED:
        code = f"open({str(tmp_path / 'RAN')!r}, 'a').write(__name__ + '\\n')\nraise ImportError('planted')\n"
        (tmp_path / f"{name}.py").write_text(code)
    (tmp_path / "e.toml").write_text(EXPERIMENT)
    rows = "".join(f"{at % 7}.{at},{at % 2}\n" for at in range(20))
    (tmp_path / "d.csv").write_text(f"x,y\n{rows}")
    return tmp_path


@pytest.fixture
def run_in(folder, plain_environment):
    def run(*words):
        ran = subprocess.run(
            [*map(str, words)], cwd=folder, env=plain_environment, capture_output=True, text=True, check=False
        )
        return ran.returncode, ran.stderr

    return run


def test_workers_import_nothing_from_the_current_folder(folder, run_in, command):
    code, said = run_in(command, "run", "e.toml", "--jobs", "2", "--quiet")
    assert (code, (folder / "RAN").exists()) == (0, False), said


def test_nor_does_the_client_of_a_cluster(folder, run_in, command):
    code, said = run_in(command, "run", "e.toml", "--cluster", "nonsense://x", "--quiet")
    assert (code, (folder / "RAN").exists()) == (2, False), said
    assert "no Dask scheduler answers" in said


@pytest.mark.parametrize("words", [["--help"], ["compare", "d.csv", "--truth", "y", "--a", "x", "--b", "y"]])
def test_nor_does_the_package_run_as_a_module(folder, run_in, words):
    code, said = run_in(sys.executable, "-m", "bakeoff", *words)
    assert not (folder / "RAN").exists(), said
    assert code == (0 if words == ["--help"] else 2), said
