"""The scripts that made the logs need the programs that write them."""

from pathlib import Path

import pytest
from tests.unpacking import unpack

collect_ignore = ["data"]


@pytest.fixture(scope="session")
def conditions(tmp_path_factory):
    """Folders with logs of Inspect in which exactly one condition differs, by the name of the condition."""
    folder = tmp_path_factory.mktemp("conditions")
    unpack(Path(__file__).parent / "data" / "inspect" / "conditions.tar.xz", folder)
    return folder / "conditions"


@pytest.fixture(scope="session")
def missing(tmp_path_factory):
    """Folders with logs of Inspect in which samples have no score, or clusters are declared."""
    folder = tmp_path_factory.mktemp("missing")
    unpack(Path(__file__).parent / "data" / "inspect" / "missing.tar.xz", folder)
    return folder / "missing"


@pytest.fixture(scope="session")
def stores(tmp_path_factory):
    """Both kinds of store of MLflow, with the same runs."""
    folder = tmp_path_factory.mktemp("stores")
    unpack(Path(__file__).parent / "data" / "split_table" / "stores.tar.gz", folder)
    return folder
