"""What is loaded before anything is asked."""

import subprocess
import sys

import pytest

HEAVY = {
    "numpy",
    "scipy",
    "sklearn",
    "matplotlib",
    "pandas",
    "polars",
    "pyarrow",
    "duckdb",
    "narwhals",
    "numba",
}


def loaded_by(code):
    report = f"import sys\n{code}\nsys.stderr.write(' '.join(sys.modules))"
    ran = subprocess.run([sys.executable, "-c", report], capture_output=True, text=True, check=True)
    return {name.split(".")[0] for name in ran.stderr.split()}


@pytest.mark.parametrize(
    "arguments", [["--help"], [], ["compare", "--help"], ["scores", "--help"], ["--version"]]
)
def test_help_loads_nothing_heavy(arguments):
    code = f"from bakeoff.cli.main import main\ntry: main({arguments})\nexcept SystemExit: pass"
    assert not loaded_by(code) & HEAVY


def test_the_overview_does_without_the_command_line_library():
    assert not loaded_by("from bakeoff.cli.main import main; main(['--help'])") & {"cyclopts", "rich"}


def test_importing_the_package_loads_nothing_heavy():
    assert not loaded_by("import bakeoff") & HEAVY


def test_counts_need_neither_tables_nor_scipy_stats():
    loaded = loaded_by(
        "import bakeoff; bakeoff.compare_counts(3, 9, n=20); assert 'scipy.stats' not in sys.modules"
    )
    assert not loaded & (HEAVY - {"numpy", "scipy"})


@pytest.mark.parametrize("name", ["compare", "scores", "interval", "methods", "demo", None])
def test_help_of_every_command(bakeoff, name):
    ran = bakeoff(*([name] if name else []), "--help")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"Usage: bakeoff {name or 'COMMAND'}")
