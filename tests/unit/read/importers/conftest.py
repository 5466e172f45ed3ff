"""The scripts that made the logs need the programs that write them."""

import tarfile
from pathlib import Path

import pytest

collect_ignore = ["data"]


@pytest.fixture(scope="session")
def stores(tmp_path_factory):
    """Both kinds of store of MLflow, with the same runs."""
    folder = tmp_path_factory.mktemp("stores")
    with tarfile.open(Path(__file__).parent / "data" / "split_table" / "stores.tar.gz") as archive:
        archive.extractall(folder, filter="data")
    return folder
