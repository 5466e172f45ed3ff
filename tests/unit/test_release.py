"""What is released says about itself what the code says, and contains all that it needs."""

import json
import re
import subprocess
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest
import yaml

import bakeoff
from bakeoff.cli.main import main
from bakeoff.core.version import VERSION

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
BUILD = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]["requires"]
FORMS = sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("[!c]*.yml"))
OF_CONDA = {"duckdb": "python-duckdb", "matplotlib": "matplotlib-base"}


def text(name):
    return (ROOT / name).read_text(encoding="utf-8")


def test_every_file_names_the_same_version():
    assert bakeoff.__version__ == VERSION
    assert yaml.safe_load(text("CITATION.cff"))["version"] == VERSION
    assert f'{{% set version = "{VERSION}" %}}' in text("conda/meta.yaml")
    assert re.search(r"^## (\d\S+)", text("CHANGELOG.md"), re.MULTILINE)[1] == VERSION
    assert f"the latest release, {VERSION.rpartition('.')[0]}." in text("SECURITY.md")


def test_conda_asks_for_what_pip_asks_for():
    plain = [each.partition(";")[0].strip() for each in PROJECT["dependencies"]]
    wanted = {re.sub(r"^[a-z.-]+", lambda name: OF_CONDA.get(name[0], name[0]), each) for each in plain}
    recipe = yaml.safe_load(re.sub(r"\{\{.*?\}\}|\{%.*?%\}", "", text("conda/meta.yaml")))
    found = {each.replace(" ", "") for each in recipe["requirements"]["run"]}
    assert found - {f"python{PROJECT['requires-python']}"} == wanted
    optional = {each.replace(" ", "") for each in recipe["requirements"]["run_constrained"]}
    extras = PROJECT["optional-dependencies"]
    assert {*extras["lab"], *extras["cluster"]} <= optional


def test_classifiers_name_the_versions_that_are_tested():
    named = {each.rpartition(" ")[2] for each in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", each)}
    jobs = yaml.safe_load(text(".github/workflows/test.yml"))["jobs"]
    assert named == set(jobs["test"]["strategy"]["matrix"]["python"])


def test_workflows_run_targets_that_exist():
    jobs = yaml.safe_load(text(".github/workflows/test.yml"))["jobs"]
    runs = [step["run"] for job in jobs.values() for step in job["steps"] if "run" in step]
    assert "bash .ci/run" in runs
    for target in re.findall(r"make (\w+)", " ".join(runs)):
        assert re.search(rf"^{target}:", text("Makefile"), re.MULTILINE), target


def test_actions_are_pinned_by_commit():
    jobs = yaml.safe_load(text(".github/workflows/test.yml"))["jobs"]
    used = [step["uses"] for job in jobs.values() for step in job["steps"] if "uses" in step]
    assert used
    assert [each for each in used if not re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", each)] == []


@pytest.mark.parametrize(("file", "wanted"), [("run", PROJECT["dependencies"]), ("build", BUILD)])
def test_a_release_is_made_of_files_with_known_hashes(file, wanted):
    """Every requirement has its version and hashes, and all that the project asks for is there."""
    content = text(f"constraints/{file}.txt")
    pinned = re.findall(r"^([\w.-]+)==\S+.*\\$", content, re.MULTILINE)
    assert len(pinned) == len(re.findall(r"^\w", content, re.MULTILINE))
    for part in re.split(r"\n(?=\w)", content.strip()):
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", part), part[:60]
    asked = {re.match(r"[\w.-]+", each)[0].replace(".", "-") for each in wanted}
    assert asked <= set(pinned)
    assert "://" not in content


@pytest.mark.parametrize("form", FORMS, ids=lambda at: at.stem)
def test_issue_forms_ask_for_something(form):
    content = yaml.safe_load(form.read_text(encoding="utf-8"))
    assert content["name"]
    assert content["description"]
    assert any(each.get("validations", {}).get("required") for each in content["body"])


def test_the_changelog_counts_what_is_registered(capsys):
    main(["methods", "--json"])
    found = {kind: len(listed) for kind, listed in json.loads(capsys.readouterr().out).items()}
    newest = " ".join(text("CHANGELOG.md").split("\n## ")[1].split())
    said = re.search(
        r"has (\d+) methods for two models, (\d+) for many models, (\d+) intervals for a rate, "
        r"(\d+) metrics, (\d+) error estimators, (\d+) worlds and (\d+) adjustments",
        newest,
    )
    kinds = ("methods", "ranking_methods", "intervals", "metrics", "estimators", "worlds", "adjustments")
    assert dict(zip(kinds, map(int, said.groups()), strict=True)) == {kind: found[kind] for kind in kinds}


@pytest.mark.slow
def test_the_wheel_has_every_file_of_the_package(tmp_path):
    from hatchling.builders.wheel import WheelBuilder

    (made,) = WheelBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    inside = {name for name in zipfile.ZipFile(made).namelist() if name.startswith("bakeoff/")}
    source = ROOT / "src"
    there = {str(each.relative_to(source)) for each in (source / "bakeoff").rglob("*") if each.is_file()}
    assert inside == {name for name in there if "__pycache__" not in name}
    assert "bakeoff/py.typed" in inside


@pytest.mark.slow
@pytest.mark.skipif(
    not (ROOT / ".git").exists(), reason="without git it is not known which files are the project's"
)
def test_the_source_archive_has_every_file_of_the_project(tmp_path):
    """So that an unpacked one passes these tests, and builds what a checkout builds."""
    from hatchling.builders.sdist import SdistBuilder

    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    (made,) = SdistBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    with tarfile.open(made) as archive:
        inside = {name.partition("/")[2] for name in archive.getnames()}
    assert set(listed.stdout.split("\0")) - {""} - inside == set()
